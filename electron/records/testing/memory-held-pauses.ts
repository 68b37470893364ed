/** Paused automated orders, without a file. */
import type { HeldPause } from '../../../contract/action.ts'
import type { HeldPauseStore } from '../../storage/index.ts'

export function memoryHeldPauses(): HeldPauseStore {
  const kept = new Map<string, Map<string, HeldPause>>()
  const of = ({ profile, account }: { readonly profile: string; readonly account: string }): Map<string, HeldPause> => {
    const key = `${profile} ${account}`
    const found = kept.get(key) ?? new Map<string, HeldPause>()
    kept.set(key, found)
    return found
  }
  return {
    add(whose, pause) {
      if (!of(whose).has(pause.id)) of(whose).set(pause.id, pause)
    },
    remove: (whose, id) => void of(whose).delete(id),
    all: (whose) => [...of(whose).values()],
  }
}
