/** Whether two layouts are the same arrangement: which of several tabs is in front is no part of it. */
import type { WindowLayout } from '../../contract/workspace.ts'

/** Of the docking library: what was looked at last. */
const LOOKED_AT: ReadonlySet<string> = new Set(['activeGroup', 'activeView', 'activePanel'])

export const sameLayout = (a: WindowLayout | null, b: WindowLayout | null): boolean => textOf(a) === textOf(b)

const textOf = (layout: WindowLayout | null): string =>
  JSON.stringify(layout, (key, value: unknown) => (LOOKED_AT.has(key) || key === 'drafts' ? undefined : value))
