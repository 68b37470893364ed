/** Words for what an order does on arrival, and for its fee. */
import type { TimeInForce } from '../../../contract/account.ts'
import {
  absolute,
  compare,
  type Decimal,
  type Money,
  type Rounding,
  signOf,
  toPlaces,
  trimZeros,
} from '../../../contract/decimal.ts'
import { grouped, NONE } from '../../format/index.ts'
import { type PriceUnit, priceIn, type SideFigures } from '../../markets/scalar/index.ts'
import type { FeeEstimate, Walk } from '../../trade-forms/index.ts'

const MILLION = '1000000' as Decimal

/** Money to the cent; from a million up without cents, which no column of the ticket has room for. */
export const wholeFrom = (value: Money, rounding: Rounding): string =>
  grouped(toPlaces(value, compare(absolute(value), MILLION) >= 0 ? 0 : 2, rounding))

/** `1st`, `2nd`, `3rd`, `4th`, `11th`, `22nd`. */
export function ordinal(place: number): string {
  const teens = place % 100 >= 11 && place % 100 <= 13
  const suffix = teens ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th')
  return `${place}${suffix}`
}

/** A figure and a small word or figure after it, with the whole story for who wants it. */
export interface FigureWords {
  readonly main: string
  readonly note: string | null
  readonly title: string
}

/** What fills on arrival, with its average price, and what is left, with its level; null without a book. */
export function fillWords(
  { walk, wouldCross }: Pick<SideFigures, 'walk' | 'wouldCross'>,
  { tif, unit }: { readonly tif: TimeInForce; readonly unit: PriceUnit },
): { readonly now: FigureWords; readonly rest: FigureWords } | null {
  if (walk === null) return null
  if (wouldCross) {
    const title = 'Add-liquidity-only, but it would trade at once: the service refuses it.'
    return { now: { main: 'crosses', note: null, title }, rest: { main: 'refused', note: null, title } }
  }
  return { now: nowWords(walk, unit), rest: restWords(walk, tif) }
}

function nowWords(walk: Walk, unit: PriceUnit): FigureWords {
  const filled = grouped(trimZeros(walk.filled))
  if (walk.average === null) return { main: filled, note: null, title: 'Nothing fills on arrival.' }
  const average = priceIn(unit, toPlaces(walk.average, 2))
  const levels =
    walk.levels === 1
      ? '1 level'
      : `${walk.levels} levels, the worst at ${walk.worst === null ? NONE : priceIn(unit, walk.worst)}`
  const more = walk.beyondShown ? '; more may fill beyond the levels that are watched' : ''
  return {
    main: walk.beyondShown ? `${filled}+` : filled,
    note: average,
    title: `${filled} fill at ${average} on average: ${levels}${more}.`,
  }
}

function restWords(walk: Walk, tif: TimeInForce): FigureWords {
  const rest = grouped(trimZeros(walk.rest))
  if (signOf(walk.rest) <= 0) return { main: '0', note: null, title: 'Nothing is left over.' }
  if (tif === 'IOC') return { main: rest, note: 'cancelled', title: `${rest} do not fill and are cancelled.` }
  if (walk.queue === null) return { main: rest, note: null, title: `${rest} rest.` }
  const level = ordinal(walk.queue.level)
  const place = walk.queue.joins ? `join the ${level} level` : `open a level of their own, the ${level}`
  return { main: rest, note: level, title: `${rest} rest and ${place}.` }
}

/** `maker`, `taker` or both, and the parts spelled out; null when there is no fee estimate. */
export function feeWords(fee: FeeEstimate | null): { readonly kind: string; readonly detail: string } | null {
  if (fee === null) return null
  const taker = signOf(fee.taker) !== 0
  const maker = signOf(fee.maker) !== 0
  const kind = taker && maker ? 'both' : taker ? 'taker' : maker ? 'maker' : ''
  return { kind, detail: `Taker ${toPlaces(fee.taker, 6)}, maker ${toPlaces(fee.maker, 6)} USDC` }
}
