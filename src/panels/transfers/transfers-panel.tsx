/** The panel "Transfers and conversions". */

import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { type ChangeName, collateralOfChange, isUnexplained } from '../../../contract/books/index.ts'
import { COLLATERALS } from '../../../contract/collateral.ts'
import { add, type Money, signOf, toPlaces, trimZeros, ZERO } from '../../../contract/decimal.ts'
import type { TransfersView } from '../../../contract/equity.ts'
import { type ChosenPeriod, PeriodChoice, usePeriod } from '../../books/index.ts'
import { useCall } from '../../bridge/index.ts'
import { ReadStates, useSession, useTransfers } from '../../queries/index.ts'
import { Banner, EmptyState, Figure, Menu, Panel, Table } from '../../ui/index.ts'
import { usePanelOption, useTableState } from '../../workspace/index.ts'
import { NamingContext, SPEC } from './columns.tsx'
import { MESSAGES } from './messages.ts'
import { KINDS, type MoveKind, moveRows, movesWithin } from './rows.ts'
import styles from './transfers.module.css'

type Shown = MoveKind | 'all'
const OPTIONS = [
  { value: 'all', label: 'All kinds' },
  { value: 'transfer', label: 'Transfers' },
  { value: 'conversion', label: 'Conversions' },
  { value: 'change', label: 'Balance changes' },
] as const
const NOTHING: { readonly [S in Shown]: string } = {
  all: 'Nothing moved but by trading',
  transfer: 'Nothing was transferred',
  conversion: 'Nothing was converted',
  change: 'No balance changed but by trading',
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
          empty="Nothing moved but by trading. Transfers, conversions, and what comes from outside stand here."
        >
          {(view) => <Moves view={view} shown={shown} period={period} />}
        </ReadStates>
      ) : (
        <EmptyState>Sign in to see what moved.</EmptyState>
      )}
    </Panel>
  )
}

interface KindMenuProps {
  readonly shown: Shown
  readonly onChoose: (shown: Shown) => void
}

function KindMenu({ shown, onChoose }: KindMenuProps): ReactNode {
  const words = OPTIONS.find(({ value }) => value === shown)?.label
  return (
    <Menu
      label={`Shown: ${words}`}
      entries={OPTIONS.map(({ value, label }) => ({
        id: value,
        label,
        selected: value === shown,
        onAction: () => onChoose(value),
      }))}
    >
      {words} ▾
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
      {failure !== null && <Banner tone="error">The name was not kept: {failure}</Banner>}
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

/** What came and went, and what of it nobody has explained: always shown. */
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
      <Figure
        value={signOf(value) === 0 ? toPlaces(value, 2) : trimZeros(value)}
        places={2}
        sign={signOf(value) === 0 ? 'plain' : 'gain'}
      />
    </dd>
  </div>
)
