/**
 * An order that was just sent: the same market, side, price and size within ten seconds may be a slip of the hand, and is asked about once. Pure
 * but for the hook.
 */
import { useEffect, useState } from 'react'
import type { ActionRecord } from '../../contract/action.ts'
import { compare, type Decimal, signOf } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import { orderAskedFor } from '../../contract/order-asked-for.ts'
import { spanWords, useMarketData, useTopic } from '../market-data/index.ts'

/** For so long an order counts as just sent, ms. */
export const DUPLICATE_MS = 10_000

const NO_ACTIONS: readonly ActionRecord[] = []
/** An order of which nothing came, or that was taken back before anything filled: to send it again is what the trader wants. */
const cameToNothing = ({ state, filled }: Sent): boolean =>
  ['refused', 'rejected', 'expired'].includes(state) ||
  (state === 'cancelled' && (filled === null || signOf(filled) === 0))

type Sent = Pick<ActionRecord, 'intent' | 'state' | 'createdAt' | 'filled'>

/** The newest order of the last ten seconds that asked for the same; null where none did, and for what makes no order. */
export function duplicateOf(intent: Intent, actions: readonly Sent[], now: number): Sent | null {
  return (
    actions
      .filter((sent) => !cameToNothing(sent) && now - sent.createdAt < DUPLICATE_MS)
      .filter((earlier) => isSame(intent, earlier.intent))
      .sort((a, b) => b.createdAt - a.createdAt)[0] ?? null
  )
}

/**
 * Whether two intents ask for the same order: market, side, price and size; how long each may wait does not matter. Nor does the price of
 * two that fill at once or not at all: it follows the market.
 */
function isSame(one: Intent, other: Intent): boolean {
  const [a, b] = [orderAskedFor(one), orderAskedFor(other)]
  if (a === null || b === null || one.kind !== other.kind || a.asset !== b.asset || a.side !== b.side) return false
  const isSamePrice = (a.tif === 'IOC' && b.tif === 'IOC') || same(a.limit, b.limit)
  return same(a.size, b.size) && isSamePrice && same(amountOf(one), amountOf(other))
}

const amountOf = (intent: Intent): Decimal | null => (intent.kind === 'binary_predict' ? intent.amount : null)
const same = (a: Decimal | null, b: Decimal | null): boolean =>
  a === null || b === null ? a === b : compare(a, b) === 0

/** `The same order was sent 4 s ago.` */
export const duplicateWords = (earlier: Pick<ActionRecord, 'createdAt'>, now: number): string =>
  `The same order was sent ${spanWords(now - earlier.createdAt)} ago.`

export interface DuplicatePress {
  /** What there is to say of the press that was asked about, by the name of its order; null while none was. */
  readonly asked: { readonly what: string; readonly words: string } | null
  /** Whether this press sends. `what` names the order as it is typed, `clicks` is `event.detail`. */
  readonly isSending: (what: string, intent: Intent, clicks: number) => boolean
}

/** Asks once about an order that was just sent: the next press of the same goes. */
export function useDuplicatePress(): DuplicatePress {
  const { clock } = useMarketData()
  const actions = useTopic({ kind: 'actions' }) ?? NO_ACTIONS
  const [asked, setAsked] = useState<DuplicatePress['asked']>(null)
  useEffect(() => (asked === null ? undefined : clock.after(DUPLICATE_MS, () => setAsked(null))), [asked, clock])
  return {
    asked,
    isSending(what, intent, clicks) {
      const now = clock.now()
      const earlier = duplicateOf(intent, actions, now)
      // The second click of a double click repeats the first one's request, and is no second order.
      if (earlier === null || (clicks > 1 && asked === null) || (asked?.what === what && clicks <= 1)) {
        setAsked(null)
        return true
      }
      setAsked({ what, words: duplicateWords(earlier, now) })
      return false
    },
  }
}
