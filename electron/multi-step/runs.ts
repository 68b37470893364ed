/** Multi-step work that runs unattended. It can be stopped by account and market; its unsent actions are then withdrawn. */
import type { Listen } from '../../contract/listeners.ts'
import type { Millis } from '../../contract/time.ts'
import type { StoredRecord } from '../storage/index.ts'
import { createWorkRecords, messageOf, type WorkRecords, type WorkRecordsOptions } from './records.ts'

interface RunRecord extends StoredRecord {
  readonly changedAt: Millis
  /** Text for the trader; null when there is none. */
  readonly message: string | null
}

export interface RunsOptions<One extends RunRecord>
  extends Omit<WorkRecordsOptions<One>, 'isBusy' | 'viewOf' | 'onChange'> {
  readonly serverTime: () => Millis
  /** Fires when another account signs in, or on signing out. */
  readonly onIdentity: Listen
  /**
   * Whether the work continues without the trader in this state. The write that leaves such a state ends a run and counts even when the disk write
   * fails.
   */
  readonly isUnderWay: (state: One['state']) => boolean
  readonly assetOf: (record: One) => string
  /** Withdraws the unsent actions of a record. */
  readonly takeBack: (record: One, message: string) => void
}

/** Controls the work of one record. */
interface Run<One> {
  /** Writes the change and returns the new record. @throws Error when it is not on disk. */
  readonly write: (change: Partial<One>) => One
  /** Why nothing more may be sent, or null. */
  readonly stopped: () => string | null
  /** The deployment is shutting down: no more reads. */
  readonly isHalted: () => boolean
}

interface Runs<One extends RunRecord>
  extends Pick<WorkRecords<One>, 'has' | 'all' | 'begin' | 'waiting' | 'takeUp' | 'topics'> {
  /** Records with a run in progress. */
  running(): readonly One[]
  /**
   * Runs what `begin` wrote. @param work resolves when the work is over or waits for the trader. @param onError the record in memory after an
   * unexpected error of `work`; on disk it stays unchanged, for the next start.
   */
  run(record: One, work: (run: Run<One>) => Promise<void>, onError: (record: One, message: string) => One): void
  /** Stops one run from sending anything more; the first reason counts. */
  stopOne(record: One, message: string): void
  /** Like `stopOne`, for every run. @param asset limits it to one asset; null for all. @param account limits it to one account; null for all. */
  stop(asset: string | null, message: string, account?: string | null): void
  /** The deployment is shutting down: runs read nothing more. */
  halt(): void
  underWay(): number
}

export function createRuns<One extends RunRecord>(options: RunsOptions<One>): Runs<One> {
  /** Reason why a run may no longer send, by id; null while it may. */
  const running = new Map<string, string | null>()
  let halted = false
  const records = createWorkRecords<One>({
    ...options,
    isBusy: (id) => running.has(id),
    // The window knows its own deployment and account.
    viewOf: ({ profile: _profile, account: _account, ...view }) => view,
    onChange: options.onIdentity,
  })

  /**
   * The result counts even when the disk write fails, since its actions are known. On disk the record is still under way, so the next start reads it
   * to its end again.
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
          records.keep(onError(now(), `It stopped halfway: ${messageOf(error)}`))
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
