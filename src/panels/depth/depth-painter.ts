/** Writes a book into the shapes and texts of a depth chart that were created once: only changes, without reading the layout. */

import { type Decimal, toPlaces } from '../../../contract/decimal.ts'
import type { BookRow, BookView } from '../../../contract/market.ts'
import { grouped, NONE } from '../../format/index.ts'
import type { PriceView } from '../../markets/family/index.ts'
import {
  across,
  type DepthWindow,
  down,
  type LevelRef,
  marksBetween,
  NO_SHAPE,
  niceStep,
  type Place,
  type Places,
  SHAPE,
  sideShape,
  windowFor,
} from './depth-window.ts'

/** The painter's interface to an element. */
export interface Shape {
  setAttribute(name: string, value: string): void
}
/** A text that is positioned. */
export interface Label {
  /** Position in percent from the left or the top; null hides the text. */
  put(place: number | null, text: string): void
}
/** A text in a fixed position. */
export interface PlacedText {
  data: string
}

export interface DepthTargets {
  readonly root: Shape
  readonly bidArea: Shape
  readonly bidLine: Shape
  readonly askArea: Shape
  readonly askLine: Shape
  /** Own orders, marked on the price axis. */
  readonly own: Shape
  readonly middle: Shape
  readonly priceMarks: readonly Label[]
  readonly sizeMarks: readonly Label[]
  readonly bidTotal: PlacedText
  readonly askTotal: PlacedText
  readonly mid: PlacedText
  readonly spread: PlacedText
}

export type DepthView = Pick<PriceView, 'mirrored' | 'seen' | 'label' | 'named' | 'namedDistance' | 'bounds' | 'places'>

interface Sides {
  readonly bids: readonly BookRow[]
  readonly asks: readonly BookRow[]
}

const EMPTY: Sides = { bids: [], asks: [] }
const NO_PLACES: Places = { bids: [], asks: [] }

export class DepthPainter {
  readonly #targets: DepthTargets
  readonly #view: DepthView
  readonly #written = new Map<Shape, string>()
  readonly #said = new Map<PlacedText, string>()
  #book: Sides = EMPTY
  #places: Places = NO_PLACES
  #window: DepthWindow | null = null
  #zoom = 1
  #priceMarks = 5

  constructor(targets: DepthTargets, view: DepthView) {
    this.#targets = targets
    this.#view = view
  }

  /** The sides as displayed, best first. */
  get book(): Sides {
    return this.#book
  }
  get places(): Places {
    return this.#places
  }

  paint(view: Pick<BookView, 'bids' | 'asks' | 'mid' | 'spread' | 'time'>): void {
    const { mirrored, seen } = this.#view
    this.#book = mirrored ? { bids: view.asks, asks: view.bids } : { bids: view.bids, asks: view.asks }
    const placed = ({ px, total }: BookRow): Place => ({ at: Number(seen(px)), total: Number(total) })
    this.#places = { bids: this.#book.bids.map(placed), asks: this.#book.asks.map(placed) }
    this.#draw()
    const { mid, spread } = view
    this.#say(this.#targets.mid, mid === null ? NONE : this.#view.named(mid))
    this.#say(this.#targets.spread, spread === null ? NONE : this.#view.namedDistance(spread))
    this.#targets.root.setAttribute('data-book-time', String(view.time))
  }

  /** Another book is being loaded: nothing of the previous one stays. */
  clear(): void {
    this.#book = EMPTY
    this.#places = NO_PLACES
    this.#draw()
    this.#say(this.#targets.mid, NONE)
    this.#say(this.#targets.spread, NONE)
  }

  /** Shows a part of the known depth, 1 for all of it. */
  zoomTo(zoom: number): void {
    if (zoom === this.#zoom) return
    this.#zoom = zoom
    this.#window = null
    this.#draw()
  }

  /** Sets how many marks fit on the price axis. */
  roomFor(marks: number): void {
    const count = Math.min(this.#targets.priceMarks.length - 1, Math.max(2, marks))
    if (count === this.#priceMarks) return
    this.#priceMarks = count
    this.#mark(this.#window)
  }

  /** Position of a level, in percent from the left and from the top; null where it is out of the window or gone. */
  placeOf(ref: LevelRef): { readonly left: number; readonly top: number } | null {
    const place = (ref.side === 'bid' ? this.#places.bids : this.#places.asks)[ref.level]
    const window = this.#window
    if (place === undefined || window === null || place.at < window.low || place.at > window.high) return null
    return { left: percent(across(window, place.at)), top: percent(down(window, place.total)) }
  }

  /** The displayed price at a position from the left, 0 to 1; null while nothing is drawn. */
  priceAt(part: number): number | null {
    const window = this.#window
    return window === null ? null : window.low + part * (window.high - window.low)
  }

  #draw(): void {
    const { bounds, places } = this.#view
    const limits = {
      tick: 10 ** -places,
      zoom: this.#zoom,
      bounds: bounds && { least: Number(bounds.least), most: Number(bounds.most) },
    }
    const window = windowFor(this.#places, limits, this.#window)
    if (window !== this.#window) this.#mark(window)
    this.#window = window
    const shape = (side: readonly Place[], outward: 1 | -1) =>
      window === null ? NO_SHAPE : sideShape(side, outward, window)
    const bid = shape(this.#places.bids, -1)
    const ask = shape(this.#places.asks, 1)
    const targets = this.#targets
    this.#write(targets.bidArea, bid.area)
    this.#write(targets.bidLine, bid.line)
    this.#write(targets.askArea, ask.area)
    this.#write(targets.askLine, ask.line)
    this.#write(targets.own, window === null ? '' : this.#ownShape(window))
    this.#write(targets.middle, window === null ? '' : this.#middleShape(window))
    this.#say(targets.bidTotal, totalOf(this.#book.bids))
    this.#say(targets.askTotal, totalOf(this.#book.asks))
  }

  #mark(window: DepthWindow | null): void {
    const { priceMarks, sizeMarks } = this.#targets
    const tick = 10 ** -this.#view.places
    const prices =
      window === null
        ? []
        : marksBetween(window.low, window.high, niceStep(window.high - window.low, this.#priceMarks, tick))
    const sizes =
      window === null ? [] : marksBetween(0, window.top, niceStep(window.top, sizeMarks.length - 1, 0)).slice(1)
    const edge = HALF_MARK / this.#priceMarks
    priceMarks.forEach((label, index) => {
      const at = prices[index]
      const place = window === null || at === undefined ? null : percent(across(window, at))
      // No label may overlap the edge.
      if (at === undefined || place === null || place < edge || place > 100 - edge) label.put(null, '')
      else label.put(place, this.#view.label(at))
    })
    sizeMarks.forEach((label, index) => {
      const size = sizes[index]
      if (window === null || size === undefined) label.put(null, '')
      else label.put(percent(down(window, size)), sizeText(size))
    })
  }

  #ownShape(window: DepthWindow): string {
    const side = (rows: readonly BookRow[], places: readonly Place[]): string =>
      rows
        .map(({ own }, level) => {
          const at = places[level]?.at
          if (!own || at === undefined || at < window.low || at > window.high) return ''
          return `M${across(window, at).toFixed(1)} ${SHAPE}v-${OWN}`
        })
        .join('')
    return side(this.#book.bids, this.#places.bids) + side(this.#book.asks, this.#places.asks)
  }

  #middleShape(window: DepthWindow): string {
    const { bids, asks } = this.#places
    const [bid] = bids
    const [ask] = asks
    if (bid === undefined || ask === undefined) return ''
    return `M${across(window, (bid.at + ask.at) / 2).toFixed(1)} 0V${SHAPE}`
  }

  #write(shape: Shape, path: string): void {
    if (this.#written.get(shape) === path) return
    this.#written.set(shape, path)
    shape.setAttribute('d', path)
  }

  #say(target: PlacedText, text: string): void {
    if (this.#said.get(target) === text) return
    this.#said.set(target, text)
    target.data = text
  }
}

/** Half of a text's width, in percent of the space of a mark. */
const HALF_MARK = 35

/** Height of the mark of an own order. */
const OWN = 60

const percent = (place: number): number => place / (SHAPE / 100)

const totalOf = (rows: readonly BookRow[]): string => {
  const last = rows.at(-1)
  return last === undefined ? NONE : grouped(last.total)
}

/** A round size on the axis, with as many decimals as needed. */
const sizeText = (size: number): string => {
  const text = size.toPrecision(6)
  return grouped(toPlaces(Number(text).toFixed(6) as Decimal, 6).replace(/\.?0+$/, '') as Decimal)
}
