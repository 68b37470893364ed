/**
 * What Esc closes: the innermost layer first. Dialogs and menus handle their own; then an order preview, a drag, a pending estimate, the field with
 * the focus, and the safety locks last. One press closes one layer.
 */
import { useEffect, useEffectEvent } from 'react'

/** The layers that can be closed, the innermost first. */
const ESCAPE_LAYERS = ['preview', 'drag', 'estimate', 'catch'] as const
type EscapeLayer = (typeof ESCAPE_LAYERS)[number]

/** The position of the focus when Esc is pressed. */
export interface EscapePlace {
  /** In a dialog or an open menu. */
  readonly inDialog: boolean
  readonly inText: boolean
}

/** The target of Esc. `theirs`: handled by a dialog or menu; `field`: the field loses the focus; `nothing`: no target. */
export type EscapeGoal = 'theirs' | 'field' | 'nothing' | EscapeLayer

/** Decides the target from the open layers. Pure. */
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

/** Registers a layer to be closed by Esc; within a layer the newest goes first. Returns a function that unregisters it. */
export function holdEscape(layer: EscapeLayer, end: () => void): () => void {
  const holder = { layer, end }
  holders.push(holder)
  return () => {
    const at = holders.indexOf(holder)
    if (at >= 0) holders.splice(at, 1)
  }
}

/** The layers with something to close. */
export const heldLayers = (): ReadonlySet<EscapeLayer> => new Set(holders.map(({ layer }) => layer))

/** Closes the newest of a layer. */
export const endNewest = (layer: EscapeLayer): void => holders.findLast((one) => one.layer === layer)?.end()

/** The same for a component, while `active`. */
export function useEscape(layer: EscapeLayer, active: boolean, end: () => void): void {
  const ended = useEffectEvent(end)
  useEffect(() => (active ? holdEscape(layer, () => ended()) : undefined), [layer, active])
}
