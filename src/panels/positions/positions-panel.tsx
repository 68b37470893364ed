/** The panel "Positions". */
import { type ReactNode, useMemo } from 'react'
import type { AccountView } from '../../../contract/account.ts'
import type { Decimal } from '../../../contract/decimal.ts'
import { signOf, toPlaces } from '../../../contract/decimal.ts'
import type { Ending } from '../../../contract/ending.ts'
import { useMarketData, useTick, useTopic, useTopicValue } from '../../market-data/index.ts'
import { ReadStates, useAccount, useAssets, useReadFreshness } from '../../queries/index.ts'
import { Banner, Figure, Menu, Panel, Table } from '../../ui/index.ts'
import {
  OpenAccount,
  PROBABILITY_SLIPPAGES,
  SLIPPAGES,
  useChoose,
  useLiveMoney,
  usePanelChoices,
  useTableState,
} from '../../workspace/index.ts'
import { useCloseEverything } from './close-everything.tsx'
import { type Marks, positionsSpec } from './columns.tsx'
import { oneUnit, positionLines } from './position-lines.ts'
import styles from './positions.module.css'

const NONE_ENDED: readonly Ending[] = []

export function PositionsPanel(): ReactNode {
  const account = useAccount()
  const assets = useAssets()
  const freshness = useReadFreshness(account)
  const settling = useTopicValue({ kind: 'bucket' }, (bucket) => bucket.phase === 'settling') === true
  const endings = useTopic({ kind: 'endings' }) ?? NONE_ENDED
  const ended = useMemo(() => endings.filter(({ isPutAway }) => !isPutAway), [endings])
  const foreign = useTopicValue({ kind: 'other_client' }, ({ positions }) => positions)
  const choose = useChoose()
  const slippage = usePanelChoices((choices) => choices.slippage)
  const probabilitySlippage = usePanelChoices((choices) => choices.probabilitySlippage)
  const read = account.data?.positions
  const open = useMemo(() => read?.filter(({ size }) => signOf(size) !== 0) ?? null, [read])
  const mixed = open?.some(({ family }) => family !== 'scalar') === true
  const lines = useMemo(
    () =>
      positionLines({
        positions: open ?? [],
        ended,
        assets,
        foreign,
        slippage: slippage as Decimal,
        probabilitySlippage: probabilitySlippage as Decimal,
      }),
    [open, ended, assets, foreign, slippage, probabilitySlippage],
  )
  const marks = useMarks()
  const unit = oneUnit(open ?? [])
  const spec = useMemo(() => positionsSpec(unit, marks), [unit, marks])
  const table = useTableState('positions')
  const sorted = spec.columns.find(({ id }) => id === table.state.sort?.column)
  const second = useTick(sorted?.isLive === true ? 1000 : null)
  const everything = useCloseEverything(
    { scalar: slippage, probability: probabilitySlippage, mixed },
    open === null ? null : open.map(({ asset }) => asset),
    freshness.stale,
  )
  return (
    <Panel
      title="Positions"
      dims="figures"
      freshness={freshness}
      actions={
        <>
          {account.data !== undefined && <Money account={account.data} />}
          {everything.buttons}
          <Menu
            label={`Slippage ${slippage} %`}
            entries={[
              ...SLIPPAGES.map((choice) => ({
                id: choice,
                label: `${choice} %`,
                section: 'Closing scalar positions',
                selected: choice === slippage,
                onAction: () => choose({ slippage: choice }),
              })),
              ...PROBABILITY_SLIPPAGES.map((choice) => ({
                id: `probability/${choice}`,
                label: `${choice} % of the price`,
                section: 'Closing binary contracts and shares',
                selected: choice === probabilitySlippage,
                onAction: () => choose({ probabilitySlippage: choice }),
              })),
            ]}
          >
            <span className={styles.slippage}>
              Slippage {slippage} %{mixed && `, ${probabilitySlippage} %`}
            </span>
            <span className={styles.slippageShort} aria-hidden>
              %
            </span>{' '}
            <span aria-hidden>▾</span>
          </Menu>
        </>
      }
    >
      <div className={styles.body}>
        {everything.strip}
        {settling && (
          <Banner title="Settling.">Positions of the closed bucket are paid out at its settlement mark.</Banner>
        )}
        <ReadStates
          read={account}
          what="Positions"
          skeletonRows={3}
          errorAction={<OpenAccount />}
          isEmpty={({ positions }) => ended.length === 0 && positions.every(({ size }) => signOf(size) === 0)}
          empty="No open position. Send an order from the ticket to open one."
        >
          {() => <Table label="Positions" spec={spec} rows={lines} version={second} {...table} />}
        </ReadStates>
      </div>
    </Panel>
  )
}

/** Reads of what streams in for the rows anyway, for sorting and copies. */
function useMarks(): Marks {
  const { store } = useMarketData()
  return useMemo(
    () => ({
      markOf: (asset) => store.read({ kind: 'ticker', asset })?.mark ?? null,
      estimateOf: (asset) => {
        const bucket = store.read({ kind: 'bucket' })
        return bucket?.current?.asset === asset ? (bucket.twapEstimate?.mark ?? null) : null
      },
    }),
    [store],
  )
}

/** The account's money; equity moves with the mark, as it does in the window's bar. */
function Money({ account }: { account: AccountView }): ReactNode {
  const { equity } = useLiveMoney(account)
  const { available } = account.money
  return (
    <span className={styles.money}>
      Equity <Figure value={equity === null ? null : toPlaces(equity, 2)} unit="USDC" className={styles.amount} />
      <span className={styles.available}>
        Available{' '}
        <Figure
          value={available === null ? null : toPlaces(available, 2, 'down')}
          unit="USDC"
          className={styles.amount}
        />
      </span>
    </span>
  )
}
