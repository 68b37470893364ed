/**
 * The largest position that may be held on a side, for the limits. An account read may lag by ten seconds or omit a position, so a fill counts from
 * the moment it is known. It is accounted for once the position changed by it, or once a read is too recent to lack it.
 */
import type { AccountView } from '../../../contract/account.ts'
import { add, compare, greater, lesser, negate, type Size, signOf, subtract, ZERO } from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'

/** An account's position on one side. */
export interface PositionSide {
  readonly account: string
  readonly asset: string
  readonly side: Side
}

interface FilledOrder extends PositionSide {
  /** Null for a close of unknown size. */
  readonly size: Size | null
  /** It closes the position on the other side, and opens nothing. */
  readonly reduces: boolean
  /** When this became known, monotonic ms. */
  readonly at: number
}

/** Sizes that orders may still fill. */
export interface StillOpen {
  readonly adding: Size
  /** Null where a close has no size. */
  readonly reducing: Size | null
}

/** A read shows the account at most this long before it began, ms. */
export const READ_LAG = 10_000
/** Two reads that omit a position this far apart prove that it is gone, ms. */
const APART = 3_000

interface Filled {
  readonly at: number
  readonly size: Size | null
}

/** Bound for one side of an asset. */
interface Bound {
  /** Null before the first read. */
  most: Size | null
  /** Fills that the last read may lack. */
  added: readonly Filled[]
  reduced: readonly Filled[]
  /** Surplus of a read while an open order explains it: the fill of that order is then not counted twice. */
  ahead: { readonly began: number; readonly size: Size } | null
  missingSince: number | null
}

/** The last read of an account. */
interface LastRead {
  readonly began: number
  readonly sizes: ReadonlyMap<string, Size>
}

/** A value on a side after closing orders filled: they reduce it to zero at most. */
export const afterReducing = (value: Size, reducing: Size | null): Size =>
  greater(value, reducing === null ? ZERO : lesser(add(value, reducing), ZERO))

const sum = (fills: readonly Filled[]): Size => fills.reduce<Size>((total, { size }) => add(total, size ?? ZERO), ZERO)
/** Total of the closes; null where one of them has no size. */
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

  /** A value after the closes that a read may lack. */
  const reducedBy = ({ reduced }: Bound, value: Size): Size =>
    afterReducing(value, together(reduced.map(({ size }) => size)))

  /** Upper bound after a read of this size: open closes may have filled before the added fills. */
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
    /** Takes a fill as it becomes known. @param open sizes that orders may still fill at that time. */
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
    /** Takes an account read, once. @param began monotonic time at which it began. @param openOf sizes that orders may still fill at that time. */
    saw({ address, positions }: AccountView, began: number, openOf: (of: PositionSide) => StillOpen): void {
      if (began <= (reads.get(address)?.began ?? Number.NEGATIVE_INFINITY)) return
      const sizes = new Map(
        positions.filter(({ size }) => signOf(size) !== 0).map(({ asset, size }) => [asset, size] as const),
      )
      // Done before the read becomes the last one: positions that it shows for the first time begin with it.
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
    /** The largest possible position on a side, counted in its direction: for a buy 5 with a long of 5, for a sell -5. */
    most(of: PositionSide): Size {
      return accounts.get(of.account)?.get(of.asset)?.[of.side].most ?? shownIn(of)
    },
    /** Filled size added to the side that the last read may lack. */
    unshown(of: PositionSide): Size {
      const bound = accounts.get(of.account)?.get(of.asset)?.[of.side]
      if (bound === undefined) return ZERO
      if (bound.most === null) return sum(bound.added)
      const lacks = subtract(bound.most, reducedBy(bound, shownIn(of)))
      return greater(lesser(lacks, sum(bound.added)), ZERO)
    },
  }
}
