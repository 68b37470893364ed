/** What the cells of the list share beside their row: prices, positions, favourites, and how prices are written. */
import { createContext, useContext } from 'react'
import type { Position } from '../../../contract/account.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import type { RefText } from '../../../contract/market-ref.ts'
import type { PriceView } from '../../markets/axis/index.ts'
import { useRowValue } from '../../ui/index.ts'
import type { Prices, RowPrice } from './use-prices.ts'

export interface RowFacts {
  readonly prices: Prices
  /** By asset or coin. */
  readonly positions: ReadonlyMap<string, Position>
  readonly favourites: ReadonlySet<RefText>
  readonly onFavourite: (market: Instrument) => void
  /** How prices of a market are written; the same object for the same choice. */
  readonly viewOf: (market: Instrument) => PriceView
  /** Whether a row stands under a head that says its question. */
  readonly isUnderHead: (market: Instrument) => boolean
  /** The market that the panel's link group shows. */
  readonly shown: RefText | null
}

const RowFactsContext = createContext<RowFacts | null>(null)
export const RowFactsProvider = RowFactsContext.Provider

export function useRowFacts(): RowFacts {
  const facts = useContext(RowFactsContext)
  if (facts === null) throw new Error('a row outside the list of markets')
  return facts
}

/** Something of what a row's market trades at; renders only when that is another (by `Object.is`). */
export function useRowPrice<Picked>(row: Instrument, pick: (price: RowPrice | undefined) => Picked): Picked {
  return useRowValue(useRowFacts().prices, row.asset ?? '', pick)
}
