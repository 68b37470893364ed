/** What is approaching: positions near liquidation, and ends of markets. Pure. */

import type { AlertRule } from '../../contract/alert.ts'
import { type CalendarEvent, type CalendarKind, heldText } from '../../contract/calendar.ts'
import {
  absolute,
  compare,
  type Decimal,
  HUNDRED,
  multiply,
  type Price,
  padTo,
  placesOf,
  signOf,
  subtract,
  trimZeros,
  ZERO,
} from '../../contract/decimal.ts'
import { FAMILY_RULES, holdingText, ofPricedSide } from '../../contract/family-rules.ts'
import { counted } from '../../contract/plural.ts'
import { priceLabel } from '../../contract/price-text.ts'
import type { AlertMemory, HeldPosition } from '../storage/index.ts'

type LiquidationRule = Extract<AlertRule, { readonly kind: 'liquidation' }>

/** Facts for an alert on liquidations; a mark is null while it is not fresh. */
interface LiquidationFacts {
  readonly positions: () => readonly HeldPosition[]
  readonly mark: (asset: string) => Price | null
}

/**
 * The alert's new memory, and the messages of positions that came close. A position without a fresh mark is neither reported nor forgotten: its state
 * is kept.
 */
export function lookAtLiquidations(
  rule: LiquidationRule,
  memory: AlertMemory,
  { positions, mark }: LiquidationFacts,
): { readonly memory: AlertMemory; readonly text: string | null } {
  const before = memory.known ?? []
  const close: string[] = []
  const reported: string[] = []
  for (const held of positions()) {
    if (held.liquidationPx === null || (rule.asset !== null && rule.asset !== held.asset)) continue
    const key = `${held.asset}/${signOf(held.size)}`
    const now = mark(held.asset)
    const isClose = now === null ? before.includes(key) : isWithin(rule, held, held.liquidationPx, now)
    if (!isClose) continue
    close.push(key)
    if (now !== null && !before.includes(key)) reported.push(liquidationText(held, held.liquidationPx, now))
  }
  if (memory.known !== undefined && close.join() === before.join()) return { memory, text: null }
  return { memory: { ...memory, known: close }, text: reported.length === 0 ? null : reported.join(' ') }
}

/** Distance to the liquidation; zero once the mark has reached or passed it. */
function leftTo({ size }: HeldPosition, liquidation: Price, now: Price): Decimal {
  const left = signOf(size) > 0 ? subtract(now, liquidation) : subtract(liquidation, now)
  return signOf(left) > 0 ? left : ZERO
}

function isWithin({ by, value }: LiquidationRule, held: HeldPosition, liquidation: Price, now: Price): boolean {
  const left = leftTo(held, liquidation, now)
  if (by === 'distance') return compare(left, value) <= 0
  const way: Decimal = absolute(subtract(held.entryPx, liquidation))
  // (distance − left) ÷ distance ≥ value %, without a division.
  return compare(multiply<Decimal, Decimal>(subtract(way, left), HUNDRED), multiply<Decimal, Decimal>(way, value)) >= 0
}

/** `NYCTMP1, long 40: 0.80 °F left to the liquidation at 54.10 °F; the mark is 54.90 °F.` */
function liquidationText(held: HeldPosition, liquidation: Price, now: Price): string {
  const { family, name, size } = held
  const { isMark } = FAMILY_RULES[family]
  const places = placesOf(now)
  const price = (one: Price): string =>
    isMark ? priceLabel(padTo(trimZeros(one), places)) : `${trimZeros(one)}${ofPricedSide(family)}`
  const left = leftTo(held, liquidation, now)
  const distance = isMark ? `${padTo(trimZeros(left), places)} °F` : trimZeros(left)
  return `${name}, ${holdingText({ family, size })}: ${distance} from liquidation at ${price(liquidation)}; mark ${price(now)}.`
}

/** `4 min 30 s`, rounded up to the second. */
export function leftText(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  const rest = seconds % 60
  return minutes === 0 ? `${rest} s` : rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`
}

// Positions and orders of the trader that settle, are cut off or expire soon. Each end of a market is reported once: the cut-off and the settlement
// of a binary market, minutes apart, together. Pure.

type MarketEndRule = Extract<AlertRule, { readonly kind: 'market_end' }>

/** Facts for an alert on ends. */
interface MarketEndFacts {
  readonly positions: () => readonly HeldPosition[]
  /** Upcoming events of these markets, by time. */
  readonly events: () => readonly CalendarEvent[]
  /** The service's time, ms. */
  readonly now: number
  /** The owner of the positions: an alert may apply to any signed-in wallet. */
  readonly account: string
}

/** How long a past end is remembered, ms. */
const REMEMBERED = 3_600_000

/** The alert's new memory, and the messages of near ends; the passage of time needs no fresh data. */
export function lookAtMarketEnds(
  rule: MarketEndRule,
  memory: AlertMemory,
  { positions, events, now, account }: MarketEndFacts,
): { readonly memory: AlertMemory; readonly text: string | null } {
  const mine = positions().filter(({ asset }) => rule.asset === null || rule.asset === asset)
  if (mine.length === 0) return { memory, text: null }
  const before = memory.known ?? []
  const coming = events().filter(({ kind, at }) => at > now && kind !== 'closes_doubtful')
  const fresh: string[] = []
  const reported: string[] = []
  for (const held of mine) {
    const ahead = coming.filter(({ concerns }) => concerns.includes(held.asset))
    const [first] = ahead
    if (first === undefined || first.at - now > rule.minutes * 60_000) continue
    const key = `${account} ${held.asset}/${first.ends}`
    if (before.includes(key)) continue
    fresh.push(key)
    reported.push(endText(held, ahead, now))
  }
  if (fresh.length === 0) return { memory, text: null }
  const kept = before.filter((key) => Number(key.slice(key.lastIndexOf('/') + 1)) > now - REMEMBERED)
  return { memory: { ...memory, known: [...kept, ...fresh] }, text: reported.join(' ') }
}

const NEAR: Readonly<Record<CalendarKind, (name: string, left: string) => string>> = {
  settlement: (name, left) => `${name} settles in ${left}.`,
  entries_end: (name, left) => `Entries in ${name} close in ${left}.`,
  closes_doubtful: (name, left) => `${name} may refuse closes in ${left}.`,
  expiry: (name, left) => `${name} expires in ${left}.`,
  payout: (name, left) => `${name} is settling; it expires in ${left}.`,
}

/** `NYCTMP1 settles in 15 min. You hold long 40 at 554.50. 2 orders end with it.` */
function endText(held: HeldPosition, ahead: readonly CalendarEvent[], now: number): string {
  const [first] = ahead
  if (first === undefined) return ''
  const settlement = ahead.find(({ kind, ends }) => kind === 'settlement' && ends === first.ends)
  const { length } = held.orders
  return [
    NEAR[first.kind](held.name, leftText(first.at - now)),
    ...(settlement === undefined || settlement === first
      ? []
      : [`It settles ${leftText(settlement.at - first.at)} later.`]),
    `You hold ${heldText(held)}.`,
    ...(length === 0 ? [] : [`${counted(length, 'order ends', 'orders end')} with it.`]),
  ].join(' ')
}
