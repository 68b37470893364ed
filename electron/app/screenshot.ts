/** The screenshot of `--screenshot`, or of a terminal without a display: of the first window, once it shows live data. */
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { BrowserWindow } from 'electron'
import type { Clock } from '../../contract/time.ts'
import type { CommandLine } from './command-line.ts'

/** After the first book, what else is on its way (candles, account, fonts) has this long, ms. */
const SETTLE = 2500
/** A screenshot is taken after this long whatever the window shows, ms: without a service it shows why. */
const AT_LATEST = 15_000

/** What became of the screenshot: nobody wanted one, it was the task of this run, it was taken besides, or it could not be. */
type ScreenshotOutcome = 'none' | 'done' | 'taken' | 'failed'

/**
 * Takes the screenshot that was asked for, or, without a display, one to show that the terminal runs.
 * @param on.noDisplay whether there is no display although none was declined.
 */
export async function takeRequestedScreenshot(on: {
  readonly line: Pick<CommandLine, 'headless' | 'screenshot' | 'remoteDebuggingPort'>
  readonly noDisplay: boolean
  readonly folder: string
  readonly window: () => BrowserWindow | undefined
  readonly live: Promise<unknown>
  readonly clock: Clock
  readonly say: (text: string) => void
}): Promise<ScreenshotOutcome> {
  const { line, noDisplay, say } = on
  if (noDisplay && !line.headless) say('There is no display: Isotherm runs headless.')
  if (line.screenshot === null && (line.headless || !noDisplay)) return 'none'
  const file = resolve(line.screenshot ?? join(on.folder, 'isotherm.png'))
  try {
    await captureWindow(on.window, on.live, file, on.clock)
    say(`A picture of it: ${file}`)
  } catch (error) {
    say(`isotherm: no picture could be saved at ${file}: ${(error as Error).message}`)
    return line.screenshot === null ? 'none' : 'failed'
  }
  return line.screenshot !== null && line.remoteDebuggingPort === null ? 'done' : 'taken'
}

/**
 * Writes a screenshot of a window.
 * @param live resolves when a live order book is on its screen.
 */
async function captureWindow(
  window: () => BrowserWindow | undefined,
  live: Promise<unknown>,
  file: string,
  clock: Clock,
): Promise<void> {
  const wait = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))
  await Promise.race([live.then(() => wait(SETTLE)), wait(AT_LATEST)])
  const first = window()
  if (first === undefined) throw new Error('there is no window to take a picture of')
  const image = await first.webContents.capturePage()
  await writeFile(file, image.toPNG())
}
