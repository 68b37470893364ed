/** Every flatten as a record of its own, on disk before each of its effects; one that was cut off waits for the trader, and never goes on by itself. */
import type { AccountView } from '../../../contract/account.ts'
import type { Address } from '../../../contract/address.ts'
import { signOf } from '../../../contract/decimal.ts'
import { FINAL_FLATTEN_STATES, type FlattenReport, type FlattenView } from '../../../contract/flatten.ts'
import { type Listen, Listeners, onAny } from '../../../contract/listeners.ts'
import { addsExposure } from '../../../contract/order-asked-for.ts'
import type { Millis } from '../../../contract/time.ts'
import { CallError } from '../../errors.ts'
import type { Log } from '../../log/index.ts'
import type { FlattenStore, StoredFlatten } from '../../storage/index.ts'
import { type TopicSource, topicOf } from '../../topics/index.ts'
import { isBeforeSent } from '../actions/index.ts'
import { flatten } from './flatten.ts'
import type { FlattenPorts, FlattenRequest } from './interface.ts'
import { isSettled } from './stop-unsent.ts'

interface FlattensOptions {
  readonly store: FlattenStore
  readonly profile: string
  readonly ports: FlattenPorts
  readonly address: () => Address | null
  /** @throws ServiceError when nobody is signed in. */
  readonly signedIn: () => Address
  readonly serverTime: () => Millis
  /** What the last reads showed; null before the first. */
  readonly lastAccount: () => AccountView | null
  readonly restingOrders: () => number
  /** Those reads, or who is signed in, changed. */
  readonly onReads: Listen
  readonly log: Log
}

export interface Flattens {
  /** Flattens, once for the same request. @throws CallError when it cannot be journalled, or an earlier run began it. */
  flatten(request: FlattenRequest): Promise<FlattenReport>
  /** Has one that was cut off go on: with the orders and positions of now, and actions of its own. @throws CallError, ServiceError */
  goOn(id: string): Promise<FlattenReport>
  /** Ends one that was cut off. @throws CallError */
  leave(id: string): void
  /** What an earlier run did not end was cut off. */
  takeUpEarlierRun(): void
  /** How many are under way. */
  underWay(): number
  /** The newest of the trader who is signed in, ended or not, newest first. */
  recent(): readonly StoredFlatten[]
  /** The topic `flattens`. */
  readonly topics: TopicSource
}

const NOTHING: readonly FlattenView[] = []
/** How many that have ended are kept in memory. */
const ENDED = 100
const isOver = ({ state }: StoredFlatten): boolean => (FINAL_FLATTEN_STATES as readonly string[]).includes(state)

export function createFlattens({ store, profile, ports, log, ...options }: FlattensOptions): Flattens {
  const { actionLog } = ports
  /** Oldest first. */
  const records = new Map<string, StoredFlatten>()
  for (const record of store.recent(profile, ENDED).toReversed()) if (isOver(record)) records.set(record.id, record)
  const running = new Map<string, Promise<FlattenReport>>()
  const listeners = new Listeners()

  /** Journal first, then memory, then whoever listens. @throws Error when it is not on disk. */
  function write(record: StoredFlatten): void {
    store.write(record)
    keep(record)
  }

  function keep(record: StoredFlatten): void {
    records.set(record.id, record)
    const ended = [...records.values()].filter(isOver)
    for (const { id } of ended.slice(0, -ENDED)) records.delete(id)
    listeners.notify()
  }

  function writeOrSay(record: StoredFlatten): void {
    try {
      write(record)
    } catch (error) {
      log.error({ err: error, flatten: record.id }, 'a flatten could not be journalled')
      const words = error instanceof Error ? error.message : String(error)
      throw new CallError('journal_failed', `The journal could not be written, so nothing was done: ${words}`)
    }
  }

  function begin(record: StoredFlatten): Promise<FlattenReport> {
    writeOrSay(record)
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
        write(record)
      },
    })
    try {
      write({ ...record, state: 'done', report })
    } catch (error) {
      // Everything is done but for the word that it is: the next start will ask, and that does no harm.
      log.error({ err: error, flatten: record.id }, 'the end of a flatten could not be journalled')
      keep({ ...record, state: 'done', report })
    }
    return report
  }

  function cutOff(id: string): StoredFlatten {
    const record = records.get(id)
    if (record?.state === 'cut_off' && record.account === options.address()) return record
    throw new CallError('not_waiting', 'This does not wait for you any more.', 'id')
  }

  function viewOf({ id, cancelOrders, state, at, account }: StoredFlatten): FlattenView[] {
    if (state === 'done' || state === 'left') return []
    return [{ id, cancelOrders, state, at, left: state === 'cut_off' ? leftOf(account) : null }]
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

  let who = options.address()
  /** Of the account that is signed in; after signing out its own stay, until another one signs in. */
  function ofTrader(): readonly StoredFlatten[] {
    who = options.address() ?? who
    return [...records.values()].filter(({ account }) => account === who)
  }
  function view(): readonly FlattenView[] {
    const own = ofTrader().flatMap(viewOf)
    return own.length === 0 ? NOTHING : own
  }

  return {
    async flatten({ requestId: id, cancelOrders, protection }) {
      const same = running.get(id)
      if (same !== undefined) return same
      const before = store.read(id)
      if (before?.report != null) return before.report
      if (before !== null)
        throw new CallError('asked_before', 'This was asked for before, and was cut off.', 'requestId')
      const account = options.signedIn()
      const terms = { cancelOrders, protection }
      const at = options.serverTime()
      return begin({ id, profile, account, state: 'asked', at, ...terms, rounds: 0, children: [], report: null })
    },
    async goOn(id) {
      const same = running.get(id)
      if (same !== undefined) return same
      const record = cutOff(id)
      return begin({ ...record, state: 'asked' })
    },
    leave: (id) => writeOrSay({ ...cutOff(id), state: 'left' }),
    takeUpEarlierRun() {
      for (const record of store.unfinished(profile)) {
        if (running.has(record.id)) continue
        try {
          store.write({ ...record, state: 'cut_off' })
        } catch (error) {
          log.error({ err: error, flatten: record.id }, 'a flatten that was cut off could not be journalled as such')
        }
        keep({ ...record, state: 'cut_off' })
      }
    },
    underWay: () => running.size,
    recent: () => ofTrader().toReversed(),
    topics: topicOf('flattens', view, onAny(listeners.on, options.onReads)),
  }
}
