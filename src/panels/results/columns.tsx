/** The columns of results. */
import type { ReactNode } from 'react'
import type { ResultRow, ResultsBy } from '../../../contract/books/index.ts'
import { type Decimal, trimZeros } from '../../../contract/decimal.ts'
import { FAMILY_RULES } from '../../../contract/family-rules.ts'
import { aboutBucket, aboutDay, aboutMarket, type NoteAbout } from '../../../contract/notes.ts'
import { dateText, dayText, grouped, minuteText, NONE, priceText } from '../../format/index.ts'
import { noteColumns } from '../../notes/index.ts'
import { type Column, Figure, type TableSpec } from '../../ui/index.ts'

interface Props {
  readonly row: ResultRow
}

const MONEY_PLACES = 2

const timeText = ({ time }: ResultRow, by: ResultsBy): string =>
  time === null ? NONE : by === 'bucket' ? `${dayText(time)} ${minuteText(time)}` : dayText(time)

const settledText = ({ settledAt, family }: ResultRow): string =>
  family === null ? (settledAt ?? NONE) : priceText(family, settledAt)
const COMPUTED_WORDS = 'Settlements that the terminal worked out, for the service wrote none as a fill'

const money = (
  id: string,
  title: string,
  of: (row: ResultRow) => Decimal,
  explanation: string,
  isSigned = true,
): Column<ResultRow> => ({
  id,
  title,
  explanation,
  isNumeric: true,
  least: 84,
  Cell: ({ row }: Props): ReactNode => (
    <Figure value={trimZeros(of(row))} places={MONEY_PLACES} sign={isSigned ? 'gain' : 'plain'} />
  ),
  text: (row) => of(row),
  csv: (row) => of(row),
  sort: { by: 'decimal', of },
})

const count = (id: string, title: string, of: (row: ResultRow) => number, explanation: string): Column<ResultRow> => ({
  id,
  title,
  explanation,
  isNumeric: true,
  least: 56,
  Cell: ({ row }: Props): ReactNode => grouped(String(of(row)) as Decimal),
  text: (row) => String(of(row)),
  sort: { by: 'count', of },
})

function timeColumn(by: ResultsBy): Column<ResultRow> {
  return {
    id: 'time',
    title: by === 'bucket' ? 'Bucket' : 'Day',
    least: by === 'bucket' ? 96 : 64,
    Cell: ({ row }: Props): ReactNode => timeText(row, by),
    text: (row) => timeText(row, by),
    csv: ({ time }) => (time === null ? '' : by === 'bucket' ? new Date(time).toISOString() : dateText(time)),
    sort: { by: 'count', of: ({ time }) => time },
    stays: true,
  }
}

const NAME: Column<ResultRow> = {
  id: 'market',
  title: 'Market',
  fit: 'clip',
  share: 0.4,
  least: 120,
  Cell: ({ row }: Props): ReactNode => row.name,
  text: ({ name }) => name ?? '',
  csvAlso: { title: 'Asset', of: ({ asset }) => asset ?? '' },
  sort: { by: 'text', of: ({ name }) => name },
  stays: true,
}
const FAMILY: Column<ResultRow> = {
  id: 'family',
  title: 'Family',
  least: 84,
  Cell: ({ row }: Props): ReactNode => (row.family === null ? NONE : FAMILY_RULES[row.family].name),
  text: ({ family }) => (family === null ? '' : FAMILY_RULES[family].name),
  sort: { by: 'text', of: ({ family }) => family },
  stays: true,
}
const IN: Column<ResultRow> = {
  id: 'money',
  title: 'In',
  least: 52,
  Cell: ({ row }: Props): ReactNode => row.collateral,
  text: ({ collateral }) => collateral,
  sort: { by: 'text', of: ({ collateral }) => collateral },
}
const SETTLED: Column<ResultRow> = {
  id: 'settled',
  title: 'Settled at',
  isNumeric: true,
  least: 84,
  Cell: ({ row }: Props): ReactNode =>
    row.settledAt === null || row.computed === 0 ? (
      settledText(row)
    ) : (
      <span title="Computed by the terminal: the service wrote no settlement">{settledText(row)} c.</span>
    ),
  text: (row) => `${settledText(row)}${row.settledAt === null || row.computed === 0 ? '' : ' computed'}`,
  csv: ({ settledAt }) => settledAt ?? '',
  sort: { by: 'decimal', of: ({ settledAt }) => settledAt },
}

const RESULT = money('result', 'Result', ({ result }) => result, 'Realized less fees')
const REALISED = money('realised', 'Realized', ({ realised }) => realised, 'Against the average cost, fees apart')
const FEES = money('fees', 'Fees', ({ fees }) => fees, 'What the service took', false)
const TRADED: Column<ResultRow> = {
  ...money('traded', 'Traded', ({ traded }) => traded, 'Size bought and sold, settlements apart', false),
  Cell: ({ row }: Props): ReactNode => grouped(trimZeros(row.traded)),
}
const FILLS = count('fills', 'Fills', ({ fills }) => fills, 'Settlements apart')
const TRADES = count('trades', 'Trades', ({ trades }) => trades, 'Positions that ended')
const UNKNOWN: Column<ResultRow> = {
  ...count('unknown', 'Not known', ({ unknown }) => unknown, 'Closings whose result is not known: the sums lack them'),
  isExtra: true,
}

const COMPUTED: Column<ResultRow> = {
  ...count('computed', 'Computed', ({ computed }) => computed, COMPUTED_WORDS),
  isExtra: true,
}

const AFTER: readonly Column<ResultRow>[] = [IN, RESULT, REALISED, FEES, TRADED, FILLS, TRADES, UNKNOWN, COMPUTED]
const COLUMNS: { readonly [By in ResultsBy]: readonly Column<ResultRow>[] } = {
  day: [timeColumn('day'), ...AFTER],
  bucket: [timeColumn('bucket'), NAME, SETTLED, ...AFTER],
  market: [NAME, ...AFTER],
  family: [FAMILY, ...AFTER],
}

/** What the note of a row stands on; rows of both collaterals of a day share one, a family has none. */
function notedOf({ time, asset }: ResultRow, by: ResultsBy): NoteAbout | null {
  if (by === 'day') return time === null ? null : aboutDay(time)
  if (asset === null) return null
  return by === 'market' ? aboutMarket(asset) : time === null ? null : aboutBucket(time, asset)
}

const nameOf = (row: ResultRow, by: ResultsBy): string =>
  [row.time === null ? null : timeText(row, by), row.name ?? row.family].filter((part) => part).join(' ')

const notesBy = (by: ResultsBy) =>
  noteColumns<ResultRow>((row) => {
    const about = notedOf(row, by)
    return about === null ? null : { about, name: nameOf(row, by) }
  })
const NOTES = { day: notesBy('day'), bucket: notesBy('bucket'), market: notesBy('market') }

/** @param textOf the note on something */
export const specOf = (by: ResultsBy, textOf: (about: NoteAbout) => string | undefined): TableSpec<ResultRow> => ({
  columns: by === 'family' ? COLUMNS[by] : [...COLUMNS[by], NOTES[by](textOf)],
  idOf: ({ id }) => id,
  nameOf: (row) => nameOf(row, by),
  givesWay: ['note', 'fills', 'traded', 'trades', 'settled', 'money', 'fees', 'realised'],
  isUniform: true,
})
