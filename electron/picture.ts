/** The picture of `--screenshot`: of the first window, once it shows live data. */
import { writeFile } from 'node:fs/promises'
import type { BrowserWindow } from 'electron'
import type { Clock } from '../contract/time.ts'

/** After the first book, what else is on its way (candles, account, fonts) has this long, ms. */
const SETTLE = 2500
/** A picture is taken after this long whatever the window shows, ms: without a service it shows why. */
const AT_LATEST = 15_000

/**
 * Writes a picture of a window.
 * @param live resolves when a live order book is on its screen.
 * @returns the file's path.
 */
export async function takePicture(
  window: () => BrowserWindow | undefined,
  live: Promise<unknown>,
  file: string,
  clock: Clock,
): Promise<string> {
  const wait = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))
  await Promise.race([live.then(() => wait(SETTLE)), wait(AT_LATEST)])
  const first = window()
  if (first === undefined) throw new Error('there is no window to take a picture of')
  const image = await first.webContents.capturePage()
  await writeFile(file, image.toPNG())
  return file
}
