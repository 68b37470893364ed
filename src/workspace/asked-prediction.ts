/**
 * A prediction that was pressed for in a ladder: the price of the row is the worst that it may trade at. It begins in the ticket, where its
 * estimate waits for the trader's word. Only a ticket that is there takes it, at once: none begins later by itself.
 */
import { useEffect } from 'react'
import { create } from 'zustand'
import type { BinaryDirection } from '../../contract/binary.ts'
import type { Decimal, Money, Price } from '../../contract/decimal.ts'
import type { Side } from '../../contract/market.ts'
import { useSteady } from '../ui/index.ts'
import { usePanel } from './panel.tsx'

/** What was pressed for. */
export interface AskedPrediction {
  readonly direction: BinaryDirection
  /** Of UP, as the market counts. */
  readonly worst: Price
  readonly amount: Money
}

interface Asked extends AskedPrediction {
  readonly ticket: string
  readonly asset: string
}

const useAsked = create<{ readonly asked: Asked | null }>()(() => ({ asked: null }))

/** Asks a ticket for a prediction; where its form is not there to take it, it is forgotten. */
export function askPrediction(
  ticket: string,
  asset: string,
  { side, price, size }: { readonly side: Side; readonly price: Price; readonly size: Decimal },
): void {
  const direction = side === 'buy' ? 'UP' : 'DOWN'
  useAsked.setState({ asked: { ticket, asset, direction, worst: price, amount: size as Money } })
  useAsked.setState({ asked: null })
}

/** Of the ticket around: begins what is asked of it for an asset while it is there. */
export function useAskedPrediction(asset: string, begin: (asked: AskedPrediction) => void): void {
  const { id } = usePanel()
  const take = useSteady((asked: Asked | null) => {
    if (asked !== null && asked.ticket === id && asked.asset === asset) begin(asked)
  })
  useEffect(() => useAsked.subscribe(({ asked }) => take(asked)), [take])
}
