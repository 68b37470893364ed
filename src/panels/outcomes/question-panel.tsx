/** The panel "Question": the question, its decision time and rules, and every outcome with the probability of each side. */
import { type ReactNode, useMemo } from 'react'
import type { Price } from '../../../contract/decimal.ts'
import type { OutcomeMarket, OutcomeSide } from '../../../contract/outcome.ts'
import { momentText } from '../../format/index.ts'
import { groupsOf, ownName, questionOf } from '../../markets/outcome/index.ts'
import { classNames, Panel } from '../../ui/index.ts'
import { useChooseMarket } from '../../workspace/index.ts'
import {
  Chance,
  ChanceBar,
  Life,
  type MarketProps,
  OutcomeStates,
  paidFor,
  useOutcomeMarket,
  useSidePrices,
} from './outcome-market.tsx'
import styles from './outcomes.module.css'

interface MarketSidesProps {
  readonly market: OutcomeMarket
  /** Name of the single row of all its sides; null gives each side a row of its own. */
  readonly named: string | null
  /** Index of the shown side; null when another market is shown. */
  readonly chosen: number | null
}

/** The sides of a market with the probability of each, of one moment; a click shows that side in the panel's link group. */
function MarketSides({ market, named, chosen }: MarketSidesProps): ReactNode {
  const prices = useSidePrices(market)
  const picks = market.sides.map((side, place) => (
    <Pick
      key={side.coin}
      market={market}
      side={side}
      price={prices[place] ?? null}
      label={named === null ? side.name : place === 0 ? named : null}
      chosen={chosen === side.index}
    />
  ))
  if (named !== null) return <li className={styles.row}>{picks}</li>
  return picks.map((pick) => (
    <li key={pick.key} className={styles.row}>
      {pick}
    </li>
  ))
}

interface PickProps {
  readonly market: OutcomeMarket
  readonly side: OutcomeSide
  readonly price: Price | null
  /** Null for a further side of a row that already has its label. */
  readonly label: string | null
  readonly chosen: boolean
}

function Pick({ market, side, price, label, chosen }: PickProps): ReactNode {
  const paid = paidFor(market, side)
  const choose = useChooseMarket()
  return (
    <button
      type="button"
      className={classNames(styles.pick, label === null && styles.other, chosen && styles.chosen)}
      aria-pressed={chosen}
      onClick={() => choose({ family: 'outcome', outcomeId: market.outcomeId, side: side.index })}
    >
      {label === null ? (
        <span className={styles.sideName}>{side.name}</span>
      ) : (
        <>
          <span className={styles.pickName} title={label}>
            {label}
            {label !== side.name && <span className="visually-hidden">, {side.name}</span>}
          </span>
          <ChanceBar price={price} paid={paid} />
        </>
      )}
      <Chance price={price} paid={paid} tickSize={market.tickSize} />
    </button>
  )
}

export function QuestionPanel(): ReactNode {
  const { view, shown, markets, freshness } = useOutcomeMarket()
  return (
    <Panel title="Question" freshness={freshness} dims="none">
      <div className={classNames(styles.frame, styles.scrolls, freshness.stale && styles.dim)}>
        <OutcomeStates view={view} shown={shown}>
          {(market) => <Question {...market} markets={markets} />}
        </OutcomeStates>
      </div>
    </Panel>
  )
}

function Question({ market, side, markets }: MarketProps & { readonly markets: readonly OutcomeMarket[] }): ReactNode {
  const question = questionOf(market)
  const own = ownName(market)
  const group = useMemo(
    () =>
      groupsOf(markets, { search: '', openOnly: false }).find((one) =>
        one.markets.some(({ outcomeId }) => outcomeId === market.outcomeId),
      ),
    [markets, market.outcomeId],
  )
  return (
    <section className={styles.market} aria-label={question?.title ?? market.name}>
      <header className={styles.head}>
        <h2 className={styles.title}>
          {question?.title ?? market.name}
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
      <ul className={styles.outcomes} aria-label="Outcomes">
        {group?.many === true ? (
          group.markets.map((one) => (
            <MarketSides
              key={one.outcomeId}
              market={one}
              named={one.name}
              chosen={one.outcomeId === market.outcomeId ? side.index : null}
            />
          ))
        ) : (
          <MarketSides market={market} named={null} chosen={side.index} />
        )}
      </ul>
    </section>
  )
}
