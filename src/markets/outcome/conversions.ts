/** The conversions that a market allows, a one-line description of each, and the maximum amount. Pure. */
import type { Position } from '../../../contract/account.ts'
import type { Collateral } from '../../../contract/collateral.ts'
import { type Decimal, lesser, type Money, type Price, signOf, ZERO } from '../../../contract/decimal.ts'
import type { Ticker } from '../../../contract/market.ts'
import type { ConversionKind, OutcomeMarket } from '../../../contract/outcome.ts'
import { questionOf } from '../../../contract/outcome-names.ts'
import type { Cancel } from '../../../contract/time.ts'
import { moneyUnit } from '../../format/index.ts'

export const CONVERSION_NAMES: Readonly<Record<ConversionKind, string>> = {
  split: 'Split',
  merge: 'Merge',
  merge_question: 'Merge question',
  negate: 'Negate',
}

export interface OfferedConversion {
  readonly kind: ConversionKind
  readonly name: string
  /** One-line description. */
  readonly text: string
  readonly questionId: number | null
  /** Whether the maximum can be requested as “all” (docs/service/conversions.md#kinds). */
  readonly allowsAll: boolean
  /** Unit of the amount. */
  readonly unit: Collateral | 'shares'
  /** The maximum amount, null while unknown. */
  readonly most: Decimal | null
}

interface Holdings {
  /** Null while the account has not been read. */
  readonly positions: readonly Pick<Position, 'asset' | 'size'>[] | null
  readonly collateral: Money | null
}

/** The conversions of an open market; none once it settles or has expired. `siblings` are all known markets. */
export function offeredConversions(
  market: OutcomeMarket,
  siblings: readonly OutcomeMarket[],
  { positions, collateral }: Holdings,
): readonly OfferedConversion[] {
  if (market.expired || market.settling) return []
  const money = moneyUnit('outcome')
  const held = (coin: string | undefined): Decimal => {
    const size = positions?.find(({ asset }) => asset === coin)?.size
    return size === undefined || signOf(size) < 0 ? ZERO : size
  }
  const least = (coins: readonly (string | undefined)[]): Decimal | null =>
    positions === null
      ? null
      : (coins.map(held).reduce<Decimal | null>((a, b) => (a === null ? b : lesser(a, b)), null) ?? null)
  const offered: OfferedConversion[] = [
    {
      kind: 'split',
      name: CONVERSION_NAMES.split,
      text: `1 ${money} becomes one share of each side: ${sideNames(market)}.`,
      questionId: null,
      allowsAll: false,
      unit: money,
      most: collateral,
    },
    {
      kind: 'merge',
      name: CONVERSION_NAMES.merge,
      text: `One share of each side (${sideNames(market)}) becomes 1 ${money}.`,
      questionId: null,
      allowsAll: true,
      unit: 'shares',
      most: least(market.sides.map(({ coin }) => coin)),
    },
  ]
  const question = questionOf(market)
  if (question === null || question.exclusive === false || !question.several) return offered
  // Where the service does not say, the conversion is offered, as the service refuses what it does not allow.
  const unsure = question.exclusive === null ? ' The venue does not report whether it allows this here.' : ''
  const members = siblings.filter(({ outcomeId }) => question.outcomes.includes(outcomeId))
  const yes = ({ sides }: OutcomeMarket): string | undefined => sides.find(({ index }) => index === 0)?.coin
  /** Without the question's outcomes, the inputs of a merge cannot be shown. */
  const merge: readonly OfferedConversion[] =
    question.outcomes.length < 2
      ? []
      : [
          {
            kind: 'merge_question',
            name: CONVERSION_NAMES.merge_question,
            text: `A Yes of every outcome of “${question.title}” becomes 1 ${money}: exactly one of them wins.${unsure}`,
            questionId: question.id,
            allowsAll: true,
            unit: 'shares',
            most: members.length < question.outcomes.length ? null : least(members.map(yes)),
          },
        ]
  return [
    ...offered,
    ...merge,
    {
      kind: 'negate',
      name: CONVERSION_NAMES.negate,
      text: `A No of “${market.name}” becomes a Yes of every other outcome of the question.${unsure}`,
      questionId: question.id,
      allowsAll: false,
      unit: 'shares',
      most: least([market.sides.find(({ index }) => index === 1)?.coin]),
    },
  ]
}

const sideNames = ({ sides }: OutcomeMarket): string => sides.map(({ name }) => name).join(', ')

// The prices of a market's sides as of one moment. The service sends each side in its own message: between the two messages of one change, the sides
// do not add up.

/** The relevant fields of a side's ticker. */
type SideTicker = Pick<Ticker, 'mark' | 'mid' | 'last' | 'time' | 'receivedAt'>

/** Messages of one change are stamped at most this far apart, ms. */
const TOGETHER = 50
/** How long the sides wait for one another, ms: a service may send one side alone. */
const WAIT_FOR_OTHERS_MS = 300

function isOneMoment(sides: readonly (SideTicker | undefined)[]): boolean {
  const known = sides.filter((side) => side !== undefined)
  if (known.length < sides.length) return false
  const stamps = known.map(({ time }) => time)
  const times = stamps.every((time) => time !== null) ? stamps : known.map(({ receivedAt }) => receivedAt)
  return Math.max(...times) - Math.min(...times) <= TOGETHER
}

/** Prices of one kind that all sides have: the service's marks, else the mid prices of the books, else the last trades. */
function pricesOf(sides: readonly (SideTicker | undefined)[]): readonly (Price | null)[] {
  for (const kind of ['mark', 'mid', 'last'] as const) {
    const prices = sides.map((side) => side?.[kind] ?? null)
    if (!prices.includes(null)) return prices
  }
  return sides.map((side) => side?.mark ?? side?.mid ?? side?.last ?? null)
}

interface OneMomentOptions {
  /** The current ticker of each side; undefined before its first message. */
  readonly read: () => readonly (SideTicker | undefined)[]
  readonly after: (ms: number, run: () => void) => Cancel
  /** Shows the prices of all sides; null for a side without one. */
  readonly show: (prices: readonly (Price | null)[]) => void
}

interface OneMoment {
  /** To be called when a side has changed. */
  changed(): void
  stop(): void
}

/** Shows the sides together: once all of them are of one moment, otherwise after a short wait. */
export function showAtOnce({ read, after, show }: OneMomentOptions): OneMoment {
  let waiting: Cancel | null = null
  const stop = (): void => {
    waiting?.()
    waiting = null
  }
  return {
    changed() {
      const sides = read()
      if (isOneMoment(sides)) {
        stop()
        show(pricesOf(sides))
      } else {
        waiting ??= after(WAIT_FOR_OTHERS_MS, () => {
          waiting = null
          show(pricesOf(read()))
        })
      }
    },
    stop,
  }
}
