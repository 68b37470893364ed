/** Paused automated orders, without a file. */
import type { AutomationPause } from '../../../contract/action.ts'
import type { AutomationPauseStore } from '../../storage/index.ts'

export function memoryAutomationPauses(): AutomationPauseStore {
  const kept = new Map<string, Map<string, AutomationPause>>()
  const of = ({
    profile,
    account,
  }: {
    readonly profile: string
    readonly account: string
  }): Map<string, AutomationPause> => {
    const key = `${profile} ${account}`
    const found = kept.get(key) ?? new Map<string, AutomationPause>()
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
