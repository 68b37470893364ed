/** The menu at a price: opened where it was pointed at, and by the same key that opens menus elsewhere. Nothing in it sends an order. */
import { type ReactNode, useState } from 'react'
import type { Order } from '../../contract/account.ts'
import type { Price } from '../../contract/decimal.ts'
import type { Instrument } from '../../contract/instrument.ts'
import { useCall, wordsOf } from '../bridge/index.ts'
import { useMarketData, useTopicValue } from '../market-data/index.ts'
import type { PriceView } from '../markets/axis/index.ts'
import { useCancels } from '../orders/index.ts'
import { useOpenOrders } from '../queries/index.ts'
import { ContextMenu, type MenuEntry } from '../ui/index.ts'
import { useTakeOrder } from '../workspace/index.ts'
import { priceEntries } from './price-entries.ts'

/** Where it opens, px from the window's corner, and at which price. */
export interface PricePlace {
  readonly x: number
  readonly y: number
  /** The market's own; null where none is: only the first entries are offered. */
  readonly price: Price | null
  /** What is offered first, of what was pointed at. */
  readonly first?: readonly MenuEntry[]
}

export interface PriceMenu {
  readonly open: (place: PricePlace) => void
  readonly menu: ReactNode
  /** What became of the last choice, in words; null while there is nothing to say. */
  readonly said: string | null
  readonly say: (words: string) => void
  readonly cancel: (order: Order) => void
}

interface PriceMenuOptions {
  /** Whose orders are placed and cancelled. */
  readonly instrument: Instrument
  /** Whose prices are pointed at; the same but for the mark that decides another market. */
  readonly drawn: Instrument
  readonly view: PriceView
}

/** What was said goes after so long. */
const SAID_FOR_MS = 6_000
const NO_ORDERS: readonly never[] = []

export function usePriceMenu({ instrument, drawn, view }: PriceMenuOptions): PriceMenu {
  const call = useCall()
  const { clock } = useMarketData()
  const take = useTakeOrder()
  const orders = useOpenOrders().data ?? NO_ORDERS
  const kinds = useTopicValue({ kind: 'alerts' }, (alerts) => alerts.kinds) ?? null
  const { cancel, failure } = useCancels()
  const [place, setPlace] = useState<PricePlace | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const say = (words: string): void => {
    setSaid(words)
    clock.after(SAID_FOR_MS, () => setSaid((now) => (now === words ? null : now)))
  }
  const price = place?.price ?? null
  const isOwn = drawn.key === instrument.key
  const entries =
    place === null
      ? []
      : [
          ...(place.first ?? []),
          ...(price === null
            ? []
            : priceEntries({
                instrument: drawn,
                price,
                view,
                orders,
                kinds,
                isOwn,
                onTake: (side) => take({ side, price, size: null, tif: null }),
                onAlert: (rule) => {
                  const input = { id: null, rule, repeat: false, on: true }
                  call('saveAlert', input).then(
                    () => say(`Alert set at ${view.named(price)}. It is watched while this terminal runs.`),
                    (error: unknown) => say(wordsOf(error)),
                  )
                },
                onCancel: (order) => cancel([order]),
              }).filter((entry) => place.first?.some(({ id }) => id === entry.id) !== true)),
        ]
  return {
    open: setPlace,
    menu: (
      <ContextMenu
        label={price === null ? 'At this place' : `At ${view.named(price)}`}
        at={place}
        onClose={() => setPlace(null)}
        entries={entries}
      />
    ),
    said: said ?? failure,
    say,
    cancel: (order) => cancel([order]),
  }
}
