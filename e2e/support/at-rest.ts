/** Freezes charts and books while a test drags something in them. */
import { expect, type Locator } from '@playwright/test'
import { bridgeOf } from './bridge.ts'
import type { SharedTerminal } from './shared-terminal.ts'
import type { TestVenue } from './venue.ts'

type Stage = Pick<SharedTerminal, 'terminal' | 'venue' | 'page'>

/** Stops main and the venue, waits until the window has painted everything sent, and runs: positions on a chart stay the same. */
const atRest = <T>({ terminal, venue, page }: Stage, run: () => Promise<T>): Promise<T> =>
  terminal.clock(venue).still(async () => {
    // Its answer comes after everything sent before it.
    await bridgeOf(page).call('readLayout', {})
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
    return run()
  })

/** The same once the chart has its prices: while main is stopped they would never arrive. */
export async function chartAtRest<T>(stage: Stage, chart: Locator, run: () => Promise<T>): Promise<T> {
  await expect(chart.getByRole('img')).toHaveAccessibleName(/: last (mark|price) /)
  return atRest(stage, run)
}

/** Makes books change only by the test's orders: an ask that vanishes during a click would let the order rest. */
export const holdBooks = (venue: TestVenue, areStill: boolean): Promise<unknown> =>
  venue.control('faults', { still_traders: areStill })
