/** Until when an automated order can act. Pure. */
import type { Millis } from './time.ts'

/** Until when it can act, by the service's clock, and what ends it. */
export interface ActsUntil {
  readonly at: Millis
  readonly because: 'market' | 'token' | 'agent'
}

/** Each end as a phrase. */
const END_TEXTS: Readonly<Record<ActsUntil['because'], string>> = {
  market: 'the market ends',
  token: 'the access token expires',
  agent: 'the agent approval expires',
}

/** The message shown while an automated order cannot act; null while it can. @param cannot why: `There is no access token.` */
export const cannotText = (cannot: string | null): string | null => (cannot === null ? null : `cannot act: ${cannot}`)

/** The question to ask when it could not act for its whole duration; null when it can. @param what is over then: `the market ends` */
export function earlierText(end: Millis, until: ActsUntil | null, what: string, yes: string): string | null {
  if (until === null || until.because === 'market' || until.at >= end) return null
  const minutes = Math.max(1, Math.ceil((end - until.at) / 60_000))
  return `It works only until ${END_TEXTS[until.because]}, ${minutes} min before ${what}. ${yes} anyway?`
}

/**
 * What ends first: the market, the access token, or the agent approval; null when none has a known end.
 * @param end when its market accepts nothing more from it; null when unknown
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
