/** Automated parts with reports: conditional orders, alerts, and the ends of positions. */
import { randomUUID } from 'node:crypto'
import { onAny } from '../../contract/listeners.ts'
import { safeText } from '../../contract/safe-text.ts'
import { millis } from '../../contract/time.ts'
import { type Activity, createActivity } from '../activity.ts'
import { type Alerts, alertBegun, createAlerts } from '../alerts/index.ts'
import { type BookRecorder, createBookRecorder, createEquityRecorder, type EquityRecorder } from '../books/index.ts'
import { type Conditionals, createConditionals, type Report } from '../conditional/index.ts'
import { createNotes, type Notes } from '../notes.ts'
import { createPositionCloses, type PositionCloses } from '../position-closes/index.ts'
import { FOR } from '../service/index.ts'
import {
  createMarketEnds,
  createSettlementRecorder,
  type MarketEnds,
  type SettlementRecorder,
} from '../settlements/index.ts'
import type { DeploymentNotices } from '../topics/index.ts'
import { createWeather, createWeatherHttp, LIVE_HOSTS, practiceHosts, type Weather } from '../weather/index.ts'
import type { Deduplication } from './account-notices.ts'
import { actingOf, unreachable } from './account-parts.ts'
import type { DeploymentOptions, DeploymentParts } from './interface.ts'
import { createWatchList, type WatchList } from './watch-list.ts'

export function alertsOf(
  { profile, record, messages: { notices, notifications, notifyRemotely }, clock, log }: DeploymentOptions,
  { feed, identity, trading, weather }: Pick<DeploymentParts, 'feed' | 'identity' | 'trading' | 'weather'>,
): Alerts {
  record.storage.alertDefaults.give({
    ...alertBegun,
    id: randomUUID(),
    profile: profile.name,
    createdAt: clock.now(),
  })
  // No account has an empty address.
  const mine = () => ({ profile: profile.name, account: identity.address() ?? '' })
  return createAlerts({
    store: record.storage.alerts,
    profile: profile.name,
    facts: feed,
    trading,
    address: () => identity.address(),
    onIdentityChange: (listener) => identity.onChange(listener),
    positions: () => record.storage.endings.held(mine()),
    endings: (limit) => record.storage.endings.newest(mine(), limit),
    weather: weather.ofAsset,
    tokenExpiresAt: () => identity.view().token?.expiresAt ?? null,
    unreachable: () => unreachable(feed),
    notices,
    clock,
    newId: randomUUID,
    notify: (title, text, panel) =>
      notifications.show(safeText(title), safeText(text), { profile: profile.name, panel }),
    notifications: notifications.feature,
    notifyRemotely,
    log,
  })
}

export function conditionalsOf(
  { profile, record, messages: { notices }, clock, log }: DeploymentOptions,
  { feed, identity, trading, alerts }: Pick<DeploymentParts, 'feed' | 'identity' | 'trading' | 'alerts'>,
): Conditionals {
  return createConditionals({
    store: record.storage.conditionals,
    profile: profile.name,
    trading: {
      ...trading,
      closedBefore: trading.ledger.closedBefore,
      readAccount: () => trading.readAccountInParts(FOR.close),
      freshAccount: () => trading.freshAccountInParts(FOR.close),
    },
    facts: feed,
    address: () => identity.address(),
    acting: () => actingOf(identity.view(), feed, record.storage.writeProbe.issue),
    clock,
    log,
    report: reportTo(notices, alerts),
  })
}

/** Notice, sound, desktop and remote notification about automated orders. */
function reportTo(
  notices: DeploymentNotices,
  alerts: Pick<Alerts, 'report'>,
  of: { readonly account?: null } = {},
): Report {
  return (level, title, text, about) => {
    const act = about?.isBare === true ? ({ kind: 'protect', asset: about.asset } as const) : null
    notices.add(level, title, text, act)
    alerts.report(title, text, {
      ...of,
      about: about && { asset: about.asset, follows: about.follows === true },
      isActing: level === 'error',
    })
  }
}

export const watchListOf = (
  { messages: { notices }, clock }: DeploymentOptions,
  {
    identity,
    feed,
    trading,
    alerts,
    conditionals,
  }: Pick<DeploymentParts, 'identity' | 'feed' | 'trading' | 'alerts' | 'conditionals'>,
): WatchList => {
  const list = createWatchList({
    entries: () => [...conditionals.watchEntries(), ...trading.algos.watchEntries(), ...alerts.watchEntries()],
    clock,
    // It concerns every wallet, whichever is signed in at the report.
    report: reportTo(notices, alerts, { account: null }),
    onChange: () => trading.algos.followActing(),
  })
  identity.onChange(list.look)
  for (const source of feed.sources) {
    // At once: before a machine that goes to sleep does.
    source.onChange(({ kind }) => {
      if (kind === 'connection') list.look()
      else if (kind === 'bucket' || kind === 'outcomes') trading.algos.followEnds()
    })
  }
  return list
}

/** Topics of trading that Activity lists. */
const LISTED: ReadonlySet<string> = new Set(['actions', 'moves', 'reversals', 'algos', 'flattens', 'other_client'])

export const activityOf = (
  { clock }: DeploymentOptions,
  {
    identity,
    trading,
    conditionals,
    endings,
  }: Pick<DeploymentParts, 'identity' | 'trading' | 'conditionals' | 'endings'>,
): Activity =>
  createActivity({
    facts: () => ({
      actions: trading.topics.view({ kind: 'actions' }) ?? [],
      moves: trading.topics.view({ kind: 'moves' }) ?? [],
      reversals: trading.topics.view({ kind: 'reversals' }) ?? [],
      algos: trading.topics.view({ kind: 'algos' }) ?? [],
      trades: trading.topics.view({ kind: 'other_client' })?.trades ?? [],
      flattens: trading.recentFlattens(),
      safety: trading.safety.recent(),
      exits: conditionals.listed(),
      endings: endings.topics.view({ kind: 'endings' }) ?? [],
    }),
    address: () => identity.address(),
    onChange: onAny(
      (listener) =>
        trading.topics.onChange(({ kind }) => {
          if (LISTED.has(kind)) listener()
        }),
      (listener) => conditionals.topics.onChange(() => listener()),
      (listener) => endings.topics.onChange(() => listener()),
      trading.safety.onChange,
      identity.onChange,
    ),
    clock,
  })

export const booksOf = (
  { profile, record, clock, log }: DeploymentOptions,
  {
    service,
    feed,
    identity,
    trading,
    endings,
    ends,
    equity,
  }: Pick<DeploymentParts, 'service' | 'feed' | 'identity' | 'trading' | 'endings' | 'ends' | 'equity'>,
): BookRecorder =>
  createBookRecorder({
    store: record.storage.books,
    tradeStore: record.storage.trades,
    transfers: record.storage.transfers,
    slippages: record.storage.slippages,
    prices: { ...service.for(FOR.market), isBusy: () => service.budget.view() !== null },
    feed,
    profile: profile.name,
    trading,
    markets: {
      outcomes: () => feed.outcomesView().markets,
      outcomeCollateral: () => feed.outcomeCollateral(),
      clockOffset: () => feed.clockOffset(),
    },
    address: () => identity.address(),
    onEnding: (listener) => endings.topics.onChange(listener),
    onConversions: () => equity.conversionsChanged(),
    ends,
    onIdentityChange: (listener) => identity.onChange(listener),
    clock,
    log,
  })

export const settlementsOf = (
  options: DeploymentOptions,
  parts: Pick<DeploymentParts, 'service' | 'feed'>,
): SettlementRecorder => createSettlementRecorder(settlementReads(options, parts))

export const marketEndsOf = (
  options: DeploymentOptions,
  parts: Pick<DeploymentParts, 'service' | 'feed'>,
): MarketEnds => createMarketEnds(settlementReads(options, parts))

const settlementReads = (
  { profile, keys, record, clock, log }: DeploymentOptions,
  { service, feed }: Pick<DeploymentParts, 'service' | 'feed'>,
) => ({
  store: record.storage.settlements,
  source: sourceOf({ keys, profile }),
  service,
  feed,
  clock,
  log,
})

/** Identifies the source of settlements. The practice venue has another port at each start. */
const sourceOf = ({ keys, profile }: Pick<DeploymentOptions, 'keys' | 'profile'>): string =>
  keys.practice === null ? `${new URL(profile.baseUrl).origin} ${profile.network}` : 'practice'

/** Its own hosts on practice, and never with the account's token. */
export const weatherOf = (
  { profile, record: { storage }, settings, openMeteoKey, reachHost, terminal, clock, log }: DeploymentOptions,
  { feed }: Pick<DeploymentParts, 'feed'>,
): Weather =>
  createWeather({
    store: storage.weather,
    service: profile.network === 'practice' ? 'practice' : 'public',
    ask: createWeatherHttp({
      hosts: profile.network === 'practice' ? practiceHosts(profile.baseUrl) : LIVE_HOSTS,
      http: fetch,
      reach: reachHost ?? (() => null),
      clock,
      userAgent: `Isotherm/${terminal.version} (+https://github.com/isotherm-terminal/isotherm)`,
    }),
    markets: () => feed.scalarList().markets,
    onMarkets: feed.onScalarRead,
    settings: () => settings.current,
    onSettings: (listener) => settings.source.onChange(() => listener()),
    chosen: {
      read: () => storage.marketChoices.read(profile.name).stations,
      save: (stations) => storage.marketChoices.save(profile.name, { stations }),
    },
    openMeteoKey,
    zone: profile.stationTimeZone,
    serverNow: () => millis(Math.round(clock.now() + feed.clockOffset())),
    clock,
    random: Math.random,
    log,
  })

export const notesOf = (
  { profile, record, clock }: DeploymentOptions,
  { identity }: Pick<DeploymentParts, 'identity'>,
): Notes =>
  createNotes({
    store: record.storage.notes,
    profile: profile.name,
    address: () => identity.address(),
    onIdentityChange: (listener) => identity.onChange(listener),
    clock,
  })

export const equityOf = (
  { profile, record, clock }: DeploymentOptions,
  { feed, identity, trading }: Pick<DeploymentParts, 'feed' | 'identity' | 'trading'>,
): EquityRecorder =>
  createEquityRecorder({
    store: record.storage.ledger,
    transfers: record.storage.transfers,
    books: record.storage.books,
    profile: profile.name,
    ledger: trading.ledger,
    markets: { outcomes: () => feed.outcomesView().markets, clockOffset: () => feed.clockOffset() },
    address: () => identity.address(),
    onIdentityChange: (listener) => identity.onChange(listener),
    clock,
  })

export function positionClosesOf(
  { profile, record, messages: { notices }, clock, log }: DeploymentOptions,
  {
    feed,
    identity,
    trading,
    alerts,
    conditionals,
    ends,
    deduplication,
  }: Pick<DeploymentParts, 'feed' | 'identity' | 'trading' | 'alerts' | 'conditionals' | 'ends'> & {
    readonly deduplication: Deduplication
  },
): PositionCloses {
  const endings = createPositionCloses({
    store: record.storage.endings,
    profile: profile.name,
    trading,
    facts: feed,
    books: record.storage.books,
    ends,
    triggerOf: (actionId) => conditionals.ofClose(actionId),
    address: () => identity.address(),
    onIdentityChange: (listener) => identity.onChange(listener),
    clock,
    notify(ending, title) {
      const { kind, text: message } = ending
      deduplication.ended(ending, () => {
        // A liquidation stays on screen until it is dismissed.
        const level = kind === 'liquidated' ? 'error' : kind === 'settled' || kind === 'stopped' ? 'info' : 'warning'
        notices.add(level, title, message)
        // A stop that closed its position has sounded already, and so has an alert on the end.
        const isReported = alerts.ended(ending)
        if (kind !== 'stopped' && !isReported) alerts.report(title, message, { isActing: kind !== 'settled' })
      })
    },
    log,
  })
  return {
    ...endings,
    stop() {
      endings.stop()
      deduplication.stop()
    },
  }
}
