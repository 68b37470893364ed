/** The ticket of an outcome market in which nothing trades any more: what there is to say of that, and of the shares that are held. */
import type { ReactNode } from 'react'
import { absolute, signOf, trimZeros } from '../../../contract/decimal.ts'
import { grouped } from '../../format/index.ts'
import { sideName } from '../../markets/outcome/index.ts'
import { useAccount } from '../../queries/index.ts'
import type { Permission } from '../../trade-forms/index.ts'
import { Banner } from '../../ui/index.ts'
import type { MarketProps } from './market-props.ts'
import styles from './outcomes.module.css'

interface ClosedTicketProps extends MarketProps {
  readonly permission: Permission
  readonly choices: ReactNode
}

export function ClosedTicket({ market, side, permission, choices }: ClosedTicketProps): ReactNode {
  const held = useAccount().data?.positions.find(({ asset }) => asset === side.coin)?.size ?? null
  const { winner } = market
  const words = winner === null ? 'pay 1 each if it wins' : winner === side.index ? 'pay 1 each' : 'pay nothing'
  return (
    <section className={styles.market} aria-label={`Order for ${sideName(market, side)}`}>
      {choices}
      {permission.orders !== 'any' && <Banner>{permission.reason}</Banner>}
      {held !== null && signOf(held) !== 0 && (
        <p className={styles.note}>
          You hold {grouped(trimZeros(absolute(held)))} {sideName(market, side)}, which {words}.
        </p>
      )}
    </section>
  )
}
