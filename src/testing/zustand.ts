/** Zustand for component tests: windows of one page follow one another, and each begins with the stores as the program starts with them. */
import { create as createStore } from 'zustand/react'
import type { StateCreator } from 'zustand/vanilla'

const stores: { readonly reset: () => void }[] = []

function keep<State>(creator: StateCreator<State>) {
  const store = createStore<State>()(creator)
  stores.push({ reset: () => store.setState(store.getInitialState(), true) })
  return store
}

/** As Zustand's own `create`, in both forms. */
export const create = ((creator?: StateCreator<unknown>) =>
  creator === undefined ? keep : keep(creator)) as typeof createStore

/** Puts every store back to its first state. */
export function resetStores(): void {
  for (const { reset } of stores) reset()
}
