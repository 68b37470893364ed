/** Writes the figures between asks and bids: mark, mid, last trade and spread, each with its name and in the secondary unit below. */
import type { Price } from '../../contract/decimal.ts'
import type { BookView, Ticker } from '../../contract/market.ts'
import { NONE } from '../format/index.ts'
import type { PriceView } from '../markets/axis/index.ts'

/** The painters' interface to a text node. */
export interface TextTarget {
  data: string
}

/** The cells, from left to right, and their names. */
export const FIGURES = ['mark', 'mid', 'last', 'spread'] as const
export type FigureName = (typeof FIGURES)[number]

/** The formats of the figures, in the chosen unit and in the secondary one below. */
type MiddleView = Pick<PriceView, 'price' | 'second' | 'distance' | 'secondDistance'>

type Write = (price: Price) => string

/** The two texts of a cell. */
export interface FigureTargets {
  readonly value: TextTarget
  readonly unit: TextTarget
}

export class MiddlePainter {
  readonly #targets: Readonly<Record<FigureName, FigureTargets>>
  readonly #view: MiddleView
  /** As in the market's data: an unchanged figure is not rewritten. */
  readonly #painted: Partial<Record<FigureName, Price | null>> = {}

  constructor(targets: Readonly<Record<FigureName, FigureTargets>>, view: MiddleView) {
    this.#targets = targets
    this.#view = view
  }

  paintBook({ mid, spread }: Pick<BookView, 'mid' | 'spread'>): void {
    this.#write('mid', mid, this.#view.price, this.#view.second)
    this.#write('spread', spread, this.#view.distance, this.#view.secondDistance)
  }

  paintTicker({ mark, last }: Pick<Ticker, 'mark' | 'last'>): void {
    this.#write('mark', mark, this.#view.price, this.#view.second)
    this.#write('last', last, this.#view.price, this.#view.second)
  }

  /** Another book is being loaded: nothing of the previous one stays. */
  clear(): void {
    this.paintBook({ mid: null, spread: null })
  }

  /** Another asset: not even its mark stays. */
  clearTicker(): void {
    this.paintTicker({ mark: null, last: null })
  }

  #write(name: FigureName, price: Price | null, first: Write, second: Write): void {
    if (this.#painted[name] === price) return
    this.#painted[name] = price
    const { value, unit } = this.#targets[name]
    value.data = price === null ? NONE : first(price)
    unit.data = price === null ? '' : second(price)
  }
}
