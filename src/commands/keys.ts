/** Key presses, and labels of keys: identified by the physical key, or, for signs, by the character. Pure. */
import type { Key } from '../../contract/key.ts'

/** The relevant fields of a `KeyboardEvent`. */
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
  /** AltGr is held: the key types a character and runs no command. */
  readonly altGraph: boolean
}

/**
 * Whether an input method handles the press: it composes text, or ends a composition by it. Some browsers mark the press that ends one by its code
 * only.
 */
export const isComposed = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode' | 'key'>): boolean =>
  event.isComposing || event.keyCode === COMPOSED || event.key === 'Process'
/** The code of every press that an input method handles. */
const COMPOSED = 229

/** The relevant fields of an event. */
export const pressOf = (event: KeyboardEvent): Press => ({
  code: event.code,
  key: event.key,
  ctrlKey: event.ctrlKey,
  metaKey: event.metaKey,
  shiftKey: event.shiftKey,
  altKey: event.altKey,
  repeat: event.repeat,
  isComposing: isComposed(event),
  altGraph: event.getModifierState('AltGraph'),
})

/** Whether Ctrl is held, or Cmd on a Mac. */
export const hasMod = (press: Press, isMac: boolean): boolean =>
  !press.altGraph && (isMac ? press.metaKey : press.ctrlKey)

/** Whether a press matches this key with exactly its modifiers. */
export function isPressOf(key: Key, press: Press, isMac: boolean): boolean {
  // The platform's other modifier belongs to the system.
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

/** Label of a key: `Ctrl K`, `Shift F6`; on a Mac `⌘K`, `⇧F6`. */
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

/** The same for assistive technology (`aria-keyshortcuts`): `Control+K`. */
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

/** The key that identifies a press. */
export const keyOfPress = (press: Press, isMac: boolean): Key => ({
  code: press.code,
  ...(hasMod(press, isMac) && { mod: true }),
  ...(press.shiftKey && { shift: true }),
  ...(press.altKey && { alt: true }),
})

/** Whether this window runs on a Mac, where Cmd takes the place of Ctrl. */
export const isMac = navigator.userAgent.includes('Macintosh')
