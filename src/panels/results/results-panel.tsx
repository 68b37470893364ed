/** The panel "P&L". */
import { type ReactNode, useMemo } from 'react'
import { RESULTS_BY, type ResultRow, type ResultsBy, resultFigures, resultRows } from '../../../contract/books/index.ts'
import { PERIODS, type Period, type ResultsView } from '../../../contract/books-view.ts'
import { taggedResults } from '../../../contract/notes.ts'
import { openDaySheet } from '../../day-sheet/index.ts'
import { momentText } from '../../format/index.ts'
import { TagChoice, useNotes } from '../../notes/index.ts'
import { ReadStates, useResults, useSession } from '../../queries/index.ts'
import { EmptyState, Panel, Segmented, Table } from '../../ui/index.ts'
import { usePanelOption, useTableState } from '../../workspace/index.ts'
import { specOf } from './columns.tsx'
import { Figures } from './figures.tsx'
import styles from './results.module.css'

const PERIOD_OPTIONS = [
  { value: 'day', label: 'Today' },
  { value: 'week', label: 'Week', name: '7 days' },
  { value: 'month', label: 'Month', name: '30 days' },
  { value: 'all', label: 'All' },
] as const
const BY_OPTIONS = RESULTS_BY.map((value) => ({ value, label: value, name: `By ${value}` }))
const EMPTY = {
  day: 'No fill today.',
  week: 'No fill in these seven days.',
  month: 'No fill in these thirty days.',
  all: 'No fill yet. What every trade made stands here from the first one on.',
} as const

/** What was kept of the choice, or what holds unless it was made. */
const oneOf =
  <Value extends string>(values: readonly Value[], usual: Value) =>
  (kept: unknown): Value =>
    values.find((value) => value === kept) ?? usual

const periodFrom = oneOf(PERIODS, 'month')
const byFrom = oneOf(RESULTS_BY, 'day')
const tagFrom = (kept: unknown): string | null => (typeof kept === 'string' ? kept : null)

export function ResultsPanel(): ReactNode {
  const [period, choosePeriod] = usePanelOption('period', periodFrom)
  const [by, chooseBy] = usePanelOption('by', byFrom)
  const results = useResults(period)
  const isSignedIn = useSession()?.identity != null
  return (
    <Panel
      title="P&L"
      lead={
        <Segmented<Period> look="plain" label="Time" options={PERIOD_OPTIONS} value={period} onChange={choosePeriod} />
      }
      actions={<Segmented<ResultsBy> look="plain" label="Rows" options={BY_OPTIONS} value={by} onChange={chooseBy} />}
    >
      {isSignedIn ? (
        <ReadStates
          read={results}
          what="Results"
          skeletonRows={4}
          isEmpty={({ days, isWhole }) => days.length === 0 && isWhole}
          empty={EMPTY[period]}
        >
          {(view) => <Results view={view} by={by} />}
        </ReadStates>
      ) : (
        <EmptyState>Sign in to see what your trades made.</EmptyState>
      )}
    </Panel>
  )
}

function Results({ view, by }: { readonly view: ResultsView; readonly by: ResultsBy }): ReactNode {
  const table = useTableState(`results ${by}`)
  const notes = useNotes()
  const [tag, chooseTag] = usePanelOption('tag', tagFrom)
  const days = useMemo(() => (tag === null ? view.days : taggedResults(view.days, notes.all, tag)), [view, notes, tag])
  const rows = useMemo(() => resultRows(days, by), [days, by])
  const figures = useMemo(() => resultFigures(days), [days])
  const spec = useMemo(() => specOf(by, notes.textOf), [by, notes])
  return (
    <div className={styles.body}>
      <Figures figures={figures} />
      <Told view={view} />
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

/** What the figures lack. */
function Told({ view: { days, since, reachesBack, isWhole } }: { readonly view: ResultsView }): ReactNode {
  const unknown = days.reduce((all, day) => all + day.unknown, 0)
  const computed = days.reduce((all, day) => all + day.computed, 0)
  const words = [
    isWhole ? null : 'Being worked out: the latest fills are missing.',
    reachesBack || since === null
      ? null
      : `Every fill since ${momentText(since)} is in it; of those before only what was read.`,
    since === null ? 'Which fills are missing is not known: the history could not be read yet.' : null,
    unknown === 0
      ? null
      : `The result of ${unknown} closing${unknown === 1 ? '' : 's'} is not known and not in the sums.`,
    computed === 0
      ? null
      : `${computed} settlement${computed === 1 ? ' was' : 's were'} computed by the terminal (c.): the service wrote none as a fill.`,
  ].filter((one) => one !== null)
  return words.length === 0 ? null : (
    <p className={styles.words} role="status">
      {words.join(' ')}
    </p>
  )
}
