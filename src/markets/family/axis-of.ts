/** How prices of any market are written. */
import { assertNever } from '../../../contract/brand.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import type { Format } from '../../format/index.ts'
import type { Axis } from '../axis/index.ts'
import { binaryAxis } from '../binary/index.ts'
import { outcomeAxis } from '../outcome/index.ts'
import { scalarAxis } from '../scalar/index.ts'

function make(instrument: Instrument, format: Format): Axis {
  switch (instrument.family) {
    case 'scalar':
      return scalarAxis(instrument, format)
    case 'binary':
      return binaryAxis(instrument, format)
    case 'outcome':
      return outcomeAxis(instrument, format)
    default:
      return assertNever(instrument, 'instrument')
  }
}

/** One axis for all instruments that write the same, so that what was made of a view stays. */
const axes = new Map<string, Axis>()
/** Of each instrument the axis that it was asked for last, with the format. */
const known = new WeakMap<Instrument, { readonly format: Format; readonly axis: Axis }>()

/** The axis of a market in the window's format (`useFormat`): the same object as long as it writes the same. */
export function axisOf(instrument: Instrument, format: Format): Axis {
  const before = known.get(instrument)
  if (before?.format === format) return before.axis
  const made = make(instrument, format)
  const axis = axes.get(made.key) ?? made
  axes.set(axis.key, axis)
  known.set(instrument, { format, axis })
  return axis
}
