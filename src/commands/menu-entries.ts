/** The entries of a menu, made from the commands that stand in it. Pure. */
import type { MenuEntry } from '../ui/index.ts'
import { type Command, runCommand } from './command.ts'
import { keyText } from './keys.ts'

/** In the order of the commands; those of one submenu stand together where its first one does. */
export function menuEntries(commands: readonly Command[], menu: string, isMac: boolean): readonly MenuEntry[] {
  const entries: MenuEntry[] = []
  const submenus = new Map<string, MenuEntry[]>()
  for (const command of commands) {
    const { id, title, keys, impossible, selected, menu: place } = command
    if (place?.menu !== menu) continue
    const { section, submenu, label } = place
    const key = keys?.[0]
    const entry: MenuEntry = {
      id,
      label: label ?? title,
      section,
      selected: selected === true,
      ...(impossible == null ? {} : { impossible }),
      ...(key === undefined ? {} : { key: keyText(key, isMac) }),
      onAction: () => runCommand(command),
    }
    if (submenu === undefined) {
      entries.push(entry)
      continue
    }
    const { section: _around, ...inside } = entry
    const known = submenus.get(submenu)
    if (known !== undefined) {
      known.push(inside)
      continue
    }
    const own = [inside]
    submenus.set(submenu, own)
    entries.push({ id: `${section}/${submenu}`, label: submenu, section, entries: own })
  }
  return entries
}
