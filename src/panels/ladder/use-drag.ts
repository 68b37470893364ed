/** The order, stop or target under the hand, if there is one, and what ends that. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Price } from '../../../contract/decimal.ts'
import { useEscape, useSteady } from '../../ui/index.ts'
import { afterThings, type Dragged, type Hold, type HoldEvent, held, NO_HOLD, seenOf } from './drag.ts'
import type { OwnThing } from './own-things.ts'

export interface Drag {
  readonly dragged: Dragged | null
  /** The button went down on it. */
  readonly press: (thing: OwnThing, y: number) => void
  /** Whether the button holds one now. */
  readonly isHeld: () => boolean
  readonly pointer: (event: Extract<HoldEvent, { type: 'moved' | 'let_go' | 'lost' }>) => void
  /** Sends what waits; false where nothing does. */
  readonly send: () => boolean
  /** Leaves it as it was; so does Esc. */
  readonly leave: () => void
}

interface DragTerms {
  readonly things: readonly OwnThing[]
  /** Sent where it is let go, without a second word. */
  readonly isArmed: boolean
  /** Why it cannot be moved, in words, or null. */
  readonly stays: (thing: OwnThing) => string | null
  /** Why its move may not be sent now, in words, or null. */
  readonly off: (thing: OwnThing) => string | null
  readonly move: (thing: OwnThing, price: Price) => void
  readonly say: (words: string | null) => void
}

export function useDrag({ things, isArmed, stays, off, move, say }: DragTerms): Drag {
  // Several events of the pointer may come before a render: each goes on from the one before, not from what was rendered.
  const hold = useRef<Hold>(NO_HOLD)
  const [dragged, show] = useState<Dragged | null>(null)
  const put = (next: Hold): void => {
    hold.current = next
    show(seenOf(next))
  }
  const ended = useEffectEvent(() => {
    const next = afterThings(hold.current, things)
    if (!('ended' in next)) return
    put(NO_HOLD)
    say(next.ended)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each read of them may end it
  useEffect(() => ended(), [things])
  const send = useSteady((what: Dragged) => {
    const reason = off(what.thing)
    put(NO_HOLD)
    say(reason)
    if (reason === null) move(what.thing, what.to)
  })
  const leave = (): void => put(held(hold.current, { type: 'left' }))
  useEscape('drag', dragged !== null, leave)
  return {
    dragged,
    press: (thing, y) => put(held(hold.current, { type: 'pressed', thing, y })),
    isHeld: () => hold.current.state === 'held' || hold.current.state === 'drags',
    pointer(event) {
      const before = hold.current
      const next = held(before, event)
      if (next === before) return
      if (before.state === 'held' && next.state === 'drags') {
        const reason = stays(next.thing)
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
