/** Records in a table that reads pages, with the sums of all that matches over it. */
import { type ReactNode, useEffect, useMemo } from 'react'
import { type Decimal, trimZeros } from '../../contract/decimal.ts'
import type { PastKind, PastQuery, PastReach, PastRowOf, PastTotal, PastTotals, PastView } from '../../contract/past.ts'
import { momentText } from '../format/index.ts'
import { usePast, usePastView } from '../queries/index.ts'
import {
  Banner,
  EmptyState,
  ErrorState,
  Figure,
  Skeleton,
  Table,
  type TablePages,
  type TableSpec,
} from '../ui/index.ts'
import styles from './past.module.css'
import type { PastTable } from './use-past-table.ts'

interface TotalsProps {
  readonly totals: PastTotals | undefined
  /** What the size of the kind is called: `Traded`, `Filled`. */
  readonly tradedName: string
  /** What the result is called: `Realized`, `Result`. */
  readonly realisedName: string
}

interface OneProps {
  readonly name: string
  readonly value: Decimal | null
  readonly unit?: string
  readonly isGain?: boolean
  /** How many rows lack it. */
  readonly unknown?: number
}

/** What rows and their sums are called. */
export interface RowText {
  /** Their sizes together: `Traded`, `Filled`. */
  readonly traded: string
  /** Their results together: `Realized`, `Result`. */
  readonly realised: string
  /** What did not happen in a period: `No fill`. */
  readonly none: string
  /** The sentence where it never did. */
  readonly ever: string
}

interface PastRowsProps<K extends PastKind> {
  readonly kind: K
  /** Accessible name of the table. */
  readonly label: string
  readonly spec: TableSpec<PastRowOf<K>>
  readonly past: PastTable<K>
  readonly words: RowText
  readonly onOpen?: (row: PastRowOf<K>) => void
  /** Whoever shows the rows tells the figures of the whole period and how far back it is known: sums are shown of a part alone. */
  readonly isToldAbove?: boolean
}

export function PastRows<K extends PastKind>(props: PastRowsProps<K>): ReactNode {
  const { kind, label, spec, past, words, onOpen, isToldAbove = false } = props
  const { query, table, period, giveOut } = past
  const read = usePast<K>(query)
  const view = usePastView()
  const { rows, asked, isPending, isLoading, isSlow, failure, totals, fresh, more, again } = read
  const all = totals?.count ?? null
  const doing = isSlow.page ? doingText(query, spec.columns) : isSlow.sums ? 'adding up' : null
  const pages = useMemo<TablePages>(
    () => ({ asked, all, isLoading, doing, onNearEnd: more, fresh, onFresh: again, failure }),
    [asked, all, isLoading, doing, more, fresh, again, failure],
  )
  const hasOnlyFresh = rows.length === 0 && fresh > 0
  useEffect(() => {
    // No table is there to show them by itself.
    if (hasOnlyFresh) again()
  }, [hasOnlyFresh, again])
  const isPart = query.filter.trim() !== '' || query.family !== null
  return (
    <div className={styles.body}>
      {(isPart || !isToldAbove) && <Totals totals={totals} tradedName={words.traded} realisedName={words.realised} />}
      <Told view={view} kind={kind} hasReach={!isToldAbove} />
      {giveOut.failure !== null && (
        <Banner tone="error" title={`${label} were not given out`}>
          {giveOut.failure}
        </Banner>
      )}
      {isPending ? (
        <Skeleton rows={4} label={`Loading ${label.toLowerCase()}`} />
      ) : failure !== null && rows.length === 0 ? (
        <ErrorState title={`${label} could not be read`} message={failure} onRetry={again} />
      ) : rows.length === 0 && !isPart && !isLoading ? (
        <EmptyState>{period.nothing(words.none, words.ever)}</EmptyState>
      ) : (
        <div className={styles.table}>
          <Table
            label={label}
            spec={spec}
            rows={rows}
            pages={pages}
            {...table}
            {...(onOpen === undefined ? {} : { onEnter: onOpen, onDouble: onOpen })}
          />
        </div>
      )}
    </div>
  )
}

/** What a page is waited for by, for who waits. */
function doingText(
  { filter, sort }: Pick<PastQuery, 'filter' | 'sort'>,
  columns: readonly { readonly id: string; readonly title: string }[],
): string {
  const parts = [
    ...(filter.trim() === '' ? [] : [`looking for “${filter.trim()}”`]),
    ...(sort.column === 'time' ? [] : [`sorting by ${columns.find(({ id }) => id === sort.column)?.title}`]),
  ]
  return parts.length === 0 ? 'reading' : parts.join(', ')
}

interface ToldProps {
  readonly view: PastView | undefined
  readonly kind: PastKind
  readonly hasReach: boolean
}

/** How far back the records reach, while that is not everything; and files that are being written. */
function Told({ view, kind, hasReach }: ToldProps): ReactNode {
  if (view === undefined) return null
  const words = hasReach ? [reachText(kind === 'orders' ? view.orders : view.fills, view.isReading)] : []
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

function reachText({ since, isWhole }: PastReach, isReading: boolean): string | null {
  if (isWhole) return null
  const reading = isReading ? ' Older ones are being read.' : ''
  if (since === null) return `How far back these reach is not known yet.${reading}`
  return `Complete since ${momentText(since)}.${reading}`
}

/** The sums of all that matches, a line for each collateral. */
function Totals({ totals, tradedName, realisedName }: TotalsProps): ReactNode {
  if (totals === undefined || totals.totals.length === 0) return null
  return (
    <div className={styles.totals}>
      {totals.totals.map((total) => (
        <Total key={total.collateral} total={total} tradedName={tradedName} realisedName={realisedName} />
      ))}
    </div>
  )
}

function Total({
  total,
  tradedName,
  realisedName,
}: Omit<TotalsProps, 'totals'> & { readonly total: PastTotal }): ReactNode {
  const { collateral, realised, realisedUnknown, fees, feesUnknown, traded } = total
  return (
    <dl className={styles.total} aria-label={`Sums in ${collateral}`}>
      <One name={realisedName} value={realised} unit={collateral} isGain unknown={realisedUnknown} />
      <One name="Fees" value={fees} unit={collateral} unknown={feesUnknown} />
      <One name={tradedName} value={traded} {...(fees === null ? { unit: `in ${collateral} markets` } : {})} />
    </dl>
  )
}

const One = ({ name, value, unit, isGain = false, unknown = 0 }: OneProps): ReactNode =>
  value !== null && (
    <div>
      <dt>{name}</dt>
      <dd>
        <Figure value={trimZeros(value)} places={2} sign={isGain ? 'gain' : 'plain'} unit={unit} />
        {unknown > 0 && ` and ${unknown} not known`}
      </dd>
    </div>
  )
