/** The entries of one menu that are commands of the window in front. Pure. */
import type { BaseWindow, MenuItemConstructorOptions } from 'electron'
import type { Key } from '../../contract/key.ts'
import type { NativeMenuItem } from '../../contract/native-menu.ts'

interface EntryDeeds {
  /** The key as the menu shows it. */
  readonly shown: (key: Key | null) => Partial<MenuItemConstructorOptions>
  readonly run: (front: BaseWindow | undefined, id: string) => void
  readonly isMac: boolean
}

/** A reason stands beside its entry, cut to this. */
const LONGEST_REASON = 70

/** In the order of their sections, with a line between them; those of one submenu stand together where its first one does. */
export function commandEntries(
  items: readonly NativeMenuItem[],
  { shown, run, isMac }: EntryDeeds,
): MenuItemConstructorOptions[] {
  const entryOf = ({ id, label, key, off, isChosen }: NativeMenuItem): MenuItemConstructorOptions => ({
    id,
    label: written(off === null || isMac ? label : `${label} (${shortened(off)})`, isMac),
    ...(off !== null && isMac ? { sublabel: shortened(off) } : {}),
    enabled: off === null,
    ...(isChosen ? { type: 'checkbox' as const, checked: true } : {}),
    ...shown(key),
    click: (_item, front) => run(front, id),
  })
  const sections = new Map<string, MenuItemConstructorOptions[]>()
  const submenus = new Map<string, MenuItemConstructorOptions[]>()
  for (const item of items) {
    const { section, submenu } = item
    const entries = sections.get(section) ?? []
    sections.set(section, entries)
    if (submenu === null) {
      entries.push(entryOf(item))
      continue
    }
    const key = `${section}/${submenu}`
    const known = submenus.get(key)
    if (known !== undefined) {
      known.push(entryOf(item))
      continue
    }
    const inside = [entryOf(item)]
    submenus.set(key, inside)
    entries.push({ label: written(submenu, isMac), submenu: inside })
  }
  return [...sections.values()].flatMap((entries, index) =>
    index === 0 ? entries : [{ type: 'separator' as const }, ...entries],
  )
}

/** Elsewhere than on a Mac a `&` marks the letter that chooses the entry. */
const written = (text: string, isMac: boolean): string => (isMac ? text : text.replaceAll('&', '&&'))

const shortened = (reason: string): string =>
  reason.length <= LONGEST_REASON ? reason : `${reason.slice(0, LONGEST_REASON - 1)}…`
