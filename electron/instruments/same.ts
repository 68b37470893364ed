/** Which instruments say something new. Pure. */
import type { InstrumentView } from '../../contract/instrument.ts'

const withoutAge = (key: string, value: unknown): unknown => (key === 'receivedAt' ? undefined : value)

/** Whether both say the same, but for when it was read. */
export function isSame(a: InstrumentView | undefined, b: InstrumentView | undefined): boolean {
  if (a === b) return true
  if (a === undefined || b === undefined) return false
  // A list of thousands becomes stale at once: what is plain needs no long look.
  if (a.here && b.here && (a.stale !== b.stale || a.phase.text !== b.phase.text)) return false
  return JSON.stringify(a, withoutAge) === JSON.stringify(b, withoutAge)
}
