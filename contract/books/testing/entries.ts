/** Book entries for tests, and the result of a day of them. */
import type { Family } from '../../account.ts'
import { money, price, size } from '../../decimal.ts'
import type { ConversionKind } from '../../outcome.ts'
import { type Millis, millis } from '../../time.ts'
import { type DayEnd, type DayResult, openDay } from '../day-result.ts'
import type { BookEntry, ConversionEntry, FillEntry } from '../entry.ts'
import type { TradeRecord } from '../trade.ts'

const ASSETS: { readonly [F in Family]: string } = { scalar: 'NYCTMP1', binary: 'GALPHA', outcome: '#360' }

/** `['buy', '10', '570']`, with optional overrides. */
export type Filled = readonly [side: 'buy' | 'sell', size: string, price: string, more?: Partial<FillEntry>]

/** A fill in the test asset of a family. */
export const fillOf = (
  family: Family,
  [side, amount, at, more]: Filled,
  { tid, time }: { readonly tid: string | number; readonly time: number },
): FillEntry => ({
  kind: 'fill',
  tid: String(tid),
  oid: '1',
  cause: null,
  family,
  asset: ASSETS[family],
  side,
  price: price(at),
  size: size(amount),
  fee: money('0.1'),
  realizedPnl: null,
  time: millis(time),
  ...more,
})

export const conversionOf = (
  conversion: ConversionKind,
  amount: string,
  [gives, takes]: readonly [gives: readonly string[], takes: readonly string[]],
  { id, time }: { readonly id: string; readonly time: number },
): ConversionEntry => ({
  ...{ kind: 'conversion', id, conversion, gives, takes },
  ...{ amount: size(amount), time: millis(time) as Millis },
})

/**
 * Calculates a day in one go.
 * @param entries of that day, in order of time.
 */
export function workOut(
  day: Millis,
  begin: DayEnd,
  entries: readonly BookEntry[],
  nameOf: (asset: string) => string | null,
): { readonly results: readonly DayResult[]; readonly trades: readonly TradeRecord[]; readonly end: DayEnd } {
  const work = openDay(day, begin, nameOf)
  const trades = work.take(entries)
  return { trades, ...work.result() }
}
