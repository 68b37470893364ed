/**
 * The most that may be held on a side, as far as limits go. A read of the account may show it as it was ten seconds before, or omit a position,
 * so what filled counts from the moment it is known. It is shown once the position moved by it, or once a read is too young to lack it.
 */
import type { AccountView } from '../../../contract/account.ts'
import { add, compare, greater, lesser, negate, type Size, signOf, subtract, ZERO } from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'

/** Whose position, and which way it goes. */
export interface PositionSide {
  readonly account: string
  readonly asset: string
  readonly side: Side
}

/** What an order filled. */
interface FilledOrder extends PositionSide {
  /** Null of a close of which nothing says how much it closed. */
  readonly size: Size | null
  /** It closes what is held on the other side, and opens nothing. */
  readonly reduces: boolean
  /** When this became known, monotonic ms. */
  readonly at: number
}

/** What orders may still fill. */
export interface StillOpen {
  readonly adding: Size
  /** Null where a close says no size. */
  readonly reducing: Size | null
}

/** A read shows the account as it was at most this long before it began, ms. */
export const READ_LAG = 10_000
/** Reads that omit a position this long apart prove that it is gone, ms. */
const APART = 3_000

interface Filled {
  readonly at: number
  readonly size: Size | null
}

/** One side of an asset. */
interface Bound {
  /** Null before the first read. */
  most: Size | null
  /** Fills that the last read may lack. */
  added: readonly Filled[]
  reduced: readonly Filled[]
  /** What a read showed beyond what was known, while an order was open that explains it: its fill is not counted twice. */
  ahead: { readonly began: number; readonly size: Size } | null
  missingSince: number | null
}

/** The last read of an account. */
interface LastRead {
  readonly began: number
  readonly sizes: ReadonlyMap<string, Size>
}

/** A value on a side after orders that only close have filled: they take it to nothing at most. */
export const afterReducing = (value: Size, reducing: Size | null): Size =>
  greater(value, reducing === null ? ZERO : lesser(add(value, reducing), ZERO))

const sum = (fills: readonly Filled[]): Size => fills.reduce<Size>((total, { size }) => add(total, size ?? ZERO), ZERO)
/** What closes, of all of it together; null where one of them says no size. */
const together = (sizes: readonly (Size | null)[]): Size | null =>
  sizes.reduce<Size | null>((total, size) => (total === null || size === null ? null : add(total, size)), ZERO)

export function createPositionBounds() {
  const reads = new Map<string, LastRead>()
  /** By account, then asset, then side. */
  const accounts = new Map<string, Map<string, Readonly<Record<Side, Bound>>>>()

  function shownIn({ account, asset, side }: PositionSide): Size {
    const size = reads.get(account)?.sizes.get(asset) ?? ZERO
    return side === 'buy' ? size : negate(size)
  }

  function boundsOf(account: string, asset: string): Readonly<Record<Side, Bound>> {
    const assets = accounts.get(account) ?? new Map<string, Readonly<Record<Side, Bound>>>()
    accounts.set(account, assets)
    const begun = (side: Side): Bound => {
      const most = reads.has(account) ? shownIn({ account, asset, side }) : null
      return { most, added: [], reduced: [], ahead: null, missingSince: null }
    }
    const found = assets.get(asset) ?? { buy: begun('buy'), sell: begun('sell') }
    assets.set(asset, found)
    return found
  }

  /** A value once what closes has filled, as far as a read may lack it. */
  const reducedBy = ({ reduced }: Bound, value: Size): Size =>
    afterReducing(value, together(reduced.map(({ size }) => size)))

  /** What a read that shows this much leaves possible: what still closes may have filled before what was added. */
  function upTo(bound: Bound, shown: Size, open: StillOpen): Size {
    const reduced = reducedBy(bound, shown)
    const added = sum(bound.added)
    return signOf(added) === 0 ? reduced : add(afterReducing(reduced, open.reducing), added)
  }

  function look(bound: Bound, shown: Size, began: number, isMissing: boolean, open: StillOpen): void {
    const mayLack = ({ at }: Filled): boolean => at > began - READ_LAG
    bound.added = bound.added.filter(mayLack)
    bound.reduced = bound.reduced.filter(mayLack)
    const possible = upTo(bound, shown, open)
    const { most } = bound
    if (most === null || compare(shown, most) > 0) {
      const ahead = most === null ? null : subtract(shown, afterReducing(most, open.reducing))
      const isExplained = ahead !== null && compare(ahead, open.adding) <= 0
      bound.most = isExplained ? shown : possible
      bound.ahead = isExplained ? { began, size: add(greater(ahead, ZERO), bound.ahead?.size ?? ZERO) } : null
      bound.missingSince = null
      return
    }
    if (compare(possible, most) >= 0) {
      bound.missingSince = null
      return
    }
    bound.missingSince = isMissing ? (bound.missingSince ?? began) : null
    if (bound.missingSince !== null && began - bound.missingSince < APART) return
    bound.most = possible
    if (bound.ahead === null) return
    const left = subtract(bound.ahead.size, subtract(most, possible))
    bound.ahead = signOf(left) > 0 ? { ...bound.ahead, size: left } : null
  }

  return {
    /** Takes what filled as it becomes known. @param open what orders may still fill by then. */
    filled({ account, asset, side, size, reduces, at }: FilledOrder, open: StillOpen): void {
      const bound = boundsOf(account, asset)[side]
      if (reduces) {
        bound.reduced = [...bound.reduced, { at, size }]
        if (bound.most !== null) bound.most = afterReducing(bound.most, size)
        return
      }
      const added = size ?? ZERO
      bound.added = [...bound.added, { at, size: added }]
      if (bound.most === null) return
      const { ahead } = bound
      const isSeen = ahead !== null && at - ahead.began <= READ_LAG
      const seen = isSeen ? lesser(added, ahead.size) : ZERO
      bound.most = add(afterReducing(bound.most, open.reducing), subtract(added, seen))
      if (isSeen) bound.ahead = { ...ahead, size: subtract(ahead.size, seen) }
    },
    /** Takes what a read shows, once. @param began monotonic time at which it began. @param openOf what orders may still fill by then. */
    saw({ address, positions }: AccountView, began: number, openOf: (of: PositionSide) => StillOpen): void {
      if (began <= (reads.get(address)?.began ?? Number.NEGATIVE_INFINITY)) return
      const sizes = new Map(
        positions.filter(({ size }) => signOf(size) !== 0).map(({ asset, size }) => [asset, size] as const),
      )
      // Before the read counts as the last one: what it shows for the first time begins with it.
      const known = new Set([...(accounts.get(address)?.keys() ?? []), ...sizes.keys()])
      for (const asset of known) {
        const bounds = boundsOf(address, asset)
        for (const side of ['buy', 'sell'] as const) {
          const size = sizes.get(asset) ?? ZERO
          const shown = side === 'buy' ? size : negate(size)
          look(bounds[side], shown, began, !sizes.has(asset), openOf({ account: address, asset, side }))
        }
      }
      reads.set(address, { began, sizes })
    },
    /** The most that may be held on a side, counted in its direction: of a buy 5 for a long of 5, of a sell -5. */
    most(of: PositionSide): Size {
      return accounts.get(of.account)?.get(of.asset)?.[of.side].most ?? shownIn(of)
    },
    /** How much of what filled, and added to the side, the last read may lack. */
    unshown(of: PositionSide): Size {
      const bound = accounts.get(of.account)?.get(of.asset)?.[of.side]
      if (bound === undefined) return ZERO
      if (bound.most === null) return sum(bound.added)
      const lacks = subtract(bound.most, reducedBy(bound, shownIn(of)))
      return greater(lesser(lacks, sum(bound.added)), ZERO)
    },
  }
}
