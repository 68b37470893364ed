/** A line over the foot of the window: it takes the focus as it comes, is dropped as it loses it, and gives it back. */
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { useEscape } from '../ui/index.ts'

interface LineOptions {
  /** Enter was pressed on the line itself, once: neither repeated, nor in an input method, nor on a button inside. */
  readonly onEnter: () => void
  /** Another key was pressed anywhere in it; true where it did something. */
  readonly onKey: (event: KeyboardEvent) => boolean
  readonly onDrop: () => void
  /** Whether Esc drops it; not while something in it has an Esc of its own. */
  readonly escapes?: boolean
}

interface LineProps {
  readonly ref: RefObject<HTMLElement | null>
  readonly tabIndex: 0
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onBlur: (event: FocusEvent) => void
}

export interface Line {
  readonly props: LineProps
  /** From here on the loss of the focus drops it no more. */
  readonly begin: () => void
  /** Begins, and gives the focus back to where it was. */
  readonly leave: () => void
  /** It waits for the trader again, after something that came to nothing. */
  readonly again: () => void
}

export function useLine({ onEnter, onKey, onDrop, escapes = true }: LineOptions): Line {
  const box = useRef<HTMLElement>(null)
  const back = useRef<Element | null>(null)
  /** The focus leaves with the press that carries it out, before anything renders. */
  const begun = useRef(false)
  useEffect(() => {
    back.current = document.activeElement
    box.current?.focus()
  }, [])
  const giveBack = (): void => {
    if (back.current instanceof HTMLElement && back.current.isConnected) back.current.focus()
  }
  useEscape('preview', escapes, () => {
    begun.current = true
    if (box.current?.contains(document.activeElement) === true) giveBack()
    onDrop()
  })
  return {
    props: {
      ref: box,
      tabIndex: 0,
      onKeyDown(event) {
        if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey || begun.current) return
        if (event.key === 'Enter') {
          if (event.target !== box.current) return
          event.preventDefault()
          if (!event.repeat) onEnter()
        } else if (onKey(event)) event.preventDefault()
      },
      onBlur({ relatedTarget }) {
        if (begun.current || (relatedTarget instanceof Node && box.current?.contains(relatedTarget) === true)) return
        onDrop()
      },
    },
    begin() {
      begun.current = true
    },
    leave() {
      begun.current = true
      giveBack()
    },
    again() {
      begun.current = false
      const { activeElement } = document
      // Only where the focus is as the line left it: an Enter that is typed elsewhere by now is for something else.
      if (activeElement === back.current || activeElement === document.body) box.current?.focus()
    },
  }
}
