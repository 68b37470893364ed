/** Until when something that the terminal holds can act. Pure. */
import type { Millis } from './time.ts'

/** Until when something held can act, by the service's clock, and what ends then. */
export interface ActsUntil {
  readonly at: Millis
  readonly because: 'market' | 'token' | 'agent'
}

/**
 * What ends first: the market, the access token, or the approval of the agent; null where none says when it ends.
 * @param end when its market takes nothing more from it; null where that is not known
 */
export function actsUntil(
  end: Millis | null,
  { token, agent }: { readonly token: Millis | null; readonly agent: Millis | null },
): ActsUntil | null {
  const ends: readonly { readonly at: Millis | null; readonly because: ActsUntil['because'] }[] = [
    { at: end, because: 'market' },
    { at: token, because: 'token' },
    { at: agent, because: 'agent' },
  ]
  return ends.reduce<ActsUntil | null>(
    (first, { at, because }) => (at !== null && (first === null || at < first.at) ? { at, because } : first),
    null,
  )
}
