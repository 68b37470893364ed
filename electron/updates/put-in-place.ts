/** How each kind of installation is replaced, once the terminal has stopped: AppImage, NSIS, Squirrel.Mac. */
import type { AppImageUpdater } from 'electron-updater/out/AppImageUpdater.js'
import type { MacUpdater } from 'electron-updater/out/MacUpdater.js'
import type { NsisUpdater } from 'electron-updater/out/NsisUpdater.js'
import type { Clock } from '../../contract/time.ts'
import { ReleaseError } from './release-error.ts'

/** What an updater said went wrong meanwhile. */
function errorsOf(updater: AppImageUpdater | NsisUpdater | MacUpdater): { readonly first: () => Error | null } {
  let first: Error | null = null
  updater.on('error', (error) => {
    first ??= error
  })
  return { first: () => first }
}

const failed = (error: unknown): ReleaseError =>
  new ReleaseError('not_installed', error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'it failed', error)

/**
 * Replaces the AppImage and starts nothing: a new one that began while this one still holds the lock on its data would end at once.
 * Answers where the new one is: an AppImage whose name says its version gets another name.
 */
export async function installAppImage(updater: AppImageUpdater): Promise<string> {
  let place = process.env.APPIMAGE ?? ''
  // An event that its types leave out.
  const inner = updater as unknown as { on(event: string, listener: (path: string) => void): void }
  inner.on('appimage-filename-updated', (path) => {
    place = path
  })
  const errors = errorsOf(updater)
  if (updater.install(true, false)) return place
  throw failed(errors.first())
}

/** Starts the installer, which waits for the end of this process and then starts the new version. */
export async function installByNsis(updater: NsisUpdater): Promise<null> {
  const errors = errorsOf(updater)
  const starts: Promise<unknown>[] = []
  const inner = updater as unknown as { spawnLog(...args: unknown[]): Promise<boolean> }
  const spawnLog = inner.spawnLog.bind(updater)
  inner.spawnLog = (...args) => {
    const start = spawnLog(...args)
    starts.push(start)
    return start
  }
  if (!updater.install(true, true)) throw failed(errors.first())
  // One that was refused may be tried again with more rights.
  let last: PromiseSettledResult<unknown> | undefined
  for (let done = 0; done < starts.length; done += 1) [last] = await Promise.allSettled([starts[done]])
  if (last?.status === 'rejected') throw failed(last.reason)
  return null
}

/** Squirrel copies and checks the new app before it says anything, ms. */
const SQUIRREL_MS = 180_000

/** Has Squirrel.Mac take it over; it ends the app by itself. Comes back only when that failed. */
export function installBySquirrel(updater: MacUpdater, clock: Pick<Clock, 'after'>): Promise<never> {
  return new Promise((_resolve, reject) => {
    updater.on('error', (error) => reject(failed(error)))
    clock.after(SQUIRREL_MS, () => reject(failed(new Error('Squirrel did not take the new version in time'))))
    updater.quitAndInstall()
  })
}
