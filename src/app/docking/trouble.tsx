/** A failed panel operation: the reason, and a retry where possible. */
import type { ReactNode } from 'react'
import { create } from 'zustand'
import { Strip } from './strip.tsx'

interface Failure {
  readonly text: string
  readonly again: (() => void) | null
}

const useTrouble = create<{ readonly trouble: Failure | null }>()(() => ({ trouble: null }))

/** Shows the failure until it is answered. @returns removes it, unless another one has replaced it */
export function showFailure(text: string, again: (() => void) | null = null): () => void {
  const trouble = { text, again }
  useTrouble.setState({ trouble })
  return () => useTrouble.setState((now) => (now.trouble === trouble ? { trouble: null } : now))
}

const leave = (): void => useTrouble.setState({ trouble: null })

export function Trouble(): ReactNode {
  const trouble = useTrouble((state) => state.trouble)
  if (trouble === null) return null
  const { text: message, again } = trouble
  if (again === null) return <Strip onLeave={leave}>{message}</Strip>
  return (
    <Strip action="Try again" onAction={again} onLeave={leave}>
      {message}
    </Strip>
  )
}
