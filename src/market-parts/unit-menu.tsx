/** The heading of a column of prices, which is also the choice of how they are written. */
import type { ReactNode } from 'react'
import type { Axis, PriceView } from '../markets/family/index.ts'
import { Menu, usePanelOffers } from '../ui/index.ts'

interface UnitMenuProps {
  readonly axis: Axis
  readonly view: PriceView
  readonly onChange: (unit: string) => void
}

export function UnitMenu({ axis, view, onChange }: UnitMenuProps): ReactNode {
  const units = axis.units.map(({ id, label }) => ({
    id,
    label,
    selected: id === view.unit,
    onAction: () => onChange(id),
  }))
  usePanelOffers(
    'unit',
    units.map(({ onAction, ...unit }) => ({ ...unit, choose: onAction })),
  )
  return (
    <Menu label={`Prices as ${axis.units.find(({ id }) => id === view.unit)?.label ?? view.heading}`} entries={units}>
      {view.heading} <span aria-hidden="true">▾</span>
    </Menu>
  )
}
