/** Whether a hand is at a table, as its element hears of it (`hand.ts`). */
import { type FocusEvent, type HTMLAttributes, type PointerEvent, type TouchEvent, useEffect, useState } from 'react'
import { useMarketData } from '../../market-data/index.ts'
import { createHand } from './hand.ts'

type HoldHandlers = Pick<
  HTMLAttributes<HTMLElement>,
  'onPointerEnter' | 'onPointerLeave' | 'onTouchStart' | 'onFocus' | 'onBlur'
>

/** A finger is told of by its touches: its pointer ends where a scroll begins. */
const rests = ({ pointerType }: PointerEvent): boolean => pointerType !== 'touch'

/** `handlers` belong on what holds the rows. */
export function useHold(): { readonly isHeld: boolean; readonly handlers: HoldHandlers } {
  const { clock } = useMarketData()
  const [isHeld, setHeld] = useState(false)
  const [hand] = useState(() => createHand((ms, run) => clock.after(ms, run), setHeld))
  useEffect(() => hand.stop, [hand])
  return {
    isHeld,
    handlers: {
      onPointerEnter: (event) => {
        if (rests(event)) hand.over(true)
      },
      onPointerLeave: () => hand.over(false),
      onTouchStart: ({ target, changedTouches }: TouchEvent) => {
        for (const { identifier } of Array.from(changedTouches)) {
          hand.down(identifier)
          lifted(target, identifier, () => hand.up(identifier))
        }
      },
      // What a press gave the focus to is held by the pointer, as long as that is there.
      onFocus: ({ target }: FocusEvent) => hand.keyboard(target.matches(':focus-visible')),
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) hand.keyboard(false)
      },
    },
  }
}

/** Once the finger lifts. Asked of what it came down on: a row that is scrolled out of the page meanwhile is still told, its table is not. */
function lifted(target: EventTarget, touch: number, then: () => void): void {
  const over = new AbortController()
  const up = (event: Event): void => {
    if (![...(event as globalThis.TouchEvent).changedTouches].some(({ identifier }) => identifier === touch)) return
    over.abort()
    then()
  }
  for (const end of ['touchend', 'touchcancel']) target.addEventListener(end, up, { signal: over.signal })
}
