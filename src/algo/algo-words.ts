/** A parent order and its progress in words. Pure. */
import { ALGO_NAMES, type AlgoOrder, type AlgoView, CATCH_UP } from '../../contract/algo.ts'
import { HUNDRED, multiply, type Price, signOf, toPlaces, trimZeros, ZERO } from '../../contract/decimal.ts'
import { isCoin } from '../../contract/outcome.ts'
import { sumOfOrders } from '../../contract/scale.ts'
import { sliceSize } from '../../contract/slices.ts'
import { temperatureOf } from '../format/index.ts'

/** A price in the unit that people think in: `71.20 °F`, `42.0 ¢`. */
export const inUnit = (asset: string, price: Price): string =>
  isCoin(asset) ? `${toPlaces(multiply(price, HUNDRED), 1)} ¢` : temperatureOf(price)

export const totalOf = ({ terms }: Pick<AlgoOrder, 'terms'>): string =>
  trimZeros((terms.kind === 'slices' ? terms.total : sumOfOrders(terms.orders)?.total) ?? ZERO)

/** `60 s`, `1 min`, `1 min 30 s` */
export function spanText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const rest = seconds % 60
  return `${Math.floor(seconds / 60)} min${rest === 0 ? '' : ` ${rest} s`}`
}

/** What it is, in a row: `Scale, buy 10`. */
export const algoTitle = (one: Pick<AlgoOrder, 'terms' | 'side'>): string =>
  `${ALGO_NAMES[one.terms.kind]}, ${one.side} ${totalOf(one)}`

/** `placed 4 of 10, filled 12 of 50` */
export function progressWords({
  terms,
  placed,
  filled,
  total,
}: Pick<AlgoView, 'terms' | 'placed' | 'filled' | 'total'>): string {
  const parts =
    terms.kind === 'scale' ? `placed ${placed} of ${terms.orders.length}` : `slice ${placed} of ${terms.slices}`
  return `${parts}, filled ${trimZeros(filled)} of ${trimZeros(total)}`
}

const STATES: { readonly [S in AlgoView['state']]: string } = {
  working: 'at work',
  paused: 'paused',
  resting: 'all placed',
  stopping: 'stopping',
  done: 'done',
  stopped: 'stopped',
  ended: 'ended',
  failed: 'failed',
}

/** How it stands, with the reason where there is one. */
export function stateWords({ state, waits, message }: Pick<AlgoView, 'state' | 'waits' | 'message'>): string {
  const why = waits ?? message
  const word = waits === null ? STATES[state] : 'waits'
  return why === null ? word : `${word}: ${why}`
}

/** What slices do, in sentences. @param sizeDecimals of the market */
export function slicesWords({ side, asset, terms }: AlgoOrder, sizeDecimals: number | null): readonly string[] {
  if (terms.kind === 'scale') return []
  const { slices, every, worst, how, requotes, total } = terms
  const even = sliceSize({ total, slices, sizeDecimals }, 1, ZERO)
  const bound = side === 'buy' ? 'at most' : 'at least'
  return [
    `${slices} slices of about ${trimZeros(even)}, one every ${spanText(every)}: ${spanText((slices - 1) * every)} from the first to the last.`,
    how === 'cross'
      ? `Each trades at once, ${bound} ${worst} (${inUnit(asset, worst)}); what does not fill is cancelled.`
      : `Each rests at the best ${side === 'buy' ? 'bid' : 'ask'}, ${bound} ${worst} (${inUnit(asset, worst)}), and follows it up to ${requotes} times.`,
    `What stays unfilled goes into later slices, of which none is more than ${CATCH_UP} even ones. What is left in the end is left.`,
  ]
}

/** Whether anything of it rests. */
export const restsOf = ({ resting }: Pick<AlgoView, 'resting'>): boolean =>
  resting.orders > 0 && signOf(resting.size) > 0
