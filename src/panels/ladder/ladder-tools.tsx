/** Above the rows: sizes, time in force, canceling own orders, and arming one-click. */

import type { CSSProperties, ReactNode } from 'react'
import type { Order, TimeInForce } from '../../../contract/account.ts'
import { type Decimal, type Price, parseDecimal } from '../../../contract/decimal.ts'
import { SIZE_UNITS, type SizePreset, samePreset } from '../../../contract/size-presets.ts'
import type { MarketLadder } from '../../markets/ladder/index.ts'
import { Button, Segmented } from '../../ui/index.ts'
import styles from './ladder.module.css'
import { MESSAGES } from './messages.ts'
import type { OneClick } from './use-one-click.ts'

const read = new WeakMap<object, SizePreset | null>()

/** Parses a saved value; null for an unknown one. The same object for the same input. */
export function presetFrom(kept: unknown): SizePreset | null {
  if (typeof kept !== 'object' || kept === null) return null
  const before = read.get(kept)
  if (before !== undefined) return before
  const preset = readPreset(kept as Readonly<Record<string, unknown>>)
  read.set(kept, preset)
  return preset
}

function readPreset(kept: Readonly<Record<string, unknown>>): SizePreset | null {
  const by = SIZE_UNITS.find((unit) => unit === kept.by)
  const amount = decimalOf(kept.amount)
  if (by === undefined || amount === null) return null
  if (by !== 'risk') return { by, amount }
  const stop = decimalOf(kept.stop)
  return stop === null ? null : { by, amount, stop: stop as Price }
}

const decimalOf = (kept: unknown): Decimal | null => (typeof kept === 'string' ? parseDecimal(kept) : null)

/** Its index among the sizes; the first, smallest one where it no longer exists. */
export const chosenAt = (presets: readonly SizePreset[], chosen: SizePreset | null): number =>
  chosen === null
    ? 0
    : Math.max(
        0,
        presets.findIndex((preset) => samePreset(preset, chosen)),
      )

interface LadderToolsProps {
  readonly ladder: MarketLadder
  readonly size: ReactNode
  readonly way: TimeInForce
  readonly onWay: (way: TimeInForce) => void
  readonly oneClick: OneClick
  /** Why the market or this window takes no entries; null where it does. */
  readonly closed: string | null
  /** Own resting orders in the market. */
  readonly orders: readonly Order[]
  readonly onCancel: (orders: readonly Order[]) => void
}

export function LadderTools(props: LadderToolsProps): ReactNode {
  const { ladder, size, way, onWay, oneClick, closed, orders, onCancel } = props
  return (
    <div className={styles.tools}>
      {size}
      <div className={styles.hand}>
        {ladder.ways.length > 1 && (
          <Segmented
            label="Time in force"
            look="plain"
            options={ladder.ways.map((value) => ({ value, label: value }))}
            value={way}
            onChange={onWay}
          />
        )}
        {ladder.staysPut === null && (
          <>
            <CancelSide side="buy" orders={orders} onCancel={onCancel} />
            <CancelSide side="sell" orders={orders} onCancel={onCancel} />
            <CancelSide side={null} orders={orders} onCancel={onCancel} />
          </>
        )}
        <OneClickButton oneClick={oneClick} closed={closed} />
      </div>
    </div>
  )
}

/** @param props.side null for both */
function CancelSide({
  side,
  orders,
  onCancel,
}: Pick<LadderToolsProps, 'orders' | 'onCancel'> & { readonly side: Order['side'] | null }): ReactNode {
  const own = side === null ? orders : orders.filter((order) => order.side === side)
  return (
    <Button
      size="small"
      className={side === null ? styles.cancelAll : undefined}
      disabled={own.length === 0}
      onClick={() => onCancel(own)}
    >
      {side === null ? 'Cancel all' : side === 'buy' ? 'Cancel buys' : 'Cancel sells'}
    </Button>
  )
}

/** Arms and disarms one-click of the panel; the remaining time is a shrinking bar. */
function OneClickButton({ oneClick, closed }: Pick<LadderToolsProps, 'oneClick' | 'closed'>): ReactNode {
  const { left, arm, disarm } = oneClick
  if (left === null) {
    return (
      <Button size="small" title={closed ?? MESSAGES.armTitle} disabled={closed !== null} onClick={arm}>
        {MESSAGES.armOneClick}
      </Button>
    )
  }
  return (
    <Button
      size="small"
      variant="danger"
      className={styles.armed}
      style={{ '--left': left.share } as CSSProperties}
      title={MESSAGES.disarmTitle}
      onClick={disarm}
    >
      {MESSAGES.armed(left.text)}
    </Button>
  )
}
