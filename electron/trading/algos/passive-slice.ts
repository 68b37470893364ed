/** One passive slice: an order at the best price of its own side, requoted as often as allowed until the slice's time is over. */
import type { SlicesTerms } from '../../../contract/algo.ts'
import { assertNever } from '../../../contract/brand.ts'
import { compare, type Price, type Size, signOf, subtract } from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import { passivePrice } from '../../../contract/slices.ts'
import type { StoredAction } from '../../storage/index.ts'
import { type Children, isForNow, leftOf } from './children.ts'
import type { AlgoPorts, Steering } from './interface.ts'
import { closedNow, ownBest } from './market.ts'

/** Interval between two checks of prices and the order, ms. */
const LOOK = 500
/** Minimum interval between two orders of one slice, ms. */
const REQUOTE_EVERY = 3_000
/** An exchange's error for a post-only order that would have traded. */
const WOULD_TRADE = /post.?only|would (have )?(immediately )?(match|trade|cross)|badalo/i

interface SliceParts {
  readonly children: Children
  readonly steering: Steering
  readonly ports: AlgoPorts
  /** End of its time, monotonic ms. */
  readonly until: number
}

interface Quote {
  readonly id: string
  readonly price: Price
}

/** Why slices cannot go on after an order: the venue refused it, or its end could not be read. */
export const notAccepted = (part: number, { slices }: SlicesTerms, action: StoredAction | null): string =>
  `Slice ${part + 1} of ${slices} was not accepted: ${action?.message ?? 'no reason was given.'}`
export const notEnded = (part: number): string => `The order of slice ${part + 1} may still be open. Check open orders.`

/** What decides about the next step of a passive slice. */
export interface QuoteFacts {
  readonly side: Side
  /** Its time is over, or its market's. */
  readonly isOver: boolean
  /** Its resting order; null while none rests. */
  readonly quote: Quote | null
  /** How that order ended before the slice ended it; null while it rests. */
  readonly ended: 'filled' | 'user' | null
  /** The price at which an order would rest now; null while nothing may be sent. */
  readonly price: Price | null
  /** Whether another order is allowed now. */
  readonly mayQuote: boolean
  /** The rest of the slice. */
  readonly rest: Size
}

/** The next step of a passive slice. */
export type QuoteStep =
  | { readonly do: 'end' | 'wait' }
  /** Ends the resting order. */
  | { readonly do: 'cancel'; readonly quote: Quote; readonly after: 'go on' | 'end' | 'pause' }
  | { readonly do: 'quote'; readonly price: Price }

/** The next step of a passive slice. Pure. */
export function nextOfQuote({ side, isOver, quote, ended, price, mayQuote, rest }: QuoteFacts): QuoteStep {
  if (isOver) return quote === null ? { do: 'end' } : { do: 'cancel', quote, after: 'end' }
  if (quote !== null) {
    if (ended === 'filled') return { do: 'cancel', quote, after: 'go on' }
    if (ended === 'user') return { do: 'cancel', quote, after: 'pause' }
    const better = price === null ? 0 : compare(price, quote.price)
    const moves = mayQuote && (side === 'buy' ? better > 0 : better < 0)
    return moves ? { do: 'cancel', quote, after: 'go on' } : { do: 'wait' }
  }
  if (signOf(rest) === 0) return { do: 'end' }
  return price !== null && mayQuote ? { do: 'quote', price } : { do: 'wait' }
}

/**
 * One passive slice, until its time is over.
 * @param size the part of the total that it is to trade
 * @returns why the slices cannot go on without the trader, or null
 */
export async function passiveSlice(
  part: number,
  size: Size,
  terms: SlicesTerms,
  { children, steering, ports, until }: SliceParts,
): Promise<string | null> {
  const { facts, clock, actionLog } = ports
  const left = (): Size => leftOf(steering.now(), children.most())
  const leftAfter = subtract(left(), size)
  let quotes = 0
  let quotedAt = Number.NEGATIVE_INFINITY
  let open: Quote | null = null

  /** The rest of this slice; nothing of it may be resting when this is called. */
  const rest = (): Size => leftOf({ total: left() }, leftAfter)

  /** What holds it up is shown. */
  function priceNow(): Price | null {
    const record = steering.now()
    const best = ownBest(record, facts)
    const why = closedNow(record, ports)?.text ?? (best === null ? 'No price on its side of the book.' : null)
    steering.waits(why ?? (open === null ? (ports.rateFull()?.message ?? null) : null))
    return why !== null || best === null ? null : passivePrice(record.side, best, terms.worst)
  }

  function next(): QuoteStep {
    const record = steering.now()
    const isOver = clock.monotonic() >= until || closedNow(record, ports)?.kind === 'ended'
    return nextOfQuote({
      side: record.side,
      isOver,
      quote: open,
      ended: open === null ? null : endedBy(actionLog.get(open.id)),
      price: isOver ? null : priceNow(),
      // The first order of a slice is not a requote.
      mayQuote:
        ports.rateFull() === null &&
        (quotes === 0 || (record.requotes < terms.requotes && clock.monotonic() - quotedAt >= REQUOTE_EVERY)),
      rest: open === null ? rest() : size,
    })
  }

  /** @returns why the slices cannot go on, `over` where only this slice is, null where it goes on */
  async function quote(price: Price): Promise<string | null> {
    if (quotes > 0) steering.write({ requotes: steering.now().requotes + 1 })
    quotes += 1
    quotedAt = clock.monotonic()
    const placed = await children.place(part, price, rest())
    if (placed === null) return 'over'
    if (placed.placed === 'open') open = { id: placed.id, price }
    else if (placed.placed === 'over') return (await children.end(placed.id)) ? null : notEnded(part)
    else if (!wouldTrade(actionLog.get(placed.id))) {
      // The rest of the slice is too small for an order of its own: it goes to the next slice.
      const isSmall = quotes > 1 && actionLog.get(placed.id)?.code === 'minimum_value'
      return isSmall ? 'over' : notAccepted(part, terms, actionLog.get(placed.id))
    }
    return null
  }

  // Pausing or stopping decides whether the order is canceled or left.
  while (steering.isWorking()) {
    const step = next()
    switch (step.do) {
      case 'end':
        return null
      case 'cancel': {
        open = null
        const isEnded = await children.end(step.quote.id)
        if (!isEnded) return notEnded(part)
        if (step.after === 'pause')
          return `The order of slice ${part + 1} ended early: you, another client or the venue canceled it.`
        if (step.after === 'end') return null
        break
      }
      case 'quote': {
        const why = await quote(step.price)
        if (why !== null) return why === 'over' ? null : why
        await steering.sleep(LOOK)
        break
      }
      case 'wait':
        await steering.sleep(LOOK)
        break
      default:
        return assertNever(step, 'step')
    }
  }
  return null
}

const wouldTrade = (action: StoredAction | null): boolean =>
  action !== null && (isForNow(action) || (action.state === 'rejected' && WOULD_TRADE.test(action.message ?? '')))

/** How the resting order of a slice ended before the slice ended it; null while it rests. */
function endedBy(action: StoredAction | null): 'filled' | 'user' | null {
  if (action?.state === 'filled') return 'filled'
  const isOver = action === null || ['cancelled', 'expired', 'rejected', 'refused'].includes(action.state)
  return isOver ? 'user' : null
}
