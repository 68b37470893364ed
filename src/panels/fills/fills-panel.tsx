/** The panel "Fills": every fill of the trader, with fee, result and slippage. */

import { type ReactNode, useMemo, useState } from 'react'
import { type Decimal, signOf } from '../../../contract/decimal.ts'
import { shownAverage } from '../../../contract/family-rules.ts'
import { aboutFill } from '../../../contract/notes.ts'
import type { FillRow } from '../../../contract/past.ts'
import { grouped, NONE, recordedPrice } from '../../format/index.ts'
import { noteColumns, type TextOf, useNotes } from '../../notes/index.ts'
import { marketColumn, OrderDetails, PastPanel, sideColumn, TIME_PARTS, timeColumn } from '../../past/index.ts'
import { Approximate, type Column, Figure, type TableSpec } from '../../ui/index.ts'
import { MESSAGES } from './messages.ts'

interface Props {
  readonly row: FillRow
}

/** Settled or liquidated for fills that the service made, else maker or taker. */
const liquidityText = ({ cause, liquidity }: FillRow): string | null =>
  cause === 'settlement' ? 'settled' : cause === 'liquidation' ? 'liquidated' : liquidity

/** Null for a fill that only opens: the service reports 0 for it. */
const realised = ({ realizedPnl }: FillRow): Decimal | null =>
  realizedPnl === null || signOf(realizedPnl) === 0 ? null : realizedPnl

const number = { isNumeric: true, fit: 'content' } as const

const money = (
  id: string,
  title: string,
  of: (row: FillRow) => Decimal | null,
  explanation: string,
  isGain: boolean,
  exact = of,
): Column<FillRow> => ({
  ...number,
  id,
  title,
  explanation,
  least: 62,
  Cell: ({ row }: Props): ReactNode => (
    <Figure
      value={of(row)}
      places="money"
      sign={isGain ? 'gain' : 'plain'}
      unit={of(row) === null || row.collateral === 'USDC' ? undefined : row.collateral}
    />
  ),
  text: (row) => exact(row) ?? '',
  csv: (row) => exact(row) ?? '',
  sort: { by: 'decimal', of: exact },
})

const slippageText = ({ slippage }: FillRow): string => slippage?.price ?? NONE

const COLUMNS: readonly Column<FillRow>[] = [
  timeColumn(({ time }) => time),
  marketColumn(),
  sideColumn(),
  {
    ...number,
    id: 'price',
    title: MESSAGES.price,
    least: 62,
    Cell: ({ row }: Props): ReactNode => <Approximate of={row}>{recordedPrice(row.family, row.price)}</Approximate>,
    text: (row) => recordedPrice(row.family, row.price),
    csv: ({ price }) => price,
    sort: { by: 'decimal', of: ({ price }) => price },
    stays: true,
  },
  {
    ...number,
    id: 'size',
    title: MESSAGES.size,
    least: 52,
    Cell: ({ row }: Props): ReactNode => <Approximate of={row}>{grouped(row.size)}</Approximate>,
    text: ({ size }) => size,
    sort: { by: 'decimal', of: ({ size }) => size },
    stays: true,
  },
  money('fee', 'Fee', ({ fee }) => fee, 'Venue fee. A fee in shares counts at the fill price', false),
  {
    id: 'liquidity',
    title: MESSAGES.liquidity,
    explanation: MESSAGES.liquidityDetail,
    least: 52,
    fit: 'content',
    Cell: ({ row }: Props): ReactNode => liquidityText(row) ?? NONE,
    text: (row) => liquidityText(row) ?? '',
    sort: { by: 'text', of: ({ liquidity }) => liquidity },
  },
  money(
    'realised',
    'Realized',
    realised,
    'As reported by the venue, before fees',
    true,
    ({ realizedPnl }) => realizedPnl,
  ),
  {
    ...number,
    id: 'slippage',
    title: MESSAGES.slippage,
    explanation: MESSAGES.slippageDetail,
    least: 66,
    Cell: ({ row }: Props): ReactNode => (
      <span
        title={row.slippage === null ? undefined : `${row.slippage.price}; ${row.slippage.money} ${row.collateral}`}
      >
        <Figure value={row.slippage && shownAverage(row.family, row.slippage.price)} sign="gain" />
      </span>
    ),
    text: slippageText,
    csv: ({ slippage }) => slippage?.price ?? '',
    sort: { by: 'decimal', of: ({ slippage }) => slippage?.price ?? null },
  },
  {
    id: 'money',
    title: MESSAGES.currency,
    explanation: MESSAGES.currencyDetail,
    least: 48,
    fit: 'content',
    Cell: ({ row }: Props): ReactNode => row.collateral,
    text: ({ collateral }) => collateral,
    isExtra: true,
  },
  {
    id: 'order',
    title: MESSAGES.order,
    least: 62,
    fit: 'content',
    Cell: ({ row }: Props): ReactNode => row.oid ?? NONE,
    text: ({ oid }) => oid ?? '',
    isExtra: true,
  },
]

const nameOf = ({ name, side, size }: FillRow): string => `${side} ${size} ${name}`
const NOTE = noteColumns<FillRow>((row) => ({ about: aboutFill(row.id), name: nameOf(row) }))

/** The table of fills. @param textOf returns the note on an item */
const specOf = (textOf: TextOf): TableSpec<FillRow> => ({
  columns: [...COLUMNS, NOTE(textOf)],
  idOf: ({ id }) => id,
  nameOf,
  givesWay: ['note', 'order', 'money', 'slippage', 'liquidity', 'fee', 'realised', 'units', ...TIME_PARTS],
  isUniform: true,
})

/** Whether the service made the fill: such a fill has no order to open. */
const isVenueFill = ({ cause }: FillRow): boolean => cause === 'settlement' || cause === 'liquidation'

const PANEL_TEXT = {
  traded: 'Traded',
  realised: 'Realized',
  none: MESSAGES.noFills,
  ever: MESSAGES.noFillsEver,
} as const

export function FillsPanel(): ReactNode {
  const [open, setOpen] = useState<FillRow | null>(null)
  const oid = open?.oid ?? null
  const { textOf } = useNotes()
  const spec = useMemo(() => specOf(textOf), [textOf])
  return (
    <>
      <PastPanel kind="fills" title={MESSAGES.fills} spec={spec} text={PANEL_TEXT} onOpen={setOpen} />
      {open !== null && oid !== null && !isVenueFill(open) && (
        <OrderDetails oid={oid} name={open.name} onClose={() => setOpen(null)} />
      )}
    </>
  )
}
