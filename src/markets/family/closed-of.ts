/** Whether a market of any family takes no orders from its ticket. */
import { assertNever } from '../../../contract/brand.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import { binaryClosed } from '../binary/index.ts'
import type { Closed, ClosedFacts } from '../closed/index.ts'
import { outcomeClosed } from '../outcome/index.ts'
import { scalarClosed } from '../scalar/index.ts'

/** Null while the ticket takes orders. */
export function closedOf(instrument: Instrument, facts: ClosedFacts): Closed | null {
  switch (instrument.family) {
    case 'scalar':
      return scalarClosed(instrument, facts)
    case 'binary':
      return binaryClosed(instrument, facts)
    case 'outcome':
      return outcomeClosed(instrument)
    default:
      return assertNever(instrument, 'instrument')
  }
}
