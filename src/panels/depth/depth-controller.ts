/** Pointer and keys of a depth chart, the text of a level, and the reaction to each new book. */

import {
  absolute,
  add,
  divide,
  type Money,
  multiply,
  type Price,
  type Size,
  signOf,
  subtract,
  toPlaces,
  ZERO,
} from '../../../contract/decimal.ts'
import type { BookRow, BookView } from '../../../contract/market.ts'
import { grouped } from '../../format/index.ts'
import type { PriceView } from '../../markets/family/index.ts'
import { targetsOf } from './chart-parts.tsx'
import { DepthPainter } from './depth-painter.ts'
import { type LevelRef, levelAfter, levelAt, placeOf } from './depth-window.ts'
import { MESSAGES } from './messages.ts'

/** The cost of trading up to a level: size, average price, and its slippage from the best price. Exact, pure. */
export interface DepthAt {
  /** The market's price of the level. */
  readonly price: Price
  /** Total size from the best level up to this one. */
  readonly total: Size
  /** Average price of these, with one more decimal than `places`. */
  readonly average: Price
  /** Distance of the average from the best price, rounded up. */
  readonly slippage: Price
}

/**
 * @param rows of one side, best first
 * @param level counted from the best
 * @param places decimals of the market's prices
 */
export function depthAt(
  rows: readonly Pick<BookRow, 'px' | 'sz' | 'total'>[],
  level: number,
  places: number,
): DepthAt | null {
  const [best] = rows
  const last = rows[level]
  if (best === undefined || last === undefined) return null
  let value: Money = ZERO
  let size: Size = ZERO
  for (const { px, sz } of rows.slice(0, level + 1)) {
    value = add(value, multiply(px, sz))
    size = add(size, sz)
  }
  if (signOf(size) <= 0) return null
  const exact = divide(value, size, PRECISE)
  const off = absolute(subtract(exact, best.px))
  return {
    price: last.px,
    total: last.total,
    average: toPlaces(exact, places + 1),
    slippage: toPlaces(off, places + 1, 'up'),
  }
}

/** Decimals used before rounding. */
const PRECISE = 20

interface LevelText {
  /** `Ask 571.90 · 71.90 °F` */
  readonly head: string
  readonly lines: readonly (readonly [name: string, words: string])[]
  /** The whole text as a sentence. */
  readonly sentence: string
}

/** Null where there is no such level. */
export function levelText(
  { side, level }: LevelRef,
  book: { readonly bids: readonly BookRow[]; readonly asks: readonly BookRow[] },
  view: PriceView,
): LevelText | null {
  const at = depthAt(side === 'bid' ? book.bids : book.asks, level, view.places)
  if (at === null) return null
  const name = side === 'bid' ? 'Bid' : 'Ask'
  const size = `${grouped(at.total)}`
  const slippage = view.protectionDistance(at.slippage)
  return {
    head: `${name} ${view.named(at.price)} · ${view.second(at.price)}`,
    lines: [
      [side === 'bid' ? MESSAGES.sellsDownTo : MESSAGES.buysUpTo, size],
      ['Average price', view.named(at.average)],
      ['Slippage', slippage],
    ],
    sentence: `${name} ${view.named(at.price)}: ${size} total, average ${view.named(at.average)}, slippage ${slippage}`,
  }
}

interface Place {
  readonly left: number
  readonly top: number
}

/** The crosshair over a level and the text beside it: elements created once, written and moved without a render. */
class Crosshair {
  readonly #root: HTMLElement
  readonly #line: HTMLElement
  readonly #dot: HTMLElement
  readonly #chip: HTMLElement
  #said = ''

  constructor(root: HTMLElement) {
    this.#root = root
    this.#line = find(root, 'line')
    this.#dot = find(root, 'dot')
    this.#chip = find(root, 'chip')
  }

  show(side: 'bid' | 'ask', { left, top }: Place, text: LevelText): void {
    this.#line.style.left = `${left}%`
    this.#dot.style.left = `${left}%`
    this.#dot.style.top = `${top}%`
    // The chip is on the side with space.
    this.#chip.style.left = left < 50 ? within(left) : ''
    this.#chip.style.right = left < 50 ? '' : within(100 - left)
    this.#root.dataset.side = side
    this.#root.hidden = false
    if (this.#said === text.sentence) return
    this.#said = text.sentence
    const texts = [text.head, ...text.lines.flat()]
    this.#chip.querySelectorAll('[data-text]').forEach((element, index) => {
      element.textContent = texts[index] ?? ''
    })
  }

  hide(): void {
    this.#root.hidden = true
  }
}

const NO_LEVEL = 'No level selected. Arrow keys select levels, Enter fills the size.'

/** Space for a price on its axis, with the gap to the next, px. */
const MARK_ROOM = 64

export class DepthController {
  readonly #root: HTMLElement
  readonly #plot: HTMLElement
  readonly #view: PriceView
  readonly #painter: DepthPainter
  readonly #crosshair: Crosshair
  /** Position of the pointer, 0 to 1 from the left; null while it is not over the chart. */
  #pointer: number | null = null
  /** The selected level. */
  #level: LevelRef | null = null
  #pressed: Size | null = null

  constructor(root: HTMLElement, view: PriceView) {
    const plot = root.querySelector<HTMLElement>('[data-plot]')
    const cross = root.querySelector<HTMLElement>('[data-cross]')
    if (plot === null || cross === null) throw new Error('the depth chart has lost its parts')
    this.#root = root
    this.#plot = plot
    this.#view = view
    this.#painter = new DepthPainter(targetsOf(root), view)
    this.#crosshair = new Crosshair(cross)
  }

  paint(book: Pick<BookView, 'bids' | 'asks' | 'mid' | 'spread' | 'time'>): void {
    this.#painter.paint(book)
    this.#look()
  }

  clear(): void {
    this.#painter.clear()
    this.#choose(null)
  }

  zoomTo(zoom: number): void {
    this.#painter.zoomTo(zoom)
    this.#look()
  }

  /** Sets the chart's width, px. */
  resize(width: number): void {
    this.#painter.roomFor(Math.floor(width / MARK_ROOM))
  }

  /** Moves the pointer to this screen position. */
  point(clientX: number): void {
    const { left, width } = this.#plot.getBoundingClientRect()
    this.#pointer = width === 0 ? null : Math.min(1, Math.max(0, (clientX - left) / width))
    this.#look()
  }

  press(clientX: number): void {
    this.point(clientX)
    this.#pressed = this.size()
  }

  /** The size that was under the pointer at pointer down, once. */
  pressed(): Size | null {
    const size = this.#pressed
    this.#pressed = null
    return size
  }

  leave(): void {
    this.#pointer = null
    this.#choose(null)
  }

  /** Whether the key is handled. */
  key(key: string): boolean {
    if (key === 'Escape' && this.#level !== null) {
      this.leave()
      return true
    }
    const next = levelAfter(key, this.#painter.places, this.#level)
    if (next === null) return false
    this.#pointer = null
    this.#choose(next)
    return true
  }

  /** Total size up to the selected level; null while there is none. */
  size(): Size | null {
    if (this.#level === null) return null
    const { bids, asks } = this.#painter.book
    return (this.#level.side === 'bid' ? bids : asks)[this.#level.level]?.total ?? null
  }

  /** A new book: the pointer stays, but the level under it may differ. */
  #look(): void {
    if (this.#pointer === null) {
      this.#show()
      return
    }
    const at = this.#painter.priceAt(this.#pointer)
    this.#level = at === null ? null : levelAt(this.#painter.places, at)
    this.#show()
  }

  /** A level selected by keys is announced to assistive technology; levels streaming by under a pointer are not. */
  #choose(level: LevelRef | null): void {
    this.#level = level
    const text = this.#show()
    const { places } = this.#painter
    const set = (name: string, value: string | number): void => this.#root.setAttribute(`aria-${name}`, String(value))
    set('valuemax', Math.max(0, places.bids.length + places.asks.length - 1))
    set('valuenow', level === null ? 0 : Math.max(0, placeOf(places, level)))
    set('valuetext', text ?? NO_LEVEL)
  }

  /** Shows the selected level; returns its text. */
  #show(): string | null {
    const level = this.#level
    const place = level === null ? null : this.#painter.placeOf(level)
    const text = level === null ? null : levelText(level, this.#painter.book, this.#view)
    if (level === null || place === null || text === null) this.#crosshair.hide()
    else this.#crosshair.show(level.side, place, text)
    return text?.sentence ?? null
  }
}

const find = (root: HTMLElement, name: string): HTMLElement => {
  const element = root.querySelector<HTMLElement>(`[data-part="${name}"]`)
  if (element === null) throw new Error(`the depth chart has lost its ${name}`)
  return element
}

/** The position from an edge where the chip is beside the line, and inside a narrow chart. */
const within = (percent: number): string =>
  `clamp(4px, calc(${percent}% + 10px), max(4px, calc(100% - var(--chip) - 4px)))`
