/** The conditional orders in memory and on disk: every step is written before anything acts on it. */
import { isConditionalFinal } from '../../contract/conditional.ts'
import type { Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import type { ConditionalStore, StoredConditional } from '../storage/index.ts'
import { mayEnd } from './plan-group.ts'
import type { Report } from './ports.ts'
import { type ConditionalEvent, step } from './state-machine.ts'
import { CLOSED_BY } from './trigger.ts'

/** Those that ended in this run stay in view this long, ms; then their maximum number. */
const ENDED_FOR = 10 * 60_000
const MAX_ENDED = 10
/** How many are kept for Activity once they have ended, also those that ended in an earlier run. */
const LISTED = 200

export class SavedConditionals {
  readonly #store: ConditionalStore
  readonly #profile: string
  readonly #clock: Pick<Clock, 'now'>
  readonly #changed: () => void
  /** Insertion order is age. */
  readonly #records = new Map<string, StoredConditional>()
  /** The latest, ended or not; insertion order is age. */
  readonly #listed = new Map<string, StoredConditional>()

  constructor(store: ConditionalStore, profile: string, clock: Pick<Clock, 'now'>, changed: () => void) {
    this.#store = store
    this.#profile = profile
    this.#clock = clock
    this.#changed = changed
    for (const record of store.unfinished(profile)) this.#records.set(record.id, record)
    this.#list([...store.newest(profile, LISTED).toReversed(), ...this.#records.values()])
  }

  get(id: string): StoredConditional | null {
    return this.#records.get(id) ?? this.#store.read(id)
  }

  /** Those that ended with their market, also in an earlier run, and whose end is not reported yet. */
  reportDue(): readonly StoredConditional[] {
    return this.#store.reportDue(this.#profile)
  }

  /** Marks their ends as reported. @throws Error when that cannot be written. */
  reported(ids: readonly string[]): void {
    const next = ids.flatMap((id) => {
      const record = this.get(id)
      if (record?.isReportDue !== true) return []
      const { isReportDue: _, ...done } = record
      return [done]
    })
    if (next.length === 0) return
    this.#store.write(next)
    for (const record of next) if (this.#records.has(record.id)) this.#records.set(record.id, record)
  }

  /** Oldest first, including those that ended recently. */
  all(): readonly StoredConditional[] {
    return [...this.#records.values()]
  }

  live(): readonly StoredConditional[] {
    return this.all().filter(({ state }) => !isConditionalFinal(state))
  }

  /** The latest, ended or not, and all that have not ended. */
  listed(): readonly StoredConditional[] {
    return [...this.#listed.values()]
  }

  /** Adds new ones. @throws Error when they cannot be written; none was added then. */
  add(records: readonly StoredConditional[]): void {
    this.apply([], records)
  }

  /**
   * Takes steps together, and adds new ones: all are on disk when this returns, or none was taken. Returns whether they were.
   * @throws Error when they cannot be written.
   */
  apply(
    events: readonly (readonly [id: string, event: ConditionalEvent])[],
    added: readonly StoredConditional[] = [],
  ): boolean {
    const taken = new Map<string, StoredConditional>()
    for (const [id, event] of events) {
      const before = taken.get(id) ?? this.get(id)
      const result = before === null ? null : step(before, event, this.#clock.now())
      if (result === null || !result.ok) return false
      taken.set(id, result.value)
    }
    const next = [...taken.values(), ...added]
    this.#store.write(next)
    for (const record of next) this.#records.set(record.id, record)
    this.#forgetEnded()
    this.#list(next)
    this.#changed()
    return true
  }

  /** Removes ended ones from memory; they stay on disk. Returns whether there was one. */
  dismiss(records: readonly StoredConditional[]): boolean {
    const ended = records.filter(({ state }) => isConditionalFinal(state))
    for (const { id } of ended) this.#records.delete(id)
    if (ended.length > 0) this.#changed()
    return ended.length > 0
  }

  #list(records: readonly StoredConditional[]): void {
    for (const record of records) this.#listed.set(record.id, record)
    for (const { id, state } of this.#listed.values()) {
      if (this.#listed.size <= LISTED) return
      if (isConditionalFinal(state)) this.#listed.delete(id)
    }
  }

  #forgetEnded(): void {
    const ended = this.all().filter(({ state }) => isConditionalFinal(state))
    const newest = new Set(ended.sort((a, b) => b.updatedAt - a.updatedAt).slice(0, MAX_ENDED))
    for (const record of ended) if (!newest.has(record) || this.isOld(record)) this.#records.delete(record.id)
  }

  isOld({ state, updatedAt }: StoredConditional): boolean {
    return isConditionalFinal(state) && this.#clock.now() - updatedAt > ENDED_FOR
  }
}

export type ConditionalSteps = ReturnType<typeof createSteps>

/** Takes the steps of conditional orders: a step that cannot be written is not taken, and the trader is notified once. */
export function createSteps(
  saved: Pick<SavedConditionals, 'apply' | 'live'>,
  report: Report,
  log: Log,
  /** The exits of a plan ended with their market: it remains to check whether their position did. */
  marketOver: (record: StoredConditional, reason: string) => void,
) {
  /** Whether the last write succeeded: a full disk is reported once. */
  let writable = true

  /** Takes steps together; true when they are on disk. One that cannot be written is retried at the next look; nothing follows from it. */
  function apply(events: Parameters<SavedConditionals['apply']>[0]): boolean {
    try {
      const taken = saved.apply(events)
      writable = true
      return taken
    } catch (error) {
      log.error({ err: error }, 'a conditional order could not be written')
      const text = `${(error as Error).message} No exit can trigger until saving works again.`
      if (writable) report('error', 'Exits cannot be saved', text)
      writable = false
      return false
    }
  }

  return {
    apply,
    /** The events that end the other exits of a plan with the one that closed the position. */
    partnersEnd({ id, kind, plan }: StoredConditional): Parameters<SavedConditionals['apply']>[0] {
      const detail = CLOSED_BY[kind]
      return saved
        .live()
        .filter((one) => one.plan.id === plan.id && one.id !== id && mayEnd(one))
        .map((one) => [one.id, { type: 'cancelled', detail }] as const)
    },
    /** Ends one that has nothing left to close, or whose market is over; with the other exits of its plan. */
    end(record: StoredConditional, reason: string, because: 'position_gone' | 'market_over'): void {
      const plan = saved.live().filter((one) => one.plan.id === record.plan.id && isOpen(one))
      const ended = [record, ...plan.filter(({ id }) => id !== record.id)]
      // A plan whose order never filled held nothing.
      const isHeld = ended.some(({ state }) => state !== 'waiting')
      // Written with the end itself: a quit before the report must not lose it.
      const isDue = (id: string): boolean => isHeld && because === 'market_over' && id === record.id
      const event = (id: string) => ({ type: 'expired', detail: reason, isReportDue: isDue(id) }) as const
      if (!apply(ended.map(({ id }) => [id, event(id)] as const)) || !isHeld) return
      if (because === 'market_over') marketOver(record, reason)
      else report('info', expiredTitle(record), reason)
    },
  }
}

/** Title of the report that a plan expired. */
export const expiredTitle = ({ target }: StoredConditional): string => `Exit plan on ${target.asset} expired`

/** Whether it can end without a close of its own. */
const isOpen = ({ state }: StoredConditional): boolean => state === 'armed' || state === 'waiting'
