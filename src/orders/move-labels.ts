/** Moves of orders in a trader's words. */
import type { Order } from '../../contract/account.ts'
import {
  compare,
  type Money,
  type Price,
  padTo,
  placesOf,
  type Size,
  signOf,
  toPlaces,
  trimZeros,
} from '../../contract/decimal.ts'
import { FAMILY_RULES } from '../../contract/family-rules.ts'
import type { Family } from '../../contract/market-ref.ts'
import { leftToPlace, type MoveState, type MoveView } from '../../contract/move.ts'
import { marginOf, orderValue } from '../../contract/order-rules.ts'
import { grouped, moneyUnit, priceBeside, priceText } from '../format/index.ts'
import { type LineParts, type Naming, PLAIN_NAMES } from '../trade-forms/index.ts'

const STATE_WORDS: Readonly<Record<MoveState, string>> = {
  cancelling: 'cancelling',
  checking: 'checking',
  reading: 'reading fills',
  placing: 'placing',
  moved: 'moved',
  filled: 'filled',
  kept: 'not moved',
  stopped: 'stopped',
  not_replaced: 'not replaced',
  left: 'not replaced',
}

/** Where a move stands. */
export const moveStateWord = ({ state }: Pick<MoveView, 'state'>): string => STATE_WORDS[state]

/** How that is felt: the word tells it too. */
export function moveTone({ state }: Pick<MoveView, 'state'>): 'good' | 'bad' | 'waiting' | 'neutral' {
  if (state === 'moved' || state === 'filled') return 'good'
  if (state === 'kept' || state === 'left') return 'bad'
  return state === 'not_replaced' || state === 'checking' ? 'waiting' : 'neutral'
}

/** `571.62 → 571.78 (71.62 °F → 71.78 °F)`, the unit first that the trader has first; one price where it stays. Every digit as it came. */
export function changedPrice(from: Price, to: Price, family: Family): string {
  const places = Math.max(placesOf(from), placesOf(to))
  const [old, changed] = [padTo(from, places), padTo(to, places)]
  const first = priceText(family, old)
  if (compare(from, to) === 0) return first
  const [beside, besideThen] = [priceBeside(family, old), priceBeside(family, changed)]
  return `${first} → ${priceText(family, changed)}${beside === undefined ? '' : ` (${beside} → ${besideThen})`}`
}

/** `150`, or `150 → 100`. */
export const changedSize = (from: Size, to: Size): string =>
  compare(from, to) === 0 ? trimZeros(from) : `${trimZeros(from)} → ${trimZeros(to)}`

/** `Move buy 150`, the market, `571.62 → 571.78 (71.62 °F → 71.78 °F)`, `canceled, 50 had filled, placed 100`. */
export function moveParts(move: MoveView, names: Naming = PLAIN_NAMES): LineParts {
  const { order, price, size } = move
  return {
    lead: `Move ${order.side} ${changedSize(order.size, size)}`,
    comma: false,
    name: names.asset(order.asset),
    tail: changedPrice(order.price, price, names.of(order.asset).family),
    usual: '',
    extra: moveText(move),
  }
}

/** What came of it so far, in steps; empty before the first. */
function moveText({ state, filled, placed, order }: MoveView): string {
  if (state === 'kept') return 'not canceled'
  if (filled === null) return ''
  const some = signOf(filled) > 0 ? `${trimZeros(filled)} had filled` : 'nothing had filled'
  if (state === 'filled') return compare(filled, order.size) >= 0 ? 'all of it had filled' : `canceled, ${some}`
  const then = state === 'moved' && placed !== null ? `placed ${trimZeros(placed)}` : ''
  return [`canceled`, some, then].filter((part) => part !== '').join(', ')
}

/** What of an order ties up money, before and after: its margin, or what its shares cost; null where nothing does or it is not known. */
export function tiedUpText(
  {
    order,
    to,
    leverage,
  }: { readonly order: Order; readonly to: { price: Price; size: Size }; readonly leverage: number | null },
  family: Family,
): string | null {
  const values = [order, to].map(({ price, size }) => orderValue({ price, size: leftToPlace(size, order.filled) }))
  const written = (change: readonly Money[]): string =>
    change
      .map((value) => grouped(toPlaces(value, 2, 'up')))
      .filter((text, index, all) => index === 0 || text !== all[0])
      .join(' → ')
  if (!FAMILY_RULES[family].isMargined)
    return order.side === 'buy' ? `costs at most ${written(values)} ${moneyUnit(family)}` : null
  if (order.reduceOnly || leverage === null) return null
  return `margin ${written(values.map((value) => marginOf(value, leverage)))} USDC at ${leverage}×`
}
