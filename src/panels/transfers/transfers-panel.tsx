/** The panel "Transfers and conversions": movements of money and shares other than fills. */
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { CHANGE_NAMES, type ChangeName, collateralOfChange, isUnexplained } from '../../../contract/books/index.ts'
import { COLLATERALS } from '../../../contract/collateral.ts'
import { add, type Money, padTo, trimZeros, ZERO } from '../../../contract/decimal.ts'
import type { TransfersView } from '../../../contract/equity.ts'
import { type ChosenPeriod, PeriodChoice, usePeriod } from '../../books/index.ts'
import { useCall } from '../../bridge/index.ts'
import { dayText, grouped, minuteText, momentText, moneyText, NONE, signedMoney } from '../../format/index.ts'
import { ReadStates, useSession, useTransfers } from '../../queries/index.ts'
import { Banner, EmptyState, Figure, Menu, type MenuEntry, Panel, Table, type TableSpec } from '../../ui/index.ts'
import { usePanelOption, useTableState } from '../../workspace/index.ts'
import { decimalColumn, textColumn, timeColumn } from '../columns.tsx'
import { MESSAGES } from './messages.ts'
import { KINDS, type MoveKind, type MoveRow, moveRows, movesWithin, rowName } from './rows.ts'
import styles from './transfers.module.css'

/** Names a balance change; null removes the name. */
const NamingContext = createContext<(id: string, as: ChangeName | null) => void>(() => undefined)

const CLOSE_LABELS = { transfer: 'Transfer', conversion: 'Conversion', change: 'Balance change' } as const

/** Money to the cent; what is converted are shares, with every digit. */
function amountText({ kind, amount, change }: MoveRow): string {
  if (amount === null) return NONE
  if (kind === 'conversion') return grouped(padTo(trimZeros(amount), 2))
  return change === null ? moneyText(amount) : signedMoney(amount)
}

function StateCell({ row }: { readonly row: MoveRow }): ReactNode {
  const name = useContext(NamingContext)
  const { change, state } = row
  if (change === null) return state
  const entry = (as: ChangeName): MenuEntry => ({
    id: as,
    label: MESSAGES.names[as],
    selected: change.as === as,
    onAction: () => name(change.id, as),
  })
  const none: MenuEntry = {
    id: 'none',
    label: 'Not named',
    selected: change.as === null,
    onAction: () => name(change.id, null),
  }
  return (
    <span className={styles.state}>
      <span className={change.as === null ? styles.unexplained : undefined}>{state}</span>
      <Menu label={`Name: ${rowName(row)}`} entries={[...CHANGE_NAMES.map(entry), none]}>
        {change.as === null ? 'Name' : 'Rename'}
      </Menu>
    </span>
  )
}

const SPEC: TableSpec<MoveRow> = {
  columns: [
    timeColumn('time', 'Time', 72, ({ at }) => at, {
      text: ({ at }) => momentText(at),
      fit: 'content',
      Cell: ({ row: { at } }) => <span title={momentText(at)}>{`${dayText(at)} ${minuteText(at)}`}</span>,
      stays: true,
    }),
    textColumn('kind', 'Kind', 92, ({ kind }) => CLOSE_LABELS[kind], { fit: 'content' }),
    textColumn('what', 'Details', 110, ({ what }) => what, { fit: 'wrap', stays: true }),
    decimalColumn('amount', 'Amount', 80, ({ amount }) => amount, {
      text: amountText,
      fit: 'content',
      Cell: ({ row }) => <span title={row.amount ?? undefined}>{amountText(row)}</span>,
      csv: ({ amount }) => (amount === null ? '' : trimZeros(amount)),
      stays: true,
    }),
    textColumn('unit', 'Currency', 64, ({ unit }) => unit, { fit: 'content' }),
    textColumn('state', 'State', 120, ({ state }) => state, {
      explanation: 'Status; for an unexplained change, your name for it.',
      fit: 'wrap',
      Cell: StateCell,
      stays: true,
    }),
  ],
  idOf: ({ id }) => id,
  nameOf: rowName,
  givesWay: ['unit', 'kind'],
}

type Shown = MoveKind | 'all'
const OPTIONS = [
  { value: 'all', label: 'All kinds' },
  { value: 'transfer', label: 'Transfers' },
  { value: 'conversion', label: 'Conversions' },
  { value: 'change', label: 'Balance changes' },
] as const
const NOTHING: { readonly [S in Shown]: string } = {
  all: 'No transfers or conversions',
  transfer: 'No transfers',
  conversion: 'No conversions',
  change: 'No balance changes',
}
const shownFrom = (kept: unknown): Shown => KINDS.find((kind) => kind === kept) ?? 'all'

export function TransfersPanel(): ReactNode {
  const read = useTransfers()
  const isSignedIn = useSession()?.identity != null
  const [shown, choose] = usePanelOption('kind', shownFrom)
  const period = usePeriod({ fallback: 'all', days: 'shown' })
  return (
    <Panel
      title="Transfers and conversions"
      lead={<PeriodChoice period={period} />}
      actions={<KindMenu shown={shown} onChoose={choose} />}
    >
      {isSignedIn ? (
        <ReadStates
          read={read}
          what="Transfers"
          skeletonRows={4}
          isEmpty={({ changes, conversions, notBooked, transfers }) =>
            changes.length + conversions.length + notBooked.length + transfers.length === 0
          }
          empty="No transfers, conversions or balance changes yet."
        >
          {(view) => <Moves view={view} shown={shown} period={period} />}
        </ReadStates>
      ) : (
        <EmptyState>Sign in to see transfers.</EmptyState>
      )}
    </Panel>
  )
}

interface KindMenuProps {
  readonly shown: Shown
  readonly onChoose: (shown: Shown) => void
}

function KindMenu({ shown, onChoose }: KindMenuProps): ReactNode {
  const text = OPTIONS.find(({ value }) => value === shown)?.label
  return (
    <Menu
      label={`Shown: ${text}`}
      entries={OPTIONS.map(({ value, label }) => ({
        id: value,
        label,
        selected: value === shown,
        onAction: () => onChoose(value),
      }))}
    >
      {text} ▾
    </Menu>
  )
}

interface MovesProps {
  readonly view: TransfersView
  readonly shown: Shown
  readonly period: ChosenPeriod
}

function Moves({ view: all, shown, period }: MovesProps): ReactNode {
  const call = useCall()
  const table = useTableState('transfers')
  const [failure, setFailure] = useState<string | null>(null)
  const view = useMemo(() => movesWithin(all, period.asked), [all, period.asked])
  const rows = useMemo(() => moveRows(view).filter(({ kind }) => shown === 'all' || kind === shown), [view, shown])
  const name = useCallback(
    (id: string, as: ChangeName | null) => {
      setFailure(null)
      call('renameBalanceChange', { id, as }).catch((error: Error) => setFailure(error.message))
    },
    [call],
  )
  return (
    <div className={styles.body}>
      <Totals view={view} />
      {failure !== null && <Banner tone="error">Name not saved: {failure}</Banner>}
      <NamingContext value={name}>
        {rows.length === 0 ? (
          <EmptyState>{period.nothing(NOTHING[shown], `${NOTHING[shown]} yet.`)}</EmptyState>
        ) : (
          <Table label="Transfers and conversions" spec={SPEC} rows={rows} {...table} />
        )}
      </NamingContext>
    </div>
  )
}

/** Deposits and withdrawals, and the unexplained part: always shown. */
function Totals({ view: { changes, notBooked } }: { readonly view: TransfersView }): ReactNode {
  const sums = COLLATERALS.map((collateral) => {
    const own = changes.filter((change) => collateralOfChange(change) === collateral && change.cause !== 'moved')
    const sum = (of: (typeof own)[number][]): Money =>
      of.reduce<Money>((all, { amount }) => add(all, amount), ZERO as Money)
    return {
      collateral,
      named: sum(own.filter((one) => !isUnexplained(one))),
      unexplained: sum(own.filter(isUnexplained)),
      isNone: own.length === 0,
    }
  })
  return (
    <dl className={styles.totals} aria-label={MESSAGES.totals}>
      {sums
        .filter(({ isNone, collateral }) => !isNone || collateral === 'USDC')
        .flatMap(({ collateral, named, unexplained }) => [
          <Total key={`${collateral} named`} name={MESSAGES.totalNamed(collateral)} value={named} />,
          <Total key={`${collateral} unexplained`} name={MESSAGES.totalUnexplained(collateral)} value={unexplained} />,
        ])}
      {notBooked.length > 0 && (
        <div>
          <dt>{MESSAGES.notBooked}</dt>
          <dd>{notBooked.length}</dd>
        </div>
      )}
    </dl>
  )
}

const Total = ({ name, value }: { readonly name: string; readonly value: Money }): ReactNode => (
  <div>
    <dt>{name}</dt>
    <dd>
      <Figure value={value} places="money" sign="gain" />
    </dd>
  </div>
)
