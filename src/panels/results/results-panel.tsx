/** The panel "P&L": past results, by day, bucket, market and family. */

import { type ReactNode, useMemo } from 'react'
import {
  collateralOfChange,
  type Explained,
  explained,
  namedTotal,
  RESULTS_BY,
  type ResultFigures,
  type ResultRow,
  type ResultsBy,
  resultFigures,
  resultRows,
} from '../../../contract/books/index.ts'
import type { PeriodInput, ResultsView } from '../../../contract/books-view.ts'
import { COLLATERALS, type Collateral } from '../../../contract/collateral.ts'
import { trimZeros } from '../../../contract/decimal.ts'
import { FAMILY_RULES } from '../../../contract/family-rules.ts'
import { aboutBucket, aboutDay, aboutMarket, type NoteAbout, taggedResults } from '../../../contract/notes.ts'
import { counted } from '../../../contract/plural.ts'
import { Known, PeriodChoice, usePeriod } from '../../books/index.ts'
import { openDaySheet } from '../../day-sheet/index.ts'
import {
  timeText as clockText,
  dateText,
  dayText,
  grouped,
  minuteText,
  moneyUnit,
  NONE,
  priceText,
} from '../../format/index.ts'
import { noteColumns, TagChoice, useNotes } from '../../notes/index.ts'
import { ReadStates, useEquityOver, useOfBooks, useSession } from '../../queries/index.ts'
import {
  type Column,
  EmptyState,
  type KeyFigure,
  KeyFigures,
  Panel,
  Segmented,
  Table,
  type TableSpec,
} from '../../ui/index.ts'
import { usePanelOption, useTableState } from '../../workspace/index.ts'
import { decimalColumn, integerColumn, isoOf, moneyColumn, textColumn, timeColumn } from '../columns.tsx'
import { CURVES, type CurveOf, EquityCurve } from './equity-curve.tsx'
import { MESSAGES } from './messages.ts'
import styles from './results.module.css'

const timeText = ({ time }: ResultRow, by: ResultsBy): string =>
  time === null ? NONE : by === 'bucket' ? `${dayText(time)} ${minuteText(time)}` : dayText(time)

const settledText = ({ settledAt, family }: ResultRow): string =>
  family === null ? (settledAt ?? NONE) : priceText(family, settledAt)

const periodColumn = (by: ResultsBy): Column<ResultRow> =>
  timeColumn('time', by === 'bucket' ? 'Bucket' : 'Day', by === 'bucket' ? 96 : 64, ({ time }) => time, {
    text: (row) => timeText(row, by),
    csv: ({ time }) => (time === null || by === 'bucket' ? isoOf(time) : dateText(time)),
    stays: true,
  })

const NAME: Column<ResultRow> = textColumn('market', 'Market', 120, ({ name }) => name ?? '', {
  fit: 'clip',
  share: 0.4,
  csvAlso: { title: 'Asset', of: ({ asset }) => asset ?? '' },
  sort: { by: 'text', of: ({ name }) => name },
  stays: true,
})
const FAMILY: Column<ResultRow> = textColumn(
  'family',
  'Family',
  84,
  ({ family }) => (family === null ? '' : FAMILY_RULES[family].name),
  {
    Cell: ({ row }) => (row.family === null ? NONE : FAMILY_RULES[row.family].name),
    sort: { by: 'text', of: ({ family }) => family },
    stays: true,
  },
)
const isComputed = ({ settledAt, computed }: ResultRow): boolean => settledAt !== null && computed > 0
const SETTLED: Column<ResultRow> = decimalColumn('settled', 'Settled at', 84, ({ settledAt }) => settledAt, {
  text: (row) => (isComputed(row) ? `${settledText(row)} computed` : settledText(row)),
  Cell: ({ row }) =>
    isComputed(row) ? (
      <span title="Computed by Isotherm: the venue reported no settlement">{settledText(row)} c.</span>
    ) : (
      settledText(row)
    ),
})

const AFTER: readonly Column<ResultRow>[] = [
  textColumn('money', 'Currency', 64, ({ collateral }) => collateral),
  moneyColumn('result', 'P&L', 84, ({ result }) => result, 'gain', { explanation: 'Realized less fees' }),
  moneyColumn('realised', 'Realized', 84, ({ realised }) => realised, 'gain', {
    explanation: 'Against average cost, before fees',
  }),
  moneyColumn('fees', 'Fees', 84, ({ fees }) => fees, 'plain', { explanation: 'Venue fees' }),
  decimalColumn('traded', 'Volume', 84, ({ traded }) => traded, {
    explanation: 'Size bought and sold, excluding settlements',
    Cell: ({ row }) => grouped(trimZeros(row.traded)),
  }),
  integerColumn('fills', 'Fills', 56, ({ fills }) => fills, { explanation: 'Excluding settlements' }),
  integerColumn('trades', 'Trades', 56, ({ trades }) => trades, { explanation: 'Closed positions' }),
  integerColumn('unknown', 'Not known', 56, ({ unknown }) => unknown, {
    explanation: 'Closes with unknown P&L, missing from the totals',
    isExtra: true,
  }),
  integerColumn('computed', 'Computed', 56, ({ computed }) => computed, {
    explanation: 'Settlements computed by Isotherm because the venue reported no fill',
    isExtra: true,
  }),
]
const COLUMNS: { readonly [By in ResultsBy]: readonly Column<ResultRow>[] } = {
  day: [periodColumn('day'), ...AFTER],
  bucket: [periodColumn('bucket'), NAME, SETTLED, ...AFTER],
  market: [NAME, ...AFTER],
  family: [FAMILY, ...AFTER],
}

/** The subject of a row's note; rows of both collaterals of a day share one, a family has none. */
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

/**
 * The columns of results.
 * @param textOf the note on an item
 */
const specOf = (by: ResultsBy, textOf: (about: NoteAbout) => string | undefined): TableSpec<ResultRow> => ({
  columns: by === 'family' ? COLUMNS[by] : [...COLUMNS[by], NOTES[by](textOf)],
  idOf: ({ id }) => id,
  nameOf: (row) => nameOf(row, by),
  givesWay: ['note', 'fills', 'traded', 'trades', 'settled', 'money', 'fees', 'realised'],
  isUniform: true,
})

/** @param asOf time of the account read that it is explained up to; null before one */
function figuresOf(figures: ResultFigures, explained: Explained | null, asOf: string | null): readonly KeyFigure[] {
  const { collateral, result, realised, fees, drawdown, trades, wins, profitFactor, averageWin, averageLoss } = figures
  return [
    { name: 'P&L', unit: collateral, value: result, isGain: true, isMain: true, explanation: MESSAGES.result },
    { name: 'Realized', value: realised, isGain: true },
    {
      name: 'Unrealized',
      value: explained?.unrealised ?? null,
      isGain: true,
      explanation: MESSAGES.unrealised(asOf),
    },
    { name: 'Fees', value: fees },
    {
      name: 'Transfers',
      value: explained === null ? null : namedTotal(explained),
      isGain: true,
      explanation: 'Deposits and withdrawals, as you named them',
    },
    {
      name: 'Unexplained',
      value: explained?.unexplained ?? null,
      isGain: true,
      explanation: MESSAGES.unexplained(asOf),
    },
    {
      name: 'Max drawdown (daily)',
      value: drawdown,
      isGain: true,
      explanation: 'Largest decline in cumulative P&L from one day end to a later one',
    },
    { name: 'Hit rate', value: { text: trades === 0 ? NONE : `${hitRate(wins, trades)} % of ${trades}` } },
    { name: 'Profit factor', value: profitFactor, explanation: 'Gross profit ÷ gross loss' },
    { name: 'Average win', value: averageWin, isGain: true },
    { name: 'Average loss', value: averageLoss, isGain: true },
  ]
}

/** A fraction of a count in whole percent. */
const hitRate = (wins: number, trades: number): number => Math.round((100 * wins) / trades)

const BY_OPTIONS = RESULTS_BY.map((value) => ({ value, label: value, name: `By ${value}` }))

const curveFrom = (kept: unknown): CurveOf => CURVES.find((one) => one === kept) ?? 'all'
const byFrom = (kept: unknown): ResultsBy => RESULTS_BY.find((by) => by === kept) ?? 'day'
const tagFrom = (kept: unknown): string | null => (typeof kept === 'string' ? kept : null)

export function ResultsPanel(): ReactNode {
  const period = usePeriod({ fallback: 'month', days: 'utc' })
  const [by, chooseBy] = usePanelOption('by', byFrom)
  const results = useOfBooks('readResults', period.asked)
  const hasChanges = (useEquityOver(period.asked).data?.changes.length ?? 0) > 0
  const isSignedIn = useSession()?.identity != null
  return (
    <Panel
      title="P&L"
      lead={<PeriodChoice period={period} />}
      actions={<Segmented<ResultsBy> look="plain" label="Rows" options={BY_OPTIONS} value={by} onChange={chooseBy} />}
    >
      {isSignedIn ? (
        <ReadStates
          read={results}
          what="Results"
          skeletonRows={4}
          isEmpty={({ days, isWhole }) => days.length === 0 && isWhole && !hasChanges}
          empty={period.nothing(MESSAGES.none, MESSAGES.ever)}
        >
          {(view) => <Results view={view} by={by} period={period.asked} />}
        </ReadStates>
      ) : (
        <EmptyState>Sign in to see your P&L.</EmptyState>
      )}
    </Panel>
  )
}

interface ResultsProps {
  readonly view: ResultsView
  readonly by: ResultsBy
  readonly period: PeriodInput
}

function Results({ view, by, period }: ResultsProps): ReactNode {
  const table = useTableState(`results ${by}`)
  const notes = useNotes()
  const outcomes = moneyUnit('outcome')
  const [tag, chooseTag] = usePanelOption('tag', tagFrom)
  const days = useMemo(() => (tag === null ? view.days : taggedResults(view.days, notes.all, tag)), [view, notes, tag])
  const rows = useMemo(() => resultRows(days, by, outcomes), [days, by, outcomes])
  const spec = useMemo(() => specOf(by, notes.textOf), [by, notes])
  const equity = useEquityOver(period).data
  const [curve, chooseCurve] = usePanelOption('curve', curveFrom)
  const { from = null, latest = null, changes = [] } = equity ?? {}
  const asOf = latest === null ? null : clockText(latest.at)
  /** Null where there is nothing to explain yet, or the service does not report enough. */
  const explainedIn = (collateral: Collateral): Explained | null =>
    from === null || latest === null ? null : explained(from, latest, changes, collateral)
  // Deposits and withdrawals in a collateral without trades have a row too.
  const figures = useMemo(() => {
    const also = COLLATERALS.filter((one) => changes.some((change) => collateralOfChange(change) === one))
    return resultFigures(days, outcomes, also)
  }, [days, changes, outcomes])
  return (
    <div className={styles.body}>
      {figures.map((one) => (
        <KeyFigures
          key={one.collateral}
          label={`P&L in ${one.collateral}`}
          figures={figuresOf(one, explainedIn(one.collateral), asOf)}
        />
      ))}
      <EquityCurve results={view} equity={equity} of={curve} onChoose={chooseCurve} />
      <Known view={view} also={[unknownText(view.days)]} />
      {(tag !== null || notes.tags.length > 0) && (
        <p className={styles.prose}>
          <TagChoice tags={notes.tags} value={tag} onChange={chooseTag} />
          {tag !== null && ` Only days, buckets and markets with a note tagged #${tag}.`}
        </p>
      )}
      <Table label={`P&L by ${by}`} spec={spec} rows={rows} {...table} {...(by === 'day' ? { onOpen: openDay } : {})} />
    </div>
  )
}

const openDay = ({ time }: ResultRow): void => {
  if (time !== null) openDaySheet(time)
}

/** Closes that are in no total, and settlements that were never reported. */
function unknownText(days: ResultsView['days']): string | null {
  const unknown = days.reduce((all, day) => all + day.unknown, 0)
  const computed = days.reduce((all, day) => all + day.computed, 0)
  const terms = [
    unknown === 0 ? null : `P&L of ${counted(unknown, 'close', 'closes')} unknown and not included.`,
    computed === 0
      ? null
      : `${counted(computed, 'settlement', 'settlements')} computed by Isotherm (c.): the venue reported no fill.`,
  ].filter((one) => one !== null)
  return terms.length === 0 ? null : terms.join(' ')
}
