/** From what stands in the ticket's fields, raw text, to the effective price and size: nothing is guessed, nothing re-rounded. */
import type { TimeInForce } from '../../../contract/account.ts'
import { type Fahrenheit, type Price, padTo, parseTyped, type Size } from '../../../contract/decimal.ts'
import { fahrenheitOfMark, markOfFahrenheit } from '../../../contract/mark.ts'
import type { SizeUnit } from '../../../contract/size-presets.ts'

/** In what the price field is typed: the mark, or °F (mark = 500 + °F). */
export type PriceUnit = 'mark' | 'f'

export interface TicketDraft {
  /** Just what was typed, in `unit`; may be anything. */
  readonly price: string
  /** Just what was typed; may be anything. */
  readonly size: string
  /** What the size is typed in: contracts unless said. */
  readonly sizeBy?: SizeUnit
  readonly unit: PriceUnit
  readonly tif: TimeInForce
  readonly reduceOnly: boolean
}

/** A price in both units. */
export interface EffectivePrice {
  readonly mark: Price
  readonly temperature: Fahrenheit
}

/** The price as typed, at no fewer places than the market's tick; null when the text is empty or no number. */
export function effectivePrice(draft: Pick<TicketDraft, 'price' | 'unit'>, places: number): EffectivePrice | null {
  const typed = parseTyped(draft.price)
  if (typed === null) return null
  const mark = draft.unit === 'mark' ? (typed as Price) : markOfFahrenheit(typed as Fahrenheit)
  const padded = padTo(mark, places)
  return { mark: padded, temperature: fahrenheitOfMark(padded) }
}

/** The size as typed, or null when the text is empty or no number. */
export const effectiveSize = (draft: Pick<TicketDraft, 'size'>): Size | null => parseTyped(draft.size) as Size | null

/** What typed text reads as in plain decimal form (`571.` is `571`); text that is no number stays as typed. */
export const plainText = (text: string): string => parseTyped(text) ?? text
