/** In an outcome market in which nothing trades any more: its sides, and what the shares that are held pay. */
import type { ReactNode } from 'react'
import { absolute, signOf, trimZeros } from '../../../contract/decimal.ts'
import { grouped } from '../../format/index.ts'
import { sideName } from '../../markets/outcome/index.ts'
import { useAccount } from '../../queries/index.ts'
import type { MarketProps } from './market-props.ts'
import { MESSAGES } from './messages.ts'
import styles from './outcomes.module.css'

interface SettledSharesProps extends MarketProps {
  readonly choices: ReactNode
}

export function SettledShares({ market, side, choices }: SettledSharesProps): ReactNode {
  const held = useAccount().data?.positions.find(({ asset }) => asset === side.coin)?.size ?? null
  const { winner } = market
  const words = winner === null ? 'pay 1 each if it wins' : winner === side.index ? 'pay 1 each' : 'pay nothing'
  return (
    <section className={styles.settled} aria-label={MESSAGES.orderFor(sideName(market, side))}>
      {choices}
      {held !== null && signOf(held) !== 0 && (
        <p className={styles.note}>
          You hold {grouped(trimZeros(absolute(held)))} {sideName(market, side)}, which {words}.
        </p>
      )}
    </section>
  )
}
