/** Work that goes on by itself, step after step: it can be stopped by account and market, and what of it was not sent yet is taken back then. */
import type { Listen } from '../../contract/listeners.ts'
import type { Millis } from '../../contract/time.ts'
import type { StoredRecord } from '../storage/index.ts'
import { createWorkRecords, messageOf, type WorkRecords, type WorkRecordsOptions } from './records.ts'

/** What a record of such work has. */
interface RunRecord extends StoredRecord {
  readonly changedAt: Millis
  /** What there is to say of it. */
  readonly message: string | null
}

export interface RunsOptions<One extends RunRecord>
  extends Omit<WorkRecordsOptions<One>, 'isBusy' | 'viewOf' | 'onChange'> {
  readonly serverTime: () => Millis
  /** Somebody else is signed in, or nobody. */
  readonly onIdentity: Listen
  /** Whether it waits for nobody in this state: what is written after that ends a run, and counts also where the disk does not take it. */
  readonly isUnderWay: (state: One['state']) => boolean
  readonly assetOf: (record: One) => string
  /** Takes back what of a record was not sent yet. */
  readonly takeBack: (record: One, message: string) => void
}

/** What steers one record's work. */
interface Run<One> {
  /** What the record is now; writes it first. @throws Error when it is not on disk. */
  readonly write: (change: Partial<One>) => One
  /** Why nothing more may be sent, or null. */
  readonly stopped: () => string | null
  /** The deployment ends: nothing is read any more. */
  readonly isHalted: () => boolean
}

interface Runs<One extends RunRecord>
  extends Pick<WorkRecords<One>, 'has' | 'all' | 'begin' | 'waiting' | 'takeUp' | 'topics'> {
  /** Those that run. */
  running(): readonly One[]
  /**
   * Runs what `begin` wrote. @param work ends when it is over, or waits for the trader. @param onError what the record is in memory where `work`
   * stopped on an unforeseen error; on disk it stays as it was, for the next start.
   */
  run(record: One, work: (run: Run<One>) => Promise<void>, onError: (record: One, message: string) => One): void
  /** One that runs sends nothing any more; the first reason counts. */
  stopOne(record: One, message: string): void
  /** The same for all that run. @param asset only those in it; null for all. @param account only of it; null for all. */
  stop(asset: string | null, message: string, account?: string | null): void
  /** The deployment ends: what runs reads nothing any more. */
  halt(): void
  /** How many are under way. */
  underWay(): number
}

export function createRuns<One extends RunRecord>(options: RunsOptions<One>): Runs<One> {
  /** Why those that run send nothing any more; null where they may. */
  const running = new Map<string, string | null>()
  let halted = false
  const records = createWorkRecords<One>({
    ...options,
    isBusy: (id) => running.has(id),
    // Whose it is the window knows.
    viewOf: ({ profile: _profile, account: _account, ...view }) => view,
    onChange: options.onIdentity,
  })

  /**
   * How it ended counts also where the disk does not take it, since its actions are known. On disk it is still under way, so that the next
   * start reads it to its end again.
   */
  function end(record: One): One {
    const failure = records.writeAnyway(record)
    if (failure === null) return record
    const message = `${record.message ?? ''} The journal could not be written: ${failure.message}`.trim()
    const ended = { ...record, message }
    records.keep(ended)
    return ended
  }

  function stopOne(record: One, message: string): void {
    if (!running.has(record.id) || running.get(record.id) !== null) return
    running.set(record.id, message)
    options.takeBack(record, message)
  }

  const { has, all, begin, waiting, takeUp, topics } = records
  return {
    ...{ has, all, begin, waiting, takeUp, topics, stopOne },
    running: () => [...running.keys()].flatMap((id) => records.get(id) ?? []),
    run(first, work, onError) {
      running.set(first.id, null)
      const now = (): One => records.get(first.id) ?? first
      const run: Run<One> = {
        write(change) {
          const record = { ...now(), ...change, changedAt: options.serverTime() }
          if (!options.isUnderWay(record.state)) return end(record)
          records.write(record)
          return record
        },
        stopped: () => running.get(first.id) ?? null,
        isHalted: () => halted,
      }
      work(run)
        .catch((error: unknown) => {
          options.log.error({ err: error, id: first.id }, `a ${options.what} stopped on an unforeseen error`)
          records.keep(onError(now(), `It stopped in the middle: ${messageOf(error)}`))
        })
        .finally(() => {
          running.delete(first.id)
          records.changed()
        })
    },
    stop(asset, message, account = null) {
      for (const id of running.keys()) {
        const record = records.get(id)
        if (record === null || (asset !== null && options.assetOf(record) !== asset)) continue
        if (account === null || record.account === account) stopOne(record, message)
      }
    },
    halt() {
      halted = true
    },
    underWay: () => running.size,
  }
}
