/** The menu at a price: opened at the pointer, or by the menu key. Nothing in it sends an order. */
import { type ReactNode, useState } from 'react'
import type { Order } from '../contract/account.ts'
import type { AlertKind, AlertRule } from '../contract/alert.ts'
import { compare, type Price, subtract, trimZeros } from '../contract/decimal.ts'
import { FAMILY_RULES } from '../contract/family-rules.ts'
import type { Instrument } from '../contract/instrument.ts'
import type { Side } from '../contract/market.ts'
import { follows } from '../contract/market-ref.ts'
import type { Feature } from '../contract/session.ts'
import { errorText, useCall } from './bridge/index.ts'
import { useMarketData, useTopicValue } from './market-data/index.ts'
import type { PriceView } from './markets/axis/index.ts'
import { useCancels } from './orders/index.ts'
import { useOpenOrders } from './queries/index.ts'
import { cancelText } from './trade-forms/index.ts'
import { ContextMenu, type MenuEntry } from './ui/index.ts'
import { useTakeOrder } from './workspace/index.ts'

interface PriceEntriesInput {
  readonly instrument: Instrument
  /** The market's own, on its tick. */
  readonly price: Price
  readonly view: Pick<PriceView, 'named' | 'second'>
  /** All resting orders of the trader. */
  readonly orders: readonly Order[]
  /** The alert kinds that can be watched; null while unknown. */
  readonly kinds: Readonly<Record<AlertKind, Feature>> | null
  /** Whether the price is that of the market itself: no order is placed at the mark that decides another market. */
  readonly isOwn: boolean
  readonly onTake: (side: Side) => void
  readonly onAlert: (rule: AlertRule) => void
  readonly onCancel: (order: Order) => void
}

/** The alert at a price: for a following market it stays with the live one. */
export function alertAt({ family, ref, asset }: Instrument, price: Price): AlertRule | null {
  if (asset === null) return null
  if (FAMILY_RULES[family].isMark)
    return { kind: 'price', asset: follows(ref) ? null : asset, price, direction: 'either' }
  return { kind: 'probability', asset, probability: price, direction: 'either' }
}

/** The entries of the menu at a price, with reasons for unavailable ones. */
export function priceEntries(input: PriceEntriesInput): readonly MenuEntry[] {
  const { instrument, price, view, orders, isOwn, onTake, onAlert, onCancel } = input
  const at = `${view.named(price)} (${view.second(price)})`
  const rule = alertAt(instrument, price)
  const alertOff = alertIssue(rule, input.kinds)
  const limitOff = FAMILY_RULES[instrument.family].isPredicted ? 'a prediction takes no price' : null
  const sides = (['buy', 'sell'] as const).map((side) => ({
    id: side,
    label: side === 'buy' ? `Buy limit at ${at}` : `Sell limit at ${at}`,
    note: 'into the ticket',
    ...(limitOff === null ? {} : { impossible: limitOff }),
    onAction: () => onTake(side),
  }))
  const here = orders.filter((order) => order.asset === instrument.asset && compare(order.price, price) === 0)
  return [
    ...(isOwn
      ? here.map((order) => ({
          id: `cancel/${order.oid}`,
          label: cancelText(order.side, trimZeros(subtract(order.size, order.filled)), view.named(price)),
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

/** Why an alert cannot be set; null where it can. */
function alertIssue(rule: AlertRule | null, kinds: PriceEntriesInput['kinds']): string | null {
  if (rule === null) return 'this market is not trading now'
  const feature = kinds?.[rule.kind]
  if (feature === undefined) return 'alerts not loaded yet'
  return feature.on ? null : feature.reason
}

/** Its position, px from the window's corner, and its price. */
interface PricePlace {
  readonly x: number
  readonly y: number
  /** The market's own; null where there is none: only the first entries are offered. */
  readonly price: Price | null
  /** Title of the menu, where it is not a price. */
  readonly label?: string
  /** Entries of the clicked object, offered first. */
  readonly first?: readonly MenuEntry[]
}

export interface PriceMenu {
  readonly open: (place: PricePlace) => void
  readonly menu: ReactNode
  /** The result of the last choice, as text; null where there is nothing to report. */
  readonly message: string | null
  readonly say: (text: string) => void
  readonly cancel: (order: Order) => void
  /** Why no alert can be set at a price of the drawn market; null where one can. */
  readonly alertOff: (price: Price) => string | null
  /** Sets an alert there, and reports it. */
  readonly setAlert: (price: Price) => void
}

interface PriceMenuOptions {
  /** The market whose orders are placed and canceled. */
  readonly instrument: Instrument
  /** The market whose prices are drawn; the same except for the mark that decides another market. */
  readonly drawn: Instrument
  readonly view: PriceView
}

/** How long the message is shown. */
const MESSAGE_MS = 6_000
/** An open menu, with the markets at its opening. */
interface Opened extends PricePlace, Pick<PriceMenuOptions, 'instrument' | 'drawn'> {}

type Market = Pick<Instrument, 'key' | 'asset'>
interface Markets {
  readonly instrument: Market
  readonly drawn: Market
}

/** Whether a menu still matches the shown markets: a price of one market does not apply to another, nor to the next asset of a series. */
export const isStillOf = (opened: Markets, now: Markets): boolean =>
  (['instrument', 'drawn'] as const).every(
    (one) => opened[one].key === now[one].key && opened[one].asset === now[one].asset,
  )

const NO_ORDERS: readonly never[] = []

export function usePriceMenu({ instrument, drawn, view }: PriceMenuOptions): PriceMenu {
  const call = useCall()
  const { clock } = useMarketData()
  const take = useTakeOrder()
  const orders = useOpenOrders().data ?? NO_ORDERS
  const kinds = useTopicValue({ kind: 'alerts' }, (alerts) => alerts.kinds) ?? null
  const { cancel, failure } = useCancels()
  const [opened, setOpened] = useState<Opened | null>(null)
  const place = opened !== null && isStillOf(opened, { instrument, drawn }) ? opened : null
  // It does not reopen when its market returns.
  if (place !== opened) setOpened(null)
  const [message, setSaid] = useState<string | null>(null)
  const say = (text: string): void => {
    setSaid(text)
    clock.after(MESSAGE_MS, () => setSaid((now) => (now === text ? null : now)))
  }
  const saveAlert = (rule: AlertRule, price: Price): void => {
    call('saveAlert', { id: null, rule, repeat: false, on: true }).then(
      () => say(`Alert set at ${view.named(price)}. It works only while Isotherm is running.`),
      (error: unknown) => say(errorText(error)),
    )
  }
  const price = place?.price ?? null
  const entries =
    place === null
      ? []
      : [
          ...(place.first ?? []),
          ...(price === null
            ? []
            : priceEntries({
                instrument: place.drawn,
                price,
                view,
                orders,
                kinds,
                isOwn: place.drawn.key === place.instrument.key,
                onTake(side) {
                  const untaken = take({ side, price, size: null, tif: null })
                  if (untaken !== null) say(untaken)
                },
                onAlert: (rule) => saveAlert(rule, price),
                onCancel: (order) => cancel([order]),
              }).filter((entry) => place.first?.some(({ id }) => id === entry.id) !== true)),
        ]
  return {
    open: (at) => setOpened({ ...at, instrument, drawn }),
    menu: (
      <ContextMenu
        label={place?.label ?? (price === null ? 'At this price' : `At ${view.named(price)}`)}
        at={place}
        onClose={() => setOpened(null)}
        entries={entries}
      />
    ),
    message: message ?? failure,
    say,
    cancel: (order) => cancel([order]),
    alertOff: (price) => alertIssue(alertAt(drawn, price), kinds),
    setAlert(price) {
      const rule = alertAt(drawn, price)
      if (rule !== null) saveAlert(rule, price)
    },
  }
}
