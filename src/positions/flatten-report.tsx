/** The result of closing everything, market by market, and how long it is shown. */

import type { ReactNode } from 'react'
import { absolute, signOf, trimZeros } from '../../contract/decimal.ts'
import type { FlattenReport, FlattenView, MarketReport } from '../../contract/flatten.ts'
import { counted, plural } from '../../contract/plural.ts'
import { dateText, minuteText } from '../format/index.ts'
import { type Naming, stoppedLines, unknownLines } from '../trade-forms/index.ts'

/** A report, and the assets held since it arrived; null until they were checked. */
export interface Done {
  readonly report: FlattenReport
  readonly held: readonly string[] | null
}

/**
 * The same after an update of the held assets: a closing position that is gone counts as closed. Null once a position was opened after a complete
 * report; an incomplete report stays.
 */
export function doneSince(done: Done, now: readonly string[]): Done | null {
  const report = closedSince(done, now)
  const held = heldSince(done.held, now)
  if (held === null) return isUnfinished(report) ? (report === done.report ? done : { ...done, report }) : null
  return report === done.report && held.length === done.held?.length ? done : { report, held }
}

/** The assets still held of those before; null once another position was opened. */
function heldSince(before: readonly string[] | null, now: readonly string[]): readonly string[] | null {
  if (before === null) return now
  return now.some((asset) => !before.includes(asset)) ? null : before.filter((asset) => now.includes(asset))
}

function closedSince({ report, held }: Done, now: readonly string[]): FlattenReport {
  const isGone = ({ asset, position }: MarketReport): boolean =>
    position === 'closing' && held?.includes(asset) === true && !now.includes(asset)
  if (!report.markets.some(isGone)) return report
  // The message about the close is obsolete; the one about remaining orders is not.
  const closed = (market: MarketReport): MarketReport => ({
    ...market,
    position: 'closed',
    message: market.cancelled < market.orders ? market.message : null,
  })
  return { ...report, markets: report.markets.map((market) => (isGone(market) ? closed(market) : market)) }
}

/** Something must be done manually: this is shown until it is dismissed. */
export const isUnfinished = ({ markets, unknown, failures }: FlattenReport): boolean =>
  failures.length > 0 || unknown.length > 0 || markets.some(isBad)

const isBad = ({ cancelled, orders, position }: MarketReport): boolean =>
  cancelled < orders || position === 'failed' || position === 'left' || position === 'closing'

const POSITION_TEXTS: { readonly [P in MarketReport['position']]: string } = {
  none: 'no position',
  closed: 'position closed',
  closing: 'position still closing',
  failed: 'position not closed',
  left: 'position still open',
}

/** `NYCTMP1: 2 orders canceled, position closed`, with the service's message where something failed. */
export function marketText({ asset, cancelled, orders, position, message }: MarketReport, name = asset): string {
  const left = POSITION_TEXTS[position]
  const text =
    orders === 0
      ? `${name}: ${left}.`
      : cancelled < orders
        ? `${name}: ${cancelled} of ${orders} orders canceled, ${left}.`
        : plural(orders, `${name}: 1 order canceled, ${left}.`, `${name}: ${orders} orders canceled, ${left}.`)
  return message === null ? text : `${text} ${message}`
}

/** The result of a flatten, a line per market and per pending order. */
export function FlattenLines({ report, names }: { report: FlattenReport; names: Naming }): ReactNode {
  const others = [...stoppedLines(report, names), ...unknownLines(report, names), ...report.failures]
  return (
    <ul aria-label="Result by market">
      {report.markets.map((market) => (
        <li key={market.asset}>{marketText(market, names.asset(market.asset))}</li>
      ))}
      {others.map((line) => (
        <li key={line}>{line}</li>
      ))}
      {report.markets.length === 0 && others.length === 0 && <li>Nothing to cancel or close.</li>}
    </ul>
  )
}

/** `Flatten in progress: closing positions and canceling orders.` */
export function underWayText(flatten: FlattenView): string {
  return flatten.cancelOrders
    ? 'Flatten in progress: closing positions and canceling orders.'
    : 'Close all in progress: closing positions.'
}

/** The ISO date of a moment, in the chosen time zone. */
export const dayOf = (ms: number): string => dateText(ms)

/**
 * `Flatten of 14:03 was interrupted.` and `2 orders may be open, NYCTMP1 10 held.`
 * @param today the current date, which is omitted
 */
export function cutOffText(
  flatten: FlattenView,
  today: string,
  nameOfAsset: (asset: string) => string = (asset) => asset,
): { readonly lead: string; readonly left: string } {
  const day = dayOf(flatten.at)
  const time = day === today ? minuteText(flatten.at) : `${day} ${minuteText(flatten.at)}`
  return {
    lead: flatten.cancelOrders ? `Flatten of ${time} was interrupted.` : `Close all of ${time} was interrupted.`,
    left: leftText(flatten, nameOfAsset),
  }
}

function leftText({ left, cancelOrders }: FlattenView, nameOfAsset: (asset: string) => string): string {
  if (left === null) return 'Reading orders and positions.'
  const { orders, positions } = left
  const parts = [
    ...(cancelOrders && orders > 0 ? [counted(orders, 'order may be open', 'orders may be open')] : []),
    ...positions.map(({ asset, size }) => {
      const [name, held] = [nameOfAsset(asset), trimZeros(absolute(size))]
      return signOf(size) > 0 ? `${name} ${held} held` : `${name} short ${held} held`
    }),
  ]
  if (parts.length > 0) return `${parts.join(', ')}.`
  return cancelOrders ? 'No open orders and no positions now.' : 'No positions now.'
}
