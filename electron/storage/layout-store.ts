/** The layout of each window in `layouts.json`; what a layout is made of is the window's own business. */
import { z } from 'zod'
import type { Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import type { LayoutStore, SetAside } from './interface.ts'
import { JsonFile } from './json-file.ts'
import { pacedWrites } from './paced-writes.ts'

const schema = z.looseObject({ windows: z.record(z.string(), z.unknown()).default({}) })

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
  let watcher: ((failure: Error | null) => void) | null = null

  const writes = pacedWrites({
    clock,
    log,
    what: 'the layouts',
    write() {
      try {
        file.save({ ...file.value, windows })
      } catch (error) {
        watcher?.(error as Error)
        throw error
      }
      watcher?.(null)
    },
  })

  function saveLayouts(layouts: Readonly<Record<string, unknown>>): void {
    windows = { ...windows, ...layouts }
    writes.changed()
  }

  return {
    setAside: file.setAside,
    readLayout: (window) => (Object.hasOwn(windows, window) ? windows[window] : null) ?? null,
    saveLayout: (window, layout) => saveLayouts({ [window]: layout }),
    saveLayouts,
    watchWrites(told) {
      watcher = told
    },
    close: writes.close,
  }
}
