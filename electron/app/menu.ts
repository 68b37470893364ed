/**
 * The application menu: main's own entries, and the commands of the front window. A command runs in that window as if it were chosen in its palette.
 * Closing a window and quitting ask first.
 */

import type { BaseWindow, MenuItemConstructorOptions } from 'electron'
import { MENU_TITLES, type MenuTitle, type NativeMenuItem } from '../../contract/desktop.ts'
import { type Key, type KeyChoices, MENU_KEYS } from '../../contract/key.ts'

/** Electron's names of keys, by `KeyboardEvent.code`. */
const KEY_NAMES: Readonly<Record<string, string>> = {
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
/** Codes that Electron uses unchanged. */
const SAME_NAME = /^(F([1-9]|1\d|2[0-4])|Space|Tab|Home|End|PageUp|PageDown|Insert|Delete|Backspace)$/

/** In Electron's notation, `CmdOrCtrl+Shift+N`; null for a key without a name there. */
export function acceleratorOf(key: Key): string | null {
  if ('sign' in key) return key.mod === true ? null : key.sign
  const { code, mod, alt, shift } = key
  const name = KEY_NAMES[code] ?? /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1] ?? (SAME_NAME.test(code) ? code : null)
  if (name === null) return null
  return [mod && 'CmdOrCtrl', alt && 'Alt', shift && 'Shift', name].filter(Boolean).join('+')
}

interface EntryOptions {
  /** The part of an entry that shows its key. */
  readonly keyPart: (key: Key | null) => Partial<MenuItemConstructorOptions>
  readonly run: (front: BaseWindow | undefined, id: string) => void
  readonly isMac: boolean
}

/** Maximum length of the reason shown beside a disabled entry, characters. */
const LONGEST_REASON = 70

export interface MenuActions {
  /** Opens a window beside the front one; undefined where there is none. */
  readonly newWindow: (front: BaseWindow | undefined) => void
  /** Closes the window like its own close button, with the same question. */
  readonly closeWindow: (front: BaseWindow | undefined) => void
  /** Quits, after the trader has confirmed what ends with the terminal. */
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
const SEPARATOR: MenuItemConstructorOptions = { type: 'separator' }

export function applicationMenu(
  { newWindow, closeWindow, quit, run }: MenuActions,
  { keys, items, platform = process.platform }: MenuParts,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin'
  /**
   * The current key of a command, shown but not handled: the window handles command keys, so that none runs twice. A Mac's menu handles every key
   * that it shows, so it shows none of them.
   */
  const keyPart = (key: Key | undefined | null): Partial<MenuItemConstructorOptions> => {
    const accelerator = key == null || isMac ? null : acceleratorOf(key)
    return accelerator === null ? {} : { accelerator, registerAccelerator: false }
  }
  const newKey = keys['window/new'] === undefined ? MENU_KEYS['window/new'] : keys['window/new'][0]
  // Electron's own `quit` and `close` roles would not ask first. Closing a window has no key: Ctrl+W (Cmd+W) is a habit for closing tabs.
  const quitEntry: MenuItemConstructorOptions = {
    label: 'Quit Isotherm',
    accelerator: 'CmdOrCtrl+Q',
    click: () => quit(),
  }
  const own: Readonly<Record<MenuTitle, readonly [before: Entries, after: Entries]>> = {
    File: [
      [
        { label: 'New window', ...keyPart(newKey), click: (_item, front) => newWindow(front) },
        { label: 'Close window', click: (_item, front) => closeWindow(front) },
      ],
      isMac ? [] : [quitEntry],
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
      { keyPart, run, isMac },
    )
    const submenu = joined([before, commands, after])
    return submenu.length === 0 ? [] : [{ label, submenu }]
  })
  return [...(isMac ? [macMenu(quitEntry)] : []), ...menus]
}

const EDITING: Entries = [
  { role: 'undo' },
  { role: 'redo' },
  SEPARATOR,
  { role: 'cut' },
  { role: 'copy' },
  { role: 'paste' },
  { role: 'selectAll' },
]

/** The non-empty parts, with a separator between them. */
function joined(parts: readonly Entries[]): MenuItemConstructorOptions[] {
  return parts
    .filter((part) => part.length > 0)
    .flatMap((part, index) => (index === 0 ? [...part] : [SEPARATOR, ...part]))
}

const macMenu = (quitEntry: MenuItemConstructorOptions): MenuItemConstructorOptions => ({
  label: 'Isotherm',
  submenu: [
    { role: 'about' },
    SEPARATOR,
    { role: 'services' },
    SEPARATOR,
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    SEPARATOR,
    quitEntry,
  ],
})

/** Entries by section, with separators between sections. A submenu appears where its first entry would. */
function commandEntries(
  items: readonly NativeMenuItem[],
  { keyPart, run, isMac }: EntryOptions,
): MenuItemConstructorOptions[] {
  const entryOf = ({ id, label, key, off, isChosen }: NativeMenuItem): MenuItemConstructorOptions => ({
    id,
    label: labelText(off === null || isMac ? label : `${label} (${shortened(off)})`, isMac),
    ...(off !== null && isMac ? { sublabel: shortened(off) } : {}),
    enabled: off === null,
    ...(isChosen ? { type: 'checkbox' as const, checked: true } : {}),
    ...keyPart(key),
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
    const existing = submenus.get(key)
    if (existing !== undefined) {
      existing.push(entryOf(item))
      continue
    }
    const inside = [entryOf(item)]
    submenus.set(key, inside)
    entries.push({ label: labelText(submenu, isMac), submenu: inside })
  }
  return [...sections.values()].flatMap((entries, index) =>
    index === 0 ? entries : [{ type: 'separator' as const }, ...entries],
  )
}

/** Escapes `&`, which marks the mnemonic letter on Windows and Linux. */
const labelText = (text: string, isMac: boolean): string => (isMac ? text : text.replaceAll('&', '&&'))

const shortened = (reason: string): string =>
  reason.length <= LONGEST_REASON ? reason : `${reason.slice(0, LONGEST_REASON - 1)}…`
