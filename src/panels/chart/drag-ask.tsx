/** Sends what a dragged order asks for: by the move that open orders have too. */
import { type ReactNode, useState } from 'react'
import type { Order } from '../../../contract/account.ts'
import type { Price } from '../../../contract/decimal.ts'
import { useMoveOrder } from '../../orders/index.ts'
import { DragChip } from './drag-chip.tsx'
import type { DragWords } from './drag-words.ts'

interface DragAskProps {
  readonly order: Order
  /** The market's own price that it was dragged to. */
  readonly to: Price
  readonly words: DragWords
  readonly y: number
  readonly isAsking: boolean
  /** How old the prices are, in words; null while they are fresh. */
  readonly stale: string | null
  /** It was sent, or left. */
  readonly onDone: () => void
}

/** Nothing is cancelled where the new one could not stand. */
export function DragAsk({ order, to, stale, words, onDone, ...place }: DragAskProps): ReactNode {
  const moves = useMoveOrder()
  const [refused, setRefused] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const off = moves.off(order) ?? moves.issue(order, { price: to })?.message ?? refused ?? staleWords(stale, order)
  const send = async (): Promise<void> => {
    setSending(true)
    const refusal = await moves.move(order, { price: to })
    setSending(false)
    if (refusal === null) onDone()
    else setRefused(refusal.message)
  }
  return (
    <DragChip {...place} words={words} off={off} isSending={isSending} onSend={() => void send()} onLeave={onDone} />
  )
}

/** What adds exposure is not placed by a picture of prices that may have gone on; what reduces always may. */
const staleWords = (stale: string | null, { reduceOnly }: Order): string | null =>
  stale === null || reduceOnly ? null : `${stale} It can be moved once they are fresh.`
