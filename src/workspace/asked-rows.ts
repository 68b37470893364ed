/** That something in a row is asked for from outside of it: the panel comes to the front, and the row opens what is asked for. */
import { useEffect, useEffectEvent } from 'react'
import { create } from 'zustand'
import { showPanel } from './show-panel.ts'

/** What a row can be asked for, by what the row is of: an asset, the id of a scale or slices. */
export type RowAsk = 'exits' | 'part' | 'break-even' | 'cancel-plan' | 'go-on'

const PANEL_OF: Readonly<Record<RowAsk, string>> = {
  exits: 'positions',
  part: 'positions',
  'break-even': 'positions',
  'cancel-plan': 'positions',
  'go-on': 'open-orders',
}

/** What no row has taken up yet. */
const useAsked = create<{ readonly asked: string | null }>()(() => ({ asked: null }))
const keyOf = (what: RowAsk, of: string): string => `${what}/${of}`

/** Call only where the row's thing is there: the row that shows it takes it up. */
export function askOfRow(what: RowAsk, of: string): void {
  useAsked.setState({ asked: keyOf(what, of) })
  showPanel(PANEL_OF[what])
}

/** Opens the form of a position's exits. */
export const askExits = (asset: string): void => askOfRow('exits', asset)

/** Of a row: opens what it is asked for, once. */
export function useAskedOfRow(what: RowAsk, of: string, open: () => void): void {
  const isAsked = useAsked(({ asked }) => asked === keyOf(what, of))
  const answer = useEffectEvent(() => {
    useAsked.setState({ asked: null })
    open()
  })
  useEffect(() => {
    if (isAsked) answer()
  }, [isAsked])
}
