/** Texts and units of a trade. */
import type { Family } from '../../../contract/account.ts'
import type { TradeRecord } from '../../../contract/books/index.ts'
import type { TradeRow } from '../../../contract/books-view.ts'
import { assertNever } from '../../../contract/brand.ts'
import { absolute, type Decimal, type Price, padTo, signOf, toPlaces, trimZeros } from '../../../contract/decimal.ts'
import { FAMILY_RULES, sideTitle } from '../../../contract/family-rules.ts'
import { degreesText, grouped, NONE } from '../../format/index.ts'

const GOT_PLACES = 3

/** The distance of two prices of a family: degrees where they are marks. */
function apartText(family: Family, distance: Decimal): string {
  const { isMark, leastPlaces } = FAMILY_RULES[family]
  const exact = padTo(trimZeros(toPlaces(distance, leastPlaces + 1)), leastPlaces)
  return isMark ? degreesText(exact) : grouped(exact)
}

/** How far the price moved for or against a trade. */
export function distanceText(trade: TradeRow, of: 'adverse' | 'favourable'): string {
  const { excursion, family } = trade
  if (excursion === null || excursion.why !== undefined) return NONE
  return apartText(family, excursion[of])
}

/** Why there is no excursion, or the source of its prices. */
export function excursionText({ excursion }: TradeRow): string {
  if (excursion === null) return 'Not computed yet.'
  if (excursion.why !== undefined) return excursion.why
  if (excursion.from === undefined) return 'From the venue’s price history.'
  return excursion.from === 'seen'
    ? 'From prices seen by Isotherm.'
    : 'From the venue’s price history, completed by prices seen by Isotherm.'
}

/** `Long`, `DOWN`, for shares `Held`. */
export const sideText = ({ family, side }: TradeRecord): string => sideTitle(family, side)

/** How it ended; for positions held to settlement, the winning side. */
export function endText({ end, cameTrue }: TradeRecord): string {
  switch (end) {
    case 'closed':
      return 'Closed'
    case 'settled':
      return cameTrue === null ? 'Settled' : cameTrue ? 'Won' : 'Lost'
    case 'liquidated':
      return 'Liquidated'
    case 'converted':
      return 'Converted'
    case 'turned_over':
      return 'Reversed'
    default:
      return assertNever(end, 'how a trade ended')
  }
}

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const

/** `1 h 05 min`, `42 s`: its two largest units; `—` where its start is unknown. */
export function heldText({ openedAt, closedAt }: Pick<TradeRecord, 'openedAt' | 'closedAt'>): string {
  if (openedAt === null) return NONE
  const ms = Math.max(0, closedAt - openedAt)
  const first = UNITS.findIndex(([unit]) => ms >= unit)
  if (first < 0) return '< 1 s'
  const [unit, name] = UNITS[first] ?? UNITS[3]
  const second = UNITS[first + 1]
  const rest = second === undefined ? 0 : Math.floor((ms % unit) / second[0])
  const whole = `${Math.floor(ms / unit)} ${name}`
  return second === undefined || rest === 0 ? whole : `${whole} ${String(rest).padStart(2, '0')} ${second[1]}`
}

/** The slippage of fills, signed: an average, to the thousandth. */
export function slippageText(family: Family, price: Price): string {
  const rounded = toPlaces(price, GOT_PLACES)
  const apart = apartText(family, absolute(rounded))
  const sign = signOf(rounded)
  return sign === 0 ? apart : `${sign > 0 ? '+' : '−'}\u00a0${apart}`
}
