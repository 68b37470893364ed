/** What the practice venue says otherwise than it is while main is killed: one answer to a submit, and one kind of read. */
import type { Act, KillPoint } from './kill-points.ts'

/** As `POST /practice/faults` takes them. */
type Faults = Readonly<Record<string, boolean | number>>

/** Of what was carried out, each leaves the terminal without a certain answer. */
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
/** No read shows what became of these without an answer, or only once what was signed has expired, or only with a position. */
const SHOWN_BY_NO_READ: ReadonlySet<Act> = new Set(['approve_agent', 'binary_setup', 'leverage', 'outcome_cancel'])

/** Steps of what goes on by itself only after an answer: without one it waits for the trader, and never comes to them. */
const GOES_ON_BY_ANSWERS: ReadonlySet<Act> = new Set(['reverse_open', 'move_place'])

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
  /** From the kill through the start after it, whose own approval of an agent wants its answer. */
  readonly afterwards: Faults
}

/** @param point one that the action comes to all the same, as far as that is in the venue's hands */
export function liesFor({ act, state }: KillPoint, random: () => number): Lies {
  const afterwards = { ...HONEST, ...READS[Math.floor(random() * READS.length)] }
  const answer = ANSWERS[Math.floor(random() * ANSWERS.length)]
  const goesOn = GOES_ON_BY_ANSWERS.has(act) || state.includes(':')
  const needsAnswer = goesOn || state === 'acknowledged' || (state === 'done' && SHOWN_BY_NO_READ.has(act))
  return { meanwhile: needsAnswer ? afterwards : { ...afterwards, ...answer }, afterwards }
}
