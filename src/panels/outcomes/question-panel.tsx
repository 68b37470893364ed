/** The panel "Question": what is asked, when it is decided and by which rules, and every outcome of it with the chance of each side. */
import { type ReactNode, useMemo } from 'react'
import type { OutcomeMarket } from '../../../contract/outcome.ts'
import { momentText } from '../../format/index.ts'
import { groupsOf, ownName, questionOf } from '../../markets/outcome/index.ts'
import { classNames, Panel } from '../../ui/index.ts'
import { Life } from './life.tsx'
import type { MarketProps } from './market-props.ts'
import { MarketSides } from './market-sides.tsx'
import { OutcomeStates } from './outcome-states.tsx'
import styles from './outcomes.module.css'
import { useOutcomeMarket } from './use-outcome-market.ts'

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
