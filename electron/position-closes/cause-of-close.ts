/** How a position ended, from the position before, the fills since, the end of its market and this terminal's actions. Pure. */
import type { Fill } from '../../contract/account.ts'
import { type ClosedPosition, changeOf, unrealised } from '../../contract/books/index.ts'
import { assertNever } from '../../contract/brand.ts'
import type { ConditionalKind } from '../../contract/conditional.ts'
import {
  absolute,
  add,
  compare,
  divide,
  type Money,
  multiply,
  negate,
  type Price,
  type Size,
  signOf,
  subtract,
  trimZeros,
  ZERO,
} from '../../contract/decimal.ts'
import { hasBuckets } from '../../contract/family-rules.ts'
import type { PositionClose, PositionCloseFacts, PositionCloseKind } from '../../contract/position-close.ts'
import { type ShareFees, shareFee } from '../../contract/shares.ts'
import type { Millis } from '../../contract/time.ts'
import type { ComputedSettlement } from '../storage/index.ts'

/** The cause of a fill, or of a change that no fill shows. */
export type CloseCause = { readonly by: 'settlement' | 'liquidation' | 'stranger' } | OwnClose

/** An end whose entry price may be unknown. */
export type JudgedEnd = Omit<PositionCloseFacts, 'entryPx'> & { readonly entryPx: PositionCloseFacts['entryPx'] | null }

/** A close by an action of this terminal: requested by the trader, or of a stop or take-profit. */
export type OwnClose =
  | { readonly by: 'manual' }
  | { readonly by: 'stop'; readonly kind: ConditionalKind; readonly price: Price | null }

/** A fill with its cause. */
interface JudgedFill {
  readonly fill: Fill
  readonly action: CloseCause
}

/** Facts about a position that the ledger shows as closed. */
export interface Gone {
  readonly held: ClosedPosition
  /** Fills in its asset since it was shown, newest first. */
  readonly fills: readonly JudgedFill[]
  /** An action of this terminal in its asset since, by the journal, that no fill shows; null when there is none. */
  readonly done: OwnClose | null
  /** The end of its market, once reached, and its settlement price where known. */
  readonly end: { readonly at: Millis; readonly price: Price | null } | null
  /** A conversion of its shares since it was last seen. */
  readonly converted: 'here' | 'elsewhere' | null
  /** When it was found missing, the service's time. */
  readonly missedAt: Millis
}

/**
 * How it ended. `by_hand`: by the trader in this terminal, whose action reports it. `isExplained`: the fills account for all of it; anything else
 * counts only once more than one read lacks the position.
 */
export type Judged =
  | { readonly end: 'by_hand'; readonly isExplained: boolean }
  | { readonly end: JudgedEnd; readonly isExplained: boolean }

/** Decimals of a computed result where no fill has one. */
const PLACES = 6

export function judge(gone: Gone): Judged {
  const { taking, isAll } = takingFills(gone)
  const kind = kindOf(gone, taking, isAll)
  return { isExplained: isAll, end: kind === 'by_hand' ? kind : factsOf(kind, gone, taking, isAll) }
}

/** The latest fills that together closed the position, and whether they account for all of it. */
function takingFills({ held, fills }: Gone): { readonly taking: readonly JudgedFill[]; readonly isAll: boolean } {
  const closing = signOf(held.size) > 0 ? 'sell' : 'buy'
  const whole = absolute(held.size)
  const taking: JudgedFill[] = []
  let net: Size = ZERO
  for (const judged of fills) {
    const change = changeOf(judged.fill)
    net = closing === 'sell' ? subtract(net, change) : add(net, change)
    if (judged.fill.side === closing) taking.push(judged)
    if (compare(net, whole) >= 0) return { taking, isAll: true }
  }
  return { taking, isAll: false }
}

/** One rule per line; the first that holds decides. */
function kindOf(gone: Gone, taking: readonly JudgedFill[], isAll: boolean): PositionCloseKind | 'by_hand' {
  const { held, done, end, converted } = gone
  const has = (by: CloseCause['by']): boolean => taking.some(({ action: cause }) => cause.by === by)
  if (has('liquidation')) return 'liquidated'
  if (has('settlement')) return 'settled'
  if (!isAll && end !== null) return 'settled'
  if (has('stranger') && held.isReached) return 'liquidated'
  if (has('stop')) return 'stopped'
  if (isAll) return has('stranger') ? 'closed_elsewhere' : 'by_hand'
  if (done !== null) return done.by === 'stop' ? 'stopped' : 'by_hand'
  if (converted !== null) return converted === 'here' ? 'by_hand' : 'converted'
  return held.isReached ? 'liquidated' : 'unknown'
}

/** The fills of the end itself, among all that closed the position. */
function endingFills(kind: PositionCloseKind, taking: readonly JudgedFill[]): readonly JudgedFill[] {
  const by = (...causes: readonly CloseCause['by'][]): readonly JudgedFill[] =>
    taking.filter(({ action: cause }) => causes.includes(cause.by))
  switch (kind) {
    case 'settled':
      return by('settlement')
    case 'stopped':
      return by('stop')
    case 'liquidated':
      // The part of a liquidation that the book took appears as an order of an unknown client.
      return by('liquidation', 'stranger')
    case 'closed_elsewhere':
      return by('stranger')
    case 'converted':
    case 'unknown':
      return []
    default:
      return assertNever(kind, 'kind of an end')
  }
}

/** Where the fills do not account for all of it, they give neither price nor result of the whole. */
function factsOf(kind: PositionCloseKind, gone: Gone, taking: readonly JudgedFill[], isAll: boolean): JudgedEnd {
  const { held, done, end, missedAt } = gone
  const own = endingFills(kind, taking)
  const fills = own.map(({ fill }) => fill)
  const whole = isAll && fills.length > 0 ? fills : null
  const amount = whole === null ? absolute(held.size) : sumOf(whole.map(({ size }) => size))
  const size = signOf(held.size) < 0 ? negate(amount) : amount
  const settled = kind === 'settled' ? (fills[0]?.price ?? end?.price ?? null) : null
  const price = whole === null ? settled : averageOf(whole, amount)
  const reported = whole === null ? null : moneyOf(whole, ({ realizedPnl }) => realizedPnl)
  const stop = own.find(({ action: cause }) => cause.by === 'stop')?.action ?? done
  return {
    kind,
    size,
    entryPx: held.entryPx,
    price,
    result: reported ?? (price === null ? null : profit(held, size, price)),
    fee: whole === null ? null : moneyOf(whole, ({ fee }) => fee),
    at: fills[0]?.time ?? (kind === 'settled' ? (end?.at ?? missedAt) : missedAt),
    isCertain: kind !== 'liquidated' || taking.some(({ action: cause }) => cause.by === 'liquidation'),
    trigger: kind === 'stopped' && stop?.by === 'stop' ? { kind: stop.kind, price: stop.price } : null,
  }
}

/** By the calculator of the books: a binary contract never loses more than was posted. */
const profit = ({ family, entryPx }: ClosedPosition, size: Size, price: Price): Money | null =>
  entryPx === null ? null : trimZeros(unrealised({ family, entryPx, size }, price))

const sumOf = <D extends Size | Money>(values: readonly D[]): D =>
  values.reduce<D>((sum, value) => add(sum, value), ZERO as Size & Money as D)

/** The sum over the fills; null when there are none, or one has no amount. */
function moneyOf(fills: readonly Fill[], of: (fill: Fill) => Money | null): Money | null {
  const values = fills.map(of).filter((value) => value !== null)
  return fills.length === 0 || values.length < fills.length ? null : sumOf(values)
}

function averageOf(fills: readonly Fill[], amount: Size): Price {
  const [first, ...others] = fills
  if (first !== undefined && others.every(({ price }) => compare(price, first.price) === 0)) return first.price
  const value = fills.reduce((sum, { price, size }) => add(sum, multiply(price, size) as Money), ZERO as Money)
  return trimZeros(divide(value, amount, PLACES)) as Price
}

/** A settlement may be dated this long before the end of its market by another clock, ms. */
const BEFORE = 60_000
/**
 * Once an asset has been trading in its next bucket for this long, a settlement no longer belongs to the previous one, ms: a bucket takes 120
 * minutes.
 */
const NEXT_TURN = 3_600_000

const NO_RATE = { settled: null }

/** Null where the position did not end with its market, or fills account for all of it. Liquidations and conversions are reported by the service. */
export function computedSettlement(
  {
    id,
    kind,
    asset,
    family,
    price,
    size,
    at,
  }: Pick<PositionClose, 'id' | 'kind' | 'asset' | 'family' | 'price' | 'size' | 'at'>,
  { isExplained }: Pick<Judged, 'isExplained'>,
  { since }: Pick<ClosedPosition, 'since'>,
  { settled: feeBps }: Pick<ShareFees, 'settled'> = NO_RATE,
): ComputedSettlement | null {
  if (kind !== 'settled' || isExplained) return null
  // The end of an outcome may be noticed long after it, and its shares never have another one.
  const isOnce = !hasBuckets(family)
  return {
    ...{ kind: 'settlement', id, asset, family, price, size, time: at },
    ...(isOnce && feeBps !== null ? { feeBps } : {}),
    since: isOnce ? since : at - BEFORE,
    until: isOnce ? Number.MAX_SAFE_INTEGER : at + NEXT_TURN,
  }
}

/** Number of fills searched for the last settlement of shares. */
export const RECENT_FILLS = 500

/** The fee of a settlement; null where the rate or the price is unknown. */
export const feeOfSettlement = ({ price, size, feeBps }: ComputedSettlement): Money | null =>
  price === null || feeBps === undefined ? null : shareFee(multiply(price, absolute(size)), feeBps)
