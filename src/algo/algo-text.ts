/** Texts of a scale or slices and their progress. Pure. */

import { ALGO_NAMES, type AlgoOrder, type AlgoView, CATCH_UP, isAlgoFinal } from '../../contract/algo.ts'
import { HUNDRED, multiply, type Price, signOf, subtract, toPlaces, trimZeros, ZERO } from '../../contract/decimal.ts'
import { isCoin } from '../../contract/outcome.ts'
import { counted, plural } from '../../contract/plural.ts'
import { sizeOfAll, sumOfOrders } from '../../contract/scale.ts'
import { sliceSize } from '../../contract/slices.ts'
import { bothPrices, priceLabel, temperatureOf, timeText } from '../format/index.ts'

/** A price in its everyday unit: `71.20 °F`, `42.0 ¢`. */
export const inUnit = (asset: string, price: Price): string =>
  isCoin(asset) ? `${toPlaces(multiply(price, HUNDRED), 1)} ¢` : temperatureOf(price)

/** With the other unit beside it: `571.20 (71.20 °F)`, or `71.20 °F (571.20)`; `0.42 (42.0 ¢)`. */
export const withOther = (asset: string, price: Price): string =>
  isCoin(asset) ? `${price} (${toPlaces(multiply(price, HUNDRED), 1)} ¢)` : bothPrices(price)

export const totalOf = ({ terms }: Pick<AlgoOrder, 'terms'>): string =>
  trimZeros((terms.kind === 'slices' ? terms.total : sumOfOrders(terms.orders)?.total) ?? ZERO)

/** `60 s`, `1 min`, `1 min 30 s` */
function spanText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`
}

const BECAUSE = { market: '', token: ' (token)', agent: ' (agent)' } as const

/** Until when it can send, and what ends then if it is not the market: `14:08:00 (token)`. */
export const untilText = (until: AlgoView['until']): string =>
  until === null ? '' : `${timeText(until.at)}${BECAUSE[until.because]}`

/** Its title in a row: `Scale, buy 10`. */
export const algoTitle = (one: Pick<AlgoOrder, 'terms' | 'side'>): string =>
  `${ALGO_NAMES[one.terms.kind]}, ${one.side} ${totalOf(one)}`

/** The remainder, and its bound: `4 · ≤ 537.60`; empty once it is over. */
export function leftText({ terms, state, side, total, filled }: AlgoView): string {
  if (isAlgoFinal(state)) return ''
  const rest = trimZeros(subtract(total, filled))
  return terms.kind === 'scale' ? rest : `${rest} · ${side === 'buy' ? '≤' : '≥'} ${priceLabel(terms.worst)}`
}

/** `placed 4 of 10, filled 12 of 50 at 537.42` */
export function progressText({
  terms,
  placed,
  filled,
  total,
  average,
}: Pick<AlgoView, 'terms' | 'placed' | 'filled' | 'total'> & Partial<Pick<AlgoView, 'average'>>): string {
  const [done, all] = [trimZeros(filled), trimZeros(total)]
  return [
    terms.kind === 'scale' ? `placed ${placed} of ${terms.orders.length}` : `slice ${placed} of ${terms.slices}`,
    average == null ? `filled ${done} of ${all}` : `filled ${done} of ${all} at ${priceLabel(trimZeros(average))}`,
  ].join(', ')
}

const STATES: { readonly [S in AlgoView['state']]: string } = {
  working: 'running',
  paused: 'paused',
  resting: 'placed',
  stopping: 'stopping',
  done: 'done',
  stopped: 'stopped',
  ended: 'ended',
}

const labelOf = ({ state, waits }: Pick<AlgoView, 'state' | 'waits'>): string =>
  waits === null ? STATES[state] : 'waiting'

/** Its state, with the reason if there is one, or the time of its next slice. */
export function stateText({
  state,
  waits,
  message,
  nextAt,
}: Pick<AlgoView, 'state' | 'waits' | 'message'> & Partial<Pick<AlgoView, 'nextAt'>>): string {
  const why = waits ?? message
  const text = labelOf({ state, waits })
  if (why === null && nextAt != null) return `${text}, next ${timeText(nextAt)}`
  return why === null ? text : `${text}: ${why}`
}

/** What has begun, in sentences: its state, then its message or its progress. */
export function begunText(one: AlgoView): string {
  const { terms, waits, message } = one
  const why = waits ?? message
  return [
    `${ALGO_NAMES[terms.kind]}: ${why === null ? stateText(one) : labelOf(one)}.`,
    why ?? `Progress: ${progressText(one)}.`,
    'See Open orders.',
  ].join(' ')
}

/** What a paused one would do if resumed: `It places buy 1.5 @ 570.90, 2 @ 570.70: 3.5 in all.` */
export function resumeText({ resumesWith, side, terms, total, filled, placed }: AlgoView): string {
  if (resumesWith !== null) {
    if (resumesWith.length === 0) return 'All its orders have been placed.'
    const orders = resumesWith.map(({ price, size }) => `${trimZeros(size)} @ ${priceLabel(price)}`).join(', ')
    const all = sizeOfAll(resumesWith)
    if (resumesWith.length === 1)
      return side === 'buy' ? `Places at most: buy ${orders}.` : `Places at most: sell ${orders}.`
    return side === 'buy'
      ? `Places at most: buy ${orders}, ${all} in total.`
      : `Places at most: sell ${orders}, ${all} in total.`
  }
  if (terms.kind !== 'slices') return ''
  const slices = Math.max(0, terms.slices - placed)
  if (slices === 0) return 'No slices left: it checks its orders, then ends.'
  const sends = plural(slices, '1 slice', `${slices} slices, one every ${spanText(terms.every)}`)
  const [most, worst] = [trimZeros(subtract(total, filled)), priceLabel(terms.worst)]
  return side === 'buy'
    ? `Sends ${sends}: buys up to ${most} at ${worst} or better.`
    : `Sends ${sends}: sells up to ${most} at ${worst} or better.`
}

/** Label of the button that resumes it: `Place 2 orders`, `Send 3 slices`. */
export function resumeLabel({ resumesWith, terms, placed }: AlgoView): string {
  if (resumesWith !== null && resumesWith.length > 0) return `Place ${counted(resumesWith.length, 'order', 'orders')}`
  const slices = terms.kind === 'slices' ? terms.slices - placed : 0
  return slices > 0 ? `Send ${counted(slices, 'slice', 'slices')}` : 'Resume'
}

/** A description of the slices in sentences. @param sizeDecimals of the market */
export function slicesText({ side, asset, terms }: AlgoOrder, sizeDecimals: number | null): readonly string[] {
  if (terms.kind === 'scale') return []
  const { slices, every, worst, how, requotes, total } = terms
  const even = sliceSize({ total, slices, sizeDecimals }, 1, ZERO)
  const bound = withOther(asset, worst)
  const crossing = side === 'buy' ? `Each is IOC, at most ${bound}.` : `Each is IOC, at least ${bound}.`
  const resting =
    side === 'buy'
      ? `Each rests at the best bid, at most ${bound}, and re-prices at most ${requotes}×.`
      : `Each rests at the best ask, at least ${bound}, and re-prices at most ${requotes}×.`
  return [
    `${slices} slices of about ${trimZeros(even)}, every ${spanText(every)}, over ${spanText((slices - 1) * every)}.`,
    how === 'cross' ? crossing : resting,
    `Unfilled size moves to later slices. No slice is over ${CATCH_UP}× the even size. Any remainder is dropped.`,
  ]
}

/** Whether any of its orders rests. */
export const restsOf = ({ resting }: Pick<AlgoView, 'resting'>): boolean =>
  resting.orders > 0 && signOf(resting.size) > 0
