/** What is told of a start that succeeded: where the terminal is open, when its first order book was on screen, and a picture of it. */
import type { Clock } from '../../contract/time.ts'
import { noDisplay, type StartOptions, say, takeRequestedScreenshot } from '../app/index.ts'
import { epochMs } from '../clock.ts'
import type { Deployments } from './deployments.ts'
import type { TerminalWindows } from './terminal-windows.ts'

/** When the process began, ms since the epoch. */
const began = performance.timeOrigin

/** One line that names each deployment with its address; tests wait for it. */
export function tellWhereItIsOpen({ running }: Deployments): void {
  const on = running.map(({ profile }) => `${profile.name} (${profile.baseUrl})`)
  say(`Isotherm is open on ${on.join(', ')}.`)
}

/** One line with the time since the process began, which benchmarks wait for. */
export function tellOfFirstBook(): void {
  say(`first order book on screen after ${Math.round(epochMs() - began)} ms`)
}

/** Takes the picture that was asked for; answers what became of it. */
export const takePicture = (
  { windows, firstBook }: Pick<TerminalWindows, 'windows' | 'firstBook'>,
  { line, dataFolder: folder }: StartOptions,
  clock: Clock,
): ReturnType<typeof takeRequestedScreenshot> =>
  takeRequestedScreenshot({
    line,
    noDisplay,
    folder,
    window: () => windows.windows[0],
    live: firstBook.painted,
    clock,
    say,
  })
