/** What another client traded, as a line: when, what, and the trader's word on that client. */
import { memo, type ReactNode } from 'react'
import { trimZeros } from '../../../contract/decimal.ts'
import type { ForeignTrade } from '../../../contract/other-client.ts'
import { grouped, timeText, useFormat, zoneText } from '../../format/index.ts'
import { useExpectOtherClient } from '../../orders/index.ts'
import type { AssetSpec } from '../../queries/index.ts'
import { classNames } from '../../ui/index.ts'
import styles from './activity.module.css'

interface ForeignRowProps {
  readonly trade: ForeignTrade
  readonly spec: AssetSpec
  /** Whether the trader knows of the other client. */
  readonly isExpected: boolean
}

export const ForeignRow = memo(function ForeignRow({ trade, spec, isExpected }: ForeignRowProps): ReactNode {
  useFormat()
  const { id, side, size, price, at } = trade
  const { button, failure } = useExpectOtherClient(isExpected)
  const name = spec.side === null ? spec.market : `${spec.side}, ${spec.market}`
  return (
    <div className={classNames(styles.line, styles.ending)}>
      <time
        className={styles.time}
        title={`Filled at ${timeText(at)} ${zoneText(at)}, by the service's clock; order ${id}`}
      >
        {timeText(at)}
      </time>
      <span className={styles.endWords}>
        {side === 'buy' ? 'Bought' : 'Sold'} {grouped(trimZeros(size))} {name} at {grouped(price)}, not from this
        terminal {button}
        {failure !== null && <span role="alert"> {failure}</span>}
      </span>
      <span className={classNames(styles.state, isExpected ? styles.neutral : styles.bad)}>not from here</span>
    </div>
  )
})
