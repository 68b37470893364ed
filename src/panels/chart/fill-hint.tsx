/** What the fills under the pointer were: side, size, price, fee and time, beside their mark. */
import type { CSSProperties, ReactNode } from 'react'
import styles from './chart.module.css'
import type { PlacedFill } from './draw-fills.ts'
import { fillWords } from './fill-marks.ts'

/** More than this at one place are counted. */
const MOST = 4

/** `fills` nearest first, with where they are in the chart, px; prices have `places` at least. */
export function FillHint({ fills, places }: { fills: readonly PlacedFill[]; places: number }): ReactNode {
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
        const [what, when] = fillWords(mark, places)
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
