/** The result of closing a whole position at once, by the known part of the book. */

import { useMemo } from 'react'
import type { Position } from '../../contract/account.ts'
import {
  absolute,
  type Decimal,
  type Money,
  multiply,
  negate,
  type Price,
  type Size,
  signOf,
  subtract,
  toPlaces,
  trimZeros,
  ZERO,
} from '../../contract/decimal.ts'
import { heldPrice } from '../../contract/family-rules.ts'
import { counted } from '../../contract/plural.ts'
import type { Topic } from '../../contract/topics.ts'
import { averageLabel, grouped, signedMoney } from '../format/index.ts'
import { useTopicValue } from '../market-data/index.ts'
import { type BookSides, feeOf, walkBook } from '../trade-forms/index.ts'

interface ExitValue {
  /** The part that closes at known prices. */
  readonly closed: Size
  /** The part beyond the last of them: its price is unknown. */
  readonly rest: Size
  /** Average price as the position's side sees it. */
  readonly average: Price
  readonly levels: number
  /** The taker fee of the fill; null where the rate is unknown. */
  readonly fee: Money | null
  /** Result of the closed part against its entry, less the fee where that is known. */
  readonly net: Money
  /** The additional result of a close at the mark, without the fee; null without a mark. */
  readonly spread: Money | null
}

type Held = Pick<Position, 'family' | 'size' | 'entryPx'>

/** A price that includes every level of its side. */
const ANY: { readonly [Side in 'buy' | 'sell']: Price } = { buy: '1000000000000' as Price, sell: '0' as Price }

/**
 * Null where the side that a close trades with is empty.
 * @param takerBps null where it is unknown, or for another family
 */
export function exitValueOf(
  position: Held,
  book: BookSides,
  mark: Price | null,
  takerBps: Decimal | null,
): ExitValue | null {
  const { size, entryPx } = position
  const isLong = signOf(size) > 0
  const side = isLong ? 'sell' : 'buy'
  const { filled, value, rest, levels, average } = walkBook(side, ANY[side], absolute(size), book)
  if (average === null) return null
  const gained = (worth: Money): Money => (isLong ? worth : negate(worth))
  const fee = takerBps === null ? null : feeOf(value, takerBps)
  return {
    closed: filled,
    rest,
    average: heldPrice(position, average),
    levels,
    fee,
    net: subtract(gained(subtract(value, multiply(entryPx, filled))), fee ?? ZERO),
    spread: mark === null ? null : gained(subtract(multiply(mark, filled), value)),
  }
}

/** Why it differs from the unrealized result, which is at the mark: `Sold now: 553.10 on average, 2 levels deep. …`. */
export function exitLabel({ closed, rest, average, levels, fee, spread }: ExitValue, unit: string): string {
  const [at, deep] = [averageLabel(average), counted(levels, 'level', 'levels')]
  const cost = spread === null ? '' : `${grouped(toPlaces(absolute(spread), 2))} ${unit}`
  const apart = [
    spread === null || signOf(spread) === 0
      ? null
      : signOf(spread) > 0
        ? `${cost} lost to spread and depth`
        : `${cost} gained from spread and depth`,
    fee === null ? 'fee unknown, not deducted' : `${grouped(toPlaces(fee, 2, 'up'))} ${unit} fee deducted`,
  ].filter((one) => one !== null)
  const terms = [
    signOf(rest) > 0
      ? `${grouped(trimZeros(closed))} of it closed at current book prices: average ${at}, ${deep} deep.`
      : `All of it closed at current book prices: average ${at}, ${deep} deep.`,
    `Versus Unrealized at the mark: ${apart.join(', ')}.`,
    signOf(rest) > 0 ? `The known book ends there; the other ${grouped(trimZeros(rest))} cannot be priced.` : null,
  ]
  return terms.filter((one) => one !== null).join(' ')
}

/** For copies: `+ 12.40`, and for a part `+ 12.40 for 60`. */
export const exitText = ({ net, closed, rest }: ExitValue): string =>
  signOf(rest) > 0 ? `${signedMoney(net)} for ${grouped(trimZeros(closed))}` : signedMoney(net)

/** Levels per side through which an exit is walked: those of the tickets, so that both share a book. */
const LEVELS = 40

/** The book through which exits of an asset are walked. */
export const exitBook = (asset: string): Topic & { readonly kind: 'book' } => ({
  kind: 'book',
  asset,
  step: null,
  levels: LEVELS,
})

/** Null before the book arrived, and where the side that a close trades with is empty. */
export function useExitValue(
  position: Pick<Position, 'asset' | 'family' | 'size' | 'entryPx'>,
  mark: Price | null,
  takerBps: Decimal | null,
): ExitValue | null {
  const { asset, family, size, entryPx } = position
  const isLong = !size.startsWith('-')
  // As text, so that the row renders when its side of the book changes, and not with each book.
  const side = useTopicValue(exitBook(asset), ({ bids, asks }) =>
    (isLong ? bids : asks).map(({ px, sz }) => `${px} ${sz}`).join('/'),
  )
  return useMemo(() => {
    if (side === undefined) return null
    const levels = side === '' ? [] : side.split('/').map(levelOf)
    return exitValueOf({ family, size, entryPx }, { bids: levels, asks: levels }, mark, takerBps)
  }, [side, family, size, entryPx, mark, takerBps])
}

function levelOf(text: string): { readonly px: Price; readonly sz: Size } {
  const [px = '', sz = ''] = text.split(' ')
  return { px: px as Price, sz: sz as Size }
}
