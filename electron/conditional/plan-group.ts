/** The exits of a plan together: how much each closes, and at what price. Pure. */
import { type ExitOfPlan, isConditionalFinal } from '../../contract/conditional.ts'
import {
  add,
  compare,
  greater,
  type Money,
  type Price,
  type Size,
  signOf,
  trimZeros,
  ZERO,
} from '../../contract/decimal.ts'
import type { ExitTerms } from '../../contract/exit-plan.ts'
import { exitSizes, isAtWork, leftOf, levelPrice, trailPrice } from '../../contract/exit-rules.ts'
import type { StoredConditional } from '../storage/index.ts'
import { derivedId } from '../trading/index.ts'
import type { ConditionalEvent } from './state-machine.ts'
import { CLOSED_BY } from './trigger.ts'

/** The same for the same plan, so that a repeated request never sets it twice. */
export const exitId = (planId: string, role: ExitOfPlan['role']): string => derivedId(planId, `exit/${role}`)

/** The exits that terms ask for; a trail from the start includes a stop. */
export const rolesOf = (terms: ExitTerms): readonly ExitOfPlan['role'][] => [
  ...(terms.stop === null && terms.trail === null ? [] : ['stop' as const]),
  ...terms.targets.map((_, index) => index),
  ...(terms.outBefore === null ? [] : ['time' as const]),
]

/** What all exits of a plan share, and what changes with its fills. */
export type Covered = Pick<ExitOfPlan, 'filled' | 'gone' | 'isEntryOver' | 'isPriced' | 'entryPx' | 'entryFee'>

type Events = readonly (readonly [id: string, event: ConditionalEvent])[]

/** How much each exit closes, by the current terms. */
function sizesOf(group: readonly StoredConditional[], covered: Covered): (role: ExitOfPlan['role']) => Size {
  // What the trader added to a plan is in the terms of those that still wait.
  const first = group.find(({ state }) => !isConditionalFinal(state)) ?? group[0]
  return first === undefined ? () => ZERO : exitSizes(group, { ...first.plan, ...covered })
}

/** The trigger of an exit that nothing has moved yet; null for a time exit, and while the entry has no price. */
export function triggerOf({ position, plan, trigger }: StoredConditional, entry: Price | null): Price | null {
  const { role, terms, tick, moved } = plan
  if (role === 'time') return null
  if (moved !== null || entry === null) return trigger
  const from = { side: position, entry, tick }
  if (typeof role === 'number') {
    const target = terms.targets[role]
    return target === undefined ? trigger : levelPrice('target', target.level, from)
  }
  if (terms.stop !== null) return levelPrice('stop', terms.stop, from)
  return terms.trail === null ? trigger : trailPrice(position, entry, terms.trail.distance, tick)
}

/** The steps that bring the exits of a plan to what it covers now; none for those that match already, or are over. */
export function eventsFor(group: readonly StoredConditional[], covered: Covered): Events {
  const sizeOf = sizesOf(group, covered)
  return group.flatMap((exit): Events => {
    if (isConditionalFinal(exit.state)) return []
    const { id, state, plan } = exit
    const next = { ...plan, ...covered, size: sizeOf(plan.role) }
    const trigger = triggerOf({ ...exit, plan: next }, covered.entryPx)
    if (state === 'waiting' && signOf(covered.filled) > 0) {
      return [[id, { type: 'entered', plan: next, trigger, detail: 'Its order has its first fill.' }]]
    }
    const isSame = isSameText(next, plan) && isSamePrice(trigger, exit.trigger)
    return isSame ? [] : [[id, { type: 'planned', plan: next, trigger, detail: null }]]
  })
}

const isSamePrice = (a: Price | null, b: Price | null): boolean =>
  a === null || b === null ? a === b : compare(a, b) === 0
const isSameText = (a: ExitOfPlan, b: ExitOfPlan): boolean => JSON.stringify(a) === JSON.stringify(b)

/** What the exits of a plan currently share. */
export const coveredOf = ({ plan }: StoredConditional): Covered => ({
  filled: plan.filled,
  gone: plan.gone,
  isEntryOver: plan.isEntryOver,
  isPriced: plan.isPriced,
  entryPx: plan.entryPx,
  entryFee: plan.entryFee,
})

/** The result of an entry. */
export interface EntryFill {
  readonly filled: Size
  readonly price: Price | null
  readonly fee: Money | null
  readonly isOver: boolean
  /** Whether price and fee cover all of its fills. */
  readonly isRead: boolean
}

/**
 * Fills only grow: a lagging read removes no protection. An assumed price stays fixed for those fills: it does not follow the mark, or a stop would
 * run away from the price that it is for.
 */
export function coveredAfter(before: Covered, { filled, price, fee, isOver, isRead }: EntryFill): Covered {
  const isSupposed = !isRead && compare(filled, before.filled) <= 0 && signOf(before.filled) > 0
  return {
    filled: greater(filled, before.filled),
    gone: before.gone,
    isEntryOver: isOver,
    isPriced: isRead,
    entryPx: (isSupposed ? before.entryPx : null) ?? price ?? before.entryPx,
    // The fee for fewer contracts is not the fee for all: until it is read, the taker fee is assumed.
    entryFee: fee ?? (compare(filled, before.filled) > 0 ? null : before.entryFee),
  }
}

/** Whether the order of an exit may still fill more, so that the exit continues regardless of what it has closed. */
export const mayFill = ({ plan: { entry, isEntryOver } }: StoredConditional): boolean => entry !== null && !isEntryOver

/** Whether it protects a whole position: it then covers any growth, including what was added while an exit was closing and no read has shown yet. */
export const isFollowing = ({ plan: { entry, covers } }: StoredConditional): boolean =>
  entry === null && covers === null

/** Whether a plan has closed all that it knows of, and waits for a read that shows whether there is more. */
export const isSettling = (exit: StoredConditional, group: readonly StoredConditional[]): boolean =>
  isFollowing(exit) && !isAtWork(group) && signOf(leftOf(group, exit.plan)) === 0

/**
 * The steps after the close of one exit, its own first: `filled` is what the close filled. Growth of the plan since the close was sized keeps the
 * exit watching; where that is no longer held, reads of the position end it.
 */
export function eventsAfterClose(
  exit: StoredConditional,
  group: readonly StoredConditional[],
  filled: Size,
  detail: string,
): Events {
  const after = group.map((one) => (one.id === exit.id ? { ...one, closed: add(one.closed ?? ZERO, filled) } : one))
  const isAll = signOf(leftOf(after, exit.plan)) === 0
  const continues =
    mayFill(exit) || (isFollowing(exit) && isAll) || signOf(sizesOf(after, exit.plan)(exit.plan.role)) > 0
  const own: readonly [string, ConditionalEvent] = [exit.id, { type: continues ? 'rearmed' : 'closed', filled, detail }]
  const others = after.filter(({ id }) => id !== exit.id)
  if (isAll && !continues) return [own, ...endsOf(others, CLOSED_BY[exit.kind])]
  const planned = eventsFor(after, coveredOf(exit))
  // Other triggered exits have nothing left to close according to the plan: they keep watching.
  const idle = isAll ? others.filter(({ state, intent }) => state === 'triggered' && intent === null) : []
  const watched = idle.map(({ id }): Events[number] => [id, { type: 'rearmed', filled: ZERO, detail }])
  // The exit that continues takes its new size in a separate step, once it is armed again.
  return [own, ...planned.filter(([id]) => id !== exit.id || continues), ...watched]
}

/** The steps after a close of only a part: the others have that much less to close. */
export function eventsAfterPart(
  exit: StoredConditional,
  group: readonly StoredConditional[],
  event: Extract<ConditionalEvent, { readonly type: 'again' | 'gave_way' }>,
): Events {
  const filled = event.filled ?? ZERO
  const after = group.map((one) => (one.id === exit.id ? { ...one, closed: add(one.closed ?? ZERO, filled) } : one))
  return [[exit.id, event], ...eventsFor(after, coveredOf(exit))]
}

/** The steps of an exit that triggered and found nothing to close, while its order may still fill: it waits for that. */
export function eventsWhenGone(exit: StoredConditional, group: readonly StoredConditional[], detail: string): Events {
  return [[exit.id, { type: 'rearmed', filled: ZERO, detail }], ...eventsOfGone(exit, group)]
}

/** The steps when everything a plan still covers was closed by other means. */
export const eventsOfGone = (exit: StoredConditional, group: readonly StoredConditional[]): Events =>
  eventsFor(group, { ...coveredOf(exit), gone: add(exit.plan.gone, leftOf(group, exit.plan)) })

const endsOf = (group: readonly StoredConditional[], detail: string): Events =>
  group.filter(mayEnd).map(({ id }) => [id, { type: 'cancelled', detail }] as const)

const isOpen = ({ state }: StoredConditional): boolean => state === 'armed' || state === 'waiting'

/** Whether it can end without a close of its own: one that triggered can until its close is sized. */
export const mayEnd = (record: StoredConditional): boolean =>
  isOpen(record) || (record.state === 'triggered' && record.intent === null)

/** The steps when the order will fill no more: targets that closed their part are done, and a plan that closed all is over. */
export function eventsOfFinishedEntry(group: readonly StoredConditional[], covered: Covered): Events {
  const open = group.filter(isOpen)
  if (signOf(leftOf(group, covered)) === 0) {
    return open.map(({ id, closed }) => {
      const detail = closed === undefined ? 'The position was closed.' : 'Closed its part.'
      return [id, closed === undefined ? { type: 'cancelled', detail } : { type: 'closed', detail }] as const
    })
  }
  const sizeOf = sizesOf(group, covered)
  return open
    .filter(
      (exit) => exit.closed !== undefined && typeof exit.plan.role === 'number' && signOf(sizeOf(exit.plan.role)) === 0,
    )
    .map(({ id }) => [id, { type: 'closed', detail: 'Closed its part.' }] as const)
}

/**
 * The steps that end a plan of a whole position once a read shows nothing beyond what its exits closed: exits that closed are done, the others end
 * with them.
 */
export function eventsOfSettled(group: readonly StoredConditional[]): Events {
  const open = group.filter(isOpen)
  const at = ({ steps }: StoredConditional): number => steps.at(-1)?.at ?? 0
  const last = open.filter(({ closed }) => closed !== undefined).sort((a, b) => at(b) - at(a))[0]
  const by = last === undefined ? 'The position was closed.' : CLOSED_BY[last.kind]
  return open.map(({ id, closed }) =>
    closed === undefined
      ? [id, { type: 'cancelled', detail: by }]
      : [id, { type: 'closed', detail: `Closed ${trimZeros(closed)}.` }],
  )
}
