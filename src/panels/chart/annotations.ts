/** What is drawn over the marks: the trader's orders, position and fills, bucket boundaries and averaging windows. Pure. */
import type { Fill, Order, Position } from '../../../contract/account.ts'
import { type ConditionalView, isConditionalFinal } from '../../../contract/conditional.ts'
import { absolute, type Price, padTo, signOf, toPlaces, trimZeros } from '../../../contract/decimal.ts'
import type { BucketView, Settlement } from '../../../contract/market.ts'
import { temperatureOf } from '../../format/index.ts'
import { type FillMark, fillMarks } from './fill-marks.ts'

/** A price with a line and words. */
export interface LevelLine {
  readonly id: string
  readonly price: Price
  readonly text: string
  readonly kind: 'order' | 'conditional' | 'long' | 'short'
}

/** A vertical line at a time (ms), with words when there are some. */
export interface Boundary {
  readonly time: number
  readonly text: string
}

/** A shaded stretch of time, ms. */
export interface Band {
  readonly from: number
  readonly to: number
}

export interface Annotations {
  readonly levels: readonly LevelLine[]
  readonly fills: readonly FillMark[]
  readonly boundaries: readonly Boundary[]
  /** Averaging windows of settlements. */
  readonly windows: readonly Band[]
}

export interface AnnotationInput {
  readonly asset: string
  readonly places: number
  /** Length of a candle, ms. */
  readonly step: number
  readonly orders: readonly Order[]
  /** Stops and take-profits that this terminal holds. */
  readonly conditionals: readonly ConditionalView[]
  readonly position: Position | null
  readonly fills: readonly Fill[]
  readonly bucket: BucketView | null
  readonly settlements: readonly Settlement[]
}

/** Everything that belongs on the chart of one asset. */
export function annotationsOf(input: AnnotationInput): Annotations {
  const { asset, step, orders, conditionals, fills } = input
  const position = positionLine(input)
  return {
    levels: [
      ...(position === null ? [] : [position]),
      ...orders.filter((order) => order.asset === asset).map((order) => orderLine(order)),
      ...conditionals.filter(({ target, state }) => target.asset === asset && !isConditionalFinal(state)).map(heldLine),
    ],
    fills: fillMarks(fills, asset, step),
    ...times(input),
  }
}

/** `Buy 150, resting`; what is left of a partly filled one. */
function orderLine(order: Order): LevelLine {
  const word = order.side === 'buy' ? 'Buy' : 'Sell'
  const filled = signOf(order.filled) > 0 ? `, ${trimZeros(order.filled)} filled` : ''
  return {
    id: `order/${order.oid}`,
    price: order.price,
    text: `${word} ${trimZeros(order.size)}, resting${filled}`,
    kind: 'order',
  }
}

/** `Stop, held by this terminal`; says when it is not being watched. */
function heldLine({ id, trigger, kind, percent, paused }: ConditionalView): LevelLine {
  const share = trimZeros(percent)
  const part = share === '100' ? '' : ` ${share} %`
  const state = paused === null ? 'held by this terminal' : 'paused'
  return {
    id: `conditional/${id}`,
    price: trigger,
    text: `${kind === 'stop' ? 'Stop' : 'Take-profit'}${part}, ${state}`,
    kind: 'conditional',
  }
}

/** `Long 450 at 571.29` */
function positionLine({ position, places }: AnnotationInput): LevelLine | null {
  if (position === null || signOf(position.size) === 0) return null
  const long = signOf(position.size) > 0
  return {
    id: 'position',
    price: position.entryPx,
    text: `${long ? 'Long' : 'Short'} ${trimZeros(absolute(position.size))} at ${toPlaces(position.entryPx, places)}`,
    kind: long ? 'long' : 'short',
  }
}

function times({ bucket, settlements, places }: AnnotationInput): Pick<Annotations, 'boundaries' | 'windows'> {
  const boundaries = new Map<number, string>()
  const settled = (end: number): string => {
    const at = settlements.find((settlement) => settlement.end === end)
    return at === undefined ? '' : `${at.asset} settled ${temperatureOf(padTo(at.mark, places))}`
  }
  for (const { end } of settlements) boundaries.set(end, settled(end))
  const current = bucket?.current
  if (current != null) {
    const before = settled(current.start)
    boundaries.set(current.start, `${current.asset} opens${before === '' ? '' : `, ${before}`}`)
    boundaries.set(current.end, `${current.asset} settles`)
  }
  const list = [...boundaries].map(([time, text]) => ({ time, text })).sort((a, b) => a.time - b.time)
  const twap = bucket?.twapWindow ?? 0
  return {
    boundaries: list,
    windows: twap > 0 ? list.map(({ time }) => ({ from: time - twap, to: time })) : [],
  }
}

/**
 * Where labels of one height go so that none covers another: as near to where they want to be as their order allows, within
 * [0, height]. `wanted` are centres, top to bottom.
 */
export function spreadLabels(wanted: readonly number[], labelHeight: number, height: number): number[] {
  const placed: number[] = []
  for (const centre of wanted) {
    const least = (placed.at(-1) ?? Number.NEGATIVE_INFINITY) + labelHeight
    placed.push(Math.max(centre, least, labelHeight / 2))
  }
  let most = height - labelHeight / 2
  for (let index = placed.length - 1; index >= 0; index -= 1) {
    placed[index] = Math.min(placed[index] ?? 0, most)
    most = (placed[index] ?? 0) - labelHeight
  }
  return placed
}
