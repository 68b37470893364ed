/** Moves stops and targets: by the trader, and stops automatically, to break-even and behind the best price. */
import { codeText } from '../../contract/action-code.ts'
import type { ConditionalMove, ConditionalRecord, ExitOfPlan, ManualStop } from '../../contract/conditional.ts'
import { compare, greater, type Price, signOf, subtract } from '../../contract/decimal.ts'
import { breakEvenPrice, hasBegun, isBetter, trailPrice } from '../../contract/exit-rules.ts'
import { priceLabel } from '../../contract/price-text.ts'
import { worstAt } from '../../contract/protection.ts'
import type { RiskStop } from '../../contract/worst-case.ts'
import { CallError } from '../errors.ts'
import type { StoredConditional } from '../storage/index.ts'
import { triggerOf } from './plan-group.ts'
import type { ConditionalTrading } from './ports.ts'
import type { ConditionalSteps, SavedConditionals } from './saved-conditionals.ts'
import type { ConditionalEvent } from './state-machine.ts'
import { conflictText, ENDED, priceIssue, triggerIssue, wrongSideText } from './trigger.ts'
import type { Watching } from './watching.ts'

interface MovingOptions {
  readonly saved: Pick<SavedConditionals, 'live'>
  /** Those of the signed-in trader. */
  readonly mine: () => readonly StoredConditional[]
  readonly watching: (record: StoredConditional) => Watching
  /** Tick size of the market; null where the service does not report it. */
  readonly tickOf: (record: StoredConditional) => Price | null
  /** The price that a waiting plan's order will pay; null while unknown. */
  readonly entryPriceOf: (exit: StoredConditional) => Price | null
  readonly groupOf: (exit: StoredConditional) => readonly StoredConditional[]
  readonly steps: Pick<ConditionalSteps, 'apply'>
  readonly trading: Pick<ConditionalTrading, 'stopRefusal'>
}

type Moved = Extract<ConditionalEvent, { readonly type: 'moved' }>

/**
 * Moves the trigger at the trader's request: it stays the same exit, with its id, its role and its plan. @throws CallError with the reason why the
 * exit is not moved.
 */
export type MoveConditional = (request: ConditionalMove) => Promise<{ readonly trigger: Price }>

export function createMoving(options: MovingOptions): MoveConditional {
  const { saved, mine, watching, tickOf, entryPriceOf, groupOf, steps, trading } = options

  return async ({ id, trigger }) => {
    const first = found(id)
    if (first.trigger !== null && compare(first.trigger, trigger) === 0) return { trigger: first.trigger }
    eventOf(first, trigger)
    if (isLooser(first, trigger)) {
      const refusal = await trading.stopRefusal(stopAtRisk(first), stopAtRisk({ ...first, trigger }))
      if (refusal !== null) throw new CallError(codeText(refusal.code), refusal.message, 'trigger')
    }
    // During the account read the exit may have triggered, or another wallet signed in: both take precedence.
    const event = eventOf(found(id), trigger)
    if (steps.apply([[id, event]])) return { trigger }
    throw new CallError('not_saved', 'The move could not be saved. The exit was not moved.')
  }

  function found(id: string): StoredConditional {
    const record = mine().find((one) => one.id === id)
    if (record === undefined) throw new CallError('unknown', 'This wallet has no such stop or target.')
    if (record.state === 'armed' || record.state === 'waiting') return record
    throw new CallError('too_late', ENDED[record.state] ?? 'It triggered before the move and is closing.')
  }

  /** The step that moves it. @throws CallError where it may not be set there. */
  function eventOf(record: StoredConditional, trigger: Price): Moved {
    if (record.kind === 'time') throw refused('A time exit has no price to move.')
    const issue = placeIssue(record, trigger) ?? siblingIssue(record, trigger)
    if (issue !== null) throw refused(issue)
    const detail =
      record.trigger === null
        ? `Moved manually to ${priceLabel(trigger)}.`
        : `Moved manually from ${priceLabel(record.trigger)} to ${priceLabel(trigger)}.`
    const event = { type: 'moved', trigger, detail } as const
    const { plan } = record
    if (plan.role !== 'stop') return { ...event, plan: { ...plan, moved: 'user' } }
    return { ...event, plan: { ...plan, moved: 'user', manualStop: stopByHand(record, trigger, nowOf(record)) } }
  }

  function nowOf(exit: StoredConditional): Parameters<typeof stopByHand>[2] {
    const now = watching(exit)
    if (now.at !== 'watched') return null
    const target = groupOf(exit).find(({ plan }) => plan.role === 0)
    return { price: now.price, firstTargetClosed: target?.closed !== undefined && signOf(target.closed) > 0 }
  }

  /** Why no exit of its kind may be set there; null when one may. */
  function placeIssue(record: StoredConditional, trigger: Price): string | null {
    const { kind, position, source, target } = record
    const terms = { family: target.family, kind, position, source, trigger, tickSize: tickOf(record) }
    if (record.state === 'waiting') {
      const entry = entryPriceOf(record)
      return priceIssue(terms) ?? (entry === null ? null : entryIssue(record, trigger, entry))
    }
    const now = watching(record)
    if (now.at === 'ended') throw new CallError('too_late', now.reason)
    // Only a fresh price shows whether it would trigger at once.
    if (now.at === 'paused') return `${now.reason} It was not moved. Try again with a fresh price.`
    const issue = priceIssue(terms)
    if (issue !== null) return issue
    const reached = triggerIssue({ ...terms, now: now.price })
    return reached === null ? null : `${reached} It would trigger immediately.`
  }

  /** A stop beyond a target would close at a profit what the target waits for, whichever of them is moved. */
  function siblingIssue(record: StoredConditional, trigger: Price): string | null {
    const isStop = record.kind === 'stop'
    for (const other of saved.live()) {
      if (other.plan.id !== record.plan.id || other.id === record.id || other.kind === 'time') continue
      if (isStop === (other.kind === 'stop')) continue
      const there = other.trigger ?? triggerOf(other, entryPriceOf(other))
      if (there === null) continue
      const [stop, goal] = isStop ? [trigger, there] : [there, trigger]
      if (isBetter(record.position, goal, stop)) continue
      return conflictText(record.position, stop, goal)
    }
    return null
  }
}

const refused = (text: string): CallError => new CallError('conditional_refused', text, 'trigger')

/** An exit on the wrong side of its order's fill price would immediately close what has just been opened. */
function entryIssue(
  { kind, position, target: { family } }: StoredConditional,
  trigger: Price,
  entry: Price,
): string | null {
  const isRight = kind === 'stop' ? isBetter(position, entry, trigger) : isBetter(position, trigger, entry)
  return isRight ? null : wrongSideText({ family, kind, position, trigger }, { price: entry, name: 'order price' })
}

/** Whether the stop allows a larger loss there. */
const isLooser = ({ kind, position, trigger }: StoredConditional, to: Price): boolean =>
  kind === 'stop' && trigger !== null && isBetter(position, trigger, to)

interface StopMove {
  readonly plan: ExitOfPlan
  readonly trigger: Price
  /** Text of the step; null where the stop does not move. */
  readonly detail: string | null
}

/**
 * The move of a stop at a fresh price; null for none. It moves only in the position's favor, by whole ticks: price moves during a gap are lost, gains
 * made before are kept.
 */
export function movedStop(stop: StoredConditional, price: Price, firstTargetClosed: boolean): StopMove | null {
  const { plan, position: side, trigger } = stop
  const { terms, entryPx: entry, tick } = plan
  if (plan.role !== 'stop' || entry === null || trigger === null) return null
  const now = { side, entry, price, firstTargetClosed }
  let best: StopMove | null = null
  const { trail } = terms
  const even = plan.manualStop?.isEvenOver === true ? null : evenNow(stop, now)
  if (even !== null && isBetter(side, even, trigger)) {
    const detail = `Stop moved to break-even: ${priceLabel(even)}, entry plus fees.`
    best = { plan: { ...plan, moved: 'break_even' }, trigger: even, detail }
  }
  if (trail === null || (plan.best === null && !hasBegun(trail.after, now))) return best
  const behind = trailPrice(side, price, plan.manualStop?.trail ?? trail.distance, tick)
  if (isBetter(side, behind, best?.trigger ?? trigger)) {
    const detail = `Stop trailed to ${priceLabel(behind)}, behind the best price of ${priceLabel(price)}.`
    return { plan: { ...plan, best: price, moved: 'trail' }, trigger: behind, detail }
  }
  // The start is on disk: trailing continues after a restart, wherever the price went meanwhile.
  if (plan.best !== null) return best
  return best === null
    ? { plan: { ...plan, best: price }, trigger, detail: null }
    : { ...best, plan: { ...best.plan, best: price } }
}

/** The break-even price of a stop; null for a plan without it. */
function evenOf({ plan, position: side }: StoredConditional, entry: Price): Price | null {
  const { filled: size, entryFee, takerBps, tick, terms } = plan
  if (terms.breakEven === null || takerBps === null) return null
  return breakEvenPrice({ side, entry, size, entryFee, takerBps, tick })
}

/** The break-even price of a stop now; null until its condition is met, and until the price is beyond it: a stop there would trigger at once. */
function evenNow(stop: StoredConditional, now: Parameters<typeof hasBegun>[1]): Price | null {
  const { breakEven } = stop.plan.terms
  const even = evenOf(stop, now.entry)
  return breakEven !== null && even !== null && hasBegun(breakEven, now) && isBetter(now.side, now.price, even)
    ? even
    : null
}

/**
 * How a stop behaves automatically after the trader moves it to `to`. A trail continues from there, at the resulting distance to its best price, at
 * least a tick. Break-even is off where it had moved the stop, or would have by now: a stop that is moved back would not stay there.
 */
function stopByHand(
  stop: StoredConditional,
  to: Price,
  now: { readonly price: Price; readonly firstTargetClosed: boolean } | null,
): ManualStop {
  const { plan, position: side, trigger } = stop
  const { entryPx: entry, best, tick, manualStop } = plan
  const even = entry === null ? null : evenOf(stop, entry)
  const hasCome = entry !== null && now !== null && evenNow(stop, { side, entry, ...now }) !== null
  const isThere = even !== null && trigger !== null && !isBetter(side, even, trigger)
  const gap = best === null ? null : side === 'long' ? subtract(best, to) : subtract(to, best)
  return {
    isEvenOver: manualStop?.isEvenOver === true || hasCome || isThere,
    trail: gap === null ? (manualStop?.trail ?? null) : greater(gap, tick ?? gap),
  }
}

/** An automated stop, as max loss counts it; null for anything that is not a stop, or has no price yet. */
export function stopAtRisk({
  kind,
  target: { asset, family },
  position,
  trigger,
  protection,
  plan,
}: ConditionalRecord): RiskStop | null {
  if (kind !== 'stop' || trigger === null) return null
  const side = position === 'long' ? 'sell' : 'buy'
  const furthest = protection.bound ?? protection.distance
  const bound = worstAt(trigger, furthest, { family, side, tickSize: null })
  return { asset, position, trigger, bound, size: plan.size }
}
