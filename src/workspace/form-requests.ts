/** Requests for a form in a panel from elsewhere in the window: the panel comes to the front, with the focus in the form's first field. */
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { create } from 'zustand'
import type { ConversionKind } from '../../contract/outcome.ts'
import { showPanel } from './show-panel.tsx'

/** A form that can be requested: `agent` is the approval of the agent wallet, which has a button and no field. */
export type FormAsk = 'alert' | 'limits' | 'transfer' | 'agent' | ConversionKind

const converts = (conversion: ConversionKind) => ({ panel: 'shares', options: { tab: 'convert', conversion } })

/** The panel of each form, and the option that makes it visible. */
const PLACES: Readonly<
  Record<FormAsk, { readonly panel: string; readonly options?: Readonly<Record<string, string>> }>
> = {
  alert: { panel: 'alerts' },
  limits: { panel: 'limits' },
  transfer: { panel: 'shares', options: { tab: 'collateral' } },
  agent: { panel: 'account' },
  split: converts('split'),
  merge: converts('merge'),
  merge_question: converts('merge_question'),
  negate: converts('negate'),
}

/** The request that no form has handled yet. */
const useFormRequest = create<{ readonly asked: FormAsk | null }>()(() => ({ asked: null }))
const forget = (): void => {
  removeEventListener('keydown', forget, true)
  removeEventListener('pointerdown', forget, true)
  useFormRequest.setState({ asked: null })
}

/** Shows a form with the focus in its first field; if the user presses anything before it appears, the focus stays. */
export function askForm(form: FormAsk): void {
  forget()
  useFormRequest.setState({ asked: form })
  addEventListener('keydown', forget, true)
  addEventListener('pointerdown', forget, true)
  const { panel, options } = PLACES[form]
  showPanel(panel, options)
}

const FIELD = ':is(input:not([type="radio"], [type="checkbox"]), select, textarea):not(:disabled)'

/**
 * For a form: the element around its fields. On request, the first of them takes the focus; without a field the element itself, never a button, as
 * the Enter of the request may still be held.
 */
export function useRequestedForm<Holder extends HTMLElement>(form: FormAsk): RefObject<Holder | null> {
  const holder = useRef<Holder>(null)
  const isAsked = useFormRequest(({ asked }) => asked === form)
  const answer = useEffectEvent(() => {
    const { current } = holder
    forget()
    if (current === null) return
    const field = current.querySelector<HTMLElement>(FIELD)
    if (field === null) current.tabIndex = -1
    const goal = field ?? current
    goal.focus()
  })
  useEffect(() => {
    if (!isAsked) return
    // The panel takes the focus as it comes to the front.
    const frame = requestAnimationFrame(() => answer())
    return () => cancelAnimationFrame(frame)
  }, [isAsked])
  return holder
}

// Requests for something in a row from outside of it: the panel comes to the front, and the row opens it.

/** Possible requests, together with the subject of the row: an asset, the id of a scale or slices. */
type RowAsk = 'exits' | 'part' | 'break-even' | 'cancel-plan' | 'go-on'

const PANEL_OF: Readonly<Record<RowAsk, string>> = {
  exits: 'positions',
  part: 'positions',
  'break-even': 'positions',
  'cancel-plan': 'positions',
  'go-on': 'open-orders',
}

/** The request that no row has handled yet. */
const useRowRequest = create<{ readonly asked: string | null }>()(() => ({ asked: null }))
const keyOf = (what: RowAsk, of: string): string => `${what}/${of}`

/** Call only where the row's subject exists: the row that shows it handles the request. */
export function askOfRow(what: RowAsk, of: string): void {
  useRowRequest.setState({ asked: keyOf(what, of) })
  showPanel(PANEL_OF[what])
}

/** Opens the exit form of a position. */
export const askExits = (asset: string): void => askOfRow('exits', asset)

/** For a row: opens what is requested, once. */
export function useRequestedRow(what: RowAsk, of: string, open: () => void): void {
  const isAsked = useRowRequest(({ asked }) => asked === keyOf(what, of))
  const answer = useEffectEvent(() => {
    useRowRequest.setState({ asked: null })
    open()
  })
  useEffect(() => {
    if (isAsked) answer()
  }, [isAsked])
}
