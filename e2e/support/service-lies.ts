/** False answers of the practice venue while main is killed: one answer to a submit, and one kind of read. */
import type { Act, KillPoint } from './kill-points.ts'

/** In the form of `POST /practice/faults`. */
type Faults = Readonly<Record<string, boolean | number>>

/** Each leaves an executed action without a definite answer. */
const ANSWERS: readonly Faults[] = [
  { unavailable_after_submit: true },
  { already_submitted_after_submit: true },
  { stale_after_submit: true },
  { cut_after_submit: true },
]
const READS: readonly Faults[] = [
  { page_cap: 2 },
  { bare_order_status: true },
  { empty_positions_once: true },
  { duplicate_answer: true },
]
/** Without an answer, no read shows the result of these, or only after expiry, or only with a position. */
const SHOWN_BY_NO_READ: ReadonlySet<Act> = new Set(['approve_agent', 'binary_setup', 'leverage', 'outcome_cancel'])

/** Steps that continue only after an answer: without one they wait for the trader. */
const CONTINUES_BY_ANSWERS: ReadonlySet<Act> = new Set(['reverse_open', 'move_place'])

/** Every fault above, off. */
export const HONEST: Faults = Object.fromEntries(
  [...ANSWERS, ...READS].flatMap((fault) =>
    Object.entries(fault).map(([name, value]) => [name, typeof value === 'number' ? 0 : false]),
  ),
)

/** The faults of one round. */
export interface Lies {
  /** From the act to the kill. */
  readonly meanwhile: Faults
  /** From the kill through the next start, whose own agent approval needs its answer. */
  readonly afterwards: Faults
}

/** @param point one that the action still reaches under faults that the venue controls */
export function liesFor({ act, state }: KillPoint, random: () => number): Lies {
  const afterwards = { ...HONEST, ...READS[Math.floor(random() * READS.length)] }
  const answer = ANSWERS[Math.floor(random() * ANSWERS.length)]
  const continues = CONTINUES_BY_ANSWERS.has(act) || state.includes(':')
  const needsAnswer = continues || state === 'acknowledged' || (state === 'done' && SHOWN_BY_NO_READ.has(act))
  return { meanwhile: needsAnswer ? afterwards : { ...afterwards, ...answer }, afterwards }
}
