/** Which of the sizes to choose from a press has, as it is kept with the panel: by what it is and not by its place, for the others may change. Pure. */
import { type Decimal, type Price, parseDecimal } from '../../../contract/decimal.ts'
import { SIZE_UNITS, type SizePreset, samePreset } from '../../../contract/size-presets.ts'

const read = new WeakMap<object, SizePreset | null>()

/** What was kept; null for anything that it does not know. The same object for the same thing. */
export function presetFrom(kept: unknown): SizePreset | null {
  if (typeof kept !== 'object' || kept === null) return null
  const before = read.get(kept)
  if (before !== undefined) return before
  const preset = readPreset(kept as Readonly<Record<string, unknown>>)
  read.set(kept, preset)
  return preset
}

function readPreset(kept: Readonly<Record<string, unknown>>): SizePreset | null {
  const by = SIZE_UNITS.find((unit) => unit === kept.by)
  const amount = decimalOf(kept.amount)
  if (by === undefined || amount === null) return null
  if (by !== 'risk') return { by, amount }
  const stop = decimalOf(kept.stop)
  return stop === null ? null : { by, amount, stop: stop as Price }
}

const decimalOf = (kept: unknown): Decimal | null => (typeof kept === 'string' ? parseDecimal(kept) : null)

/** Its place among the sizes that there are; the first, least one where it is not among them any more. */
export const chosenAt = (presets: readonly SizePreset[], chosen: SizePreset | null): number =>
  chosen === null
    ? 0
    : Math.max(
        0,
        presets.findIndex((preset) => samePreset(preset, chosen)),
      )
