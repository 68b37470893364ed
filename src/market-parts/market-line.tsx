/** The line over a market's figures: from which side it is seen, and what it is decided by. Nothing where a market has neither. */
import type { ReactNode } from 'react'
import type { Instrument } from '../../contract/instrument.ts'
import { useFormat } from '../format/index.ts'
import { type Axis, factOf, type PriceView } from '../markets/family/index.ts'
import { Segmented } from '../ui/index.ts'
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
          label="Seen from"
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
