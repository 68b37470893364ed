/** The panel "Positions". */
import type { ReactNode } from 'react'
import type { AccountView, Position } from '../../../contract/account.ts'
import type { Decimal } from '../../../contract/decimal.ts'
import { signOf, toPlaces } from '../../../contract/decimal.ts'
import type { Ending } from '../../../contract/ending.ts'
import { useTopic, useTopicValue } from '../../market-data/index.ts'
import { ReadStates, useAccount, useAssets, useReadFreshness } from '../../queries/index.ts'
import { Banner, Figure, GivesWay, HeadCell, Menu, Panel, Table } from '../../ui/index.ts'
import {
  OpenAccount,
  PROBABILITY_SLIPPAGES,
  SLIPPAGES,
  useChoose,
  useLiveMoney,
  usePanelChoices,
} from '../../workspace/index.ts'
import { useCloseEverything } from './close-everything.tsx'
import { EndedRow } from './ended-row.tsx'
import { PositionRow } from './position-row.tsx'
import styles from './positions.module.css'

/**
 * What gives way in a narrow panel, first to last: units, what can be worked out from the rest, then what the market's own panels show,
 * then the buttons' place in the row (they stand below it), then the entry. Market, side, size and result never go.
 */
const GIVES_WAY = [
  'units',
  'value',
  'percent',
  'degrees',
  'mark',
  'settled',
  'liquidation',
  'buttons',
  'entry',
] as const

const NONE_ENDED: readonly Ending[] = []

export function PositionsPanel(): ReactNode {
  const account = useAccount()
  const assets = useAssets()
  const freshness = useReadFreshness(account)
  const settling = useTopicValue({ kind: 'bucket' }, (bucket) => bucket.phase === 'settling') === true
  const ended = (useTopic({ kind: 'endings' }) ?? NONE_ENDED).filter(({ isPutAway }) => !isPutAway)
  const foreign = useTopicValue({ kind: 'other_client' }, ({ positions }) => positions)
  const choose = useChoose()
  const slippage = usePanelChoices((choices) => choices.slippage)
  const probabilitySlippage = usePanelChoices((choices) => choices.probabilitySlippage)
  const open = account.data?.positions.filter(({ size }) => signOf(size) !== 0) ?? null
  const mixed = open?.some(({ family }) => family !== 'scalar') === true
  const unit = oneUnit(open ?? [])
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
          {({ positions }) => (
            <Table label="Positions" head={<Head unit={unit} />} givesWay={GIVES_WAY}>
              {positions
                .filter(({ size }) => signOf(size) !== 0)
                .map((position) => (
                  <PositionRow
                    key={`${position.family}/${position.asset}`}
                    position={position}
                    spec={assets.of(position.asset)}
                    foreign={foreign?.[position.asset] ?? null}
                    unit={unit === null ? unitOf(position) : undefined}
                    slippage={(position.family === 'scalar' ? slippage : probabilitySlippage) as Decimal}
                  />
                ))}
              {ended.map((ending) => (
                <EndedRow key={ending.id} ending={ending} spec={assets.of(ending.asset)} />
              ))}
            </Table>
          )}
        </ReadStates>
      </div>
    </Panel>
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

/** What a position is paid in. */
const unitOf = ({ family }: Pick<Position, 'family'>): string => (family === 'outcome' ? 'USDH' : 'USDC')

/** The unit of all of them, which the head then names; null where they differ and each row says its own. */
function oneUnit(positions: readonly Position[]): string | null {
  const units = new Set(positions.map(unitOf))
  return units.size === 1 ? ([...units][0] ?? null) : null
}

const Unit = ({ unit }: { unit: string | null }): ReactNode =>
  unit !== null && <GivesWay column="units">, {unit}</GivesWay>

const Head = ({ unit }: { unit: string | null }): ReactNode => (
  <>
    <HeadCell>Market</HeadCell>
    <HeadCell>Side</HeadCell>
    <HeadCell numeric>Size</HeadCell>
    <HeadCell numeric column="entry">
      Entry
    </HeadCell>
    <HeadCell numeric column="mark">
      Mark
    </HeadCell>
    <HeadCell numeric column="value">
      Value
      <Unit unit={unit} />
    </HeadCell>
    <HeadCell numeric column="liquidation" title="The service's liquidation mark, and the °F it stands for">
      Liquidation
    </HeadCell>
    <HeadCell numeric title="(mark − entry) × size, and in per cent of the margin">
      Unrealised
      <Unit unit={unit} />
    </HeadCell>
    <HeadCell
      numeric
      column="settled"
      title="Result of the whole position at the running settlement estimate, or at the mark, with what was realised on the way; of binary contracts when their side wins or loses; what shares pay if their side comes true"
    >
      If settled now
      <Unit unit={unit} />
    </HeadCell>
    <HeadCell column="buttons">
      <span className="visually-hidden">Close</span>
    </HeadCell>
  </>
)
