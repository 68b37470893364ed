/** One resting order and its Cancel. */
import type { ReactNode } from 'react'
import type { Order } from '../../contract/account.ts'
import { padTo, placesOf, trimZeros } from '../../contract/decimal.ts'
import { atPlaces, NONE, temperatureOf, timeText } from '../format/index.ts'
import type { AssetSpec } from '../queries/index.ts'
import { sideWord, useFollowedAction, useSubmission } from '../trade-forms/index.ts'
import { Button, Cell, GivesWay, useGone } from '../ui/index.ts'
import type { CancelState } from './cancel-state.ts'
import styles from './order-row.module.css'

interface OrderRowProps {
  readonly order: Order
  readonly spec: AssetSpec
  readonly state: CancelState
  readonly disabled: boolean
  /** Among orders of one market, which need not be named in each row. */
  readonly within?: boolean
  /** Whether this terminal did not make it. */
  readonly foreign?: boolean
}

const COLUMNS = 9

/**
 * What gives way in a narrow panel, first to last; at the end the word on the button, and the market's place in the row (its name stands
 * below the side). Side, price, size and the button never go.
 */
export const ORDERS_GIVE_WAY = ['degrees', 'time', 'tif', 'filled', 'status', 'word', 'market'] as const

const STATUS_WORDS: Record<Order['status'], string | null> = {
  resting: 'working',
  partially_filled: 'part filled',
  filled: 'filled',
  cancelled: 'cancelled',
  rejected: 'rejected',
  expired: 'expired',
  unknown: null,
}

export function OrderRow({ order, spec, state, disabled, within = false, foreign = false }: OrderRowProps): ReactNode {
  const { submission, press } = useSubmission()
  const places = spec.tickSize === null ? placesOf(order.price) : placesOf(spec.tickSize)
  const sizePlaces = spec.sizeDecimals ?? placesOf(order.size)
  const price = padTo(order.price, places)
  // Between the answer to the click and the action's first showing, the submission knows more than the list.
  const unlisted = useFollowedAction(submission) === undefined
  const cancelling = state.cancelling || submission.state === 'sending' || (submission.state === 'accepted' && unlisted)
  const [short, marketBelow] = [useGone('word'), useGone('market')]
  const failure = cancelling ? null : submission.state === 'failed' ? submission.message : state.failure
  return (
    <>
      <tr className={cancelling ? styles.leaving : undefined}>
        <Cell column="time" className={styles.faint}>
          {timeText(order.time)}
        </Cell>
        {!within && (
          <Cell column="market">
            <span className={styles.market} title={spec.market}>
              {spec.market}
            </span>
          </Cell>
        )}
        <Cell className={order.side === 'buy' ? styles.up : styles.down}>
          {!foreign && <span className={styles.own} aria-hidden />}
          {sideWord(order.side)}
          {spec.side !== null && ` ${spec.side}`}
          {foreign && <span className={styles.below}>not from here</span>}
          {!within && marketBelow && (
            <span className={styles.below} title={spec.market}>
              {spec.market}
            </span>
          )}
        </Cell>
        <Cell numeric>
          {atPlaces(order.price, places)}
          {spec.family === 'scalar' && spec.tickSize !== null && (
            <GivesWay column="degrees">
              <span className={styles.faint}> {temperatureOf(price)}</span>
            </GivesWay>
          )}
        </Cell>
        <Cell numeric>{atPlaces(order.size, sizePlaces)}</Cell>
        <Cell numeric column="filled">
          {atPlaces(order.filled, sizePlaces)}
        </Cell>
        <Cell column="tif">
          {order.tif ?? NONE}
          {order.reduceOnly && ' reduce-only'}
        </Cell>
        <Cell column="status">{cancelling ? 'Cancelling…' : (STATUS_WORDS[order.status] ?? order.statusText)}</Cell>
        <Cell className={styles.cancel}>
          <Button
            size="small"
            aria-label={`Cancel ${order.side} ${trimZeros(order.size)}${spec.side === null ? '' : ` ${spec.side}`} at ${price}`}
            disabled={disabled || cancelling}
            onClick={(event) =>
              press({ kind: 'cancel', asset: order.asset, oid: order.oid, cloid: order.cloid }, event.detail)
            }
          >
            {short ? <span aria-hidden>×</span> : 'Cancel'}
          </Button>
        </Cell>
      </tr>
      {failure !== null && (
        <tr>
          <td colSpan={COLUMNS} className={styles.failure} role="alert">
            {failure}
          </td>
        </tr>
      )}
    </>
  )
}
