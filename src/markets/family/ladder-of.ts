/** What a ladder of any market is. */
import { assertNever } from '../../../contract/brand.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import { binaryLadder } from '../binary/index.ts'
import type { MarketLadder } from '../ladder/index.ts'
import { outcomeLadder } from '../outcome/index.ts'
import { scalarLadder } from '../scalar/index.ts'

const known = new WeakMap<Instrument, MarketLadder>()

function make(instrument: Instrument): MarketLadder {
  switch (instrument.family) {
    case 'scalar':
      return scalarLadder(instrument)
    case 'binary':
      return binaryLadder(instrument)
    case 'outcome':
      return outcomeLadder(instrument)
    default:
      return assertNever(instrument, 'instrument')
  }
}

/** The same object for the same instrument. */
export function ladderOf(instrument: Instrument): MarketLadder {
  const ladder = known.get(instrument) ?? make(instrument)
  known.set(instrument, ladder)
  return ladder
}
