/** Keys of commands: told apart by the place on the keyboard, or, for signs, by what they write. Pure. */

/** A key with what is held beside it. `mod` is Ctrl, on a Mac Cmd. */
export type Key =
  | { readonly code: string; readonly mod?: boolean; readonly shift?: boolean; readonly alt?: boolean }
  /** A sign, such as `?`, wherever the keyboard has it and whatever must be held for it. */
  | { readonly sign: string }

/** What is known of a press of a key: the parts of a `KeyboardEvent` that count. */
export interface Press {
  readonly code: string
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly repeat: boolean
  /** An input method is composing. */
  readonly isComposing: boolean
  /** AltGr is held: what it writes is a sign and no command. */
  readonly altGraph: boolean
}

/** Whether the press holds Ctrl, or on a Mac Cmd. */
export const hasMod = (press: Press, isMac: boolean): boolean =>
  !press.altGraph && (isMac ? press.metaKey : press.ctrlKey)

/** Whether a press is of this key, with exactly what it wants held. */
export function isPressOf(key: Key, press: Press, isMac: boolean): boolean {
  // The other one of Ctrl and Cmd belongs to the system.
  if (isMac ? press.ctrlKey : press.metaKey) return false
  if ('sign' in key) return press.key === key.sign && (press.altGraph || (!press.altKey && !hasMod(press, isMac)))
  if (press.altGraph) return false
  return (
    press.code === key.code &&
    hasMod(press, isMac) === (key.mod === true) &&
    press.shiftKey === (key.shift === true) &&
    press.altKey === (key.alt === true)
  )
}

const NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'Page up',
  PageDown: 'Page down',
  Escape: 'Esc',
  Equal: '+',
  Minus: '−',
  Slash: '/',
  Comma: ',',
  Period: '.',
  BracketLeft: '[',
  BracketRight: ']',
}

/** A key as it is written on screen: `Ctrl K`, `Shift F6`; on a Mac `⌘K`, `⇧F6`. */
export function keyText(key: Key, isMac: boolean): string {
  if ('sign' in key) return key.sign
  const { code, mod, shift, alt } = key
  const name = NAMES[code] ?? code.replace(/^(Key|Digit|Numpad)/, '')
  if (isMac) return `${alt === true ? '⌥' : ''}${shift === true ? '⇧' : ''}${mod === true ? '⌘' : ''}${name}`
  return [
    ...(mod === true ? ['Ctrl'] : []),
    ...(alt === true ? ['Alt'] : []),
    ...(shift === true ? ['Shift'] : []),
    name,
  ].join(' ')
}

/** The same as assistive technology reads it (`aria-keyshortcuts`): `Control+K`. */
export function ariaKeys(key: Key, isMac: boolean): string {
  if ('sign' in key) return key.sign
  const { code, mod, shift, alt } = key
  return [
    ...(mod === true ? [isMac ? 'Meta' : 'Control'] : []),
    ...(alt === true ? ['Alt'] : []),
    ...(shift === true ? ['Shift'] : []),
    code.replace(/^(Key|Digit)/, ''),
  ].join('+')
}

/** Whether two keys would be pressed alike. */
export const sameKey = (a: Key, b: Key): boolean => ariaKeys(a, false) === ariaKeys(b, false)
