/**
 * A click that may be a slip needs a second one: the first shows every reason in a single question, and the second sends. Reasons: stale prices, a
 * price far through the best one, a target on the other side, a signature that must come first, a duplicate order.
 */
import { useEffect, useState } from 'react'
import type { ActionRecord } from '../../contract/action.ts'
import { compare, type Decimal, signOf } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import { requestedOrderOf } from '../../contract/requested-order.ts'
import { spanText, useMarketData, useTopic } from '../market-data/index.ts'

// Duplicates: the same market, side, price and size within ten seconds may be a slip, and needs one confirmation. Pure.

/** How long an order counts as just sent, ms. */
const DUPLICATE_MS = 10_000

/** An order without effect, or canceled before any fill: sending it again is intentional. */
const hadNoEffect = ({ state, filled }: Sent): boolean =>
  ['refused', 'rejected', 'expired'].includes(state) ||
  (state === 'cancelled' && (filled === null || signOf(filled) === 0))

type Sent = Pick<ActionRecord, 'intent' | 'state' | 'createdAt' | 'filled'>

/** The newest order of the last ten seconds with the same request; null where there is none, and for intents that are not orders. */
export function duplicateOf(intent: Intent, actions: readonly Sent[], now: number): Sent | null {
  return (
    actions
      .filter((sent) => !hadNoEffect(sent) && now - sent.createdAt < DUPLICATE_MS)
      .filter((earlier) => isSame(intent, earlier.intent))
      .sort((a, b) => b.createdAt - a.createdAt)[0] ?? null
  )
}

/**
 * Whether two intents request the same order: market, side, price and size, regardless of time in force. The price is also ignored for two that fill
 * at once or not at all, as it follows the market.
 */
function isSame(one: Intent, other: Intent): boolean {
  const [a, b] = [requestedOrderOf(one), requestedOrderOf(other)]
  if (a === null || b === null || one.kind !== other.kind || a.asset !== b.asset || a.side !== b.side) return false
  const isSamePrice = (a.tif === 'IOC' && b.tif === 'IOC') || same(a.limit, b.limit)
  return same(a.size, b.size) && isSamePrice && same(amountOf(one), amountOf(other))
}

const amountOf = (intent: Intent): Decimal | null => (intent.kind === 'binary_predict' ? intent.amount : null)
const same = (a: Decimal | null, b: Decimal | null): boolean =>
  a === null || b === null ? a === b : compare(a, b) === 0

/** `Same order sent 4 s ago.` */
export const duplicateText = (earlier: Pick<ActionRecord, 'createdAt'>, now: number): string =>
  `Same order sent ${spanText(now - earlier.createdAt)} ago.`

// The ranking of reasons, the same wherever an order is reviewed: at most two are shown, as longer lists are not read, plus the number of others.
// Refusals come before questions, and those before notices; within a class, the most severe or costly first. Pure.

/** The effect of a reason: it refuses the order, asks for a second click, or is only shown. */
type ReasonWeight = 'refused' | 'confirm' | 'notice'

/** Every kind of reason, the most severe first, with its effect. */
const KINDS = {
  /** The trader or window may send nothing, or nothing of this kind, regardless of the input. */
  permission: 'refused',
  /** More than is allowed or possible. */
  size: 'refused',
  price: 'refused',
  /** Refuses a group of orders as a whole. */
  whole: 'refused',
  /** Money that is given away at once. */
  far: 'confirm',
  /** All of it twice. */
  duplicate: 'confirm',
  /** It loses at its own target. */
  target: 'confirm',
  /** A signature comes first, which costs nothing. */
  setup: 'confirm',
  /** The figures may be wrong. */
  stale: 'confirm',
  /** It would have no effect. */
  nothing: 'notice',
  through: 'notice',
  old: 'notice',
  /** It is active for a limited time only. */
  ends: 'notice',
} as const satisfies { readonly [kind: string]: ReasonWeight }

type ReasonKind = keyof typeof KINDS

/** A notice is hidden beside the question about the same. */
const COVERED_BY: { readonly [K in ReasonKind]?: ReasonKind } = { through: 'far', old: 'stale' }

const RANKS = Object.keys(KINDS) as readonly ReasonKind[]

/** A reason as text, without a full stop. */
export interface RankedReason {
  readonly kind: ReasonKind
  readonly text: string
}

const weightOf = (kind: ReasonKind): ReasonWeight => KINDS[kind]

/** Maximum number shown; the others are counted. */
export const MAX_REASONS = 2

/** The most severe first; within a kind in input order, without duplicates. */
function ranked<One extends RankedReason>(reasons: readonly One[]): readonly One[] {
  const has = (kind: ReasonKind | undefined): boolean => reasons.some((one) => one.kind === kind)
  const isFirst = (message: string, at: number): boolean => reasons.findIndex((one) => one.text === message) === at
  const once = reasons.filter(({ kind, text: message }, at) => isFirst(message, at) && !has(COVERED_BY[kind]))
  return [...once].sort((a, b) => RANKS.indexOf(a.kind) - RANKS.indexOf(b.kind))
}

/** The shown ones, and those that are only counted. */
export function briefly<One extends RankedReason>(
  reasons: readonly One[],
): { readonly said: readonly One[]; readonly rest: readonly One[] } {
  const all = ranked(reasons)
  return { said: all.slice(0, MAX_REASONS), rest: all.slice(MAX_REASONS) }
}

/** Reasons as shown in the line below the buttons of a ticket. */
export interface ReasonNotice {
  readonly tone: 'bad' | 'waiting'
  readonly text: string
  /** The others, a sentence each. */
  readonly rest: readonly string[]
  /** Whether it contains a question, which takes precedence over the result of the last order. */
  readonly asks: boolean
}

/** Null where there is nothing to show. @param before how many are already shown above */
export function noticeOf(reasons: readonly RankedReason[], before = 0): ReasonNotice | null {
  const all = ranked(reasons)
  const [first] = all
  if (first === undefined) return null
  // At least one: a bare count would be useless.
  const most = Math.max(1, MAX_REASONS - before)
  const sentences = all.map(({ text: message }) => sentence(message))
  return {
    tone: weightOf(first.kind) === 'refused' ? 'bad' : 'waiting',
    text: sentences.slice(0, most).join(' '),
    rest: sentences.slice(most),
    asks: all.some(({ kind }) => weightOf(kind) === 'confirm'),
  }
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/** How long the second click counts, ms. */
const SECOND_PRESS_MS = 5_000
const NO_ACTIONS: readonly ActionRecord[] = []

/** A reason to confirm, such as `Prices are 4 s old`. */
export interface Reason {
  readonly kind: 'stale' | 'far' | 'target' | 'setup' | 'duplicate'
  readonly text: string
}

/** The first click, and every reason that was shown for it. */
export interface FirstClick {
  readonly what: string
  readonly reasons: readonly Reason[]
}

/**
 * The rule without the clock: the effect of a click. `what` identifies the order; `clicks` is `event.detail`: the second click of a double click is
 * no confirmation.
 */
export function pressFor(
  request: FirstClick | null,
  { what, reasons, clicks }: { readonly what: string; readonly reasons: readonly Reason[]; readonly clicks: number },
): { readonly sends: boolean; readonly asked: FirstClick | null } {
  // The second click of a double click repeats the first one's request, and is not a duplicate order.
  const applicable = clicks > 1 && request === null ? reasons.filter(({ kind }) => kind !== 'duplicate') : reasons
  if (applicable.length === 0) return { sends: true, asked: null }
  const wasShown = ({ kind }: Reason): boolean => request?.reasons.some((one) => one.kind === kind) === true
  const isSecond = request?.what === what && applicable.every(wasShown)
  if (!isSecond) return { sends: false, asked: { what, reasons: applicable } }
  return clicks > 1 ? { sends: false, asked: request } : { sends: true, asked: null }
}

/**
 * The current question, for a button: null where this order has none, or where no reason is left.
 * @param now the reasons that depend on the prices, with their current texts
 */
export function questionText(request: FirstClick | null, what: string, now: readonly Reason[]): string | null {
  const applicable = openReasons(request, what, now)
  const [first] = applicable
  if (first === undefined) return null
  // A button has space for one; the line below it shows the two most severe, and opens the others.
  return applicable.length === 1
    ? `${first.text}, press again to send`
    : `${applicable.length} reasons below, press again to send`
}

/** Every asked reason of an order that still applies, with its current text. */
export function openReasons(request: FirstClick | null, what: string, now: readonly Reason[]): readonly Reason[] {
  if (request?.what !== what) return []
  return request.reasons.flatMap((one) =>
    one.kind === 'duplicate' ? [one] : now.filter(({ kind }) => kind === one.kind),
  )
}

/**
 * Stale prices with their age, for an order that adds exposure; reducing orders are sent at the first click.
 * @param age `4 s old`; null while they are fresh
 */
export const staleReasons = (age: string | null, adds: boolean): readonly Reason[] =>
  age === null || !adds ? [] : [{ kind: 'stale', text: `Prices are ${age}` }]

/** Old prices as a notice: they need no confirmation. */
export const oldReasons = (age: string | null): readonly RankedReason[] =>
  age === null ? [] : [{ kind: 'old', text: `Prices are ${age}: the estimate may be wrong` }]

interface SurePress {
  readonly asked: FirstClick | null
  /** Whether this click sends. */
  readonly isSending: (
    what: string,
    press: { readonly intent: Intent; readonly reasons: readonly Reason[]; readonly clicks: number },
  ) => boolean
}

export function useSurePress(): SurePress {
  const { clock } = useMarketData()
  const actions = useTopic({ kind: 'actions' }) ?? NO_ACTIONS
  const [request, setAsked] = useState<FirstClick | null>(null)
  useEffect(() => (request === null ? undefined : clock.after(SECOND_PRESS_MS, () => setAsked(null))), [request, clock])
  return {
    asked: request,
    isSending(what, { intent, reasons, clicks }) {
      const now = clock.now()
      const earlier = duplicateOf(intent, actions, now)
      const same: readonly Reason[] =
        earlier === null ? [] : [{ kind: 'duplicate', text: duplicateText(earlier, now).replace(/\.$/, '') }]
      const next = pressFor(request, { what, reasons: [...reasons, ...same], clicks })
      setAsked(next.asked)
      return next.sends
    },
  }
}
