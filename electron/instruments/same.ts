/** Which instruments say something new. Pure. */
import type { InstrumentView } from '../../contract/instrument.ts'

const withoutAge = (key: string, value: unknown): unknown => (key === 'receivedAt' ? undefined : value)

/** Whether both say the same, but for when it was read. */
export const isSame = (a: InstrumentView | undefined, b: InstrumentView | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && JSON.stringify(a, withoutAge) === JSON.stringify(b, withoutAge))
