/** How open positions may end: by the end of their markets, or because the mark reached their liquidation price. */
import type { Fill, Position } from '../../../contract/account.ts'
import type { Ledger, Terms } from '../../../contract/books/index.ts'
import { compare, type Price, type Size, signOf } from '../../../contract/decimal.ts'
import { type Clock, type Millis, millis } from '../../../contract/time.ts'

/** When a read began: service time, and monotonic ms. */
interface LookedAt {
  readonly began: Millis
  readonly beganHere: number
}

type LastHeld = Pick<Terms, 'liquidationPx' | 'isReached'> & { readonly size: Size }

/** A position still open this long after its end belongs to a market that continues, ms. */
const SETTLED_WITHIN = 60_000
/** Terms of a position that no read has shown. */
export const NO_TERMS: Terms = { end: null, liquidationPx: null, isReached: false, shown: null }

export function createTermsWatch({
  endOf,
  markOf,
  clock,
}: {
  /** End of the market of an asset, service time; null when unknown. */
  readonly endOf: (position: Pick<Position, 'family' | 'asset'>) => Millis | null
  readonly markOf: (asset: string) => Price | null
  readonly clock: Pick<Clock, 'monotonic'>
}) {
  /** Each position as last held in this run: its fills may be listed after it is gone. */
  const lastHeld = new Map<string, LastHeld>()

  const isAt = (size: Size, liquidationPx: Price | null, mark: Price | null): boolean =>
    mark !== null && isThrough(size, liquidationPx, mark)

  /** The read may include fills from after it began, so it counts from its answer on. */
  function shownOf(before: Terms['shown'], position: Position, openedAt: Millis, look: LookedAt): Terms['shown'] {
    const { family, size, entryPx } = position
    const isAsItWas = before !== null && compare(before.size, size) === 0 && compare(before.entryPx, entryPx) === 0
    if (isAsItWas && before.since >= openedAt) return before
    const answered = Math.round(look.began + clock.monotonic() - look.beganHere)
    return { family, size, entryPx, since: millis(Math.max(answered, openedAt)) }
  }

  return {
    /** Terms of a position by a read. @param openedAt service time */
    of(before: Terms, position: Position, openedAt: Millis, look: LookedAt): Terms {
      const { asset, size, liquidationPx } = position
      // The next bucket of the asset may have begun before this one is settled.
      const isEnding = before.end !== null && before.end <= look.began && look.began < before.end + SETTLED_WITHIN
      const wasReached = before.isReached && before.liquidationPx === liquidationPx
      return {
        end: isEnding ? before.end : (endOf(position) ?? before.end),
        liquidationPx,
        isReached: wasReached || isAt(size, liquidationPx, markOf(asset)),
        shown: shownOf(before.shown, position, openedAt, look),
      }
    },
    /** Whether a position was at its liquidation price, by a read that shows it or lacks it. */
    isReached(asset: string, position: Position | undefined, terms: Terms): boolean {
      const before = lastHeld.get(asset)
      const mark = markOf(asset)
      if (position !== undefined && signOf(position.size) !== 0) {
        const { size, liquidationPx } = position
        const known = before ?? terms
        const wasReached = known.isReached && known.liquidationPx === liquidationPx
        const isReached = wasReached || isAt(size, liquidationPx, mark)
        lastHeld.set(asset, { size, liquidationPx, isReached })
        return isReached
      }
      if (before === undefined) return terms.isReached
      // The mark may jump there and liquidate it between two reads: the first read without the position reveals that.
      const isReached = before.isReached || isAt(before.size, before.liquidationPx, mark)
      lastHeld.set(asset, { ...before, isReached })
      return isReached
    },
    /** Whether a fill closes a position at its liquidation price. */
    isAtLiquidation({ asset, side, price }: Pick<Fill, 'asset' | 'side' | 'price'>): boolean {
      const last = lastHeld.get(asset)
      if (last === undefined || signOf(last.size) > 0 !== (side === 'sell')) return false
      return last.isReached || isThrough(last.size, last.liquidationPx, price)
    },
    /** Forgets the positions of another wallet. */
    reset: (): void => lastHeld.clear(),
  }
}

/** The ledger with other terms of an asset; null removes them. */
export function withTerms(ledger: Ledger, asset: string, terms: Terms | null): Ledger {
  const before = ledger.terms[asset]
  if (terms === null && before === undefined) return ledger
  const { [asset]: _, ...others } = ledger.terms
  return { ...ledger, terms: terms === null ? others : { ...others, [asset]: terms } }
}

function isThrough(size: Size, liquidationPx: Price | null, price: Price): boolean {
  if (liquidationPx === null || signOf(size) === 0) return false
  return signOf(size) > 0 ? compare(price, liquidationPx) <= 0 : compare(price, liquidationPx) >= 0
}
