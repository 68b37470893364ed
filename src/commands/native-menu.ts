/** The command table as listed in the native application menu. Pure. */

import { MAX_MENU_ITEMS, type MenuItemInput, type MenuTitle } from '../../contract/desktop.ts'
import type { MenuEntry } from '../ui/index.ts'
import { type Command, runCommand } from './command.ts'
import { keyText } from './keys.ts'

/** Commands for which main has entries of its own. */
const MAINS_OWN: ReadonlySet<string> = new Set(['window/new'])

/** Menu places by id prefix; the first match applies. */
const PLACES: readonly (readonly [prefix: string, menu: MenuTitle, section: string, submenu?: string])[] = [
  ['workspace/', 'File', 'Workspace'],
  ['settings/', 'File', 'Settings'],
  ['day-sheet/', 'File', 'Records'],
  ['fills/', 'File', 'Records'],
  ['chart/', 'Edit', 'Copy'],
  ['panel/show/', 'View', 'Panels', 'Show a panel'],
  ['panel/open/', 'View', 'Panels', 'Open another panel'],
  ['choose/', 'View', 'Panel', 'In this panel'],
  ['layout/', 'View', 'Layouts', 'Arrange'],
  ['palette', 'Go', 'Find'],
  ['focus/', 'Go', 'Focus'],
  ['panel/tab/', 'Go', 'Focus'],
  ['market/', 'Go', 'Market'],
  ['say/', 'Go', 'Read aloud'],
  ['trade/buy/', 'Trade', 'Orders', 'Buy'],
  ['trade/sell/', 'Trade', 'Orders', 'Sell'],
  ['trade/size/', 'Trade', 'Orders', 'Size of the trading keys'],
  ['trade/cancel/', 'Trade', 'Cancel', 'Cancel'],
  ['trade/kill', 'Trade', 'Cancel'],
  ['trade/flatten', 'Trade', 'Cancel'],
  ['orders/', 'Trade', 'Cancel'],
  ['trade/arm/', 'Trade', 'Arming'],
  ['trade/disarm', 'Trade', 'Arming'],
  ['ladder/arm', 'Trade', 'Arming'],
  ['ladder/disarm', 'Trade', 'Arming'],
  ['window/arm', 'Trade', 'Arming'],
  ['window/disarm', 'Trade', 'Arming'],
  ['ticket/', 'Trade', 'Orders'],
  ['algo/', 'Trade', 'Scales and slices'],
  ['trade/', 'Trade', 'Position'],
  ['positions/', 'Trade', 'Position'],
  ['sizes/', 'Trade', 'Forms'],
  ['shares/', 'Trade', 'Forms', 'Shares'],
  ['alerts/', 'Trade', 'Forms'],
  ['limits/', 'Trade', 'Forms'],
  ['account/', 'Trade', 'Forms'],
  ['panel/', 'Window', 'Panel', 'This panel'],
  ['window/', 'Window', 'Windows'],
  ['deployment/', 'Window', 'Windows'],
  ['keys', 'Help', 'Keys'],
  ['help/', 'Help', 'Help'],
]

/** Settings are grouped by their own section, each with choices in a submenu. */
function placeOf({ id, menu }: Command): readonly [menu: MenuTitle, section: string, submenu: string | null] {
  if (id.startsWith('setting/')) return ['View', menu?.section ?? 'Settings', menu?.submenu ?? null]
  const place = PLACES.find(([prefix]) => id.startsWith(prefix))
  return place === undefined ? ['Go', 'Other', null] : [place[1], place[2], place[3] ?? null]
}

/** In command order, panels before the other entries of their menu; texts that are too long are truncated. */
export function nativeMenu(commands: readonly Command[]): readonly MenuItemInput[] {
  const items = commands
    .filter(({ id }) => !MAINS_OWN.has(id) && /^[\w/.-]{1,160}$/.test(id))
    .slice(0, MAX_MENU_ITEMS)
    .map((command) => {
      const { id, title, keys, impossible, selected } = command
      const [menu, section, submenu] = placeOf(command)
      const isInside = submenu !== null && command.menu?.submenu === submenu
      return {
        id,
        menu,
        section,
        submenu,
        label: line(isInside ? (command.menu?.label ?? title) : title, 160),
        key: keys?.[0] ?? null,
        off: impossible == null ? null : line(impossible, 300),
        isChosen: selected === true,
      }
    })
  const isPanel = ({ section }: MenuItemInput): boolean => section === 'Panels'
  return [...items.filter(isPanel), ...items.filter((item) => !isPanel(item))]
}

/** One line, at least one character. */
function line(text: string, longest: number): string {
  const clean = text.replace(/\p{Cc}+/gu, ' ').trim()
  if (clean === '') return '–'
  return clean.length <= longest ? clean : `${clean.slice(0, longest - 1)}…`
}

/** The entries of a menu, in command order; those of one submenu are grouped at its first one. */
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
