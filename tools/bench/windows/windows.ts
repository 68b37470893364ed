/** Many windows at once: paints of each, load of every process, and the baseline with the same number of windows. */
import { loadavg } from 'node:os'
import type { Page } from '@playwright/test'
import { launch, type Terminal } from '../../../e2e/support/terminal.ts'
import { besideOtherPrograms } from '../machine/other-programs.ts'
import { type ProcessShare, watchProcesses } from '../machine/processes.ts'
import { openFloor } from '../paint/floor-browser.ts'
import { measurePaints, type PaintFigures, type WatchedPage, watchedPage } from '../paint/probe.ts'
import { ASSETS } from '../paint/sender-market.ts'
import { FLOOR_STAMP, STAMP, startSender } from '../paint/start-sender.ts'
import { withUserInput } from '../paint/user-input.ts'
import { WINDOW } from '../paint/window.ts'
import { bringToFront, regainMs } from './focus.ts'
import { folderWithLayout, untilLaidOut } from './layout.ts'

/** Book messages per second, of all windows and markets together. */
const RATE = 2000
const COUNTS = [1, 3, 6] as const
const MAX = 6
/** Number of times the windows are brought to the front in turn. */
const TURNS = 6

/** Figures of this many windows in one measurement. */
export interface WindowsFigures {
  readonly windows: number
  /** Whether a busy loop ran on each core meanwhile. */
  readonly otherPrograms: boolean
  /** The window in front first. */
  readonly paints: readonly PaintFigures[]
  readonly processes: readonly ProcessShare[]
  /** Load average at the end. */
  readonly load: number
}

export interface WindowsResult {
  readonly terminal: readonly WindowsFigures[]
  readonly floor: readonly WindowsFigures[]
  /** From the click that brings a window to the front until it paints 55 times a second; null for one that did not within 2 s. */
  readonly regainMs: { readonly quiet: readonly (number | null)[]; readonly otherPrograms: readonly (number | null)[] }
}

/** @param seconds measuring time of each figure. */
export async function benchWindows(seconds: number): Promise<WindowsResult> {
  const sender = await startSender()
  try {
    const terminal = await launch({
      profile: sender.profile,
      size: `${WINDOW.width}x${WINDOW.height}`,
      userDataDir: folderWithLayout(MAX),
    })
    const measured: WindowsFigures[] = []
    let quiet: (number | null)[]
    let otherPrograms: (number | null)[]
    try {
      await sender.setRate(RATE)
      await untilLaidOut(terminal.page)
      for (const count of COUNTS) {
        await openUpTo(terminal, count)
        await bringToFront(terminal.pages()[0] as Page)
        await terminal.page.waitForTimeout(4000)
        measured.push(...(await bothWays((busy) => measureTerminal(terminal, seconds, busy))))
      }
      quiet = await takeTurns(terminal.pages())
      otherPrograms = await besideOtherPrograms(() => takeTurns(terminal.pages()))
    } finally {
      await terminal.quit()
    }
    const floor = await openFloor(ASSETS.slice(0, MAX).map((asset) => `${sender.url}/floor?asset=${asset}`))
    try {
      await new Promise((resolve) => setTimeout(resolve, 4000))
      const measuredFloor = await bothWays((busy) => measure(floor.pages, FLOOR_STAMP, floor.pid, seconds, busy))
      return { terminal: measured, floor: measuredFloor, regainMs: { quiet, otherPrograms } }
    } finally {
      await floor.close()
    }
  } finally {
    await sender.stop()
  }
}

async function openUpTo(terminal: Terminal, count: number): Promise<void> {
  while (terminal.pages().length < count) {
    const opening = terminal.nextPage()
    await terminal.page.getByRole('button', { name: /New window/ }).click()
    await untilLaidOut(await opening)
  }
}

const bothWays = async (run: (busy: boolean) => Promise<WindowsFigures>): Promise<WindowsFigures[]> => [
  await run(false),
  await besideOtherPrograms(async () => {
    await new Promise((resolve) => setTimeout(resolve, 2000))
    return run(true)
  }),
]

async function measureTerminal(terminal: Terminal, seconds: number, otherPrograms: boolean): Promise<WindowsFigures> {
  const pages = await Promise.all(terminal.pages().map(watchedPage))
  const measured = () => measure(pages, STAMP, terminal.pid, seconds, otherPrograms)
  const figures = await withUserInput(terminal.pages()[0] as Page, measured)
  for (const page of pages) await page.release()
  return figures
}

async function measure(
  pages: readonly WatchedPage[],
  stamp: string,
  pid: number,
  seconds: number,
  otherPrograms: boolean,
): Promise<WindowsFigures> {
  const processes = watchProcesses(pid)
  const paints = await Promise.all(pages.map((page) => measurePaints(page, stamp, seconds)))
  return { windows: pages.length, otherPrograms, paints, processes: processes(), load: loadavg()[0] ?? Number.NaN }
}

/** Brings one window after the other to the front. */
async function takeTurns(pages: readonly Page[]): Promise<(number | null)[]> {
  const regained: (number | null)[] = []
  for (let turn = 0; turn < TURNS; turn += 1) regained.push(await regainMs(pages[(turn + 1) % pages.length] as Page))
  return regained
}
