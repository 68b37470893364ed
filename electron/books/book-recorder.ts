/**
 * Keeps the books of the signed-in wallet. When fills or conversions arrive, the days since the first of them are computed, continued or repeated, in
 * slices of a few ms, so that an order never waits for them. The due date is on disk with its cause: a shutdown at any moment loses nothing and
 * counts nothing twice.
 */

import type { AccountView } from '../../contract/account.ts'
import type { Address } from '../../contract/address.ts'
import { BUCKET_MS, conversionEntryOf, DAY_MS, dayOf, judgedOpenings, tradeSumsOf } from '../../contract/books/index.ts'
import {
  type BooksView,
  type CalibrationView,
  type DaySheet,
  daysIn,
  type PeriodInput,
  type ResultsView,
  type TradesView,
} from '../../contract/books-view.ts'
import type { Collateral } from '../../contract/collateral.ts'
import { ONE, type Price, ZERO } from '../../contract/decimal.ts'
import { tradesShares } from '../../contract/family-rules.ts'
import { type Listen, Listeners } from '../../contract/listeners.ts'
import { type Conversion, isCoin, type OutcomeMarket } from '../../contract/outcome.ts'
import { type Cancel, type Clock, type Millis, millis } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import type { FillRecords } from '../records/index.ts'
import type { MarketEnds } from '../settlements/index.ts'
import type { BookStore, PastOf, SlippageStore, TradeStore, TransferStore } from '../storage/index.ts'
import { topicOf } from '../topics/index.ts'
import type { Trading } from '../trading/index.ts'
import { createDayAtWork, type DayAtWork, daySheetOf } from './day-sheet.ts'
import { shareName } from './equity-recorder.ts'
import { createExcursions, type PastPrices } from './excursions.ts'
import { createPriceRecorder, createPriceWatchList, type SeenFeed } from './price-recorder.ts'
import { createSlippageRecorder } from './slippage-recorder.ts'

export type BookRecorder = ReturnType<typeof createBookRecorder>

interface BookRecorderOptions {
  readonly store: BookStore
  readonly tradeStore: TradeStore
  readonly transfers: TransferStore
  readonly slippages: SlippageStore
  readonly prices: PastPrices
  /** Live prices. */
  readonly feed: SeenFeed
  readonly profile: string
  readonly address: () => Address | null
  readonly onIdentityChange: Listen
  /** Conversions were booked, or could not be. */
  readonly onConversions: () => void
  /** Fires when positions ended: a settlement without a fill is computed with that. */
  readonly onEnding: Listen
  readonly trading: {
    readonly fills: Pick<FillRecords, 'onNew' | 'knownSince' | 'since'>
    /** @throws ServiceError */
    readAccount(): Promise<AccountView>
  } & Pick<Trading, 'actionsOf' | 'readConversions' | 'topics'>
  readonly markets: {
    /** All outcome markets that the service lists. */
    outcomes(): readonly OutcomeMarket[]
    outcomeCollateral(): Collateral
    /** The service's clock minus the terminal's, ms. */
    clockOffset(): number
  }
  /** Settlements of binary markets. */
  readonly ends: Pick<MarketEnds, 'settledAt' | 'onKnown'>
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'after' | 'every'>
  readonly log: Pick<Log, 'warn' | 'error'>
}

/** Delay before a failure is retried, ms. */
const AGAIN = 5_000
/** Minimum interval between two writes of the books, ms: while fills stream, they are batched. */
const GATHERS = 1_000
/** How far back fills of shares are looked for at start-up, ms. */
const LATELY = 2 * DAY_MS

export function createBookRecorder(options: BookRecorderOptions) {
  const { store, tradeStore, profile, address, trading, markets, ends, clock, log } = options
  const listeners = new Listeners()
  let cancels: Cancel[] = []
  let next: Cancel | null = null
  let atWork: DayAtWork | null = null
  let version = 0
  /** The wallet's shares at the last read of the conversions; null before the first read. */
  let sharesRead: string | null = null
  let isReading = false
  /** The next read of the conversions that could not be interpreted. */
  let again: Cancel | null = null
  /** Whether fills of shares came since the last read of the conversions. */
  let tradedShares = false
  /** Coins whose end is on disk. */
  const payoutsKept = new Set<string>()
  /** Outcome markets as they are on disk, by their number. */
  const marketsKept = new Map<number, string>()

  const mine = (): PastOf | null => {
    const account = address()
    return account === null ? null : { profile, account }
  }

  const changed = (): void => {
    version++
    listeners.notify()
  }
  const serverTime = (): number => clock.now() + markets.clockOffset()
  const seen = createPriceRecorder({ feed: options.feed, clock })
  const followed = createPriceWatchList(seen, clock)
  const excursions = createExcursions({
    store: tradeStore,
    books: store,
    whose: mine,
    prices: options.prices,
    seen: seen.of,
    serverTime,
    clock,
    log,
    onKept: changed,
  })
  const slippage = createSlippageRecorder({
    store: options.slippages,
    whose: mine,
    fills: trading.fills,
    actionsOf: (ids) => trading.actionsOf(ids),
    clock,
    log,
    onKept: changed,
  })

  /** Computes a slice of what is due, and continues with the next in a separate turn. */
  function work(): void {
    next = null
    const of = mine()
    if (of === null) return
    try {
      const due = store.due(of)
      if (due === null) return
      const day = dayOf(store.firstSince(of, dayOf(due)) ?? due)
      if (!atWork?.continuesFor(of, day, store.takeArrivals(of))) atWork = createDayAtWork(store, of, day, due, nameOf)
      const done = atWork.step()
      if (done === 'all') {
        changed()
        excursions.wake()
      }
      // Entries that arrive meanwhile are batched.
      soon(done === 'all' ? GATHERS : 0)
    } catch (error) {
      atWork = null
      log.error({ err: error }, 'the books could not be worked out')
      soon(AGAIN)
    }
  }

  function soon(ms: number): void {
    if (cancels.length > 0) next ??= clock.after(ms, work)
  }

  function atOnce(): void {
    next?.()
    next = null
    soon(0)
  }

  const nameOf = (asset: string): string | null => (isCoin(asset) ? shareName(markets.outcomes(), asset) : asset)

  /** The positions decide which prices' extremes matter. */
  async function readPositions(): Promise<void> {
    try {
      const { positions, address: account } = await trading.readAccount()
      if (cancels.length > 0 && account === address()) followed.held(positions.map(({ asset }) => asset))
    } catch (error) {
      log.warn({ err: error }, 'the positions could not be read for the prices of their markets')
    }
  }

  /** Changed shares may have been converted: only the history of conversions shows that. */
  async function readConversions(): Promise<void> {
    const of = mine()
    if (of === null || isReading || cancels.length === 0) return
    isReading = true
    try {
      const { positions, address: account } = await trading.readAccount()
      const shares = positions.filter(({ family }) => tradesShares(family)).map(({ asset, size }) => `${asset} ${size}`)
      const now = [account, ...shares].join(' ')
      if (account !== of.account || (now === sharesRead && !tradedShares)) return
      const isFirst = !sharesRead?.startsWith(account)
      if (isFirst && shares.length === 0 && !tradedShares && !tradedLately()) sharesRead = now
      else if (await keepConversions(of)) {
        sharesRead = now
        tradedShares = false
      } else {
        again?.()
        again = clock.after(AGAIN, () => void readConversions())
      }
    } catch (error) {
      log.warn({ err: error }, 'the conversions could not be read for the books')
    } finally {
      isReading = false
    }
  }

  /** Shares that were converted and sold before the last shutdown leave no position that would show it. */
  const tradedLately = (): boolean => trading.fills.since(serverTime() - LATELY).rows.some(({ asset }) => isCoin(asset))

  /** Returns whether it is done: before the markets are listed, the coins of a conversion are unknown. */
  async function keepConversions(of: PastOf): Promise<boolean> {
    const read = await trading.readConversions()
    if (address() !== of.account) return false
    keepMarkets()
    return bookConversions(of, read)
  }

  /** Books conversions with known coins; the others are stored as unbooked until a market is known. */
  function bookConversions(of: PastOf, read: readonly Conversion[]): boolean {
    const known = new Map(store.markets(profile).map((one) => [one.outcomeId, one]))
    for (const market of markets.outcomes()) known.set(market.outcomeId, market)
    const listed = [...known.values()]
    const reports = read.map((one) => ({ one, entry: conversionEntryOf(one, listed) }))
    const isNew =
      store.addConversions(
        of,
        reports.flatMap(({ entry }) => entry ?? []),
      ).length > 0
    if (isNew) soon(0)
    // Before the markets are listed nothing is concluded.
    if (known.size === 0) return read.length === 0
    const left = reports.filter(({ entry }) => entry === null).map(({ one }) => one)
    const before = store.conversionsNotBooked(of).length
    store.keepNotBooked(of, left)
    if (isNew || store.conversionsNotBooked(of).length !== before) options.onConversions()
    return true
  }

  /** An ended market stays listed only for a while: the names of its sides are stored, for conversions that are read later. */
  function keepMarkets(): void {
    const fresh = markets
      .outcomes()
      .map(({ outcomeId, sides, questions, collateral }) => ({ outcomeId, sides, questions, collateral }))
      .map((market) => [market, JSON.stringify(market)] as const)
      .filter(([{ outcomeId }, text]) => marketsKept.get(outcomeId) !== text)
    if (fresh.length === 0) return
    store.keepMarkets(
      profile,
      fresh.map(([market]) => market),
    )
    for (const [{ outcomeId }, text] of fresh) marketsKept.set(outcomeId, text)
    const of = mine()
    const left = of === null ? [] : store.conversionsNotBooked(of)
    if (of !== null && left.length > 0) bookConversions(of, left)
  }

  /** Stores the final payouts of shares while the service lists their markets. */
  function keepPayouts(): void {
    const fresh = payoutsOf(markets.outcomes()).filter(([coin]) => !payoutsKept.has(coin))
    if (fresh.length === 0) return
    store.keepPayouts(profile, fresh)
    for (const [coin] of fresh) payoutsKept.add(coin)
  }

  /** Start and end of a period in whole days, and the known interval. */
  function knownOf(of: PastOf | null, period: PeriodInput) {
    const since = trading.fills.knownSince()
    const { from, to } = daysIn(period, serverTime())
    return {
      from,
      to,
      since: Number.isFinite(since) ? millis(since) : null,
      reachesBack: since <= from,
      isWhole: of !== null && store.due(of) === null,
    }
  }

  const upAt = (asset: string, bucket: Millis): Price | null =>
    bucket + BUCKET_MS > serverTime() ? null : ends.settledAt('binary', asset, bucket + BUCKET_MS)

  const view = (): BooksView => ({ version })

  return {
    start(): void {
      cancels = [
        trading.fills.onNew((fills) => {
          tradedShares ||= fills.some(({ asset }) => isCoin(asset))
          followed.filled(fills, serverTime())
          soon(0)
        }),
        options.onEnding(() => soon(0)),
        ends.onKnown(changed),
        trading.topics.onChange(({ kind }) => {
          if (kind !== 'account_version') return
          keepPayouts()
          keepMarkets()
          void readPositions()
          void readConversions()
        }),
        options.onIdentityChange(() => {
          followed.held([])
          sharesRead = null
          tradedShares = false
          changed()
          atOnce()
          slippage.identityChanged()
          excursions.wake()
          void readConversions()
        }),
      ]
      soon(0)
      slippage.start()
      seen.start()
      excursions.wake()
      void readPositions()
      void readConversions()
    },
    stop(): void {
      slippage.stop()
      seen.stop()
      excursions.stop()
      for (const cancel of cancels.splice(0)) cancel()
      next?.()
      next = null
      again?.()
      again = null
    },
    /** Results of the days of a period: all whole UTC days that it touches. */
    results(period: PeriodInput): ResultsView {
      const of = mine()
      const { from, to, ...known } = knownOf(of, period)
      return { days: of === null ? [] : store.results(of, from, to), ...known }
    },
    /** Results of the trades that ended in a period. */
    trades(period: PeriodInput): TradesView {
      const of = mine()
      const { from, to, ...known } = knownOf(of, period)
      if (of === null) return { count: 0, sums: [], excursions: [], slippages: [], ...known }
      const sums = tradeSumsOf(store.results(of, from, to), markets.outcomeCollateral())
      return {
        count: sums.reduce((all, one) => all + one.sums.known + one.sums.unknown, 0),
        sums,
        excursions: tradeStore.excursions(of, from, to),
        slippages: options.slippages.sums(of, from, to),
        ...known,
      }
    },
    /** All records of the UTC day of a moment, the service's time. */
    daySheet: (time: number): DaySheet =>
      daySheetOf(options, mine(), time, trading.fills.knownSince(), markets.clockOffset()),
    /** Bought contracts and shares of a period that have come true or not. */
    calibration(period: PeriodInput): CalibrationView {
      const of = mine()
      const { from, to, ...known } = knownOf(of, period)
      if (of === null) return { openings: [], ...known }
      keepPayouts()
      const all = store.results(of, from, to)
      return { openings: judgedOpenings(all, store.payouts(profile), upAt), ...known }
    },
    topics: topicOf('books', view, listeners.on),
  }
}

/** By coin; nothing for markets without a reported winner. */
const payoutsOf = (
  markets: readonly Pick<OutcomeMarket, 'winner' | 'sides'>[],
): readonly (readonly [coin: string, price: Price])[] =>
  markets.flatMap(({ winner, sides }) =>
    winner === null ? [] : sides.map(({ coin, index }) => [coin, index === winner ? ONE : ZERO] as const),
  )
