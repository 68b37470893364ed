/** A failed panel operation: the reason, and a retry where possible. */
import type { ReactNode } from 'react'
import { create } from 'zustand'
import { Strip } from './strip.tsx'

interface Told {
  readonly words: string
  readonly again: (() => void) | null
}

const useTrouble = create<{ readonly told: Told | null }>()(() => ({ told: null }))

/** Shows the failure until it is answered. @returns removes it, unless another one has replaced it */
export function tellTrouble(words: string, again: (() => void) | null = null): () => void {
  const told = { words, again }
  useTrouble.setState({ told })
  return () => useTrouble.setState((now) => (now.told === told ? { told: null } : now))
}

const leave = (): void => useTrouble.setState({ told: null })

export function Trouble(): ReactNode {
  const told = useTrouble((state) => state.told)
  if (told === null) return null
  const { words, again } = told
  if (again === null) return <Strip onLeave={leave}>{words}</Strip>
  return (
    <Strip action="Try again" onAction={again} onLeave={leave}>
      {words}
    </Strip>
  )
}
