/** Keys of commands, as they are written down: by their place on the keyboard, or, for signs, by what they write. Pure. */

/** A key with what is held beside it. `mod` is Ctrl, on a Mac Cmd. `code` is that of `KeyboardEvent.code`. */
export type Key =
  | { readonly code: string; readonly mod?: boolean; readonly shift?: boolean; readonly alt?: boolean }
  /** A sign, such as `?`, wherever the keyboard has it and whatever must be held for it. */
  | { readonly sign: string }

/** The keys that a trader chose, by the id of the command: none where it shall have no key. A command that is missing keeps its own. */
export type KeyChoices = Readonly<Record<string, readonly Key[]>>

/** A change of them: null gives a command its own keys back. */
export type KeyChanges = Readonly<Record<string, readonly Key[] | null>>

/** Commands that keys are kept for, at most, and keys of one. */
export const MOST_CHOICES = 500
export const MOST_KEYS = 4

/** Keys of commands that the application's menu shows too, so that both have them from here. */
export const MENU_KEYS = {
  'window/new': { code: 'KeyN', mod: true, shift: true },
  'setting/textSize/larger': { code: 'Equal', mod: true },
  'setting/textSize/smaller': { code: 'Minus', mod: true },
  'setting/textSize/usual': { code: 'Digit0', mod: true },
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

/** Commands that end what could be lost: a trader presses for them the key they know. */
const EMERGENCY = { 'trade/flatten': 'Flatten', 'trade/cancel/all': 'Cancel all', 'trade/kill': 'Kill' } as const

/** Which of them have other keys after a change than before, or none. */
export const emergencyKeysMoved = (before: KeyChoices, after: KeyChoices): readonly string[] =>
  Object.entries(EMERGENCY).flatMap(([id, name]) =>
    JSON.stringify(before[id]) === JSON.stringify(after[id]) ? [] : [name],
  )

/** Whether two keys would be pressed alike. */
export const sameKey = (a: Key, b: Key): boolean => {
  if ('sign' in a || 'sign' in b) return 'sign' in a && 'sign' in b && a.sign === b.sign
  return (
    a.code === b.code &&
    (a.mod === true) === (b.mod === true) &&
    (a.shift === true) === (b.shift === true) &&
    (a.alt === true) === (b.alt === true)
  )
}

const HELD = /^(Shift|Control|Alt|Meta|OS)(Left|Right)?$|^(CapsLock|NumLock|ScrollLock|Fn|FnLock|AltGraph|ContextMenu)$/
const MOVES = /^(Arrow(Up|Down|Left|Right)|Home|End|PageUp|PageDown)$/
/** With Ctrl or Cmd, without Alt. */
const EDITING: Readonly<Record<string, string>> = {
  KeyA: 'selects everything in a field or a table',
  KeyC: 'copies',
  KeyV: 'pastes',
  KeyX: 'cuts',
  KeyZ: 'takes back what was typed',
  KeyY: 'brings back what was typed',
  KeyQ: 'ends the terminal',
  KeyW: 'is how windows and tabs are closed elsewhere',
  KeyM: 'minimises the window',
  KeyH: 'hides the terminal on a Mac',
}

/** What a key is for already, as the end of a sentence, so that no command can have it; null where one can. */
export function reservedFor(key: Key): string | null {
  if ('sign' in key) return key.sign === '/' ? 'filters the rows of a table' : null
  const { code, mod = false, alt = false } = key
  if (code === '' || code === 'Unidentified') return 'cannot be told from others by this computer'
  if (HELD.test(code)) return 'is held beside others and is none by itself'
  if (code === 'Escape') return 'goes back, out of the innermost thing first'
  if (code === 'Tab') return 'moves the focus'
  if (code === 'F10' || code === 'F11' || (code === 'F4' && alt)) return 'belongs to the system'
  if (mod && !alt) {
    const editing = EDITING[code]
    if (editing !== undefined) return editing
    if (/^Arrow|^(Home|End|Backspace|Delete)$/.test(code)) return 'moves and deletes in a field'
    return null
  }
  if (mod) return null
  if (/^(Numpad)?Enter$/.test(code)) return 'goes on, or opens a row'
  if (code === 'Space') return 'presses a button, or selects a row'
  if (MOVES.test(code)) return 'moves in tables, charts, lists and fields'
  if (code === 'Backspace' || code === 'Delete') return 'deletes in a field, and closes a tab'
  if (code === 'Slash' && !alt && key.shift !== true) return 'filters the rows of a table'
  return null
}
