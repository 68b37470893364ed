/** The panel "Settlements": how every position ended that the trader did not close. */

import { type ReactNode, useMemo } from 'react'
import { type Price, trimZeros } from '../../../contract/decimal.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { aboutSettlement } from '../../../contract/notes.ts'
import type { SettlementRow } from '../../../contract/past.ts'
import type { PositionCloseKind } from '../../../contract/position-close.ts'
import { averagePrice, grouped, signed } from '../../format/index.ts'
import { noteColumns, type TextOf, useNotes } from '../../notes/index.ts'
import { marketColumn, PastPanel, TIME_PARTS, timeColumn } from '../../past/index.ts'
import type { Column, TableSpec } from '../../ui/index.ts'
import { currencyColumn, decimalColumn, recordedMoney, textColumn } from '../columns.tsx'
import { MESSAGES } from './messages.ts'

const HOW: { readonly [K in PositionCloseKind]: string } = {
  ...{ settled: 'settled', stopped: 'stopped', liquidated: 'liquidated', closed_elsewhere: COMMON.closedByOther },
  ...{ converted: 'converted', unknown: 'unknown' },
}

const howText = ({ how, isCertain }: SettlementRow): string => `${HOW[how]}${isCertain ? '' : MESSAGES.likely}`

const price = (
  id: string,
  title: string,
  of: (row: SettlementRow) => Price | null,
  explanation: string,
  stays = false,
): Column<SettlementRow> =>
  decimalColumn(id, title, 66, of, {
    text: (row) => averagePrice(row.family, of(row)),
    explanation,
    fit: 'content',
    Cell: ({ row }) => <span title={of(row) ?? undefined}>{averagePrice(row.family, of(row))}</span>,
    stays,
  })

const COLUMNS: readonly Column<SettlementRow>[] = [
  timeColumn(({ at }) => at),
  marketColumn(),
  textColumn('how', MESSAGES.type, 62, howText, {
    fit: 'content',
    sort: { by: 'text', of: ({ how }) => how },
    stays: true,
  }),
  price('price', 'At', (row) => row.price, 'Settlement price, or average fill price', true),
  decimalColumn('size', MESSAGES.size, 56, ({ size }) => size, {
    explanation: MESSAGES.sizeDetail,
    fit: 'content',
    Cell: ({ row }) => (row.size.startsWith('-') ? signed(trimZeros(row.size)) : grouped(trimZeros(row.size))),
    stays: true,
  }),
  price('entry', 'Entry', ({ entry }) => entry, 'Average entry price'),
  recordedMoney('result', 'P&L', 66, ({ result }) => result, 'gain', 'Before fees'),
  recordedMoney('fee', 'Fee', 66, ({ fee }) => fee, 'plain', 'Fees of the closing fills'),
  textColumn('source', MESSAGES.source, 62, ({ source }) => source, {
    explanation: MESSAGES.sourceDetail,
    fit: 'content',
  }),
  currencyColumn(MESSAGES.currency),
]

const nameOf = ({ name, how }: SettlementRow): string => `${HOW[how]} ${name}`
/** A note written before the service's fill arrived is attached to the row's id at that time. */
const NOTE = noteColumns<SettlementRow>((row, textOf) => {
  const before = row.before === null ? null : aboutSettlement(row.before)
  const isBefore = before !== null && textOf(before) !== undefined
  return { about: isBefore ? before : aboutSettlement(row.id), name: nameOf(row) }
})

/** The table of settlements. @param textOf the note on an item */
export const specOf = (textOf: TextOf): TableSpec<SettlementRow> => ({
  columns: [...COLUMNS, NOTE(textOf)],
  idOf: ({ id }) => id,
  nameOf,
  givesWay: ['note', 'money', 'fee', 'source', 'entry', 'units', ...TIME_PARTS, 'size', 'price'],
  isUniform: true,
})

const TEXTS = {
  traded: 'Settled',
  realised: 'P&L',
  none: MESSAGES.none,
  ever: MESSAGES.never,
} as const

export function SettlementsPanel(): ReactNode {
  const { textOf } = useNotes()
  const spec = useMemo(() => specOf(textOf), [textOf])
  return <PastPanel kind="settlements" title={MESSAGES.settlements} spec={spec} text={TEXTS} />
}
