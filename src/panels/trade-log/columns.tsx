/** The columns of the trade log. */

import type { ReactNode } from 'react'
import { type Decimal, trimZeros } from '../../../contract/decimal.ts'
import { FAMILY_RULES } from '../../../contract/family-rules.ts'
import { aboutTrade, type NoteAbout } from '../../../contract/notes.ts'
import type { PastTradeRow } from '../../../contract/past.ts'
import type { Millis } from '../../../contract/time.ts'
import { measured } from '../../../contract/weather/index.ts'
import { averagePrice, dayText, grouped, minuteText, NONE, timeText, timeTextMs } from '../../format/index.ts'
import { noteColumns } from '../../notes/index.ts'
import { Clip, type Column, Figure, type TableSpec } from '../../ui/index.ts'
import { bandText, precisionText } from '../../weather/index.ts'
import { distanceText, endText, excursionText, heldText, sideText } from './texts.ts'

interface Props {
  readonly row: PastTradeRow
}

type Row = Column<PastTradeRow>

const moment = (id: string, title: string, of: (row: PastTradeRow) => Millis | null): Row => {
  const text = (row: PastTradeRow): string => {
    const time = of(row)
    return time === null ? NONE : `${dayText(time)} ${minuteText(time)}`
  }
  return {
    id,
    title,
    least: 92,
    fit: 'content',
    isTight: true,
    Cell: ({ row }: Props): ReactNode => <span title={exactText(of(row))}>{text(row)}</span>,
    text,
    csv: (row) => isoOf(of(row)),
    sort: { by: 'count', of },
  }
}
const exactText = (time: Millis | null): string | undefined =>
  time === null ? undefined : `${dayText(time)} ${timeTextMs(time)}`
const isoOf = (time: Millis | null): string => (time === null ? '' : new Date(time).toISOString())

const messageOf = (id: string, title: string, least: number, of: (row: PastTradeRow) => string): Row => ({
  id,
  title,
  least,
  fit: 'content',
  Cell: ({ row }: Props): ReactNode => of(row),
  text: of,
  sort: { by: 'text', of },
})

const money = (
  id: string,
  title: string,
  of: (row: PastTradeRow) => Decimal | null,
  explanation: string,
  isSigned = true,
): Row => ({
  id,
  title,
  explanation,
  isNumeric: true,
  least: 96,
  Cell: ({ row }: Props): ReactNode => {
    const value = of(row)
    return <Figure value={value} places="money" sign={isSigned ? 'gain' : 'plain'} />
  },
  text: (row) => of(row) ?? '',
  csv: (row) => of(row) ?? '',
  sort: { by: 'decimal', of },
})

const price = (id: 'entry' | 'exit', title: string, explanation: string): Row => ({
  id,
  title,
  explanation,
  isNumeric: true,
  fit: 'content',
  least: 84,
  Cell: ({ row }: Props): ReactNode => <span title={row[id] ?? undefined}>{averagePrice(row.family, row[id])}</span>,
  text: (row) => averagePrice(row.family, row[id]),
  csv: (row) => row[id] ?? '',
  sort: { by: 'decimal', of: (row) => row[id] },
})

const known = ({ excursion }: PastTradeRow) => (excursion === null || excursion.why !== undefined ? null : excursion)

const distance = (id: 'adverse' | 'favourable', title: string, explanation: string): Row => ({
  id,
  title,
  explanation,
  isNumeric: true,
  fit: 'content',
  least: 76,
  Cell: ({ row }: Props): ReactNode => <span title={excursionText(row)}>{distanceText(row, id)}</span>,
  text: (row) => distanceText(row, id),
  csv: (row) => known(row)?.[id] ?? '',
  sort: { by: 'decimal', of: (row) => known(row)?.[id] ?? null },
})

const NAME: Row = {
  id: 'market',
  title: 'Market',
  fit: 'clip',
  share: 0.25,
  least: 84,
  Cell: ({ row }: Props): ReactNode => <Clip title={row.name}>{row.name}</Clip>,
  text: ({ name }) => name,
  csvAlso: { title: 'Asset', of: ({ asset }) => asset },
  sort: { by: 'text', of: ({ name }) => name },
  stays: true,
}
const SIZE: Row = {
  id: 'size',
  title: 'Size',
  explanation: 'Max size',
  isNumeric: true,
  least: 64,
  Cell: ({ row }: Props): ReactNode => grouped(trimZeros(row.size)),
  text: ({ size }) => trimZeros(size),
  sort: { by: 'decimal', of: ({ size }) => size },
}
const HELD: Row = {
  id: 'held',
  title: 'Held',
  explanation: 'From first fill to close',
  isNumeric: true,
  least: 84,
  Cell: ({ row }: Props): ReactNode => heldText(row),
  text: heldText,
  csv: ({ openedAt, closedAt }) => (openedAt === null ? '' : String((closedAt - openedAt) / 1000)),
  sort: { by: 'count', of: ({ openedAt, closedAt }) => (openedAt === null ? null : closedAt - openedAt) },
}
const FILLS: Row = {
  id: 'fills',
  title: 'Fills',
  explanation: 'Excluding settlements',
  isNumeric: true,
  isExtra: true,
  least: 56,
  Cell: ({ row }: Props): ReactNode => grouped(String(row.fills) as Decimal),
  text: ({ fills }) => String(fills),
  sort: { by: 'count', of: ({ fills }) => fills },
}
const READING: Row = {
  id: 'reading',
  title: 'Reading at entry',
  explanation: 'Last report of the station before the trade began, and its time',
  isNumeric: true,
  isExtra: true,
  least: 128,
  Cell: ({ row }: Props): ReactNode => <span title={readingTitle(row)}>{readingText(row)}</span>,
  text: (row) => readingText(row),
  csv: ({ entryReading }) => (entryReading === undefined ? '' : measured(entryReading.celsius).value),
  csvAlso: { title: 'Reading observed', of: ({ entryReading }) => isoOf(entryReading?.observedAt ?? null) },
  sort: {
    by: 'decimal',
    of: ({ entryReading }) => (entryReading === undefined ? null : measured(entryReading.celsius).value),
  },
}
function readingText({ entryReading }: PastTradeRow): string {
  if (entryReading === undefined) return NONE
  return `${bandText(measured(entryReading.celsius))}, ${minuteText(entryReading.observedAt)}`
}
const readingTitle = ({ entryReading }: PastTradeRow): string | undefined =>
  entryReading === undefined ? undefined : `${entryReading.station}: ${precisionText(measured(entryReading.celsius))}`

const WHY: Row = {
  id: 'why',
  title: 'MAE and MFE',
  least: 160,
  Cell: ({ row }: Props): ReactNode => excursionText(row),
  text: excursionText,
  explanation: 'Source of the prices, or why missing',
  isExtra: true,
}

const nameOf = (row: PastTradeRow): string =>
  `${sideText(row)} ${row.name}, ${dayText(row.closedAt)} ${timeText(row.closedAt)}`
const NOTE = noteColumns<PastTradeRow>((row) => ({ about: aboutTrade(row.id), name: nameOf(row) }))

/** The table of trades. @param textOf the note on an item */
export const specOf = (textOf: (about: NoteAbout) => string | undefined): TableSpec<PastTradeRow> => ({
  columns: [
    { ...moment('time', 'Closed', ({ closedAt }) => closedAt), stays: true },
    NAME,
    messageOf('side', 'Side', 56, sideText),
    SIZE,
    price('entry', 'Entry', 'Average entry price; for binary contracts the UP price'),
    price('exit', 'Exit', 'Average exit price; for binary contracts the UP price'),
    { ...money('result', 'P&L', ({ result }) => result, 'Realized less fees'), stays: true },
    messageOf('money', 'Currency', 64, ({ collateral }) => collateral),
    money('fees', 'Fees', ({ fees }) => fees, 'Venue fees', false),
    distance('adverse', 'MAE', 'Max adverse excursion'),
    distance('favourable', 'MFE', 'Max favorable excursion'),
    HELD,
    messageOf('end', 'Close type', 76, endText),
    { ...moment('opened', 'Opened', ({ openedAt }) => openedAt), isExtra: true },
    {
      ...money('realised', 'Realized', ({ realised }) => realised, 'Against average cost, before fees'),
      isExtra: true,
    },
    {
      ...money('down', 'MAE, money', (row) => known(row)?.adverseMoney ?? null, 'MAE in money, before fees', false),
      isExtra: true,
    },
    {
      ...money('up', 'MFE, money', (row) => known(row)?.favourableMoney ?? null, 'MFE in money, before fees', false),
      isExtra: true,
    },
    READING,
    { ...messageOf('family', 'Family', 76, ({ family }) => FAMILY_RULES[family].name), isExtra: true },
    FILLS,
    WHY,
    NOTE(textOf),
  ],
  idOf: ({ id }) => id,
  nameOf,
  givesWay: ['note', 'money', 'held', 'fees', 'size', 'adverse', 'favourable', 'end', 'exit', 'entry', 'side'],
  isUniform: true,
})
