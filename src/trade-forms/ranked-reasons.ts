/**
 * Which reasons to look again are said first, the same wherever an order is looked at: two at most, since of many none is read, and how many more
 * there are. What refuses comes before what asks, and that before what is only told; of one sort, what is hardest or costs most. Pure.
 */

/** What a reason does: it refuses the order, asks for a second press, or is only told. */
export type ReasonWeight = 'refused' | 'confirm' | 'notice'

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
