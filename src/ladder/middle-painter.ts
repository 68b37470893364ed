/** Writes the figures between asks and bids: mark, mid, last trade and spread, each by its name and in the reader's own unit below. */
import type { Price } from '../../contract/decimal.ts'
import type { BookView, Ticker } from '../../contract/market.ts'
import { NONE } from '../format/index.ts'
import type { TextTarget } from './book-painter.ts'

/** The cells, from left to right, and their names. */
export const FIGURES = ['mark', 'mid', 'last', 'spread'] as const
export type FigureName = (typeof FIGURES)[number]

/** How prices of the market read in the trader's own unit: °F, or per cent. */
export interface MiddleUnit {
  readonly price: (price: Price) => string
  /** The distance between two prices. */
  readonly spread: (spread: Price) => string
}

/** The two texts of a cell. */
export interface FigureTargets {
  readonly value: TextTarget
  readonly unit: TextTarget
}

export class MiddlePainter {
  readonly #targets: Readonly<Record<FigureName, FigureTargets>>
  readonly #unit: MiddleUnit

  constructor(targets: Readonly<Record<FigureName, FigureTargets>>, unit: MiddleUnit) {
    this.#targets = targets
    this.#unit = unit
  }

  paintBook({ mid, spread }: Pick<BookView, 'mid' | 'spread'>): void {
    this.#write('mid', mid, this.#unit.price)
    this.#write('spread', spread, this.#unit.spread)
  }

  paintTicker({ mark, last }: Pick<Ticker, 'mark' | 'last'>): void {
    this.#write('mark', mark, this.#unit.price)
    this.#write('last', last, this.#unit.price)
  }

  /** Another book is on its way: nothing of the one before stays. */
  clear(): void {
    this.paintBook({ mid: null, spread: null })
  }

  /** Another asset: not even its mark stays. */
  clearTicker(): void {
    this.paintTicker({ mark: null, last: null })
  }

  #write(name: FigureName, price: Price | null, unit: (price: Price) => string): void {
    const target = this.#targets[name]
    const value = price ?? NONE
    if (target.value.data === value) return
    target.value.data = value
    target.unit.data = price === null ? '' : unit(price)
  }
}
