/** Until when an automated order can act. Pure. */
import type { Millis } from './time.ts'

/** Until when it can act, by the service's clock, and what ends it. */
export interface ActiveUntil {
  readonly at: Millis
  readonly because: 'market' | 'token' | 'agent'
}

/** The message shown while an automated order cannot act. @param cannot why: `There is no access token.` */
export const cannotText = (cannot: string): string => `Cannot act: ${cannot}`

type Earlier = Readonly<Record<Exclude<ActiveUntil['because'], 'market'>, (minutes: number) => string>>

/** The question to ask about an exit, slices or a scale that could not act for its whole duration. */
const EARLIER: Readonly<Record<'exit' | 'slices' | 'scale', Earlier>> = {
  exit: {
    token: (minutes) =>
      `It works only until the access token expires, ${minutes} min before the market ends. Set it anyway?`,
    agent: (minutes) =>
      `It works only until the agent approval expires, ${minutes} min before the market ends. Set it anyway?`,
  },
  slices: {
    token: (minutes) =>
      `It works only until the access token expires, ${minutes} min before its last slice ends. Start anyway?`,
    agent: (minutes) =>
      `It works only until the agent approval expires, ${minutes} min before its last slice ends. Start anyway?`,
  },
  scale: {
    token: (minutes) =>
      `It works only until the access token expires, ${minutes} min before the last order is placed. Start anyway?`,
    agent: (minutes) =>
      `It works only until the agent approval expires, ${minutes} min before the last order is placed. Start anyway?`,
  },
}

/** The question to ask when it could not act for its whole duration; null when it can. */
export function earlierText(what: keyof typeof EARLIER, end: Millis, until: ActiveUntil | null): string | null {
  if (until === null || until.because === 'market' || until.at >= end) return null
  return EARLIER[what][until.because](Math.max(1, Math.ceil((end - until.at) / 60_000)))
}

/**
 * What ends first: the market, the access token, or the agent approval; null when none has a known end.
 * @param end when its market accepts nothing more from it; null when unknown
 */
export function activeUntil(
  end: Millis | null,
  { token, agent }: { readonly token: Millis | null; readonly agent: Millis | null },
): ActiveUntil | null {
  const ends: readonly { readonly at: Millis | null; readonly because: ActiveUntil['because'] }[] = [
    { at: end, because: 'market' },
    { at: token, because: 'token' },
    { at: agent, because: 'agent' },
  ]
  return ends.reduce<ActiveUntil | null>(
    (first, { at, because }) => (at !== null && (first === null || at < first.at) ? { at, because } : first),
    null,
  )
}
