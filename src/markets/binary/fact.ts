/** The mark that decides between UP and DOWN. Pure. */
import type { BinaryInstrument } from '../../../contract/instrument.ts'
import type { Format } from '../../format/index.ts'
import type { Fact } from '../axis/index.ts'

/** Null until the bucket has one. */
export const binaryFact = ({ midpoint }: Pick<BinaryInstrument, 'midpoint'>, format: Format): Fact | null =>
  midpoint === null ? null : { label: 'Price to beat', text: midpoint, second: format.temperatureOf(midpoint) }
