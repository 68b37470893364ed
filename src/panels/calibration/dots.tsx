/** Price paid against the share that came true: a dot a band, as large as its entries are many, and the diagonal on which both agree. */
import type { ReactNode } from 'react'
import type { CalibrationBand } from '../../../contract/books/index.ts'
import styles from './calibration.module.css'
import { percent } from './words.ts'

/** Radius of the band with the most entries, and the least, px. */
const LARGEST = 13
const SMALLEST = 4

/** The table beside it says the same to those who do not see it. */
export function Dots({ bands }: { readonly bands: readonly CalibrationBand[] }): ReactNode {
  const most = Math.max(...bands.map(({ entries }) => entries))
  const words = bands.map(({ average, cameTrue }) => `${percent(average)} paid, ${percent(cameTrue)} came true`)
  return (
    <div className={styles.plot}>
      <span className={styles.upright}>came true</span>
      <svg className={styles.dots} role="img" aria-label={`Paid against came true: ${words.join('; ')}`}>
        <title>Dots above the line came true more often than their price said, dots below it less often.</title>
        {[0, 50, 100].map((at) => (
          <g key={at}>
            <line className={styles.grid} x1="0" x2="100%" y1={`${at}%`} y2={`${at}%`} />
            <line className={styles.grid} x1={`${at}%`} x2={`${at}%`} y1="0" y2="100%" />
            <text className={styles.tick} x="-6" y={`${100 - at}%`} textAnchor="end" dominantBaseline="middle">
              {at}
            </text>
            <text className={styles.tick} x={`${at}%`} y="100%" dy="1.4em" textAnchor="middle">
              {at}
            </text>
          </g>
        ))}
        <line className={styles.diagonal} x1="0" y1="100%" x2="100%" y2="0" />
        {bands.map(({ band, average, cameTrue, entries }) => (
          <circle
            key={band}
            className={styles.dot}
            cx={`${100 * average}%`}
            cy={`${100 * (1 - cameTrue)}%`}
            r={SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(entries / most)}
          />
        ))}
      </svg>
      <span className={styles.along}>paid, %</span>
    </div>
  )
}
