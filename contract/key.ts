/** Command keys as stored: by position on the keyboard, or by the character that a key types. Pure. */

/** A key with its modifiers. `mod` is Ctrl, or Cmd on a Mac. `code` is `KeyboardEvent.code`. */
export type Key =
  | { readonly code: string; readonly mod?: boolean; readonly shift?: boolean; readonly alt?: boolean }
  /** A character such as `?`, on any keyboard layout and with any modifiers it needs; with Ctrl or Cmd for `mod`. */
  | { readonly sign: string; readonly mod?: boolean }

/** Keys chosen by the trader, by command id: an empty list means no key. A missing command keeps its default. */
export type KeyChoices = Readonly<Record<string, readonly Key[]>>

/** A change of chosen keys: null restores the defaults. */
export type KeyChanges = Readonly<Record<string, readonly Key[] | null>>

/** Maximum number of commands with chosen keys, and of keys per command. */
export const MAX_CHOICES = 500
export const MAX_KEYS = 4

/** Keys of commands that also appear in the application menu, shared by both. */
export const MENU_KEYS = {
  'window/new': { code: 'KeyN', mod: true, shift: true },
} as const satisfies Readonly<Record<string, Key>>

/** The choices after a change. */
export function changedKeys(choices: KeyChoices, changes: KeyChanges): KeyChoices {
  const next: Record<string, readonly Key[]> = { ...choices }
  for (const [id, keys] of Object.entries(changes)) {
    if (keys === null) delete next[id]
    else next[id] = keys
  }
  return next
}

/** Commands for emergencies: the trader presses the key they know. */
const EMERGENCY = { 'trade/flatten': 'Flatten', 'trade/cancel/all': 'Cancel all', 'trade/kill': 'Kill' } as const

/** Emergency commands whose keys a change alters or removes. */
export const emergencyKeysMoved = (before: KeyChoices, after: KeyChoices): readonly string[] =>
  Object.entries(EMERGENCY).flatMap(([id, name]) =>
    JSON.stringify(before[id]) === JSON.stringify(after[id]) ? [] : [name],
  )

/** Whether two keys are the same key press. */
export const sameKey = (a: Key, b: Key): boolean => {
  if ('sign' in a || 'sign' in b) {
    return 'sign' in a && 'sign' in b && a.sign === b.sign && (a.mod === true) === (b.mod === true)
  }
  return (
    a.code === b.code &&
    (a.mod === true) === (b.mod === true) &&
    (a.shift === true) === (b.shift === true) &&
    (a.alt === true) === (b.alt === true)
  )
}

const MODIFIER =
  /^(Shift|Control|Alt|Meta|OS)(Left|Right)?$|^(CapsLock|NumLock|ScrollLock|Fn|FnLock|AltGraph|ContextMenu)$/
const MOVES = /^(Arrow(Up|Down|Left|Right)|Home|End|PageUp|PageDown)$/
/** A key that no command may use, as a sentence. @param key its name */
type Reserved = (key: string) => string

/** Editing keys, with Ctrl or Cmd and without Alt. */
const EDITING: Readonly<Record<string, Reserved>> = {
  KeyA: (key) => `${key} selects all in a field or table.`,
  KeyC: (key) => `${key} copies.`,
  KeyV: (key) => `${key} pastes.`,
  KeyX: (key) => `${key} cuts.`,
  KeyZ: (key) => `${key} undoes typing.`,
  KeyY: (key) => `${key} redoes typing.`,
  KeyQ: (key) => `${key} quits Isotherm.`,
  KeyW: (key) => `${key} closes windows and tabs in other programs.`,
  KeyM: (key) => `${key} minimizes the window.`,
  KeyH: (key) => `${key} hides Isotherm on a Mac.`,
}

const filters: Reserved = (key) => `${key} filters the rows of a table.`

/** What reserves a key; null when a command may use it. */
export function reservedFor(key: Key): Reserved | null {
  if ('sign' in key) return key.sign === '/' && key.mod !== true ? filters : null
  const { code, mod = false, alt = false } = key
  if (code === '' || code === 'Unidentified') return (name) => `${name} is not recognized by this computer.`
  if (MODIFIER.test(code)) return (name) => `${name} only works together with another key.`
  if (code === 'Escape') return (name) => `${name} goes back one step.`
  if (code === 'Tab') return (name) => `${name} moves the focus.`
  if (code === 'F10' || code === 'F11' || (code === 'F4' && alt)) return (name) => `${name} belongs to the system.`
  if (mod && !alt) {
    const editing = EDITING[code]
    if (editing !== undefined) return editing
    if (/^Arrow|^(Home|End|Backspace|Delete)$/.test(code)) return (name) => `${name} moves and deletes in a field.`
    return null
  }
  if (mod) return null
  if (/^(Numpad)?Enter$/.test(code)) return (name) => `${name} confirms, or opens a row.`
  if (code === 'Space') return (name) => `${name} presses a button, or selects a row.`
  if (MOVES.test(code)) return (name) => `${name} moves in tables, charts, lists and fields.`
  if (code === 'Backspace' || code === 'Delete') return (name) => `${name} deletes in a field, and closes a tab.`
  if (code === 'Slash' && !alt && key.shift !== true) return filters
  return null
}
