/** Presses of keys, and keys in words: told apart by the place on the keyboard, or, for signs, by what they write. Pure. */
import type { Key } from '../../contract/key.ts'

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

/** What counts of an event. */
export const pressOf = (event: KeyboardEvent): Press => ({
  code: event.code,
  key: event.key,
  ctrlKey: event.ctrlKey,
  metaKey: event.metaKey,
  shiftKey: event.shiftKey,
  altKey: event.altKey,
  repeat: event.repeat,
  isComposing: event.isComposing,
  altGraph: event.getModifierState('AltGraph'),
})

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

/** The key that a press would be found by again. */
export const keyOfPress = (press: Press, isMac: boolean): Key => ({
  code: press.code,
  ...(hasMod(press, isMac) && { mod: true }),
  ...(press.shiftKey && { shift: true }),
  ...(press.altKey && { alt: true }),
})

// What kind of machine this window is on, as far as keys are named.

/** Whether Cmd stands for Ctrl here. */
export const isMac = navigator.userAgent.includes('Macintosh')
