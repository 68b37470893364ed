/** The panel "Shares": the trader's shares and orders in a market, collateral, conversions, and an order looked up by its id. */
import type { ReactNode } from 'react'
import { type Money, toPlaces } from '../../../contract/decimal.ts'
import { MoveUsdh } from '../../collateral.tsx'
import { moneyUnit } from '../../format/index.ts'
import { UnverifiedPrompts } from '../../orders/index.ts'
import { ReadAge, ReadStates, useAccount } from '../../queries/index.ts'
import { classNames, Figure, Panel, Segmented } from '../../ui/index.ts'
import { usePanelOption } from '../../workspace/index.ts'
import { ConversionHistory } from './conversion-history.tsx'
import { Convert } from './convert.tsx'
import { MESSAGES } from './messages.ts'
import { OrderStatus } from './order-status.tsx'
import { OutcomeStates } from './outcome-states.tsx'
import styles from './outcomes.module.css'
import { useOutcomeMarket } from './use-outcome-market.ts'
import { Yours } from './yours.tsx'

const TABS = [
  { value: 'yours', label: MESSAGES.views.yours },
  { value: 'collateral', label: 'Collateral' },
  { value: 'convert', label: 'Convert' },
  { value: 'status', label: MESSAGES.views.status },
  { value: 'history', label: 'Conversions' },
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
          <Segmented label="Of this market" look="plain" options={TABS} value={tab} onChange={setTab} />
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

/** The money of outcome trading, and moving USDH into it. */
function Collateral(): ReactNode {
  const account = useAccount()
  const hasUsdh = moneyUnit('outcome') === 'USDH'
  return (
    <div className={styles.pane}>
      <ReadStates read={account} what="Balances" skeletonRows={3}>
        {({ money: { usdc, usdh, usdhOutcome } }) => (
          <dl className={styles.balances} aria-label="Balances">
            <Balance name="USDC" value={usdc} />
            {hasUsdh && <Balance name="USDH" value={usdh} />}
            {hasUsdh && <Balance name="USDH in outcome trading" value={usdhOutcome} />}
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
