/** The arrangements that the terminal brings along, each for any room. Pure. */

import { ACTIVE, LIVE } from '../../../contract/market-ref.ts'
import { FIRST_TEMPLATE } from '../../../contract/workspace.ts'
import { linkedTo, type PanelMarket } from '../../workspace/index.ts'
import { arrange, type Plan, type PlannedPanel } from './arrange.ts'
import type { Arranged } from './arranged.ts'
import { defaultSizes, type Room, type Sizes } from './default-sizes.ts'
import { BUCKET_HEIGHT, type KindId } from './panel-table.tsx'

type Rows = Extract<Plan, { row: unknown }>
type Panels = Extract<Plan, { tabs: unknown }>

const SCALAR = linkedTo(1, LIVE)
const BINARY = linkedTo(2, ACTIVE)
/** The group takes the outcome that ends first, until the trader chooses. */
const OUTCOME = linkedTo(3)

const one = (kind: KindId, market?: PanelMarket): Panels => ({
  tabs: [market === undefined ? { kind } : { kind, market }],
})

/** Positions, open orders and alerts: behind each other, or beside where there is room. */
const lower = ({ ordersBeside }: Sizes, ...more: readonly PlannedPanel[]): Plan =>
  ordersBeside
    ? { row: [{ tabs: [{ kind: 'positions' }] }, { tabs: [...more, { kind: 'open-orders' }, { kind: 'alerts' }] }] }
    : { tabs: [{ kind: 'positions' }, ...more, { kind: 'open-orders' }, { kind: 'alerts' }] }

/** The two columns at the right that every template of one family has: the book over trades, and the ticket over activity. */
const tradeColumns = (sizes: Sizes, market: PanelMarket): Rows['row'] => [
  { size: sizes.book, column: [one('book', market), { size: sizes.trades, ...one('trades', market) }] },
  { size: sizes.ticket, column: [one('ticket', market), { size: sizes.activity, ...one('activity') }] },
]

/** Bucket over chart over positions, the book and trades beside them, ticket and activity outside. */
const scalar = (sizes: Sizes): Rows => ({
  row: [
    {
      column: [
        { size: BUCKET_HEIGHT, ...one('bucket') },
        one('chart', SCALAR),
        { size: sizes.bottom, ...lower(sizes) },
      ],
    },
    ...tradeColumns(sizes, SCALAR),
  ],
})

/** As for the scalar market, with the price to beat above the chart. */
const binary = (sizes: Sizes): Rows => ({
  row: [
    {
      column: [
        { size: sizes.phase, ...one('phase', BINARY) },
        one('chart', BINARY),
        { size: sizes.bottom, ...lower(sizes) },
      ],
    },
    ...tradeColumns(sizes, BINARY),
  ],
})

/** Markets over the question at the left, the chart of the outcome that is chosen beside them, and the trader's shares below. */
const outcomes = (sizes: Sizes): Rows => ({
  row: [
    {
      size: sizes.list,
      column: [one('markets', OUTCOME), { size: sizes.bottom, ...one('question', OUTCOME) }],
    },
    { column: [one('chart', OUTCOME), { size: sizes.bottom, ...lower(sizes, { kind: 'shares', market: OUTCOME }) }] },
    ...tradeColumns(sizes, OUTCOME),
  ],
})

/** The charts of all families together, the books beside them, and the tickets behind each other. */
const everything = (sizes: Sizes): Rows => ({
  row: [
    {
      column: [
        { size: BUCKET_HEIGHT, ...one('bucket') },
        { row: [one('chart', SCALAR), { column: [one('chart', BINARY), one('chart', OUTCOME)] }] },
        { size: sizes.bottom, ...lower(sizes, { kind: 'markets', market: SCALAR }) },
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
    {
      size: sizes.ticket,
      column: [
        {
          tabs: [
            { kind: 'ticket', market: SCALAR },
            { kind: 'ticket', market: BINARY },
            { kind: 'ticket', market: OUTCOME },
          ],
        },
        { size: sizes.activity, ...one('activity') },
      ],
    },
  ],
})

const TEMPLATES = { scalar, binary, outcomes, everything } as const

export type TemplateId = keyof typeof TEMPLATES
export const TEMPLATE_IDS = Object.keys(TEMPLATES) as readonly TemplateId[]

/** In menus and on tabs. */
export const TEMPLATE_TITLES: Readonly<Record<TemplateId, string>> = {
  scalar: FIRST_TEMPLATE,
  binary: 'Binary',
  outcomes: 'Outcomes',
  everything: 'Everything',
}

/** A template in a workspace. */
export const templateFor = (id: TemplateId, room: Room, newId: (kind: string) => string): Arranged =>
  arrange(TEMPLATES[id](defaultSizes(room)), room, newId)
