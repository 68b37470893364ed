/**
 * Algo orders: one order of the trader (the parent) that the terminal sends as several (its children), one after the other. A *scale* is a ladder of
 * limit orders over a price range; *slices* send a total size in parts over time, never beyond a worst price. They work only while the terminal runs;
 * after a restart the trader resumes them.
 */
import { z } from 'zod'
import type { ActiveUntil } from './active-until.ts'
import type { Price, Size } from './decimal.ts'
import { FAMILY_RULES } from './family-rules.ts'
import { type Intent, priceText, sizeText } from './intent.ts'
import type { Family } from './market-ref.ts'
import { isCoin } from './outcome.ts'
import { BY_FORM, submittedBy } from './safety-locks.ts'
import type { StateTable } from './state-table.ts'
import type { Millis } from './time.ts'
import type { WorstCase } from './worst-case.ts'

/** Minimum and maximum number of orders of a scale, and of slices. */
export const MIN_CHILDREN = 2
export const MAX_CHILDREN = 50
/** Maximum number of times that the order of one passive slice is repriced to the best price of its own side. */
export const MAX_REQUOTES = 20
/** Minimum and maximum time between slices, seconds. */
export const MIN_EVERY = 5
export const MAX_EVERY = 3_600
/** Unfilled size carries over to later slices; none is larger than this multiple of an even slice. */
export const CATCH_UP = 3

const scaleOrder = z.strictObject({ price: priceText, size: sizeText })
export type ScaleOrder = z.infer<typeof scaleOrder>

/** The orders exactly as previewed, in placing order. */
const scaleTerms = z.strictObject({
  kind: z.literal('scale'),
  orders: z.array(scaleOrder).min(MIN_CHILDREN).max(MAX_CHILDREN),
  /** Time in force of each order; shares take `GTC` only. */
  tif: z.enum(['GTC', 'ALO']),
})

const slicesTerms = z.strictObject({
  kind: z.literal('slices'),
  total: sizeText,
  slices: z.number().int().min(MIN_CHILDREN).max(MAX_CHILDREN),
  /** Seconds from one slice to the next. */
  every: z.number().int().min(MIN_EVERY).max(MAX_EVERY),
  /** No order is sent beyond this price. */
  worst: priceText,
  /** `cross`: each slice trades at once, up to the worst price. `passive`: it rests at the best price of its own side and follows it. */
  how: z.enum(['cross', 'passive']),
  /** How often the order of one passive slice may be repriced. */
  requotes: z.number().int().min(0).max(MAX_REQUOTES),
})

export const algoTerms = z.discriminatedUnion('kind', [scaleTerms, slicesTerms])
export type ScaleTerms = z.infer<typeof scaleTerms>
export type SlicesTerms = z.infer<typeof slicesTerms>
export type AlgoTerms = z.infer<typeof algoTerms>

/** A parent order as requested; input of `checkAlgo`, the check before the trader confirms. */
export const algoOrder = z.strictObject({
  asset: z.string().min(1).max(40),
  side: z.enum(['buy', 'sell']),
  /** Scalar only. */
  reduceOnly: z.boolean(),
  terms: algoTerms,
})
export type AlgoOrder = z.infer<typeof algoOrder>

/** Input of `beginAlgo`. */
export const algoRequest = algoOrder.extend({
  requestId: z.uuid(),
  /** How it was submitted, as with `submit`. */
  by: submittedBy.default(BY_FORM),
  /** The trader confirmed that it cannot send for its whole duration. */
  acceptsUntil: z.boolean().default(false),
})
export type AlgoRequest = z.infer<typeof algoRequest>

/** Main's check of a parent order before it starts. */
export interface AlgoCheck {
  /** Why it is refused, most important first; `order` is the index of a child, null for an issue of the parent order. */
  readonly issues: readonly { readonly order: number | null; readonly message: string }[]
  /** Worst case now, and with all of it filled; null when unknown. */
  readonly worst: { readonly now: WorstCase; readonly after: WorstCase } | null
  /** When it ends even if unfilled, and why; null when the market has no known end. */
  readonly ends: Millis | null
  /** Until when it can send: `ends`, or the earlier expiry of the token or agent; null when none is known. */
  readonly until: ActiveUntil | null
  /** The question to ask when it cannot send for its whole duration; null when it can. A yes starts it with `acceptsUntil`. */
  readonly early: string | null
}

/**
 * `working`: it sends its children. `paused`: it sends nothing until the trader resumes it. `resting`: all orders of a scale are placed; nothing more
 * is sent. `stopping`: nothing more is sent, and resting orders are being canceled. `done`: all of it filled, or every child ended. `stopped`: by the
 * trader, Flatten or Cancel all. `ended`: its market ended first.
 */
export type AlgoState = 'working' | 'paused' | 'resting' | 'stopping' | 'done' | 'stopped' | 'ended'

/** The states that may follow each state of a parent order. */
export const ALGO_TRANSITIONS: StateTable<AlgoState> = {
  working: ['paused', 'resting', 'stopping', 'stopped', 'done', 'ended'],
  paused: ['working', 'stopping', 'stopped'],
  resting: ['paused', 'stopping', 'stopped', 'done'],
  stopping: ['stopped'],
  done: [],
  stopped: [],
  ended: [],
}

export const FINAL_ALGO_STATES = ['done', 'stopped', 'ended'] as const satisfies readonly AlgoState[]

export const isAlgoFinal = (state: AlgoState): boolean => (FINAL_ALGO_STATES as readonly AlgoState[]).includes(state)

/** One child order; it is written to disk before it is sent. */
export interface AlgoChild {
  /** Id of its action, derived from the parent's id. */
  readonly id: string
  /** Index of the scale order or slice, from 0. */
  readonly part: number
  readonly price: Price
  readonly size: Size
  /** Its total fill; null until its final state is certain and its fills were read. */
  readonly filled: Size | null
  /** For a scale: the terminal canceled it, and placed its unfilled size again when the trader resumed. */
  readonly takenBack?: true
}

/** A parent order as stored on disk. */
export interface AlgoRecord extends AlgoOrder {
  /** The `requestId` of the click. */
  readonly id: string
  readonly total: Size
  readonly state: AlgoState
  /** Times of the request and of the last change, by the service's clock. */
  readonly at: Millis
  readonly changedAt: Millis
  /** Nothing is sent after this time, by the service's clock; null when the market has no known end. */
  readonly ends: Millis | null
  /** In sending order. */
  readonly children: readonly AlgoChild[]
  /** Number of slices started, and when the last one was, by the service's clock; a scale does not change them. */
  readonly begun: number
  readonly begunAt: Millis | null
  /** For a passive slice: how often its order was repriced. */
  readonly requotes: number
  /** Why it is paused, or how it ended; null when there is nothing to report. */
  readonly message: string | null
}

/** A parent order as windows show it. */
export interface AlgoView extends AlgoRecord {
  /** Filled size so far, from the fills read. */
  readonly filled: Size
  /** Average fill price from the fills read, with two places more than its prices; null before the first. */
  readonly average: Price | null
  /** For working slices: the earliest time of the next one, by the service's clock; null when none is left, and for a scale. */
  readonly nextAt: Millis | null
  /** For a scale, the number of orders that the service accepted; for slices, the number started. */
  readonly placed: number
  /** Number of resting children, and their remaining size. */
  readonly resting: { readonly orders: number; readonly size: Size }
  /** Why a working order sends nothing at the moment; null when nothing holds it up. */
  readonly waits: string | null
  /** For a paused scale: all orders that resuming may place; null for everything else. */
  readonly resumesWith: readonly ScaleOrder[] | null
  /** Until when it can act; null once it sends nothing more. */
  readonly until: ActiveUntil | null
}

/** Display names. */
export const ALGO_NAMES = { scale: 'Scale', slices: 'Slices' } as const satisfies Readonly<
  Record<AlgoTerms['kind'], string>
>

/** The order of one child. @param tif `IOC` for a child that crosses */
export function childIntent(
  { asset, side, reduceOnly, terms }: AlgoOrder,
  { price, size }: { readonly price: Price; readonly size: Size },
): Intent & { kind: 'place' | 'outcome_order' } {
  const crosses = terms.kind === 'slices' && terms.how === 'cross'
  if (isCoin(asset)) {
    const mode = crosses
      ? ({ kind: 'market', protection: { kind: 'worst', price } } as const)
      : ({ kind: 'limit', price } as const)
    return { kind: 'outcome_order', asset, side, size, mode }
  }
  const tif = crosses ? 'IOC' : terms.kind === 'scale' ? terms.tif : 'ALO'
  return { kind: 'place', asset, side, price, size, tif, reduceOnly }
}

/**
 * Minimum time until its last child is sent, ms. A scale is limited only by the order rate.
 * @param perMinute maximum automated orders per minute
 */
export const takesOf = (terms: AlgoTerms, perMinute: number): number =>
  terms.kind === 'slices'
    ? terms.slices * terms.every * 1_000
    : Math.floor((terms.orders.length - 1) / Math.max(1, perMinute)) * 60_000

/** Why a market family takes no algo orders, as a sentence for the trader, or null. */
export const algoOff = (family: Family): string | null =>
  FAMILY_RULES[family].isPredicted
    ? 'Scales and slices are not available in binary markets: predictions never rest.'
    : null
