/**
 * The records of one kind of multi-step work: on disk before each effect, in memory while anything may read them, published as a topic. No action is
 * repeated here: unfinished records of an earlier run go to the kind, which reads them to their end or leaves them to the trader.
 */
import type { Address } from '../../contract/address.ts'
import { type Listen, Listeners, onAny } from '../../contract/listeners.ts'
import { isFinalIn, mayFollow, type StateTable } from '../../contract/state-table.ts'
import type { TopicPayloads } from '../../contract/topics.ts'
import { CallError } from '../errors.ts'
import type { Log } from '../log/index.ts'
import type { RecordStore, StoredRecord } from '../storage/index.ts'
import { topicOf } from '../topics/index.ts'

/** Topics whose payload is a list. */
type ListTopic = {
  [Kind in keyof TopicPayloads]: TopicPayloads[Kind] extends readonly unknown[] ? Kind : never
}[keyof TopicPayloads]

export interface WorkRecordsOptions<One extends StoredRecord> {
  readonly topic: Extract<ListTopic, Parameters<typeof topicOf>[0]>
  /** Name of the kind in the log: `move`, `reversal`. */
  readonly what: string
  readonly store: RecordStore<One>
  readonly profile: string
  readonly address: () => Address | null
  /** A write that takes another transition fails. Records in a final state make room for newer ones. */
  readonly states: StateTable<One['state']>
  /** Whether part of a record is still under way: it then stays in memory. */
  readonly isBusy: (id: string) => boolean
  /** The view of a record in the topic; null hides it from windows. */
  readonly viewOf: (record: One) => unknown
  /** The views may have changed without a write, for example because another account signed in. */
  readonly onChange: Listen
  readonly log: Pick<Log, 'error'>
}

export type WorkRecords<One extends StoredRecord> = ReturnType<typeof createWorkRecords<One>>

/** Number of records that windows see; as many again are kept behind them. */
const SHOWN = 200
const NOTHING: readonly unknown[] = []

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export function createWorkRecords<One extends StoredRecord>(options: WorkRecordsOptions<One>) {
  const { store, profile, states, isBusy, what, log } = options
  const isFinal = (state: One['state']): boolean => isFinalIn(states, state)
  /** Oldest first. */
  const records = new Map<string, One>()
  const listeners = new Listeners()
  let who = options.address()
  let shown: readonly unknown[] | null = null

  for (const record of store.recent(profile, SHOWN).toReversed()) {
    if (isFinal(record.state)) records.set(record.id, record)
  }

  /** The views of the records changed without a write. */
  function changed(): void {
    shown = null
    listeners.notify()
  }

  /** Keeps it in memory only. */
  function keep(record: One): void {
    records.set(record.id, record)
    for (const { id, state } of records.values()) {
      if (records.size <= 2 * SHOWN) break
      if (isFinal(state) && !isBusy(id)) records.delete(id)
    }
    changed()
  }

  /** @throws Error for a transition that the table lacks: it would be a mistake of this program */
  function checkStep({ id, state }: One): void {
    const before = records.get(id)?.state
    if (before !== undefined && !mayFollow<One['state']>(states, before, state))
      throw new Error(`a ${what} cannot go from ${before} to ${state}`)
  }

  /** Writes to disk, then to memory. @throws Error when the disk write fails: memory is unchanged */
  function write(record: One): void {
    checkStep(record)
    store.write(record)
    keep(record)
  }

  /** Updates memory even when the disk write fails. @returns the reason of the failed write, or null */
  function writeAnyway(record: One): Error | null {
    checkStep(record)
    let failure: Error | null = null
    try {
      store.write(record)
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error))
      log.error({ err: error, id: record.id }, `a ${what} could not be journalled`)
    }
    keep(record)
    return failure
  }

  const get = (id: string): One | null => records.get(id) ?? null
  /** Records of the signed-in account, oldest first. After signing out they stay until another account signs in. */
  function own(): readonly One[] {
    who = options.address() ?? who
    return [...records.values()].filter(({ account }) => account === who)
  }

  function view(): readonly unknown[] {
    if (shown === null || (options.address() ?? who) !== who) {
      const views = own()
        .map(options.viewOf)
        .filter((one) => one !== null)
      shown = views.length === 0 ? NOTHING : views.slice(-SHOWN).reverse()
    }
    return shown
  }
  options.onChange(() => {
    shown = null
  })

  return {
    /** Whether the id was ever requested, in this run or an earlier one. */
    has: (id: string): boolean => records.has(id) || store.read(id) !== null,
    get,
    /** Records in memory, oldest first. */
    all: (): readonly One[] => [...records.values()],
    own,
    keep,
    write,
    writeAnyway,
    /** Like `write`, for a request of a window. @throws CallError `journal_failed`: the caller must not continue */
    begin(record: One): void {
      try {
        write(record)
      } catch (error) {
        log.error({ err: error, id: record.id }, `a ${what} could not be journalled`)
        const message = `The journal could not be written, so nothing was done: ${messageOf(error)}`
        throw new CallError('journal_failed', message)
      }
    },
    /** A record of the signed-in account that waits for the trader in this state. @throws CallError `not_waiting` */
    waiting(id: string, state: One['state']): One {
      const record = get(id)
      if (record?.state === state && record.account === options.address() && !isBusy(id)) return record
      throw new CallError('not_waiting', 'This is no longer waiting for you.', 'id')
    },
    /** Passes on every record that an earlier run did not bring to a final state, oldest first. */
    takeUp(each: (record: One) => void): void {
      for (const record of store.unfinished(profile)) {
        keep(record)
        each(record)
      }
    },
    changed,
    onChange: listeners.on,
    // The topic and its payload belong together: the caller passes both, which the compiler cannot see.
    topics: topicOf(options.topic, view as never, onAny(listeners.on, options.onChange)),
  }
}
