/** The key of a command as the application's menu shows it. Pure. */
import type { Key } from '../../contract/key.ts'

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
