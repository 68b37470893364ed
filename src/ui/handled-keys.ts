/** Keys that are not commands, shown in the sheet of keys from the same lists that handle them. Pure. */

/** The fields of a key press that identify the key. */
interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** One action of keys, wherever its list applies. */
export interface HandledKey<Act extends string = string> {
  readonly act: Act
  /** The values of `KeyboardEvent.key`; letters in lower case. */
  readonly keys: readonly [string, ...string[]]
  /** Whether Ctrl or Cmd is held; defaults to not. */
  readonly mod?: boolean
  /** Whether Alt is held; defaults to not, and to either where Ctrl or Cmd is. */
  readonly alt?: boolean
  /** Whether Shift is held; defaults to either. */
  readonly shift?: boolean
  /** In the sheet: `Copy the selected rows`. */
  readonly does: string
}

/** The action of a key press by a list; null for none. */
export function actOf<Act extends string>(list: readonly HandledKey<Act>[], press: KeyPress): Act | null {
  const mod = press.ctrlKey || press.metaKey
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key
  const found = list.find(
    (one) =>
      one.keys.includes(key) &&
      (one.mod === true) === mod &&
      (mod || (one.alt === true) === press.altKey) &&
      (one.shift === undefined || one.shift === press.shiftKey),
  )
  return found?.act ?? null
}
