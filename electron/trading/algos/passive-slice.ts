/** One passive slice: an order at the best price of its own side, requoted as often as allowed until the slice's time is over. */
import type { SlicesTerms } from '../../../contract/algo.ts'
import { compare, type Price, type Size, signOf, subtract } from '../../../contract/decimal.ts'
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
  readonly pauseFor: (part: number, action: StoredAction | null) => void
  readonly pauseForRest: (part: number) => void
}

interface Quote {
  readonly id: string
  readonly price: Price
}

/** @param size the part of the total that the slice is to trade */
export async function passiveSlice(
  part: number,
  size: Size,
  terms: SlicesTerms,
  { children, steering, ports, pauseFor, pauseForRest, until }: SliceParts,
): Promise<void> {
  const { facts, clock, actionLog } = ports
  const left = (): Size => leftOf(steering.now(), children.most())
  const leftAfter = subtract(left(), size)
  let quotes = 0
  let quotedAt = Number.NEGATIVE_INFINITY
  let open: Quote | null = null

  const isOver = (): boolean => clock.monotonic() >= until || closedNow(steering.now(), ports)?.kind === 'ended'
  /** The rest of this slice; nothing of it may be resting when this is called. */
  const rest = (): Size => leftOf({ total: left() }, leftAfter)

  /** The price at which an order would rest now; null while nothing may be sent, which is shown. */
  function priceNow(): Price | null {
    const record = steering.now()
    const best = ownBest(record, facts)
    const why = closedNow(record, ports)?.text ?? (best === null ? 'No price on its side of the book.' : null)
    steering.waits(why ?? (open === null ? (ports.rateFull()?.message ?? null) : null))
    return why !== null || best === null ? null : passivePrice(record.side, best, terms.worst)
  }

  /** The first order of a slice is not a requote. */
  const mayQuote = (): boolean =>
    ports.rateFull() === null &&
    (quotes === 0 || (steering.now().requotes < terms.requotes && clock.monotonic() - quotedAt >= REQUOTE_EVERY))

  const isBetter = (price: Price, than: Price): boolean =>
    steering.now().side === 'buy' ? compare(price, than) > 0 : compare(price, than) < 0

  /** Ends the open order; false where the slice cannot continue. */
  async function cancelQuote({ id }: Quote): Promise<boolean> {
    open = null
    if (await children.end(id)) return true
    pauseForRest(part)
    return false
  }

  /** False where the slice cannot continue. */
  async function quote(price: Price): Promise<boolean> {
    if (quotes > 0) steering.write({ requotes: steering.now().requotes + 1 })
    quotes += 1
    quotedAt = clock.monotonic()
    const placed = await children.place(part, price, rest())
    if (placed === null) return false
    if (placed.placed === 'open') open = { id: placed.id, price }
    else if (placed.placed === 'over') return cancelQuote({ id: placed.id, price })
    else if (!wouldTrade(actionLog.get(placed.id))) {
      // The rest of the slice is too small for an order of its own: it goes to the next slice.
      if (quotes > 1 && actionLog.get(placed.id)?.code === 'minimum_value') return false
      pauseFor(part, actionLog.get(placed.id))
      return false
    }
    return true
  }

  /** False where the slice cannot continue. */
  async function follow(now: Quote, price: Price | null): Promise<boolean> {
    const ended = endedBy(actionLog.get(now.id))
    if (ended === 'filled') return cancelQuote(now)
    if (ended === 'user') {
      await cancelQuote(now)
      if (steering.isWorking()) steering.pause(`The order of slice ${part + 1} was canceled from outside.`)
      return false
    }
    const moves = price !== null && isBetter(price, now.price) && mayQuote()
    return moves ? cancelQuote(now) : true
  }

  while (steering.isWorking() && !isOver()) {
    const price = priceNow()
    const resting = open as Quote | null
    if (resting !== null) {
      if (!(await follow(resting, price))) return
      if (open === null) continue
    } else if (signOf(rest()) === 0) break
    else if (price !== null && mayQuote() && !(await quote(price))) return
    await steering.sleep(LOOK)
  }
  // Pausing or stopping decides whether the order is canceled or left.
  if (open !== null && steering.isWorking()) await cancelQuote(open)
}

const wouldTrade = (action: StoredAction | null): boolean =>
  action !== null && (isForNow(action) || (action.state === 'rejected' && WOULD_TRADE.test(action.message ?? '')))

/** How the resting order of a slice ended before the slice ended it; null while it rests. */
function endedBy(action: StoredAction | null): 'filled' | 'user' | null {
  if (action?.state === 'filled') return 'filled'
  const isOver = action === null || ['cancelled', 'expired', 'rejected', 'refused'].includes(action.state)
  return isOver ? 'user' : null
}
