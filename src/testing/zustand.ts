/** Zustand for component tests: windows of one page follow one another, and each starts with the stores' initial states. */
import { create as createStore } from 'zustand/react'
import type { StateCreator } from 'zustand/vanilla'

const stores: { readonly reset: () => void }[] = []

function keep<State>(creator: StateCreator<State>) {
  const store = createStore<State>()(creator)
  stores.push({ reset: () => store.setState(store.getInitialState(), true) })
  return store
}

/** Like Zustand's own `create`, in both forms. */
export const create = ((creator?: StateCreator<unknown>) =>
  creator === undefined ? keep : keep(creator)) as typeof createStore

/** Resets every store to its initial state. */
export function resetStores(): void {
  for (const { reset } of stores) reset()
}
