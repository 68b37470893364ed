/** What of a part of the screen cannot be read. */
import type { Locator } from '@playwright/test'
import { clippedParts } from '../../src/testing/clipped.ts'

/** In words of the element each; empty when everything is legible. */
export const clippedIn = (root: Locator): Promise<readonly string[]> => root.evaluate(clippedParts)
