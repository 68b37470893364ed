/** The panel "P&L". */

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
import type { AskedPeriod, ResultsView } from '../../../contract/books-view.ts'
import { COLLATERALS, type Collateral } from '../../../contract/collateral.ts'
import { taggedResults } from '../../../contract/notes.ts'
import { Known, PeriodChoice, usePeriod } from '../../books/index.ts'
import { openDaySheet } from '../../day-sheet/index.ts'
import { moneyUnit, NONE } from '../../format/index.ts'
import { TagChoice, useNotes } from '../../notes/index.ts'
import { ReadStates, useEquityOver, useResults, useSession } from '../../queries/index.ts'
import { EmptyState, type KeyFigure, KeyFigures, Panel, Segmented, Table } from '../../ui/index.ts'
import { usePanelOption, useTableState } from '../../workspace/index.ts'
import { specOf } from './columns.tsx'
import { CURVES, type CurveOf, EquityCurve } from './equity-curve.tsx'
import { MESSAGES } from './messages.ts'
import styles from './results.module.css'

interface FiguresProps {
  readonly figures: readonly ResultFigures[]
  /** Null where there is nothing to explain yet, or the service does not tell enough. */
  readonly explainedIn: (collateral: Collateral) => Explained | null
}

/** The figures of a stretch of time, a row for each collateral. */
const Figures = ({ figures, explainedIn }: FiguresProps): ReactNode =>
  figures.map((one) => (
    <KeyFigures
      key={one.collateral}
      label={`Results in ${one.collateral}`}
      figures={figuresOf(one, explainedIn(one.collateral))}
    />
  ))

function figuresOf(figures: ResultFigures, explained: Explained | null): readonly KeyFigure[] {
  const { collateral, result, realised, fees, drawdown, trades, wins, profitFactor, averageWin, averageLoss } = figures
  return [
    { name: 'Result', unit: collateral, value: result, isGain: true, isMain: true },
    { name: 'Realized', value: realised, isGain: true },
    {
      name: 'Unrealized',
      value: explained?.unrealised ?? null,
      isGain: true,
      explanation: 'How much more is unrealized than as the period began, as far as samples go back',
    },
    { name: 'Fees', value: fees },
    {
      name: 'Transfers',
      value: explained === null ? null : namedTotal(explained),
      isGain: true,
      explanation: 'What came from outside or went there, by the names that you gave it',
    },
    {
      name: 'Unexplained',
      value: explained?.unexplained ?? null,
      isGain: true,
      explanation: 'What changed the money, and no fill, conversion or name explains',
    },
    { name: 'Largest fall', value: drawdown, isGain: true, explanation: "From the best day's end to a later one" },
    { name: 'Hit rate', value: { text: trades === 0 ? NONE : `${hitRate(wins, trades)} % of ${trades}` } },
    { name: 'Profit factor', value: profitFactor, explanation: 'What won, for each unit that was lost' },
    { name: 'Average win', value: averageWin, isGain: true },
    { name: 'Average loss', value: averageLoss, isGain: true },
  ]
}

/** Whole per cent: a share of a count. */
const hitRate = (wins: number, trades: number): number => Math.round((100 * wins) / trades)

const BY_OPTIONS = RESULTS_BY.map((value) => ({ value, label: value, name: `By ${value}` }))

const curveFrom = (kept: unknown): CurveOf => CURVES.find((one) => one === kept) ?? 'all'
const byFrom = (kept: unknown): ResultsBy => RESULTS_BY.find((by) => by === kept) ?? 'day'
const tagFrom = (kept: unknown): string | null => (typeof kept === 'string' ? kept : null)

export function ResultsPanel(): ReactNode {
  const period = usePeriod({ fallback: 'month', days: 'utc' })
  const [by, chooseBy] = usePanelOption('by', byFrom)
  const results = useResults(period.asked)
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
        <EmptyState>Sign in to see what your trades made.</EmptyState>
      )}
    </Panel>
  )
}

interface ResultsProps {
  readonly view: ResultsView
  readonly by: ResultsBy
  readonly period: AskedPeriod
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
  const explainedIn = (collateral: Collateral): Explained | null =>
    from === null || latest === null ? null : explained(from, latest, changes, collateral)
  // Money that came or went in a collateral in which nothing was traded has its row too.
  const figures = useMemo(() => {
    const also = COLLATERALS.filter((one) => changes.some((change) => collateralOfChange(change) === one))
    return resultFigures(days, outcomes, also)
  }, [days, changes, outcomes])
  return (
    <div className={styles.body}>
      <Figures figures={figures} explainedIn={explainedIn} />
      <EquityCurve results={view} equity={equity} of={curve} onChoose={chooseCurve} />
      <Known view={view} also={[unknownText(view.days)]} />
      {(tag !== null || notes.tags.length > 0) && (
        <p className={styles.words}>
          <TagChoice tags={notes.tags} value={tag} onChange={chooseTag} />
          {tag !== null && ` Figures and rows are of the days, buckets and markets whose note has #${tag}.`}
        </p>
      )}
      <Table
        label={`Results by ${by}`}
        spec={spec}
        rows={rows}
        {...table}
        {...(by === 'day' ? { onOpen: openDay } : {})}
      />
    </div>
  )
}

/** Opens the sheet of a row's day. */
const openDay = ({ time }: ResultRow): void => {
  if (time !== null) openDaySheet(time)
}

/** Closings that are in no sum, and settlements that nobody told. */
function unknownText(days: ResultsView['days']): string | null {
  const unknown = days.reduce((all, day) => all + day.unknown, 0)
  const computed = days.reduce((all, day) => all + day.computed, 0)
  const words = [
    unknown === 0
      ? null
      : `The result of ${unknown} closing${unknown === 1 ? '' : 's'} is not known and not in the sums.`,
    computed === 0
      ? null
      : `${computed} settlement${computed === 1 ? ' was' : 's were'} computed by the terminal (c.): the service wrote none as a fill.`,
  ].filter((one) => one !== null)
  return words.length === 0 ? null : words.join(' ')
}
