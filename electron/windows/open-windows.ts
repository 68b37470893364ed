/** Which windows are open and on which deployment each is, as the next start finds them. */
import { z } from 'zod'
import type { LayoutStore } from '../storage/index.ts'

export interface RememberedWindow {
  readonly name: string
  readonly profile: string
}

const KEY = '#open'
const name = z.string().regex(/^window-\d{1,3}$/)
const entry = z.object({ name, profile: z.string().min(1) })

/** What cannot be read is left out; each name once. */
export function readOpenWindows(layouts: Pick<LayoutStore, 'readLayout'>): readonly RememberedWindow[] {
  const saved = layouts.readLayout(KEY)
  if (!Array.isArray(saved)) return []
  const windows = new Map<string, RememberedWindow>()
  for (const value of saved) {
    const parsed = entry.safeParse(value)
    if (parsed.success) windows.set(parsed.data.name, parsed.data)
  }
  return [...windows.values()]
}

export function saveOpenWindows(layouts: Pick<LayoutStore, 'saveLayout'>, windows: readonly RememberedWindow[]): void {
  layouts.saveLayout(KEY, windows)
}
