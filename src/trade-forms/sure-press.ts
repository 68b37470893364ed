/**
 * A press that may be a slip takes two: the first one says every reason to look again, in one question, and the second one sends. Reasons: prices
 * out of date, a price far through the best one, a target on the other side, a signature that must come first, the same order just before.
 */
import { useEffect, useState } from 'react'
import type { ActionRecord } from '../../contract/action.ts'
import { compare, type Decimal, signOf } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import { orderAskedFor } from '../../contract/order-asked-for.ts'
import { spanText, useMarketData, useTopic } from '../market-data/index.ts'

// An order that was just sent: the same market, side, price and size within ten seconds may be a slip of the hand, and is asked about once.
// Pure.

/** For so long an order counts as just sent, ms. */
const DUPLICATE_MS = 10_000

/** An order of which nothing came, or that was taken back before anything filled: to send it again is what the trader wants. */
const cameToNothing = ({ state, filled }: Sent): boolean =>
  ['refused', 'rejected', 'expired'].includes(state) ||
  (state === 'cancelled' && (filled === null || signOf(filled) === 0))

type Sent = Pick<ActionRecord, 'intent' | 'state' | 'createdAt' | 'filled'>

/** The newest order of the last ten seconds that asked for the same; null where none did, and for what makes no order. */
export function duplicateOf(intent: Intent, actions: readonly Sent[], now: number): Sent | null {
  return (
    actions
      .filter((sent) => !cameToNothing(sent) && now - sent.createdAt < DUPLICATE_MS)
      .filter((earlier) => isSame(intent, earlier.intent))
      .sort((a, b) => b.createdAt - a.createdAt)[0] ?? null
  )
}

/**
 * Whether two intents ask for the same order: market, side, price and size; how long each may wait does not matter. Nor does the price of
 * two that fill at once or not at all: it follows the market.
 */
function isSame(one: Intent, other: Intent): boolean {
  const [a, b] = [orderAskedFor(one), orderAskedFor(other)]
  if (a === null || b === null || one.kind !== other.kind || a.asset !== b.asset || a.side !== b.side) return false
  const isSamePrice = (a.tif === 'IOC' && b.tif === 'IOC') || same(a.limit, b.limit)
  return same(a.size, b.size) && isSamePrice && same(amountOf(one), amountOf(other))
}

const amountOf = (intent: Intent): Decimal | null => (intent.kind === 'binary_predict' ? intent.amount : null)
const same = (a: Decimal | null, b: Decimal | null): boolean =>
  a === null || b === null ? a === b : compare(a, b) === 0

/** `The same order was sent 4 s ago.` */
export const duplicateText = (earlier: Pick<ActionRecord, 'createdAt'>, now: number): string =>
  `The same order was sent ${spanText(now - earlier.createdAt)} ago.`

// Which reasons to look again are said first, the same wherever an order is looked at: two at most, since of many none is read, and how many more
// there are. What refuses comes before what asks, and that before what is only told; of one sort, what is hardest or costs most. Pure.

/** What a reason does: it refuses the order, asks for a second press, or is only told. */
type ReasonWeight = 'refused' | 'confirm' | 'notice'

/** Every kind of reason, the gravest first, with what it does. */
const KINDS = {
  /** Whoever looks may send nothing, or nothing of this kind, whatever is typed. */
  permission: 'refused',
  /** More than may or can be sent. */
  size: 'refused',
  price: 'refused',
  /** What refuses the whole of several orders. */
  whole: 'refused',
  /** Money that is given away at once. */
  far: 'confirm',
  /** All of it twice. */
  duplicate: 'confirm',
  /** It loses where the trader says that it goes. */
  target: 'confirm',
  /** A signature comes first, which costs nothing. */
  setup: 'confirm',
  /** What is shown may be wrong. */
  stale: 'confirm',
  /** Nothing would come of it. */
  nothing: 'notice',
  through: 'notice',
  old: 'notice',
  /** It works for a while only. */
  ends: 'notice',
} as const satisfies { readonly [kind: string]: ReasonWeight }

type ReasonKind = keyof typeof KINDS

/** What is told is not told besides what asks about the same. */
const SAID_BY: { readonly [K in ReasonKind]?: ReasonKind } = { through: 'far', old: 'stale' }

const RANKS = Object.keys(KINDS) as readonly ReasonKind[]

/** A reason in words, without a full stop. */
export interface RankedReason {
  readonly kind: ReasonKind
  readonly words: string
}

/** What a kind does. */
const weightOf = (kind: ReasonKind): ReasonWeight => KINDS[kind]

/** So many are said; the others are counted. */
export const MOST_SAID = 2

/** The gravest first; of one kind in the order in which they came, and none twice. */
function ranked<One extends RankedReason>(reasons: readonly One[]): readonly One[] {
  const has = (kind: ReasonKind | undefined): boolean => reasons.some((one) => one.kind === kind)
  const isFirst = (words: string, at: number): boolean => reasons.findIndex((one) => one.words === words) === at
  const once = reasons.filter(({ kind, words }, at) => isFirst(words, at) && !has(SAID_BY[kind]))
  return [...once].sort((a, b) => RANKS.indexOf(a.kind) - RANKS.indexOf(b.kind))
}

/** Those that are said, and those that are only counted. */
export function briefly<One extends RankedReason>(
  reasons: readonly One[],
): { readonly said: readonly One[]; readonly rest: readonly One[] } {
  const all = ranked(reasons)
  return { said: all.slice(0, MOST_SAID), rest: all.slice(MOST_SAID) }
}

/** Reasons as the line below the buttons of a ticket says them. */
export interface ReasonNotice {
  readonly tone: 'bad' | 'waiting'
  readonly words: string
  /** What there is besides, a sentence each. */
  readonly rest: readonly string[]
  /** Whether something is asked: then it goes before what became of the last order. */
  readonly asks: boolean
}

/** Null where there is nothing to say. @param before how many of what may be said stand above already */
export function noticeOf(reasons: readonly RankedReason[], before = 0): ReasonNotice | null {
  const all = ranked(reasons)
  const [first] = all
  if (first === undefined) return null
  // One at least: a line that says only how many there are says nothing.
  const most = Math.max(1, MOST_SAID - before)
  const sentences = all.map(({ words }) => sentence(words))
  return {
    tone: weightOf(first.kind) === 'refused' ? 'bad' : 'waiting',
    words: sentences.slice(0, most).join(' '),
    rest: sentences.slice(most),
    asks: all.some(({ kind }) => weightOf(kind) === 'confirm'),
  }
}

const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`)

/** For so long the second press counts, ms. */
const SECOND_PRESS_MS = 5_000
const NO_ACTIONS: readonly ActionRecord[] = []

/** Why to look again, as `Prices are 4 s old`. */
export interface Reason {
  readonly kind: 'stale' | 'far' | 'target' | 'setup' | 'duplicate'
  readonly words: string
}

/** What was pressed once, and every reason that was said of it. */
export interface Asked {
  readonly what: string
  readonly reasons: readonly Reason[]
}

/**
 * The rule without the clock: what a press leads to. `what` names the order; `clicks` is `event.detail`: the second click of a double click is
 * no second press.
 */
export function pressFor(
  asked: Asked | null,
  { what, reasons, clicks }: { readonly what: string; readonly reasons: readonly Reason[]; readonly clicks: number },
): { readonly sends: boolean; readonly asked: Asked | null } {
  // The second click of a double click repeats the first one's request, and is no second order.
  const standing = clicks > 1 && asked === null ? reasons.filter(({ kind }) => kind !== 'duplicate') : reasons
  if (standing.length === 0) return { sends: true, asked: null }
  const wasSaid = ({ kind }: Reason): boolean => asked?.reasons.some((said) => said.kind === kind) === true
  const isSecond = asked?.what === what && standing.every(wasSaid)
  if (!isSecond) return { sends: false, asked: { what, reasons: standing } }
  return clicks > 1 ? { sends: false, asked } : { sends: true, asked: null }
}

/**
 * The question as it stands now, for a button: null where none was asked of this order, or where no reason is left.
 * @param now the reasons that come and go with the prices, in their words of now
 */
export function questionText(asked: Asked | null, what: string, now: readonly Reason[]): string | null {
  const standing = askedReasons(asked, what, now)
  const [first] = standing
  if (first === undefined) return null
  // A button has room for one; the line below it says the gravest two, and opens the others.
  return `${standing.length === 1 ? first.words : `${standing.length} reasons below`}, press again to send`
}

/** Every reason that is asked of an order and still stands, in its words of now. */
export function askedReasons(asked: Asked | null, what: string, now: readonly Reason[]): readonly Reason[] {
  if (asked?.what !== what) return []
  return asked.reasons.flatMap((one) =>
    one.kind === 'duplicate' ? [one] : now.filter(({ kind }) => kind === one.kind),
  )
}

/**
 * That prices are out of date, with their age, of an order that adds exposure: what reduces goes at the first press.
 * @param age `4 s old`; null while they are fresh
 */
export const staleReasons = (age: string | null, adds: boolean): readonly Reason[] =>
  age === null || !adds ? [] : [{ kind: 'stale', words: `Prices are ${age}` }]

/** The same where it is only told. */
export const oldReasons = (age: string | null): readonly RankedReason[] =>
  age === null ? [] : [{ kind: 'old', words: `Prices are ${age}: the estimate may be wrong` }]

interface SurePress {
  readonly asked: Asked | null
  /** Whether this press sends. */
  readonly isSending: (
    what: string,
    press: { readonly intent: Intent; readonly reasons: readonly Reason[]; readonly clicks: number },
  ) => boolean
}

export function useSurePress(): SurePress {
  const { clock } = useMarketData()
  const actions = useTopic({ kind: 'actions' }) ?? NO_ACTIONS
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(() => (asked === null ? undefined : clock.after(SECOND_PRESS_MS, () => setAsked(null))), [asked, clock])
  return {
    asked,
    isSending(what, { intent, reasons, clicks }) {
      const now = clock.now()
      const earlier = duplicateOf(intent, actions, now)
      const same: readonly Reason[] =
        earlier === null ? [] : [{ kind: 'duplicate', words: duplicateText(earlier, now).replace(/\.$/, '') }]
      const next = pressFor(asked, { what, reasons: [...reasons, ...same], clicks })
      setAsked(next.asked)
      return next.sends
    },
  }
}
