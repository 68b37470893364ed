/**
 * A prediction that was pressed for in a ladder: the price of the row is the worst that it may trade at. It begins in the ticket, where its
 * estimate waits for the trader's word. Only a ticket that is there and free takes it, at once: none begins later by itself, and of one that is not
 * taken nothing is filled in.
 */
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { BinaryDirection } from '../../contract/binary.ts'
import type { Decimal, Money, Price } from '../../contract/decimal.ts'
import type { Side } from '../../contract/market.ts'
import { usePanel } from './panel.tsx'

/** What was pressed for. */
export interface AskedPrediction {
  readonly direction: BinaryDirection
  /** Of UP, as the market counts. */
  readonly worst: Price
  readonly amount: Money
}

/** The form of a ticket that takes predictions. */
interface Taker {
  readonly asset: string
  /** Why it takes none now, in words; null where it takes one. */
  readonly off: () => string | null
  readonly begin: (asked: AskedPrediction) => void
}

/** By ticket: the forms that are there. */
const takers = new Map<string, Taker>()

const NO_FORM =
  'Nothing was asked for and nothing was filled in: the ticket of this market takes no predictions now, and says why.'

interface AskTerms {
  readonly ticket: string
  readonly asset: string
  readonly order: { readonly side: Side; readonly price: Price; readonly size: Decimal }
  /** Puts it into the fields of the ticket; done when it returns, and not done at all where it is not taken. */
  readonly fill: () => void
}

/** Asks a ticket for a prediction. @returns why it was not taken, in words; null where it was */
export function askPrediction({ ticket, asset, order: { side, price, size }, fill }: AskTerms): string | null {
  const taker = takers.get(ticket)
  if (taker === undefined || taker.asset !== asset) return NO_FORM
  const off = taker.off()
  if (off !== null) return `${off} Nothing was asked for, and the ticket stays as it was.`
  fill()
  // By the form as it is now: its exit plan is the one that was filled in.
  takers.get(ticket)?.begin({ direction: side === 'buy' ? 'UP' : 'DOWN', worst: price, amount: size as Money })
  return null
}

/** Puts in the form of a ticket; gives what takes it away again. */
export function putTaker(ticket: string, taker: Taker): () => void {
  takers.set(ticket, taker)
  return () => {
    if (takers.get(ticket) === taker) takers.delete(ticket)
  }
}

/** Of the ticket around: begins what is asked of it for an asset while it is there. @param off why it takes none now, in words */
export function useAskedPrediction(asset: string, off: string | null, begin: (asked: AskedPrediction) => void): void {
  const { id } = usePanel()
  const newest = useRef({ off, begin })
  useLayoutEffect(() => {
    newest.current = { off, begin }
  })
  useEffect(
    () => putTaker(id, { asset, off: () => newest.current.off, begin: (asked) => newest.current.begin(asked) }),
    [id, asset],
  )
}
