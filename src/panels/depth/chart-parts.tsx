/** The elements of a depth chart, created once; the painter and the crosshair write into them. */

import { memo, type ReactNode } from 'react'
import styles from './depth.module.css'
import type { DepthTargets, Label, Shape } from './depth-painter.ts'
import { SHAPE } from './depth-window.ts'
import { MESSAGES } from './messages.ts'

/** Maximum number of marks on an axis. */
const PRICE_MARKS = 12
const SIZE_MARKS = 6

export const ChartParts = memo(function ChartParts(): ReactNode {
  return (
    <>
      <div className={styles.head} aria-hidden="true">
        <span className={styles.bidTotal}>
          {MESSAGES.bids} <b data-text="bid-total"> </b>
        </span>
        <span className={styles.mid}>
          <span data-text="mid"> </span>
          <span className={styles.spread}>
            {' · '}
            <span data-text="spread"> </span>
          </span>
        </span>
        <span className={styles.askTotal}>
          {MESSAGES.asks} <b data-text="ask-total"> </b>
        </span>
      </div>
      <div className={styles.plot} data-plot="">
        {Array.from({ length: SIZE_MARKS }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the marks are made once and belong to the painter
          <div key={index} className={styles.sizeMark} data-mark="size" hidden>
            <span> </span>
          </div>
        ))}
        <svg className={styles.shapes} viewBox={`0 0 ${SHAPE} ${SHAPE}`} preserveAspectRatio="none" aria-hidden="true">
          <path className={styles.bidArea} data-shape="bid-area" />
          <path className={styles.askArea} data-shape="ask-area" />
          <path className={styles.middle} data-shape="middle" />
          <path className={styles.bidLine} data-shape="bid-line" />
          <path className={styles.askLine} data-shape="ask-line" />
          <path className={styles.own} data-shape="own" />
        </svg>
        <div className={styles.cross} data-cross="" hidden>
          <div className={styles.line} data-part="line" />
          <div className={styles.dot} data-part="dot" />
          <div className={styles.chip} data-part="chip">
            <p data-text="" className={styles.chipHead} />
            {[0, 1, 2].map((line) => (
              <p key={line}>
                <span data-text="" />
                <b data-text="" />
              </p>
            ))}
          </div>
        </div>
      </div>
      <div className={styles.prices} aria-hidden="true">
        {Array.from({ length: PRICE_MARKS }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the marks are made once and belong to the painter
          <span key={index} className={styles.priceMark} data-mark="price" hidden>
            {' '}
          </span>
        ))}
      </div>
    </>
  )
})

function textOf(element: Element | null): Text {
  const node = element?.firstChild
  if (!(node instanceof Text)) throw new Error('the depth chart has lost a word')
  return node
}

function labels(root: HTMLElement, name: 'price' | 'size', edge: 'left' | 'top'): Label[] {
  return [...root.querySelectorAll<HTMLElement>(`[data-mark="${name}"]`)].map((element) => {
    const text = textOf(element.firstElementChild ?? element)
    return {
      put(place, message) {
        element.hidden = place === null
        if (place === null) return
        element.style[edge] = `${place}%`
        text.data = message
      },
    }
  })
}

/** The elements that the painter writes into. */
export function targetsOf(root: HTMLElement): DepthTargets {
  const shape = (name: string): Shape => {
    const found = root.querySelector(`[data-shape="${name}"]`)
    if (found === null) throw new Error(`the depth chart has lost its ${name}`)
    return found
  }
  const word = (name: string): Text => textOf(root.querySelector(`[data-text="${name}"]`))
  return {
    root,
    bidArea: shape('bid-area'),
    bidLine: shape('bid-line'),
    askArea: shape('ask-area'),
    askLine: shape('ask-line'),
    own: shape('own'),
    middle: shape('middle'),
    priceMarks: labels(root, 'price', 'left'),
    sizeMarks: labels(root, 'size', 'top'),
    bidTotal: word('bid-total'),
    askTotal: word('ask-total'),
    mid: word('mid'),
    spread: word('spread'),
  }
}
