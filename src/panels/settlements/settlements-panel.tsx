/** The panel "Settlements": how every position ended that the trader did not close. */

import { type ReactNode, useMemo } from 'react'
import { type Decimal, type Price, trimZeros } from '../../../contract/decimal.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { aboutSettlement } from '../../../contract/notes.ts'
import type { SettlementRow } from '../../../contract/past.ts'
import type { PositionCloseKind } from '../../../contract/position-close.ts'
import { averagePrice, grouped, signed } from '../../format/index.ts'
import { noteColumns, type TextOf, useNotes } from '../../notes/index.ts'
import { marketColumn, PastPanel, TIME_PARTS, timeColumn } from '../../past/index.ts'
import { type Column, Figure, type TableSpec } from '../../ui/index.ts'
import { MESSAGES } from './messages.ts'

interface Props {
  readonly row: SettlementRow
}

const number = { isNumeric: true, fit: 'content' } as const
const HOW: { readonly [K in PositionCloseKind]: string } = {
  ...{ settled: 'settled', stopped: 'stopped', liquidated: 'liquidated', closed_elsewhere: COMMON.closedByOther },
  ...{ converted: 'converted', unknown: 'unknown' },
}

const howText = ({ how, isCertain }: SettlementRow): string => `${HOW[how]}${isCertain ? '' : MESSAGES.likely}`

const money = (
  id: string,
  title: string,
  of: (row: SettlementRow) => Decimal | null,
  explanation: string,
  isGain: boolean,
): Column<SettlementRow> => ({
  ...number,
  id,
  title,
  explanation,
  least: 66,
  Cell: ({ row }: Props): ReactNode => {
    const value = of(row)
    return (
      <Figure
        value={value}
        places="money"
        sign={isGain ? 'gain' : 'plain'}
        unit={value === null || row.collateral === 'USDC' ? undefined : row.collateral}
      />
    )
  },
  text: (row) => of(row) ?? '',
  csv: (row) => of(row) ?? '',
  sort: { by: 'decimal', of },
})

const price = (
  id: string,
  title: string,
  of: (row: SettlementRow) => Price | null,
  explanation: string,
): Column<SettlementRow> => ({
  ...number,
  id,
  title,
  explanation,
  least: 66,
  Cell: ({ row }: Props): ReactNode => <span title={of(row) ?? undefined}>{averagePrice(row.family, of(row))}</span>,
  text: (row) => averagePrice(row.family, of(row)),
  csv: (row) => of(row) ?? '',
  sort: { by: 'decimal', of },
})

const COLUMNS: readonly Column<SettlementRow>[] = [
  timeColumn(({ at }) => at),
  marketColumn(),
  {
    id: 'how',
    title: MESSAGES.type,
    least: 62,
    fit: 'content',
    Cell: ({ row }: Props): ReactNode => howText(row),
    text: howText,
    sort: { by: 'text', of: ({ how }) => how },
    stays: true,
  },
  {
    ...price('price', 'At', (row) => row.price, 'Settlement price, or average fill price'),
    stays: true,
  },
  {
    ...number,
    id: 'size',
    title: MESSAGES.size,
    explanation: MESSAGES.sizeDetail,
    least: 56,
    Cell: ({ row }: Props): ReactNode =>
      row.size.startsWith('-') ? signed(trimZeros(row.size)) : grouped(trimZeros(row.size)),
    text: ({ size }) => size,
    sort: { by: 'decimal', of: ({ size }) => size },
    stays: true,
  },
  price('entry', 'Entry', ({ entry }) => entry, 'Average entry price'),
  money('result', 'P&L', ({ result }) => result, 'Before fees', true),
  money('fee', 'Fee', ({ fee }) => fee, 'Fees of the closing fills', false),
  {
    id: 'source',
    title: MESSAGES.source,
    explanation: MESSAGES.sourceDetail,
    least: 62,
    fit: 'content',
    Cell: ({ row }: Props): ReactNode => row.source,
    text: ({ source }) => source,
    sort: { by: 'text', of: ({ source }) => source },
  },
  {
    id: 'money',
    title: MESSAGES.currency,
    least: 48,
    fit: 'content',
    Cell: ({ row }: Props): ReactNode => row.collateral,
    text: ({ collateral }) => collateral,
    isExtra: true,
  },
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
