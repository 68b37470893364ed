/** Dragging an own order, or a held stop or target, to another price: from the press over the ghost and the question to the confirmation. */

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { compare, type Price } from '../../../contract/decimal.ts'
import { useEscape, useSteady } from '../../ui/index.ts'
import type { OwnMark } from './own-things.ts'
import { type PriceRows, priceAt } from './price-rows.ts'

/** The dragged thing. `asks`: it was dropped and waits for Enter, or a second click. */
export interface Dragged {
  readonly thing: OwnMark
  /** Its own price while the pointer is over none: dropped there, nothing is sent. */
  readonly to: Price
  readonly state: 'drags' | 'asks'
}

export type Hold =
  | { readonly state: 'none' }
  /** Pressed, but not moved far enough for a drag. */
  | { readonly state: 'held'; readonly thing: OwnMark; readonly y: number }
  | Dragged

export type HoldEvent =
  | { readonly type: 'pressed'; readonly thing: OwnMark; readonly y: number }
  /** `buttons` as in the pointer event; `to` is null off the rows. */
  | { readonly type: 'moved'; readonly y: number; readonly buttons: number; readonly to: Price | null }
  /** `to`: the price where it was dropped, not where it was last seen. */
  | { readonly type: 'let_go'; readonly to: Price | null }
  /** The pointer, or the window, is gone: a pending question stays. */
  | { readonly type: 'lost' }
  /** Esc, or canceled by the user. */
  | { readonly type: 'left' }

export const NO_HOLD: Hold = { state: 'none' }

/** Pointer movement that turns a press on a tag into a drag, px. */
const DRAG_FROM = 4
/** The dragging button, in the bit mask of pressed buttons. */
const DRAGS = 1

/** The state after an event; the same object where nothing changed. */
export function held(hold: Hold, event: HoldEvent): Hold {
  switch (event.type) {
    case 'pressed':
      return hold.state === 'asks' ? hold : { state: 'held', thing: event.thing, y: event.y }
    case 'moved':
      if (hold.state === 'none' || hold.state === 'asks') return hold
      if ((event.buttons & DRAGS) === 0) return NO_HOLD
      if (hold.state === 'held' && Math.abs(event.y - hold.y) <= DRAG_FROM) return hold
      return over(hold, event.to ?? hold.thing.price)
    case 'let_go':
      if (hold.state === 'none' || hold.state === 'asks') return hold
      if (hold.state === 'held' || event.to === null || compare(event.to, hold.thing.price) === 0) return NO_HOLD
      return { thing: hold.thing, to: event.to, state: 'asks' }
    case 'lost':
      return hold.state === 'asks' ? hold : NO_HOLD
    case 'left':
      return NO_HOLD
  }
}

const over = (hold: Exclude<Hold, { state: 'none' }>, to: Price): Hold =>
  hold.state === 'drags' && hold.to === to ? hold : { thing: hold.thing, to, state: 'drags' }

/** The visible part of it. */
const seenOf = (hold: Hold): Dragged | null => (hold.state === 'drags' || hold.state === 'asks' ? hold : null)

/** The row under a point of the screen, where `count` rows share the height of the list; null off the list. */
export function rowUnder(
  { left, right, top, bottom }: Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>,
  { clientX: x, clientY: y }: { readonly clientX: number; readonly clientY: number },
  count: number,
): number | null {
  if (x < left || x >= right || y < top || y >= bottom) return null
  return Math.min(count - 1, Math.floor(((y - top) / (bottom - top)) * count))
}

/** The state after the trader's orders and exits were re-read, or why it ends: its order or exit changed, possibly before it was moved. */
export function afterOwnMarks(hold: Hold, things: readonly OwnMark[]): Hold | { readonly ended: string } {
  if (hold.state === 'none') return hold
  const { thing } = hold
  const now = things.find(({ kind, id }) => kind === thing.kind && id === thing.id)
  if (now?.revision === thing.revision) return hold
  return { ended: `${endOf(thing, now)} Nothing was moved.` }
}

function endOf(thing: OwnMark, now: OwnMark | undefined): string {
  if (thing.kind === 'exit') {
    if (thing.name === 'Stop') return now === undefined ? 'The stop has ended.' : 'The stop changed during the drag.'
    return now === undefined ? 'The target has ended.' : 'The target changed during the drag.'
  }
  if (now?.kind !== 'order') return 'The order was filled or canceled.'
  return compare(now.order.filled, thing.order.filled) !== 0
    ? 'The order filled during the drag.'
    : 'The order was changed elsewhere.'
}

interface DragTerms {
  readonly things: readonly OwnMark[]
  /** Sent on drop, without a confirmation. */
  readonly isArmed: boolean
  /** Why it cannot be moved, as text, or null. */
  readonly stays: (thing: OwnMark) => string | null
  /** Why its move may not be sent now, as text, or null. */
  readonly off: (thing: OwnMark) => string | null
  readonly move: (thing: OwnMark, price: Price) => void
  readonly say: (text: string | null) => void
}

export function useDrag({ things, isArmed, stays, off, move, say }: DragTerms) {
  // Several pointer events may occur before a render: each builds on the previous one, not on the rendered state.
  const hold = useRef<Hold>(NO_HOLD)
  const [dragged, show] = useState<Dragged | null>(null)
  const put = (next: Hold): void => {
    hold.current = next
    show(seenOf(next))
  }
  const ended = useEffectEvent(() => {
    const next = afterOwnMarks(hold.current, things)
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
    /** The button went down on it. */
    press: (thing: OwnMark, y: number): void => put(held(hold.current, { type: 'pressed', thing, y })),
    /** Whether the button currently holds one. */
    isHeld: (): boolean => hold.current.state === 'held' || hold.current.state === 'drags',
    pointer(event: Extract<HoldEvent, { type: 'moved' | 'let_go' | 'lost' }>): void {
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
    /** Sends the pending question; returns false where there is none. */
    send(): boolean {
      if (hold.current.state !== 'asks') return false
      send(hold.current)
      return true
    },
    /** Cancels; so does Esc. */
    leave,
  }
}

export type Drag = ReturnType<typeof useDrag>

interface DragPointerTerms {
  readonly root: RefObject<HTMLDivElement | null>
  readonly count: number
  readonly rows: PriceRows | null
  readonly drag: Drag
}

/** The pointer of a drag: it continues over any element, and ends wherever the pointer is released, or lost. */
export function useDragPointer({ root, count, rows, drag }: DragPointerTerms): void {
  /** The price under the event itself; null off the rows, and beyond the price bounds. */
  const priceUnder = (event: PointerEvent): Price | null => {
    const list = root.current?.querySelector('ul')?.getBoundingClientRect()
    const row = list === undefined ? null : rowUnder(list, event, count)
    return row === null || rows === null ? null : priceAt(rows, row)
  }
  const moved = useSteady((event: PointerEvent) => {
    if (!event.isPrimary || !drag.isHeld()) return
    drag.pointer({ type: 'moved', y: event.clientY, buttons: event.buttons, to: priceUnder(event) })
  })
  const letGo = useSteady((event: PointerEvent) => {
    if (event.isPrimary && drag.isHeld()) drag.pointer({ type: 'let_go', to: priceUnder(event) })
  })
  const lost = useSteady(() => drag.pointer({ type: 'lost' }))
  useEffect(() => {
    const listeners = new AbortController()
    const { signal } = listeners
    window.addEventListener('pointermove', moved, { signal })
    window.addEventListener('pointerup', letGo, { signal })
    window.addEventListener('pointercancel', lost, { signal })
    window.addEventListener('blur', lost, { signal })
    return () => listeners.abort()
  }, [moved, letGo, lost])
}
