/** Enter in the fields of a ticket: from one to the next, and from the last to the sending button. */
import { type FocusEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import type { Side } from '../../contract/market.ts'

// Enter in a field of a ticket sends nothing, and moves to the next step.

/** The targets of Enter, in the order in which a ticket is filled in. */
interface EnterPath {
  /** Names of the fields; an `aside` field is not a stop, and leads to the one it names, else to the button. */
  readonly fields: readonly { readonly name: string; readonly aside?: boolean; readonly leadsTo?: string }[]
  /** Names of the buttons, in order. */
  readonly buttons: readonly string[]
  /** The wanted button. */
  readonly wanted: number
}

/** The index of the field after one; null where the button is next. */
export function fieldAfter({ fields }: Pick<EnterPath, 'fields'>, at: number): number | null {
  const from = fields[at]
  if (from?.aside === true) {
    const to = fields.findIndex(({ name }, index) => index > at && name === from.leadsTo)
    return to < 0 ? null : to
  }
  const next = fields.findIndex((field, index) => index > at && field.aside !== true)
  return next < 0 ? null : next
}

/** The effect of Enter in the focused field, as a sentence; null while none has the focus. */
export function enterText(path: EnterPath, at: number | null): string | null {
  if (at === null) return null
  const next = fieldAfter(path, at)
  if (next !== null) return `Enter: ${path.fields[next]?.name}`
  const { buttons, wanted } = path
  const other = buttons[wanted + 1] ?? buttons[wanted - 1]
  const to = `Enter: ${buttons[wanted]}`
  if (other === undefined) return `${to}.`
  return `${to} · ${wanted + 1 < buttons.length ? 'Tab' : 'Shift+Tab'}: ${other}`
}

interface EnterField {
  /** The field's name, as in its label. */
  readonly name: string
  readonly input: RefObject<HTMLInputElement | null>
  /** No stop on the way: Enter in it leads to the field of the name in `leadsTo`, or else to the button. */
  readonly aside?: boolean
  readonly leadsTo?: string
}

interface EnterPathOf {
  readonly fields: readonly EnterField[]
  readonly buttons: readonly { readonly name: string; readonly side: Side }[]
  readonly wanted: Side
}

/** For the form around the fields, and the line below its buttons. */
export interface EnterHandlers {
  /** For the form around the fields. */
  readonly form: {
    readonly onKeyDown: (event: KeyboardEvent) => void
    readonly onFocus: (event: FocusEvent) => void
    readonly onBlur: () => void
  }
  /** The effect of Enter in the focused field; null while none has the focus. */
  readonly text: string | null
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
  const advance = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return
    const from = placeOf(event.target)
    if (from === null) return
    event.preventDefault()
    const next = fieldAfter(path, from)
    form.current = event.currentTarget as HTMLElement
    if (next !== null) fields[next]?.input.current?.focus()
    else form.current.querySelector<HTMLElement>(`[data-send="${buttons[index]?.side}"]`)?.focus()
  }
  return {
    form: { onKeyDown: advance, onFocus: ({ target }) => setAt(placeOf(target)), onBlur: () => setAt(null) },
    text: enterText(path, at),
  }
}
