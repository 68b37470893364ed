/** How prices of any market are written. */
import { assertNever } from '../../../contract/brand.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import type { Axis } from '../axis/index.ts'
import { binaryAxis } from '../binary/index.ts'
import { outcomeAxis } from '../outcome/index.ts'
import { scalarAxis } from '../scalar/index.ts'

function make(instrument: Instrument): Axis {
  switch (instrument.family) {
    case 'scalar':
      return scalarAxis(instrument)
    case 'binary':
      return binaryAxis(instrument)
    case 'outcome':
      return outcomeAxis(instrument)
    default:
      return assertNever(instrument, 'instrument')
  }
}

/** One axis for all instruments that write the same, so that what was made of a view stays. */
const axes = new Map<string, Axis>()
const known = new WeakMap<Instrument, Axis>()

/** The axis of a market: the same object as long as it writes the same. */
export function axisOf(instrument: Instrument): Axis {
  const before = known.get(instrument)
  if (before !== undefined) return before
  const made = make(instrument)
  const axis = axes.get(made.key) ?? made
  axes.set(axis.key, axis)
  known.set(instrument, axis)
  return axis
}
