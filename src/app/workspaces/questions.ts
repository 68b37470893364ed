/** What this window asks about workspaces at the moment: at most one thing. */
import { create } from 'zustand'

/** What is opened once the present arrangement is dealt with. */
export type Goal =
  | { readonly kind: 'workspace'; readonly name: string }
  | { readonly kind: 'template'; readonly name: string }

export type Question =
  /** A name to save the arrangement under; `next` is opened once it is saved. */
  | { readonly kind: 'save-as'; readonly next: Goal | null }
  | { readonly kind: 'rename'; readonly name: string }
  | { readonly kind: 'duplicate'; readonly name: string }
  /** The present arrangement would be lost. */
  | { readonly kind: 'leave'; readonly goal: Goal }
  | { readonly kind: 'reset'; readonly name: string }
  | { readonly kind: 'export'; readonly name: string; readonly text: string }
  | { readonly kind: 'import' }

const useStore = create<{ readonly question: Question | null }>(() => ({ question: null }))

export const useQuestion = (): Question | null => useStore(({ question }) => question)
export const ask = (question: Question): void => useStore.setState({ question })
export const closeQuestion = (): void => useStore.setState({ question: null })
