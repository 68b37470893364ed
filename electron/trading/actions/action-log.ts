/** The action log: actions in memory and in the journal. Every step is written before anything acts on it. */

import { createHash } from 'node:crypto'
import { type ActionRecord, type ActionState, type Execution, isFinal } from '../../../contract/action.ts'
import type { Cloid } from '../../../contract/address.ts'
import type { Intent } from '../../../contract/intent.ts'
import { Listeners } from '../../../contract/listeners.ts'
import type { Clock } from '../../../contract/time.ts'
import type { Durability, Journal, MarketSnapshot, StoredAction } from '../../storage/index.ts'
import { type ActionEvent, durabilityOf, type IllegalTransition, type Refusal, transition } from './state-machine.ts'

/** Number of actions that the Activity panel shows. */
const SHOWN = 500
/** How many rows a start reads back to find them: a stop may retry every 2 s until its bucket ends. */
const FURTHEST = 16 * SHOWN

/** States in which nothing was sent. */
const BEFORE_SENT: ReadonlySet<ActionState> = new Set([
  'drafted',
  'checked',
  'journalled',
  'prepared',
  'verified',
  'signed',
])

/** Whether anything was ever sent for it, even if it is prepared again by now. */
export const wasSent = ({ steps, stepsDropped }: Pick<StoredAction, 'steps' | 'stepsDropped'>): boolean =>
  stepsDropped?.wasSent === true || steps.some(({ state }) => state === 'sent')

export const isBeforeSent = (state: ActionState): boolean => BEFORE_SENT.has(state)

/** The code of an action that was stopped before it was sent, by the trader or by the terminal quitting. */
export const STOPPED = 'stopped'

/** A step that the table of transitions does not allow: a bug in the terminal, never the service's fault. */
export class IllegalStep extends Error {
  override readonly name = 'IllegalStep'

  constructor({ from, event, reason }: IllegalTransition) {
    super(`${event} in state ${from}: ${reason}`)
  }
}

/** The journal could not be written, so the effect must not follow. */
export class JournalFailure extends Error {
  override readonly name = 'JournalFailure'

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/** Called after every journalled step; the step's effect waits for it. */
export type StepHook = (state: ActionState, action: StoredAction) => void | Promise<void>

export type ActionLog = ReturnType<typeof createActionLog>

/** Known when an action is opened. */
type Opened = Pick<StoredAction, 'account' | 'cloid'> & {
  readonly shown?: StoredAction['shown'] | undefined
  readonly attempt?: StoredAction['attempt'] | undefined
  readonly step?: StoredAction['step'] | undefined
  readonly held?: StoredAction['held'] | undefined
  readonly overrode?: StoredAction['overrode'] | undefined
}

interface ActionLogOptions {
  readonly journal: Journal
  readonly clock: Pick<Clock, 'now'>
  readonly profileName: string
  /** Service time minus the terminal's, ms; null until measured. */
  readonly offset?: (() => number | null) | undefined
  readonly onStep?: StepHook | undefined
  /** Called when a step of an already sent action could not be written; the action continues from memory. */
  readonly onJournalError?: ((error: JournalFailure) => void) | undefined
  /** Called with what a listener throws: the step is taken, and the other listeners are called all the same. */
  readonly onListenerError?: ((error: unknown) => void) | undefined
}

/** Nothing of it can be in the market, and a later attempt says everything that it says. */
const cameToNothing = (action: StoredAction): boolean =>
  (action.state === 'refused' || action.state === 'rejected') &&
  action.oid === null &&
  action.surfaced === undefined &&
  !wasSent(action)

/** An action as windows see it. */
export function recordOf(action: StoredAction): ActionRecord {
  const { profile: _profile, account: _account, prepared: _prepared, stood: _stood, ...view } = action
  return view
}

/** The latest actions, as many as are shown. It reads past repeated attempts, of which only the latest counts, up to a limit. */
function recentOf(journal: Pick<Journal, 'recent'>, profileName: string): readonly StoredAction[] {
  for (let limit = SHOWN; ; limit *= 4) {
    const found = journal.recent(profileName, limit)
    const tries = found.filter((action) => action.attempt !== undefined && cameToNothing(action)).length
    if (found.length < limit || found.length - tries >= SHOWN || limit >= FURTHEST) return found
  }
}

export function createActionLog(options: ActionLogOptions) {
  const { journal, clock, profileName, onStep, onJournalError, onListenerError = null } = options
  /** Insertion order is age. */
  const actions = new Map<string, StoredAction>()
  const live = new Set<string>()
  const listeners = new Listeners<[action: StoredAction]>(onListenerError)
  let ofOne: { all: readonly ActionRecord[]; account: string; list: readonly ActionRecord[] } | null = null
  const views = new WeakMap<StoredAction, ActionRecord>()
  let records: readonly ActionRecord[] | null = null
  /** The latest attempt of each action that is retried. */
  const tries = new Map<string, string>()

  const known = new Map<string, StoredAction>()
  for (const action of [...recentOf(journal, profileName).toReversed(), ...journal.unfinished(profileName)]) {
    known.set(action.id, action)
  }
  for (const action of [...known.values()].sort((a, b) => a.createdAt - b.createdAt)) keep(action)

  function keep(action: StoredAction): void {
    replaceTry(action)
    actions.set(action.id, action)
    if (isFinal(action.state)) live.delete(action.id)
    else live.add(action.id)
    records = null
    forgetOldest()
    listeners.notify(action)
  }

  /** Attempts that were never sent would push everything else off the list: the latest one represents them, and the journal has them all. */
  function replaceTry({ id, attempt }: StoredAction): void {
    if (attempt === undefined) return
    const before = actions.get(tries.get(attempt.of) ?? id)
    /** A note on an attempt that later ones have replaced. */
    if ((before?.attempt?.number ?? 0) > attempt.number) return
    tries.set(attempt.of, id)
    if (before !== undefined && before.id !== id && cameToNothing(before)) actions.delete(before.id)
  }

  function forgetOldest(): void {
    if (actions.size <= 2 * SHOWN) return
    for (const id of actions.keys()) {
      if (actions.size <= SHOWN) return
      if (!live.has(id)) actions.delete(id)
    }
  }

  function write(action: StoredAction, durability: Durability): void {
    try {
      journal.write(action, durability)
    } catch (error) {
      throw new JournalFailure(error)
    }
  }

  /** Stores a note, which is not a step; what cannot be written continues from memory. */
  function keepNote(action: StoredAction, durability: Durability): void {
    try {
      write(action, durability)
    } catch (error) {
      onJournalError?.(error as JournalFailure)
    }
    keep(action)
  }

  const get = (id: string): StoredAction | null => actions.get(id) ?? journal.read(id)

  /**
   * Takes a step: journal first, then memory, then listeners. Steps without an effect between them are written at once.
   * @throws IllegalStep, and JournalFailure when nothing was sent yet and the step is not on disk.
   */
  async function apply(id: string, ...events: readonly [ActionEvent, ...ActionEvent[]]): Promise<StoredAction> {
    const before = get(id)
    if (before === null) throw new Error(`no action ${id}`)
    const taken: StoredAction[] = []
    let action = before
    let last: ActionEvent = events[0]
    for (last of events) {
      const result = transition(action, last, clock.now())
      if (!result.ok) throw new IllegalStep(result.error)
      action = result.value
      taken.push(action)
    }
    try {
      write(action, durabilityOf(before, last.type))
    } catch (error) {
      const effectFollows = isBeforeSent(before.state) && last.type !== 'refused' && last.type !== 'no_answer'
      if (effectFollows) throw error
      onJournalError?.(error as JournalFailure)
    }
    // All in memory before anyone is waited for: no other step may come between them.
    for (const each of taken) keep(each)
    for (const each of taken) await onStep?.(each.state, each)
    return action
  }

  return {
    /** Whether the id was ever accepted, in this run or before. */
    has: (id: string): boolean => actions.has(id) || journal.has(id),
    get,
    /** Writes a new action in state `drafted`, without a sync: only checks follow it. @throws JournalFailure; the action is in memory even then. */
    open(id: string, intent: Intent, { account, cloid, shown, attempt, step, held, overrode }: Opened): StoredAction {
      const at = clock.now()
      const action: StoredAction = {
        id,
        intent,
        state: 'drafted',
        steps: [{ state: 'drafted', at, detail: null }],
        createdAt: at,
        updatedAt: at,
        clockOffset: options.offset?.() ?? null,
        cloid,
        oid: null,
        filled: null,
        code: null,
        message: null,
        field: null,
        mismatches: [],
        profile: profileName,
        account,
        prepared: null,
        ...(shown === undefined ? {} : { shown }),
        ...(attempt === undefined ? {} : { attempt }),
        ...(step === undefined ? {} : { step }),
        ...(held === undefined ? {} : { held }),
        ...(overrode === undefined ? {} : { overrode }),
      }
      keep(action)
      write(action, 'written')
      return action
    },
    apply,
    /** Like `apply`, for results of reads: a step that is no longer possible is dropped. Returns whether the step was taken. */
    async offer(id: string, event: ActionEvent): Promise<boolean> {
      const before = get(id)
      if (before === null || !transition(before, event, clock.now()).ok) return false
      await apply(id, event)
      return true
    },
    /** Stores what an order's fills show, on disk and in memory; not a step of the action, and possible in every state. */
    keepExecution(id: string, execution: Execution | null): void {
      const before = actions.get(id)
      if (before !== undefined) keepNote({ ...before, execution }, 'written')
    },
    /** Replaces the message of an action that is over; not a step. */
    keepText(id: string, text: string): void {
      const before = get(id)
      if (before !== null) keepNote({ ...before, message: text }, 'synced')
    },
    /** Actions of an account that created one of these orders, by any of its ids, however old. */
    ofOrders: (account: string, ids: readonly string[]): readonly StoredAction[] =>
      journal.ofOrders(profileName, account, ids).map((action) => actions.get(action.id) ?? action),
    /** The leverage that the latest such action set for an account's asset, however old; null where none did. */
    leverageSet: (account: string, asset: string): number | null => journal.leverageSet(profileName, account, asset),
    /** Marks the reappeared order of an ended action as seen. Returns whether there was one. */
    keepSeen(id: string): boolean {
      const before = get(id)
      if (before?.surfaced === undefined || before.surfaced.isSeen) return false
      keepNote({ ...before, surfaced: { ...before.surfaced, isSeen: true } }, 'synced')
      return true
    },
    /** Keeps the market snapshot of an order in memory until its next step is written: no order is sent without one. Does not notify listeners. */
    keepStood(id: string, stood: MarketSnapshot): void {
      const before = actions.get(id)
      if (before !== undefined) actions.set(id, { ...before, stood })
    },
    /** Actions in memory, oldest first: the latest ones, and all that are not over. */
    all: (): Iterable<StoredAction> => actions.values(),
    /** Actions that are in no final state, oldest first. */
    live: (): readonly StoredAction[] => [...live].flatMap((id) => actions.get(id) ?? []),
    /** Newest first, as windows see them. */
    records(): readonly ActionRecord[] {
      records ??= [...actions.values()].slice(-SHOWN).reverse().map(viewOf)
      return records
    },
    /** Like `records`, of one account and of actions requested while signed out. */
    recordsOf(account: string): readonly ActionRecord[] {
      const all = this.records()
      if (ofOne?.all !== all || ofOne.account !== account) {
        const own = [...actions.values()].filter((action) => action.account === account || action.account === '')
        ofOne = { all, account, list: own.slice(-SHOWN).reverse().map(viewOf) }
      }
      return ofOne.list
    },
    /** Calls `listener` after every step, with the new action. */
    onChange: listeners.on,
  }

  function viewOf(action: StoredAction): ActionRecord {
    const cached = views.get(action)
    if (cached !== undefined) return cached
    const view = recordOf(action)
    views.set(action, view)
    return view
  }
}

/**
 * Settles what an earlier run left. `sent` follows `signed` at once and is written before the request leaves. Yet a power cut can lose the last write
 * that a drive only claimed to have made. An action that ends at `signed` may therefore have been sent: it counts as unknown, for every kind.
 * - An order or a cancel with an id is looked up by that id. A prediction, a close and a direct order without one are found as the only order that
 * matches them; while several do they stay unknown, which claims less than that nothing was sent.
 * - Leverage, transfers and conversions show in the account, the balances and the history of conversions.
 * - An agent approval and a setup show nowhere, and end at once: requesting them again does no harm. A signed action that expires ends as never
 * arrived once the reads prove it: late, but never wrongly.
 */
export async function takeUpEarlierRun(actionLog: ActionLog): Promise<void> {
  for (const { id, state } of actionLog.live()) {
    if (state === 'signed' || state === 'sent') {
      const message =
        state === 'sent'
          ? 'Isotherm stopped before an answer came. The result of this action will be looked up.'
          : 'Isotherm stopped after signing. The action may have been sent; its result will be looked up.'
      await actionLog.apply(id, { type: 'no_answer', refusal: { code: STOPPED, message, field: null } })
    } else if (isBeforeSent(state)) {
      const refusal: Refusal = { code: STOPPED, message: 'Isotherm stopped before this was sent.', field: null }
      await actionLog.apply(id, { type: 'refused', refusal, mismatches: [] })
    }
  }
}

/**
 * Resolves when all actions are over, or after `ms`; an id that is not in the log counts as over.
 * @param isOver default: a final state.
 */
export function allOver(
  actions: readonly { readonly id: string }[],
  ms: number,
  {
    actionLog,
    clock,
  }: { readonly actionLog: Pick<ActionLog, 'get' | 'onChange'>; readonly clock: Pick<Clock, 'after'> },
  isOver: (state: ActionState) => boolean = isFinal,
): Promise<void> {
  const open = (): boolean => actions.some(({ id }) => !isOver(actionLog.get(id)?.state ?? 'refused'))
  if (!open()) return Promise.resolve()
  return new Promise((resolve) => {
    const end = (): void => {
      stopListening()
      stopWaiting()
      resolve()
    }
    const stopListening = actionLog.onChange(() => {
      if (!open()) end()
    })
    const stopWaiting = clock.after(ms, end)
  })
}

/** Cryptographically secure random bytes. */
export type RandomBytes = (count: number) => Uint8Array

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** A client order id of 16 random bytes. */
export const newCloid = (randomBytes: RandomBytes): Cloid => `0x${hex(randomBytes(16))}` as Cloid

/** A UUID that is always the same for the same request and part (version 8: from a hash). */
export function derivedId(requestId: string, part: string): string {
  const bytes = createHash('sha256').update(`${requestId}/${part}`).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const text = hex(bytes)
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-')
}
