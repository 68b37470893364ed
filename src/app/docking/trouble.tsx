/** What could not be done with a panel, and why. */
import type { ReactNode } from 'react'
import { create } from 'zustand'
import { Strip } from './strip.tsx'

const useTrouble = create<{ readonly words: string | null }>()(() => ({ words: null }))

/** Tells the trader, until it is answered. */
export const tellTrouble = (words: string): void => useTrouble.setState({ words })

const leave = (): void => useTrouble.setState({ words: null })

export function Trouble(): ReactNode {
  const words = useTrouble((state) => state.words)
  return words !== null && <Strip onLeave={leave}>{words}</Strip>
}
