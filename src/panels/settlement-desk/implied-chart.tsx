/** What each outcome is taken to be worth: a bar from bid to ask, and a line where all of them together come to 1. */
import type { ReactNode } from 'react'
import type { Price } from '../../../contract/decimal.ts'
import { classNames } from '../../ui/index.ts'
import styles from './relative-value.module.css'

export interface ChartColumn {
  readonly key: string
  readonly name: string
  /** Part of the width that it takes, in any unit: its span on the axis. */
  readonly width: number
  readonly low: Price
  readonly high: Price
  /** Null where no distribution lies within all bands. */
  readonly share: Price | null
  readonly isStale: boolean
}

/** @param edges temperatures between the columns, where all are placed on the axis; null where they stand by name */
export function ImpliedChart({
  columns,
  edges,
}: {
  readonly columns: readonly ChartColumn[]
  readonly edges: readonly string[] | null
}): ReactNode {
  const template = columns.map(({ width }) => `minmax(0, ${width}fr)`).join(' ')
  return (
    <figure className={styles.chart} aria-hidden="true">
      <div className={styles.plot} style={{ gridTemplateColumns: template }}>
        {[0.25, 0.5, 0.75].map((level) => (
          <span key={level} className={styles.gridline} style={{ bottom: `${level * 100}%` }}>
            {level * 100} %
          </span>
        ))}
        {columns.map(({ key, low, high, share, isStale }) => (
          <div key={key} className={classNames(styles.bar, isStale && styles.barStale)}>
            <span className={styles.weight} style={{ height: percent(share ?? low) }} />
            <span
              className={styles.band}
              style={{ bottom: percent(low), height: `max(2px, ${(Number(high) - Number(low)) * 100}%)` }}
            />
            {share !== null && <span className={styles.share} style={{ bottom: percent(share) }} />}
          </div>
        ))}
      </div>
      <div className={styles.labels} style={{ gridTemplateColumns: template }}>
        {columns.map(({ key, name }, at) => (
          <span key={key} className={styles.label} title={name}>
            {edges === null ? name : null}
            {edges?.[at] !== undefined && <span className={styles.edge}>{edges[at]}</span>}
          </span>
        ))}
      </div>
    </figure>
  )
}

const percent = (price: Price): string => `${Math.min(100, Number(price) * 100)}%`
