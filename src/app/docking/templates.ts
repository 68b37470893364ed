/** The arrangements that the terminal brings along, each for any room. Pure. */
import { LIVE } from '../../../contract/market-ref.ts'
import { linkedTo } from '../../workspace/index.ts'
import { arrange, type Plan } from './arrange.ts'
import type { Arranged } from './arranged.ts'
import { defaultSizes, type Room, type Sizes } from './default-sizes.ts'
import { BUCKET_HEIGHT } from './panel-table.tsx'

type Rows = Extract<Plan, { row: unknown }>

const SCALAR = linkedTo(1, LIVE)

/** Bucket over chart over positions, the book and trades beside them, ticket and activity outside. */
const scalar = (sizes: Sizes): Rows => ({
  row: [
    {
      column: [
        { size: BUCKET_HEIGHT, tabs: [{ kind: 'bucket' }] },
        { tabs: [{ kind: 'chart', market: SCALAR }, { kind: 'outcomes' }] },
        { size: sizes.bottom, ...lower(sizes) },
      ],
    },
    {
      size: sizes.book,
      column: [
        { tabs: [{ kind: 'book', market: SCALAR }] },
        { size: sizes.trades, tabs: [{ kind: 'trades', market: SCALAR }] },
      ],
    },
    {
      size: sizes.ticket,
      column: [
        { tabs: [{ kind: 'ticket', market: SCALAR }, { kind: 'binary' }] },
        { size: sizes.activity, tabs: [{ kind: 'activity' }] },
      ],
    },
  ],
})

/** Positions, open orders and alerts: behind each other, or beside where there is room. */
const lower = ({ ordersBeside }: Sizes): Plan =>
  ordersBeside
    ? { row: [{ tabs: [{ kind: 'positions' }] }, { tabs: [{ kind: 'open-orders' }, { kind: 'alerts' }] }] }
    : { tabs: [{ kind: 'positions' }, { kind: 'open-orders' }, { kind: 'alerts' }] }

const TEMPLATES = { scalar } as const

export type TemplateId = keyof typeof TEMPLATES
export const TEMPLATE_IDS = Object.keys(TEMPLATES) as readonly TemplateId[]

/** A template in a workspace. */
export const templateFor = (id: TemplateId, room: Room, newId: (kind: string) => string): Arranged =>
  arrange(TEMPLATES[id](defaultSizes(room)), room, newId)
