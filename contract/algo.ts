/**
 * Algo orders: one order of the trader's (the parent) that the terminal sends as several (its children), by itself, one after the other. A *scale*
 * is a ladder of limit orders over a range of prices; *slices* send a total size in parts over a time, never beyond a worst price. They work only
 * while the terminal runs, and never go on by themselves after a start.
 */
import { z } from 'zod'
import type { ActsUntil } from './acts-until.ts'

import { BY_FORM, submittedBy } from './catches.ts'
import type { Price, Size } from './decimal.ts'
import { type Intent, priceText, sizeText } from './intent.ts'
import { isCoin } from './outcome.ts'
import type { Millis } from './time.ts'
import type { WorstCase } from './worst-case.ts'

/** Fewest and most orders of a scale, and parts of slices. */
export const FEWEST_CHILDREN = 2
export const MOST_CHILDREN = 50
/** Most times that the order of one slice follows the best price of its own side. */
export const MOST_REQUOTES = 20
/** Least and most time from one slice to the next, seconds. */
export const LEAST_EVERY = 5
export const MOST_EVERY = 3_600
/** What stayed unfilled goes into later slices, of which none is more than so many times an even one. */
export const CATCH_UP = 3

/** One limit order of a scale. */
const scaleOrder = z.strictObject({ price: priceText, size: sizeText })
export type ScaleOrder = z.infer<typeof scaleOrder>

/** The orders exactly as the preview listed them, in the order in which they are placed. */
const scaleTerms = z.strictObject({
  kind: z.literal('scale'),
  orders: z.array(scaleOrder).min(FEWEST_CHILDREN).max(MOST_CHILDREN),
  /** How long each may wait; shares take `GTC` only. */
  tif: z.enum(['GTC', 'ALO']),
})

const slicesTerms = z.strictObject({
  kind: z.literal('slices'),
  total: sizeText,
  slices: z.number().int().min(FEWEST_CHILDREN).max(MOST_CHILDREN),
  /** Seconds from one slice to the next. */
  every: z.number().int().min(LEAST_EVERY).max(MOST_EVERY),
  /** No order of it is sent beyond this. */
  worst: priceText,
  /** `cross`: each slice trades at once, as far as the worst price. `passive`: it rests at the best price of its own side and follows it. */
  how: z.enum(['cross', 'passive']),
  /** How often the order of one passive slice may follow the price. */
  requotes: z.number().int().min(0).max(MOST_REQUOTES),
})

export const algoTerms = z.discriminatedUnion('kind', [scaleTerms, slicesTerms])
export type ScaleTerms = z.infer<typeof scaleTerms>
export type SlicesTerms = z.infer<typeof slicesTerms>
export type AlgoTerms = z.infer<typeof algoTerms>

/** A parent order, as it is asked for. */
const algoOrder = z.strictObject({
  asset: z.string().min(1).max(40),
  side: z.enum(['buy', 'sell']),
  /** Scalar only. */
  reduceOnly: z.boolean(),
  terms: algoTerms,
})
export type AlgoOrder = z.infer<typeof algoOrder>

/** What a window asks about, before it is confirmed. */
export const algoQuestion = algoOrder

/** What a window asks for. */
export const algoRequest = algoOrder.extend({
  requestId: z.uuid(),
  /** By which hand it comes, as with `submit`. */
  by: submittedBy.default(BY_FORM),
  /** The trader was told that it cannot act for as long as it takes, and wants it all the same. */
  acceptsUntil: z.boolean().default(false),
})
export type AlgoRequest = z.infer<typeof algoRequest>

/** What main says of a parent order before it is begun. */
export interface AlgoCheck {
  /** What refuses it, most important first; `order` is the place of a child in the list, null for what is about all of it. */
  readonly issues: readonly { readonly order: number | null; readonly message: string }[]
  /** What could be lost from now on at worst, as it is and with all of it filled; null where it is not known. */
  readonly worst: { readonly now: WorstCase; readonly after: WorstCase } | null
  /** When it ends whatever is left, and why; null where the market names no end. */
  readonly ends: Millis | null
  /** Until when it can send: that, or what ends before it; null where nothing does. */
  readonly until: ActsUntil | null
  /** What to ask where it cannot send for as long as it takes: begin it with `acceptsUntil` then; null where it can. */
  readonly early: string | null
}

/** Every state of a parent order; the last four are final. */
export const ALGO_STATES = ['working', 'paused', 'resting', 'stopping', 'done', 'stopped', 'ended', 'failed'] as const

/**
 * `working`: it sends its children. `paused`: it sends nothing until the trader has it go on. `resting`: all orders of a scale are placed; nothing
 * more is sent. `stopping`: nothing more is sent, and what rests is being canceled. `done`: all of it filled, or every child came to its end.
 * `stopped`: by the trader, Flatten or Cancel all. `ended`: its market's time was over before it was done. `failed`: it cannot go on.
 */
export type AlgoState = (typeof ALGO_STATES)[number]

export const FINAL_ALGO_STATES = ['done', 'stopped', 'ended', 'failed'] as const satisfies readonly AlgoState[]

/** Whether nothing more happens to a parent order in this state. */
export const isAlgoFinal = (state: AlgoState): boolean => (FINAL_ALGO_STATES as readonly AlgoState[]).includes(state)

/** One order that was handed over, or is about to be: it is on disk before. */
export interface AlgoChild {
  /** Its action; made from the parent's id. */
  readonly id: string
  /** Which order of the scale, or which slice; from 0. */
  readonly part: number
  readonly price: Price
  readonly size: Size
  /** What it traded in all, once its end is certain and its fills were read; null before. */
  readonly filled: Size | null
  /** Of a scale: the terminal took it back itself, and what did not fill of it is placed again since the trader had it go on. */
  readonly takenBack?: true
}

/** What of a parent order is on disk. */
export interface AlgoRecord extends AlgoOrder {
  /** The `requestId` of the press. */
  readonly id: string
  readonly total: Size
  readonly state: AlgoState
  /** When it was asked for and when it changed last, by the service's clock. */
  readonly at: Millis
  readonly changedAt: Millis
  /** Nothing is sent from then on, by the service's clock; null where the market names no end. */
  readonly ends: Millis | null
  /** In the order in which they were handed over. */
  readonly children: readonly AlgoChild[]
  /** Of slices: how many were begun, and when the last one was; a scale leaves them as they are. */
  readonly begun: number
  readonly begunAt: Millis | null
  /** Of a passive slice: how often its order followed the price. */
  readonly requotes: number
  /** Why it is paused, or how it ended; null where there is nothing to say. */
  readonly message: string | null
}

/** A parent order, as windows show it. */
export interface AlgoView extends AlgoRecord {
  /** What filled so far, as far as is known. */
  readonly filled: Size
  /** Average price of what filled, by the fills that were read, with two places more than its prices; null before the first. */
  readonly average: Price | null
  /** Of slices at work: when the next one is due at the earliest, by the service's clock; null where none is left, and of a scale. */
  readonly nextAt: Millis | null
  /** How many orders were taken by the service: of a scale how many of its orders stand or stood, of slices how many were begun. */
  readonly placed: number
  /** How many children rest, and what is left of them. */
  readonly resting: { readonly orders: number; readonly size: Size }
  /** Why nothing is sent at this moment although it works, in words; null while it does what it should. */
  readonly waits: string | null
  /** Of a scale that is paused: what it would place if it went on, at most; null of everything else. */
  readonly goesOn: readonly ScaleOrder[] | null
  /** Until when it can act; null once it sends nothing more. */
  readonly until: ActsUntil | null
}

/** What it is called. */
export const ALGO_NAMES = { scale: 'Scale', slices: 'Slices' } as const satisfies Readonly<
  Record<AlgoTerms['kind'], string>
>

/** The order of one child. @param tif of a child that crosses, `IOC` */
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

/** How long it sends at least, ms: slices until the last one is over, a scale as long as the limit of orders a minute has it wait. */
export const takesOf = (terms: AlgoTerms, perMinute: number): number =>
  terms.kind === 'slices'
    ? terms.slices * terms.every * 1_000
    : Math.floor((terms.orders.length - 1) / Math.max(1, perMinute)) * 60_000

/** Why a market family takes no algo orders, in words for the trader, or null. */
export const algoOff = (family: 'scalar' | 'binary' | 'outcome'): string | null =>
  family === 'binary'
    ? 'Binary contracts are bought for an amount at an estimate that you confirm, and nothing of them rests: there is nothing to scale or slice.'
    : null
