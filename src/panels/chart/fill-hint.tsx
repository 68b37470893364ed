/** What the fills under the pointer were: side, size, price, fee and time, beside their mark. */
import type { CSSProperties, ReactNode } from 'react'
import type { PriceView } from '../../markets/axis/index.ts'
import type { ChartWords } from '../../markets/chart/index.ts'
import styles from './chart.module.css'
import type { PlacedFill } from './draw-fills.ts'
import { fillWords } from './fill-marks.ts'

/** More than this at one place are counted. */
const MOST = 4

interface FillHintProps {
  /** Nearest first, with where they are in the chart, px. */
  readonly fills: readonly PlacedFill[]
  readonly view: PriceView
  readonly words: ChartWords
}

export function FillHint({ fills, view, words }: FillHintProps): ReactNode {
  const [nearest] = fills
  if (nearest === undefined) return null
  const more = fills.length - MOST
  return (
    <div
      role="tooltip"
      className={styles.hint}
      style={{ '--x': `${nearest.x}px`, '--y': `${nearest.y}px` } as CSSProperties}
    >
      {fills.slice(0, MOST).map(({ mark }) => {
        const [what, when] = fillWords(mark, view, words)
        return (
          <div key={mark.id} className={styles.fill}>
            <strong>{what}</strong>
            <span>{when}</span>
          </div>
        )
      })}
      {more > 0 && <span>and {more} more</span>}
    </div>
  )
}
