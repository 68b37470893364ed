/** Moving a resting order: the one way for rows, the ladder and the chart, with the reason where it cannot be. */
import { useCallback, useMemo } from 'react'
import type { Order } from '../../contract/account.ts'
import type { ActionRecord } from '../../contract/action.ts'
import { BY_FORM, type SubmittedByHand } from '../../contract/catches.ts'
import type { Price, Size } from '../../contract/decimal.ts'
import { isMoveFinal, type MoveView, moveIssue, moveOff } from '../../contract/move.ts'
import { TerminalFailure, useCall, wordsOf } from '../bridge/index.ts'
import { useTopic } from '../market-data/index.ts'
import { useSession } from '../queries/index.ts'

/** Why a move was not taken: nothing was done then. */
export interface MoveRefusal {
  readonly message: string
  readonly field: 'price' | 'size' | null
}

/** What to change; what is left out stays. `size` is the whole size, with what has filled already. */
export interface MoveTo {
  readonly price?: Price
  readonly size?: Size
}

export interface MoveOrder {
  /** Why an order cannot be moved at all, in words for a tooltip, or null. */
  readonly off: (order: Order) => string | null
  /** What is wrong with this change of it, or null: before anything is asked of main. */
  readonly issue: (order: Order, to: MoveTo) => MoveRefusal | null
  /** Cancels and replaces it. Answers once the move is journalled, or why it was not taken; `moves` tells what becomes of it. */
  readonly move: (order: Order, to: MoveTo) => Promise<MoveRefusal | null>
  /** Has a move that was canceled and not replaced place what is left. */
  readonly retry: (id: string) => Promise<MoveRefusal | null>
  /** Leaves such a move at that. */
  readonly leave: (id: string) => Promise<MoveRefusal | null>
  /** Moves that are under way or wait for the trader, by the id of the old order. */
  readonly open: ReadonlyMap<string, MoveView>
}

const NO_ACTIONS: readonly ActionRecord[] = []
const NO_MOVES: readonly MoveView[] = []

/** @param by whose hand it is, where it is not that of a form: one-click of a ladder, or trading keys. */
export function useMoveOrder(by: SubmittedByHand = BY_FORM): MoveOrder {
  const call = useCall()
  const actions = useTopic({ kind: 'actions' }) ?? NO_ACTIONS
  const external = useTopic({ kind: 'other_client' })?.orders
  const moves = useTopic({ kind: 'moves' }) ?? NO_MOVES
  const cancel = useSession()?.features.cancel
  const cancelOff = cancel?.on === false ? cancel.reason : null

  const off = useCallback(
    (order: Order) =>
      moveOff(order, {
        made: actions.find((action) => action.oid === order.oid && action.intent.kind !== 'cancel') ?? null,
        isExternal: external?.includes(order.oid) ?? false,
        cancelOff,
      }),
    [actions, external, cancelOff],
  )
  const open = useMemo(
    () => new Map(moves.filter(({ state }) => !isMoveFinal(state)).map((move) => [move.order.oid, move])),
    [moves],
  )
  return useMemo(() => {
    const wanted = (order: Order, { price = order.price, size = order.size }: MoveTo) => ({ price, size })
    const answered = (work: Promise<unknown>): Promise<MoveRefusal | null> => work.then(() => null, refusalOf)
    return {
      off,
      open,
      issue: (order, to) => moveIssue(order, wanted(order, to)),
      move: (order, to) => {
        const { asset, oid } = order
        const request = { requestId: crypto.randomUUID(), asset, oid, ...wanted(order, to), by }
        return answered(call('moveOrder', request))
      },
      retry: (id) => answered(call('retryMove', { id })),
      leave: (id) => answered(call('leaveMove', { id })),
    }
  }, [call, off, open, by])
}

function refusalOf(error: unknown): MoveRefusal {
  const about = error instanceof TerminalFailure ? error.about : null
  return { message: wordsOf(error), field: about === 'price' || about === 'size' ? about : null }
}
