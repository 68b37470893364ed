/** A panel of records: period, family, totals, the table that reads pages, and CSV of all matches. */
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { Family } from '../../contract/account.ts'
import type { PeriodInput } from '../../contract/books-view.ts'
import { type Decimal, trimZeros } from '../../contract/decimal.ts'
import { FAMILY_RULES } from '../../contract/family-rules.ts'
import { FAMILIES } from '../../contract/market-ref.ts'
import {
  type ExportedPast,
  PAST_SORTS,
  type PastKind,
  type PastQuery,
  type PastReach,
  type PastRowOf,
  type PastTotal,
  type PastTotals,
  type PastView,
} from '../../contract/past.ts'
import { type ChosenPeriod, PeriodChoice, usePeriod } from '../books/index.ts'
import { errorText } from '../bridge/index.ts'
import { momentText } from '../format/index.ts'
import { usePast, usePastExport, usePastView, useSession } from '../queries/index.ts'
import {
  Banner,
  Button,
  EmptyState,
  ErrorState,
  Figure,
  Menu,
  Panel,
  Skeleton,
  Table,
  type TablePages,
  type TableSpec,
  type TableState,
} from '../ui/index.ts'
import { usePanelOption, useTableState } from '../workspace/index.ts'
import styles from './past.module.css'

/** Exports records as a file: one at a time, with its error. `span` is the period in the file's name. */
interface GivingOut {
  readonly isUnderWay: boolean
  /** Why the last file was not written. */
  readonly failure: string | null
  readonly begin: () => void
}

type FamilyChoice = Family | 'every'
/** The query of a table of records: the panel's period and family, and its sort and filter; and the matching export. */
const FAMILY_OPTIONS: readonly { readonly value: FamilyChoice; readonly label: string }[] = [
  { value: 'every', label: 'All families' },
  ...FAMILIES.map((value) => ({ value, label: FAMILY_RULES[value].name })),
]

type QueryOf<K extends PastKind> = Extract<PastQuery, { readonly kind: K }>

export interface PastTable<K extends PastKind> {
  readonly period: ChosenPeriod
  readonly family: FamilyChoice
  readonly chooseFamily: (choice: FamilyChoice) => void
  readonly query: QueryOf<K>
  readonly table: ReturnType<typeof useTableState>
  readonly giveOut: GivingOut
}

const familyFrom = (kept: unknown): FamilyChoice => FAMILY_OPTIONS.find(({ value }) => value === kept)?.value ?? 'every'

/** @param name name of the table within the panel */
export function usePastTable<K extends PastKind>(kind: K, period: ChosenPeriod, name: string = kind): PastTable<K> {
  const [family, chooseFamily] = usePanelOption('family', familyFrom)
  const table = useTableState(name)
  const { sort, filter } = table.state
  const query = useMemo(
    () => queryOf(kind, { period: period.asked, family: family === 'every' ? null : family, filter, sort }),
    [kind, period.asked, family, filter, sort],
  )
  const giveOut = useExport(usePastExport(), query, period.inFileName)
  return { period, family, chooseFamily, query, table, giveOut }
}

const NEWEST = { column: 'time', direction: 'descending' } as const

/** Unsorted, the newest come first. */
function queryOf<K extends PastKind>(
  kind: K,
  { sort, ...rest }: { period: PeriodInput; family: Family | null; filter: string; sort: TableState['sort'] },
): QueryOf<K> {
  const columns: readonly string[] = PAST_SORTS[kind]
  // The saved sort may name a column that rows cannot be sorted by.
  const order = sort !== null && columns.includes(sort.column) ? sort : NEWEST
  return {
    kind,
    asset: null,
    ...rest,
    sort: order,
    ...(kind === 'fills' ? { oid: null } : {}),
  } as unknown as QueryOf<K>
}

function useExport(
  write: (query: PastQuery, span: string) => Promise<ExportedPast>,
  query: PastQuery,
  span: string,
): GivingOut {
  const [isUnderWay, setUnderWay] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  return {
    isUnderWay,
    failure,
    begin() {
      if (isUnderWay) return
      setUnderWay(true)
      setFailure(null)
      write(query, span)
        .then(
          () => undefined,
          (error: unknown) => setFailure(errorText(error)),
        )
        .finally(() => setUnderWay(false))
        .catch(() => undefined)
    },
  }
}

/** At the end of the head of a panel of records: the family, and the export of all matches. */
export function PastActions<K extends PastKind>({ past }: { readonly past: PastTable<K> }): ReactNode {
  const isSignedIn = useSession()?.identity != null
  const { family, chooseFamily, giveOut } = past
  const text = FAMILY_OPTIONS.find(({ value }) => value === family)?.label
  return (
    <>
      <Menu
        label={`Family: ${text}`}
        entries={FAMILY_OPTIONS.map(({ value, label }) => ({
          id: value,
          label,
          selected: value === family,
          onAction: () => chooseFamily(value),
        }))}
      >
        {family === 'every' ? (
          <>
            <span className={styles.wholeText}>{text}</span>
            <span className={styles.shortText}>Family</span>
          </>
        ) : (
          text
        )}{' '}
        ▾
      </Menu>
      <Button
        size="small"
        disabled={!isSignedIn}
        aria-busy={giveOut.isUnderWay}
        title="Export all matching rows to a file"
        onClick={giveOut.begin}
      >
        CSV…
      </Button>
    </>
  )
}

interface OneProps {
  readonly name: string
  readonly value: Decimal | null
  readonly unit?: string
  readonly places?: number | 'money'
  readonly isGain?: boolean
  /** How many rows lack it. */
  readonly unknown?: number
}

/** Labels of rows and their totals. */
interface RowText {
  /** Their total size: `Traded`, `Filled`. */
  readonly traded: string
  /** Their total result: `Realized`, `Result`. */
  readonly realised: string
  /** The empty text for a period: `No fills`. */
  readonly none: string
  /** The sentence where there was never any. */
  readonly ever: string
}

interface PastRowsProps<K extends PastKind> {
  readonly kind: K
  /** Accessible name of the table. */
  readonly label: string
  readonly spec: TableSpec<PastRowOf<K>>
  readonly past: PastTable<K>
  readonly text: RowText
  /** A row was opened: double-clicked, or Enter on it. */
  readonly onOpen?: (row: PastRowOf<K>) => void
  /** Whether the parent shows the figures of the whole period and how far back it is known: totals are then shown only for a filtered part. */
  readonly hasTotalsAbove?: boolean
}

/** Records in a table that reads pages, with the totals of all matches above it. */
export function PastRows<K extends PastKind>(props: PastRowsProps<K>): ReactNode {
  const { kind, label, spec, past, text: texts, onOpen, hasTotalsAbove = false } = props
  const { query, table, period, giveOut } = past
  const read = usePast<K>(query)
  const view = usePastView()
  const { rows, asked, isPending, isLoading, isSlow, failure, totals, fresh, more, again } = read
  const all = totals?.count ?? null
  const doing = isSlow.page ? doingText(query, spec.columns) : isSlow.sums ? 'adding up' : null
  const pages = useMemo<TablePages>(
    () => ({ queryKey: asked, all, isLoading, doing, onNearEnd: more, fresh, onFresh: again, failure }),
    [asked, all, isLoading, doing, more, fresh, again, failure],
  )
  const hasOnlyFresh = rows.length === 0 && fresh > 0
  useEffect(() => {
    // There is no table to show them by itself.
    if (hasOnlyFresh) again()
  }, [hasOnlyFresh, again])
  const isPart = query.filter.trim() !== '' || query.family !== null
  return (
    <div className={styles.body}>
      {(isPart || !hasTotalsAbove) && <Totals totals={totals} text={texts} />}
      <PastNotes view={view} kind={kind} hasReach={!hasTotalsAbove} />
      {giveOut.failure !== null && (
        <Banner tone="error" title={`${label} not exported`}>
          {giveOut.failure}
        </Banner>
      )}
      {isPending ? (
        <Skeleton rows={4} label={`Loading: ${label}`} />
      ) : failure !== null && rows.length === 0 ? (
        <ErrorState title={`${label} could not be read`} message={failure} onRetry={again} />
      ) : rows.length === 0 && !isPart && !isLoading ? (
        <EmptyState>{period.nothing(texts.none, texts.ever)}</EmptyState>
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

/** The pending operation, for a slow page. */
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

interface TotalsProps {
  readonly totals: PastTotals | undefined
  readonly text: RowText
}

interface PastNotesProps {
  readonly view: PastView | undefined
  readonly kind: PastKind
  readonly hasReach: boolean
}

/** How far back the records reach, unless that is everything; and pending file exports. */
function PastNotes({ view, kind, hasReach }: PastNotesProps): ReactNode {
  if (view === undefined) return null
  const terms = hasReach ? [reachText(kind === 'orders' ? view.orders : view.fills, view.isReading)] : []
  for (const one of view.exports) {
    if (one.kind === kind) terms.push(`Exporting: ${one.written} of ${one.all} rows.`)
  }
  const notes = terms.filter((one) => one !== null)
  return notes.length === 0 ? null : (
    <p className={styles.prose} role="status">
      {notes.join(' ')}
    </p>
  )
}

function reachText({ since, isWhole }: PastReach, isReading: boolean): string | null {
  if (isWhole) return null
  return [
    since === null ? 'History still loading.' : `Complete since ${momentText(since)}.`,
    ...(isReading ? ['Loading older records.'] : []),
  ].join(' ')
}

/** The totals of all matches, a line per collateral. */
function Totals({ totals, text: texts }: TotalsProps): ReactNode {
  if (totals === undefined || totals.totals.length === 0) return null
  return (
    <div className={styles.totals}>
      {totals.totals.map((total) => (
        <Total key={total.collateral} total={total} text={texts} />
      ))}
    </div>
  )
}

function Total({ total, text: texts }: Pick<TotalsProps, 'text'> & { readonly total: PastTotal }): ReactNode {
  const { collateral, realised, realisedUnknown, fees, feesUnknown, traded } = total
  return (
    <dl className={styles.total} aria-label={`Sums in ${collateral}`}>
      <One name={texts.realised} value={realised} unit={collateral} isGain unknown={realisedUnknown} />
      <One name="Fees" value={fees} unit={collateral} unknown={feesUnknown} />
      <One
        name={texts.traded}
        value={traded === null ? null : trimZeros(traded)}
        places={2}
        {...(fees === null ? { unit: `in ${collateral} markets` } : {})}
      />
    </dl>
  )
}

const One = ({ name, value, unit, places = 'money', isGain = false, unknown = 0 }: OneProps): ReactNode =>
  value !== null && (
    <div>
      <dt>{name}</dt>
      <dd>
        <Figure value={value} places={places} sign={isGain ? 'gain' : 'plain'} unit={unit} />
        {unknown > 0 && ` and ${unknown} unknown`}
      </dd>
    </div>
  )

interface PastPanelProps<K extends PastKind> extends Pick<PastRowsProps<K>, 'kind' | 'spec' | 'text' | 'onOpen'> {
  /** On its tab: `Fills`. */
  readonly title: string
}

export function PastPanel<K extends PastKind>({
  kind,
  title,
  spec,
  text: message,
  onOpen,
}: PastPanelProps<K>): ReactNode {
  const past = usePastTable(kind, usePeriod({ fallback: 'all', days: 'shown' }))
  const isSignedIn = useSession()?.identity != null
  return (
    <Panel title={title} lead={<PeriodChoice period={past.period} />} actions={<PastActions past={past} />}>
      {isSignedIn ? (
        <PastRows kind={kind} label={title} spec={spec} past={past} text={message} {...(onOpen && { onOpen })} />
      ) : (
        <EmptyState>Sign in to see your records.</EmptyState>
      )}
    </Panel>
  )
}
