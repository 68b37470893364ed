/** Whether a binary market takes no predictions, and when it will. Pure. */
import type { BinaryInstrument } from '../../../contract/instrument.ts'
import { follows } from '../../../contract/market-ref.ts'
import type { Closed, ClosedFacts } from '../closed/index.ts'

/** Null while predictions are taken. What is held is closed beside it, whatever the phase. */
export function binaryClosed({ entry, phase, ref, start, end }: BinaryInstrument, { now }: ClosedFacts): Closed | null {
  if (entry.takes === 'everything') return null
  const again =
    start !== null && start > now
      ? { at: start, isAfter: false }
      : end !== null && end > now && follows(ref)
        ? { at: end, isAfter: true }
        : null
  // A pause ends when the service says so, not with the bucket.
  return { title: phase.text, reason: entry.reason, again: entry.code === 'market_closed' ? null : again }
}
