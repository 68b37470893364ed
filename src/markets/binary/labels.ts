/** The state of the binary market in words and figures. Pure. */
import type { BinaryBucket, BinaryDirection, BinaryPhase, BinaryView } from '../../../contract/binary.ts'
import {
  absolute,
  add,
  type Decimal,
  divide,
  lesser,
  type Money,
  multiply,
  ONE,
  type Price,
  parseTyped,
  signOf,
  subtract,
  toPlaces,
} from '../../../contract/decimal.ts'
import type { Ticker } from '../../../contract/market.ts'
import { type BinaryRef, follows } from '../../../contract/market-ref.ts'
import { otherSide } from '../../trade-forms/index.ts'

const PHASE_WORDS: Readonly<Record<Exclude<BinaryPhase, 'unknown'>, string>> = {
  staging: 'Staging',
  trading: 'Trading',
  ramp: 'Ramp',
  settled: 'Settled',
}

/** The phase in a word; in the service's own where the terminal does not know it. */
export const phaseWord = (phase: BinaryPhase, text: string | null): string =>
  phase === 'unknown' ? (text ?? 'Phase not told') : PHASE_WORDS[phase]

/**
 * Where an asset stands: the status leads, the bucket adds to it as far as it is of the same asset. One that is not active has its market's
 * own word.
 * @param wanted the asset; the active one unless said
 */
export function presentOf(
  { status: active, bucket, markets }: Pick<BinaryView, 'status' | 'bucket' | 'markets'>,
  wanted?: string,
) {
  const asset = wanted ?? active?.activeAsset ?? bucket?.asset ?? null
  const status = active?.activeAsset == null || active.activeAsset === asset ? active : null
  const own: BinaryBucket | null = bucket !== null && (bucket.asset === null || bucket.asset === asset) ? bucket : null
  const market = markets.find((one) => one.asset === asset) ?? null
  return {
    asset,
    market,
    phase: status?.phase ?? own?.phase ?? 'unknown',
    phaseText: status?.phaseText ?? own?.phaseText ?? (status === null ? (market?.statusText ?? null) : null),
    midpoint: own?.midpoint ?? market?.midpoint ?? null,
    start: own?.start ?? null,
    end: own?.end ?? null,
    cutoff: status?.entryCutoff ?? null,
  } as const
}
export type Present = ReturnType<typeof presentOf>

/**
 * The asset that a panel of a binary market is about: the one it names, whatever is active and whatever main has said of it yet.
 * @param told what main says the ref trades as; null while it says nothing
 */
export const assetOfRef = (ref: BinaryRef, told: string | null): string | undefined =>
  told ?? (follows(ref) ? undefined : ref.asset)

/** How far the deciding mark is from the midpoint, and on which side of it: there UP or DOWN wins. */
export function distanceOf(
  mark: Price,
  midpoint: Price,
): { readonly by: Decimal; readonly way: 'above' | 'below' | 'at' } {
  const difference = subtract(mark, midpoint)
  const sign = signOf(difference)
  return { by: absolute(difference), way: sign > 0 ? 'above' : sign < 0 ? 'below' : 'at' }
}

/** What a direction stands at, and what one contract of it costs now, by the prices of UP. */
export function pricesOf(
  direction: BinaryDirection,
  ticker: Pick<Ticker, 'mark' | 'mid' | 'bid' | 'ask'> | undefined,
): { readonly mark: Price | null; readonly buysAt: Price | null } {
  const up = ticker?.mark ?? ticker?.mid ?? null
  if (direction === 'UP') return { mark: up, buysAt: ticker?.ask ?? null }
  const bid = ticker?.bid ?? null
  return { mark: up === null ? null : otherSide(up), buysAt: bid === null ? null : otherSide(bid) }
}

/** Part of the bucket that is over, 0 to 1; null while its bounds are not known. */
export function progressAt({ start, end }: Pick<Present, 'start' | 'end'>, now: number): number | null {
  if (start === null || end === null || end <= start) return null
  return Math.min(1, Math.max(0, (now - start) / (end - start)))
}

/** An amount of USDC as typed, or what is wrong with it; `missing` is said only once the trader tries to send. */
export function amountOf(
  text: string,
): { readonly amount: Money } | { readonly issue: string; readonly missing: boolean } {
  if (text.trim() === '') return { issue: 'Amount is missing.', missing: true }
  const typed = parseTyped(text)
  if (typed === null) return { issue: 'Amount is not a number.', missing: false }
  if (signOf(typed) <= 0) return { issue: 'Amount must be greater than 0.', missing: false }
  return { amount: typed as Money }
}

/**
 * The most that the contracts for an amount may cost at the limit, in cents rounded up: an estimate that would cost more is refused before
 * it is signed, for services count what the worst price adds on top of the amount or within it (docs/service/binary.md#predict).
 */
export function mostCost(amount: Money, distance: Price, ticker: Parameters<typeof pricesOf>[1]): Money | null {
  const own = (['UP', 'DOWN'] as const).flatMap((direction) => {
    const { buysAt, mark } = pricesOf(direction, ticker)
    const price = buysAt ?? mark
    return price === null || signOf(price) <= 0 ? [] : [price]
  })
  if (own.length === 0) return null
  const cheapest = own.reduce((one, other) => lesser(one, other))
  const dearer = divide(lesser(add(cheapest, distance), ONE), cheapest, 12)
  return toPlaces(multiply(amount, dearer), 2, 'up')
}
