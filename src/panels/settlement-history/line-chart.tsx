/** Settlements over time, as a line: the newest on the right. */
import type { ReactNode } from 'react'
import type { Price } from '../../../contract/decimal.ts'
import type { SettledBucket } from '../../../contract/settlement-history/index.ts'
import { temperatureOf } from '../../format/index.ts'
import styles from './settlement-history.module.css'

const HEIGHT = 64
/** Fewer show nothing that the table does not. */
const FEWEST = 3

/** A bucket whose settlement is not known is a gap. */
export function LineChart({ buckets }: { readonly buckets: readonly SettledBucket[] }): ReactNode {
  const known = buckets.flatMap(({ end, mark }) => (mark === null ? [] : [{ end, mark }])).reverse()
  const [first] = known
  const last = known.at(-1)
  if (first === undefined || last === undefined || known.length < FEWEST) return null
  const values = known.map(({ mark }) => Number(mark))
  const [low, high] = [lowest(known), highest(known)]
  const [least, most] = [Number(low), Number(high)]
  const point = (value: number, end: number): string => {
    const x = ((end - first.end) / (last.end - first.end)) * 100
    return `${x.toFixed(2)},${(((most - value) / (most - least || 1)) * 100).toFixed(2)}`
  }
  const usual = Math.min(...known.slice(1).map(({ end }, i) => end - (known[i]?.end ?? end)))
  const path = known.map(({ end }, i) => {
    const isGap = i === 0 || end - (known[i - 1]?.end ?? end) > usual
    return `${isGap ? 'M' : 'L'}${point(values[i] ?? 0, end)}`
  })
  return (
    <figure className={styles.chart}>
      <div className={styles.scale} aria-hidden>
        <span>{temperatureOf(high)}</span>
        <span>{temperatureOf(low)}</span>
      </div>
      <svg
        className={styles.plot}
        height={HEIGHT}
        viewBox="0 -4 100 108"
        preserveAspectRatio="none"
        role="img"
        aria-label={`Settlements between ${temperatureOf(low)} and ${temperatureOf(high)}, the newest at ${temperatureOf(last.mark)}`}
      >
        <path className={styles.line} d={path.join('')} />
      </svg>
    </figure>
  )
}

const lowest = (known: readonly { readonly mark: Price }[]): Price =>
  known.reduce((least, { mark }) => (Number(mark) < Number(least) ? mark : least), known[0]?.mark as Price)
const highest = (known: readonly { readonly mark: Price }[]): Price =>
  known.reduce((most, { mark }) => (Number(mark) > Number(most) ? mark : most), known[0]?.mark as Price)
