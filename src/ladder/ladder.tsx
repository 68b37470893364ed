/** The rows of the book. React creates them once; from then on the painter writes into them, once per frame, without a render. */
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import type { Price } from '../../contract/decimal.ts'
import type { Topic } from '../../contract/topics.ts'
import { usePainter } from '../market-data/index.ts'
import type { MarketNames, PriceView } from '../markets/axis/index.ts'
import { actOf, classNames, type HandledKey } from '../ui/index.ts'
import { BookPainter, barsBox, type ColumnTargets, type RowTargets } from './book-painter.ts'
import styles from './ladder.module.css'
import { MESSAGES } from './messages.ts'
import { FIGURES, type FigureName, type FigureTargets, MiddlePainter } from './middle-painter.ts'

/** The keys of a book: what they do, and their entries in the sheet of keys. */
export const LADDER_KEYS: readonly HandledKey<'take' | 'step'>[] = [
  { act: 'step', keys: ['ArrowUp', 'ArrowDown', 'Home', 'End'], does: 'Move between levels' },
  { act: 'take', keys: ['Enter', ' '], does: 'Fill the price into the ticket' },
]

/** Targets of the arrow keys in the ladder: rows from the top of the screen down, without empty ones, no wrapping. */
const MOVES: Readonly<Record<string, (from: number, count: number) => number>> = {
  ArrowUp: (from) => from - 1,
  ArrowDown: (from) => from + 1,
  Home: () => 0,
  End: (_from, count) => count - 1,
}

/** The row to focus after `key`, or null when the key moves nothing. `from` is −1 when no row has the focus. */
export function rowAfter(key: string, from: number, count: number): number | null {
  const move = MOVES[key]
  if (move === undefined || count === 0) return null
  return Math.min(count - 1, Math.max(0, move(from, count)))
}

// Spaces create the text nodes that the painter then writes into.
/** The row between asks and bids, created once; the painter writes its figures. */
const MiddleRow = (): ReactNode => (
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

/** The text nodes of the row inside `root`. */
function middleTargets(root: HTMLElement): Record<FigureName, FigureTargets> {
  const texts = (name: FigureName): FigureTargets => {
    const [value, unit] = [...root.querySelectorAll(`[data-figure="${name}"] dd`)].map((cell) => cell.firstChild)
    if (!(value instanceof Text) || !(unit instanceof Text)) throw new Error(`the ladder has lost its ${name}`)
    return { value, unit }
  }
  return { mark: texts('mark'), mid: texts('mid'), last: texts('last'), spread: texts('spread') }
}

type BookTopic = Extract<Topic, { kind: 'book' }>
type Side = 'ask' | 'bid'

interface LadderProps {
  /** Levels per side; fixed for the life of the ladder. */
  readonly levels: number
  readonly topic: BookTopic | null
  /** The same text for the same topic. */
  readonly topicKey: string | null
  /** The price format; fixed for the life of the ladder. */
  readonly view: PriceView
  /** A row was clicked, or Enter pressed on it: the market's own price. */
  readonly onPrice: (price: Price) => void
  /** A menu was requested at a price, px from the window's corner. */
  readonly onMenu?: (place: { readonly x: number; readonly y: number; readonly price: Price }) => void
}

export function Ladder({ levels, topic, topicKey, view, onPrice, onMenu }: LadderProps): ReactNode {
  const root = useRef<HTMLDivElement>(null)
  const painter = useRef<BookPainter | null>(null)
  const middle = useRef<MiddlePainter | null>(null)
  const pressed = useRef('')
  const asset = topic?.asset ?? null

  useLayoutEffect(() => {
    if (root.current === null) return
    painter.current ??= createPainter(root.current, view)
    middle.current ??= new MiddlePainter(middleTargets(root.current), view)
  }, [view])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another topic's rows must not be shown under the new one's name
  useEffect(() => {
    return () => {
      painter.current?.clear()
      middle.current?.clear()
    }
  }, [topicKey])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another asset's mark must not be shown under the new one's name
  useEffect(() => () => middle.current?.clearTicker(), [asset])
  usePainter(topic, (book) => {
    painter.current?.paint(book)
    middle.current?.paintBook(book)
  })
  usePainter(asset === null ? null : { kind: 'ticker', asset }, (ticker) => middle.current?.paintTicker(ticker))

  const priceOf = useCallback((target: EventTarget | null): string => {
    const row = rowOf(target)
    if (row === null) return ''
    return painter.current?.priceAt(sideOf(row), Number(row.dataset.level)) ?? ''
  }, [])
  const fill = (price: string): void => {
    if (price !== '') onPrice(price as Price)
  }
  const keyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (actOf(LADDER_KEYS, event) === 'take') {
      event.preventDefault()
      fill(priceOf(event.target))
      return
    }
    moveFocus(event, root)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside take the focus; clicks and keys are handled for all at once
    <div
      ref={root}
      className={styles.ladder}
      style={{ '--levels': levels } as CSSProperties}
      data-book=""
      onKeyDown={keyDown}
      onFocus={({ target }) => {
        const row = rowOf(target)
        if (row !== null) row.ariaLabel = painter.current?.wordsAt(sideOf(row), Number(row.dataset.level)) || null
      }}
      // The price taken is the one under the pointer at pointer down, regardless of later frames.
      onPointerDown={(event: PointerEvent) => {
        pressed.current = priceOf(event.target)
      }}
      onClick={() => {
        fill(pressed.current)
        pressed.current = ''
      }}
      onContextMenu={(event) => {
        const price = priceOf(event.target)
        if (onMenu === undefined || price === '') return
        event.preventDefault()
        const box = event.target instanceof Element ? event.target.getBoundingClientRect() : null
        // The menu key has no pointer position.
        const isKey = event.clientX === 0 && event.clientY === 0 && box !== null
        const at = isKey ? { x: box.left, y: box.bottom } : { x: event.clientX, y: event.clientY }
        onMenu({ ...at, price: price as Price })
      }}
    >
      <Rows count={levels} text={view.text} />
    </div>
  )
}

const rowOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-level]') : null

const sideOf = (row: HTMLElement): Side => (row.dataset.side === 'ask' ? 'ask' : 'bid')

function moveFocus(event: KeyboardEvent, root: RefObject<HTMLDivElement | null>): void {
  const rows = [...(root.current?.querySelectorAll<HTMLElement>('[data-level]:not([data-empty])') ?? [])]
  const focused = rowOf(event.target)
  const next = rowAfter(event.key, focused === null ? -1 : rows.indexOf(focused), rows.length)
  const row = next === null ? undefined : rows[next]
  if (row === undefined) return
  event.preventDefault()
  focused?.setAttribute('tabindex', '-1')
  row.setAttribute('tabindex', '0')
  row.focus()
}

/** The elements, best levels beside the spread. Never rerendered. */
const Rows = memo(function Rows({ count, text: message }: { count: number; text: MarketNames }): ReactNode {
  const levels = Array.from({ length: count }, (_, level) => level)
  return (
    <>
      <div className={styles.asks}>
        <Bars side="ask" count={count} />
        <ul aria-label={message.asks}>
          {levels.toReversed().map((level) => (
            <Row key={level} side="ask" level={level} />
          ))}
        </ul>
        <Columns side="ask" />
      </div>
      <MiddleRow />
      <div className={styles.bids}>
        <Bars side="bid" count={count} />
        <ul aria-label={message.bids}>
          {levels.map((level) => (
            <Row key={level} side="bid" level={level} />
          ))}
        </ul>
        <Columns side="bid" />
      </div>
    </>
  )
})

const Bars = ({ side, count }: { side: Side; count: number }): ReactNode => (
  <svg
    className={side === 'ask' ? styles.askBars : styles.bidBars}
    viewBox={barsBox(count)}
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <path data-bars={side} />
  </svg>
)

/** Sizes and totals over the rows, a line per level. A focused row describes its own; the table beside the ladder has all of them. */
const Columns = ({ side }: { side: Side }): ReactNode => (
  <div className={styles.columns} aria-hidden="true">
    <span className={styles.sz} data-sizes={side}>
      {' '}
    </span>
    <span className={styles.total} data-totals={side}>
      {' '}
    </span>
  </div>
)

// Spaces create the text nodes that the painter then writes into.
const Row = ({ side, level }: { side: Side; level: number }): ReactNode => (
  <li
    className={styles.row}
    data-side={side}
    data-level={level}
    data-empty=""
    tabIndex={side === 'bid' && level === 0 ? 0 : -1}
  >
    <span className={styles.px} data-cell="price">
      {' '}
    </span>
    <span className={classNames('visually-hidden', styles.own)}> </span>
  </li>
)

function textOf(element: Element | null | undefined): Text {
  const node = element?.firstChild
  if (!(node instanceof Text)) throw new Error('the ladder has lost a text')
  return node
}

function barsOf(root: HTMLElement, side: Side): Element {
  const bars = root.querySelector(`[data-bars="${side}"]`)
  if (bars === null) throw new Error('the ladder has lost its bars')
  return bars
}

function createPainter(root: HTMLElement, view: PriceView): BookPainter {
  const side = (name: Side): RowTargets[] =>
    [...root.querySelectorAll<HTMLElement>(`[data-side="${name}"]`)]
      .sort((a, b) => Number(a.dataset.level) - Number(b.dataset.level))
      .map((row) => {
        const [px, own] = row.children
        return { row, px: textOf(px), own: textOf(own) }
      })
  const columns = (name: Side): ColumnTargets => ({
    sz: textOf(root.querySelector(`[data-sizes="${name}"]`)),
    total: textOf(root.querySelector(`[data-totals="${name}"]`)),
  })
  const targets = {
    root,
    asks: side('ask'),
    bids: side('bid'),
    askColumns: columns('ask'),
    bidColumns: columns('bid'),
    askBars: barsOf(root, 'ask'),
    bidBars: barsOf(root, 'bid'),
  }
  return new BookPainter(targets, view)
}
