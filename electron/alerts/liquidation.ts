/** How close positions are to their liquidation, and which of them came close since the last look. Pure. */

import type { AlertRule } from '../../contract/alert.ts'
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
import { priceWords } from '../../contract/price-words.ts'
import type { AlertMemory, HeldPosition } from '../storage/index.ts'

type LiquidationRule = Extract<AlertRule, { readonly kind: 'liquidation' }>

/** What an alert on liquidations looks at; a mark is null while it is not fresh. */
export interface LiquidationFacts {
  readonly positions: () => readonly HeldPosition[]
  readonly mark: (asset: string) => Price | null
}

/**
 * What the alert saw, and the words of those that came close. A position whose mark is not fresh is neither told nor forgotten: it stays
 * what it was.
 */
export function lookAtLiquidations(
  rule: LiquidationRule,
  memory: AlertMemory,
  { positions, mark }: LiquidationFacts,
): { readonly memory: AlertMemory; readonly words: string | null } {
  const before = memory.known ?? []
  const close: string[] = []
  const told: string[] = []
  for (const held of positions()) {
    if (held.liquidationPx === null || (rule.asset !== null && rule.asset !== held.asset)) continue
    const key = `${held.asset}/${signOf(held.size)}`
    const now = mark(held.asset)
    const isClose = now === null ? before.includes(key) : isWithin(rule, held, held.liquidationPx, now)
    if (!isClose) continue
    close.push(key)
    if (now !== null && !before.includes(key)) told.push(wordsOf(held, held.liquidationPx, now))
  }
  if (memory.known !== undefined && close.join() === before.join()) return { memory, words: null }
  return { memory: { ...memory, known: close }, words: told.length === 0 ? null : told.join(' ') }
}

/** What is left to the liquidation; nothing once the mark is there or past it. */
function leftTo({ size }: HeldPosition, liquidation: Price, now: Price): Decimal {
  const left = signOf(size) > 0 ? subtract(now, liquidation) : subtract(liquidation, now)
  return signOf(left) > 0 ? left : ZERO
}

function isWithin({ by, value }: LiquidationRule, held: HeldPosition, liquidation: Price, now: Price): boolean {
  const left = leftTo(held, liquidation, now)
  if (by === 'distance') return compare(left, value) <= 0
  const way: Decimal = absolute(subtract(held.entryPx, liquidation))
  // (way − left) ÷ way ≥ value %, without a division.
  return compare(multiply<Decimal, Decimal>(subtract(way, left), HUNDRED), multiply<Decimal, Decimal>(way, value)) >= 0
}

/** `NYCTMP1, long 40: 0.80 °F left to the liquidation at 54.10 °F; the mark is 54.90 °F.` */
function wordsOf(held: HeldPosition, liquidation: Price, now: Price): string {
  const { family, name, size } = held
  const isLong = signOf(size) > 0
  const side = family === 'scalar' ? (isLong ? 'long' : 'short') : isLong ? 'UP' : 'DOWN'
  const places = placesOf(now)
  const price = (one: Price): string =>
    family === 'scalar' ? priceWords(padTo(trimZeros(one), places)) : `${trimZeros(one)} of UP`
  const left = leftTo(held, liquidation, now)
  const distance = family === 'scalar' ? `${padTo(trimZeros(left), places)} °F` : trimZeros(left)
  return `${name}, ${side} ${trimZeros(absolute(size))}: ${distance} left to the liquidation at ${price(liquidation)}; the mark is ${price(now)}.`
}
