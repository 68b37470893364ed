/** What a side of a market stands at, as a percentage, live. */
import type { ReactNode } from 'react'
import type { Price } from '../../../contract/decimal.ts'
import { NONE } from '../../format/index.ts'
import { useTopicValue } from '../../market-data/index.ts'
import { percentOf } from '../../markets/outcome/index.ts'
import { Figure, usePanelVisible } from '../../ui/index.ts'
import styles from './outcomes.module.css'

/** The price of a coin: what the service says, else the middle of the book, else the last trade. Null while there is none. */
export function useChance(coin: string | null): Price | null {
  const visible = usePanelVisible()
  const topic = coin === null || !visible ? null : ({ kind: 'ticker', asset: coin } as const)
  return useTopicValue(topic, ({ mark, mid, last }) => mark ?? mid ?? last) ?? null
}

interface ChanceProps {
  /** Null while there is none. */
  readonly price: Price | null
  /** Whether it was paid out at 1 or at 0; null before that. */
  readonly paid: boolean | null
  readonly tickSize: Price | null
}

/** `58.2 %`; decided markets show what was paid out. */
export function Chance({ price, paid, tickSize }: ChanceProps): ReactNode {
  if (paid !== null) return <span className={styles.chance}>{paid ? 'paid 1' : 'paid 0'}</span>
  return price === null ? (
    <span className={styles.chance}>{NONE}</span>
  ) : (
    <Figure value={percentOf(price, tickSize)} unit="%" tint className={styles.chance} />
  )
}

/** How long the bar beside it is. */
export function ChanceBar({ price, paid }: Pick<ChanceProps, 'price' | 'paid'>): ReactNode {
  const share = paid === null ? Number(price ?? '0') : paid ? 1 : 0
  return (
    <span className={styles.track} aria-hidden>
      <span className={styles.filled} style={{ transform: `scaleX(${share})` }} />
    </span>
  )
}
