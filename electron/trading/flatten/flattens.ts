/**
 * Flattens: each has its own record, on disk before each of its effects. One that was interrupted waits for the trader, and never continues by
 * itself.
 */
import type { AccountView } from '../../../contract/account.ts'
import type { Address } from '../../../contract/address.ts'
import { signOf } from '../../../contract/decimal.ts'
import { FLATTEN_TRANSITIONS, type FlattenReport, type FlattenView } from '../../../contract/flatten.ts'
import type { Listen } from '../../../contract/listeners.ts'
import { addsExposure } from '../../../contract/requested-order.ts'
import type { Millis } from '../../../contract/time.ts'
import { CallError } from '../../errors.ts'
import type { Log } from '../../log/index.ts'
import { createWorkRecords } from '../../multi-step/index.ts'
import type { FlattenStore, StoredFlatten } from '../../storage/index.ts'
import { isBeforeSent } from '../actions/index.ts'
import { type FlattenPorts, type FlattenRequest, flatten } from './flatten.ts'
import { isSettled } from './stop-unsent.ts'

interface FlattensOptions {
  readonly store: FlattenStore
  readonly profile: string
  readonly ports: FlattenPorts
  readonly address: () => Address | null
  /** @throws ServiceError when nobody is signed in. */
  readonly signedIn: () => Address
  readonly serverTime: () => Millis
  /** The account by the last reads; null before the first. */
  readonly lastAccount: () => AccountView | null
  readonly restingOrders: () => number
  /** The reads or the signed-in account changed. */
  readonly onReads: Listen
  readonly log: Log
}

export type Flattens = ReturnType<typeof createFlattens>

export function createFlattens({ store, profile, ports, log, ...options }: FlattensOptions) {
  const { actionLog } = ports
  const running = new Map<string, Promise<FlattenReport>>()
  const records = createWorkRecords<StoredFlatten>({
    ...{ topic: 'flattens', what: 'flatten', store, profile, address: options.address, log },
    states: FLATTEN_TRANSITIONS,
    isBusy: (id) => running.has(id),
    viewOf({ id, cancelOrders, state, at, account }): FlattenView | null {
      if (state === 'done' || state === 'left') return null
      return { id, cancelOrders, state, at, left: state === 'cut_off' ? leftOf(account) : null }
    },
    onChange: options.onReads,
  })

  function begin(record: StoredFlatten): Promise<FlattenReport> {
    records.begin(record)
    const run = carryOut(record).finally(() => running.delete(record.id))
    running.set(record.id, run)
    return run
  }

  async function carryOut(first: StoredFlatten): Promise<FlattenReport> {
    let record = first
    const report = await flatten({ ...first, requestId: first.id }, first.account, ports, {
      firstRound: first.rounds + 1,
      note(round, state, children) {
        record = { ...record, state, rounds: round, children: [...record.children, ...children] }
        records.write(record)
      },
    })
    // The work is done even if the disk write of that fails: the next start then asks, which does no harm.
    records.writeAnyway({ ...record, state: 'done', report })
    return report
  }

  function leftOf(account: string): FlattenView['left'] {
    const read = options.lastAccount()
    if (read === null) return null
    const positions = read.positions.filter(({ size }) => signOf(size) !== 0)
    const unknown = actionLog
      .live()
      .filter(
        ({ account: of, intent, state }) =>
          of === account && addsExposure(intent) && !isBeforeSent(state) && !isSettled(state),
      )
    return {
      orders: options.restingOrders() + unknown.length,
      positions: positions.map(({ asset, size }) => ({ asset, size })),
    }
  }

  return {
    /** Flattens, once for the same request. @throws CallError when it cannot be journalled, or an earlier run began it. */
    async flatten({ requestId: id, cancelOrders, protection }: FlattenRequest): Promise<FlattenReport> {
      const same = running.get(id)
      if (same !== undefined) return same
      const before = store.read(id)
      if (before?.report != null) return before.report
      if (before !== null) throw new CallError('asked_before', 'This request was interrupted before.', 'requestId')
      const account = options.signedIn()
      const terms = { cancelOrders, protection }
      const at = options.serverTime()
      return begin({ id, profile, account, state: 'asked', at, ...terms, rounds: 0, children: [], report: null })
    },
    /** Continues an interrupted flatten, with the current orders and positions and new actions. @throws CallError, ServiceError */
    async resume(id: string): Promise<FlattenReport> {
      const same = running.get(id)
      if (same !== undefined) return same
      return begin({ ...records.waiting(id, 'cut_off'), state: 'asked' })
    },
    /** Ends an interrupted flatten as it is. @throws CallError */
    leave: (id: string): void => records.begin({ ...records.waiting(id, 'cut_off'), state: 'left' }),
    /** Marks what an earlier run did not finish as interrupted. */
    takeUpEarlierRun(): void {
      records.takeUp((record) => {
        if (!running.has(record.id)) records.writeAnyway({ ...record, state: 'cut_off' })
      })
    },
    underWay: (): number => running.size,
    /** The latest of the signed-in trader, finished or not, newest first. */
    recent: (): readonly StoredFlatten[] => records.own().toReversed(),
    topics: records.topics,
  }
}
