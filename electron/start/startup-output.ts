/** Output of a successful start: where the terminal is open, when its first order book was on screen and what came before, and a screenshot. */
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Clock } from '../../contract/time.ts'
import { noDisplay, type StartOptions, say } from '../app/index.ts'
import { epochMs } from '../clock.ts'
import type { Deployments } from './deployments.ts'
import type { TerminalWindows } from './terminal-windows.ts'

/** When the process began, ms since the epoch. */
const began = performance.timeOrigin

/** One line that names each deployment with its address; tests wait for it. */
export function printAddresses({ running }: Deployments): void {
  const on = running.map(({ profile }) => `${profile.name} (${profile.baseUrl})`)
  say(`Isotherm is open on ${on.join(', ')}.`)
}

/** Steps of a start, in their usual order; its code is loaded before the first. */
export type StartStep = 'code' | 'storage' | 'deployment' | 'windows' | 'first paint'

/** When each step of the start was reached. */
export interface StartSteps {
  /** Only the first time counts. */
  reach(step: StartStep): void
  /** Ends with the first book: one line with the time since the process began, and of each step; benchmarks wait for it. */
  print(): void
}

export function createStartSteps(): StartSteps {
  const steps = new Map<StartStep, number>()
  const sinceBegan = (): number => Math.round(epochMs() - began)
  return {
    reach(step) {
      if (!steps.has(step)) steps.set(step, sinceBegan())
    },
    print() {
      const reached = [...steps].map(([step, at]) => `${step} ${at}`)
      say(`first order book on screen after ${sinceBegan()} ms (${reached.join(', ')})`)
    },
  }
}

/** Time for the rest after the first book (candles, account, fonts), ms. */
const SETTLE = 2500
/** A screenshot is taken after this long in any case, ms: without a service it shows the reason. */
const AT_LATEST = 15_000

type Pictured = Pick<TerminalWindows, 'windows' | 'firstBook'>

/**
 * Takes the screenshot of `--screenshot`, or, without a display, one to show that the terminal runs.
 * @returns whether one was wanted, was the task of this run, was taken additionally, or failed.
 */
export async function takePicture(
  windows: Pictured,
  { line, dataFolder }: StartOptions,
  clock: Clock,
): Promise<'none' | 'done' | 'taken' | 'failed'> {
  if (noDisplay && !line.headless) say('No display: running headless.')
  if (line.screenshot === null && (line.headless || !noDisplay)) return 'none'
  const file = resolve(line.screenshot ?? join(dataFolder, 'isotherm.png'))
  try {
    await captureFirst(windows, file, clock)
    say(`Screenshot: ${file}`)
  } catch (error) {
    say(`isotherm: the screenshot could not be saved to ${file}: ${(error as Error).message}`)
    return line.screenshot === null ? 'none' : 'failed'
  }
  return line.screenshot !== null && line.remoteDebuggingPort === null ? 'done' : 'taken'
}

/** Writes a screenshot of the first window, once a live order book is on its screen. */
async function captureFirst({ windows, firstBook }: Pictured, file: string, clock: Clock): Promise<void> {
  const wait = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))
  await Promise.race([firstBook.painted.then(() => wait(SETTLE)), wait(AT_LATEST)])
  const first = windows.windows[0]
  if (first === undefined) throw new Error('no window to capture')
  const image = await first.webContents.capturePage()
  await writeFile(file, image.toPNG())
}
