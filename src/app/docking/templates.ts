/** The built-in layouts, each for any workspace size. Pure. */
import { ACTIVE, LIVE } from '../../../contract/market-ref.ts'
import type { TemplateId } from '../../../contract/workspace-names.ts'
import { linkedTo, type PanelMarket } from '../../workspace/index.ts'
import { defaultSizes, type LayoutSpace, type Sizes } from './default-sizes.ts'
import { layOut, type Plan, type PlannedPanel, type SavedLayout } from './layout-plan.ts'
import type { KindId } from './panel-table.tsx'

type Rows = Extract<Plan, { row: unknown }>
type Panels = Extract<Plan, { tabs: unknown }>

const SCALAR = linkedTo(1, LIVE)
const BINARY = linkedTo(2, ACTIVE)
/** The group follows the outcome with the earliest expiry until the trader chooses. */
const OUTCOME = linkedTo(3)
/** The live bucket where every family has its place: it stays pinned regardless of its group. */
const STRIP: PanelMarket = { by: 'pin', market: LIVE }

const one = (kind: KindId, market?: PanelMarket): Panels => ({
  tabs: [market === undefined ? { kind } : { kind, market }],
})

/** Panels of one market in tabs. */
const tabsOf = (market: PanelMarket, ...kinds: readonly KindId[]): Panels => ({
  tabs: kinds.map((kind) => ({ kind, market })),
})

/** Positions, open orders and alerts, with more before the orders: in tabs, or side by side where space allows. */
const lowerParts = ({ ordersBeside }: Sizes, ...more: readonly PlannedPanel[]): readonly Panels[] =>
  ordersBeside
    ? [{ tabs: [{ kind: 'positions' }] }, { tabs: [...more, { kind: 'open-orders' }, { kind: 'alerts' }] }]
    : [{ tabs: [{ kind: 'positions' }, ...more, { kind: 'open-orders' }, { kind: 'alerts' }] }]

const lower = (sizes: Sizes, ...more: readonly PlannedPanel[]): Plan => ({ row: lowerParts(sizes, ...more) })

/** The two right-hand columns of every single-family template: the book over trades, and the ticket over activity. */
const tradeColumns = (sizes: Sizes, market: PanelMarket): Rows['row'] => {
  const panel = (kind: KindId): PlannedPanel => ({ kind, market })
  if (sizes.tight)
    return [
      { size: sizes.book, tabs: [panel('book'), panel('trades')] },
      { size: sizes.ticket, tabs: [panel('ticket'), { kind: 'activity' }] },
    ]
  return [
    { size: sizes.book, column: [one('book', market), { size: sizes.trades, ...one('trades', market) }] },
    { size: sizes.ticket, column: [one('ticket', market), { size: sizes.activity, ...one('activity') }] },
  ]
}

/** Bucket over chart over positions. */
const scalarColumn = (sizes: Sizes): Plan => ({
  column: [
    { size: sizes.strip, ...one('bucket', SCALAR) },
    one('chart', SCALAR),
    { size: sizes.bottom, ...lower(sizes) },
  ],
})

/** The scalar column, the book and trades beside it, ticket and activity on the outside. */
const scalar = (sizes: Sizes): Rows => ({
  row: [scalarColumn(sizes), ...tradeColumns(sizes, SCALAR)],
})

/** In a small window the chart is in a tab behind the ladder. */
const scalpTight = (sizes: Sizes): Rows => ({
  row: [
    {
      column: [tabsOf(SCALAR, 'ladder', 'chart'), { size: sizes.bottom, ...lower(sizes) }],
    },
    {
      size: sizes.ticket,
      tabs: [{ kind: 'ticket', market: SCALAR }, { kind: 'trades', market: SCALAR }, { kind: 'activity' }],
    },
  ],
})

/** For manual scalping: the ladder of the scalar market in place of the book, the chart beside it, positions and sent orders in view. */
const scalpWhole = (sizes: Sizes): Rows => ({
  row: [
    scalarColumn(sizes),
    { size: sizes.ladder, ...one('ladder', SCALAR) },
    {
      size: sizes.ticket,
      column: [tabsOf(SCALAR, 'ticket', 'trades'), { size: sizes.activity, ...one('activity') }],
    },
  ],
})

const scalp = (sizes: Sizes): Rows => (sizes.tight ? scalpTight(sizes) : scalpWhole(sizes))

/** As for the scalar market, with the price to beat above the chart, or in a tab behind it, where the chart shows the distance. */
const binary = (sizes: Sizes): Rows => ({
  row: [
    {
      column: [
        ...(sizes.tight ? [] : [{ size: sizes.phase, ...one('phase', BINARY) }]),
        sizes.tight ? tabsOf(BINARY, 'chart', 'phase') : one('chart', BINARY),
        { size: sizes.bottom, ...lower(sizes) },
      ],
    },
    ...tradeColumns(sizes, BINARY),
  ],
})

/** A list of outcomes, without the other families. */
const OUTCOME_LIST: PlannedPanel = {
  kind: 'markets',
  market: OUTCOME,
  options: { show: { families: ['outcome'] } },
}

/** In a narrow window the list of outcomes is below the chart, in front of the positions. */
const outcomesNarrow = (sizes: Sizes): Rows => ({
  row: [
    {
      column: [
        tabsOf(OUTCOME, 'chart', 'question'),
        {
          size: sizes.low,
          tabs: [OUTCOME_LIST, { kind: 'positions' }, { kind: 'shares', market: OUTCOME }, { kind: 'open-orders' }],
        },
      ],
    },
    ...tradeColumns(sizes, OUTCOME),
  ],
})

/** The list of outcomes over the question on the left, the chart of the chosen one beside them, and positions below. */
const outcomesWhole = (sizes: Sizes): Rows => ({
  row: [
    {
      column: [
        {
          row: [
            {
              size: sizes.list,
              column: [{ tabs: [OUTCOME_LIST] }, { size: sizes.question, ...one('question', OUTCOME) }],
            },
            one('chart', OUTCOME),
          ],
        },
        { size: sizes.bottom, ...lower(sizes, { kind: 'shares', market: OUTCOME }) },
      ],
    },
    ...tradeColumns(sizes, OUTCOME),
  ],
})

const outcomes = (sizes: Sizes): Rows => (sizes.tight || sizes.narrow ? outcomesNarrow(sizes) : outcomesWhole(sizes))

const ofEach = (kind: KindId): Panels => ({
  tabs: [SCALAR, BINARY, OUTCOME].map((market) => ({ kind, market })),
})

/** Every family: in a small window in tabs, the scalar market in front. */
const everythingSmall = (sizes: Sizes): Rows => ({
  row: [
    {
      column: [
        { size: sizes.strip, ...one('bucket', STRIP) },
        ofEach('chart'),
        {
          size: sizes.bottom,
          ...(sizes.tight
            ? { tabs: [{ kind: 'positions' }, { kind: 'markets', market: OUTCOME }, { kind: 'open-orders' }] }
            : lower(sizes, { kind: 'markets', market: OUTCOME })),
        },
      ],
    },
    ...(sizes.tight
      ? [
          { size: sizes.books, ...ofEach('book') },
          { size: sizes.tickets, ...ofEach('ticket') },
        ]
      : [
          { size: sizes.books, column: [ofEach('book'), { size: sizes.trades, ...ofEach('trades') }] },
          { size: sizes.tickets, column: [ofEach('ticket'), { size: sizes.activity, ...one('activity') }] },
        ]),
  ],
})

/** The charts of all families together over the markets and positions, the books beside them, and the tickets in tabs. */
const everythingLarge = (sizes: Sizes): Rows => ({
  row: [
    {
      column: [
        { size: sizes.strip, ...one('bucket', STRIP) },
        { row: [one('chart', SCALAR), { column: [one('chart', BINARY), one('chart', OUTCOME)] }] },
        { size: sizes.bottom, row: [{ size: sizes.markets, ...one('markets', OUTCOME) }, ...lowerParts(sizes)] },
      ],
    },
    {
      size: sizes.book,
      column: [
        one('book', SCALAR),
        {
          tabs: [
            { kind: 'book', market: BINARY },
            { kind: 'book', market: OUTCOME },
          ],
        },
      ],
    },
    { size: sizes.tickets, column: [ofEach('ticket'), { size: sizes.activity, ...one('activity') }] },
  ],
})

const everything = (sizes: Sizes): Rows => (sizes.spreads ? everythingLarge(sizes) : everythingSmall(sizes))

/** Future and past: the calendar, the weather, and the history of settlements. */
const TIMES: readonly PlannedPanel[] = [
  { kind: 'calendar', market: SCALAR },
  { kind: 'station', market: SCALAR },
  { kind: 'settlement-history' },
]

/** In a small window the chart is in a tab behind the settlement desk, and the calendar behind the positions. */
const settlementTight = (sizes: Sizes): Rows => ({
  row: [
    {
      column: [
        tabsOf(SCALAR, 'settlement-desk', 'chart'),
        { size: sizes.bottom, tabs: [{ kind: 'positions' }, ...TIMES, { kind: 'open-orders' }] },
      ],
    },
    { size: sizes.ticket, tabs: [{ kind: 'ticket', market: SCALAR }, { kind: 'activity' }] },
  ],
})

/**
 * The settlement desk of the live bucket beside its chart, the calendar over the positions below the chart, or behind the desk in a low window, and
 * the ticket that it fills.
 */
const settlementWhole = (sizes: Sizes): Rows => ({
  row: [
    {
      column: [
        { size: sizes.strip, ...one('bucket', SCALAR) },
        {
          row: [
            { tabs: [{ kind: 'settlement-desk', market: SCALAR }, ...(sizes.shallow ? TIMES : [])] },
            {
              column: [
                one('chart', SCALAR),
                ...(sizes.shallow ? [] : [{ tabs: TIMES }]),
                { size: sizes.bottom, ...lower(sizes) },
              ],
            },
          ],
        },
      ],
    },
    {
      size: sizes.ticket,
      column: [one('ticket', SCALAR), { size: sizes.activity, ...one('activity') }],
    },
  ],
})

const settlement = (sizes: Sizes): Rows => (sizes.tight ? settlementTight(sizes) : settlementWhole(sizes))

/** Trading records, row by row. */
const RECORDS: readonly PlannedPanel[] = [
  { kind: 'trade-log' },
  { kind: 'fills' },
  { kind: 'order-history' },
  { kind: 'settlements' },
  { kind: 'transfers' },
]

/** Where the money went: results over the records, and current holdings beside them. */
const books = (sizes: Sizes): Rows =>
  sizes.tight
    ? { row: [{ tabs: [{ kind: 'results' }, ...RECORDS, { kind: 'balances' }, { kind: 'calibration' }] }] }
    : {
        row: [
          { column: [one('results'), { tabs: RECORDS }] },
          { size: sizes.list, column: [one('balances'), one('calibration')] },
        ],
      }

const TEMPLATES: Readonly<Record<TemplateId, (sizes: Sizes) => Rows>> = {
  scalar,
  scalp,
  binary,
  outcomes,
  settlement,
  books,
  everything,
}

export const TEMPLATE_IDS = Object.keys(TEMPLATES) as readonly TemplateId[]

/** A template in a workspace. */
export const templateFor = (id: TemplateId, room: LayoutSpace, newId: (kind: string) => string): SavedLayout =>
  layOut(TEMPLATES[id](defaultSizes(room)), room, newId)
