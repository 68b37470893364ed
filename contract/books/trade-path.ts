/** What a trade held from moment to moment, played again from its fills and conversions. Pure. */
import { add, type Money, type Price, ZERO } from '../decimal.ts'
import type { Millis } from '../time.ts'
import { createBooks, type Held } from './books.ts'
import type { BookEntry } from './entry.ts'
import { isTurn, type TradeRecord, tradeIdOf } from './trade.ts'

/** What was held after an entry. */
interface PathStep {
  readonly time: Millis
  /** Null after the last. */
  readonly held: Held | null
  /** Of the trade so far, fees apart; null where a part is not known. */
  readonly realised: Money | null
  /** Of a fill: it is a price of the trade's life. */
  readonly price: Price | null
}

export interface TradePath {
  readonly steps: readonly PathStep[]
  readonly closedAt: Millis
}

/**
 * Empty steps where its opening is not among the entries.
 * @param entries in the order of their time: all of the trade's asset from its opening to its end, others are passed over.
 */
export function tradePath(trade: TradeRecord, entries: readonly BookEntry[]): TradePath {
  const { asset, id, first, closedAt } = trade
  const from = entries.findIndex((entry) => tradeIdOf(asset, entry) === id)
  const steps: PathStep[] = []
  if (from < 0) return { steps, closedAt }
  const books = createBooks()
  let realised: Money | null = ZERO
  for (const [i, entry] of entries.slice(from).entries()) {
    // Of a fill that turned the trade before over only the rest is this one's.
    const own = i === 0 && entry.kind === 'fill' ? { ...entry, size: first, realizedPnl: null } : entry
    const booked = books.apply(own).find((one) => one.asset === asset)
    if (booked === undefined) continue
    realised = realised === null || booked.realised === null ? null : add(realised, booked.realised)
    const isOver = !booked.isHeld || isTurn(booked)
    steps.push({
      time: entry.time,
      held: isOver ? null : books.of(asset),
      realised,
      price: entry.kind === 'fill' ? entry.price : null,
    })
    if (isOver) break
  }
  return { steps, closedAt }
}
