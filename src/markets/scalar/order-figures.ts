/** The effect of a limit or market order, side by side for Buy and Sell: its rows and their figures by the live book. Pure. */

import type { TimeInForce } from '../../../contract/account.ts'
import {
  absolute,
  compare,
  type Decimal,
  type Money,
  type Price,
  padTo,
  placesOf,
  type Rounding,
  signOf,
  toPlaces,
  trimZeros,
} from '../../../contract/decimal.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { counted } from '../../../contract/plural.ts'
import { grouped } from '../../format/index.ts'
import type { FeeEstimate, Walk } from '../../trade-forms/index.ts'
import { type EstimateFigure, type EstimateFigures, type EstimateRow, marginName, plain, rowsOf } from '../estimate.ts'
import type { PriceUnit } from './draft.ts'
import { inBoth } from './draft.ts'
import type { SideFigures } from './summary.ts'

const MILLION = '1000000' as Decimal

/** Money to the cent; from a million up without cents, as no column of the ticket has space for them. */
const moneyInColumn = (value: Money, rounding: Rounding): string =>
  grouped(toPlaces(value, compare(absolute(value), MILLION) >= 0 ? 0 : 2, rounding))

/** Costs are rounded up, never down. */
const cost = (value: Money): string => moneyInColumn(value, 'up')

/** The rows of an order: always the same ones, so that none moves. */
export function orderRows({ leverage, tif }: { leverage: number; tif: TimeInForce }): readonly EstimateRow[] {
  return rowsOf({
    size: { title: null },
    rest: tif === 'IOC' ? { name: 'Canceled', title: COMMON.restingSize } : {},
    cost: { title: 'Size × order price, USDC.' },
    margin: { name: marginName(leverage), title: 'Margin used by the order, USDC.' },
    fee: { title: 'At your rates, USDC.' },
    liquidation: {},
    average: { title: 'Of what fills now.' },
    worst: { title: 'The last level taken by what fills now.' },
    lost: {},
  })
}

/** The order's terms that the rows depend on. */
export interface OrderTerms {
  readonly tif: TimeInForce
  readonly unit: PriceUnit
  readonly tickSize: Price
}

/** The figures of one side; null without an order. */
export function orderFigures(of: SideFigures | null, { tif, unit, tickSize }: OrderTerms): EstimateFigures | null {
  if (of === null) return null
  const { value, margin, closesOnly, walk, fee, liquidation, worstCase } = of
  const places = placesOf(tickSize)
  const taken = of.wouldCross ? null : walk
  return {
    ...(walk === null ? {} : fills(of, walk, tif)),
    cost: plain(moneyInColumn(value, 'half-up')),
    margin: plain(closesOnly ? 'none (closes)' : cost(margin)),
    ...(fee === null ? {} : { fee: feeFigure(fee) }),
    ...(liquidation === null ? {} : { liquidation: inBoth(liquidation.mark, unit) }),
    ...(taken?.average == null ? {} : { average: inBoth(averagePrice(taken.average, places), unit) }),
    ...(taken?.worst == null ? {} : { worst: inBoth(padTo(taken.worst, places), unit) }),
    ...(worstCase === null ? {} : { lost: plain(`− ${cost(worstCase)}`) }),
  }
}

/** To the tick where the average is on it, else two decimals finer. */
function averagePrice(average: Price, places: number): Price {
  const exact = trimZeros(average)
  return placesOf(exact) <= places ? padTo(exact, places) : toPlaces(average, places + 2)
}

/** The immediate fill, and the remainder with its book level. */
function fills({ wouldCross }: SideFigures, walk: Walk, tif: TimeInForce): EstimateFigures {
  if (wouldCross) {
    const title = 'Post-only, but it would trade at once. The venue will reject it.'
    return { size: { ...plain('crosses'), title }, rest: { ...plain('refused'), title } }
  }
  return { size: filled(walk), rest: rests(walk, tif) }
}

function filled(walk: Walk): EstimateFigure {
  const size = grouped(trimZeros(walk.filled))
  if (walk.average === null) return { ...plain(size), title: 'Nothing fills immediately.' }
  const levels = counted(walk.levels, 'level', 'levels')
  return walk.beyondShown
    ? { ...plain(`${size}+`), title: `Fills ${size} from ${levels}; more may fill beyond the known levels.` }
    : { ...plain(size), title: `Fills ${size} from ${levels}.` }
}

function rests(walk: Walk, tif: TimeInForce): EstimateFigure {
  const rest = grouped(trimZeros(walk.rest))
  if (signOf(walk.rest) <= 0) return { ...plain('0'), title: 'Fills completely.' }
  if (tif === 'IOC') return { ...plain(rest), title: `${rest} unfilled, canceled.` }
  if (walk.queue === null) return { ...plain(rest), title: `Rests: ${rest}.` }
  const level = ordinal(walk.queue.level)
  const title = walk.queue.joins
    ? `Rests: ${rest}, joining the ${level} level.`
    : `Rests: ${rest}, opening a new level, the ${level}.`
  return { ...plain(rest), note: level, title }
}

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' })
const SUFFIXES: Readonly<Record<Intl.LDMLPluralRule, string>> = {
  ...{ one: 'st', two: 'nd', few: 'rd' },
  ...{ zero: 'th', many: 'th', other: 'th' },
}

/** `1st`, `2nd`, `3rd`, `4th`, `11th`, `22nd`. */
const ordinal = (place: number): string => `${place}${SUFFIXES[ORDINALS.select(place)]}`

/** The fee with maker or taker, and its parts spelled out. */
function feeFigure({ taker, maker, total }: FeeEstimate): EstimateFigure {
  const takes = signOf(taker) !== 0
  const makes = signOf(maker) !== 0
  const note = takes && makes ? 'both' : takes ? 'taker' : makes ? 'maker' : null
  return { ...plain(cost(total)), note, title: `Taker ${toPlaces(taker, 6)}, maker ${toPlaces(maker, 6)} USDC` }
}
