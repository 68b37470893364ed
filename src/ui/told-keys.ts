/** Keys that are no commands: told in the sheet of keys from the very lists by which they are handled. Pure. */

/** What of a press of a key tells which key it is. */
interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** One thing that keys do, wherever its list says. */
export interface ToldKey<Act extends string = string> {
  readonly act: Act
  /** What a press of each writes, by `KeyboardEvent.key`; letters small. */
  readonly keys: readonly [string, ...string[]]
  /** Whether Ctrl or Cmd is held; not unless said. */
  readonly mod?: boolean
  /** Whether Alt is held; not unless said, and either way where Ctrl or Cmd is. */
  readonly alt?: boolean
  /** Whether Shift is held; either way unless said. */
  readonly shift?: boolean
  /** In the sheet: `Copy the selected rows`. */
  readonly does: string
}

/** What a press does by a list; null for nothing of it. */
export function actOf<Act extends string>(list: readonly ToldKey<Act>[], press: KeyPress): Act | null {
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
