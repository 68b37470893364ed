/** Keeps the focus of a form over the time in which its market takes no orders. */
import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { KeptFocus } from './kept-focus.ts'

interface FocusHandlers {
  readonly onFocus?: (event: FocusEvent<HTMLElement>) => void
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void
}

interface KeptFocusHandlers {
  readonly form: FocusHandlers
  /** For what stands in the place of the form. */
  readonly state: FocusHandlers & { readonly ref: RefObject<HTMLElement | null> }
}

/** Whether the focus went elsewhere in the window: not within the element, nor with the whole window. */
const hasGone = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): boolean =>
  document.hasFocus() && !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))

export function useKeptFocus(isClosed: boolean): KeptFocusHandlers {
  const [kept] = useState(() => new KeptFocus())
  const state = useRef<HTMLElement>(null)
  // In the same frame: not one key goes elsewhere.
  useLayoutEffect(() => kept.turned(isClosed, state.current), [kept, isClosed])
  return {
    form: {
      onFocus: ({ target }) => kept.entered(target),
      onBlur: (event) => {
        // Hidden before it is told so: nobody went anywhere.
        if (hasGone(event) && !event.currentTarget.hidden) kept.left('form')
      },
    },
    state: {
      ref: state,
      onBlur: (event) => {
        if (hasGone(event)) kept.left('state')
      },
    },
  }
}
