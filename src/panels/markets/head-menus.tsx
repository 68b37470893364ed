/** In the head of the list: the selection of markets, and the price unit. */

import type { ReactNode } from 'react'
import { FAMILY_RULES } from '../../../contract/family-rules.ts'
import { FAMILIES, type Family } from '../../../contract/market-ref.ts'
import { Menu } from '../../ui/index.ts'
import { type PriceUnits, SHOWN_AT_FIRST, type ShownMarkets } from './market-rows.ts'
import { MESSAGES } from './messages.ts'

const FLAGS = [
  ['openOnly', 'Hide ended'],
  ['favouritesOnly', 'Favorites only'],
  ['heldOnly', 'With my position only'],
  ['bothSides', 'Show both sides'],
  ['byQuestion', 'Grouped by question'],
] as const

interface ShownMenuProps {
  readonly shown: ShownMarkets
  readonly onShown: (shown: ShownMarkets) => void
}

export function ShownMenu({ shown, onShown }: ShownMenuProps): ReactNode {
  const toggled = (family: Family): readonly Family[] => {
    const families = FAMILIES.filter((one) => shown.families.includes(one) !== (one === family))
    return families.length === 0 ? FAMILIES : families
  }
  const text = shownText(shown)
  return (
    <Menu
      label={`Shown: ${text}`}
      entries={[
        ...FAMILIES.map((family) => ({
          id: family,
          label: FAMILY_RULES[family].name,
          section: 'Families',
          selected: shown.families.includes(family),
          onAction: () => onShown({ ...shown, families: toggled(family) }),
        })),
        ...FLAGS.map(([flag, label]) => ({
          id: flag,
          label,
          section: 'Markets',
          selected: shown[flag],
          onAction: () => onShown({ ...shown, [flag]: !shown[flag] }),
        })),
        { id: 'reset', label: MESSAGES.default, section: 'All', onAction: () => onShown(SHOWN_AT_FIRST) },
      ]}
    >
      {text} <span aria-hidden>▾</span>
    </Menu>
  )
}

/** `All`, `Open`, `Binary, Favorites` */
function shownText({ families, openOnly, favouritesOnly, heldOnly }: ShownMarkets): string {
  const terms = [
    ...(families.length === FAMILIES.length ? [] : families.map((family) => FAMILY_RULES[family].name)),
    ...(favouritesOnly ? ['Favorites'] : []),
    ...(heldOnly ? ['Held'] : []),
  ]
  if (terms.length === 0) return openOnly ? MESSAGES.open : MESSAGES.all
  return terms.join(', ')
}

const SCALAR_UNITS = { mark: 'Mark', temperature: 'Temperature' } as const
const PROBABILITY_UNITS = {
  price: 'Price',
  percent: 'Percent',
  decimal: 'Decimal odds of outcomes',
  american: 'American odds of outcomes',
} as const

/** In the head, after the unit of scalar markets. */
const SHORT = { price: 'price', percent: '%', decimal: 'decimal odds', american: 'American odds' } as const

interface UnitsMenuProps {
  readonly units: PriceUnits
  readonly onUnits: (units: PriceUnits) => void
}

/** For display only: orders are priced in the market's own unit. */
export function UnitsMenu({ units, onUnits }: UnitsMenuProps): ReactNode {
  const text = `${SCALAR_UNITS[units.scalar]}, ${SHORT[units.probability]}`
  return (
    <Menu
      label={`Prices: ${text}`}
      entries={[
        ...(Object.keys(SCALAR_UNITS) as PriceUnits['scalar'][]).map((unit) => ({
          id: unit,
          label: SCALAR_UNITS[unit],
          section: 'Scalar markets',
          selected: unit === units.scalar,
          onAction: () => onUnits({ ...units, scalar: unit }),
        })),
        ...(Object.keys(PROBABILITY_UNITS) as PriceUnits['probability'][]).map((unit) => ({
          id: `probability/${unit}`,
          label: PROBABILITY_UNITS[unit],
          section: 'Binary markets and outcomes',
          selected: unit === units.probability,
          onAction: () => onUnits({ ...units, probability: unit }),
        })),
      ]}
    >
      {text} <span aria-hidden>▾</span>
    </Menu>
  )
}
