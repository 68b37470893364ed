/** Messages between the two ends of the bridge. */

/**
 * A clonable value, and its parts that cannot be cloned: functions and promises by number, errors by message, each with its path. A value without
 * such parts is sent as it is, and the browser's structured clone copies it.
 */
export interface Encoded {
  readonly value: unknown
  readonly special: readonly Special[] | null
}

export interface Special {
  readonly path: readonly (string | number)[]
  readonly kind: 'function' | 'promise' | 'error'
  readonly id: number
  readonly message: string
}

/** Messages of one end to the other. */
export type Message =
  | { readonly kind: 'call'; readonly id: number; readonly args: Encoded }
  | { readonly kind: 'return'; readonly ok: boolean; readonly value: Encoded }
  | { readonly kind: 'settle'; readonly id: number; readonly ok: boolean; readonly value: Encoded }
  | { readonly kind: 'release'; readonly id: number }
