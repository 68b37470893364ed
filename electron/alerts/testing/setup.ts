/** Alerts for the tests of this folder: with a market and a wallet that a test controls, and a store that survives `restart`. */
import type { Fill, Order } from '../../../contract/account.ts'
import type { ActionRecord } from '../../../contract/action.ts'
import type { AlertRule, AlertsView, CrossingDirection } from '../../../contract/alert.ts'
import { decimal } from '../../../contract/decimal.ts'
import { fahrenheitOfMark } from '../../../contract/mark.ts'
import type { BucketView, Ticker } from '../../../contract/market.ts'
import type { PositionClose } from '../../../contract/position-close.ts'
import { safeText } from '../../../contract/safe-text.ts'
import { createFakeClock, type FakeClock } from '../../../contract/testing/fake-clock.ts'
import { type Millis, millis } from '../../../contract/time.ts'
import type { Reading, StationId, StationView } from '../../../contract/weather/index.ts'
import type { Families, Feed } from '../../feed/index.ts'
import { binaryMarketOf, outcomeOf } from '../../feed/testing/fake-service.ts'
import type { HeldPosition, StoredAlert } from '../../storage/index.ts'
import type { TopicChange, TopicSource } from '../../topics/index.ts'
import { type Alerts, createAlerts } from '../alerts.ts'

const KNYC = 'KNYC' as StationId

export const ASSET = 'NYCTMP1'
export const ME = `0x${'ab'.repeat(20)}`
export const OTHER = `0x${'cd'.repeat(20)}`
export const price = (level: string, direction: CrossingDirection = 'either'): AlertRule => ({
  kind: 'price',
  asset: null,
  price: level as never,
  direction,
})

export const probability = (asset: string, level: string, direction: CrossingDirection = 'either'): AlertRule => ({
  kind: 'probability',
  asset,
  probability: level as never,
  direction,
})

/** Starts the alerts. @param clock a shared clock, where a test runs other parts too */
export function openSetup(clock: FakeClock = createFakeClock()) {
  const rows = new Map<string, StoredAlert>()
  const listeners = new Set<(change: TopicChange) => void>()
  const tradingListeners = new Set<(change: TopicChange) => void>()
  const fillListeners = new Set<(fills: readonly Fill[]) => void>()
  const identityListeners = new Set<() => void>()
  const source: TopicSource = {
    kinds: ['ticker', 'bucket', 'binary', 'outcomes', 'account_version'],
    view: () => undefined,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const report = (kind: TopicChange['kind'], asset: string | null = null): void => {
    for (const listener of listeners) listener({ kind, asset })
  }
  const tickerOf = (asset: string, mark: string, stale: boolean) =>
    ({ asset, mark, temperature: fahrenheitOfMark(mark as never), stale, receivedAt: clock.now() }) as Ticker
  let ids = 0
  let settings = { notifications: true }
  const setup = {
    clock,
    rows,
    notified: [] as string[],
    /** Number of successful writes. */
    writes: 0,
    /** Titles of remote notifications, and whether each needs the trader. */
    remote: [] as [title: string, isActing: boolean][],
    ticker: null as Ticker | null,
    /** Tickers of coins and binary assets. */
    tickers: new Map<string, Ticker>(),
    families: { scalar: true, binary: false, outcomes: false } as Families,
    binary: null as ReturnType<Feed['binary']>,
    outcomes: [outcomeOf(36, 'Rain')],
    /** Assets whose tickers the alerts subscribe to. */
    needed: [] as string[],
    bucket: null as BucketView | null,
    isClockConfirmed: true,
    /** The station of every scalar asset. */
    station: null as StationView | null,
    fills: [] as Fill[],
    orders: [] as Order[],
    actions: [] as ActionRecord[],
    positions: [] as HeldPosition[],
    endings: [] as PositionClose[],
    readsFail: false,
    /** The disk's error on a write; null while writes succeed. */
    diskSays: null as string | null,
    notices: [] as [level: string, title: string, detail: string][],
    unreachable: null as string | null,
    tokenExpiresAt: null as Millis | null,
    address: ME as string | null,
    alerts: undefined as unknown as Alerts,
    view: (): AlertsView => setup.alerts.topics.view({ kind: 'alerts' }) as AlertsView,
    restart() {
      setup.alerts?.stop()
      setup.alerts = createAlerts({
        store: {
          write(alert) {
            if (setup.diskSays !== null) throw new Error(setup.diskSays)
            setup.writes += 1
            rows.set(alert.id, structuredClone(alert))
          },
          remove: (id) => void rows.delete(id),
          all: () => [...rows.values()],
          readSettings: () => settings,
          saveSettings: (next) => {
            settings = next
          },
        },
        profile: 'practice',
        facts: {
          ticker: (asset) => (asset === ASSET ? setup.ticker : (setup.tickers.get(asset) ?? null)),
          bucket: () => setup.bucket,
          binary: () => setup.binary,
          outcome(coin) {
            for (const market of setup.outcomes) {
              const side = market.sides.find((each) => each.coin === coin)
              if (side !== undefined) return { market, side }
            }
            return null
          },
          families: () => setup.families,
          clockOffset: () => setup.bucket?.clockOffset ?? 0,
          isClockConfirmed: () => setup.isClockConfirmed,
          need(asset) {
            setup.needed.push(asset)
            return () => void setup.needed.splice(setup.needed.indexOf(asset), 1)
          },
          sources: [source],
        },
        trading: {
          fills: {
            newest: (limit) => setup.fills.slice(0, limit),
            onNew(listener) {
              fillListeners.add(listener)
              return () => void fillListeners.delete(listener)
            },
          },
          readOpenOrders: async () => {
            if (setup.readsFail) throw new Error('no answer')
            return { orders: setup.orders.filter(({ status }) => status === 'resting') }
          },
          readOrderHistory: async () => setup.orders.filter(({ status }) => status !== 'resting'),
          topics: {
            kinds: ['actions', 'account_version'],
            view: (topic) => (topic.kind === 'actions' ? setup.actions : undefined) as never,
            onChange(listener) {
              tradingListeners.add(listener)
              return () => void tradingListeners.delete(listener)
            },
          },
        },
        positions: () => setup.positions,
        endings: (limit) => setup.endings.slice(0, limit),
        address: () => setup.address as never,
        onIdentityChange(listener) {
          identityListeners.add(listener)
          return () => void identityListeners.delete(listener)
        },
        unreachable: () => setup.unreachable,
        notices: { add: (level, title, detail) => void setup.notices.push([level, title, detail]) },
        weather: () => setup.station,
        tokenExpiresAt: () => setup.tokenExpiresAt,
        clock,
        newId: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
        notify: (_title, text) => void setup.notified.push(text),
        notifyRemotely: (title, _text, isActing) => void setup.remote.push([title, isActing]),
        notifications: () => ({ on: true }),
        log: { debug() {}, info() {}, warn() {}, error() {} },
      })
      setup.alerts.start()
    },
    mark(mark: string, stale = false) {
      setup.ticker = tickerOf(ASSET, mark, stale)
      report('ticker')
      clock.advance(30)
    },
    chance(asset: string, mark: string, stale = false) {
      setup.tickers.set(asset, { ...tickerOf(asset, mark, stale), temperature: null })
      report('ticker')
      clock.advance(30)
    },
    binaryBucket(asset: string, end: number) {
      setup.binary = {
        receivedAt: clock.now(),
        markets: [binaryMarketOf('GBETA'), binaryMarketOf('GBETB')],
        status: { paused: false, activeAsset: asset, phase: 'trading', phaseText: 'TRADING', entryCutoff: null },
        bucket: {
          asset,
          start: millis(0),
          end: millis(end),
          phase: 'trading',
          phaseText: 'TRADING',
          midpoint: null,
          serverTime: null,
        },
      }
      report('binary')
      clock.advance(30)
    },
    bucketIs(change: Partial<BucketView>) {
      setup.bucket = { ...(setup.bucket as BucketView), ...change }
      report('bucket')
      clock.advance(30)
    },
    async filled(...tids: string[]) {
      const fill = (tid: string) =>
        ({ tid, asset: ASSET, side: 'buy', size: '10.0000', price: '571.80', time: clock.now() }) as unknown as Fill
      const fresh = tids.map(fill)
      setup.fills = [...fresh, ...setup.fills]
      for (const listener of fillListeners) listener(fresh)
      await clock.advanceAsync(0)
    },
    async traded(kind: 'account_version' | 'actions' = 'account_version') {
      for (const listener of tradingListeners) listener({ kind, asset: null })
      await clock.advanceAsync(10)
    },
    /** A ticker arrived, with no time passing. */
    tick(ticker: Ticker | null) {
      setup.ticker = ticker
      report('ticker', ticker?.asset)
    },
    /** Another wallet signs in; null for none. */
    signIn(address: string | null) {
      setup.address = address
      for (const listener of identityListeners) listener()
    },
    set: (rule: AlertRule, repeat = false) => setup.alerts.save({ id: null, rule, repeat, on: true }).id,
    /** The station reports a temperature observed the given number of minutes ago. */
    report(celsius: string, minutesAgo = 2, kind: Reading['kind'] = 'routine') {
      const at = millis(clock.now() + (setup.bucket?.clockOffset ?? 0) - minutesAgo * 60_000)
      const raw = kind === 'five_minute' ? null : safeText('…')
      const reading: Reading = {
        ...{ station: KNYC, source: 'metar', kind, isCorrected: false, raw },
        ...{ observedAt: at, receivedAt: at, celsius: decimal(celsius) },
      }
      setup.station = {
        ...{ id: KNYC, zone: null, sixHours: [], day24: [], forecasts: [], problems: [], readAt: at },
        readings: [reading, ...(setup.station?.readings ?? [])],
      }
      clock.advance(1_000)
    },
  }
  setup.bucket = {
    current: { asset: ASSET, start: millis(0), end: millis(clock.now() + 3_600_000), phaseText: null },
    next: null,
    phase: 'trading',
    clockOffset: 0,
    twapWindow: 120_000,
    twapEstimate: null,
    receivedAt: clock.now(),
    stale: false,
  }
  setup.ticker = tickerOf(ASSET, '571.00', false)
  setup.restart()
  return setup
}
