/** The row between asks and bids, made once; the painter writes its figures. */
import type { ReactNode } from 'react'
import styles from './ladder.module.css'
import { MESSAGES } from './messages.ts'
import { FIGURES, type FigureName, type FigureTargets } from './middle-painter.ts'

// Spaces make the text nodes that the painter then writes into.
export const MiddleRow = (): ReactNode => (
  <dl className={styles.middle} aria-label={MESSAGES.middle}>
    {FIGURES.map((name) => (
      <div key={name} className={styles.figure} data-figure={name}>
        <dt>{MESSAGES.figures[name]}</dt>
        <dd className={styles.value}> </dd>
        <dd className={styles.unit}> </dd>
      </div>
    ))}
  </dl>
)

/** The texts of the row inside `root`. */
export function middleTargets(root: HTMLElement): Record<FigureName, FigureTargets> {
  const texts = (name: FigureName): FigureTargets => {
    const [value, unit] = [...root.querySelectorAll(`[data-figure="${name}"] dd`)].map((cell) => cell.firstChild)
    if (!(value instanceof Text) || !(unit instanceof Text)) throw new Error(`the ladder has lost its ${name}`)
    return { value, unit }
  }
  return { mark: texts('mark'), mid: texts('mid'), last: texts('last'), spread: texts('spread') }
}
