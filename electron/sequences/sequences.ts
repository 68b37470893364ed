/**
 * The records of one kind of sequence. Each is on disk before each of its effects; those that run can be stopped by account and asset, and what of
 * one was not sent yet is taken back then. What an earlier run left is handed to whoever knows how to go on with it.
 */

import type { Address } from '../../contract/address.ts'
import { type Listen, Listeners, onAny } from '../../contract/listeners.ts'
import type { Millis } from '../../contract/time.ts'
import type { TopicPayloads } from '../../contract/topics.ts'
import { CallError } from '../errors.ts'
import type { Log } from '../log/index.ts'
import type { RecordStore, StoredRecord } from '../storage/index.ts'
import { type TopicSource, topicOf } from '../topics/index.ts'

interface Keeping<One> {
  /** Disk, then memory. @throws Error */
  readonly write: (record: One) => void
  /** Memory alone. */
  readonly keep: (record: One) => void
  readonly log: Pick<Log, 'error'>
}

/**
 * Writes how a record ended, or keeps it in memory with the reason: what it did is known to its actions, and a word that took it back would be
 * wrong. On disk it is still under way, so that the next start reads it to its end once more.
 */
function tellEnd<One extends { readonly id: string; readonly message: string | null }>(
  record: One,
  { write, keep, log }: Keeping<One>,
): One {
  try {
    write(record)
    return record
  } catch (error) {
    log.error({ err: error, record: record.id }, 'how it ended could not be journalled')
    const message = `${record.message ?? ''} The journal could not be written: ${wordsOf(error)}`.trim()
    const kept = { ...record, message }
    keep(kept)
    return kept
  }
}

/** The last word on a record: nothing follows it, so it is told also where the disk does not take it. */
export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** What a record of a sequence has. */
interface SequenceRecord extends StoredRecord {
  readonly changedAt: Millis
  /** What there is to say of it. */
  readonly message: string | null
}

/** Topics whose payload is a list. */
type ListTopic = {
  [Kind in keyof TopicPayloads]: TopicPayloads[Kind] extends readonly unknown[] ? Kind : never
}[keyof TopicPayloads]

/** What of a record windows see: whose it is they know. */
type ViewOf<One> = Omit<One, 'profile' | 'account'>

export interface SequencesOptions<One extends SequenceRecord> {
  /** The topic that it is told as, whose payload is a list of `ViewOf<One>`. */
  readonly topic: Extract<ListTopic, Parameters<typeof topicOf>[0]>
  /** For the log: `move`, `reversal`. */
  readonly what: string
  readonly store: RecordStore<One>
  readonly profile: string
  readonly address: () => Address | null
  readonly serverTime: () => Millis
  /** Somebody else is signed in, or nobody. */
  readonly onIdentity: Listen
  /** Whether nothing more happens in this state: such records make room for newer ones. */
  readonly isFinal: (state: One['state']) => boolean
  /** Whether it waits for nobody in this state: what is written after that is the last word of a run, and is told also where the disk does not take it. */
  readonly isUnderWay: (state: One['state']) => boolean
  readonly assetOf: (record: One) => string
  /** Takes back what of a record was not sent yet. */
  readonly takeBack: (record: One, words: string) => void
  readonly log: Pick<Log, 'error'>
}

/** What steers one sequence while it runs. */
interface Run<One> {
  /** What the record is now; writes it first. @throws Error when it is not on disk. */
  readonly write: (change: Partial<One>) => One
  /** Why nothing more may be sent, in words, or null. */
  readonly stopped: () => string | null
  /** The deployment ends: nothing is read any more. */
  readonly isHalted: () => boolean
}

interface Sequences<One extends SequenceRecord> {
  /** Whether this was asked for before, in this run or an earlier one. */
  has(id: string): boolean
  get(id: string): One | null
  /** Those that are kept in memory, oldest first. */
  all(): readonly One[]
  isRunning(id: string): boolean
  /** Those that run. */
  running(): readonly One[]
  /** On disk, then in memory, then told. @throws CallError `journal_failed`: nothing may follow then. */
  begin(record: One): void
  /** One that waits for the trader's word, of the account that is signed in. @throws CallError `not_waiting` */
  waiting(id: string, state: One['state']): One
  /**
   * Runs what `begin` wrote. @param work ends when it is over, or waits for the trader. @param onError what the record is in memory where `work`
   * stopped on an unforeseen error; on disk it stays as it was, for the next start.
   */
  run(record: One, work: (run: Run<One>) => Promise<void>, onError: (record: One, words: string) => One): void
  /** One that runs sends nothing any more; of several words the first ones count. */
  stopOne(record: One, words: string): void
  /** The same for all that run. @param asset only those in it; null for all. @param account only of it; null for all. */
  stop(asset: string | null, words: string, account?: string | null): void
  /** Every record that an earlier run did not bring to a final state, oldest first: each is kept in memory, then handed over. */
  takeUp(each: (record: One) => void): void
  /** The deployment ends: what runs reads nothing any more. */
  halt(): void
  /** How many are under way. */
  underWay(): number
  readonly topics: TopicSource
}

/** How many the windows are shown. */
const SHOWN = 200

export function createSequences<One extends SequenceRecord>(options: SequencesOptions<One>): Sequences<One> {
  const { store, profile, isFinal, isUnderWay, what, log } = options
  /** Oldest first. */
  const records = new Map<string, One>()
  /** Why those that run send nothing any more; null where they may. */
  const running = new Map<string, string | null>()
  const listeners = new Listeners()
  let shown: readonly ViewOf<One>[] | null = null
  let halted = false

  for (const record of store.recent(profile, SHOWN).toReversed()) records.set(record.id, record)

  /** Memory, then whoever listens. */
  function keep(record: One): void {
    records.set(record.id, record)
    for (const { id, state } of records.values()) {
      if (records.size <= 2 * SHOWN) break
      if (isFinal(state)) records.delete(id)
    }
    shown = null
    listeners.notify()
  }

  function write(record: One): void {
    store.write(record)
    keep(record)
  }

  function stopOne(record: One, words: string): void {
    if (!running.has(record.id) || running.get(record.id) !== null) return
    running.set(record.id, words)
    options.takeBack(record, words)
  }

  let who = options.address()
  /** Of the account that is signed in; after signing out its own stay, until another one signs in. */
  function view(): readonly ViewOf<One>[] {
    const now = options.address() ?? who
    if (now !== who) shown = null
    who = now
    if (shown === null) {
      const own = [...records.values()].filter(({ account }) => account === who).slice(-SHOWN)
      shown = own.toReversed().map(({ profile: _p, account: _a, ...rest }) => rest)
    }
    return shown
  }

  return {
    has: (id) => records.has(id) || store.read(id) !== null,
    get: (id) => records.get(id) ?? null,
    all: () => [...records.values()],
    isRunning: (id) => running.has(id),
    running: () => [...running.keys()].flatMap((id) => records.get(id) ?? []),
    begin(record) {
      try {
        write(record)
      } catch (error) {
        log.error({ err: error, id: record.id }, `a ${what} could not be journalled`)
        const words = `The journal could not be written, so nothing was done: ${wordsOf(error)}`
        throw new CallError('journal_failed', words)
      }
    },
    waiting(id, state) {
      const record = records.get(id)
      if (record?.state === state && record.account === options.address() && !running.has(id)) return record
      throw new CallError('not_waiting', 'This does not wait for you any more.', 'id')
    },
    run(first, work, onError) {
      running.set(first.id, null)
      const now = (): One => records.get(first.id) ?? first
      const run: Run<One> = {
        write(change) {
          const record = { ...now(), ...change, changedAt: options.serverTime() }
          if (!isUnderWay(record.state)) return tellEnd(record, { write, keep, log })
          write(record)
          return record
        },
        stopped: () => running.get(first.id) ?? null,
        isHalted: () => halted,
      }
      work(run)
        .catch((error: unknown) => {
          log.error({ err: error, id: first.id }, `a ${what} stopped on an unforeseen error`)
          keep(onError(now(), `It stopped in the middle: ${wordsOf(error)}`))
        })
        .finally(() => {
          running.delete(first.id)
          listeners.notify()
        })
    },
    stopOne,
    stop(asset, words, account = null) {
      for (const id of running.keys()) {
        const record = records.get(id)
        if (record === undefined || (asset !== null && options.assetOf(record) !== asset)) continue
        if (account === null || record.account === account) stopOne(record, words)
      }
    },
    takeUp(each) {
      for (const record of store.unfinished(profile)) {
        keep(record)
        each(record)
      }
    },
    halt() {
      halted = true
    },
    underWay: () => running.size,
    // The kind of topic and what it lists go together, as whoever makes this says them together.
    topics: topicOf(options.topic, view as never, onAny(listeners.on, options.onIdentity)),
  }
}
