/** Every kind of panel in menu order: its title, minimum size, default place, and component. */
import type { ComponentType } from 'react'
import { FAMILIES, type Family } from '../../../contract/market-ref.ts'
import { LADDER_KEYS } from '../../ladder/index.ts'
import { AccountPanel } from '../../panels/account/account-panel.tsx'
import { ActivityPanel, useActivityTimes } from '../../panels/activity/activity-panel.tsx'
import { AlertsPanel, useFiringTimes } from '../../panels/alerts/alerts-panel.tsx'
import { BalancesPanel } from '../../panels/balances/balances-panel.tsx'
import { PhasePanel } from '../../panels/binary/index.ts'
import { BucketPanel } from '../../panels/bucket/bucket-panel.tsx'
import { CalendarPanel } from '../../panels/calendar/calendar-panel.tsx'
import { CalibrationPanel } from '../../panels/calibration/calibration-panel.tsx'
import { ChartPanel, LINE_KEYS } from '../../panels/chart/index.ts'
import { DEPTH_KEYS, DepthPanel } from '../../panels/depth/depth-panel.tsx'
import { FillsPanel } from '../../panels/fills/fills-panel.tsx'
import { LADDER_PANEL_KEYS, LadderPanel } from '../../panels/ladder/index.ts'
import { LimitsPanel } from '../../panels/limits/limits-panel.tsx'
import { MARKETS_KEYS, MarketsPanel } from '../../panels/markets/markets-panel.tsx'
import { OpenOrdersPanel, useWorkingCount } from '../../panels/open-orders/open-orders-panel.tsx'
import { OrderBookPanel } from '../../panels/order-book/order-book-panel.tsx'
import { OrderHistoryPanel } from '../../panels/order-history/order-history-panel.tsx'
import { QuestionPanel, SharesPanel } from '../../panels/outcomes/index.ts'
import { PositionsPanel } from '../../panels/positions/positions-panel.tsx'
import { ResultsPanel } from '../../panels/results/results-panel.tsx'
import { SettlementDeskPanel } from '../../panels/settlement-desk/settlement-desk-panel.tsx'
import { SettlementHistoryPanel } from '../../panels/settlement-history/settlement-history-panel.tsx'
import { SettlementsPanel } from '../../panels/settlements/settlements-panel.tsx'
import { StationPanel } from '../../panels/station/station-panel.tsx'
import { TicketPanel } from '../../panels/ticket/ticket-panel.tsx'
import { TradeLogPanel } from '../../panels/trade-log/trade-log-panel.tsx'
import { TradesPanel } from '../../panels/trades/trades-panel.tsx'
import { TransfersPanel } from '../../panels/transfers/transfers-panel.tsx'
import { useAccount } from '../../queries/index.ts'
import type { HandledKey } from '../../ui/index.ts'

/** Fixed height of the bucket strip, px at the default text size. */
export const BUCKET_HEIGHT = 72

type Direction = 'left' | 'right' | 'above' | 'below'

/** One kind of panel; a window may have any number of it. */
export interface PanelKind<Id extends string = string> {
  /** In saved layouts. */
  readonly id: Id
  /** On its tab and in menus; its region's name starts with it. */
  readonly title: string
  /** Shorter tab title for a narrow group. */
  readonly short?: string
  /** Smallest useful size, px. */
  readonly least: { readonly width: number; readonly height: number }
  /** Place of a new one: as a tab beside one of its kind, else beside the first of these kinds that is open, in this order, else at the edge. */
  readonly home: {
    readonly beside: Readonly<Record<string, Direction | 'within'>>
    readonly edge: Direction
    /** Width at a side: as the book's, the ticket's, or half of the workspace. Defaults to the book's. */
    readonly width?: 'book' | 'ticket' | 'half'
  }
  /** A strip: fixed height, px at the default text size, without a tab, and nothing can be dropped on it. */
  readonly strip?: number
  readonly component: ComponentType
  /** The families whose markets it can show, one at a time; null when it shows no chosen market. */
  readonly shows: readonly Family[] | null
  /** Its own keys, listed in the sheet of keys. */
  readonly keys?: readonly HandledKey[]
  /** It renders without a market too, as one is chosen there. */
  readonly isChooser?: true
  /** Row count shown on its tab; a hook. */
  readonly useCount?: () => number | undefined
  /** Times of its events, ms, newest first: its tab counts those since it was last in front. A hook; undefined while unknown. */
  readonly useNewsTimes?: () => readonly number[] | undefined
}

const kind = <const Id extends string, const Kind extends PanelKind<Id>>(entry: Kind & { readonly id: Id }): Kind =>
  entry

/** The table. A new panel needs a folder in `src/panels/` and one entry here. */
export const PANELS = [
  kind({
    id: 'bucket',
    title: 'Bucket',
    least: { width: 440, height: BUCKET_HEIGHT },
    home: { beside: { chart: 'above' }, edge: 'above' },
    strip: BUCKET_HEIGHT,
    component: BucketPanel,
    shows: ['scalar'],
  }),
  kind({
    id: 'chart',
    title: 'Chart',
    least: { width: 320, height: 160 },
    home: { beside: { bucket: 'below', positions: 'above', 'open-orders': 'above' }, edge: 'left', width: 'half' },
    component: ChartPanel,
    keys: LINE_KEYS,
    shows: FAMILIES,
  }),
  kind({
    id: 'book',
    title: 'Order book',
    short: 'Book',
    least: { width: 220, height: 240 },
    home: { beside: { trades: 'above', ticket: 'left', chart: 'right' }, edge: 'right' },
    component: OrderBookPanel,
    keys: LADDER_KEYS,
    shows: FAMILIES,
  }),
  kind({
    id: 'ladder',
    title: 'Ladder',
    least: { width: 320, height: 300 },
    home: { beside: { book: 'within', ticket: 'left', chart: 'right' }, edge: 'right', width: 'ticket' },
    component: LadderPanel,
    keys: LADDER_PANEL_KEYS,
    shows: FAMILIES,
  }),
  kind({
    id: 'depth',
    title: 'Depth',
    least: { width: 240, height: 140 },
    home: { beside: { book: 'within', chart: 'within', trades: 'above' }, edge: 'right' },
    component: DepthPanel,
    keys: DEPTH_KEYS,
    shows: FAMILIES,
  }),
  kind({
    id: 'trades',
    title: 'Trades',
    least: { width: 200, height: 90 },
    home: { beside: { book: 'below', activity: 'left' }, edge: 'right' },
    component: TradesPanel,
    shows: FAMILIES,
  }),
  kind({
    id: 'ticket',
    title: 'Order ticket',
    short: 'Ticket',
    // Fits an order's effects and its two buttons, with the order types above them.
    least: { width: 280, height: 272 },
    home: { beside: { activity: 'above', book: 'right' }, edge: 'right', width: 'ticket' },
    component: TicketPanel,
    shows: FAMILIES,
  }),
  kind({
    id: 'phase',
    title: 'Binary phase',
    short: 'Phase',
    least: { width: 280, height: 150 },
    home: { beside: { ticket: 'above', chart: 'above' }, edge: 'above', width: 'ticket' },
    component: PhasePanel,
    shows: ['binary'],
  }),
  kind({
    id: 'question',
    title: 'Question',
    least: { width: 240, height: 120 },
    home: { beside: { chart: 'left', positions: 'above' }, edge: 'left' },
    component: QuestionPanel,
    shows: ['outcome'],
  }),
  kind({
    id: 'shares',
    title: 'Shares',
    least: { width: 320, height: 120 },
    home: { beside: { positions: 'within', chart: 'below' }, edge: 'below' },
    component: SharesPanel,
    shows: ['outcome'],
  }),
  kind({
    id: 'markets',
    title: 'Markets',
    least: { width: 320, height: 160 },
    home: { beside: { chart: 'within', positions: 'above' }, edge: 'left', width: 'half' },
    component: MarketsPanel,
    shows: FAMILIES,
    isChooser: true,
    keys: MARKETS_KEYS,
  }),
  kind({
    id: 'positions',
    title: 'Positions',
    least: { width: 320, height: 90 },
    home: { beside: { 'open-orders': 'within', chart: 'below' }, edge: 'below' },
    component: PositionsPanel,
    shows: null,
    useCount: () => useAccount().data?.positions.length,
  }),
  kind({
    id: 'open-orders',
    title: 'Open orders',
    short: 'Orders',
    least: { width: 320, height: 90 },
    home: { beside: { positions: 'within', chart: 'below' }, edge: 'below' },
    component: OpenOrdersPanel,
    shows: null,
    useCount: useWorkingCount,
  }),
  kind({
    id: 'alerts',
    title: 'Alerts',
    least: { width: 320, height: 90 },
    home: { beside: { 'open-orders': 'within', positions: 'within' }, edge: 'below' },
    component: AlertsPanel,
    shows: null,
    useNewsTimes: useFiringTimes,
  }),
  kind({
    id: 'activity',
    title: 'Activity',
    least: { width: 220, height: 90 },
    home: { beside: { ticket: 'below', trades: 'right' }, edge: 'right', width: 'ticket' },
    component: ActivityPanel,
    shows: null,
    useNewsTimes: useActivityTimes,
  }),
  kind({
    id: 'fills',
    title: 'Fills',
    least: { width: 360, height: 160 },
    home: { beside: { results: 'within', positions: 'within', activity: 'within' }, edge: 'below', width: 'half' },
    component: FillsPanel,
    shows: null,
  }),
  kind({
    id: 'order-history',
    title: 'Order history',
    least: { width: 360, height: 160 },
    home: { beside: { results: 'within', positions: 'within', activity: 'within' }, edge: 'below', width: 'half' },
    component: OrderHistoryPanel,
    shows: null,
  }),
  kind({
    id: 'settlements',
    title: 'Settlements',
    least: { width: 360, height: 160 },
    home: { beside: { results: 'within', positions: 'within', activity: 'within' }, edge: 'below', width: 'half' },
    component: SettlementsPanel,
    shows: null,
  }),
  kind({
    id: 'results',
    title: 'P&L',
    least: { width: 360, height: 160 },
    home: { beside: { positions: 'within', activity: 'within' }, edge: 'below', width: 'half' },
    component: ResultsPanel,
    shows: null,
  }),
  kind({
    id: 'calendar',
    title: 'Calendar',
    least: { width: 320, height: 160 },
    home: { beside: { markets: 'within', positions: 'within', chart: 'within' }, edge: 'left', width: 'half' },
    component: CalendarPanel,
    shows: FAMILIES,
    isChooser: true,
  }),
  kind({
    id: 'settlement-history',
    title: 'Settlement history',
    short: 'History',
    least: { width: 320, height: 200 },
    home: { beside: { results: 'within', chart: 'within' }, edge: 'left', width: 'half' },
    component: SettlementHistoryPanel,
    shows: null,
  }),
  kind({
    id: 'settlement-desk',
    title: 'Settlement desk',
    short: 'Desk',
    least: { width: 320, height: 240 },
    home: { beside: { chart: 'within', positions: 'above' }, edge: 'left', width: 'half' },
    component: SettlementDeskPanel,
    shows: ['scalar'],
  }),
  kind({
    id: 'station',
    title: 'Station',
    least: { width: 320, height: 200 },
    home: { beside: { chart: 'within', positions: 'above' }, edge: 'left', width: 'half' },
    component: StationPanel,
    shows: ['scalar'],
  }),
  kind({
    id: 'trade-log',
    title: 'Trade log',
    least: { width: 360, height: 160 },
    home: { beside: { results: 'within', positions: 'within', activity: 'within' }, edge: 'below', width: 'half' },
    component: TradeLogPanel,
    shows: null,
  }),
  kind({
    id: 'calibration',
    title: 'Calibration',
    least: { width: 280, height: 240 },
    home: { beside: { results: 'right', activity: 'within' }, edge: 'right', width: 'ticket' },
    component: CalibrationPanel,
    shows: null,
  }),
  kind({
    id: 'balances',
    title: 'Balances',
    least: { width: 300, height: 160 },
    home: { beside: { activity: 'within', ticket: 'below' }, edge: 'right', width: 'ticket' },
    component: BalancesPanel,
    shows: null,
  }),
  kind({
    id: 'transfers',
    title: 'Transfers and conversions',
    short: 'Transfers',
    least: { width: 360, height: 120 },
    home: { beside: { results: 'within', positions: 'within' }, edge: 'below', width: 'half' },
    component: TransfersPanel,
    shows: null,
  }),
  kind({
    id: 'limits',
    title: 'Limits',
    least: { width: 240, height: 160 },
    home: { beside: { positions: 'within', activity: 'within' }, edge: 'right' },
    component: LimitsPanel,
    shows: null,
  }),
  kind({
    id: 'account',
    title: 'Account',
    least: { width: 320, height: 200 },
    home: { beside: { chart: 'within' }, edge: 'right' },
    component: AccountPanel,
    shows: null,
  }),
] as const

export type KindId = (typeof PANELS)[number]['id']
export type PanelTitle = (typeof PANELS)[number]['title']

/** Whether this version has this kind of panel. */
export const isKindId = (id: string): id is KindId => PANELS.some((panel) => panel.id === id)

/** The entry of a kind. @throws when there is none with this id */
export function panelKind(id: string): PanelKind<KindId> {
  const found: PanelKind<KindId> | undefined = PANELS.find((panel) => panel.id === id)
  if (found === undefined) throw new Error(`there is no kind of panel ${id}`)
  return found
}
