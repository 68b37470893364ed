/** Max loss of an account as of now, and the trader's limit on it. */

import type { AccountView, Family, Position } from '../../../contract/account.ts'
import { BINARY_LEVERAGE } from '../../../contract/binary.ts'
import { binaryResults } from '../../../contract/books/index.ts'
import {
  absolute,
  add,
  compare,
  greater,
  type Money,
  multiply,
  negate,
  type Price,
  type Size,
  signOf,
  subtract,
  toPlaces,
  ZERO,
} from '../../../contract/decimal.ts'
import { FAMILY_RULES } from '../../../contract/family-rules.ts'
import { grouped } from '../../../contract/grouped.ts'
import { type Listen, Listeners, onAny } from '../../../contract/listeners.ts'
import { isCoin } from '../../../contract/outcome.ts'
import { ok, type Result, refused } from '../../../contract/result.ts'
import { looseOf, type SetMarket, type ShareSets, shareSetsOf } from '../../../contract/shares.ts'
import type { Cancel, Clock } from '../../../contract/time.ts'
import type { CountedRow } from '../../../contract/unreadable-row.ts'
import {
  type RiskOrder,
  type RiskPosition,
  type RiskStop,
  type WorstCase,
  type WorstCaseView,
  worstCase,
} from '../../../contract/worst-case.ts'
import { type TopicSource, topicOf } from '../../topics/index.ts'
import type { Refusal } from '../actions/index.ts'
import type { Exposure } from './exposure.ts'
import { limitRefusal } from './limit-refusals.ts'

/** Risk of automated work without an action yet: orders that it may still send, and stops that wait. */
export interface HeldRisk {
  readonly orders: readonly Omit<RiskOrder, 'leverage'>[]
  readonly stops: readonly RiskStop[]
}

interface WorstCaseOptions {
  readonly exposure: Pick<Exposure, 'open'>
  /** The automated risk of an account. */
  readonly held: (account: string) => HeldRisk
  /** Live price of an asset; null while unknown or out of date. */
  readonly priceOf: (asset: string) => Price | null
  /** The lowest leverage that an order of a scalar asset may have. */
  readonly leverageOf: (asset: string, position: Position | undefined) => number
  /** Null for an unknown asset. */
  readonly familyOf: (asset: string) => Family | null
  readonly mirrorOf: (asset: string) => string | null
  /** The listed outcome markets, which define the sets of shares. */
  readonly outcomes: () => readonly SetMarket[]
  /** Unreadable rows of the account that the trader has acknowledged: each may be lost at its value. */
  readonly unreadable: () => readonly CountedRow[]
}

/** A hypothetical change. */
interface Change {
  /** Without the order of this action, and without the resting order of this id. */
  readonly without?: { readonly id?: string; readonly oid?: string }
  /** With these orders. */
  readonly added?: HeldRisk['orders']
  /** With this automated stop moved; one that does not count now does not count there. */
  readonly moved?: { readonly from: RiskStop; readonly to: RiskStop }
}

/** Max loss as it is, or after a change. The error names what is not known. */
export type ReadWorstCase = (account: AccountView, change?: Change) => Result<WorstCase, string>

export function createWorstCase(options: WorstCaseOptions): ReadWorstCase {
  const { priceOf, familyOf, mirrorOf } = options
  const rulesOf = (asset: string) => FAMILY_RULES[isCoin(asset) ? 'outcome' : (familyOf(asset) ?? 'scalar')]
  const isProbability = (asset: string): boolean => !rulesOf(asset).isMark
  /** Half of the cost of contracts is lent; shares are paid in full. */
  function leverageOf(asset: string, position: Position | undefined): number {
    const { isMargined, postsHalf } = rulesOf(asset)
    return !isMargined ? 1 : postsHalf ? BINARY_LEVERAGE : options.leverageOf(asset, position)
  }

  return (account, { without, added = [], moved } = {}) => {
    const unpriced: string[] = []
    const priced = (asset: string, otherwise: Price | null): Price => {
      const price = priceOf(asset) ?? otherwise
      if (price === null) unpriced.push(asset)
      return price ?? ('0' as Price)
    }
    const held = options.held(account.address)
    const positions = account.positions.filter(({ size }) => signOf(size) !== 0)
    const open = options.exposure
      .open(account.address)
      .filter(({ id, oid }) => (id === null || id !== without?.id) && (oid === null || oid !== without?.oid))
      .map((one) => ({ ...one, price: one.price ?? priced(one.asset, null) }))
    const requests = [...open, ...held.orders, ...added]
    const isSale = ({ asset, side }: (typeof requests)[number]): boolean => isCoin(asset) && side === 'sell'
    const stops = held.stops.map((stop) => (moved !== undefined && isSameStop(stop, moved.from) ? moved.to : stop))
    const sets = setsLeft(positions, requests.filter(isSale), stops, options.outcomes())
    /** Shares are sold only up to the holding. */
    const orders = requests
      .filter((one) => !isSale(one))
      .map(({ asset, side, price, size }): RiskOrder => {
        const position = positions.find((one) => one.asset === asset)
        return { asset, side, price, size, leverage: leverageOf(asset, position) }
      })
    const found = worstCase({
      positions: positions
        .map((one) => looseOf(one, sets))
        .filter(({ size }) => signOf(size) !== 0)
        .map((one): RiskPosition => {
          const price = priced(one.asset, one.markPx)
          return { asset: one.asset, size: one.size, price, atMost: atMostOf(one, price) }
        }),
      orders,
      stops,
      isProbability,
      mirrorOf,
    })
    if (unpriced.length === 0) return ok(options.unreadable().reduce(withRow, found))
    return refused(`no price is known for ${[...new Set(unpriced)].join(', ')}`)
  }
}

/** Adds the full loss of an unreadable row. */
function withRow({ loss, parts }: WorstCase, { asset, worth }: CountedRow): WorstCase {
  const of = parts.find((part) => part.asset === asset)
  const part = { asset, loss: add(of?.loss ?? ZERO, worth) }
  const others = parts.filter((one) => one !== of)
  return { loss: add(loss, worth), parts: [...others, part].sort((a, b) => compare(b.loss, a.loss)) }
}

/**
 * Complete sets that nothing takes apart: they pay 1 in any case. A share that is offered, or that a stop may sell, leaves the rest of its set alone
 * and counts in none.
 */
function setsLeft(
  positions: readonly Position[],
  sales: readonly { readonly asset: string; readonly size: Size }[],
  stops: readonly RiskStop[],
  markets: readonly SetMarket[],
): ShareSets {
  const kept = positions
    .filter(({ asset }) => !stops.some((stop) => stop.asset === asset))
    .map((one) => {
      const offered = sales.filter(({ asset }) => asset === one.asset)
      return { ...one, size: offered.reduce<Size>((left, { size }) => subtract(left, size), one.size) }
    })
  return shareSetsOf(kept, markets)
}

const isSameStop = (a: RiskStop, b: RiskStop): boolean =>
  a.asset === b.asset &&
  a.position === b.position &&
  compare(a.trigger, b.trigger) === 0 &&
  compare(a.bound, b.bound) === 0 &&
  compare(a.size, b.size) === 0

/** Loss down to liquidation, or the whole margin, whichever is more: the remainder after a liquidation is not relied on. */
function atMostOf(position: Position, price: Price): Money | null {
  const { family, size, liquidationPx, unrealizedPnl } = position
  /** Half of the cost of contracts was posted, whether or not the service reports it. */
  const posted = FAMILY_RULES[family].postsHalf ? negate(binaryResults(position).lost) : null
  const margin = position.margin ?? posted
  const toLiquidation =
    liquidationPx === null ? null : multiply(absolute(subtract(price, liquidationPx)), absolute(size))
  const all = margin === null || unrealizedPnl === null ? null : add(margin, unrealizedPnl)
  return toLiquidation === null || all === null ? (toLiquidation ?? all) : greater(toLiquidation, all)
}

/** Why an order may not be sent under the max loss limit, or null. One that does not increase max loss is always allowed. */
export function worstCaseRefusal(
  account: AccountView,
  read: ReadWorstCase,
  { before, after, limit }: { readonly before: Change; readonly after: Change; readonly limit: Money },
): Refusal | null {
  const then = read(account, after)
  if (!then.ok) return unknownWorstCase(limit, then.error)
  const { loss } = then.value
  if (compare(loss, limit) <= 0) return null
  const now = read(account, before)
  if (now.ok && compare(loss, now.value.loss) <= 0) return null
  return limitRefusal('limit_worst_case', {
    ...{ loss: cents(loss), limit: grouped(limit) },
    ...{ now: now.ok ? cents(now.value.loss) : null, isMove: after.moved !== undefined },
  })
}

/** A limit that cannot be evaluated refuses, with the reason. */
export const unknownWorstCase = (limit: Money, why: string): Refusal =>
  limitRefusal('limit_worst_case_unknown', { limit: grouped(limit), why })

const cents = (value: Money): string => grouped(toPlaces(value, 2, 'up'))

/** Automated risk of an account, collected from other parts of main. */
export function createHeldRisks() {
  const sources: ((account: string) => HeldRisk)[] = []
  return {
    add: (source: (account: string) => HeldRisk): void => void sources.push(source),
    /** Of all of them. */
    of(account: string): HeldRisk {
      const all = sources.map((source) => source(account))
      return { orders: all.flatMap(({ orders }) => orders), stops: all.flatMap(({ stops }) => stops) }
    },
  }
}

/** Prices move all the time; nobody reads a figure more often than this, ms. */
const EVERY = 1000

export function createWorstCaseTopic({
  read,
  account,
  onChange,
  clock,
}: {
  readonly read: ReadWorstCase
  /** The last read; null before the signed-in account was read. */
  readonly account: () => AccountView | null
  /** Accounts and orders may have changed. */
  readonly onChange: Listen
  readonly clock: Pick<Clock, 'every'>
}): TopicSource {
  const moments = new Listeners()
  let watchers = 0
  let ticking: Cancel | null = null

  function view(): WorstCaseView {
    const now = account()
    if (now === null) return { now: null, why: 'The account has not been read yet.' }
    const found = read(now)
    return found.ok ? { now: found.value, why: null } : { now: null, why: `Not known: ${found.error}.` }
  }

  return {
    ...topicOf('worst_case', view, onAny(onChange, moments.on)),
    watched() {
      watchers += 1
      ticking ??= clock.every(EVERY, moments.notify)
    },
    unwatched() {
      watchers -= 1
      if (watchers > 0) return
      ticking?.()
      ticking = null
    },
  }
}
