/** Locates lines on a chart's canvas. */
import type { Locator } from '@playwright/test'
import { rowIn } from '../../src/testing/pixels.ts'

/** The row of the widest canvas inside `region` with the most pixels of a token's color, and the canvas's left and right edge, px of the page. */
export const rowOf = (region: Locator, token: string): Promise<{ y: number; left: number; right: number }> =>
  region.evaluate(rowIn, token)
