/** Moving own orders from the ladder: by the hand of one-click while that is armed, else by the button or the key that says so. */
import { useMemo, useState } from 'react'
import type { Order } from '../../../contract/account.ts'
import { BY_FORM, type SubmittedByHand } from '../../../contract/catches.ts'
import type { Price } from '../../../contract/decimal.ts'
import type { MoveView } from '../../../contract/move.ts'
import { useMoveOrder } from '../../orders/index.ts'

export interface Moving {
  /** Why the order cannot be moved, in words, or null. */
  readonly off: (order: Order) => string | null
  readonly move: (order: Order, price: Price) => void
  /** Why the last move was not taken; null while there is nothing to say. */
  readonly words: string | null
  /** A move in this market that was cancelled and not replaced: the trader's to try again, or to leave. */
  readonly unreplaced: MoveView | null
  readonly retry: (id: string) => void
  readonly leave: (id: string) => void
}

/** @param staysPut why nothing can be moved in this market, or null */
export function useMoving(asset: string | null, panel: string, isArmed: boolean, staysPut: string | null): Moving {
  const by = useMemo<SubmittedByHand>(() => (isArmed ? { kind: 'one_click', panel } : BY_FORM), [isArmed, panel])
  const moves = useMoveOrder(by)
  const [words, say] = useState<string | null>(null)
  const answer = (work: ReturnType<typeof moves.retry>): void => {
    say(null)
    // It gives what went wrong, and never fails.
    void work.then((refusal) => say(refusal?.message ?? null))
  }
  return {
    off: (order) =>
      staysPut ?? moves.off(order) ?? (moves.open.has(order.oid) ? 'This order is being moved already.' : null),
    move(order, price) {
      const issue = moves.issue(order, { price })
      if (issue !== null) say(issue.message)
      else answer(moves.move(order, { price }))
    },
    words,
    unreplaced:
      [...moves.open.values()].find(({ state, order }) => state === 'not_replaced' && order.asset === asset) ?? null,
    retry: (id) => answer(moves.retry(id)),
    leave: (id) => answer(moves.leave(id)),
  }
}
