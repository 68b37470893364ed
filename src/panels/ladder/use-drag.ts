/** The order under the hand, if there is one, and what ends that. */
import { useEffect, useEffectEvent, useState } from 'react'
import type { Order } from '../../../contract/account.ts'
import type { Price } from '../../../contract/decimal.ts'
import { useEscape, useSteady } from '../../ui/index.ts'
import { afterOrders, type Dragged, letGo, over } from './drag.ts'

export interface Drag {
  readonly dragged: Dragged | null
  readonly begin: (order: Order) => void
  readonly over: (price: Price | null) => void
  readonly drop: () => void
  /** Sends what waits; false where nothing does. */
  readonly send: () => boolean
  /** Leaves it as it was; so does Esc. */
  readonly leave: () => void
}

interface DragTerms {
  readonly orders: readonly Order[]
  /** Sent where it is let go, without a second word. */
  readonly isArmed: boolean
  /** Why nothing may be sent now, in words, or null. */
  readonly off: () => string | null
  readonly move: (order: Order, price: Price) => void
  readonly say: (words: string | null) => void
}

export function useDrag({ orders, isArmed, off, move, say }: DragTerms): Drag {
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const ended = useEffectEvent(() => {
    if (dragged === null) return
    const next = afterOrders(dragged, orders)
    if (!('ended' in next)) return
    setDragged(null)
    say(next.ended)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each read of the orders may end it
  useEffect(() => ended(), [orders])
  const send = useSteady((what: Dragged) => {
    const reason = off()
    setDragged(null)
    say(reason)
    if (reason === null) move(what.order, what.to)
  })
  const leave = (): void => setDragged(null)
  useEscape('drag', dragged !== null, leave)
  return {
    dragged,
    begin: (order) => {
      say(null)
      setDragged({ order, to: order.price, state: 'drags' })
    },
    over: (price) => setDragged((now) => (now === null ? null : over(now, price))),
    drop() {
      const next = dragged === null ? null : letGo(dragged)
      if (next !== null && isArmed) send(next)
      else setDragged(next)
    },
    send() {
      if (dragged?.state !== 'asks') return false
      send(dragged)
      return true
    },
    leave,
  }
}
