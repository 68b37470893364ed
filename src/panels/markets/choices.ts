/** What was chosen of the list: which markets it has, and how prices are written. Kept with the panel. Pure. */
import { FAMILIES, type Family } from '../../../contract/market-ref.ts'

export interface ShownMarkets {
  readonly families: readonly Family[]
  /** Without those that are over. */
  readonly openOnly: boolean
  readonly favouritesOnly: boolean
  readonly heldOnly: boolean
  /** Every side of a market of two; otherwise the first, for the other costs what is left to 1. */
  readonly bothSides: boolean
  /** Outcomes under their question. */
  readonly byQuestion: boolean
}

export const SHOWN_AT_FIRST: ShownMarkets = {
  families: FAMILIES,
  openOnly: true,
  favouritesOnly: false,
  heldOnly: false,
  bothSides: false,
  byQuestion: true,
}

const fieldsOf = (kept: unknown): Readonly<Record<string, unknown>> =>
  typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {}

/** The choice in what was kept; what cannot be read of it is as at first. */
export function shownFrom(kept: unknown): ShownMarkets {
  const given = fieldsOf(kept)
  const listed = Array.isArray(given.families) ? given.families : FAMILIES
  const families = FAMILIES.filter((family) => listed.includes(family))
  const flag = (name: Exclude<keyof ShownMarkets, 'families'>): boolean => {
    const value = given[name]
    return typeof value === 'boolean' ? value : SHOWN_AT_FIRST[name]
  }
  return {
    families: families.length === 0 ? FAMILIES : families,
    openOnly: flag('openOnly'),
    favouritesOnly: flag('favouritesOnly'),
    heldOnly: flag('heldOnly'),
    bothSides: flag('bothSides'),
    byQuestion: flag('byQuestion'),
  }
}

/** Ways of writing prices: of scalar markets, and of those between 0 and 1. */
export const PRICE_UNITS = {
  scalar: ['mark', 'temperature'],
  probability: ['price', 'percent', 'decimal', 'american'],
} as const

export interface PriceUnits {
  readonly scalar: (typeof PRICE_UNITS)['scalar'][number]
  readonly probability: (typeof PRICE_UNITS)['probability'][number]
}

/** Whether prices are written in more than their digits: `−10.50 °F`, `> +99,900`. */
export const hasLongPrices = ({ scalar, probability }: PriceUnits): boolean =>
  scalar === 'temperature' || probability === 'american'

const UNITS_AT_FIRST: PriceUnits = { scalar: 'mark', probability: 'price' }

/** Likewise. */
export function unitsFrom(kept: unknown): PriceUnits {
  const given = fieldsOf(kept)
  return {
    scalar: PRICE_UNITS.scalar.find((unit) => unit === given.scalar) ?? UNITS_AT_FIRST.scalar,
    probability: PRICE_UNITS.probability.find((unit) => unit === given.probability) ?? UNITS_AT_FIRST.probability,
  }
}
