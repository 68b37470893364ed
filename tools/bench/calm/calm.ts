/** The practice market as it is, one window in view and no user: the terminal's all-day load next to other programs. */
import { loadavg } from 'node:os'
import { launch } from '../../../e2e/support/terminal.ts'
import { type ProcessShare, shareOf, watchProcesses } from '../machine/processes.ts'
import { STAMP } from '../paint/start-sender.ts'
import { WINDOW } from '../paint/window.ts'
import { percent, type Row, row, type Section, tenths } from '../table.ts'

/** The price moves, no bucket ends. */
const AT = '2026-03-04T13:10:00Z'
/** By then start-up work is over, and an idle account is at rest, ms. */
const SETTLES = 65_000
/** Longer than for painted frames, so that 10 ms ticks do not show in the figures. */
const LONGER = 4

interface CalmResult {
  readonly processes: readonly ProcessShare[]
  readonly load: number
}

async function benchCalm(seconds: number): Promise<CalmResult> {
  const terminal = await launch({ at: AT, size: `${WINDOW.width}x${WINDOW.height}` })
  try {
    await terminal.page.locator(STAMP).first().waitFor({ state: 'attached' })
    await terminal.page.waitForTimeout(SETTLES)
    const stop = watchProcesses(terminal.pid)
    await terminal.page.waitForTimeout(seconds * LONGER * 1000)
    return { processes: stop(), load: loadavg()[0] ?? Number.NaN }
  } finally {
    await terminal.quit()
  }
}

export const calmSection = (seconds: number): Section => ({
  name: 'calm',
  async run() {
    const figures = await benchCalm(seconds)
    const { processes, load } = figures
    const role = (text: string, name: ProcessShare['role']): Row => row(`  ${text}`, share(shareOf(processes, name)))
    return {
      json: figures,
      rows: [
        row(
          'calm: all processes together, of one core',
          `${share(shareOf(processes))}, load ${tenths(load)}`,
          'under 8 %',
        ),
        role('main, with the practice venue in it', 'main'),
        role('renderer', 'renderer'),
        role('browser', 'browser'),
        role('graphics process', 'graphics'),
        role('others', 'other'),
      ],
    }
  },
})

const share = (value: number): string => (value < 10 ? `${tenths(value)} %` : percent(value))
