/** What the menu at a price offers, and why it does not. Pure. */
import type { Order } from '../../contract/account.ts'
import type { AlertKind, AlertRule } from '../../contract/alert.ts'
import { compare, type Price, subtract, trimZeros } from '../../contract/decimal.ts'
import { FAMILY_RULES } from '../../contract/family-rules.ts'
import type { Instrument } from '../../contract/instrument.ts'
import type { Side } from '../../contract/market.ts'
import { follows } from '../../contract/market-ref.ts'
import type { Feature } from '../../contract/session.ts'
import type { PriceView } from '../markets/axis/index.ts'
import type { MenuEntry } from '../ui/index.ts'

interface PriceEntriesInput {
  readonly instrument: Instrument
  /** The market's own, on its tick. */
  readonly price: Price
  readonly view: Pick<PriceView, 'named' | 'second'>
  /** All of the trader's that rest. */
  readonly orders: readonly Order[]
  /** Which alerts can be watched; null while nobody says. */
  readonly kinds: Readonly<Record<AlertKind, Feature>> | null
  /** Whether the price is that of the market itself: no order is placed at the mark that decides another market. */
  readonly isOwn: boolean
  readonly onTake: (side: Side) => void
  readonly onAlert: (rule: AlertRule) => void
  readonly onCancel: (order: Order) => void
}

/** The alert at a price: of a following market it goes on with whichever is live. */
export function alertAt({ family, ref, asset }: Instrument, price: Price): AlertRule | null {
  if (asset === null) return null
  if (FAMILY_RULES[family].isMark)
    return { kind: 'price', asset: follows(ref) ? null : asset, price, direction: 'either' }
  return { kind: 'probability', asset, probability: price, direction: 'either' }
}

export function priceEntries(input: PriceEntriesInput): readonly MenuEntry[] {
  const { instrument, price, view, orders, isOwn, onTake, onAlert, onCancel } = input
  const at = `${view.named(price)} (${view.second(price)})`
  const rule = alertAt(instrument, price)
  const alertOff = alertIssue(rule, input.kinds)
  const limitOff = FAMILY_RULES[instrument.family].isPredicted ? 'a prediction takes no price' : null
  const sides = (['buy', 'sell'] as const).map((side) => ({
    id: side,
    label: `${side === 'buy' ? 'Buy' : 'Sell'} limit at ${at}`,
    note: 'into the ticket',
    ...(limitOff === null ? {} : { impossible: limitOff }),
    onAction: () => onTake(side),
  }))
  const here = orders.filter((order) => order.asset === instrument.asset && compare(order.price, price) === 0)
  return [
    ...(isOwn
      ? here.map((order) => ({
          id: `cancel/${order.oid}`,
          label: `Cancel ${order.side} ${trimZeros(subtract(order.size, order.filled))} at ${view.named(price)}`,
          onAction: () => onCancel(order),
        }))
      : []),
    ...(isOwn ? sides : []),
    {
      id: 'alert',
      label: `Alert at ${at}`,
      ...(alertOff === null ? {} : { impossible: alertOff }),
      onAction: () => {
        if (rule !== null) onAlert(rule)
      },
    },
  ]
}

/** Why an alert can't be set; null where it can. */
export function alertIssue(rule: AlertRule | null, kinds: PriceEntriesInput['kinds']): string | null {
  if (rule === null) return 'no market is behind it now'
  const feature = kinds?.[rule.kind]
  if (feature === undefined) return 'alerts are not known yet'
  return feature.on ? null : feature.reason
}
