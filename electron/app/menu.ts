/**
 * The application menu: the commands of the front window, from its own table, and main's own entries. A command's entry runs in that window as if it
 * were chosen in its palette. No entry closes or quits anything without a question.
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
/** Codes that a menu uses unchanged. */
const SAME = /^(F([1-9]|1\d|2[0-4])|Space|Tab|Home|End|PageUp|PageDown|Insert|Delete|Backspace)$/

/** In Electron's notation, `CmdOrCtrl+Shift+N`; null for a key without a name there. */
export function acceleratorOf(key: Key): string | null {
  if ('sign' in key) return key.mod === true ? null : key.sign
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

/** Maximum length of a reason beside its entry. */
const LONGEST_REASON = 70

export interface MenuActions {
  /** Opens a window beside the front one; undefined where there is none. */
  readonly newWindow: (front: BaseWindow | undefined) => void
  /** As the user closes it. */
  readonly closeWindow: (front: BaseWindow | undefined) => void
  /** Quits after the trader was told what ends with the terminal. */
  readonly quit: () => void
  /** Runs a command in the front window, as if it were chosen in its palette. */
  readonly run: (front: BaseWindow | undefined, id: string) => void
}

interface MenuParts {
  /** Keys that the trader chose, by the id of the command. */
  readonly keys: KeyChoices
  /** The commands of the front window. */
  readonly items: readonly NativeMenuItem[]
  readonly platform?: NodeJS.Platform
}

type Entries = readonly MenuItemConstructorOptions[]
const LINE: MenuItemConstructorOptions = { type: 'separator' }

export function applicationMenu(
  { newWindow, closeWindow, quit, run }: MenuActions,
  { keys, items, platform = process.platform }: MenuParts,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin'
  /**
   * The current key of a command, shown but not handled: the window handles command keys, so that none runs twice. A Mac's menu handles every key
   * that it shows, so it shows none of them.
   */
  const shown = (key: Key | undefined | null): Partial<MenuItemConstructorOptions> => {
    const accelerator = key == null || isMac ? null : acceleratorOf(key)
    return accelerator === null ? {} : { accelerator, registerAccelerator: false }
  }
  const newKey = keys['window/new'] === undefined ? MENU_KEYS['window/new'] : keys['window/new'][0]
  // The system's roles would quit and close directly. Closing a window has no key: the familiar one closes tabs.
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

/** With a separator between parts. */
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

/** By section, with a separator between sections; entries of one submenu are together at the place of its first one. */
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

/** Except on a Mac, `&` marks the mnemonic letter. */
const written = (text: string, isMac: boolean): string => (isMac ? text : text.replaceAll('&', '&&'))

const shortened = (reason: string): string =>
  reason.length <= LONGEST_REASON ? reason : `${reason.slice(0, LONGEST_REASON - 1)}…`
