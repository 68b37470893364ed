/** After the panels were arranged again at one press: the way back, for a while. */
import { type ReactNode, useEffect } from 'react'
import { create } from 'zustand'
import { useMarketData } from '../../market-data/index.ts'
import { MESSAGES } from './messages.ts'
import { Strip } from './strip.tsx'

/** How long the way back is offered, ms. */
const OFFERED_MS = 30_000

/** Brings back what was there before; null while nothing was arranged again. */
const useWayBack = create<{ readonly undo: (() => void) | null }>()(() => ({ undo: null }))

/** Says that the panels were arranged again, and how what was there before comes back. */
export const offerUndo = (undo: () => void): void => useWayBack.setState({ undo })

const leave = (): void => useWayBack.setState({ undo: null })

export function UndoArranging(): ReactNode {
  const undo = useWayBack((state) => state.undo)
  const { clock } = useMarketData()
  useEffect(() => (undo === null ? undefined : clock.after(OFFERED_MS, leave)), [undo, clock])
  if (undo === null) return null
  return (
    <Strip
      action={MESSAGES.undo}
      onAction={() => {
        undo()
        leave()
      }}
      onLeave={leave}
    >
      The panels of this window were arranged again.
    </Strip>
  )
}
