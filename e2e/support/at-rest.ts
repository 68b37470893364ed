/** Freezes charts and books while a test drags something in them. */
import { expect, type Locator, type Page } from '@playwright/test'
import { bridgeOf } from './bridge.ts'
import type { SharedTerminal } from './shared-terminal.ts'

type Stage = Pick<SharedTerminal, 'terminal' | 'venue' | 'page'>

/** Waits until the window has painted everything that main sent it. */
async function painted(page: Page): Promise<void> {
  // Its answer comes after everything sent before it.
  await bridgeOf(page).call('readLayout', {})
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** Stops main and the venue, waits until the window has painted everything sent, and runs: positions on a chart and prices stay the same. */
export const atRest = <T>({ terminal, venue, page }: Stage, run: () => Promise<T>): Promise<T> =>
  terminal.clock(venue).still(async () => {
    await painted(page)
    return run()
  })

/** The same once the chart has its prices: while main is stopped they would never arrive. */
export async function chartAtRest<T>(stage: Stage, chart: Locator, run: () => Promise<T>): Promise<T> {
  await expect(chart.getByRole('img')).toHaveAccessibleName(/: last (mark|price) /)
  return atRest(stage, run)
}

/** Longer than the venue, main and a window hold back a new price, and far less than makes prices stale, ms. */
const ON_ITS_WAY_MS = 250

/**
 * Makes books change only by the test's orders, and waits until the window shows them as they are: an ask that vanishes during a click, or has already
 * vanished, would let the order rest.
 */
export async function holdBooks({ terminal, venue, page }: Stage): Promise<void> {
  await venue.control('faults', { still_traders: true })
  await terminal.clock(venue).advance(ON_ITS_WAY_MS)
  await painted(page)
}

/** The opposite of `holdBooks`. */
export const releaseBooks = ({ venue }: Pick<Stage, 'venue'>): Promise<unknown> =>
  venue.control('faults', { still_traders: false })
