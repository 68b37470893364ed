/**
 * Ladders next to a book: frame times with none, one and three of them, each of another market and constantly recentered, and main's time per
 * message.
 */
import { loadavg } from 'node:os'
import type { Page } from '@playwright/test'
import { launch } from '../../../e2e/support/terminal.ts'
import { shareOf, watchProcesses } from '../machine/processes.ts'
import { measurePaints, type PaintFigures, percentile, watchedPage } from '../paint/probe.ts'
import { STAMP, startSender } from '../paint/start-sender.ts'
import { withUserInput } from '../paint/user-input.ts'
import { WINDOW } from '../paint/window.ts'
import { percent, type Row, row, type Section, tenths, whole } from '../table.ts'
import { folderWithLayout } from '../windows/layout.ts'

/** A busy market, and one far beyond it; messages per second of all markets together. */
const RATES = [200, 2000] as const
const COUNTS = [0, 1, 3] as const
const CENTRED_EVERY = 500
const WARM_UP = 4000

interface LadderFigures {
  readonly ladders: number
  readonly rate: number
  /** For the book next to them. */
  readonly paints: PaintFigures
  /** Time between frames, ms. */
  readonly frames: { readonly p50: number; readonly p95: number; readonly longest: number }
  /** Processor time of main's thread, microseconds per message. */
  readonly mainPerMessage: number
  readonly mainPercent: number
  readonly load: number
}

async function benchLadders(seconds: number): Promise<readonly LadderFigures[]> {
  const sender = await startSender()
  const measured: LadderFigures[] = []
  try {
    for (const ladders of COUNTS) {
      const columns = [['book'], ...Array.from({ length: ladders }, () => ['ladder'])]
      const terminal = await launch({
        profile: sender.profile,
        size: `${WINDOW.width}x${WINDOW.height}`,
        userDataDir: folderWithLayout(1, columns),
      })
      try {
        const { page } = terminal
        await sender.setRate(RATES[0])
        await page.locator(STAMP).first().waitFor({ state: 'attached' })
        if (ladders > 0) await page.locator('[data-row]:not([data-empty])').first().waitFor()
        const watched = await watchedPage(page)
        for (const rate of RATES) {
          await sender.setRate(rate)
          await page.waitForTimeout(WARM_UP)
          const stopCentring = await centring(page)
          const stopFrames = await watchFrames(page)
          const stop = watchProcesses(terminal.pid)
          const paints = await withUserInput(page, () => measurePaints(watched, STAMP, seconds))
          const processes = stop()
          const gaps = await stopFrames()
          await stopCentring()
          const main = processes.find(({ role }) => role === 'main')?.mainThreadPercent ?? Number.NaN
          measured.push({
            ...{ ladders, rate, paints, mainPercent: shareOf(processes, 'main') },
            frames: { p50: percentile(gaps, 0.5), p95: percentile(gaps, 0.95), longest: Math.max(...gaps) },
            mainPerMessage: (main * 10_000) / rate,
            load: loadavg()[0] ?? Number.NaN,
          })
        }
      } finally {
        await terminal.quit()
      }
    }
  } finally {
    await sender.stop()
  }
  return measured
}

/** Recenters every ladder of the page repeatedly, by its button; returns a function to stop. */
async function centring(page: Page): Promise<() => Promise<void>> {
  const timer = await page.evaluate(
    (every) =>
      window.setInterval(() => {
        for (const button of document.querySelectorAll('button')) if (button.textContent === 'Center') button.click()
      }, every),
    CENTRED_EVERY,
  )
  return () => page.evaluate((id) => window.clearInterval(id), timer)
}

interface FramesWindow extends Window {
  frameGaps?: { gaps: number[]; isOver: boolean }
}

async function watchFrames(page: Page): Promise<() => Promise<readonly number[]>> {
  await page.evaluate(() => {
    const watch = { gaps: [] as number[], isOver: false }
    ;(window as FramesWindow).frameGaps = watch
    let before = performance.now()
    const frame = (): void => {
      const now = performance.now()
      watch.gaps.push(now - before)
      before = now
      if (!watch.isOver) requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
  return () =>
    page.evaluate(() => {
      const watch = (window as FramesWindow).frameGaps
      if (watch === undefined) return []
      watch.isOver = true
      return watch.gaps
    })
}

export const ladderSection = (seconds: number): Section => ({
  name: 'ladder',
  async run() {
    const figures = await benchLadders(seconds)
    return { json: figures, rows: figures.flatMap(rowsOf) }
  },
})

function rowsOf({ ladders, rate, paints, frames, mainPerMessage, mainPercent, load }: LadderFigures): Row[] {
  const what = ladders === 0 ? 'a book alone' : ladders === 1 ? 'and one ladder' : `and ${ladders} ladders`
  const { p50, p95, paintsPerSecond, busyPercent } = paints
  return [
    row(
      `${what}, ${whole(rate)}/s: socket to painted frame`,
      `p50 ${tenths(p50)}, p95 ${tenths(p95)} ms, ${paintsPerSecond.toFixed(0)} paints/s, ${percent(busyPercent)} busy, load ${tenths(load)}`,
    ),
    row(
      '  from frame to frame; main',
      `p50 ${tenths(frames.p50)}, p95 ${tenths(frames.p95)}, longest ${tenths(frames.longest)} ms; ${percent(mainPercent)}, ${mainPerMessage.toFixed(0)} µs a message`,
    ),
  ]
}
