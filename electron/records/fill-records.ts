/**
 * The trader's fills: read from the service once, kept for good. Whatever tells of fills (the day's loss, averages, alerts, orders that
 * show up after their end) reads here, so that all of it tells the same.
 */
import type { Fill } from '../../contract/account.ts'
import type { Address } from '../../contract/address.ts'
import { Listeners } from '../../contract/listeners.ts'
import type { Cancel, Clock, Millis } from '../../contract/time.ts'
import type { TradingService } from '../service/index.ts'
import type { FillStore, FillsOf, Stretch } from '../storage/index.ts'
import { type PastRead, readBack } from './read-back.ts'

/** Fills, newest first, and whether that is certainly all of them. */
export type FillsRead = PastRead<Fill>

export interface FillRecords {
  /**
   * Reads what is new, back to what is known, or further back where that does not reach; calls during a read share the one that follows it.
   * @param since how far back everything is wanted, the service's time; the last two days where it is left out.
   * @throws ServiceError
   */
  sync(since?: number): Promise<void>
  /** Monotonic time at which the last sync that came to its end began; minus infinity before the first. */
  syncedAt(): number
  /** What is kept since a moment (the service's time), newest first, and whether that is certainly everything. */
  since(since: number): FillsRead
  /** Of one order, newest first; what is kept of it. */
  ofOrder(oid: string): readonly Fill[]
  /** The newest that are kept, newest first. */
  newest(limit: number): readonly Fill[]
  /** Keeps fills that were read for something else. */
  saw(fills: readonly Fill[]): void
  /** Calls `listener` with fills that were not known before, newest first. */
  onNew(listener: (fills: readonly Fill[]) => void): Cancel
}

interface FillRecordsOptions {
  readonly store: FillStore
  readonly profile: string
  readonly service: Pick<TradingService, 'fills'>
  /** Whose fills; null while nobody is signed in: nothing is read or kept then. */
  readonly address: () => Address | null
  /** The service's time; 0 while that is not known: then nothing is concluded from a read. */
  readonly serverTime: () => Millis
  readonly clock: Pick<Clock, 'monotonic'>
}

/** Fills asked for at a time; a service may give fewer. */
const PAGE = 100
const MOST_PAGES = 100
/** How far the first read of a wallet goes back, ms. */
const FIRST = 2 * 86_400_000
/** A fill may be listed this long after its time, ms. */
const LATE = 60_000

export function createFillRecords({
  store,
  profile,
  service,
  address,
  serverTime,
  clock,
}: FillRecordsOptions): FillRecords {
  const listeners = new Listeners<[fills: readonly Fill[]]>()
  let running: Promise<void> | null = null
  let following: Promise<void> | null = null
  /** How far back the next read is to reach. */
  let wanted = Number.POSITIVE_INFINITY
  let syncedAt = Number.NEGATIVE_INFINITY

  const mine = (): FillsOf | null => {
    const account = address()
    return account === null ? null : { profile, account }
  }

  function keep(of: FillsOf, fills: readonly Fill[]): void {
    const fresh = store.add(of, fills)
    if (fresh.length > 0) listeners.notify(fresh)
  }

  async function read(): Promise<void> {
    const account = address()
    if (account === null) return
    const of = { profile, account }
    const began = serverTime()
    const beganHere = clock.monotonic()
    const known = store.stretches(of).at(-1)
    const back = Math.min(wanted, began - FIRST)
    wanted = Number.POSITIVE_INFINITY
    const isReached = known !== undefined && known.since <= back
    const since = isReached ? endOf(of, known, began) - LATE : back
    const options = { idOf: ({ tid }: Fill) => tid, pageSize: PAGE, mostPages: MOST_PAGES }
    const { rows, complete } = await readBack({ ...options, page: (page) => service.fills(account, page) }, since)
    if (address() !== account) return
    keep(of, rows)
    syncedAt = beganHere
    if (began <= 0) return
    /** Where the read did not get as far as what was known, the gap between them stays one. */
    const oldest = rows.reduce((time, fill) => Math.min(time, fill.time), Number.MAX_SAFE_INTEGER)
    const reached = complete ? since : oldest + 1
    if (reached <= began) store.extend(of, { since: reached, until: began })
  }

  /** Until when everything is known. An end in the future is of a clock that was wrong: then only what was seen counts. */
  function endOf(of: FillsOf, { since, until }: Stretch, began: Millis): number {
    return until <= began ? until : (store.newest(of, 1)[0]?.time ?? since)
  }

  function begin(): Promise<void> {
    const mineNow = read().finally(() => {
      if (running === mineNow) running = null
    })
    running = mineNow
    return mineNow
  }

  return {
    sync(since = Number.POSITIVE_INFINITY) {
      wanted = Math.min(wanted, since)
      if (running === null) return begin()
      following ??= running
        .catch(() => undefined)
        .then(() => {
          following = null
          return begin()
        })
      return following
    },
    syncedAt: () => syncedAt,
    since(since) {
      const of = mine()
      if (of === null) return { rows: [], complete: false }
      const last = store.stretches(of).at(-1)
      return { rows: store.since(of, since), complete: last !== undefined && last.since <= since }
    },
    ofOrder(oid) {
      const of = mine()
      return of === null ? [] : store.ofOrder(of, oid)
    },
    newest(limit) {
      const of = mine()
      return of === null ? [] : store.newest(of, limit)
    },
    saw(fills) {
      const of = mine()
      if (of !== null) keep(of, fills)
    },
    onNew: listeners.on,
  }
}
