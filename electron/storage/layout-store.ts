/** The layout of each window in `layouts.json`; what a layout is made of is the window's own business. */
import { z } from 'zod'
import type { Cancel, Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import type { LayoutStore, SetAside } from './interface.ts'
import { JsonFile } from './json-file.ts'

const schema = z.looseObject({ windows: z.record(z.string(), z.unknown()).default({}) })

/** Between two writes of the file, ms: each is synced to the disk, and layouts change as fast as a hand drags. */
const WRITE_EVERY_MS = 1000

interface Layouts extends LayoutStore {
  readonly setAside: SetAside | null
  /** Writes what is not written yet; the last thing that is done with them. */
  close(): void
}

/**
 * The first change is written at once, those that follow within a second together at its end. Reads have the newest at any time.
 */
export function openLayouts(
  directory: string,
  clock: Pick<Clock, 'now' | 'monotonic' | 'after'>,
  log?: Pick<Log, 'warn'>,
): Layouts {
  const file = new JsonFile({ directory, name: 'layouts', schema, initial: { windows: {} }, clock })
  let windows = file.value.windows
  let writtenAt = Number.NEGATIVE_INFINITY
  let waiting: Cancel | null = null
  let written = true
  let watcher: ((failure: Error | null) => void) | null = null

  /** @throws Error in words when it cannot be written; it waits for the next change then. */
  function write(): void {
    waiting?.()
    waiting = null
    writtenAt = clock.monotonic()
    try {
      file.save({ ...file.value, windows })
    } catch (error) {
      watcher?.(error as Error)
      throw error
    }
    written = true
    watcher?.(null)
  }

  function writeLater(): void {
    try {
      write()
    } catch (error) {
      log?.warn({ err: error }, 'the layouts could not be saved')
    }
  }

  return {
    setAside: file.setAside,
    readLayout: (window) => (Object.hasOwn(windows, window) ? windows[window] : null) ?? null,
    saveLayout(window, layout) {
      windows = { ...windows, [window]: layout }
      written = false
      if (waiting !== null) return
      const rest = writtenAt + WRITE_EVERY_MS - clock.monotonic()
      if (rest > 0) waiting = clock.after(rest, writeLater)
      else write()
    },
    watchWrites(told) {
      watcher = told
    },
    close() {
      if (!written) writeLater()
    },
  }
}
