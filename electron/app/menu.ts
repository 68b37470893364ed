/**
 * The application menu: the commands of the window in front, from its own table, and what is main's to do. An entry of a command is run in that window
 * as if it were chosen in its palette. None closes or ends anything without a word.
 */

import type { BaseWindow, MenuItemConstructorOptions } from 'electron'
import { MENU_TITLES, type MenuTitle, type NativeMenuItem } from '../../contract/desktop.ts'
import { type Key, type KeyChoices, MENU_KEYS } from '../../contract/key.ts'

const NAMES: Readonly<Record<string, string>> = {
  Equal: '=',
  Minus: '-',
  Comma: ',',
  Period: '.',
  Semicolon: ';',
  Quote: "'",
  Backquote: '`',
  BracketLeft: '[',
  BracketRight: ']',
  Backslash: '\\',
  Slash: '/',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Escape: 'Esc',
  Enter: 'Return',
}
/** Codes that a menu calls as they are. */
const SAME = /^(F([1-9]|1\d|2[0-4])|Space|Tab|Home|End|PageUp|PageDown|Insert|Delete|Backspace)$/

/** As Electron writes it, `CmdOrCtrl+Shift+N`; null for a key that it has no name for. */
export function acceleratorOf(key: Key): string | null {
  if ('sign' in key) return key.sign
  const { code, mod, alt, shift } = key
  const name = NAMES[code] ?? /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1] ?? (SAME.test(code) ? code : null)
  if (name === null) return null
  return [mod && 'CmdOrCtrl', alt && 'Alt', shift && 'Shift', name].filter(Boolean).join('+')
}

interface EntryDeeds {
  /** The key as the menu shows it. */
  readonly shown: (key: Key | null) => Partial<MenuItemConstructorOptions>
  readonly run: (front: BaseWindow | undefined, id: string) => void
  readonly isMac: boolean
}

/** A reason stands beside its entry, cut to this. */
const LONGEST_REASON = 70

export interface MenuDeeds {
  /** Opens a window beside the one in front; undefined where none is. */
  readonly newWindow: (front: BaseWindow | undefined) => void
  /** As a hand closes it. */
  readonly closeWindow: (front: BaseWindow | undefined) => void
  /** Ends the terminal once the trader has heard of what ends with it. */
  readonly quit: () => void
  /** Runs a command in the window in front, as if it were chosen in its palette. */
  readonly run: (front: BaseWindow | undefined, id: string) => void
}

interface MenuParts {
  /** Keys that the trader chose, by the id of the command. */
  readonly keys: KeyChoices
  /** The commands of the window in front. */
  readonly items: readonly NativeMenuItem[]
  readonly platform?: NodeJS.Platform
}

type Entries = readonly MenuItemConstructorOptions[]
const LINE: MenuItemConstructorOptions = { type: 'separator' }

export function applicationMenu(
  { newWindow, closeWindow, quit, run }: MenuDeeds,
  { keys, items, platform = process.platform }: MenuParts,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin'
  /**
   * The key that a command has now, shown but not taken: the window takes the keys of commands, so that none is taken twice. A menu of a Mac takes
   * whatever it shows, and shows none of them.
   */
  const shown = (key: Key | undefined | null): Partial<MenuItemConstructorOptions> => {
    const accelerator = key == null || isMac ? null : acceleratorOf(key)
    return accelerator === null ? {} : { accelerator, registerAccelerator: false }
  }
  const newKey = keys['window/new'] === undefined ? MENU_KEYS['window/new'] : keys['window/new'][0]
  // The roles of the system would quit and close by themselves. To close a window has no key: the one that people know closes tabs.
  const end: MenuItemConstructorOptions = { label: 'Quit Isotherm', accelerator: 'CmdOrCtrl+Q', click: () => quit() }
  const own: Readonly<Record<MenuTitle, readonly [before: Entries, after: Entries]>> = {
    File: [
      [
        { label: 'New window', ...shown(newKey), click: (_item, front) => newWindow(front) },
        { label: 'Close window', click: (_item, front) => closeWindow(front) },
      ],
      isMac ? [] : [end],
    ],
    Edit: [EDITING, []],
    View: [[], [{ role: 'togglefullscreen' }]],
    Go: [[], []],
    Trade: [[], []],
    Window: [[{ role: 'minimize' }, { role: 'zoom' }, ...(isMac ? [{ role: 'front' } as const] : [])], []],
    Help: [[], isMac ? [] : [{ role: 'about' }]],
  }
  const menus = MENU_TITLES.flatMap((label): Entries => {
    const [before, after] = own[label]
    const commands = commandEntries(
      items.filter(({ menu }) => menu === label),
      { shown, run, isMac },
    )
    const submenu = joined([before, commands, after])
    return submenu.length === 0 ? [] : [{ label, submenu }]
  })
  return [...(isMac ? [macMenu(end)] : []), ...menus]
}

const EDITING: Entries = [
  { role: 'undo' },
  { role: 'redo' },
  LINE,
  { role: 'cut' },
  { role: 'copy' },
  { role: 'paste' },
  { role: 'selectAll' },
]

/** With a line between what stands in different parts. */
function joined(parts: readonly Entries[]): MenuItemConstructorOptions[] {
  return parts.filter((part) => part.length > 0).flatMap((part, index) => (index === 0 ? [...part] : [LINE, ...part]))
}

const macMenu = (end: MenuItemConstructorOptions): MenuItemConstructorOptions => ({
  label: 'Isotherm',
  submenu: [
    { role: 'about' },
    LINE,
    { role: 'services' },
    LINE,
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    LINE,
    end,
  ],
})

/** In the order of their sections, with a line between them; those of one submenu stand together where its first one does. */
function commandEntries(
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
