/** A trader's account that a test changes, read and booked as trading does, and a disk that outlives the terminal watching it. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type AccountView, causeByOrder, type Fill, type Order, type Position } from '../../../contract/account.ts'
import type { ActionRecord } from '../../../contract/action.ts'
import type { Address } from '../../../contract/address.ts'
import { type ClosedPosition, DAY_MS, dayOf, EMPTY_DAY } from '../../../contract/books/index.ts'
import { workOut } from '../../../contract/books/testing/entries.ts'
import { price } from '../../../contract/decimal.ts'
import { marketEnd } from '../../../contract/instrument.ts'
import { Listeners } from '../../../contract/listeners.ts'
import type { Conversion } from '../../../contract/outcome.ts'
import type { PositionClose } from '../../../contract/position-close.ts'
import { createFakeClock } from '../../../contract/testing/fake-clock.ts'
import { type Millis, millis } from '../../../contract/time.ts'
import { openStorage } from '../../storage/index.ts'
import type { TopicChange, TopicSource } from '../../topics/index.ts'
import { createWalletLedger, type WalletLedger } from '../../trading/ledger/index.ts'
import type { PositionClosesFeed } from '../ports.ts'
import { createPositionCloses, type PositionCloses } from '../position-closes.ts'

export const TRADER = `0x${'ab'.repeat(20)}` as Address
export const ASSET = 'NYCTMP2'
/** Length of a bucket that starts with the test. */
export const BUCKET = 7_200_000
/** Interval between two account reads while a position is open, ms. */
const CALM = 2_000
const OF = { profile: 'practice', account: TRADER }
/** States of actions without doubt about the outcome. */
const KNOWN: readonly string[] = [
  'resting',
  'partly_filled',
  'filled',
  'cancelled',
  'done',
  'rejected',
  'expired',
  'refused',
]

export function openPositionCloses() {
  const clock = createFakeClock(1_772_600_400_000)
  const start = clock.now()
  const directory = mkdtempSync(join(tmpdir(), 'isotherm-endings-'))
  const storage = openStorage({ directory, clock })
  const store = storage.endings
  onTestFinished(() => {
    setup.stop()
    storage.close()
    rmSync(directory, { recursive: true })
  })
  let passes: () => void = () => undefined
  const accountListeners = new Set<(change: TopicChange) => void>()
  const fillListeners = new Set<() => void>()
  const identityListeners = new Set<() => void>()
  const known = new Listeners()
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn += 1) await clock.advanceAsync(0)
  }
  const accountTopics: TopicSource = {
    kinds: ['actions', 'account_version'],
    view: (topic) => (topic.kind === 'actions' ? setup.actions : undefined) as never,
    onChange(listener) {
      accountListeners.add(listener)
      return () => void accountListeners.delete(listener)
    },
  }
  const settlements: TopicSource = {
    kinds: ['settlements'],
    view: () => setup.settlements as never,
    onChange: () => () => undefined,
  }
  const facts: PositionClosesFeed = {
    ticker: (asset) => (setup.mark === null ? null : { asset, mark: setup.mark }) as never,
    bucket: () => ({ current: setup.bucket }) as never,
    binary: () => null,
    outcome: (coin) => setup.outcomes.get(coin) ?? null,
    outcomeCollateral: () => 'USDH',
    outcomesView: () => ({ markets: [...setup.outcomes.values()].map(({ market }) => market) }) as never,
    measuredOffset: () => setup.offset,
    need(asset) {
      setup.needed.add(asset)
      return () => void setup.needed.delete(asset)
    },
    sources: [settlements],
  }
  let syncedAt = Number.NEGATIVE_INFINITY
  /** Fills since a moment, newest first, as the records have them. */
  const fillsSince = (since: number): readonly Fill[] =>
    setup.address === TRADER ? storage.fills.since(OF, since) : []
  const openLedger = (): WalletLedger =>
    createWalletLedger({
      store: storage.ledger,
      ...{ profile: 'practice', origin: 'practice', clock, outcomeCollateral: () => 'USDH' },
      own: {
        isInDoubt: (_account, asset) =>
          setup.actions.some(
            ({ intent, state }) => 'asset' in intent && intent.asset === asset && !KNOWN.includes(state),
          ),
        isUnlisted: () => false,
        hasConverted: () => false,
      },
      fills: {
        since: (since) => ({ rows: fillsSince(since), complete: true }),
        knownSince: () => setup.knownSince,
        isWhole: () => true,
        newest: (limit) => (setup.address === TRADER ? storage.fills.newest(OF, limit) : []),
        syncedAt: () => syncedAt,
      },
      endOf: (position) => marketEnd(position, facts),
      markOf: (asset) => facts.ticker(asset)?.mark ?? null,
      transfers: { all: () => [] },
      clockOffset: () => setup.offset ?? 0,
    })
  const shown = (): Position[] =>
    (setup.lagging ?? setup.positions).map((one) => ({ ...one, markPx: one.markPx ?? null }))
  const serviceTime = (): Millis => millis(setup.offset === null ? 0 : clock.now() + setup.offset)
  /** One pass of trading over the account: its read, its fills, and the ledger. */
  function read(): void {
    const { address } = setup
    if (address === null || setup.readsFail) return
    if (!setup.fillsFail) {
      if (address === TRADER) storage.fills.add(OF, setup.fills)
      syncedAt = clock.monotonic()
    }
    const money = { equity: null, available: null, usdc: null, usdh: null, usdhOutcome: null }
    const look = { account: address, began: serviceTime(), beganHere: clock.monotonic() }
    try {
      setup.ledger.look({ ...look, read: { positions: shown(), money } })
    } catch (error) {
      if (!String(error).includes('full')) throw error
    }
  }
  const setup = {
    clock,
    start,
    store,
    storage,
    books: storage.books,
    ledger: undefined as unknown as WalletLedger,
    positions: [] as Position[],
    /** Positions shown by reads, where they lag. */
    lagging: null as Position[] | null,
    orders: [] as Order[],
    history: [] as Order[],
    fills: [] as Fill[],
    actions: [] as ActionRecord[],
    conversions: [] as Conversion[],
    settlements: [] as { asset: string; end: number; mark: string }[],
    /** Since when every fill is known. */
    knownSince: 0,
    /** Settlement prices of bucket markets, as they become known. */
    ends: new Map<string, string>(),
    outcomes: new Map<string, NonNullable<ReturnType<PositionClosesFeed['outcome']>>>(),
    bucket: { asset: ASSET, start, end: start + BUCKET } as { asset: string; start: number; end: number } | null,
    mark: null as string | null,
    needed: new Set<string>(),
    /** The service's clock minus the terminal's; null while it is not measured. */
    offset: 0 as number | null,
    /** By the id of a close; it closes the whole position unless `percent` is set. */
    stops: new Map<string, { kind: 'stop'; trigger: string; percent?: string; state?: string }>(),
    address: TRADER as Address | null,
    readsFail: false,
    fillsFail: false,
    /** Titles of the notifications, each as often as it was sent. */
    titles: [] as string[],
    endings: undefined as unknown as PositionCloses,
    view: (): readonly PositionClose[] => setup.endings.topics.view({ kind: 'endings' }) ?? [],
    /** The trader's positions in the ledger, with the end of their markets. */
    held: () => {
      const ledger = setup.ledger.current(TRADER)
      return (ledger?.books ?? []).map(({ asset, size }) => ({
        ...{ asset, size, since: ledger?.heldSince[asset] },
        ...ledger?.terms[asset],
      }))
    },
    /** Positions whose end is not reported yet. */
    closed: (): readonly ClosedPosition[] => setup.ledger.closed(TRADER),
    text: (): string[] => setup.view().map(({ text: message }) => message),
    hold(size: string, change: Partial<Position> = {}) {
      const position = { family: 'scalar', asset: ASSET, entryPx: '553.19', liquidationPx: '535.00', size, ...change }
      setup.positions = [
        ...setup.positions.filter(({ asset }) => asset !== position.asset),
        ...(size === '0' ? [] : [position as Position]),
      ]
    },
    fill(side: 'buy' | 'sell', size: string, price: string, oid: string | null, change: Partial<Fill> = {}) {
      const tid = String(setup.fills.length + 1)
      const fill = {
        tid,
        oid,
        cause: causeByOrder(oid),
        asset: ASSET,
        side,
        size,
        price,
        fee: '0',
        realizedPnl: null,
        time: clock.now(),
      }
      setup.fills = [{ ...fill, ...change } as Fill, ...setup.fills]
    },
    /** A journalled order in the asset, with its outcome. */
    act(id: string, oid: string | null, change: Partial<ActionRecord> = {}) {
      const protection = { kind: 'worst', price: price('552.30'), bound: null } as const
      const intent = { kind: 'close', asset: ASSET, protection } as ActionRecord['intent']
      const at = clock.now()
      setup.actions = [
        { id, oid, intent, state: 'filled', filled: '40', updatedAt: at, createdAt: at, ...change } as ActionRecord,
        ...setup.actions,
      ]
    },
    /** More settlement prices are known. */
    async reportEnds() {
      known.notify()
      await settle()
    },
    /** Fills as the records have them, with the books computed up to the last of them. */
    book(...fills: Fill[]) {
      storage.fills.add({ profile: 'practice', account: TRADER }, fills)
      setup.workOut()
    },
    workOut() {
      const of = { profile: 'practice', account: TRADER }
      for (let since = storage.books.due(of); since !== null; since = storage.books.due(of)) {
        const day = dayOf(storage.books.firstSince(of, dayOf(since)) ?? since)
        const entries = storage.books.entries(of, day, day + DAY_MS)
        const begun = storage.books.endBefore(of, day) ?? EMPTY_DAY
        const isLast = storage.books.firstSince(of, day + DAY_MS) === null
        storage.books.keepDay(
          of,
          day,
          workOut(day, begun, entries, () => null),
          isLast,
        )
      }
    },
    /** A new account read differs from the last one. */
    async changed() {
      read()
      for (const listener of [...accountListeners]) listener({ kind: 'account_version', asset: null })
      await settle()
    },
    async signIn(address: Address | null) {
      setup.address = address
      read()
      for (const listener of [...identityListeners]) listener()
      await settle()
    },
    async pass(ms: number) {
      await clock.advanceAsync(ms)
      await settle()
    },
    /** The terminal quits; the account continues. */
    stop() {
      passes()
      setup.endings?.stop()
    },
    async restart() {
      setup.stop()
      setup.ledger = openLedger()
      passes = clock.every(CALM, read)
      read()
      setup.endings = createPositionCloses({
        store,
        profile: 'practice',
        trading: {
          async readAccount(): Promise<AccountView> {
            if (setup.readsFail) throw new Error('no answer')
            return { address: setup.address, positions: shown(), money: {}, readAt: clock.now() } as never
          },
          ledger: setup.ledger,
          readOpenOrders: async () => ({ orders: setup.orders }),
          readOrderHistory: async () => setup.history,
          readConversions: async () => setup.conversions,
          fills: {
            async sync() {
              if (setup.fillsFail) throw new Error('no answer')
            },
            knownSince: () => setup.knownSince,
            newest: (limit) => (setup.address === TRADER ? storage.fills.newest(OF, limit) : []),
            since: (since) => ({ rows: fillsSince(since), complete: true }),
            onNew(listener) {
              const own = (): void => listener([])
              fillListeners.add(own)
              return () => void fillListeners.delete(own)
            },
          },
          actionsOf: (oids) => setup.actions.filter(({ oid }) => oid !== null && oids.includes(oid)),
          topics: accountTopics,
        },
        facts,
        books: storage.books,
        ends: {
          settledAt: (family, asset, end) => (setup.ends.get(`${family} ${asset} ${end}`) ?? null) as never,
          onKnown: known.on,
        },
        triggerOf: (actionId) => {
          const stop = setup.stops.get(actionId)
          const rest = { id: 'stop', percent: '100', position: 'long', state: 'done' }
          return (stop === undefined ? null : { ...rest, ...stop }) as never
        },
        address: () => setup.address,
        onIdentityChange(listener) {
          identityListeners.add(listener)
          return () => void identityListeners.delete(listener)
        },
        clock,
        notify: (_ending, title) => void setup.titles.push(title),
        log: { debug() {}, info() {}, warn() {}, error() {} } as never,
      })
      setup.endings.start()
      await settle()
    },
  }
  return setup
}
