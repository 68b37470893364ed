/** That a form of a panel is asked for from elsewhere in the window: the panel comes to the front, and its first field has the focus. */
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { create } from 'zustand'
import type { ConversionKind } from '../../contract/outcome.ts'
import { showPanel } from './show-panel.tsx'

/** A form that can be asked for: `agent` is the approval of the agent wallet, which has a button and no field. */
export type FormAsk = 'alert' | 'limits' | 'transfer' | 'agent' | ConversionKind

const converts = (conversion: ConversionKind) => ({ panel: 'shares', options: { tab: 'convert', conversion } })

/** Where each form stands, and what is chosen there so that it is shown. */
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

/** What no form has taken up yet. */
const useAsked = create<{ readonly asked: FormAsk | null }>()(() => ({ asked: null }))
const forget = (): void => {
  removeEventListener('keydown', forget, true)
  removeEventListener('pointerdown', forget, true)
  useAsked.setState({ asked: null })
}

/** Shows a form with the focus in its first field; whoever presses anything before it is there keeps the focus. */
export function askForm(form: FormAsk): void {
  forget()
  useAsked.setState({ asked: form })
  addEventListener('keydown', forget, true)
  addEventListener('pointerdown', forget, true)
  const { panel, options } = PLACES[form]
  showPanel(panel, options)
}

const FIELD = ':is(input:not([type="radio"], [type="checkbox"]), select, textarea):not(:disabled)'

/**
 * Of a form: what holds its fields. Once it is asked for, the first of them has the focus; where it has none the holder itself, never a button: the
 * Enter that asked for it may still be held.
 */
export function useAskedForm<Holder extends HTMLElement>(form: FormAsk): RefObject<Holder | null> {
  const holder = useRef<Holder>(null)
  const isAsked = useAsked(({ asked }) => asked === form)
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

// That something in a row is asked for from outside of it: the panel comes to the front, and the row opens what is asked for.

/** What a row can be asked for, by what the row is of: an asset, the id of a scale or slices. */
type RowAsk = 'exits' | 'part' | 'break-even' | 'cancel-plan' | 'go-on'

const PANEL_OF: Readonly<Record<RowAsk, string>> = {
  exits: 'positions',
  part: 'positions',
  'break-even': 'positions',
  'cancel-plan': 'positions',
  'go-on': 'open-orders',
}

/** What no row has taken up yet. */
const useAskedRow = create<{ readonly asked: string | null }>()(() => ({ asked: null }))
const keyOf = (what: RowAsk, of: string): string => `${what}/${of}`

/** Call only where the row's thing is there: the row that shows it takes it up. */
export function askOfRow(what: RowAsk, of: string): void {
  useAskedRow.setState({ asked: keyOf(what, of) })
  showPanel(PANEL_OF[what])
}

/** Opens the form of a position's exits. */
export const askExits = (asset: string): void => askOfRow('exits', asset)

/** Of a row: opens what it is asked for, once. */
export function useAskedOfRow(what: RowAsk, of: string, open: () => void): void {
  const isAsked = useAskedRow(({ asked }) => asked === keyOf(what, of))
  const answer = useEffectEvent(() => {
    useAskedRow.setState({ asked: null })
    open()
  })
  useEffect(() => {
    if (isAsked) answer()
  }, [isAsked])
}
