/**
 * Worst-case loss from now on: every resting and automated order fills, every stop closes at its bound, and what no stop closes is lost completely.
 * Formula and reasons: docs/limits.md#max-loss. Pure.
 */
import type { Order } from './account.ts'
import {
  absolute,
  add,
  compare,
  type Decimal,
  divide,
  greater,
  HUNDRED,
  lesser,
  type Money,
  multiply,
  ONE,
  type Price,
  percentOf,
  type Size,
  signOf,
  subtract,
  toPlaces,
  ZERO,
} from './decimal.ts'
import type { Side } from './market.ts'
import { marginOf } from './order-rules.ts'

export interface RiskPosition {
  readonly asset: string
  /** Signed. */
  readonly size: Size
  /** Current price. */
  readonly price: Price
  /** Most that can be lost without a close, from the service's own figures; null when it gives none. */
  readonly atMost: Money | null
}

/** An order that may still trade and does not only reduce, at its worst price. */
export interface RiskOrder extends Pick<Order, 'asset' | 'side' | 'price' | 'size'> {
  /** Its margin is its maximum loss: value divided by this; for probabilities, the distance to 0 or 1. */
  readonly leverage: number
}

/** Closes a position, or part of it, when the price moves against it. */
export interface RiskStop {
  readonly asset: string
  readonly position: 'long' | 'short'
  readonly trigger: Price
  /** Worst price of its close. */
  readonly bound: Price
  /** Contracts it closes, of the position at that time. */
  readonly size: Size
}

interface AtRisk {
  readonly positions: readonly RiskPosition[]
  readonly orders: readonly RiskOrder[]
  readonly stops: readonly RiskStop[]
  /** Whether prices of an asset are between 0 and 1. */
  readonly isProbability: (asset: string) => boolean
  /** The coin of the other side of a two-sided outcome, of which exactly one pays; otherwise null. */
  readonly mirrorOf: (asset: string) => string | null
}

export interface WorstCase {
  /** USDC, with USDH counted as equal; never below 0. */
  readonly loss: Money
  /** By market, those with a possible loss, largest first. For two sides of an outcome both names: `#10 #11`. */
  readonly parts: readonly { readonly asset: string; readonly loss: Money }[]
}

/** The topic `worst_case`. */
export interface WorstCaseView {
  /** Null while unknown; `why` is the reason. */
  readonly now: WorstCase | null
  readonly why: string | null
}

/** Contracts in one direction: size, cost, and maximum loss. */
interface Lot {
  readonly size: Size
  readonly value: Money
  readonly most: Money
}

export function worstCase(risk: AtRisk): WorstCase {
  const assets = new Set([...risk.positions, ...risk.orders].map(({ asset }) => asset))
  const parts: { asset: string; loss: Money }[] = []
  for (const asset of assets) {
    const mirror = risk.mirrorOf(asset)
    const hasStops = risk.stops.some((stop) => stop.asset === asset || stop.asset === mirror)
    if (mirror === null || hasStops) parts.push({ asset, loss: lossOf(risk, asset) })
    else if (!assets.has(mirror)) parts.push({ asset, loss: lossOf(risk, asset) })
    else if (asset < mirror) parts.push({ asset: `${asset} ${mirror}`, loss: lossOfSides(risk, asset, mirror) })
  }
  const losing = parts.filter(({ loss }) => signOf(loss) > 0).sort((a, b) => compare(b.loss, a.loss))
  return { loss: losing.reduce((sum: Money, { loss }) => add(sum, loss), ZERO), parts: losing }
}

/** A falling price hits longs, a rising price hits shorts; both may happen, one after the other. */
const lossOf = (risk: AtRisk, asset: string): Money => add(lossTo(risk, asset, 'long'), lossTo(risk, asset, 'short'))

/** Orders and stops that the price meets on its way against a side. */
type Obstacle =
  | { readonly kind: 'order'; readonly at: Price; readonly lot: Lot; readonly isFirst: boolean }
  | { readonly kind: 'stop'; readonly at: Price; readonly stop: RiskStop }

/** Maximum number of orders at the trigger of a stop for which every sequence is calculated; with more, no stop is counted. */
const MAX_CONTESTED = 8

/**
 * At one price an order may fill before a stop triggers, which then closes it at its bound, or after it and remain unprotected: the worse of the two
 * counts.
 */
function lossTo(risk: AtRisk, asset: string, position: 'long' | 'short'): Money {
  const side: Side = position === 'long' ? 'buy' : 'sell'
  const lots = lotsOf(risk, asset, position)
  const stops = risk.stops.filter((stop) => stop.asset === asset && stop.position === position)
  const orders = risk.orders
    .filter((order) => order.asset === asset && order.side === side)
    .map((order) => ({ at: order.price, lot: lotOf(order, risk.isProbability(asset)) }))
  const contested = orders.filter(({ at }) => stops.some(({ trigger }) => compare(trigger, at) === 0))
  if (contested.length > MAX_CONTESTED) return sumOf([...lots, ...orders.map(({ lot }) => lot)].map(({ most }) => most))
  let worst: Money = ZERO
  for (let firsts = 0; firsts < 2 ** contested.length; firsts += 1) {
    const met = [
      ...stops.map((stop): Obstacle => ({ kind: 'stop', at: stop.trigger, stop })),
      ...orders.map((order): Obstacle => {
        const index = contested.indexOf(order)
        return { kind: 'order', ...order, isFirst: index >= 0 && (firsts >> index) % 2 === 1 }
      }),
    ]
    worst = greater(worst, lossAlong(met, lots, position))
  }
  return worst
}

function lossAlong(met: Obstacle[], lots: readonly Lot[], position: 'long' | 'short'): Money {
  const towards = position === 'long' ? -1 : 1
  met.sort((a, b) => compare(a.at, b.at) * towards || rank(a, b, towards))
  let open: readonly Lot[] = lots
  let loss: Money = ZERO
  for (const one of met) {
    if (one.kind === 'order') open = [...open, one.lot]
    else {
      const percent = percentClosed(one.stop, open)
      loss = add(loss, sumOf(open.map((lot) => closedAt(part(lot, percent), one.stop.bound, position))))
      open = open.map((lot) => part(lot, subtract(HUNDRED, percent)))
    }
  }
  return add(loss, sumOf(open.map(({ most }) => most)))
}

/** At one price: orders that fill first, then the stop with the worst bound, the other stops, the other orders. */
function rank(a: Obstacle, b: Obstacle, towards: 1 | -1): number {
  if (a.kind === 'stop' && b.kind === 'stop') return compare(b.stop.bound, a.stop.bound) * towards
  const place = (one: Obstacle): number => (one.kind === 'stop' ? 1 : one.isFirst ? 0 : 2)
  return place(a) - place(b)
}

/** Fraction of the open size that a stop closes, rounded down so that it is never overstated. */
function percentClosed({ size: closes }: RiskStop, open: readonly Lot[]): Decimal {
  const all = open.reduce((sum: Size, { size }) => add(sum, size), ZERO)
  if (compare(closes, all) >= 0) return HUNDRED
  return toPlaces(divide(multiply(closes, HUNDRED) as Decimal, all, 24), 20, 'down')
}

function lotsOf({ positions, isProbability }: AtRisk, asset: string, position: 'long' | 'short'): readonly Lot[] {
  return positions
    .filter((held) => held.asset === asset && signOf(held.size) === (position === 'long' ? 1 : -1))
    .map(({ size, price, atMost }) => {
      const held = absolute(size)
      const value = multiply(price, held)
      /** To the end of the price range; a scalar price has none, so its value is used. */
      const end = isProbability(asset) && position === 'short' ? multiply(subtract(ONE, price), held) : value
      return {
        size: held,
        value,
        most: notNegative(atMost === null ? end : isProbability(asset) ? lesser(atMost, end) : atMost),
      }
    })
}

function lotOf({ side, price, size, leverage }: RiskOrder, isProbability: boolean): Lot {
  const value = multiply(price, size)
  const end = isProbability && side === 'sell' ? multiply(subtract(ONE, price), size) : value
  return { size, value, most: notNegative(marginOf(end, leverage)) }
}

/** Loss of a part closed at a price: at least zero, at most what can be lost. */
function closedAt({ size, value, most }: Lot, bound: Price, position: 'long' | 'short'): Money {
  const worth = multiply(bound, size)
  const loss = position === 'long' ? subtract(value, worth) : subtract(worth, value)
  return lesser(notNegative(loss), most)
}

/**
 * Two sides of an outcome, one of which pays 1 and the other nothing: the worse of the two results. A position on the winning side gains; an order
 * for it would gain too, and is counted as unfilled.
 */
function lossOfSides({ positions, orders }: AtRisk, one: string, other: string): Money {
  const held = (asset: string, pays: Price): readonly Money[] =>
    positions.filter((held) => held.asset === asset).map(({ size, price }) => multiply(subtract(price, pays), size))
  const bought = (asset: string): readonly Money[] =>
    orders
      .filter((order) => order.asset === asset && order.side === 'buy')
      .map((order) => multiply(order.price, order.size))
  const end = (pays: string, loses: string): Money =>
    sumOf([...held(pays, ONE), ...held(loses, ZERO), ...bought(loses)])
  return notNegative(greater(end(one, other), end(other, one)))
}

const part = ({ size, value, most }: Lot, percent: Decimal): Lot => ({
  size: percentOf(size, percent),
  value: percentOf(value, percent),
  most: percentOf(most, percent),
})

const sumOf = (losses: readonly Money[]): Money => losses.reduce((sum: Money, loss) => add(sum, loss), ZERO)
const notNegative = (loss: Money): Money => greater(loss, ZERO)
