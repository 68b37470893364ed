/** What in a panel must not be switched under the hand, by panel. */
import { isTyped } from './panel-drafts.ts'
import { panelInstance, shownMarketOf } from './panel-instances.ts'

/** By panel, and in it by the component that holds. */
const held = new Map<string, Map<string, string>>()

/** Holds a panel for a reason; returns the way to let go. */
export function hold(id: string, holder: string, reason: string): () => void {
  const own = held.get(id) ?? new Map<string, string>()
  own.set(holder, reason)
  held.set(id, own)
  return () => {
    own.delete(holder)
    if (own.size === 0) held.delete(id)
  }
}

/** Why a panel must not be switched to another market now; null while nothing holds it. */
export function holdOf(id: string): string | null {
  const [reason] = held.get(id)?.values() ?? []
  if (reason !== undefined) return reason
  const market = shownMarketOf(panelInstance(id)?.market ?? null)
  return market !== null && isTyped(id, market.family) ? 'something is typed in it' : null
}
