/** Whether a hand is at a table: the pointer over its rows, or the keyboard in them. */
import { type FocusEvent, type HTMLAttributes, type PointerEvent, useState } from 'react'

type HoldHandlers = Pick<HTMLAttributes<HTMLElement>, 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'>

/** A touch is at nothing between two touches. */
const rests = ({ pointerType }: PointerEvent): boolean => pointerType !== 'touch'

/** `handlers` belong on what holds the rows. */
export function useHold(): { readonly isHeld: boolean; readonly handlers: HoldHandlers } {
  const [isOver, setOver] = useState(false)
  const [isIn, setIn] = useState(false)
  return {
    isHeld: isOver || isIn,
    handlers: {
      onPointerEnter: (event) => setOver(rests(event)),
      onPointerLeave: () => setOver(false),
      // What a press gave the focus to is held by the pointer, as long as that is there.
      onFocus: ({ target }: FocusEvent) => setIn(target.matches(':focus-visible')),
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setIn(false)
      },
    },
  }
}
