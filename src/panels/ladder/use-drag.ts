/** The order under the hand, if there is one, and what ends that. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Order } from '../../../contract/account.ts'
import type { Price } from '../../../contract/decimal.ts'
import { useEscape, useSteady } from '../../ui/index.ts'
import { afterOrders, type Dragged, type Hold, type HoldEvent, held, NO_HOLD, seenOf } from './drag.ts'

export interface Drag {
  readonly dragged: Dragged | null
  /** The button went down on an order. */
  readonly press: (order: Order, y: number) => void
  /** Whether the button holds an order now. */
  readonly isHeld: () => boolean
  readonly pointer: (event: Extract<HoldEvent, { type: 'moved' | 'let_go' | 'lost' }>) => void
  /** Sends what waits; false where nothing does. */
  readonly send: () => boolean
  /** Leaves it as it was; so does Esc. */
  readonly leave: () => void
}

interface DragTerms {
  readonly orders: readonly Order[]
  /** Sent where it is let go, without a second word. */
  readonly isArmed: boolean
  /** Why the order cannot be moved, in words, or null. */
  readonly stays: (order: Order) => string | null
  /** Why nothing may be sent now, in words, or null. */
  readonly off: () => string | null
  readonly move: (order: Order, price: Price) => void
  readonly say: (words: string | null) => void
}

export function useDrag({ orders, isArmed, stays, off, move, say }: DragTerms): Drag {
  // Several events of the pointer may come before a render: each goes on from the one before, not from what was rendered.
  const hold = useRef<Hold>(NO_HOLD)
  const [dragged, show] = useState<Dragged | null>(null)
  const put = (next: Hold): void => {
    hold.current = next
    show(seenOf(next))
  }
  const ended = useEffectEvent(() => {
    const seen = seenOf(hold.current)
    if (seen === null) return
    const next = afterOrders(seen, orders)
    if (!('ended' in next)) return
    put(NO_HOLD)
    say(next.ended)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each read of the orders may end it
  useEffect(() => ended(), [orders])
  const send = useSteady((what: Dragged) => {
    const reason = off()
    put(NO_HOLD)
    say(reason)
    if (reason === null) move(what.order, what.to)
  })
  const leave = (): void => put(held(hold.current, { type: 'left' }))
  useEscape('drag', dragged !== null, leave)
  return {
    dragged,
    press: (order, y) => put(held(hold.current, { type: 'pressed', order, y })),
    isHeld: () => hold.current.state === 'held' || hold.current.state === 'drags',
    pointer(event) {
      const before = hold.current
      const next = held(before, event)
      if (next === before) return
      if (before.state === 'held' && next.state === 'drags') {
        const reason = stays(next.order)
        say(reason)
        put(reason === null ? next : NO_HOLD)
      } else if (next.state === 'asks' && isArmed) send(next)
      else put(next)
    },
    send() {
      if (hold.current.state !== 'asks') return false
      send(hold.current)
      return true
    },
    leave,
  }
}
