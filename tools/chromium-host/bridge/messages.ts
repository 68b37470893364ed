/** What travels between the two ends of the bridge. */

/**
 * A copy-able value, and what in it cannot be copied: functions and promises by number, errors by their message, each with its place.
 * A value that holds none of them travels as it is, and the browser's structured clone makes the copy.
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

/** What one end says to the other. */
export type Message =
  | { readonly kind: 'call'; readonly id: number; readonly args: Encoded }
  | { readonly kind: 'return'; readonly ok: boolean; readonly value: Encoded }
  | { readonly kind: 'settle'; readonly id: number; readonly ok: boolean; readonly value: Encoded }
  | { readonly kind: 'release'; readonly id: number }
