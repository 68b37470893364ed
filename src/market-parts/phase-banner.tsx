/** The calm line of a market that takes not every order now: what it does instead, and what comes next. */
import type { ReactNode } from 'react'
import type { Instrument } from '../../contract/instrument.ts'
import { Banner } from '../ui/index.ts'

/** Nothing while every order is taken. */
export function PhaseBanner({ instrument: { entry, phase } }: { instrument: Instrument }): ReactNode {
  if (entry.takes === 'everything') return null
  // Some reasons begin with the phase themselves.
  const title = entry.reason.startsWith(phase.text) ? undefined : phase.text
  return <Banner {...(title === undefined ? {} : { title })}>{entry.reason}</Banner>
}
