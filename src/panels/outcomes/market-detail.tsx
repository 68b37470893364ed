/** One market: its question and rules, its sides, the chosen side's history and book, the ticket, and what else can be done with it. */
import type { ReactNode } from 'react'
import type { OutcomeMarket } from '../../../contract/outcome.ts'
import { momentText } from '../../format/index.ts'
import { useTopicFreshness } from '../../market-data/index.ts'
import { ownName, questionOf } from '../../markets/outcome/index.ts'
import { marketName } from '../../queries/index.ts'
import { Segmented } from '../../ui/index.ts'
import { OUTCOME_TABS, type OutcomeTab, showOutcome, useChangeDraft, useOutcomeStore } from '../../workspace/index.ts'
import { Chance } from './chance.tsx'
import { Collateral } from './collateral.tsx'
import { ConversionHistory } from './conversion-history.tsx'
import { Convert } from './convert.tsx'
import { HistoryLine } from './history-line.tsx'
import { Life, paidFor } from './market-list.tsx'
import type { MarketProps } from './market-props.ts'
import { OrderStatus } from './order-status.tsx'
import { OutcomeBook } from './outcome-book.tsx'
import { OutcomeTicket } from './outcome-ticket.tsx'
import styles from './outcomes.module.css'
import { useSidePrices } from './side-prices.ts'
import { Yours } from './yours.tsx'

interface MarketDetailProps extends MarketProps {
  /** All the markets that are known. */
  readonly siblings: readonly OutcomeMarket[]
  readonly staleWords: string | null
}

const TAB_WORDS: Readonly<Record<OutcomeTab, string>> = {
  yours: 'Shares and orders',
  collateral: 'Collateral',
  convert: 'Convert',
  status: 'Order status',
  history: 'Conversions',
}

export function MarketDetail({ market, side, siblings, staleWords }: MarketDetailProps): ReactNode {
  const tab = useOutcomeStore((store) => store.tab)
  const prices = useTopicFreshness({ kind: 'ticker', asset: side.coin })
  const question = questionOf(market)
  const own = ownName(market)
  const title = question === null ? market.name : question.title
  return (
    <section className={styles.market} aria-label={`Market: ${marketName(market)}`}>
      <header className={styles.head}>
        <h2 className={styles.title}>
          {title}
          {own !== null && <span className={styles.own}>{own}</span>}
        </h2>
        <p className={styles.when}>
          <Life market={market} />
          {market.expiry !== null && <span>{momentText(market.expiry)}</span>}
        </p>
        {question?.rules != null && (
          <details className={styles.rules}>
            <summary>Rules</summary>
            <p>{question.rules}</p>
          </details>
        )}
      </header>
      <SideChoice market={market} side={side} />
      <div className={styles.trade}>
        <HistoryLine market={market} side={side} />
        <OutcomeBook key={side.coin} market={market} side={side} />
        <OutcomeTicket market={market} side={side} staleWords={prices.stale ? prices.words : staleWords} />
      </div>
      <div className={styles.more}>
        <div className={styles.tabs}>
          <Segmented
            label="More of this market"
            look="plain"
            options={OUTCOME_TABS.map((value) => ({ value, label: TAB_WORDS[value] }))}
            value={tab}
            onChange={(next) => useOutcomeStore.setState({ tab: next })}
          />
        </div>
        {tab === 'yours' && <Yours market={market} />}
        {tab === 'collateral' && <Collateral />}
        {tab === 'convert' && <Convert market={market} siblings={siblings} />}
        {tab === 'status' && <OrderStatus />}
        {tab === 'history' && <ConversionHistory />}
      </div>
    </section>
  )
}

function SideChoice({ market, side }: MarketProps): ReactNode {
  const prices = useSidePrices(market)
  const change = useChangeDraft('outcome')
  return (
    <div className={styles.sides}>
      <Segmented
        label="Side"
        options={market.sides.map((one, place) => ({
          value: String(one.index),
          label: (
            <span className={styles.sideChoice}>
              {one.name} <Chance price={prices[place] ?? null} paid={paidFor(market, one)} tickSize={market.tickSize} />
            </span>
          ),
          name: one.name,
        }))}
        value={String(side.index)}
        onChange={(index) => {
          showOutcome(market.outcomeId, Number(index))
          change({ price: '' })
        }}
      />
    </div>
  )
}
