/** Enter in the fields of a ticket: from one to the next, and from the last to the button that sends. */
import { type FocusEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import type { Side } from '../../contract/market.ts'
import { enterText, fieldAfter } from './enter.ts'

export interface EnterField {
  /** As its label has it. */
  readonly name: string
  readonly input: RefObject<HTMLInputElement | null>
  /** No stop on the way: Enter in it leads to the field of the name that it `leadsTo`, or else to the button. */
  readonly aside?: boolean
  readonly leadsTo?: string
}

interface EnterPathOf {
  readonly fields: readonly EnterField[]
  readonly buttons: readonly { readonly name: string; readonly side: Side }[]
  readonly wanted: Side
}

interface EnterHandlers {
  /** For the form around the fields. */
  readonly form: {
    readonly onKeyDown: (event: KeyboardEvent) => void
    readonly onFocus: (event: FocusEvent) => void
    readonly onBlur: () => void
  }
  /** What Enter does in the field that has the focus; null while none has. */
  readonly words: string | null
}

export function useEnterPath({ fields, buttons, wanted }: EnterPathOf): EnterHandlers {
  const [at, setAt] = useState<number | null>(null)
  const form = useRef<HTMLElement | null>(null)
  const index = Math.max(
    0,
    buttons.findIndex(({ side }) => side === wanted),
  )
  const path = { fields, buttons: buttons.map(({ name }) => name), wanted: index }
  const placeOf = (target: EventTarget): number | null => {
    const place = fields.findIndex(({ input }) => input.current === target)
    return place < 0 ? null : place
  }
  const goOn = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    const from = placeOf(event.target)
    if (from === null) return
    event.preventDefault()
    const next = fieldAfter(path, from)
    form.current = event.currentTarget as HTMLElement
    if (next !== null) fields[next]?.input.current?.focus()
    else form.current.querySelector<HTMLElement>(`[data-send="${buttons[index]?.side}"]`)?.focus()
  }
  return {
    form: { onKeyDown: goOn, onFocus: ({ target }) => setAt(placeOf(target)), onBlur: () => setAt(null) },
    words: enterText(path, at),
  }
}
