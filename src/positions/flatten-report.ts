/** What closing everything came to, market by market, and for how long that is said. Pure. */
import type { FlattenReport, MarketReport } from '../../contract/flatten.ts'

/** A report, and what was held when it came and ever since; null until that was looked at. */
export interface Done {
  readonly report: FlattenReport
  readonly held: readonly string[] | null
}

/**
 * The same once these are held: a position that was still closing and is gone is closed. Null once a position was opened above which
 * no report says that all are closed; of what is not done yet the report stays.
 */
export function doneSince(done: Done, now: readonly string[]): Done | null {
  const report = closedSince(done, now)
  const held = heldSince(done.held, now)
  if (held === null) return isUnfinished(report) ? (report === done.report ? done : { ...done, report }) : null
  return report === done.report && held.length === done.held?.length ? done : { report, held }
}

/** Of what was held, what is held still; null once another position was opened. */
function heldSince(before: readonly string[] | null, now: readonly string[]): readonly string[] | null {
  if (before === null) return now
  return now.some((asset) => !before.includes(asset)) ? null : before.filter((asset) => now.includes(asset))
}

function closedSince({ report, held }: Done, now: readonly string[]): FlattenReport {
  const isGone = ({ asset, position }: MarketReport): boolean =>
    position === 'closing' && held?.includes(asset) === true && !now.includes(asset)
  if (!report.markets.some(isGone)) return report
  // What was said of the close is over; what was said of orders that are left is not.
  const closed = (market: MarketReport): MarketReport => ({
    ...market,
    position: 'closed',
    message: market.cancelled < market.orders ? market.message : null,
  })
  return { ...report, markets: report.markets.map((market) => (isGone(market) ? closed(market) : market)) }
}

/** Something is left to do by hand: this is said until it is dismissed. */
export const isUnfinished = ({ markets, unknown, failures }: FlattenReport): boolean =>
  failures.length > 0 || unknown.length > 0 || markets.some(isBad)

const isBad = ({ cancelled, orders, position }: MarketReport): boolean =>
  cancelled < orders || position === 'failed' || position === 'left' || position === 'closing'

const POSITION_WORDS: { readonly [P in MarketReport['position']]: string } = {
  none: 'no position',
  closed: 'position closed',
  closing: 'position still closing',
  failed: 'position not closed',
  left: 'position left',
}

/** `1 order`, `2 orders`, and `1 of 2 orders` where one was left. */
const cancelledText = (cancelled: number, orders: number): string =>
  cancelled === orders ? `${orders} order${orders === 1 ? '' : 's'}` : `${cancelled} of ${orders} orders`

/** `NYCTMP1: 2 orders canceled, position closed`, with the service's words where something went wrong. */
export function marketText({ asset, cancelled, orders, position, message }: MarketReport, name = asset): string {
  const done = orders === 0 ? '' : `${cancelledText(cancelled, orders)} canceled, `
  return `${name}: ${done}${POSITION_WORDS[position]}.${message === null ? '' : ` ${message}`}`
}
