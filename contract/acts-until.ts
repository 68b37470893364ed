/** Until when something that the terminal holds can act. Pure. */
import type { Millis } from './time.ts'

/** Until when something held can act, by the service's clock, and what ends then. */
export interface ActsUntil {
  readonly at: Millis
  readonly because: 'market' | 'token' | 'agent'
}

/** What each end is, in words. */
const WHAT: Readonly<Record<ActsUntil['because'], string>> = {
  market: 'the market ends',
  token: 'the access token runs out',
  agent: "the agent's approval runs out",
}

/** What is said of something held while it can't act; null while it can. @param cannot why: `There is no access token.` */
export const cannotText = (cannot: string | null): string | null => (cannot === null ? null : `cannot act: ${cannot}`)

/** What to ask where something could not act for as long as it is to; null where it can. @param what is over then: `the market ends` */
export function earlierText(end: Millis, until: ActsUntil | null, what: string, yes: string): string | null {
  if (until === null || until.because === 'market' || until.at >= end) return null
  const minutes = Math.max(1, Math.ceil((end - until.at) / 60_000))
  return `It can act only until ${WHAT[until.because]}, ${minutes} min before ${what}. ${yes} all the same?`
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
