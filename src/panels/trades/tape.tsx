/** The rows of the tape: made once, written by the painter without a render. */
import { memo, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { grouped, timeTextMs } from '../../format/index.ts'
import { usePainter } from '../../market-data/index.ts'
import type { PriceView } from '../../markets/family/index.ts'
import { useFills } from '../../queries/index.ts'
import { classNames } from '../../ui/index.ts'
import { MESSAGES } from './messages.ts'
import styles from './tape.module.css'
import { type TapeShape, tapeRows } from './tape-rows.ts'
import { type TradeRow, TradesPainter } from './trades-painter.ts'

/** Trades shown. */
const ROWS = 60

interface ElementRow extends TradeRow {
  readonly element: HTMLElement
}

interface TapeProps {
  readonly asset: string | null
  /** How prices are written; the same for the life of the tape. */
  readonly view: PriceView
  /** The same for the life of the tape. */
  readonly shape: TapeShape
}

export function Tape({ asset, view, shape }: TapeProps): ReactNode {
  const list = useRef<HTMLUListElement>(null)
  const painter = useRef<TradesPainter<ElementRow> | null>(null)
  const fills = useFills().data
  useLayoutEffect(() => {
    const element = list.current
    if (element === null || painter.current !== null) return
    const rows = [...element.children].filter((child) => child instanceof HTMLElement).map((row) => rowOf(row, view))
    painter.current = new TradesPainter({ toFront: (row) => element.prepend(row.element) }, rows)
  }, [view])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another asset's trades must not stand under the new one's name
  useEffect(() => () => painter.current?.clear(), [asset])
  useEffect(() => painter.current?.setOwn(new Set(fills?.map((fill) => fill.tid))), [fills])
  usePainter(asset === null ? null : { kind: 'trades', asset }, ({ trades }) =>
    painter.current?.paint(tapeRows(trades, shape)),
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll from the keyboard
    <div className={styles.scroll} tabIndex={0}>
      <Rows list={list} />
    </div>
  )
}

const Rows = memo(function Rows({ list }: { list: React.RefObject<HTMLUListElement | null> }): ReactNode {
  return (
    <ul ref={list} aria-label={MESSAGES.latest}>
      {Array.from({ length: ROWS }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are made once and belong to the painter
        <li key={row} className={styles.row} hidden>
          <span className={styles.px}> </span>
          <span className={classNames('visually-hidden', styles.own)}>yours</span>
          <span> </span>
          <span className={styles.time}>
            <span> </span>
            <span className={styles.ms}> </span>
          </span>
        </li>
      ))}
    </ul>
  )
})

/** The text nodes of a row, in order. */
function textsOf(element: HTMLElement): Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text)
  return texts
}

function rowOf(element: HTMLElement, view: PriceView): ElementRow {
  const [px, , sz, time, ms] = textsOf(element)
  if (!px || !sz || !time || !ms) throw new Error('the tape has lost a text')
  const setOwn = (own: boolean): void => {
    element.toggleAttribute('data-own', own)
  }
  return {
    element,
    show(trade, own) {
      px.data = view.price(trade.px)
      sz.data = grouped(trade.sz)
      const at = timeTextMs(trade.time)
      time.data = at.slice(0, -4)
      ms.data = at.slice(-4)
      element.dataset.side = (trade.side === 'buy') === view.mirrored ? 'sell' : 'buy'
      setOwn(own)
      element.hidden = false
    },
    hide() {
      element.hidden = true
    },
    setOwn,
  }
}
