/**
 * What a press in a row stands for. The price is the one that was seen when the pointer went down: what it was let go over must show the
 * same price of the same market, else nothing happens. Pure.
 */
import type { Price } from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'

/** A place in the ladder, with what it stood for. */
export interface Seen {
  readonly price: Price
  readonly side: Side
  /** What the market trades as, and its tick. */
  readonly asset: string
  readonly tick: Price
}

/** What a release of the pointer comes to. */
export type Release =
  | { readonly counts: true; readonly seen: Seen }
  /** `words` null where nothing needs to be said: the pointer was let go over something else. */
  | { readonly counts: false; readonly words: string | null }

const NOTHING: Release = { counts: false, words: null }

/** @param down where the pointer went down; @param up where it was let go. Null is outside of the columns of the sides. */
export function released(down: Seen | null, up: Seen | null): Release {
  if (down === null || up === null) return NOTHING
  if (down.asset !== up.asset) {
    return {
      counts: false,
      words: `Nothing was sent: the market went from ${down.asset} to ${up.asset} under the press.`,
    }
  }
  if (down.tick !== up.tick) {
    return { counts: false, words: `Nothing was sent: the tick went from ${down.tick} to ${up.tick} under the press.` }
  }
  return down.price === up.price && down.side === up.side ? { counts: true, seen: down } : NOTHING
}
