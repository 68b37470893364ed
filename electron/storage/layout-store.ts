/** The layout of each window in `layouts.json`; what a layout is made of is the window's own business. */
import { z } from 'zod'
import type { Clock } from '../../contract/time.ts'
import type { LayoutStore, SetAside } from './interface.ts'
import { JsonFile } from './json-file.ts'

const schema = z.looseObject({ windows: z.record(z.string(), z.unknown()).default({}) })

export function openLayouts(
  directory: string,
  clock: Pick<Clock, 'now'>,
): LayoutStore & { readonly setAside: SetAside | null } {
  const file = new JsonFile({ directory, name: 'layouts', schema, initial: { windows: {} }, clock })
  return {
    setAside: file.setAside,
    readLayout: (window) => (Object.hasOwn(file.value.windows, window) ? file.value.windows[window] : null) ?? null,
    saveLayout: (window, layout) => file.save({ ...file.value, windows: { ...file.value.windows, [window]: layout } }),
  }
}
