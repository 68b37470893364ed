/** Whether an outcome market takes no orders: it settles or has expired, and never takes any again. Pure. */
import type { OutcomeInstrument } from '../../../contract/instrument.ts'
import type { Closed } from '../closed/index.ts'

export const outcomeClosed = ({ entry, phase }: OutcomeInstrument): Closed | null =>
  entry.takes === 'everything' ? null : { title: phase.text, reason: entry.reason, again: null }
