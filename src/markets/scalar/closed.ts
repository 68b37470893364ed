/** Whether a scalar market takes no orders at all, and when it will. Pure. */
import type { ScalarInstrument } from '../../../contract/instrument.ts'
import { follows } from '../../../contract/market-ref.ts'
import type { Closed, ClosedFacts } from '../closed/index.ts'

/** Null while some orders are taken: reduce-only ones are typed in the same ticket. */
export function scalarClosed(
  { entry, phase, ref, asset, start }: ScalarInstrument,
  { next, now }: ClosedFacts,
): Closed | null {
  if (entry.takes !== 'nothing') return null
  const isNext = next !== null && (follows(ref) || next.asset === asset)
  const at = isNext ? next.start : start
  return { title: phase.text, reason: entry.reason, again: at === null || at <= now ? null : { at, isAfter: false } }
}
