/** What an order traded, in words: the price it filled at, the fee, and what a close realized. Never the price it was willing to pay. */
import type { ActionRecord, Execution } from '../../contract/action.ts'
import {
  absolute,
  compare,
  type Decimal,
  type Money,
  type Price,
  placesOf,
  type Size,
  signOf,
  toPlaces,
  trimZeros,
} from '../../contract/decimal.ts'
import { FAMILY_RULES, type HeldSide, ownPrice } from '../../contract/family-rules.ts'
import { makesOrder, type OrderIntent, orderAskedFor } from '../../contract/order-asked-for.ts'
import { grouped, scalarPrice, scalarPriceBeside, signed } from '../format/index.ts'
import { type LineParts, type Naming, parts } from './line-parts.ts'

/** Decimals of a price where the market's tick is not known. */
const PLACES = 4
const CENT = '0.01' as Decimal

/**
 * `Bought 40 NYCTMP1 at 554.096 (54.10 °F), fee 9.97 USDC` in parts; null where nothing filled, or the action is no order. While the fills
 * are not read there is a size and no price.
 */
export function tradedParts(action: ActionRecord, names: Naming): LineParts | null {
  const { intent, filled, state } = action
  if (!makesOrder(intent)) return null
  const execution = known(action)
  const size = execution?.size ?? (filled !== null && signOf(filled) > 0 ? filled : null)
  if (size === null && state !== 'filled') return null
  const name = names.asset(intent.asset)
  const lead = `${verbOf(intent)}${sizeText(action, orderAskedFor(intent).size, size)}${directionOf(intent, execution, names)}`
  if (execution === null) return parts(lead, name)
  const own = ownPrice(names.of(intent.asset).family, sideOf(intent, execution), execution.average)
  const at = averageText(own, intent.asset, names)
  return parts(lead, name, `at ${at}`, resultText(execution, intent.kind === 'close'))
}

/** `bought 40 at 554.096 (54.10 °F), fee 9.97 USDC`: what the orders of one piece of work traded together. @param average as the trader holds it */
export function fillsText({ execution, asset, verb, average = execution.average }: FillsSaid, names: Naming): string {
  const result = resultText(execution, verb === 'closed')
  const traded = `${verb} ${grouped(trimZeros(execution.size))} at ${averageText(average, asset, names)}`
  return result === '' ? traded : `${traded}, ${result}`
}
interface FillsSaid {
  readonly execution: Execution
  readonly asset: string
  readonly verb: 'bought' | 'sold' | 'closed'
  readonly average?: Price
}

/** `554.096 (54.10 °F)`, `0.42`: an average on the market's tick, or one decimal finer. */
export function averageText(average: Price, asset: string, names: Naming): string {
  const { family, tickSize } = names.of(asset)
  return FAMILY_RULES[family].isMark && tickSize !== null ? scalarText(average, tickSize) : priceText(average, tickSize)
}

/** The fills, where they are read as far as the order is known to have filled. */
function known({ execution, filled }: ActionRecord): Execution | null {
  if (execution == null) return null
  return filled === null || compare(execution.size, filled) >= 0 ? execution : null
}

function verbOf(intent: OrderIntent): string {
  if (intent.kind === 'close') return 'Closed'
  /** Contracts of either direction are bought. */
  return intent.kind === 'binary_predict' || orderAskedFor(intent).side === 'buy' ? 'Bought' : 'Sold'
}

/** ` 40`, and of an order that filled in part ` 20 of 40`. */
function sizeText({ state }: ActionRecord, asked: Size | null, size: Size | null): string {
  const done = size ?? asked
  if (done === null) return ''
  const part = asked !== null && state !== 'filled' && compare(done, asked) < 0
  return ` ${grouped(trimZeros(done))}${part ? ` of ${grouped(trimZeros(asked))}` : ''}`
}

/** Which of the two contracts of a binary market; a close tells it by its side. */
function directionOf(intent: OrderIntent, execution: Execution | null, names: Naming): string {
  if (intent.kind === 'binary_predict') return ` ${intent.direction}`
  const { pricedSide, sides } = FAMILY_RULES[names.of(intent.asset).family]
  if (intent.kind !== 'close' || execution === null || pricedSide === null) return ''
  return ` ${sides?.[sideOf(intent, execution)]}`
}

/** Of the position that it opened or closed. DOWN is held as a short position in UP: entering it sells, closing it buys. */
function sideOf(intent: OrderIntent, execution: Execution): HeldSide {
  const { side, reduceOnly } = orderAskedFor(intent)
  return ((side ?? execution.side) === 'buy') === reduceOnly ? 'short' : 'long'
}

/** `554.096 (54.10 °F)`; the temperature, to the tick, first where the trader has it so. */
function scalarText(average: Price, tickSize: Price): string {
  const mark = toPlaces(average, placesOf(tickSize))
  const exact = priceText(average, tickSize)
  return scalarPrice(mark) === mark ? `${exact} (${scalarPriceBeside(mark)})` : `${scalarPrice(mark)} (${exact})`
}

/** On the tick at the tick's precision, between two ticks with one decimal more. */
function priceText(average: Price, tickSize: Price | null): string {
  const tick = tickSize === null ? PLACES : placesOf(tickSize)
  const exact = toPlaces(average, tick)
  return compare(exact, average) === 0 ? exact : toPlaces(average, tick + 1)
}

/** `+ 12.40 realized, fee 9.97 USDC`; empty while neither is known. */
export function resultText({ fee, realised, token }: Execution, isClose: boolean): string {
  const closes = realised !== null && (isClose || signOf(realised) !== 0)
  const words: string[] = []
  if (closes) words.push(`${signed(toPlaces(realised, 2))} realized`)
  if (fee !== null) words.push(`fee ${feeText(fee)}`)
  return words.length === 0 ? '' : `${words.join(', ')} ${token}`
}

function feeText(fee: Money): string {
  const tiny = signOf(fee) !== 0 && compare(absolute(fee), CENT) < 0
  return tiny ? `under ${CENT}` : grouped(toPlaces(fee, 2))
}
