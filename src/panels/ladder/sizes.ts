/** The sizes that a press may have: those of the family until the trader sets others, each printed with its unit. Pure. */
import { type Decimal, parseTyped, placesOf, signOf, trimZeros } from '../../../contract/decimal.ts'
import type { LadderSizes } from '../../markets/ladder/index.ts'

/** As many as there are keys. */
export const MOST_SIZES = 9

/** What the trader chose, as it is kept with the panel, by family. */
export interface ChosenSizes {
  readonly sizes: readonly Decimal[]
  readonly at: number
}

const NONE_CHOSEN: ChosenSizes = { sizes: [], at: 0 }
const read = new WeakMap<object, ChosenSizes>()

/** What was kept; the defaults for anything that it does not know. The same object for the same thing. */
export function chosenFrom(kept: unknown): ChosenSizes {
  if (typeof kept !== 'object' || kept === null) return NONE_CHOSEN
  const before = read.get(kept)
  if (before !== undefined) return before
  const { sizes, at } = kept as { readonly sizes?: unknown; readonly at?: unknown }
  const chosen: ChosenSizes = {
    sizes: Array.isArray(sizes) ? sizes.flatMap((one) => sizeFrom(one) ?? []).slice(0, MOST_SIZES) : [],
    at: typeof at === 'number' && Number.isInteger(at) && at >= 0 && at < MOST_SIZES ? at : 0,
  }
  read.set(kept, chosen)
  return chosen
}

function sizeFrom(kept: unknown): Decimal | null {
  const size = typeof kept === 'string' ? parseTyped(kept) : null
  return size !== null && signOf(size) > 0 ? size : null
}

/** The sizes to choose from, and the one that is chosen. */
export function sizesOf(
  chosen: ChosenSizes,
  { presets }: LadderSizes,
): { readonly all: readonly Decimal[]; readonly at: number } {
  const all = chosen.sizes.length > 0 ? chosen.sizes : presets
  return { all, at: Math.min(chosen.at, all.length - 1) }
}

/** Sizes as typed, with spaces between them; or what is wrong with them. */
export function typedSizes(
  text: string,
  { unit, places }: LadderSizes,
): { readonly sizes: readonly Decimal[] } | { readonly issue: string } {
  const words = text.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return { issue: `Type one size at least, in ${unit}.` }
  if (words.length > MOST_SIZES) return { issue: `At most ${MOST_SIZES} sizes: as many as there are keys.` }
  const sizes: Decimal[] = []
  for (const word of words) {
    const size = parseTyped(word)
    if (size === null) return { issue: `“${word.slice(0, 20)}” is not a number. Put spaces between the sizes.` }
    if (signOf(size) <= 0) return { issue: 'A size must be greater than 0.' }
    if (places !== null && placesOf(trimZeros(size)) > places)
      return {
        issue: places === 0 ? `“${word}” must be a whole number.` : `“${word}” takes at most ${places} decimals.`,
      }
    sizes.push(trimZeros(size))
  }
  return { sizes }
}
