/**
 * The trader's fills: read from the service once, and kept. Whatever tells of fills (the day's loss, averages, alerts, orders that
 * show up after their end) reads here, so that all of it tells the same.
 */
import { type Fill, fillIdOf } from '../../contract/account.ts'
import type { Address } from '../../contract/address.ts'
import { Listeners } from '../../contract/listeners.ts'
import type { Cancel, Clock, Millis } from '../../contract/time.ts'
import type { UnreadableRow } from '../../contract/unreadable-row.ts'
import type { Page, TradingService } from '../service/index.ts'
import type { FillStore, PastOf, Stretch } from '../storage/index.ts'
import {
  createOlderFills,
  type OlderRead,
  ofWallet,
  type PastRead,
  readableOf,
  readBack,
  type Whose,
} from './read-back.ts'
import { createTurns } from './turns.ts'

/** Fills, newest first, and whether that is certainly all of them. */
export type FillsRead = PastRead<Fill>

export interface FillRecords {
  /**
   * Reads what is new, back to what is known, or further back where that does not reach; calls during a read share the one that follows it.
   * @param since how far back everything is wanted, the service's time; the last two days where it is left out.
   * @param after a read that began later than this does, also one that is under way: monotonic ms; one that begins now where it is left out.
   * @throws ServiceError
   */
  sync(since?: number, after?: number): Promise<void>
  /** Reads one page further back than is known. @throws ServiceError */
  older(): Promise<OlderRead>
  /** Monotonic time at which the last sync that came to its end began; minus infinity before the first. */
  syncedAt(): number
  /** What is kept since a moment (the service's time), newest first, and whether that is certainly everything. */
  since(since: number): FillsRead
  /** Whether every fill since a moment was read, and could be; the service's time. */
  isWhole(since: number): boolean
  /** From when on every fill was read, and is in the books, the service's time; infinity while nothing is certain. */
  knownSince(): number
  /** Of one order, newest first; what is kept of it. */
  ofOrder(oid: string): readonly Fill[]
  /** The newest that are kept, newest first. */
  newest(limit: number): readonly Fill[]
  /** A page as of now, newest first: of what is kept where that is all of it, else of the service's. @throws ServiceError */
  page(page: Page): Promise<readonly Fill[]>
  /** Calls `listener` with fills that were not known before, newest first. */
  onNew(listener: (fills: readonly Fill[]) => void): Cancel
}

interface FillRecordsOptions extends Whose {
  /** Told of fills that cannot be read. */
  readonly sawUnreadable?: (rows: readonly UnreadableRow[]) => void
  readonly store: FillStore
  readonly service: Pick<TradingService, 'fills'>
  /** The same for what may wait for everything else; the usual one where it is left out. */
  readonly background?: Pick<TradingService, 'fills'>
  /** The service's time; 0 while that is not known: then nothing is concluded from a read. */
  readonly serverTime: () => Millis
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
}

/** Fills asked for at a time; a service may give fewer. */
const PAGE = 100
const MOST_PAGES = 100
/** How far the first read of a wallet goes back, ms. */
const FIRST = 2 * 86_400_000
/** A fill may be listed this long after its time, ms. */
const LATE = 60_000

export function createFillRecords(options: FillRecordsOptions): FillRecords {
  const { store, service, background = service, serverTime, clock, sawUnreadable = () => {}, ...whose } = options
  const listeners = new Listeners<[fills: readonly Fill[]]>()
  const mine = ofWallet(whose)
  const turns = createTurns(clock, read)
  /** How far back the next read is to reach. */
  let wanted = Number.POSITIVE_INFINITY
  let syncedAt = Number.NEGATIVE_INFINITY
  /** Monotonic time at which the newest read began. */
  let begunAt = Number.NEGATIVE_INFINITY

  /** Fills of this run that cannot be read, by their text, and whose: until they can, or another run begins, a stretch that has one is not whole. */
  const unreadable = new Map<string, { readonly row: UnreadableRow; readonly of: string }>()

  function hear(of: PastOf, rows: readonly UnreadableRow[] = []): void {
    for (const row of rows) unreadable.set(row.text, { row, of: of.account })
    sawUnreadable(rows)
  }

  /** Whether a fill since then may be one that cannot be read. */
  const isHidden = ({ account }: PastOf, since: number): boolean =>
    [...unreadable.values()].some(({ row, of }) => of === account && (row.time === null || row.time >= since))

  const readable = (of: PastOf, page: Promise<readonly Fill[]>): Promise<readonly Fill[]> =>
    readableOf(page, (rows) => hear(of, rows))

  function keep(of: PastOf, fills: readonly Fill[]): void {
    const fresh = store.add(of, fills)
    if (fresh.length > 0) listeners.notify(fresh)
  }

  async function read(): Promise<void> {
    const of = mine()
    if (of === null) return
    const began = serverTime()
    const beganHere = clock.monotonic()
    begunAt = beganHere
    const known = store.stretches(of).at(-1)
    const back = Math.min(wanted, began - FIRST)
    wanted = Number.POSITIVE_INFINITY
    const isReached = known !== undefined && known.since <= back
    const since = isReached ? endOf(of, known, began) - LATE : back
    const paging = { idOf: fillIdOf, pageSize: PAGE, mostPages: MOST_PAGES }
    const past = await readBack({ ...paging, page: (page) => service.fills(of.account, page) }, since)
    const { rows, complete } = past
    hear(of, past.unreadable)
    if (mine()?.account !== of.account) return
    keep(of, rows)
    syncedAt = beganHere
    if (began <= 0) return
    /** Where the read did not get as far as what was known, the gap between them stays one. */
    const oldest = rows.reduce((time, fill) => Math.min(time, fill.time), Number.MAX_SAFE_INTEGER)
    const reached = complete ? since : oldest + 1
    if (reached <= began) store.extend(of, { since: reached, until: began })
  }

  /** Until when everything is known. An end in the future is of a clock that was wrong: then only what was seen counts. */
  function endOf(of: PastOf, { since, until }: Stretch, began: Millis): number {
    return until <= began ? until : (store.newest(of, 1)[0]?.time ?? since)
  }

  function knownSince(): number {
    const of = mine()
    return (of === null ? undefined : store.stretches(of).at(-1)?.since) ?? Number.POSITIVE_INFINITY
  }

  const olderThanKnown = createOlderFills({
    store,
    page: (of, page) => readable(of, background.fills(of.account as Address, page)),
    keep(of, rows) {
      if (mine()?.account !== of.account) return false
      keep(of, rows)
      return true
    },
  })

  function sync(since = Number.POSITIVE_INFINITY, after = Number.POSITIVE_INFINITY): Promise<void> {
    wanted = Math.min(wanted, since)
    return begunAt > after ? turns.current() : turns.next()
  }

  return {
    sync,
    async older() {
      const of = mine()
      return of === null ? 'not_yet' : olderThanKnown(of)
    },
    syncedAt: () => syncedAt,
    since(since) {
      const of = mine()
      if (of === null) return { rows: [], complete: false }
      return { rows: store.since(of, since), complete: knownSince() <= since && !isHidden(of, since) }
    },
    isWhole(since) {
      const of = mine()
      return of !== null && knownSince() <= since && !isHidden(of, since)
    },
    knownSince,
    ofOrder(oid) {
      const of = mine()
      return of === null ? [] : store.ofOrder(of, oid)
    },
    newest(limit) {
      const of = mine()
      return of === null ? [] : store.newest(of, limit)
    },
    async page(page) {
      const of = mine()
      if (of === null) return []
      if (page.before === null) {
        await sync()
        const kept = store.newest(of, page.limit)
        const oldest = kept.at(-1)
        if (kept.length === page.limit && oldest !== undefined && knownSince() <= oldest.time) return kept
      }
      const rows = await readable(of, service.fills(of.account, page))
      if (mine()?.account === of.account) keep(of, rows)
      return rows
    },
    onNew: listeners.on,
  }
}
