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
import { currencyColumn, decimalColumn, plainColumn, recordedMoney, textColumn } from '../columns.tsx'
import { MESSAGES } from './messages.ts'

/** Settled or liquidated for fills that the service made, else maker or taker. */
const liquidityText = ({ cause, liquidity }: FillRow): string | null =>
  cause === 'settlement' ? 'settled' : cause === 'liquidation' ? 'liquidated' : liquidity

/** Null for a fill that only opens: the service reports 0 for it. */
const realised = ({ realizedPnl }: FillRow): Decimal | null =>
  realizedPnl === null || signOf(realizedPnl) === 0 ? null : realizedPnl

const COLUMNS: readonly Column<FillRow>[] = [
  timeColumn(({ time }) => time),
  marketColumn(),
  sideColumn(),
  decimalColumn('price', MESSAGES.price, 62, ({ price }) => price, {
    text: (row) => recordedPrice(row.family, row.price),
    fit: 'content',
    Cell: ({ row }) => <Approximate of={row}>{recordedPrice(row.family, row.price)}</Approximate>,
    stays: true,
  }),
  decimalColumn('size', MESSAGES.size, 52, ({ size }) => size, {
    fit: 'content',
    Cell: ({ row }) => <Approximate of={row}>{grouped(row.size)}</Approximate>,
    stays: true,
  }),
  recordedMoney('fee', 'Fee', 62, ({ fee }) => fee, 'plain', 'Venue fee. A fee in shares counts at the fill price'),
  textColumn('liquidity', MESSAGES.liquidity, 52, (row) => liquidityText(row) ?? '', {
    explanation: MESSAGES.liquidityDetail,
    fit: 'content',
    Cell: ({ row }) => liquidityText(row) ?? NONE,
    sort: { by: 'text', of: ({ liquidity }) => liquidity },
  }),
  recordedMoney(
    'realised',
    'Realized',
    62,
    realised,
    'gain',
    'As reported by the venue, before fees',
    ({ realizedPnl }) => realizedPnl,
  ),
  decimalColumn('slippage', MESSAGES.slippage, 66, ({ slippage }) => slippage?.price ?? null, {
    text: ({ slippage }) => slippage?.price ?? NONE,
    explanation: MESSAGES.slippageDetail,
    fit: 'content',
    Cell: ({ row }) => (
      <span
        title={row.slippage === null ? undefined : `${row.slippage.price}; ${row.slippage.money} ${row.collateral}`}
      >
        <Figure value={row.slippage && shownAverage(row.family, row.slippage.price)} sign="gain" />
      </span>
    ),
  }),
  currencyColumn(MESSAGES.currency, { explanation: MESSAGES.currencyDetail }),
  plainColumn('order', MESSAGES.order, 62, ({ oid }) => oid ?? '', {
    fit: 'content',
    Cell: ({ row }) => row.oid ?? NONE,
    isExtra: true,
  }),
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
