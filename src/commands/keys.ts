/** Key presses, and labels of keys: identified by the physical key, or, for signs, by the character. */
import { create } from 'zustand'
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
  if ('sign' in key) {
    if (press.key !== key.sign) return false
    if (key.mod === true) return hasMod(press, isMac) && !press.altKey
    return press.altGraph || (!press.altKey && !hasMod(press, isMac))
  }
  if (press.altGraph) return false
  return (
    press.code === key.code &&
    !isMovedSign(key, press) &&
    hasMod(press, isMac) === (key.mod === true) &&
    press.shiftKey === (key.shift === true) &&
    press.altKey === (key.alt === true)
  )
}

/** The signs of keys that other Latin keyboards have elsewhere. */
const SIGNS: Readonly<Record<string, string>> = { Equal: '=+', Minus: '-_', Comma: ',<', Period: '.>', Slash: '/?' }

/** Whether Ctrl with such a key means what it types instead: on a Dvorak keyboard W is where others have the comma. */
const isMovedSign = (key: { readonly code: string; readonly mod?: boolean }, { key: typed }: Press): boolean =>
  key.mod === true && SIGNS[key.code]?.includes(typed) === false && /^[!-~]$/.test(typed)

/** What is printed on the keys of the trader's keyboard, by their codes; empty until known. */
export const usePrintedKeys = create<{ readonly printed: ReadonlyMap<string, string> }>(() => ({ printed: new Map() }))

/** The part of the browser that knows; not in its types, and not in every one. */
interface WithKeyboard {
  readonly keyboard?: { readonly getLayoutMap?: () => Promise<ReadonlyMap<string, string>> }
}

/** Reads what is printed now, and again whenever the window comes to the front: the layout may have changed. Returns a function that stops it. */
export function followPrintedKeys(): () => void {
  const read = (): void => {
    const { keyboard } = navigator as WithKeyboard
    keyboard?.getLayoutMap?.().then(
      (printed) => usePrintedKeys.setState({ printed }),
      () => undefined,
    )
  }
  read()
  window.addEventListener('focus', read)
  return () => window.removeEventListener('focus', read)
}

/** Keys whose label is what they type; digits are named by their number, which AZERTY types with Shift. */
const PRINTED =
  /^(Key[A-Z]|Equal|Minus|Comma|Period|Slash|Bracket(Left|Right)|Semicolon|Quote|Backquote|(Intl)?Backslash)$/

/** `Q` for the key that types q; null where that is unknown, or no label. */
function printedOn(code: string, printed: ReadonlyMap<string, string>): string | null {
  const typed = PRINTED.test(code) ? printed.get(code) : undefined
  if (typed === undefined || typed.trim() === '') return null
  const upper = typed.toUpperCase()
  return upper.length === typed.length ? upper : typed
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

/** Label of a key: `Ctrl K`, `Shift F6`; on a Mac `⌘K`, `⇧F6`. A key by its place has the label that is printed on it. */
export function keyText(
  key: Key,
  isMac: boolean,
  printed: ReadonlyMap<string, string> = usePrintedKeys.getState().printed,
): string {
  const { mod, shift, alt } = { shift: false, alt: false, ...key }
  const name =
    'sign' in key
      ? key.sign.replace('-', '−')
      : (printedOn(key.code, printed) ?? NAMES[key.code] ?? key.code.replace(/^(Key|Digit|Numpad)/, ''))
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
  if ('sign' in key) return key.mod === true ? `${isMac ? 'Meta' : 'Control'}+${key.sign}` : key.sign
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
