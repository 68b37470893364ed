/** Moves the trigger of a stop or a target by hand: it stays the same exit, with its id, its role and its plan. */

import { codeText } from '../../contract/action-code.ts'
import { type ConditionalMove, isConditionalFinal } from '../../contract/conditional.ts'
import { compare, type Price, signOf } from '../../contract/decimal.ts'
import { isBetter } from '../../contract/exit-rules.ts'
import { priceWords } from '../../contract/price-words.ts'
import { CallError } from '../errors.ts'
import type { StoredConditional } from '../storage/index.ts'
import { triggerOf } from './plan-group.ts'
import { stopByHand } from './plan-moves.ts'
import type { ConditionalTrading } from './ports.ts'
import type { SavedConditionals } from './saved-conditionals.ts'
import type { ConditionalEvent } from './state-machine.ts'
import type { ConditionalSteps } from './steps.ts'
import { stopAtRisk } from './stop-at-risk.ts'
import { KIND_LABELS, priceIssue, triggerIssue } from './trigger.ts'
import type { Watching } from './watching.ts'

interface MovingOptions {
  readonly saved: Pick<SavedConditionals, 'live'>
  /** Those of the trader who is signed in. */
  readonly mine: () => readonly StoredConditional[]
  readonly watching: (record: StoredConditional) => Watching
  /** Step of prices of the market; null where the service does not say it. */
  readonly tickOf: (record: StoredConditional) => Price | null
  /** What the order of a plan that waits is to pay; null while it is not known. */
  readonly entryPriceOf: (exit: StoredConditional) => Price | null
  readonly groupOf: (exit: StoredConditional) => readonly StoredConditional[]
  readonly steps: Pick<ConditionalSteps, 'apply'>
  readonly trading: Pick<ConditionalTrading, 'stopRefusal'>
}

type Moved = Extract<ConditionalEvent, { readonly type: 'moved' }>

/** @throws CallError, saying why the exit stays where it stands. */
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
    // The account may have been read in between: a trigger that came first has won, and so has another wallet.
    const event = eventOf(found(id), trigger)
    if (steps.apply([[id, event]])) return { trigger }
    throw new CallError('not_saved', 'The move could not be written: the exit stays where it stands.')
  }

  function found(id: string): StoredConditional {
    const record = mine().find((one) => one.id === id)
    if (record === undefined) throw new CallError('unknown', 'There is no such stop or target of this wallet.')
    if (record.state === 'armed' || record.state === 'waiting') return record
    const words = isConditionalFinal(record.state)
      ? `It has ended: ${record.state}.`
      : 'It has triggered before it was moved; its close is under way.'
    throw new CallError('too_late', words)
  }

  /** The step that moves it. @throws CallError where it may not stand there. */
  function eventOf(record: StoredConditional, trigger: Price): Moved {
    if (record.kind === 'time') throw refused('A time exit goes by the clock: it has no price to move.')
    const issue = placeIssue(record, trigger) ?? siblingIssue(record, trigger)
    if (issue !== null) throw refused(issue)
    const from = record.trigger === null ? '' : ` from ${priceWords(record.trigger)}`
    const event = { type: 'moved', trigger, detail: `Moved by hand${from} to ${priceWords(trigger)}.` } as const
    const { plan } = record
    if (plan.role !== 'stop') return { ...event, plan: { ...plan, moved: 'hand' } }
    return { ...event, plan: { ...plan, moved: 'hand', byHand: stopByHand(record, trigger, nowOf(record)) } }
  }

  function nowOf(exit: StoredConditional): Parameters<typeof stopByHand>[2] {
    const now = watching(exit)
    if (now.at !== 'watched') return null
    const target = groupOf(exit).find(({ plan }) => plan.role === 0)
    return { price: now.price, firstTargetClosed: target?.closed !== undefined && signOf(target.closed) > 0 }
  }

  /** Why no exit of its kind may stand there; null when one may. */
  function placeIssue(record: StoredConditional, trigger: Price): string | null {
    const { kind, position, source, target } = record
    const terms = { family: target.family, kind, position, source, trigger, tickSize: tickOf(record) }
    if (record.state === 'waiting') {
      const entry = entryPriceOf(record)
      return priceIssue(terms) ?? (entry === null ? null : entryIssue(record, trigger, entry))
    }
    const now = watching(record)
    if (now.at === 'ended') throw new CallError('too_late', now.reason)
    // Whether it would trigger at once can only be said of a fresh price.
    if (now.at === 'paused') return `${now.reason} It stays where it stands until a fresh price is there.`
    const issue = priceIssue(terms)
    if (issue !== null) return issue
    const reached = triggerIssue({ ...terms, now: now.price })
    return reached === null ? null : `${reached} It would trigger at once.`
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
      const side = record.position === 'long' ? 'below' : 'above'
      return `The stop must lie ${side} the target: ${priceWords(stop)} and ${priceWords(goal)} do not go together.`
    }
    return null
  }
}

const refused = (words: string): CallError => new CallError('conditional_refused', words, 'trigger')

/** An exit that its order fills beyond would close at once what has just been opened. */
function entryIssue({ kind, position }: StoredConditional, trigger: Price, entry: Price): string | null {
  const isRight = kind === 'stop' ? isBetter(position, entry, trigger) : isBetter(position, trigger, entry)
  if (isRight) return null
  const side = (kind === 'stop') === (position === 'long') ? 'below' : 'above'
  return `${KIND_LABELS[kind]} and order do not go together: it must lie ${side} ${priceWords(entry)}, the price of the order; ${priceWords(trigger)} does not.`
}

/** Whether a stop gives more room to a loss there. */
const isLooser = ({ kind, position, trigger }: StoredConditional, to: Price): boolean =>
  kind === 'stop' && trigger !== null && isBetter(position, trigger, to)
