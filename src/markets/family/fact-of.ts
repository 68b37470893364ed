/** What any market is decided by. */
import { assertNever } from '../../../contract/brand.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import type { Format } from '../../format/index.ts'
import type { Fact } from '../axis/index.ts'
import { binaryFact } from '../binary/index.ts'

/** Null where the title says it all. */
export function factOf(instrument: Instrument, format: Format): Fact | null {
  switch (instrument.family) {
    case 'binary':
      return binaryFact(instrument, format)
    case 'scalar':
    case 'outcome':
      return null
    default:
      return assertNever(instrument, 'instrument')
  }
}
