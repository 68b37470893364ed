/**
 * What Esc ends: the innermost thing first. Dialogs and menus have their own; then a preview of an order, a drag, an estimate that waits, the
 * field that is typed in, and the catches last. One press ends one thing.
 */
import { useEffect, useEffectEvent } from 'react'

/** What can be ended here, the innermost first. */
const ESCAPE_LAYERS = ['preview', 'drag', 'estimate', 'catch'] as const
type EscapeLayer = (typeof ESCAPE_LAYERS)[number]

/** Where the focus is when Esc is pressed. */
export interface EscapePlace {
  /** In a dialog or an open menu. */
  readonly inDialog: boolean
  readonly inText: boolean
}

/** What a press of Esc is for. `theirs`: a dialog's or menu's own; `field`: the field is left; `nothing`: nothing waits for it. */
export type EscapeGoal = 'theirs' | 'field' | 'nothing' | EscapeLayer

/** Which it is, by what there is to end. Pure. */
export function escapeGoal({ inDialog, inText }: EscapePlace, held: ReadonlySet<EscapeLayer>): EscapeGoal {
  if (inDialog) return 'theirs'
  const inner = ESCAPE_LAYERS.find((layer) => layer !== 'catch' && held.has(layer))
  if (inner !== undefined) return inner
  if (inText) return 'field'
  return held.has('catch') ? 'catch' : 'nothing'
}

interface Holder {
  readonly layer: EscapeLayer
  readonly end: () => void
}

const holders: Holder[] = []

/** Has Esc end something while it lasts; of one layer the newest goes first. The function returned takes it back. */
export function holdEscape(layer: EscapeLayer, end: () => void): () => void {
  const holder = { layer, end }
  holders.push(holder)
  return () => {
    const at = holders.indexOf(holder)
    if (at >= 0) holders.splice(at, 1)
  }
}

/** Layers of which there is something to end. */
export const heldLayers = (): ReadonlySet<EscapeLayer> => new Set(holders.map(({ layer }) => layer))

/** Ends the newest of a layer. */
export const endNewest = (layer: EscapeLayer): void => holders.findLast((one) => one.layer === layer)?.end()

/** The same for a component, while `active`. */
export function useEscape(layer: EscapeLayer, active: boolean, end: () => void): void {
  const ended = useEffectEvent(end)
  useEffect(() => (active ? holdEscape(layer, () => ended()) : undefined), [layer, active])
}
