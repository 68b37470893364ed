/** The panel "Trade log": every trade from its opening to its end, with its result and its excursions. */

import { type ReactNode, useMemo } from 'react'
import {
  SLIPPAGE_BY,
  type SlippageBy,
  slippageRows,
  type TradeSums,
  tradeFigures,
} from '../../../contract/books/index.ts'
import type { ExcursionAverages, TradesView } from '../../../contract/books-view.ts'
import type { Collateral } from '../../../contract/collateral.ts'
import type { Money } from '../../../contract/decimal.ts'
import type { Family } from '../../../contract/market-ref.ts'
import { counted } from '../../../contract/plural.ts'
import { Known, PeriodChoice, usePeriod } from '../../books/index.ts'
import { moneyUnit, NONE } from '../../format/index.ts'
import { useNotes } from '../../notes/index.ts'
import { PastActions, PastRows, type PastTable, usePastTable } from '../../past/index.ts'
import { ReadStates, useOfBooks, useSession } from '../../queries/index.ts'
import { EmptyState, type KeyFigure, KeyFigures, Panel, Segmented, Table } from '../../ui/index.ts'
import { usePanelOption, useTableState } from '../../workspace/index.ts'
import { specOf } from './columns.tsx'
import { MESSAGES } from './messages.ts'
import { SLIPPAGE_SPECS } from './slippage-columns.tsx'
import { slippageText } from './texts.ts'
import styles from './trade-log.module.css'

/** Scalar and binary markets share a collateral. */
const SLIPPAGE_NAMES: { readonly [F in Family]: string } = {
  scalar: 'Slippage vs preview',
  binary: 'Slippage vs preview, binary',
  outcome: 'Slippage vs preview',
}

/** The figures of one collateral. */
function figuresOf(
  { collateral, sums }: { readonly collateral: Collateral; readonly sums: TradeSums },
  { excursions, slippages }: Pick<TradesView, 'excursions' | 'slippages'>,
): readonly KeyFigure[] {
  const { trades, wins, profitFactor, averageWin, averageLoss, expectancy } = tradeFigures(sums)
  const of = (sign: ExcursionAverages['of']) =>
    excursions.find((one) => one.collateral === collateral && one.of === sign)
  const winners = of('winners')
  const losers = of('losers')
  return [
    {
      name: 'Expectancy',
      value: expectancy,
      unit: collateral,
      isGain: true,
      isMain: true,
      explanation: 'Average P&L per trade, after fees',
    },
    {
      name: 'Hit rate',
      value: { text: trades === 0 ? NONE : `${Math.round((100 * wins) / trades)} % of ${trades}` },
      explanation: 'Profitable trades, after fees',
    },
    { name: 'Profit factor', value: profitFactor, explanation: 'Gross profit ÷ gross loss' },
    { name: 'Average win', value: averageWin, isGain: true },
    { name: 'Average loss', value: averageLoss, isGain: true },
    excursion('MAE of winners', winners?.adverse, 'Average worst drawdown of winners'),
    excursion('MFE of winners', winners?.favourable, 'Average best profit of winners'),
    excursion('MAE of losers', losers?.adverse, 'Average worst drawdown of losers'),
    excursion('MFE of losers', losers?.favourable, 'Average best profit of losers'),
    ...slippageRows(slippages, 'family', moneyUnit('outcome'))
      .filter((row) => row.collateral === collateral)
      .map(
        ({ family, price }): KeyFigure => ({
          name: SLIPPAGE_NAMES[family],
          value: { text: slippageText(family, price) },
          explanation: 'Average fill price versus preview; negative is worse',
        }),
      ),
  ]
}

const excursion = (name: string, value: Money | undefined, explanation: string): KeyFigure => ({
  name,
  value: value ?? null,
  explanation,
})

const ROW_OPTIONS = [
  { value: 'trades', label: 'Trades' },
  { value: 'got', label: 'Preview', name: 'Slippage vs preview' },
] as const
type Rows = (typeof ROW_OPTIONS)[number]['value']
const rowsFrom = (kept: unknown): Rows => (kept === 'got' ? 'got' : 'trades')

const BY_OPTIONS = SLIPPAGE_BY.map((value) => ({
  value,
  label: value === 'kind' ? 'order type' : value,
  name: `By ${value === 'kind' ? 'order type' : value}`,
}))
const byFrom = (kept: unknown): SlippageBy => SLIPPAGE_BY.find((by) => by === kept) ?? 'kind'

export function TradeLogPanel(): ReactNode {
  // The figures over the rows are stored by day.
  const period = usePeriod({ fallback: 'month', days: 'utc' })
  const past = usePastTable('trades', period, 'trade log')
  const [rows, chooseRows] = usePanelOption('rows', rowsFrom)
  const trades = useOfBooks('readTrades', period.asked)
  const isSignedIn = useSession()?.identity != null
  return (
    <Panel
      title="Trade log"
      lead={<PeriodChoice period={period} />}
      actions={
        <>
          {rows === 'trades' && <PastActions past={past} />}
          <Segmented<Rows> look="plain" label="Rows" options={ROW_OPTIONS} value={rows} onChange={chooseRows} />
        </>
      }
    >
      {isSignedIn ? (
        <ReadStates
          read={trades}
          what="Trades"
          skeletonRows={4}
          isEmpty={({ count, slippages, isWhole }) => count === 0 && slippages.length === 0 && isWhole}
          empty={period.nothing(MESSAGES.none, MESSAGES.ever)}
        >
          {(view) => <Log view={view} rows={rows} past={past} />}
        </ReadStates>
      ) : (
        <EmptyState>Sign in to see your trades.</EmptyState>
      )}
    </Panel>
  )
}

interface LogProps {
  readonly view: TradesView
  readonly rows: Rows
  readonly past: PastTable<'trades'>
}

function Log({ view, rows, past }: LogProps): ReactNode {
  const figures = useMemo(() => view.sums.map((sums) => ({ ...sums, figures: figuresOf(sums, view) })), [view])
  return (
    <div className={styles.body}>
      {figures.map(({ collateral, figures: own }) => (
        <KeyFigures key={collateral} label={`Trades in ${collateral}`} figures={own} />
      ))}
      <Known view={view} also={[missing(view)]} />
      {rows === 'got' ? <Slippage slippages={view.slippages} /> : <Trades past={past} />}
    </div>
  )
}

function Trades({ past }: Pick<LogProps, 'past'>): ReactNode {
  const { textOf } = useNotes()
  const spec = useMemo(() => specOf(textOf), [textOf])
  return (
    <div className={styles.rows}>
      <PastRows kind="trades" label="Closed trades" spec={spec} past={past} text={MESSAGES} hasTotalsAbove />
    </div>
  )
}

function Slippage({ slippages }: Pick<TradesView, 'slippages'>): ReactNode {
  const [by, chooseBy] = usePanelOption('by', byFrom)
  const table = useTableState(`slippage by ${by}`)
  const outcomes = moneyUnit('outcome')
  const rows = useMemo(() => slippageRows(slippages, by, outcomes), [slippages, by, outcomes])
  if (rows.length === 0) return <EmptyState>{NOTHING_SHOWN}</EmptyState>
  return (
    <>
      <div className={styles.by}>
        <Segmented<SlippageBy>
          look="plain"
          label="Group slippage by"
          options={BY_OPTIONS}
          value={by}
          onChange={chooseBy}
        />
      </div>
      <Table label={`Slippage vs preview by ${by}`} spec={SLIPPAGE_SPECS[by]} rows={rows} {...table} />
    </>
  )
}
const NOTHING_SHOWN = 'No fills with a preview price in this period.'

function missing({ sums }: TradesView): string | null {
  const unknown = sums.reduce((all, one) => all + one.sums.unknown, 0)
  if (unknown === 0) return null
  return `P&L of ${counted(unknown, 'trade', 'trades')} unknown and not included.`
}
