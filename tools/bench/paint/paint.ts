/** Socket to painted frame: the terminal at each rate and then the baseline at each rate, in the same browser program and the same run. */
import { launch } from '../../../e2e/support/terminal.ts'
import { openFloor } from './floor-browser.ts'
import { measureBusy, measurePaints, type PaintFigures, type WatchedPage, watchedPage } from './probe.ts'
import { FLOOR_STAMP, STAMP, startSender } from './start-sender.ts'
import { withUserInput } from './user-input.ts'
import { WINDOW } from './window.ts'

const RATES = [100, 500, 2000, 10_000] as const

export interface PaintResult {
  readonly rate: number
  readonly terminal: PaintFigures
  readonly floor: PaintFigures
}

/** Cost of the terminal's page without books: by itself, and with the probe that measures paints. */
interface IdleFigures {
  readonly busyPercent: number
  readonly busyWithProbePercent: number
}

/** @param seconds measuring time of each figure, after a warm-up of the browser. */
export async function benchPaint(
  seconds: number,
): Promise<{ readonly rates: PaintResult[]; readonly idle: IdleFigures }> {
  const sender = await startSender()
  const results = new Map<number, Partial<{ terminal: PaintFigures; floor: PaintFigures }>>(
    RATES.map((rate) => [rate, {}]),
  )
  let idle: IdleFigures
  try {
    const terminal = await launch({ profile: sender.profile, size: `${WINDOW.width}x${WINDOW.height}` })
    try {
      await sender.setRate(RATES[0])
      await terminal.page.locator(STAMP).first().waitFor({ state: 'attached' })
      await sender.setRate(0)
      await terminal.page.waitForTimeout(2000)
      const watched = await watchedPage(terminal.page)
      idle = {
        busyPercent: await measureBusy(watched, seconds),
        busyWithProbePercent: (await measurePaints(watched, STAMP, seconds)).busyPercent,
      }
      for (const rate of RATES) {
        await sender.setRate(rate)
        await terminal.page.waitForTimeout(2000)
        results.set(rate, {
          ...results.get(rate),
          terminal: await withUserInput(terminal.page, () => measurePaints(watched, STAMP, seconds)),
        })
      }
    } finally {
      await terminal.quit()
    }
    const floor = await openFloor([`${sender.url}/floor`])
    const [page] = floor.pages as [WatchedPage]
    try {
      for (const rate of RATES) {
        await sender.setRate(rate)
        await new Promise((resolve) => setTimeout(resolve, 2000))
        results.set(rate, {
          ...results.get(rate),
          floor: await measurePaints(page, FLOOR_STAMP, seconds),
        })
      }
    } finally {
      await floor.close()
    }
  } finally {
    await sender.stop()
  }
  return {
    rates: RATES.map((rate) => ({ rate, ...(results.get(rate) as { terminal: PaintFigures; floor: PaintFigures }) })),
    idle,
  }
}
