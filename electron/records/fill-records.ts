/**
 * The trader's fills: read from the service once, and stored. All users of fills (the day's loss, averages, alerts, orders that reappear after their
 * end) read here, so that they agree.
 */
import { type Fill, fillIdOf } from '../../contract/account.ts'
import type { Address } from '../../contract/address.ts'
import { Listeners } from '../../contract/listeners.ts'
import type { Clock, Millis } from '../../contract/time.ts'
import type { UnreadableRow } from '../../contract/unreadable-row.ts'
import type { Page, TradingService } from '../service/index.ts'
import type { FillStore, PastOf, Stretch } from '../storage/index.ts'
import {
  createOlderFills,
  type OlderRead,
  ofWallet,
  type PastRead,
  type RecordsOwner,
  readableOf,
  readBack,
} from './read-back.ts'
import { createTurns } from './turns.ts'

/** Fills, newest first, and whether they are certainly complete. */
export type FillsRead = PastRead<Fill>

export type FillRecords = ReturnType<typeof createFillRecords>

interface FillRecordsOptions extends RecordsOwner {
  /** Receives fills that cannot be read. */
  readonly sawUnreadable?: (rows: readonly UnreadableRow[]) => void
  readonly store: FillStore
  readonly service: Pick<TradingService, 'fills'>
  /** The service for reads of the lowest priority; default the usual one. */
  readonly background?: Pick<TradingService, 'fills'>
  /** The service's time; 0 while unknown: nothing is then concluded from a read. */
  readonly serverTime: () => Millis
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
}

/** Fills requested at a time; a service may return fewer. */
const PAGE = 100
const MAX_PAGES = 100
/** How far the first read of a wallet goes back, ms. */
const FIRST = 2 * 86_400_000
/** A fill may be listed this long after its time, ms. */
const LATE = 60_000

export function createFillRecords(options: FillRecordsOptions) {
  const { store, service, background = service, serverTime, clock, sawUnreadable = () => {}, ...whose } = options
  const listeners = new Listeners<[fills: readonly Fill[]]>()
  const mine = ofWallet(whose)
  const turns = createTurns(clock, read)
  /** Start of the interval that the next read must reach. */
  let wanted = Number.POSITIVE_INFINITY
  let syncedAt = Number.NEGATIVE_INFINITY
  /** Monotonic time at which the latest read began. */
  let begunAt = Number.NEGATIVE_INFINITY

  /** Unreadable fills of this run, by their text, and their owner: until they are readable, or the next run, an interval with one is incomplete. */
  const unreadable = new Map<string, { readonly row: UnreadableRow; readonly of: string }>()

  function hear(of: PastOf, rows: readonly UnreadableRow[] = []): void {
    for (const row of rows) unreadable.set(row.text, { row, of: of.account })
    sawUnreadable(rows)
  }

  /** Whether a fill since then may be among the unreadable ones. */
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
    const paging = { idOf: fillIdOf, pageSize: PAGE, mostPages: MAX_PAGES }
    const past = await readBack({ ...paging, page: (page) => service.fills(of.account, page) }, since)
    const { rows, complete } = past
    hear(of, past.unreadable)
    if (mine()?.account !== of.account) return
    keep(of, rows)
    syncedAt = beganHere
    if (began <= 0) return
    /** Where the read did not reach the known fills, the gap between them remains. */
    const oldest = rows.reduce((time, fill) => Math.min(time, fill.time), Number.MAX_SAFE_INTEGER)
    const reached = complete ? since : oldest + 1
    if (reached <= began) store.extend(of, { since: reached, until: began })
  }

  /** End of the known interval. An end in the future comes from a clock that was wrong: only what was seen then counts. */
  function endOf(of: PastOf, { since, until }: Stretch, began: Millis): number {
    return until <= began ? until : (store.newest(of, 1)[0]?.time ?? since)
  }

  /** Since when every fill was read and is in the books, the service's time; infinity while nothing is certain. */
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

  /**
   * Reads new fills, back to the known ones, or further back; calls during a read share the next one.
   * @param since start of the wanted interval, the service's time; default the last two days.
   * @param after the read must begin after this, monotonic ms, and may be one under way; default now.
   * @throws ServiceError
   */
  function sync(since = Number.POSITIVE_INFINITY, after = Number.POSITIVE_INFINITY): Promise<void> {
    wanted = Math.min(wanted, since)
    return begunAt > after ? turns.current() : turns.next()
  }

  return {
    sync,
    /** Reads one page further back. @throws ServiceError */
    async older(): Promise<OlderRead> {
      const of = mine()
      return of === null ? 'not_yet' : olderThanKnown(of)
    },
    /** Monotonic time at which the last completed sync began; minus infinity before the first. */
    syncedAt: (): number => syncedAt,
    /** Stored fills since a moment (the service's time), newest first, and whether they are certainly complete. */
    since(since: number): FillsRead {
      const of = mine()
      if (of === null) return { rows: [], complete: false }
      return { rows: store.since(of, since), complete: knownSince() <= since && !isHidden(of, since) }
    },
    /** Whether every fill since a moment could be read; the service's time. */
    isWhole(since: number): boolean {
      const of = mine()
      return of !== null && knownSince() <= since && !isHidden(of, since)
    },
    knownSince,
    /** Stored fills of one order, newest first. */
    ofOrder(oid: string): readonly Fill[] {
      const of = mine()
      return of === null ? [] : store.ofOrder(of, oid)
    },
    /** The latest stored fills, newest first. */
    newest(limit: number): readonly Fill[] {
      const of = mine()
      return of === null ? [] : store.newest(of, limit)
    },
    /** A page as of now, newest first: of the stored fills where they are complete, else of the service's. @throws ServiceError */
    async page(page: Page): Promise<readonly Fill[]> {
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
    /** Calls `listener` with new fills, newest first. */
    onNew: listeners.on,
  }
}
