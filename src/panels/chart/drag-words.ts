/** What dragging a line would do, in words: what becomes of it, and how far that is from the market. Pure. */
import { absolute, compare, type Price, subtract, trimZeros } from '../../../contract/decimal.ts'
import type { PriceView } from '../../markets/axis/index.ts'
import type { ChartWords } from '../../markets/chart/index.ts'
import type { Grip } from './annotations.ts'

/** A dragged line as the chip says it. */
export interface DragWords {
  /** `Move Buy 150: 571.62 → 571.78` */
  readonly title: string
  /** `0.32 below the mark` and more, in the order in which they are read. */
  readonly facts: readonly string[]
  /** On the button that sends. */
  readonly send: string
}

interface DragWordsInput {
  /** The prices are the market's own, not as they are seen. */
  readonly from: Price
  readonly to: Price
  /** The price now; null while it is not known. */
  readonly now: Price | null
  readonly priceName: string
  readonly view: PriceView
  readonly words: ChartWords
}

/** What is said of a drag. */
export function dragWordsOf({ order }: Grip, input: DragWordsInput): DragWords {
  const { from, to, now, view, words } = input
  const { side, size, filled } = order
  const rest = trimZeros(subtract(size, filled))
  const away = now === null ? [] : [distanceOf(input, now)]
  return {
    title: `Move ${words.order(side, rest)}: ${view.price(from)} → ${view.named(to)}`,
    facts: [...away, 'Cancelled and placed anew: it loses its place'],
    send: 'Cancel & replace',
  }
}

/** `0.32 below the mark` */
function distanceOf({ to, view, priceName }: DragWordsInput, now: Price): string {
  const [at, here] = [view.seen(to), view.seen(now)]
  const order = compare(at, here)
  if (order === 0) return `At the ${priceName}`
  return `${view.namedDistance(absolute(subtract(at, here)))} ${order > 0 ? 'above' : 'below'} the ${priceName}`
}
