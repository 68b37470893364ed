/** Charts and books hold still while a test takes hold of something in them. */
import { expect, type Locator } from '@playwright/test'
import { bridgeOf } from './bridge.ts'
import type { SharedTerminal } from './shared-terminal.ts'
import type { TestVenue } from './venue.ts'

type Stage = Pick<SharedTerminal, 'terminal' | 'venue' | 'page'>

/** Stops main and the venue, waits until the window has painted all that they had sent, and runs: what is found on a chart stays there. */
const atRest = <T>({ terminal, venue, page }: Stage, run: () => Promise<T>): Promise<T> =>
  terminal.clock(venue).still(async () => {
    // Its answer comes after what was sent before it.
    await bridgeOf(page).call('readLayout', {})
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
    return run()
  })

/** The same once the chart has its prices: while main stands still they would never come. */
export async function chartAtRest<T>(stage: Stage, chart: Locator, run: () => Promise<T>): Promise<T> {
  await expect(chart.getByRole('img')).toHaveAccessibleName(/: last (mark|price) /)
  return atRest(stage, run)
}

/** No book changes but by the orders of the test: an ask that leaves while a press is on its way would let the order rest. */
export const holdBooks = (venue: TestVenue, areStill: boolean): Promise<unknown> =>
  venue.control('faults', { still_traders: areStill })
