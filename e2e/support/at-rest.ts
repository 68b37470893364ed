/** Charts hold still while a test takes hold of a line on them. */
import { bridgeOf } from './bridge.ts'
import type { SharedTerminal } from './shared-terminal.ts'

/** Stops main and the venue, waits until the window has painted all that they had sent, and runs: what is found on a chart stays there. */
export const atRest = <T>(
  { terminal, venue, page }: Pick<SharedTerminal, 'terminal' | 'venue' | 'page'>,
  run: () => Promise<T>,
): Promise<T> =>
  terminal.clock(venue).still(async () => {
    // Its answer comes after what was sent before it.
    await bridgeOf(page).call('readLayout', {})
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
    return run()
  })
