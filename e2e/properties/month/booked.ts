/** Totals of a venue's ledger, calculated from its own figures without any of the terminal's calculations. */

import { conversionEntryOf, DAY_MS, RESULTS_BY, type ResultsBy } from '../../../contract/books/index.ts'
import { type Collateral, collateralOf } from '../../../contract/collateral.ts'
import { add, type Decimal, type Money, money, negate, signOf, subtract, ZERO } from '../../../contract/decimal.ts'
import type { OutcomeMarket } from '../../../contract/outcome.ts'
import type { FillInfo } from '../../../venue/market/index.ts'
import type { BookedFill, Ledger } from './venue.ts'

const BUCKET_MS = 7_200_000

export interface BookedSums {
  readonly realised: Money
  readonly fees: Money
  /** Without settlements. */
  readonly fills: number
  readonly traded: Money
}

/** A fill that bought shares or contracts with a binary result. */
export interface Opening {
  readonly family: 'binary' | 'outcome'
  readonly asset: string
  /** End of its bucket; null for shares. */
  readonly end: number | null
  /** Whether it bought DOWN. */
  readonly isDown: boolean
  /** Tenth of the price paid, 0 to 9. */
  readonly band: number
}

export interface Booked {
  /** Oldest first. */
  readonly fills: readonly BookedFill[]
  /** From fills alone, by the ids of result rows. */
  readonly rows: { readonly [By in ResultsBy]: ReadonlyMap<string, BookedSums> }
  /** Coins given or received in a conversion. */
  readonly converted: ReadonlySet<string>
  /** Number of positions that ended. */
  readonly trades: { readonly USDC: number; readonly USDH: number }
  /** Fills that opened shares or contracts, in order of time. */
  readonly openings: readonly Opening[]
}

const isSettlement = ({ oid }: FillInfo): boolean => oid === 'settlement'
const sumsOf = (fill: FillInfo): BookedSums => ({
  realised: money(fill.realized_pnl),
  fees: money(fill.fee),
  fills: isSettlement(fill) ? 0 : 1,
  traded: isSettlement(fill) ? (ZERO as Money) : money(fill.size),
})
const joined = (a: BookedSums, b: BookedSums): BookedSums => ({
  realised: add(a.realised, b.realised),
  fees: add(a.fees, b.fees),
  fills: a.fills + b.fills,
  traded: add(a.traded, b.traded),
})

/** @param markets all that were ever listed. */
export function bookedIn(ledger: Ledger, markets: readonly OutcomeMarket[]): Booked {
  const rows = Object.fromEntries(RESULTS_BY.map((by) => [by, new Map<string, BookedSums>()])) as {
    [By in ResultsBy]: Map<string, BookedSums>
  }
  const fills = [...ledger.fills.values()].toSorted((a, b) => a.time - b.time || Number(a.tid) - Number(b.tid))
  const conversions = [...ledger.conversions.values()].map((one) => {
    const entry = conversionEntryOf(one, markets)
    if (entry === null) throw new Error(`what the conversion ${one.id} took and gave is unknown`)
    return entry
  })
  const held = new Map<string, { readonly size: Decimal; readonly bucket: number }>()
  const trades = { USDC: 0, USDH: 0 }
  const openings: Opening[] = []

  /** Whether it opened something. */
  function move(asset: string, by: Decimal, time: number, collateral: Collateral): boolean {
    const before = held.get(asset)
    const was = before?.size ?? (ZERO as Decimal)
    const is = add(was, by)
    const isTurned = signOf(was) * signOf(is) < 0
    if (before !== undefined && (signOf(is) === 0 || isTurned)) trades[collateral] += 1
    const bucket = before === undefined || isTurned ? Math.floor(time / BUCKET_MS) * BUCKET_MS : before.bucket
    if (signOf(is) === 0) held.delete(asset)
    else held.set(asset, { size: is, bucket })
    return signOf(was) === 0 || isTurned || signOf(was) === signOf(by)
  }
  function write(fill: BookedFill): void {
    const { family, asset, time } = fill
    const collateral = collateralOf(family, 'USDH')
    const day = Math.floor(time / DAY_MS) * DAY_MS
    const begun = held.get(asset)?.bucket ?? Math.floor(time / BUCKET_MS) * BUCKET_MS
    const ids: { readonly [By in ResultsBy]: string } = {
      day: `${day}//${collateral}`,
      bucket: `${family === 'outcome' ? day : begun}/${asset}/${collateral}`,
      market: `/${asset}/${collateral}`,
      family: `/${family}/${collateral}`,
    }
    for (const by of RESULTS_BY) {
      const sums = rows[by].get(ids[by])
      rows[by].set(ids[by], sums === undefined ? sumsOf(fill) : joined(sums, sumsOf(fill)))
    }
    const size = money(fill.size)
    const change = subtract(fill.side === 'buy' ? size : negate(size), money(fill.feeShares ?? '0'))
    const opens = move(asset, change, time, collateral)
    if (!opens || isSettlement(fill) || family === 'scalar') return
    const isDown = family === 'binary' && fill.side === 'sell'
    const own = isDown ? 1 - Number(fill.price) : Number(fill.price)
    openings.push({
      ...{ family, asset, isDown },
      end: family === 'binary' ? (held.get(asset)?.bucket ?? 0) + BUCKET_MS : null,
      band: Math.min(9, Math.floor(Number((own * 10).toFixed(9)))),
    })
  }

  const happened = [
    ...conversions.map((one) => ({
      time: Number(one.time),
      apply() {
        for (const coin of one.gives) move(coin, negate(one.amount), one.time, 'USDH')
        for (const coin of one.takes) move(coin, one.amount, one.time, 'USDH')
      },
    })),
    ...fills.map((fill) => ({ time: fill.time, apply: () => write(fill) })),
  ]
  for (const { apply } of happened.toSorted((a, b) => a.time - b.time)) apply()
  const converted = new Set(conversions.flatMap(({ gives, takes }) => [...gives, ...takes]))
  return { fills, rows, converted, trades, openings }
}
