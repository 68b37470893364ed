/** Sets of shares, below the table: what they are worth whatever happens, and what they made. */
import { type ReactNode, useMemo } from 'react'
import type { Position } from '../../../contract/account.ts'
import { toPlaces, trimZeros } from '../../../contract/decimal.ts'
import type { OutcomeMarket } from '../../../contract/outcome.ts'
import { type ShareSet, type ShareSets, shareSetsOf } from '../../../contract/share-sets.ts'
import { grouped } from '../../format/index.ts'
import { useTopicValue } from '../../market-data/index.ts'
import type { Assets } from '../../queries/index.ts'
import { Figure } from '../../ui/index.ts'
import { MESSAGES } from './messages.ts'
import styles from './positions.module.css'

const NO_MARKETS: readonly OutcomeMarket[] = []

/** @param positions null before they were read */
export function useShareSets(positions: readonly Position[] | null): ShareSets {
  const markets = useTopicValue({ kind: 'outcomes' }, (view) => view.markets) ?? NO_MARKETS
  return useMemo(() => shareSetsOf(positions ?? [], markets), [positions, markets])
}

interface LinesProps {
  readonly sets: readonly ShareSet[]
  readonly assets: Assets
}

export function ShareSetLines({ sets, assets }: LinesProps): ReactNode {
  if (sets.length === 0) return null
  return (
    <ul className={styles.sets} aria-label={MESSAGES.shareSets}>
      {sets.map((set) => (
        <li key={`${set.kind}/${set.of}`}>
          <span className={styles.set}>
            {grouped(trimZeros(set.count))} × {partsOf(set, assets)}
          </span>
          <span className={styles.faint}>
            worth {grouped(toPlaces(set.worth, 2))} USDH whatever happens, cost {grouped(toPlaces(set.cost, 2))}
          </span>
          <span>
            result <Figure value={toPlaces(set.result, 2)} sign="gain" unit="USDH" />
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
    : `${coins.length === 2 ? coins.map((coin) => assets.of(coin).side ?? coin).join(' and ') : 'every side'} of ${assets.outcome(of)}`
