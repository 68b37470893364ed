/** Main's history of a wallet, assembled on a folder as main does, over a venue read like a service. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { AccountView, Order, Position } from '../../../contract/account.ts'
import type { Address } from '../../../contract/address.ts'
import { money } from '../../../contract/decimal.ts'
import { Listeners, onAny } from '../../../contract/listeners.ts'
import type { Candle } from '../../../contract/market.ts'
import type { Conversion } from '../../../contract/outcome.ts'
import type { PastPage, PastTotals } from '../../../contract/past.ts'
import type { FakeClock } from '../../../contract/testing/fake-clock.ts'
import { createBookRecorder, createEquityRecorder } from '../../../electron/books/index.ts'
import { exportPast, type OwnedQuery, readPage, readTotals } from '../../../electron/past/index.ts'
import { createBackFill, createFillRecords, createOrderRecords } from '../../../electron/records/index.ts'
import type { Page } from '../../../electron/service/index.ts'
import { createMarketEnds } from '../../../electron/settlements/index.ts'
import { openStorage } from '../../../electron/storage/index.ts'
import { topicOf } from '../../../electron/topics/index.ts'
import { createWalletLedger } from '../../../electron/trading/ledger/index.ts'
import { startPasses } from '../../../electron/trading/ledger/testing/passes.ts'
import { type LongVenue, reportedFill } from './venue.ts'

const PROFILE = 'practice'
/** Maximum rows per answer of the service, regardless of the request. */
const MAX_ROWS = 60
/** Rows that a window requests at a time. */
const PAGE = 150

interface TerminalOptions {
  readonly directory: string
  readonly venue: LongVenue
  readonly clock: FakeClock
  readonly wallet: Address
}

export type Terminal = ReturnType<typeof startTerminal>

/** Starts it with a wallet signed in. */
export function startTerminal({ directory, venue, clock, wallet: first }: TerminalOptions) {
  let wallet = first
  const storage = openStorage({ directory, clock })
  const identities = new Listeners()
  const accounts = new Listeners()
  /** Anything that main cannot do is a fault here: the venue never fails. */
  const failed: string[] = []
  const fail = (...what: unknown[]) => void failed.push(what.map((one) => JSON.stringify(one, errorText)).join(' '))
  const log = { warn: fail, error: fail } as never
  const whose = { profile: PROFILE, address: () => wallet }
  const serverTime = () => clock.now()
  const service = {
    fills: async (account: Address, { limit, before }: Page) =>
      venue.core.fills(account, Math.min(limit, MAX_ROWS), before).map(reportedFill),
    orderHistory: async (account: Address, { limit, before }: Page) =>
      venue.core
        .orderHistory(account, Math.min(limit, MAX_ROWS), before)
        .map((order) => ({ ...order, reduceOnly: order.reduce_only, statusText: order.status }) as unknown as Order),
  }
  const fills = createFillRecords({ ...whose, store: storage.fills, service, serverTime, clock })
  const orders = createOrderRecords({
    ...{ ...whose, store: storage.orders, service, clock },
    back: { marks: storage.historyMarks, service, serverTime },
  })
  const onIdentityChange = identities.on
  const backFill = createBackFill({
    ...{ ...whose, fills, orders, marks: storage.historyMarks, onIdentityChange, clock, log },
    onOrdersChange: accounts.on,
    isIdle: () => true,
  })
  const trading = {
    fills,
    actionsOf: () => [],
    readAccount: async () => accountOf(venue, wallet, clock),
    readConversions: async () => venue.core.outcomes.conversions(wallet) as unknown as readonly Conversion[],
    topics: topicOf('account_version', () => 1 as never, accounts.on),
  }
  const common = {
    ...{ ...whose, onIdentityChange, trading, clock, log },
    markets: {
      outcomes: () => venue.listed(),
      outcomeCollateral: () => 'USDH' as const,
      stations: () => ({ service: 'practice' as const, of: {} }),
      clockOffset: () => 0,
    },
  }
  // Only the price history of binary buckets, at the second that shows how they ended.
  const ends = createMarketEnds({
    ...{ store: storage.settlements, source: PROFILE, clock, log },
    service: {
      for: () => ({
        async binaryCandles(asset, _resolution, from, to) {
          const isUp = venue.ended.get(`${asset}/${to}`)
          return isUp === undefined ? [] : [{ time: from, close: isUp ? '1.000' : '0.000' } as unknown as Candle]
        },
      }),
      budget: { view: () => null },
    },
    feed: { binary: () => null, markets: { onChange: () => () => undefined } },
  })
  const books = createBookRecorder({
    ...common,
    store: storage.books,
    tradeStore: storage.trades,
    transfers: storage.transfers,
    slippages: storage.slippages,
    // Excursions are not requested here.
    prices: {
      isBusy: () => true,
      candles: async () => [],
      binaryCandles: async () => [],
      outcomePriceHistory: async () => ({}),
    },
    feed: {
      ticker: () => null,
      need: () => () => undefined,
      clockOffset: () => 0,
      markets: { onChange: () => () => undefined },
    },
    ends,
    onConversions: () => undefined,
    onEnding: new Listeners().on,
  })
  const ledger = createWalletLedger({
    ...{ store: storage.ledger, transfers: storage.transfers, profile: PROFILE, origin: PROFILE, fills, clock },
    own: { isInDoubt: () => false, isUnlisted: () => false, hasConverted: () => false },
    endOf: () => null,
    markOf: () => null,
    outcomeCollateral: () => 'USDH' as const,
    clockOffset: () => 0,
  })
  const passes = {
    stop: (): void => undefined,
    start() {
      passes.stop = startPasses({
        ...{ ledger, account: () => wallet, read: trading.readAccount, clock, clockOffset: () => 0 },
        syncFills: (beganHere) => fills.sync(undefined, beganHere),
        onChange: onAny(accounts.on, onIdentityChange, (listener) => fills.onNew(() => listener())),
      })
    },
  }
  const equity = createEquityRecorder({
    ...common,
    ledger,
    store: storage.ledger,
    transfers: storage.transfers,
    books: storage.books,
  })
  const parts = [backFill, ends, books, equity, passes]
  for (const part of parts) part.start()

  const asked = <K extends OwnedQuery['kind']>(kind: K): OwnedQuery =>
    ({
      ...{ kind, period: 'all', filter: '', family: null, asset: null, oid: null },
      sort: { column: 'time', direction: 'descending' },
      ...{ of: { profile: PROFILE, account: wallet }, from: 0, to: Number.MAX_SAFE_INTEGER, outcomes: 'USDH' },
      stations: { service: 'practice', of: {} },
    }) as unknown as OwnedQuery
  function reading<T>(read: (database: DatabaseSync) => T): T {
    const database = new DatabaseSync(storage.journalPath, { readOnly: true })
    try {
      return read(database)
    } finally {
      database.close()
    }
  }

  return {
    ...{ books, equity, backFill, failed },
    /** The shares in the books, at cost. */
    heldAtEnd: () => storage.books.endBefore({ profile: PROFILE, account: wallet }, Number.MAX_SAFE_INTEGER),
    conversions: () => storage.books.conversions({ profile: PROFILE, account: wallet }, 0, Number.MAX_SAFE_INTEGER),
    /** The service reports a change. */
    changed: () => accounts.notify(),
    signIn(address: Address): void {
      wallet = address
      identities.notify()
    },
    /** All rows of a kind, as a window reads them page by page. */
    rows<K extends OwnedQuery['kind']>(kind: K): Extract<PastPage, { readonly kind: K }>['rows'] {
      return reading((database) => {
        const rows: unknown[] = []
        let after: string | null = null
        do {
          const page = readPage(database, asked(kind), after, PAGE)
          rows.push(...page.rows)
          after = page.next
        } while (after !== null)
        return rows as never
      })
    },
    totals: (kind: OwnedQuery['kind']): PastTotals => reading((database) => readTotals(database, asked(kind))),
    /** Exports all of a kind as CSV; returns the path. */
    export(kind: OwnedQuery['kind']): string {
      const path = join(directory, `${kind}.csv`)
      reading((database) => exportPast(database, asked(kind), path, () => {}))
      return path
    },
    /** Ends abruptly. */
    end(): void {
      for (const part of parts) part.stop()
      storage.close()
    },
  }
}

const errorText = (_: string, value: unknown): unknown => (value instanceof Error ? value.stack : value)

function accountOf({ core }: LongVenue, address: Address, clock: FakeClock): AccountView {
  const { positions, account } = core.account(address)
  return {
    ...{ address, readAt: clock.now() },
    positions: positions.map(
      ({ family, asset, size, entry_px, mark_px }) =>
        ({ family, asset, size, entryPx: entry_px, markPx: mark_px }) as unknown as Position,
    ),
    money: {
      equity: money(account.equity),
      available: money(account.available),
      usdc: money(account.usdc),
      usdh: money(account.usdh),
      usdhOutcome: money(account.usdh_outcome),
    },
  } as unknown as AccountView
}
