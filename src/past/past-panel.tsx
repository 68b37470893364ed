/** The frame of a panel of records: period, family, sums, the table that reads pages, and CSV of all that matches. */
import { type ReactNode, useEffect, useMemo } from 'react'
import type { Family } from '../../contract/account.ts'
import type { AskedPeriod } from '../../contract/books-view.ts'
import type { Decimal } from '../../contract/decimal.ts'
import type { PastKind, PastQuery, PastReach, PastRowOf, PastTotals, PastView } from '../../contract/past.ts'
import { type ChosenPeriod, PeriodChoice, usePeriod } from '../books/index.ts'
import { grouped, momentText, utcDateText } from '../format/index.ts'
import { usePast, usePastExport, usePastView, useSession } from '../queries/index.ts'
import {
  Banner,
  Button,
  EmptyState,
  ErrorState,
  Menu,
  Panel,
  Skeleton,
  Table,
  type TablePages,
  type TableSpec,
} from '../ui/index.ts'
import { usePanelOption, useTableState } from '../workspace/index.ts'
import styles from './past.module.css'
import { Totals } from './totals.tsx'
import { useExport } from './use-export.ts'

interface PastPanelProps<K extends PastKind> {
  readonly kind: K
  /** On its tab: `Fills`. */
  readonly title: string
  readonly spec: TableSpec<PastRowOf<K>>
  /** What is asked before anything was sorted. */
  readonly tradedName: string
  readonly realisedName: string
  /** What did not happen in a period (`No fill`), and the sentence where it never did. */
  readonly empty: { readonly none: string; readonly ever: string }
  /** A row was opened: pressed twice, or Enter on it. */
  readonly onOpen?: (row: PastRowOf<K>) => void
  /** Over the table. */
  readonly children?: ReactNode
}

const FAMILY_OPTIONS = [
  { value: 'every', label: 'All families' },
  { value: 'scalar', label: 'Scalar' },
  { value: 'binary', label: 'Binary' },
  { value: 'outcome', label: 'Outcomes' },
] as const
type FamilyChoice = (typeof FAMILY_OPTIONS)[number]['value']

const familyFrom = (kept: unknown): FamilyChoice => FAMILY_OPTIONS.find(({ value }) => value === kept)?.value ?? 'every'

export function PastPanel<K extends PastKind>(props: PastPanelProps<K>): ReactNode {
  const { kind, title, spec } = props
  const period = usePeriod({ fallback: 'all', days: 'shown' })
  const [choice, chooseFamily] = usePanelOption('family', familyFrom)
  const table = useTableState(kind)
  const isSignedIn = useSession()?.identity != null
  const { sort, filter } = table.state
  const query = useMemo(
    () => queryOf(kind, { period: period.asked, family: choice === 'every' ? null : choice, filter, sort }),
    [kind, period.asked, choice, filter, sort],
  )
  const giveOut = useExport(usePastExport(), query, period.inFileName)
  return (
    <Panel
      title={title}
      lead={<PeriodChoice period={period} />}
      actions={
        <>
          <FamilyMenu choice={choice} onChoose={chooseFamily} />
          <Button
            size="small"
            disabled={!isSignedIn}
            aria-busy={giveOut.isUnderWay}
            title="Writes everything that matches to a file"
            onClick={giveOut.begin}
          >
            CSV…
          </Button>
        </>
      }
    >
      {isSignedIn ? (
        <Rows {...props} query={query} spec={spec} table={table} period={period} giveOut={giveOut} />
      ) : (
        <EmptyState>Sign in to see your records.</EmptyState>
      )}
    </Panel>
  )
}

interface FamilyMenuProps {
  readonly choice: FamilyChoice
  readonly onChoose: (choice: FamilyChoice) => void
}

function FamilyMenu({ choice, onChoose }: FamilyMenuProps): ReactNode {
  const words = FAMILY_OPTIONS.find(({ value }) => value === choice)?.label
  return (
    <Menu
      label={`Family: ${words}`}
      entries={FAMILY_OPTIONS.map(({ value, label }) => ({
        id: value,
        label,
        selected: value === choice,
        onAction: () => onChoose(value),
      }))}
    >
      {words} ▾
    </Menu>
  )
}

type QueryOf<K extends PastKind> = Extract<PastQuery, { readonly kind: K }>

/** Unsorted, the newest stand first. */
function queryOf<K extends PastKind>(
  kind: K,
  { sort, ...asked }: { period: AskedPeriod; family: Family | null; filter: string; sort: object | null },
): QueryOf<K> {
  const order = sort ?? { column: 'time', direction: 'descending' }
  return {
    kind,
    asset: null,
    ...asked,
    sort: order,
    ...(kind === 'fills' ? { oid: null } : {}),
  } as unknown as QueryOf<K>
}

interface RowsProps<K extends PastKind> extends PastPanelProps<K> {
  readonly query: QueryOf<K>
  readonly table: ReturnType<typeof useTableState>
  readonly period: ChosenPeriod
  readonly giveOut: ReturnType<typeof useExport>
}

function Rows<K extends PastKind>(props: RowsProps<K>): ReactNode {
  const { kind, title, spec, query, table, period, empty, tradedName, realisedName, onOpen, giveOut, children } = props
  const read = usePast<K>(query)
  const view = usePastView()
  const { rows, asked, isPending, isLoading, failure, totals, fresh, more, again } = read
  const summed = totals?.summed ?? null
  const all = totals === undefined ? null : totals.count - (summed?.count ?? 0)
  const pages = useMemo<TablePages>(
    () => ({ asked, all, isLoading, onNearEnd: more, fresh, onFresh: again, failure }),
    [asked, all, isLoading, more, fresh, again, failure],
  )
  const hasOnlyFresh = rows.length === 0 && fresh > 0
  useEffect(() => {
    // No table is there to show them by itself.
    if (hasOnlyFresh) again()
  }, [hasOnlyFresh, again])
  const isFiltered = query.filter.trim() !== '' || query.family !== null
  return (
    <div className={styles.body}>
      <Totals totals={totals} tradedName={tradedName} realisedName={realisedName} />
      <Reach view={view} kind={kind} />
      {giveOut.failure !== null && (
        <Banner tone="error" title={`${title} were not given out`}>
          {giveOut.failure}
        </Banner>
      )}
      {children}
      {isPending ? (
        <Skeleton rows={4} label={`Loading ${title.toLowerCase()}`} />
      ) : failure !== null && rows.length === 0 ? (
        <ErrorState title={`${title} could not be read`} message={failure} onRetry={again} />
      ) : rows.length === 0 && !isFiltered && !isLoading ? (
        <EmptyState>
          {summed === null ? period.nothing(empty.none, empty.ever) : 'None is kept one by one any more.'}
        </EmptyState>
      ) : (
        <div className={styles.table}>
          <Table
            label={title}
            spec={spec}
            rows={rows}
            pages={pages}
            {...table}
            {...(onOpen === undefined ? {} : { onEnter: onOpen, onDouble: onOpen })}
          />
        </div>
      )}
      {summed !== null && <Summed summed={summed} nouns={kind === 'fills' ? ['fill', 'fills'] : ['order', 'orders']} />}
    </div>
  )
}

interface SummedProps {
  readonly summed: NonNullable<PastTotals['summed']>
  /** One of them, and several. */
  readonly nouns: readonly [one: string, several: string]
}

/** What matches and is in the sums alone. */
const Summed = ({ summed: { count, before }, nouns: [one, several] }: SummedProps): ReactNode => (
  <p className={styles.words} role="status">
    {`And ${grouped(String(count) as Decimal)} ${count === 1 ? one : several} before ${utcDateText(before)} that ${
      count === 1 ? 'is' : 'are'
    } no longer kept one by one: the sums count ${count === 1 ? 'it' : 'them'}, a search by id does not.`}
  </p>
)

/** How far back the records reach, while that is not everything; and files that are being written. */
function Reach({ view, kind }: { readonly view: PastView | undefined; readonly kind: PastKind }): ReactNode {
  if (view === undefined) return null
  const words = [reachWords(kind === 'orders' ? view.orders : view.fills, view.isReading)]
  for (const one of view.exports) {
    if (one.kind === kind) words.push(`Writing a file: ${one.written} of ${one.all} rows.`)
  }
  const told = words.filter((one) => one !== null)
  return told.length === 0 ? null : (
    <p className={styles.words} role="status">
      {told.join(' ')}
    </p>
  )
}

function reachWords({ since, isWhole }: PastReach, isReading: boolean): string | null {
  if (isWhole) return null
  const reading = isReading ? ' Older ones are being read.' : ''
  if (since === null) return `How far back these reach is not known yet.${reading}`
  return `Complete since ${momentText(since)}.${reading}`
}
