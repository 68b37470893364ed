/** The panel "Shares": the trader's shares and orders in a market, collateral, conversions, and an order lookup by id. */

import { createContext, type ReactNode, useContext, useState } from 'react'
import type { Order, Position } from '../../../contract/account.ts'
import type { ActionRecord } from '../../../contract/action.ts'
import { profitOf } from '../../../contract/books/index.ts'
import {
  absolute,
  lesser,
  type Money,
  type Price,
  placesOf,
  signOf,
  toPlaces,
  trimZeros,
} from '../../../contract/decimal.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import type { OutcomeMarket } from '../../../contract/outcome.ts'
import { looseOf } from '../../../contract/shares.ts'
import { MoveUsdh } from '../../collateral.tsx'
import { atPlaces, grouped, moneyUnit } from '../../format/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { OrdersTable, UnverifiedPrompts } from '../../orders/index.ts'
import { entryText, PartClose, useClose } from '../../positions/index.ts'
import {
  type AssetSpec,
  NotRefreshed,
  ReadAge,
  ReadStates,
  useAccount,
  useAssets,
  useCloseFees,
  useOldOutcomeOrders,
  useOpenOrders,
  useSession,
  useShareSets,
} from '../../queries/index.ts'
import { presetDistance } from '../../trade-forms/index.ts'
import {
  Button,
  type Column,
  classNames,
  DetailRow,
  EmptyState,
  Figure,
  Panel,
  Segmented,
  Table,
  type TableSpec,
  useKeepsRow,
} from '../../ui/index.ts'
import { usePanelChoices, usePanelOption, useTableState } from '../../workspace/index.ts'
import { buttonsColumn, decimalColumn, plainColumn, textColumn } from '../columns.tsx'
import { ConversionHistory, Convert } from './convert.tsx'
import { MESSAGES } from './messages.ts'
import { OrderStatus } from './order-status.tsx'
import { OutcomeStates, useChance, useOutcomeMarket } from './outcome-market.tsx'
import styles from './outcomes.module.css'

interface ShareLine {
  readonly position: Position
  readonly market: OutcomeMarket
  readonly spec: AssetSpec
  /** The part outside sets: what a price still changes. */
  readonly loose: Position
}
interface Props {
  readonly row: ShareLine
}

interface Share {
  readonly mark: Price | null
  readonly buttons: ReactNode
  readonly partForm: ReactNode
  readonly failure: string | null
}
const ShareContext = createContext<Share | null>(null)

function RowProvider({
  row: { position, market, spec },
  children,
}: Props & { readonly children: ReactNode }): ReactNode {
  const { asset, size } = position
  const first = presetDistance(
    usePanelChoices((choices) => choices.closeCentsFirst),
    'outcome',
  )
  const bound = presetDistance(
    usePanelChoices((choices) => choices.closeCents),
    'outcome',
  )
  const distance = { distance: lesser(first, bound), bound }
  const mark = useChance(asset) ?? position.markPx
  const { failure, close, button } = useClose({ ...position, tickSize: market.tickSize }, spec.name, distance, mark)
  const [partly, setPartly] = useState(false)
  const takerBps = useCloseFees()('outcome')
  const trades = !market.expired && !market.settling
  const isOpen = partly && trades
  useKeepsRow(isOpen)
  const buttons = trades && (
    <>
      <Button
        size="small"
        variant="bare"
        aria-label={`Partial close of ${spec.name}`}
        aria-expanded={partly}
        onClick={() => setPartly(!partly)}
      >
        Partial…
      </Button>
      {button}
    </>
  )
  const partForm = isOpen && (
    <PartClose
      position={position}
      takerBps={takerBps}
      unit={moneyUnit('outcome')}
      name={spec.name}
      sizeDecimals={market.sizeDecimals ?? placesOf(size)}
      onClose={close}
      onDone={() => setPartly(false)}
    />
  )
  return <ShareContext value={{ mark, buttons, partForm, failure }}>{children}</ShareContext>
}

function Detail(): ReactNode {
  const share = useContext(ShareContext)
  if (share === null) return null
  return (
    <>
      {share.partForm !== false && <DetailRow>{share.partForm}</DetailRow>}
      {share.failure !== null && (
        <DetailRow role="alert">
          <span className={styles.failure}>{share.failure}</span>
        </DetailRow>
      )}
    </>
  )
}

const placesFor = ({ market, position }: ShareLine): number =>
  market.tickSize === null ? placesOf(trimZeros(position.entryPx)) : placesOf(market.tickSize)
const sizeText = ({ position, market }: ShareLine): string =>
  atPlaces(absolute(position.size), market.sizeDecimals ?? placesOf(position.size))
const entryOf = (row: ShareLine): string => entryText(row.position.entryPx, placesFor(row))
const paysText = ({ position }: ShareLine): string => grouped(toPlaces(absolute(position.size), 2))

function Unrealized({ row: { loose } }: Props): ReactNode {
  const mark = useContext(ShareContext)?.mark ?? null
  if (signOf(loose.size) === 0) return <span className={styles.faint}>{MESSAGES.hedged}</span>
  const profit = profitOf(loose, mark)
  return <Figure value={profit} places="money" sign="gain" />
}

const COLUMNS: readonly Column<ShareLine>[] = [
  textColumn('side', 'Side', 40, ({ spec, position }) => spec.side ?? position.asset, {
    fit: 'content',
    stays: true,
    sort: { by: 'text', of: ({ spec }) => spec.side },
  }),
  decimalColumn('size', 'Shares', 50, ({ position }) => absolute(position.size), {
    text: sizeText,
    fit: 'content',
    stays: true,
  }),
  decimalColumn('entry', 'Entry', 50, ({ position }) => position.entryPx, { text: entryOf, fit: 'content' }),
  { id: 'now', title: 'Now', isNumeric: true, fit: 'content', least: 50, Cell: Now },
  { id: 'unrealised', title: 'Unrealized', isNumeric: true, fit: 'content', least: 70, stays: true, Cell: Unrealized },
  plainColumn('pays', 'Pays', 60, paysText, {
    isNumeric: true,
    fit: 'content',
    Cell: ({ row }) => (
      <>
        {paysText(row)} <span className={styles.faint}>or 0</span>
      </>
    ),
  }),
  buttonsColumn('Close', 40, Buttons),
]

function Now({ row }: Props): ReactNode {
  return <Figure value={useContext(ShareContext)?.mark} places={placesFor(row)} tint />
}

function Buttons(): ReactNode {
  return <span className={styles.buttons}>{useContext(ShareContext)?.buttons}</span>
}

const SHARES: TableSpec<ShareLine> = {
  columns: COLUMNS,
  idOf: ({ position }) => position.asset,
  nameOf: ({ spec }) => spec.name,
  // First what follows from the shares, then what is also shown above.
  givesWay: ['pays', 'now'],
  Provider: RowProvider,
  Detail,
}

/** The trader's shares and resting orders in one market. */
function Yours({ market }: { market: OutcomeMarket }): ReactNode {
  const account = useAccount()
  const orders = useOpenOrders()
  const oldOrders = useOldOutcomeOrders()
  const sets = useShareSets(account.data?.positions)
  const assets = useAssets()
  const table = useTableState('shares')
  const coins = market.sides.map(({ coin }) => coin)
  const own = account.data?.positions.filter(({ asset, size }) => coins.includes(asset) && signOf(size) !== 0) ?? []
  const rows = own.map((position) => ({
    position,
    market,
    spec: assets.of(position.asset),
    loose: looseOf(position, sets),
  }))
  const resting = orders.data?.filter(({ asset }) => coins.includes(asset)) ?? []
  return (
    <div className={styles.pane}>
      <UnverifiedPrompts only={['close', 'cancel']} />
      <ReadStates read={account} what="Shares" skeletonRows={2}>
        {() =>
          own.length === 0 && resting.length === 0 && orders.data !== undefined ? (
            <div className={styles.nothing}>
              <EmptyState>No shares or open orders here.</EmptyState>
            </div>
          ) : (
            own.length > 0 && <Table label={MESSAGES.shares} spec={SHARES} rows={rows} {...table} />
          )
        }
      </ReadStates>
      <ReadStates read={orders} what="Open orders" skeletonRows={1}>
        {() => resting.length > 0 && <Resting orders={resting} />}
      </ReadStates>
      {oldOrders !== null && orders.error === null && (
        <NotRefreshed read={oldOrders} what="Open orders" again={orders} />
      )}
    </div>
  )
}

const NO_ACTIONS: readonly ActionRecord[] = []

function Resting({ orders }: { orders: readonly Order[] }): ReactNode {
  const assets = useAssets()
  const actions = useTopic({ kind: 'actions' }) ?? NO_ACTIONS
  const table = useTableState('market-orders')
  const cancel = useSession()?.features.cancel
  return (
    <OrdersTable
      label="Orders in this market"
      orders={orders}
      assets={assets}
      actions={actions}
      disabled={cancel?.on === false}
      within
      {...table}
    />
  )
}

const TABS = [
  { value: 'yours', label: MESSAGES.views.yours },
  { value: 'collateral', label: 'Collateral' },
  { value: 'convert', label: 'Convert' },
  { value: 'status', label: MESSAGES.views.status },
  { value: 'history', label: MESSAGES.views.history },
] as const
type Tab = (typeof TABS)[number]['value']

const tabFrom = (kept: unknown): Tab => TABS.find(({ value }) => value === kept)?.value ?? 'yours'

export function SharesPanel(): ReactNode {
  const account = useAccount()
  const { view, shown, markets, freshness } = useOutcomeMarket()
  const [tab, setTab] = usePanelOption<Tab>('tab', tabFrom)
  return (
    <Panel title="Shares" freshness={freshness} dims="none" actions={<ReadAge reads={[account]} what="account" />}>
      <div className={classNames(styles.frame, styles.scrolls)}>
        <div className={styles.tabs}>
          <Segmented label="View" look="plain" options={TABS} value={tab} onChange={setTab} />
        </div>
        {tab === 'collateral' && <Collateral />}
        {tab === 'status' && <OrderStatus />}
        {tab === 'history' && <ConversionHistory />}
        {(tab === 'yours' || tab === 'convert') && (
          <OutcomeStates view={view} shown={shown}>
            {({ market }) =>
              tab === 'yours' ? <Yours market={market} /> : <Convert market={market} siblings={markets} />
            }
          </OutcomeStates>
        )}
      </div>
    </Panel>
  )
}

/** The funds of outcome trading, and moving USDH into them. */
function Collateral(): ReactNode {
  const account = useAccount()
  const hasUsdh = moneyUnit('outcome') === 'USDH'
  return (
    <div className={classNames(styles.pane, styles.inset)}>
      <ReadStates read={account} what="Balances" skeletonRows={3}>
        {({ money: { usdc, usdh, usdhOutcome } }) => (
          <dl className={styles.balances} aria-label="Balances">
            <Balance name="USDC" value={usdc} />
            {hasUsdh && <Balance name="USDH" value={usdh} />}
            {hasUsdh && <Balance name={COMMON.outcomesBalance} value={usdhOutcome} />}
          </dl>
        )}
      </ReadStates>
      {hasUsdh && <UnverifiedPrompts only="transfer" />}
      {hasUsdh && <MoveUsdh usdh={account.data?.money.usdh ?? null} />}
    </div>
  )
}

const Balance = ({ name, value }: { name: string; value: Money | null }): ReactNode => (
  <div>
    <dt>{name}</dt>
    <dd>
      <Figure value={value === null ? null : toPlaces(value, 2, 'down')} />
    </dd>
  </div>
)
