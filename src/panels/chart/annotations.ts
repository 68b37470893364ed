/** Annotations over the prices: the trader's orders, stops, position and fills, the deciding price, moments of the market. Pure. */

import type { Fill, Order, Position } from '../../../contract/account.ts'
import { type AlertView, isLevelRule, type LevelRule, levelOfRule } from '../../../contract/alert.ts'
import { type ConditionalView, isConditionalFinal } from '../../../contract/conditional.ts'
import { compare, type Price, type Size, signOf, subtract, toPlaces, trimZeros } from '../../../contract/decimal.ts'
import { sideHeld } from '../../../contract/family-rules.ts'
import { type HeldExit, heldName, heldRevision, isDraggable } from '../../exit-plan/index.ts'
import type { PriceView } from '../../markets/axis/index.ts'
import type { ChartText, ChartTimes, FixedLine } from '../../markets/chart/index.ts'
import { type FillMark, fillMarks } from './fill-marks.ts'
import { MESSAGES } from './messages.ts'
import { NO_WEATHER, type WeatherLayer } from './weather-marks.ts'

/** An alert that waits for a price. */
export type LevelAlert = AlertView & { readonly rule: LevelRule }

/** The object behind a draggable line; `revision` changes with every fill or edit. */
export type Grip = { readonly revision: string } & (
  | { readonly kind: 'order'; readonly order: Order }
  /** `position`: the position it closes, as last read; null before that. */
  | { readonly kind: 'held'; readonly held: HeldExit; readonly position: Position | null }
  /** A stop or a target can be dragged out of it; `exits`: its current and former ones. */
  | { readonly kind: 'position'; readonly position: Position; readonly exits: readonly ConditionalView[] }
  | { readonly kind: 'alert'; readonly alert: LevelAlert }
)

/** The exit created by dragging a position's line: determined by the side of the current price where it is dropped. */
export type Pulled = 'stop' | 'target'

/** A stop on the losing side of the current price, a target on the winning side; null exactly at the price. */
export function pulledOf(size: Size, to: Price, now: Price): Pulled | null {
  const at = compare(to, now)
  if (at === 0) return null
  return at > 0 === signOf(size) > 0 ? 'target' : 'stop'
}

/** Of two lines at one price, the one with the lower rank is grabbed: an order or alert placed on a position takes precedence. */
export const GRIP_RANKS: Readonly<Record<Grip['kind'], number>> = { order: 0, held: 1, alert: 2, position: 3 }

/** Whether an alert is a line of a chart: it is enabled, and waits for a price of that market. */
function isLineOf(alert: AlertView, market: { readonly asset: string; readonly isLive: boolean }): alert is LevelAlert {
  const { rule, state } = alert
  if (state !== 'on' || !isLevelRule(rule)) return false
  return rule.asset === null ? market.isLive : rule.asset === market.asset
}

/** Changes with any change of the line's object. */
const revisionOf = {
  order: ({ price, size, filled }: Order): string => `${price}/${size}/${filled}`,
  held: heldRevision,
  position: ({ size, entryPx }: Position): string => `${size}/${entryPx}`,
  alert: ({ rule, repeat }: LevelAlert): string => `${levelOfRule(rule)}/${rule.direction}/${repeat}`,
} as const

/** A price with a line and a label. */
export interface LevelLine {
  readonly id: string
  /** As displayed. */
  readonly price: Price
  readonly text: string
  /** Instead of the text where that would cover candles: `B 4`. */
  readonly tag?: string
  readonly kind: 'order' | 'conditional' | 'alert' | 'long' | 'short' | 'fixed' | 'target' | 'ghost'
  /** Absent for lines that cannot be dragged. */
  readonly grip?: Grip
}

/** The two sides of a deciding price. */
export interface Decider {
  readonly price: Price
  readonly above: string
  readonly below: string
}

export interface Annotations extends ChartTimes {
  readonly levels: readonly LevelLine[]
  readonly fills: readonly FillMark[]
  readonly decider: Decider | null
  /** Of the station whose temperature the marks follow. */
  readonly weather: WeatherLayer
}

export const NO_ANNOTATIONS: Annotations = {
  levels: [],
  fills: [],
  boundaries: [],
  windows: [],
  decider: null,
  weather: NO_WEATHER,
}

export interface AnnotationInput {
  /** The asset whose own annotations are shown; null where the drawn prices are not those of the traded market. */
  readonly asset: string | null
  readonly view: PriceView
  readonly text: ChartText
  readonly fixed: readonly FixedLine[]
  readonly times: ChartTimes
  /** Length of a candle, ms. */
  readonly step: number
  readonly orders: readonly Order[]
  /** Stops and targets held by this terminal. */
  readonly conditionals: readonly ConditionalView[]
  readonly positions: readonly Position[]
  /** Predicted prices behind the position. */
  readonly targets: readonly Price[]
  readonly fills: readonly Fill[]
  readonly alerts: readonly AlertView[]
  /** Absent where no marks of a temperature market are drawn. */
  readonly weather?: WeatherLayer
  /** The market whose prices are drawn, whose alerts are shown. */
  readonly drawn: { readonly asset: string; readonly isLive: boolean } | null
}

/** All annotations of the chart of one asset. */
export function annotationsOf(input: AnnotationInput): Annotations {
  const { asset, view, fixed, step, orders, conditionals, fills, times, alerts, drawn } = input
  const position = positionLine(input)
  const decider = fixed.find(({ decides }) => decides !== null)
  return {
    ...times,
    levels: [
      ...fixed.map((line): LevelLine => fixedLine(line, view)),
      ...(position === null ? [] : [position, ...input.targets.map((price) => targetLine(price, view))]),
      ...orders.filter((order) => order.asset === asset).map((order) => orderLine(order, input)),
      ...conditionals
        .filter(({ target, state }) => target.asset === asset && !isConditionalFinal(state))
        .flatMap((held) => heldLine(held, input)),
      ...alerts.flatMap((alert) => (drawn !== null && isLineOf(alert, drawn) ? [alertLine(alert, view)] : [])),
    ],
    fills: asset === null ? [] : fillMarks(fills, asset, step),
    weather: input.weather ?? NO_WEATHER,
    decider: decider?.decides == null ? null : { price: decider.price, ...decider.decides },
  }
}

/** `Price to beat 552.585 (52.585 °F)` */
const fixedLine = ({ name, price }: FixedLine, view: PriceView): LevelLine => ({
  id: `fixed/${name}`,
  price: view.seen(price),
  text: `${name} ${view.named(price)} (${view.second(price)})`,
  kind: 'fixed',
})

/** `Buy 150 at 571.62, resting`; the remainder of a partly filled one. */
function orderLine(order: Order, { view, text: message }: AnnotationInput): LevelLine {
  const { oid, side, price, size, filled } = order
  const part = signOf(filled) > 0 ? `, ${trimZeros(filled)} filled` : ''
  return {
    id: `order/${oid}`,
    price: view.seen(price),
    text: `${message.order(side, trimZeros(size))} at ${view.named(price)}, resting${part}`,
    tag: `${side === 'buy' ? 'B' : 'S'} ${trimZeros(subtract(size, filled))}`,
    kind: 'order',
    grip: { kind: 'order', order, revision: revisionOf.order(order) },
  }
}

/** `Stop 50 at 572.00, held here`; includes when it is not watched. */
function heldLine(held: ConditionalView, { view, positions }: AnnotationInput): readonly LevelLine[] {
  const { id, trigger, paused, plan, target } = held
  // Time exits have no price, and neither do exits waiting for their order.
  if (trigger === null) return []
  const state = paused === null ? 'local' : 'paused'
  const position = positions.find(({ asset }) => asset === target.asset) ?? null
  return [
    {
      id: `conditional/${id}`,
      price: view.seen(trigger),
      text: `${heldName(held)} ${trimZeros(plan.size)} at ${view.named(trigger)}, ${state}`,
      tag: `${heldName(held)} ${trimZeros(plan.size)}`,
      kind: 'conditional',
      ...(isDraggable(held) ? { grip: { kind: 'held', held, position, revision: revisionOf.held(held) } } : {}),
    },
  ]
}

/** `Alert at 53.40 °F`; includes the direction where it triggers in only one, and when it is not watched. */
function alertLine(alert: LevelAlert, view: PriceView): LevelLine {
  const { rule } = alert
  const level = levelOfRule(rule)
  // Viewed from the other side, rising is falling.
  const rises = (rule.direction === 'up') !== view.mirrored
  const textOf = rule.direction === 'either' ? MESSAGES.alertAt : rises ? MESSAGES.alertUp : MESSAGES.alertDown
  return {
    id: `alert/${alert.id}`,
    price: view.seen(level),
    text: [textOf(view.named(level)), ...(alert.paused === null ? [] : ['not watched'])].join(', '),
    tag: MESSAGES.alertTag,
    kind: 'alert',
    grip: { kind: 'alert', alert, revision: revisionOf.alert(alert) },
  }
}

/** `Predicted 554.00 (54.00 °F)`; it closes nothing there. */
const targetLine = (price: Price, view: PriceView): LevelLine => ({
  id: `target/${price}`,
  price: view.seen(price),
  text: `Predicted ${view.named(price)} (${view.second(price)})`,
  kind: 'target',
})

/** `Long 450 at 571.29` */
function positionLine({ asset, positions, conditionals, view, text: message }: AnnotationInput): LevelLine | null {
  const position = positions.find((one) => one.asset === asset)
  if (position === undefined || signOf(position.size) === 0) return null
  return {
    id: 'position',
    price: view.seen(position.entryPx),
    text: `${message.held(position.size)} at ${view.named(toPlaces(position.entryPx, view.places))}`,
    tag: message.held(position.size),
    kind: sideHeld(position),
    grip: {
      kind: 'position',
      position,
      exits: conditionals.filter(({ target }) => target.asset === asset),
      revision: revisionOf.position(position),
    },
  }
}

/**
 * Positions of labels of equal height without overlap: as close to their preferred positions as their order allows, within [above, height]. `wanted`
 * are centers, top to bottom.
 */
export function spreadLabels(wanted: readonly number[], labelHeight: number, height: number, above = 0): number[] {
  const placed: number[] = []
  for (const centre of wanted) {
    const least = (placed.at(-1) ?? Number.NEGATIVE_INFINITY) + labelHeight
    placed.push(Math.max(centre, least, above + labelHeight / 2))
  }
  let most = height - labelHeight / 2
  for (let index = placed.length - 1; index >= 0; index -= 1) {
    placed[index] = Math.min(placed[index] ?? 0, most)
    most = (placed[index] ?? 0) - labelHeight
  }
  return placed
}
