/** What closing a part at the price it would trade at now comes to. Pure. */
import type { Position } from '../../contract/account.ts'
import { unrealised } from '../../contract/books/index.ts'
import {
  absolute,
  BASIS_POINTS,
  type Decimal,
  divide,
  type Money,
  multiply,
  negate,
  type Price,
  type Size,
  signOf,
  toPlaces,
  trimZeros,
} from '../../contract/decimal.ts'
import { heldPrice } from '../../contract/family-rules.ts'
import { grouped, priceLabel, signed } from '../format/index.ts'

interface Prices {
  readonly bid: Price | null
  readonly ask: Price | null
}

export interface PartTerms {
  readonly position: Pick<Position, 'family' | 'size' | 'entryPx'>
  readonly part: Size
  readonly prices: Prices
  /** Null where it is not known, or another family's. */
  readonly takerBps: Decimal | null
  readonly unit: string
}

/** The best price on the side that a close trades at; null while none is known. */
const closingPrice = (size: Size, { bid, ask }: Prices): Price | null => (signOf(size) > 0 ? bid : ask)

/** What a part comes to, written: its price, its fee where that is known, its result before the fee. */
export interface PartFigures {
  readonly price: string
  readonly fee: string | null
  readonly gain: string
  readonly unit: string
}

/** Null without a price. */
export function partFigures({ position, part, prices, takerBps, unit }: PartTerms): PartFigures | null {
  const price = closingPrice(position.size, prices)
  if (price === null) return null
  const size = signOf(position.size) > 0 ? part : negate(part)
  const gain = unrealised({ ...position, size }, price)
  const fee = takerBps === null ? null : divide(multiply(multiply(price, absolute(part)), takerBps), BASIS_POINTS, 12)
  return {
    price: priceLabel(trimZeros(heldPrice(position, price))),
    fee: fee === null ? null : grouped(toPlaces(fee as Money, 2, 'up')),
    gain: signed(toPlaces(gain, 2)),
    unit,
  }
}

/** `at about 553.10, fee 4.97 USDC, result + 12.40 USDC before it`; null without a price. */
export function partResult(terms: PartTerms): string | null {
  const figures = partFigures(terms)
  if (figures === null) return null
  const { price, fee, gain, unit } = figures
  const paid = fee === null ? '' : `, fee ${fee} ${unit}`
  return `at about ${price}${paid}, result ${gain} ${unit}${fee === null ? '' : ' before it'}`
}
