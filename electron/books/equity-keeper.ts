/**
 * Keeps what the wallet is worth over time, and holds it against the books: each read of the account that matters becomes a sample with what
 * explains it, and what nothing explains a balance change of its own. The rule is `contract/books/reconcile.ts`; this sees to it that every
 * entry is booked once, in the write that keeps what came of it, and that reads which are to confirm one another lie apart.
 */
import type { AccountView, Position } from '../../contract/account.ts'
import type { Address } from '../../contract/address.ts'
import {
  type BalanceChange,
  bookEntries,
  type ChangeName,
  CONFIRMED_AFTER,
  dayOf,
  type EquitySample,
  openReconciliation,
  type Reconciliation,
  reconcile,
} from '../../contract/books/index.ts'
import { type AskedPeriod, EVER, stretchOf } from '../../contract/books-view.ts'
import { compare, signOf } from '../../contract/decimal.ts'
import type { EquityTopic, EquityView, TransfersView } from '../../contract/equity-view.ts'
import { type Listen, Listeners } from '../../contract/listeners.ts'
import type { OutcomeMarket } from '../../contract/outcome.ts'
import { type Cancel, type Clock, type Millis, millis } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import type { FillRecords } from '../records/index.ts'
import type { BookStore, EquityStore, PastOf, TransferStore } from '../storage/index.ts'
import { type TopicSource, topicOf } from '../topics/index.ts'
import { shareName } from './share-name.ts'

export interface EquityKeeper {
  start(): void
  stop(): void
  /** Equity over a period, with what explains its change. */
  equity(period: AskedPeriod): EquityView
  /** Balance changes and conversions, newest first. */
  transfers(): TransfersView
  /** What the trader calls a balance change; null takes the name away. Whether there is such a change. */
  nameChange(id: string, as: ChangeName | null): boolean
  /** Conversions were booked, or could not be. */
  conversionsChanged(): void
  /** Topic `equity`. */
  readonly topics: TopicSource
}

interface EquityKeeperOptions {
  readonly store: EquityStore
  readonly transfers: Pick<TransferStore, 'all'>
  readonly books: Pick<BookStore, 'conversions' | 'conversionsNotBooked'>
  readonly profile: string
  readonly address: () => Address | null
  readonly onIdentityChange: Listen
  readonly trading: {
    readonly fills: Pick<FillRecords, 'sync' | 'onNew'>
    /** @throws ServiceError */
    readAccount(): Promise<AccountView>
    /** Source of the topic `account_version`. */
    readonly topics: TopicSource
  }
  readonly markets: {
    /** All outcome markets that the service lists. */
    outcomes(): readonly OutcomeMarket[]
    /** The service's clock less the terminal's, ms. */
    clockOffset(): number
  }
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'after'>
  readonly log: Pick<Log, 'warn'>
}

/** Between two looks while all is explained, while something waits to be, and after a failure, ms. */
const CALM = 60_000
const OPEN = CONFIRMED_AFTER + 200
const FAILING = 15_000
/** After a change of the account, for its fills and conversions to come in, ms. */
const AFTER_CHANGE = 1_000
/** Between two samples that are kept: where nothing is new, and where something is, ms. */
const SAMPLE_EVERY = 60_000
const NEWS_EVERY = 10_000
/** A transfer of the terminal's shows in the balances within this of when it was asked for, ms. */
const MOVED_WITHIN = 10 * 60_000
const MOST_SAMPLES = 400

export function createEquityKeeper(options: EquityKeeperOptions): EquityKeeper {
  const { store, transfers, books, profile, address, trading, markets, clock, log } = options
  const listeners = new Listeners()
  let cancels: Cancel[] = []
  let next: { readonly at: number; readonly cancel: Cancel } | null = null
  let isLooking = false
  let version = 0
  /** The read that is to become the opening balance once another one shows the same. */
  let opening: { readonly of: string; readonly at: Millis; readonly positions: readonly Position[] } | null = null
  let lastKept = Number.NEGATIVE_INFINITY
  /** Whether something was booked, or came to be explained, that no kept sample has yet. */
  let hasNews = false
  let wasOpen = false

  const mine = (): PastOf | null => {
    const account = address()
    return account === null ? null : { profile, account }
  }
  const serviceTime = (): number => clock.now() + markets.clockOffset()

  function soon(ms: number): void {
    if (cancels.length === 0) return
    const at = clock.monotonic() + ms
    if (next !== null && next.at <= at) return
    next?.cancel()
    next = { at, cancel: clock.after(ms, () => void look()) }
  }

  async function look(): Promise<void> {
    next = null
    const of = mine()
    if (of === null || isLooking) return
    isLooking = true
    let again = CALM
    try {
      const began = clock.monotonic()
      const read = await trading.readAccount()
      // What was filled before the read is listed once this has come back, as far as the service lists it at once.
      await trading.fills.sync(undefined, began)
      const kept = store.state(of)
      const books = kept === null ? null : await booked(of, kept)
      if (mine()?.account === of.account && read.address === of.account) again = take(of, read, books)
    } catch (error) {
      log.warn({ err: error }, 'the equity could not be read for the books')
      again = FAILING
    } finally {
      isLooking = false
      soon(again)
    }
  }

  /** @returns when to look again, ms. */
  function take(of: PastOf, read: AccountView, books: BookedSoFar | null): number {
    const at = millis(read.readAt + markets.clockOffset())
    if (books === null) return open(of, read, at) ? CALM : OPEN
    const { kept, state, upTo } = books
    const { state: after, sample, changes } = reconcile(state, read, at)
    const rows = changes.map((change, i) => ({ ...change, id: `${at}-${i}`, as: null }))
    const own = rows.filter((row) => row.cause !== 'moved' || !isOwnTransfer(of, row))
    hasNews ||= upTo !== null || (wasOpen && sample.agrees)
    wasOpen = !sample.agrees
    const isNewDay = lastKept < dayOf(at)
    const isDue = at - lastKept >= (hasNews ? NEWS_EVERY : SAMPLE_EVERY) || isNewDay || own.length > 0
    if (isDue || !isSame(after, kept)) {
      store.keep(of, { state: after, upTo, sample: isDue ? sample : null, stays: own.length > 0, changes: own })
      tell()
    }
    if (isNewDay) store.thin(of, at)
    if (isDue) {
      lastKept = at
      hasNews = false
    }
    return wasOpen ? OPEN : hasNews ? NEWS_EVERY : CALM
  }

  /** Everything that came in since, a slice in a turn. */
  async function booked(of: PastOf, kept: Reconciliation): Promise<BookedSoFar> {
    let state = kept
    let upTo: number | null = null
    for (;;) {
      const some = store.unbooked(of, upTo ?? 0, MOST_ENTRIES)
      if (some.entries.length > 0) {
        state = bookEntries(state, some.entries)
        upTo = some.upTo
      }
      if (some.entries.length < MOST_ENTRIES) return { kept, state, upTo }
      await new Promise<void>((resolve) => clock.after(0, resolve))
    }
  }

  /** Two reads apart that show the same positions: what came in between them would show. */
  function open(of: PastOf, read: AccountView, at: Millis): boolean {
    const before = opening
    opening = { of: of.account, at, positions: read.positions }
    if (before === null || before.of !== of.account || at - before.at < CONFIRMED_AFTER) return false
    if (!isSamePositions(before.positions, read.positions)) return false
    const { state, sample } = openReconciliation(read, at)
    // From the first of the two on: a fill after it that is not in these positions is yet to show in them.
    store.begin(of, { ...state, since: before.at }, sample)
    opening = null
    lastKept = at
    tell()
    return true
  }

  /** A move between the classes of USDH that the journal has a transfer for is no change of its own. */
  const isOwnTransfer = (of: PastOf, { at, amount }: BalanceChange): boolean =>
    transfers
      .all(of)
      .some(
        (one) =>
          Math.abs(one.at + markets.clockOffset() - at) < MOVED_WITHIN &&
          one.state !== 'refused' &&
          one.state !== 'rejected' &&
          compare(one.amount, amount.replace('-', '') as typeof amount) === 0 &&
          signOf(amount) < 0,
      )

  function tell(): void {
    version++
    listeners.notify()
  }

  const view = (): EquityTopic => ({ version })

  return {
    start() {
      cancels = [
        trading.topics.onChange(({ kind }) => {
          if (kind === 'account_version') soon(AFTER_CHANGE)
        }),
        trading.fills.onNew(() => soon(AFTER_CHANGE)),
        options.onIdentityChange(() => {
          opening = null
          lastKept = Number.NEGATIVE_INFINITY
          hasNews = false
          wasOpen = false
          tell()
          soon(0)
        }),
      ]
      soon(0)
    },
    stop() {
      for (const cancel of cancels.splice(0)) cancel()
      next?.cancel()
      next = null
    },
    equity(period) {
      const of = mine()
      const state = of === null ? null : store.state(of)
      if (of === null || state === null)
        return { since: null, from: null, latest: null, samples: [], changes: [], openSince: null }
      const { from: begin, to } = stretchOf(period, serviceTime())
      const within = store.samples(of, begin, to)
      const from = store.reconciledUpTo(of, begin) ?? within.find(({ agrees }) => agrees) ?? null
      return {
        since: state.since,
        from,
        latest: store.reconciledUpTo(of, to === EVER ? EVER : to - 1),
        samples: spread(within),
        changes: from === null ? [] : store.changes(of, from.at).filter(({ at }) => at < to),
        openSince: state.differs?.since ?? state.waits?.at ?? null,
      }
    },
    transfers() {
      const of = mine()
      if (of === null) return { changes: [], conversions: [], notBooked: [], transfers: [] }
      const listed = markets.outcomes()
      return {
        changes: store.changes(of, 0).toReversed(),
        conversions: books
          .conversions(of, 0, Number.MAX_SAFE_INTEGER)
          .toReversed()
          .map((one) => ({
            ...one,
            name: shareName(listed, one.gives[0] ?? one.takes[0] ?? ''),
          })),
        notBooked: books.conversionsNotBooked(of).toReversed(),
        transfers: transfers.all(of).map((one) => ({ ...one, at: millis(one.at + markets.clockOffset()) })),
      }
    },
    nameChange(id, as) {
      const of = mine()
      const isThere = of !== null && store.name(of, id, as)
      if (isThere) tell()
      return isThere
    },
    conversionsChanged: tell,
    topics: topicOf('equity', view, listeners.on),
  }
}

/** Booked in one turn: a few ms. */
const MOST_ENTRIES = 200

interface BookedSoFar {
  /** As it stands on disk, and with what was booked since. */
  readonly kept: Reconciliation
  readonly state: Reconciliation
  /** The number up to which entries are booked; null where none came in. */
  readonly upTo: number | null
}

/** But for when it was reconciled last. */
const isSame = (a: Reconciliation, b: Reconciliation): boolean =>
  JSON.stringify({ ...a, at: 0 }) === JSON.stringify({ ...b, at: 0 })

function isSamePositions(a: readonly Position[], b: readonly Position[]): boolean {
  const text = (positions: readonly Position[]): string =>
    positions
      .map(({ asset, size }) => `${asset} ${size}`)
      .toSorted()
      .join(', ')
  return text(a) === text(b)
}

/** At most so many of them, evenly, with the last. */
function spread(samples: readonly EquitySample[]): readonly EquitySample[] {
  const step = Math.ceil(samples.length / MOST_SAMPLES)
  return step <= 1 ? samples : samples.filter((_, i) => i % step === 0 || i === samples.length - 1)
}
