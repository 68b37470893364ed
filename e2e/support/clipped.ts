/** Finds clipped text on screen. */
import type { Locator } from '@playwright/test'
import { clippedParts } from '../../src/testing/clipped.ts'

/** Describes each clipped element; empty when everything is legible. */
export const clippedIn = (root: Locator): Promise<readonly string[]> => root.evaluate(clippedParts)
