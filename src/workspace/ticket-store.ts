/** The order ticket's draft, shared by what fills it: the ticket itself, a click in the book, a level on the chart. */
import { create } from 'zustand'
import type { TimeInForce } from '../../contract/account.ts'
import { type Fahrenheit, isDecimalText, type Price } from '../../contract/decimal.ts'
import { fahrenheitOfMark, markOfFahrenheit } from '../../contract/mark.ts'
import type { PriceUnit, TicketDraft } from '../markets/scalar/index.ts'

interface TicketActions {
  setPrice(text: string): void
  setSize(text: string): void
  /** Fills the price from a mark, in the unit the ticket is in. */
  fillMark(mark: Price): void
  /** Changes the unit; a price that reads as a number is turned over exactly, anything else stays as typed. */
  setUnit(unit: PriceUnit): void
  setTif(tif: TimeInForce): void
  setReduceOnly(reduceOnly: boolean): void
}

type TicketStore = TicketDraft & TicketActions

/** The price text in the other unit; text that is no plain decimal is kept. */
function convertPrice(text: string, to: PriceUnit): string {
  if (!isDecimalText(text)) return text
  return to === 'f' ? fahrenheitOfMark(text as Price) : markOfFahrenheit(text as Fahrenheit)
}

export const useTicketStore = create<TicketStore>()((set) => ({
  price: '',
  size: '',
  unit: 'mark',
  tif: 'GTC',
  reduceOnly: false,
  setPrice: (price) => set({ price }),
  setSize: (size) => set({ size }),
  fillMark: (mark) => set((draft) => ({ price: draft.unit === 'mark' ? mark : fahrenheitOfMark(mark) })),
  setUnit: (unit) => set((draft) => (draft.unit === unit ? draft : { unit, price: convertPrice(draft.price, unit) })),
  setTif: (tif) => set({ tif }),
  setReduceOnly: (reduceOnly) => set({ reduceOnly }),
}))
