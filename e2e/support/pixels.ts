/** What a chart's canvas really shows. */
import type { Locator } from '@playwright/test'
import { type Painted, paintedIn, rowIn } from '../../src/testing/pixels.ts'

/** Looks at the widest canvas inside `region` for the ground and for colors of these tokens (`--up`), as the theme has them now. */
export const paintedBy = (region: Locator, tokens: readonly string[]): Promise<Painted> =>
  region.evaluate(paintedIn, tokens)

/** The row of the widest canvas inside `region` with the most pixels of a token's color, and the canvas's sides, px of the page. */
export const rowOf = (region: Locator, token: string): Promise<{ y: number; left: number; right: number }> =>
  region.evaluate(rowIn, token)
