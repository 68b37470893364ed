/** Above a market’s figures: its phase, the viewed side, its deciding value, and the unit of its prices. */
import type { ReactNode } from 'react'
import type { Instrument } from '../../contract/instrument.ts'
import { useFormat } from '../format/index.ts'
import { type Axis, factOf, type PriceView } from '../markets/family/index.ts'
import { Banner, Menu, Segmented, usePanelOffers } from '../ui/index.ts'
import styles from './market-line.module.css'

interface MarketLineProps {
  readonly instrument: Instrument
  readonly axis: Axis
  readonly view: PriceView
  readonly onSide: (side: string) => void
}

export function MarketLine({ instrument, axis, view, onSide }: MarketLineProps): ReactNode {
  const fact = factOf(instrument, useFormat())
  const chooses = axis.sides.length > 1
  if (!chooses && fact === null) return null
  return (
    <div className={styles.line}>
      {chooses && (
        <Segmented
          label="View side"
          look="plain"
          options={axis.sides.map(({ id, label }) => ({ value: id, label }))}
          value={view.side}
          onChange={onSide}
        />
      )}
      {fact !== null && (
        <p className={styles.fact}>
          {fact.label} <strong>{fact.text}</strong> <span className={styles.second}>{fact.second}</span>
        </p>
      )}
    </div>
  )
}

/** The banner of a market that currently restricts orders: what is allowed, and what comes next. Renders nothing while every order is taken. */
export function PhaseBanner({ instrument: { entry, phase } }: { instrument: Instrument }): ReactNode {
  if (entry.takes === 'everything') return null
  // Some reasons already begin with the phase.
  const title = entry.reason.startsWith(phase.text) ? undefined : phase.text
  return <Banner {...(title === undefined ? {} : { title })}>{entry.reason}</Banner>
}

interface UnitMenuProps {
  readonly axis: Axis
  readonly view: PriceView
  readonly onChange: (unit: string) => void
}

/** The heading of a price column, which is also the unit menu. */
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
