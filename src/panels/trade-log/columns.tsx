/** The columns of the trade log. */
import { FAMILY_RULES } from '../../../contract/family-rules.ts'
import { aboutTrade, type NoteAbout } from '../../../contract/notes.ts'
import type { PastTradeRow } from '../../../contract/past.ts'
import type { Millis } from '../../../contract/time.ts'
import { measured } from '../../../contract/weather/index.ts'
import { averagePrice, dayText, minuteText, NONE, timeText, timeTextMs } from '../../format/index.ts'
import { noteColumns } from '../../notes/index.ts'
import { Clip, type Column, type TableSpec } from '../../ui/index.ts'
import { bandText, precisionText } from '../../weather/index.ts'
import {
  countColumn,
  decimalColumn,
  integerColumn,
  isoOf,
  moneyColumn,
  plainColumn,
  sizeColumn,
  textColumn,
  timeColumn,
} from '../columns.tsx'
import { distanceText, endText, excursionText, heldText, sideText } from './texts.ts'

type Row = Column<PastTradeRow>

const moment = (
  id: string,
  title: string,
  of: (row: PastTradeRow) => Millis | null,
  more: Pick<Row, 'stays' | 'isExtra'>,
): Row => {
  const text = (row: PastTradeRow): string => {
    const time = of(row)
    return time === null ? NONE : `${dayText(time)} ${minuteText(time)}`
  }
  return timeColumn(id, title, 92, of, {
    text,
    fit: 'content',
    isTight: true,
    Cell: ({ row }) => <span title={exactText(of(row))}>{text(row)}</span>,
    ...more,
  })
}
const exactText = (time: Millis | null): string | undefined =>
  time === null ? undefined : `${dayText(time)} ${timeTextMs(time)}`

const price = (id: 'entry' | 'exit', title: string, explanation: string): Row =>
  decimalColumn(id, title, 84, (row) => row[id], {
    text: (row) => averagePrice(row.family, row[id]),
    explanation,
    fit: 'content',
    Cell: ({ row }) => <span title={row[id] ?? undefined}>{averagePrice(row.family, row[id])}</span>,
  })

const known = ({ excursion }: PastTradeRow) => (excursion === null || excursion.why !== undefined ? null : excursion)

const distance = (id: 'adverse' | 'favourable', title: string, explanation: string): Row =>
  decimalColumn(id, title, 76, (row) => known(row)?.[id] ?? null, {
    text: (row) => distanceText(row, id),
    explanation,
    fit: 'content',
    Cell: ({ row }) => <span title={excursionText(row)}>{distanceText(row, id)}</span>,
  })

const readingOf = ({ entryReading }: PastTradeRow) =>
  entryReading === undefined ? null : measured(entryReading.celsius).value
function readingText({ entryReading }: PastTradeRow): string {
  if (entryReading === undefined) return NONE
  return `${bandText(measured(entryReading.celsius))}, ${minuteText(entryReading.observedAt)}`
}
const readingTitle = ({ entryReading }: PastTradeRow): string | undefined =>
  entryReading === undefined ? undefined : `${entryReading.station}: ${precisionText(measured(entryReading.celsius))}`

const nameOf = (row: PastTradeRow): string =>
  `${sideText(row)} ${row.name}, ${dayText(row.closedAt)} ${timeText(row.closedAt)}`
const NOTE = noteColumns<PastTradeRow>((row) => ({ about: aboutTrade(row.id), name: nameOf(row) }))

/** The table of trades. @param textOf the note on an item */
export const specOf = (textOf: (about: NoteAbout) => string | undefined): TableSpec<PastTradeRow> => ({
  columns: [
    moment('time', 'Closed', ({ closedAt }) => closedAt, { stays: true }),
    textColumn('market', 'Market', 84, ({ name }) => name, {
      fit: 'clip',
      share: 0.25,
      Cell: ({ row }) => <Clip title={row.name}>{row.name}</Clip>,
      csvAlso: { title: 'Asset', of: ({ asset }) => asset },
      stays: true,
    }),
    textColumn<PastTradeRow>('side', 'Side', 56, sideText, { fit: 'content' }),
    sizeColumn('size', 'Size', 64, ({ size }) => size, { explanation: 'Max size' }),
    price('entry', 'Entry', 'Average entry price; for binary contracts the UP price'),
    price('exit', 'Exit', 'Average exit price; for binary contracts the UP price'),
    moneyColumn('result', 'P&L', 96, ({ result }) => result, 'gain', {
      explanation: 'Realized less fees',
      stays: true,
    }),
    textColumn('money', 'Currency', 64, ({ collateral }) => collateral, { fit: 'content' }),
    moneyColumn('fees', 'Fees', 96, ({ fees }) => fees, 'plain', { explanation: 'Venue fees' }),
    distance('adverse', 'MAE', 'Max adverse excursion'),
    distance('favourable', 'MFE', 'Max favorable excursion'),
    countColumn<PastTradeRow>(
      'held',
      'Held',
      84,
      ({ openedAt, closedAt }) => (openedAt === null ? null : closedAt - openedAt),
      {
        text: heldText,
        explanation: 'From first fill to close',
        csv: ({ openedAt, closedAt }) => (openedAt === null ? '' : String((closedAt - openedAt) / 1000)),
      },
    ),
    textColumn<PastTradeRow>('end', 'Close type', 76, endText, { fit: 'content' }),
    moment('opened', 'Opened', ({ openedAt }) => openedAt, { isExtra: true }),
    moneyColumn('realised', 'Realized', 96, ({ realised }) => realised, 'gain', {
      explanation: 'Against average cost, before fees',
      isExtra: true,
    }),
    moneyColumn('down', 'MAE, money', 96, (row) => known(row)?.adverseMoney ?? null, 'plain', {
      explanation: 'MAE in money, before fees',
      isExtra: true,
    }),
    moneyColumn('up', 'MFE, money', 96, (row) => known(row)?.favourableMoney ?? null, 'plain', {
      explanation: 'MFE in money, before fees',
      isExtra: true,
    }),
    decimalColumn('reading', 'Reading at entry', 128, readingOf, {
      text: readingText,
      explanation: 'Last report of the station before the trade began, and its time',
      isExtra: true,
      Cell: ({ row }) => <span title={readingTitle(row)}>{readingText(row)}</span>,
      csvAlso: { title: 'Reading observed', of: ({ entryReading }) => isoOf(entryReading?.observedAt ?? null) },
    }),
    textColumn('family', 'Family', 76, ({ family }) => FAMILY_RULES[family].name, { fit: 'content', isExtra: true }),
    integerColumn('fills', 'Fills', 56, ({ fills }) => fills, { explanation: 'Excluding settlements', isExtra: true }),
    plainColumn<PastTradeRow>('why', 'MAE and MFE', 160, excursionText, {
      explanation: 'Source of the prices, or why missing',
      isExtra: true,
    }),
    NOTE(textOf),
  ],
  idOf: ({ id }) => id,
  nameOf,
  givesWay: ['note', 'money', 'held', 'fees', 'size', 'adverse', 'favourable', 'end', 'exit', 'entry', 'side'],
  isUniform: true,
})
