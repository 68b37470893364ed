/** The elements of the rows, made once; the painter writes into them. */
import { memo, type ReactNode, useState } from 'react'
import { barsBox } from '../../ladder/index.ts'
import { classNames } from '../../ui/index.ts'
import styles from './ladder.module.css'
import { COLUMN_NAMES, type ColumnName, type LineTargets, type RowsTargets } from './rows-painter.ts'

interface RowLinesProps {
  readonly count: number
  readonly label: string
  /** What a press on the left and on the right does, for the hover: `Buy`, `Sell`. */
  readonly sides: readonly [left: string, right: string]
}

// Spaces make the text nodes that the painter then writes into.
export const RowLines = memo(function RowLines({ count, label, sides }: RowLinesProps): ReactNode {
  // Rows come and go with the height of the panel: which one Tab leads to goes on from where it was moved to by hand.
  const [tabbed] = useState(() => Math.floor(count / 2))
  return (
    <>
      <Bars side="bids" count={count} />
      <Bars side="asks" count={count} />
      <ul className={styles.lines} aria-label={label}>
        {Array.from({ length: count }, (_, row) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are made once and belong to the painter
            key={row}
            className={styles.line}
            data-row={row}
            data-empty=""
            tabIndex={row === tabbed ? 0 : -1}
          >
            <span className={styles.left} data-zone="left" data-does={sides[0]} />
            <span className={styles.px} data-cell="price">
              {' '}
            </span>
            <span className={styles.second}> </span>
            <span className={styles.right} data-zone="right" data-does={sides[1]} />
          </li>
        ))}
      </ul>
      <div className={styles.figures} aria-hidden="true">
        {COLUMN_NAMES.map((name) => (
          <span key={name} className={classNames(styles.column, styles[name])} data-column={name}>
            {' '}
          </span>
        ))}
      </div>
    </>
  )
})

const Bars = ({ side, count }: { side: 'bids' | 'asks'; count: number }): ReactNode => (
  <div className={styles.barsRoom} aria-hidden="true">
    <svg
      className={side === 'bids' ? styles.bidBars : styles.askBars}
      viewBox={barsBox(count)}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path data-bars={side} />
    </svg>
  </div>
)

function textOf(element: Element | null | undefined): Text {
  const node = element?.firstChild
  if (!(node instanceof Text)) throw new Error('the ladder has lost a text')
  return node
}

function elementOf(root: HTMLElement, selector: string): Element {
  const found = root.querySelector(selector)
  if (found === null) throw new Error(`the ladder has lost ${selector}`)
  return found
}

/** What the painter writes into, inside `root`. */
export function targetsIn(root: HTMLElement): RowsTargets {
  const lines = [...root.querySelectorAll<HTMLElement>('[data-row]')].map((row): LineTargets => {
    const [, px, second] = row.children
    return { row, px: textOf(px), second: textOf(second) }
  })
  const column = (name: ColumnName): Text => textOf(elementOf(root, `[data-column="${name}"]`))
  return {
    lines,
    columns: Object.fromEntries(COLUMN_NAMES.map((name) => [name, column(name)])) as Record<ColumnName, Text>,
    bidBars: elementOf(root, '[data-bars="bids"]'),
    askBars: elementOf(root, '[data-bars="asks"]'),
    above: textOf(elementOf(root, '[data-off="above"]')),
    below: textOf(elementOf(root, '[data-off="below"]')),
  }
}
