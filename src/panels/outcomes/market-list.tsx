/** The questions with their markets: the chance of each side, what is left, and who won. */
import type { ReactNode } from 'react'
import type { Price } from '../../../contract/decimal.ts'
import type { OutcomeMarket, OutcomeSide } from '../../../contract/outcome.ts'
import { useServerClockValue } from '../../market-data/index.ts'
import { groupLifeWords, lifeWords, type OutcomeGroup } from '../../markets/outcome/index.ts'
import { Checkbox, classNames, EmptyState } from '../../ui/index.ts'
import { showOutcome, useChangeDraft, useOutcomeStore } from '../../workspace/index.ts'
import { Chance, ChanceBar } from './chance.tsx'
import styles from './outcomes.module.css'
import { useSidePrices } from './side-prices.ts'

interface MarketListProps {
  readonly groups: readonly OutcomeGroup[]
  /** How many markets there are before the filter. */
  readonly total: number
  readonly shown: { readonly outcomeId: number; readonly side: number } | null
  readonly onPick: () => void
}

export function MarketList({ groups, total, shown, onPick }: MarketListProps): ReactNode {
  const { search, openOnly } = useOutcomeStore()
  return (
    <div className={styles.list}>
      <div className={styles.filter}>
        <input
          type="search"
          className={styles.search}
          placeholder="Search markets"
          aria-label="Search outcome markets"
          value={search}
          onChange={(event) => useOutcomeStore.setState({ search: event.currentTarget.value })}
        />
        <Checkbox
          label="Open only"
          checked={openOnly}
          onChange={(next) => useOutcomeStore.setState({ openOnly: next })}
        />
      </div>
      <div className={styles.groups}>
        {groups.length === 0 ? (
          <EmptyState>
            {total === 0
              ? 'The service lists no outcome market right now. New ones show here by themselves.'
              : 'No market fits. Clear the search, or show those that are over too.'}
          </EmptyState>
        ) : (
          groups.map((group) => <Group key={group.key} group={group} shown={shown} onPick={onPick} />)
        )}
      </div>
    </div>
  )
}

type Shown = MarketListProps['shown']

function Group({ group, shown, onPick }: { group: OutcomeGroup; shown: Shown; onPick: () => void }): ReactNode {
  const [first] = group.markets
  return (
    <section className={styles.group} aria-label={group.title}>
      <h3 className={styles.groupHead}>
        <span className={styles.groupTitle} title={group.title}>
          {group.title}
        </span>
        <GroupLife group={group} />
      </h3>
      <ul>
        {group.many
          ? group.markets.map((market) => (
              <Sides key={market.outcomeId} market={market} named={market.name} shown={shown} onPick={onPick} />
            ))
          : first !== undefined && <Sides market={first} named={null} shown={shown} onPick={onPick} />}
      </ul>
    </section>
  )
}

interface SidesProps {
  readonly market: OutcomeMarket
  /** The one row of all its sides is called so; null gives each side a row of its own. */
  readonly named: string | null
  readonly shown: Shown
  readonly onPick: () => void
}

/** A market's sides, with prices of one moment. */
function Sides({ market, named, shown, onPick }: SidesProps): ReactNode {
  const prices = useSidePrices(market)
  const picks = market.sides.map((side, place) => (
    <Pick
      key={side.coin}
      market={market}
      side={side}
      price={prices[place] ?? null}
      label={named === null ? side.name : place === 0 ? named : null}
      chosen={shown?.outcomeId === market.outcomeId && shown.side === side.index}
      onPick={onPick}
    />
  ))
  if (named !== null) return <li className={styles.row}>{picks}</li>
  return picks.map((pick) => (
    <li key={pick.key} className={styles.row}>
      {pick}
    </li>
  ))
}

function GroupLife({ group }: { group: OutcomeGroup }): ReactNode {
  const words = useServerClockValue((now) => groupLifeWords(group, now))
  return (
    <span className={classNames(styles.life, group.state !== 'open' && styles.over)} title={words}>
      {words}
    </span>
  )
}

export function Life({ market }: { market: OutcomeMarket }): ReactNode {
  const soon = market.expiry !== null && !market.expired && !market.settling
  const words = useServerClockValue((now) => lifeWords(market, now))
  return <span className={classNames(styles.life, !soon && styles.over)}>{words}</span>
}

/** What was paid out for a side; null before that. */
export const paidFor = (market: Pick<OutcomeMarket, 'winner'>, side: OutcomeSide): boolean | null =>
  market.winner === null ? null : market.winner === side.index

interface PickProps {
  readonly market: OutcomeMarket
  readonly side: OutcomeSide
  readonly price: Price | null
  /** Null for a further side of a row that has its label already. */
  readonly label: string | null
  readonly chosen: boolean
  readonly onPick: () => void
}

function Pick({ market, side, price, label, chosen, onPick }: PickProps): ReactNode {
  const paid = paidFor(market, side)
  const change = useChangeDraft('outcome')
  return (
    <button
      type="button"
      className={classNames(styles.pick, label === null && styles.other, chosen && styles.chosen)}
      aria-pressed={chosen}
      onClick={() => {
        showOutcome(market.outcomeId, side.index)
        change({ price: '' })
        onPick()
      }}
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
