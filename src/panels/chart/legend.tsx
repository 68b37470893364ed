/** The legend over a chart: where the market's own line stands, and each other one, written without a React render. */
import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react'
import { classNames } from '../../ui/index.ts'
import styles from './chart.module.css'

interface LegendTexts {
  readonly rest: string
  readonly close: string
  /** Where it stands to the price that decides; empty without one. */
  readonly distance: string
  /** In the order of the names. */
  readonly others: readonly string[]
}

export interface LegendHandle {
  write(texts: LegendTexts): void
}

interface LegendProps {
  readonly ref: Ref<LegendHandle>
  /** What it takes of the chart. */
  readonly box: Ref<HTMLDivElement>
  /** Names of the other lines. */
  readonly others: readonly string[]
}

export function Legend({ ref, box, others }: LegendProps): ReactNode {
  const own = useRef<HTMLDivElement>(null)
  const values = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => ({
    write({ rest, close, distance, others }) {
      const [first, second, third] = own.current?.children ?? []
      put(first, rest)
      put(second, close)
      put(third, distance)
      for (const [index, text] of others.entries()) put(values.current?.children[index]?.lastElementChild, text)
    },
  }))
  return (
    <div ref={box} className={styles.legend} aria-hidden="true">
      <div ref={own}>
        <span className={styles.rest} />
        <span />
        <span className={styles.distance} />
      </div>
      <div ref={values} className={styles.others}>
        {others.map((name, index) => (
          <span key={name} className={classNames(styles.other, styles[`other${index + 1}`])}>
            {name} <span className={styles.value} />
          </span>
        ))}
      </div>
    </div>
  )
}

function put(element: Element | null | undefined, text: string): void {
  if (element != null && element.textContent !== text) element.textContent = text
}
