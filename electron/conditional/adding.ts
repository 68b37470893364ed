/** Adds a stop or a target to a watched plan: the others are resized, and all of it is on disk in one write or not at all. */

import { type ExitAddition, isConditionalFinal } from '../../contract/conditional.ts'
import { compare, HUNDRED, type Price, type Size, signOf, ZERO } from '../../contract/decimal.ts'
import { type ExitTerms, termsIssue } from '../../contract/exit-plan.ts'
import { addedSize, freeShareFor, isBetter, NO_ROOM, replacedBy, termsWith } from '../../contract/exit-rules.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import type { Clock } from '../../contract/time.ts'
import { CallError } from '../errors.ts'
import type { StoredConditional } from '../storage/index.ts'
import { coveredOf, eventsFor, exitId } from './plan-group.ts'
import type { SavedConditionals } from './saved-conditionals.ts'
import { MAX, TOO_MANY } from './setting.ts'
import { conflictText, directionOf, triggerIssue } from './trigger.ts'
import type { Watching } from './watching.ts'

/** A repeated request adds it once. @throws CallError with the reason why the plan stays unchanged. */
export type AddExit = (input: ExitAddition) => { readonly ids: readonly string[] }

export function createAdding({
  saved,
  mine,
  groupOf,
  watching,
  clock,
}: {
  readonly saved: Pick<SavedConditionals, 'add'>
  /** Those of the signed-in trader. */
  readonly mine: () => readonly StoredConditional[]
  readonly groupOf: (exit: StoredConditional) => readonly StoredConditional[]
  readonly watching: (record: StoredConditional) => Watching
  readonly clock: Pick<Clock, 'now'>
}): AddExit {
  return (input) => {
    const first = mine().find(({ plan, state }) => plan.id === input.plan && state === 'armed')
    if (first === undefined) throw new CallError('unknown', COMMON.planEnded)
    const group = groupOf(first)
    const same = group.find((exit) => exit.state === 'armed' && isThere(exit, input))
    if (same !== undefined) return { ids: [same.id] }
    const available = freeShareFor(input.kind, group)
    if (available.none === 'closing') throw new CallError('too_late', NO_ROOM.closing)
    if (mine().filter(({ state }) => !isConditionalFinal(state)).length >= MAX) {
      throw refused(TOO_MANY)
    }
    if (input.kind === 'stop' && available.none === 'full') {
      throw refused('This plan already has a stop. Move it, or cancel the plan and set a new one.')
    }
    const ended = replacedBy(input.kind, group)
    const terms = termsWith(input.kind, input.price, input.percent, first.plan, ended)
    const issue = termsIssue(terms)?.message ?? null
    if (issue !== null) throw refused(issue)
    if (available.none !== undefined || (input.kind === 'target' && compare(input.percent, available.percent) > 0))
      throw refused(NO_ROOM.full)
    if (signOf(addedSize(input.kind, input.percent, group)) === 0) {
      throw refused('This exit would close less than one lot. Increase its percentage.')
    }
    const made = exitOf(input, first, terms, { now: clock.now(), ended })
    const added = ended === undefined ? made : againOf(ended, made)
    const wrong = placeIssue(added, input.price, watching(added)) ?? siblingIssue(added, input.price, group)
    if (wrong !== null) throw refused(wrong)
    const open = group.filter(({ state }) => !isConditionalFinal(state))
    const over = group.filter(({ id, state }) => isConditionalFinal(state) && id !== added.id)
    const next = [...open, added].map((exit) => ({ ...exit, plan: { ...exit.plan, terms } }))
    const events = new Map(eventsFor([...next, ...over], coveredOf(first)))
    saved.add(
      next.map((exit) => {
        const event = events.get(exit.id)
        return event?.type === 'planned' ? { ...exit, plan: event.plan, trigger: event.trigger } : exit
      }),
    )
    return { ids: [added.id] }
  }
}

const refused = (text: string): CallError => new CallError('conditional_refused', text, 'trigger')

const kindOf = ({ kind }: ExitAddition) => (kind === 'stop' ? 'stop' : 'take_profit')

const isThere = (exit: StoredConditional, input: ExitAddition): boolean =>
  exit.kind === kindOf(input) && exit.trigger !== null && compare(exit.trigger, input.price) === 0

function exitOf(
  input: ExitAddition,
  like: StoredConditional,
  terms: ExitTerms,
  { now, ended }: { readonly now: StoredConditional['updatedAt']; readonly ended: StoredConditional | undefined },
): StoredConditional {
  const { closed: _closed, left: _left, plan, ...rest } = like
  const { manualStop: _manualStop, ...shared } = plan
  const kind = kindOf(input)
  const role = input.kind === 'stop' ? 'stop' : (ended?.plan.role ?? terms.targets.length - 1)
  return {
    ...rest,
    id: exitId(plan.id, role),
    kind,
    direction: directionOf(kind, like.position),
    trigger: input.price,
    percent: input.kind === 'stop' ? HUNDRED : input.percent,
    state: 'armed',
    steps: [{ state: 'armed', at: now, detail: 'Added to its plan manually.' }],
    updatedAt: now,
    attempt: 0,
    intent: null,
    actionId: null,
    message: null,
    plan: { ...shared, terms, role, size: ZERO as Size, best: null, moved: null },
  }
}

/**
 * A stop or target in place of one that ended: the same exit, with its closed size, and closes under new ids. Where that one had started no close, it
 * has not fired, and its resting order stays.
 */
const againOf = (ended: StoredConditional, made: StoredConditional): StoredConditional => ({
  ...made,
  ...(ended.closed === undefined ? {} : { closed: ended.closed }),
  attempt: ended.actionId === null ? ended.attempt : ended.attempt + 1,
  steps: [...ended.steps, ...made.steps],
})

/** Why it may not be set there, by a fresh price; null when it may. */
function placeIssue(
  { target, kind, position, source, plan }: StoredConditional,
  trigger: Price,
  now: Watching,
): string | null {
  if (signOf(trigger) <= 0) return 'A price must be greater than 0.'
  if (now.at !== 'watched') return `${now.reason} Nothing was added. Try again with a fresh price.`
  return triggerIssue({ family: target.family, kind, position, source, trigger, tickSize: plan.tick, now: now.price })
}

/** A stop beyond a target would close at a profit what the target waits for. */
function siblingIssue(
  { kind, position }: StoredConditional,
  trigger: Price,
  group: readonly StoredConditional[],
): string | null {
  for (const other of group) {
    if (isConditionalFinal(other.state) || other.trigger === null || (other.kind === 'stop') === (kind === 'stop'))
      continue
    const [stop, goal] = kind === 'stop' ? [trigger, other.trigger] : [other.trigger, trigger]
    if (isBetter(position, goal, stop)) continue
    return conflictText(position, stop, goal)
  }
  return null
}
