/** The panel "Positions": the trader's positions, marked live, and the exit of each. */

import { type ReactNode, useMemo } from 'react'
import type { AccountView, Position } from '../../../contract/account.ts'
import type { ConditionalView } from '../../../contract/conditional.ts'
import { signOf, toPlaces, trimZeros } from '../../../contract/decimal.ts'
import { FAMILY_RULES } from '../../../contract/family-rules.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { listed } from '../../../contract/plural.ts'
import type { PositionClose } from '../../../contract/position-close.ts'
import { DEFAULT_SETTINGS } from '../../../contract/settings-table.ts'
import type { ShareSet } from '../../../contract/shares.ts'
import { grouped, maxLossText, moneyUnit } from '../../format/index.ts'
import { useMarketData, useTick, useTopic, useTopicValue } from '../../market-data/index.ts'
import { useLiveReads } from '../../orders/index.ts'
import { exitBook, type FillsRead, heldSince } from '../../positions/index.ts'
import {
  type Assets,
  ReadStates,
  UnreadableRows,
  useAccount,
  useAssets,
  useCloseDistances,
  useCloseFees,
  useFills,
  useReadFreshness,
  useSettings,
  useShareSets,
} from '../../queries/index.ts'
import { Banner, Figure, Menu, Panel, Table } from '../../ui/index.ts'
import {
  BOUNDS,
  CENTS,
  DISTANCES,
  OpenAccount,
  useChoose,
  useChosenInPanel,
  useEquity,
  useTableState,
} from '../../workspace/index.ts'
import { useCloseEverything } from './close-everything.tsx'
import { type Marks, positionsSpec } from './columns.tsx'
import { MESSAGES } from './messages.ts'
import { closingDistances, oneUnit, positionLines } from './position-lines.ts'
import styles from './positions.module.css'

/** Number of fills read where the newest ones do not reach back to the opening of every position. */
const FAR = 500

const NEAR = 100

interface LinesProps {
  readonly sets: readonly ShareSet[]
  readonly assets: Assets
}

const NONE_HELD: readonly ConditionalView[] = []
const NONE_ENDED: readonly PositionClose[] = []

export function PositionsPanel(): ReactNode {
  const account = useAccount()
  const assets = useAssets()
  const freshness = useReadFreshness(account)
  const settling = useTopicValue({ kind: 'bucket' }, (bucket) => bucket.phase === 'settling') === true
  const endings = useTopic({ kind: 'endings' }) ?? NONE_ENDED
  const ended = useMemo(() => endings.filter(({ isPutAway }) => !isPutAway), [endings])
  const held = useTopic({ kind: 'conditionals' }) ?? NONE_HELD
  const external = useTopicValue({ kind: 'other_client' }, ({ positions }) => positions)
  const choose = useChoose()
  const chosen = useChosenInPanel()
  const settings = useSettings() ?? DEFAULT_SETTINGS
  const set = useCloseDistances()
  const closeDistance = chosen.closeDistance ?? settings.closeDegrees
  const closeBound = chosen.closeBound ?? settings.closeDegreesBound
  const closeCentsFirst = chosen.closeCentsFirst ?? settings.closeBinaryCents
  const closeCents = chosen.closeCents ?? settings.closeBinaryCentsBound
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choices are made again with each render, and read by their values
  const distances = useMemo(
    () => closingDistances(chosen, set),
    [chosen.closeDistance, chosen.closeBound, chosen.closeCentsFirst, chosen.closeCents, set],
  )
  const read = account.data?.positions
  const open = useMemo(() => read?.filter(({ size }) => signOf(size) !== 0) ?? null, [read])
  const mixed = open?.some(({ family }) => !FAMILY_RULES[family].isMark) === true
  const fills = useFillsBack(open)
  const sets = useShareSets(open)
  const lines = useMemo(
    () =>
      positionLines({
        positions: open ?? [],
        ended,
        assets,
        external,
        distances,
        held,
        fills,
        sets,
      }),
    [open, ended, assets, external, distances, held, fills, sets],
  )
  const marks = useMarks()
  const unit = oneUnit(open ?? [])
  const spec = useMemo(() => positionsSpec(unit, marks), [unit, marks])
  const table = useTableState('positions')
  const sorted = spec.columns.find(({ id }) => id === table.state.sort?.column)
  const second = useTick(sorted?.isLive === true ? 1000 : null)
  const everything = useCloseEverything(distances, mixed, open, freshness.stale)
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
            label={`Close slippage ${closeDistance}–${closeBound} °F, ${closeCentsFirst}–${closeCents} ¢`}
            entries={[
              // The head of a narrow panel has no space for its button.
              {
                id: 'close-all',
                label: 'Close all positions',
                section: 'All',
                disabled: everything.askToClose === null,
                onAction: () => everything.askToClose?.(),
              },
              ...DISTANCES.map((choice) => ({
                id: choice,
                label: `${choice} °F`,
                section: 'Scalar close slippage',
                selected: choice === closeDistance,
                onAction: () => choose({ closeDistance: choice }),
              })),
              ...BOUNDS.map((choice) => ({
                id: `bound/${choice}`,
                label: `${choice} °F`,
                section: 'Scalar slippage cap',
                selected: choice === closeBound,
                onAction: () => choose({ closeBound: choice }),
              })),
              ...CENTS.map((choice) => ({
                id: `first/${choice}`,
                label: `${choice} ¢`,
                section: 'Binary and share close slippage',
                selected: choice === closeCentsFirst,
                onAction: () => choose({ closeCentsFirst: choice }),
              })),
              ...CENTS.map((choice) => ({
                id: `cents/${choice}`,
                label: `${choice} ¢`,
                section: 'Binary and share slippage cap',
                selected: choice === closeCents,
                onAction: () => choose({ closeCents: choice }),
              })),
            ]}
          >
            <span className={styles.within}>
              Close slippage {closeDistance}–{closeBound} °F{mixed && `, ${closeCentsFirst}–${closeCents} ¢`}
            </span>
            <span className={styles.withinShort} aria-hidden>
              ±
            </span>{' '}
            <span aria-hidden>▾</span>
          </Menu>
        </>
      }
    >
      <div className={styles.body}>
        {settling && <Banner title="Settling.">Positions of the closed bucket settle at its TWAP.</Banner>}
        <ReadStates
          read={account}
          what="Positions"
          skeletonRows={3}
          errorAction={<OpenAccount />}
          isEmpty={({ positions, unreadable }) =>
            ended.length === 0 && unreadable === undefined && positions.every(({ size }) => signOf(size) === 0)
          }
          empty={COMMON.noOpenPositions}
        >
          {() => <Table label="Positions" spec={spec} rows={lines} version={second} {...table} />}
        </ReadStates>
        <UnreadableRows rows={account.data?.unreadable} list="positions" what="Positions" />
        <ShareSetLines sets={sets.sets} assets={assets} />
        {everything.strip}
      </div>
    </Panel>
  )
}

/** Reads already streamed data of the rows, for sorting and copies. */
function useMarks(): Marks {
  const { store } = useMarketData()
  const live = useLiveReads()
  const feeOf = useCloseFees()
  return useMemo(
    () => ({
      ...live,
      feeOf,
      bookOf: (asset) => store.read(exitBook(asset)) ?? null,
      estimateOf: (asset) => {
        const bucket = store.read({ kind: 'bucket' })
        return bucket?.current?.asset === asset ? (bucket.twapEstimate?.mark ?? null) : null
      },
    }),
    [store, live, feeOf],
  )
}

const EQUITY_TEXTS = 'All collateral, 1 USDH = 1 USDC'

/** The account's money; equity moves with the mark, as in the window's bar. */
function Money({ account }: { account: AccountView }): ReactNode {
  const equity = useEquity(account)?.total ?? null
  const { available } = account.money
  const worst = useTopicValue({ kind: 'worst_case' }, ({ now }) => now?.loss) ?? null
  return (
    <span className={styles.money}>
      <span title={EQUITY_TEXTS}>Equity</span>{' '}
      <Figure value={equity === null ? null : toPlaces(equity, 2, 'down')} className={styles.amount} />
      <span className={styles.available}>
        Available{' '}
        <Figure
          value={available === null ? null : toPlaces(available, 2, 'down')}
          unit="USDC"
          className={styles.amount}
        />
      </span>
      <span className={styles.worst} title={WORST_TEXTS}>
        Max loss <span className={styles.amount}>{maxLossText(worst)}</span> USDC
      </span>
    </span>
  )
}

const WORST_TEXTS =
  'Loss if every order fills, every stop closes at its slippage cap, and positions without a stop lose their margin. See Limits for each market.'

/** Sets of shares, below the table: their guaranteed value, and their result. */
function ShareSetLines({ sets, assets }: LinesProps): ReactNode {
  if (sets.length === 0) return null
  return (
    <ul className={styles.sets} aria-label={MESSAGES.shareSets}>
      {sets.map((set) => (
        <li key={`${set.kind}/${set.of}`}>
          <span className={styles.set}>
            {grouped(trimZeros(set.count))} × {partsOf(set, assets)}
          </span>
          <span className={styles.faint}>
            pays {grouped(toPlaces(set.worth, 2))} {moneyUnit('outcome')} either way, cost{' '}
            {grouped(toPlaces(set.cost, 2))}
          </span>
          <span>
            locked-in P&L <Figure value={set.result} places="money" sign="gain" unit={moneyUnit('outcome')} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** `Yes and No of Rain before midnight`, `every side of First day above 90 °F`, `Yes of each outcome of Where does it settle?` */
const partsOf = ({ kind, of, coins }: ShareSet, assets: Assets): string =>
  kind === 'question'
    ? `Yes of each outcome of ${assets.question(of)}`
    : coins.length === 2
      ? `${listed(coins.map((coin) => assets.of(coin).side ?? coin))} of ${assets.outcome(of)}`
      : `every side of ${assets.outcome(of)}`

/** The newest fills, and more of them where those do not include a position's opening. */
function useFillsBack(open: readonly Position[] | null): FillsRead | null {
  const near = useFills(NEAR).data
  const isShort =
    near !== undefined &&
    near.length >= NEAR &&
    open?.some((position) => heldSince(position, { fills: near, limit: NEAR }).at === null) === true
  const far = useFills(FAR, isShort).data
  return useMemo(() => {
    if (isShort && far !== undefined) return { fills: far, limit: FAR }
    return near === undefined ? null : { fills: near, limit: NEAR }
  }, [near, far, isShort])
}
