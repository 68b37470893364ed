/**
 * Calibration: how well the prices paid for outcome shares and binary contracts predicted the result, by the price of the side bought, before fees.
 * Sums are exact; scores and fractions are statistics, and plain numbers. Pure.
 */
import type { Family } from '../account.ts'
import { add, type Decimal, type Money, multiply, type Price, type Size, subtract, ZERO } from '../decimal.ts'
import { FAMILY_RULES } from '../family-rules.ts'
import type { Millis } from '../time.ts'
import { cameTrueAt, type TradeSide } from './trade.ts'

/** Price bands: 0–10 %, …, 90–100 %, each excluding its upper end except the last. */
const BANDS = 10

/** Openings of a day in one market, side and band. */
export interface OpeningSums {
  readonly side: TradeSide
  /** 0 to 9. */
  readonly band: number
  /** Number of fills that opened something. */
  readonly entries: number
  readonly size: Size
  /** Sums over entries of the own side's price, and of its square. */
  readonly prices: Price
  readonly squares: Decimal
  /** The same weighted by size: the first is the amount paid. */
  readonly paid: Money
  readonly paidSquares: Decimal
}

type Sums = Omit<OpeningSums, 'side'>

/** Openings of a day in one market and bucket, and their settlement price. */
export interface DayOpenings {
  readonly family: Family
  readonly asset: string
  /** Start of the 120-minute bucket in which it was opened (service-interface "Scalar mark and bucket"); null for outcomes. */
  readonly bucket: Millis | null
  /** Settlement price; null when not settled or unknown. */
  readonly settledAt: Price | null
  /** Openings of shares and binary contracts, which either pay or expire worthless. */
  readonly openings: readonly OpeningSums[]
}

/** Weight of each entry. */
export const WEIGHTS = ['entries', 'contracts'] as const
export type Weight = (typeof WEIGHTS)[number]

export interface CalibrationBand {
  /** 0 to 9. */
  readonly band: number
  readonly entries: number
  readonly size: Size
  /** Weighted average price paid, and weighted fraction that paid out; 0 to 1. */
  readonly average: number
  readonly cameTrue: number
}

export interface Calibration {
  /** Entries with a known result. */
  readonly entries: number
  readonly size: Size
  /** Entries whose result is unknown: their market is not over, or nothing reports how it ended. */
  readonly unknown: number
  /** Brier score, the mean square of price minus outcome: 0 is perfect, 0.25 is an even bet on everything; null without entries. */
  readonly brier: number | null
  /** Bands with entries, lowest first. */
  readonly bands: readonly CalibrationBand[]
}

/** Openings of one band with the result of their side; null when unknown. */
export interface JudgedOpenings extends Sums {
  readonly cameTrue: boolean | null
}

/** Adds an opening to the sums. @param price of the own side. */
export function withOpening(
  sums: readonly OpeningSums[],
  { side, size, price }: { readonly side: TradeSide; readonly size: Size; readonly price: Price },
): readonly OpeningSums[] {
  const band = Math.min(BANDS - 1, Math.floor(Number(multiply(price, '10' as Decimal))))
  const square = multiply(price, price) as Decimal
  const paid = multiply(price, size)
  const one = {
    side,
    band,
    entries: 1,
    size,
    prices: price,
    squares: square,
    paid,
    paidSquares: multiply(square, size) as Decimal,
  }
  const before = sums.find((sum) => sum.side === side && sum.band === band)
  return before === undefined ? [...sums, one] : sums.map((sum) => (sum === before ? joined(sum, one) : sum))
}

const joined = <One extends Sums>(a: One, b: Sums): One => ({
  ...a,
  entries: a.entries + b.entries,
  size: add(a.size, b.size),
  prices: add(a.prices, b.prices),
  squares: add(a.squares, b.squares),
  paid: add(a.paid, b.paid),
  paidSquares: add(a.paidSquares, b.paidSquares),
})

/**
 * Openings up to now by band and result, whether held to the end or closed before it; the result is the settlement of their market.
 * @param payouts further known payouts of shares, by coin.
 * @param upAt result of the binary bucket that began then: 1 or 0 for UP; null when unknown.
 */
export function judgedOpenings(
  days: readonly DayOpenings[],
  payouts: ReadonlyMap<string, Price>,
  upAt: (asset: string, bucket: Millis) => Price | null = () => null,
): readonly JudgedOpenings[] {
  const settled = new Map<string, Price>()
  for (const { asset, bucket, settledAt } of days) if (settledAt !== null) settled.set(keyOf(asset, bucket), settledAt)
  const judged = new Map<string, JudgedOpenings>()
  for (const { family, asset, bucket, openings } of days) {
    if (openings.length === 0) continue
    const settledAt = settled.get(keyOf(asset, bucket)) ?? payouts.get(asset) ?? null
    const price =
      settledAt ?? (FAMILY_RULES[family].pricedSide !== null && bucket !== null ? upAt(asset, bucket) : null)
    for (const { side, ...sums } of openings) {
      const one = { ...sums, cameTrue: price === null ? null : cameTrueAt(family, side, price) }
      const key = `${one.band}/${one.cameTrue}`
      const before = judged.get(key)
      judged.set(key, before === undefined ? one : joined(before, one))
    }
  }
  return [...judged.values()]
}

const keyOf = (asset: string, bucket: Millis | null): string => `${asset}/${bucket}`

export function calibrationOf(openings: readonly JudgedOpenings[], weight: Weight): Calibration {
  const known = openings.filter(({ cameTrue }) => cameTrue !== null)
  const entries = countOf(known)
  const weightOf = (some: readonly Sums[]): number =>
    weight === 'entries' ? countOf(some) : Number(sumOf(some.map(({ size }) => size)))
  const pricesOf = (some: readonly Sums[]): Decimal =>
    sumOf(some.map(({ prices, paid }): Decimal => (weight === 'entries' ? prices : paid)))
  const total = weightOf(known)
  const squares = sumOf(known.map(({ squares, paidSquares }) => (weight === 'entries' ? squares : paidSquares)))
  const won = known.filter(({ cameTrue }) => cameTrue === true)
  /** Σ (p − y)² = Σ p² − 2 Σ p of those that paid out + the weight of those. */
  const error = Number(subtract(squares, multiply('2' as Decimal, pricesOf(won)))) + weightOf(won)
  return {
    entries,
    size: sumOf(known.map(({ size }) => size)),
    unknown: countOf(openings) - entries,
    brier: total === 0 ? null : Math.max(0, error / total),
    bands: Array.from({ length: BANDS }, (_, band) => known.filter((one) => one.band === band)).flatMap(
      (some, band) => {
        const whole = weightOf(some)
        if (whole === 0) return []
        const cameTrue = some.filter(({ cameTrue }) => cameTrue === true)
        return [
          {
            band,
            entries: countOf(some),
            size: sumOf(some.map(({ size }) => size)),
            average: Number(pricesOf(some)) / whole,
            cameTrue: weightOf(cameTrue) / whole,
          },
        ]
      },
    ),
  }
}

const countOf = (some: readonly Sums[]): number => some.reduce((all, { entries }) => all + entries, 0)
const sumOf = <D extends Decimal>(values: readonly D[]): D =>
  values.reduce((all, one) => add(all, one), ZERO as Decimal as D)
