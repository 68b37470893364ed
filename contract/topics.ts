/**
 * Topics that main pushes to windows. A window subscribes by key; once per frame main sends it one batch with the newest payload of each subscribed
 * topic that changed, and with `links` the `instrument` of each group's market, subscribed or not. Payloads replace one another: a window that misses
 * one loses nothing.
 */
import type { ActionRecord, AutomationPause } from './action.ts'
import type { OtherClientView } from './activity.ts'
import type { AlertsView } from './alert.ts'
import type { AlgoView } from './algo.ts'
import type { AssetNumberView } from './asset-number.ts'
import type { BinaryView } from './binary.ts'
import type { BooksView } from './books-view.ts'
import type { Collateral } from './collateral.ts'
import type { ConditionalView } from './conditional.ts'
import { type Price, parseDecimal, signOf } from './decimal.ts'
import type { DesktopView, WindowRequest } from './desktop.ts'
import type { EquityTopic } from './equity.ts'
import type { FlattenView, KillView } from './flatten.ts'
import type { InstrumentView, MarketsView } from './instrument.ts'
import type { PendingLimit } from './limits.ts'
import { type CrosshairView, LINK_GROUPS, type LinkGroup, type LinksView } from './link.ts'
import type { BookRow, BookView, BucketView, Settlement, Ticker, TradesView } from './market.ts'
import { type MarketRef, parseRefText, refText } from './market-ref.ts'
import type { MinimumValues } from './minimum-value.ts'
import type { MoveView } from './move.ts'
import type { NotesView } from './notes.ts'
import type { OutcomesView } from './outcome.ts'
import type { PastView } from './past.ts'
import type { PositionClose } from './position-close.ts'
import type { Quote } from './quote.ts'
import type { RemoteNotificationsView } from './remote-notifications.ts'
import type { ReversalView } from './reversal.ts'
import type { ArmingView } from './safety-locks.ts'
import type { ConnectionView, Notice, SessionView } from './session.ts'
import type { Settings } from './settings-table.ts'
import type { SettlementHistoryView } from './settlement-history.ts'
import type { SoundCue } from './sound.ts'
import type { UpdateView } from './update.ts'
import type { WatchListView } from './watch-list.ts'
import type { WeatherView } from './weather/index.ts'
import type { ArrivingPanel, WindowView, WorkspacesView } from './workspace.ts'
import type { WorstCaseView } from './worst-case.ts'

/** Topics without an asset, market or group: their key is their kind. */
export const PLAIN_TOPICS = [
  'connection',
  'session',
  'settings',
  /** Pending loosenings of limits. */
  'pending_limits',
  'conditionals',
  /** All automated orders and alerts of the deployment, for any wallet, and whether they are being watched. */
  'watch_list',
  'alerts',
  /** The newest sound for the subscribing window to play; each window has its own. */
  'sound',
  'bucket',
  'settlements',
  'binary',
  'outcomes',
  'actions',
  'flattens',
  'moves',
  'reversals',
  'algos',
  /** Bumped when the activity list changes: windows read the changes. */
  'activity',
  /** Open orders that this terminal did not create. */
  'other_client',
  'endings',
  /** Signals new results. */
  'books',
  /** Signals newly known settlements. */
  'settlement_history',
  /** Readings and forecasts of the stations that scalar markets settle on. */
  'weather',
  /** Notes of the signed-in trader. */
  'notes',
  /** Signals new history records, how far back they go, and exports in progress. */
  'past',
  /** Signals new equity samples or balance changes. */
  'equity',
  /** Known asset numbers for signing, from the profile or earlier use. */
  'asset_numbers',
  /** The minimum order value of each family. */
  'minimum_values',
  'outcome_collateral',
  'notices',
  /** Available desktop features. */
  'desktop',
  /** State of updates. */
  'update',
  /** Targets of remote notifications. */
  'remote_notifications',
  /** Permitted orders of the subscribing window, by input; each window has its own. */
  'arming',
  /** Paused automated orders that wait for a typed confirmation. */
  'held_pauses',
  /** Whether the deployment is killed. */
  'kill',
  /** Worst-case loss from now on. */
  'worst_case',
  /** Bumped when orders, positions or fills may have changed: windows read them again. */
  'account_version',
  /** Every market of the deployment; long-lived lists read the changes through `market_list` instead. */
  'markets',
  /** Bumped when the market list changes: windows read the changes. */
  'market_list',
  /** The market of each link group. */
  'links',
  /** The trader's favorite markets. */
  'favourites',
  /** Bumped at most once a second when prices change: windows read the changes. */
  'last_prices',
  /** The windows of the deployment, for menus that list them. */
  'windows',
  /** Panels on their way to the subscribing window; each window has its own. */
  'arriving_panels',
  /** Requests of the desktop to the subscribing window; each window has its own. */
  'asked_of_window',
  'workspaces',
] as const
type PlainTopic = (typeof PLAIN_TOPICS)[number]

/** Topics that a window can subscribe to. */
export type Topic =
  | { [Kind in PlainTopic]: { readonly kind: Kind } }[PlainTopic]
  /** Crosshair time of a link group's charts. */
  | { readonly kind: 'crosshair'; readonly group: LinkGroup }
  /** The instrument that a ref resolves to now. */
  | { readonly kind: 'instrument'; readonly market: MarketRef }
  | { readonly kind: 'ticker'; readonly asset: string }
  | { readonly kind: 'trades'; readonly asset: string }
  /** The ticker with the depth near the touch, at most four times a second, for list rows. */
  | { readonly kind: 'quote'; readonly asset: string }
  /** `step` groups prices by a multiple of the tick, null does not group; `levels` per side. */
  | { readonly kind: 'book'; readonly asset: string; readonly step: Price | null; readonly levels: number }

/** A topic as text; equal topics have equal text. */
export type TopicKey = string

/** Payload of each kind of topic. */
export interface TopicPayloads {
  connection: ConnectionView
  session: SessionView
  settings: Settings
  pending_limits: readonly PendingLimit[]
  /** Those of the signed-in trader, oldest first, including recently ended ones. */
  conditionals: readonly ConditionalView[]
  watch_list: WatchListView
  alerts: AlertsView
  /** Null before the first. */
  sound: SoundCue | null
  bucket: BucketView
  binary: BinaryView
  outcomes: OutcomesView
  /** Newest first. */
  settlements: readonly Settlement[]
  /** Newest first, at most 500. */
  actions: readonly ActionRecord[]
  /** Running or interrupted ones of the signed-in trader, oldest first. */
  flattens: readonly FlattenView[]
  /** Moves of the signed-in trader, newest first, at most 200. */
  moves: readonly MoveView[]
  /** Reversals of the signed-in trader, newest first, at most 200. */
  reversals: readonly ReversalView[]
  /** Algo orders of the signed-in trader, newest first, at most 100. */
  algos: readonly AlgoView[]
  activity: number
  other_client: OtherClientView
  /** Closed positions of the signed-in trader, newest first, at most 100. */
  endings: readonly PositionClose[]
  books: BooksView
  settlement_history: SettlementHistoryView
  weather: WeatherView
  notes: NotesView
  past: PastView
  equity: EquityTopic
  asset_numbers: readonly AssetNumberView[]
  minimum_values: MinimumValues
  /** Settlement currency of the deployment's outcome markets. */
  outcome_collateral: Collateral
  notices: readonly Notice[]
  desktop: DesktopView
  update: UpdateView
  remote_notifications: RemoteNotificationsView
  arming: ArmingView
  /** Those of the signed-in trader, oldest first. */
  held_pauses: readonly AutomationPause[]
  kill: KillView
  worst_case: WorstCaseView
  account_version: number
  markets: MarketsView
  market_list: number
  links: LinksView
  favourites: readonly MarketRef[]
  last_prices: number
  crosshair: CrosshairView
  windows: readonly WindowView[]
  arriving_panels: readonly ArrivingPanel[]
  /** Oldest first. */
  asked_of_window: readonly WindowRequest[]
  workspaces: WorkspacesView
  instrument: InstrumentView
  ticker: Ticker
  trades: TradesView
  quote: Quote
  book: BookView
}

export type PayloadOf<T extends Topic> = TopicPayloads[T['kind']]

/** The key of a topic; `parseTopicKey` is the inverse. */
export function topicKey(topic: Topic): TopicKey {
  switch (topic.kind) {
    case 'instrument':
      return `instrument/${refText(topic.market)}`
    case 'crosshair':
      return `crosshair/${topic.group}`
    case 'ticker':
    case 'trades':
    case 'quote':
      return `${topic.kind}/${encodeURIComponent(topic.asset)}`
    case 'book':
      return `book/${encodeURIComponent(topic.asset)}/${topic.step ?? '-'}/${topic.levels}`
    default:
      return topic.kind
  }
}

const PLAIN_KINDS: ReadonlySet<string> = new Set(PLAIN_TOPICS)

const INSTRUMENT = 'instrument/'
const CROSSHAIR = 'crosshair/'

/** Parses a key from a window; null when invalid. At most 100 levels per side. */
export function parseTopicKey(key: TopicKey): Topic | null {
  if (PLAIN_KINDS.has(key)) return { kind: key } as Topic
  if (key.startsWith(INSTRUMENT)) {
    const market = parseRefText(key.slice(INSTRUMENT.length))
    return market === null ? null : { kind: 'instrument', market }
  }
  if (key.startsWith(CROSSHAIR)) {
    const group = LINK_GROUPS.find((one) => key === `${CROSSHAIR}${one}`)
    return group === undefined ? null : { kind: 'crosshair', group }
  }
  const [kind, encoded, step, levels, ...rest] = key.split('/')
  if (encoded === undefined || encoded === '' || rest.length > 0) return null
  let asset: string
  try {
    asset = decodeURIComponent(encoded)
  } catch {
    return null
  }
  if ((kind === 'ticker' || kind === 'trades' || kind === 'quote') && step === undefined) return { kind, asset }
  if (kind !== 'book' || step === undefined || levels === undefined) return null
  const count = Number(levels)
  if (!Number.isInteger(count) || count < 1 || count > 100) return null
  if (step === '-') return { kind, asset, step: null, levels: count }
  const value = parseDecimal(step)
  return value === null || signOf(value) <= 0 ? null : { kind, asset, step: value as Price, levels: count }
}

/**
 * Acknowledgement of a page: the painted batch, and `performance.timeOrigin + frame time` of the frame that painted it. It lets main time the next
 * batch just before the next frame. Null for a batch without visible changes: it was received, and will be painted later.
 */
export type PaintedState = readonly [seq: number, epochMs: number | null]

/** One push to a window. */
export interface FrameBatch {
  /** Counts batches per window, so that a lost one is detectable. */
  readonly seq: number
  readonly updates: readonly (readonly [key: TopicKey, payload: unknown])[]
  /** No user is watching, and the clocks are about to be painted: it may wait for their frame. */
  readonly withClocks?: true
}

/**
 * How soon a change of a topic must be on screen.
 *
 * - `now`: data that a trader watches.
 * - `soon`: sizes, and changes behind the best prices. It may wait half a second while the user is away.
 * - `clock`: a time or rate, not content. It may wait for the next second, when the clocks are painted anyway.
 */
export type Urgency = 'now' | 'soon' | 'clock'

/** Payload fields that do not need a frame of their own, at any depth. */
const UNHURRIED: Partial<Record<Topic['kind'], ReadonlySet<string>>> = {
  book: new Set(['time', 'receivedAt']),
  ticker: new Set(['time', 'receivedAt', 'volume24h', 'openInterest', 'prevDay']),
  trades: new Set(['receivedAt']),
  bucket: new Set(['receivedAt']),
  binary: new Set(['receivedAt', 'serverTime']),
  worst_case: new Set(['now']),
  connection: new Set(['at', 'latencyMs', 'messageAgeMs', 'messagesPerSecond', 'clockOffsetMs']),
}

/** Book fields compared level by level. */
const LEVELS = new Set(['bids', 'asks'])

/** Urgency of a payload, given the one shown or sent last; undefined when there was none. */
export function urgencyOf(kind: Topic['kind'], before: unknown, now: unknown): Urgency {
  const unhurried = UNHURRIED[kind]
  if (unhurried === undefined) return 'now'
  if (same(before, now, unhurried)) return 'clock'
  return kind === 'book' && isBook(before) && isBook(now) && sameTouch(before, now) ? 'soon' : 'now'
}

const isBook = (payload: unknown): payload is BookView =>
  typeof payload === 'object' && payload !== null && 'bids' in payload && 'asks' in payload

/** Whether the best prices and the positions of the trader's own orders are unchanged. */
function sameTouch(before: BookView, now: BookView): boolean {
  const rest = new Set([...(UNHURRIED.book ?? []), ...LEVELS])
  return same(before, now, rest) && samePrices(before.bids, now.bids) && samePrices(before.asks, now.asks)
}

function samePrices(before: readonly BookRow[], now: readonly BookRow[]): boolean {
  if (before[0]?.px !== now[0]?.px) return false
  const own = (rows: readonly BookRow[]): string => rows.flatMap((row) => (row.own ? [row.px] : [])).join()
  return own(before) === own(now)
}

function same(before: unknown, now: unknown, but: ReadonlySet<string>): boolean {
  if (Object.is(before, now)) return true
  if (typeof before !== 'object' || typeof now !== 'object' || before === null || now === null) return false
  if (Array.isArray(before) !== Array.isArray(now)) return false
  const keys = Object.keys(now)
  if (keys.length !== Object.keys(before).length) return false
  return keys.every((key) => but.has(key) || (key in before && same(at(before, key), at(now, key), but)))
}

const at = (value: object, key: string): unknown => (value as Record<string, unknown>)[key]
