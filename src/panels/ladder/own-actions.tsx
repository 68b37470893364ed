/** Moving and canceling own orders and exits in the rows. */

import { type ReactNode, useMemo, useState } from 'react'
import type { Order } from '../../../contract/account.ts'
import type { Price } from '../../../contract/decimal.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import type { MoveView } from '../../../contract/move.ts'
import { BY_FORM, type SubmittedManually } from '../../../contract/safety-locks.ts'
import { errorText, useCall } from '../../bridge/index.ts'
import { HELD_TEXTS, isDraggable } from '../../exit-plan/index.ts'
import { grouped } from '../../format/index.ts'
import type { PriceView } from '../../markets/family/index.ts'
import { useMoveOrder } from '../../orders/index.ts'
import { ContextMenu, type MenuEntry } from '../../ui/index.ts'
import { MESSAGES } from './messages.ts'
import { exitsOf, type OwnExit, type OwnMark, type OwnTag, ordersOf } from './own-things.ts'

const HAS_TRIGGERED = COMMON.closing

export interface Moving {
  /** Why it cannot be moved, as text, or null. */
  readonly off: (thing: OwnMark) => string | null
  readonly move: (thing: OwnMark, price: Price) => void
  /** Why the last move was refused; null where there is nothing to report. */
  readonly text: string | null
  /** Clears `text`: the trader clicked something else. */
  readonly forget: () => void
  /** A move in this market that was canceled but not replaced: the trader retries or drops it. */
  readonly unreplaced: MoveView | null
  readonly retry: (id: string) => void
  readonly leave: (id: string) => void
}

/**
 * Moves own orders, stops and targets from the ladder: sent as one-click while that is armed, else by the confirming button or key.
 * @param staysPut why no order can be moved in this market, or null
 */
export function useMoving(asset: string | null, panel: string, isArmed: boolean, staysPut: string | null): Moving {
  const by = useMemo<SubmittedManually>(() => (isArmed ? { kind: 'one_click', panel } : BY_FORM), [isArmed, panel])
  const moves = useMoveOrder(by)
  const call = useCall()
  const [message, say] = useState<string | null>(null)
  const answer = (work: ReturnType<typeof moves.retry>): void => {
    say(null)
    // It resolves with the error, and never rejects.
    void work.then((refusal) => say(refusal?.message ?? null))
  }
  return {
    off(thing) {
      if (thing.kind === 'exit') return isDraggable(thing.held) ? null : HAS_TRIGGERED
      const { order } = thing
      return staysPut ?? moves.off(order) ?? (moves.open.has(order.oid) ? 'This order is already being moved.' : null)
    },
    move(thing, price) {
      if (thing.kind === 'exit') {
        say(null)
        // Main refuses a trigger that would fire at once.
        call('moveConditional', { id: thing.id, trigger: price }).catch((error: unknown) => say(errorText(error)))
        return
      }
      const issue = moves.issue(thing.order, { price })
      if (issue !== null) say(issue.message)
      else answer(moves.move(thing.order, { price }))
    },
    text: message,
    forget: () => say(null),
    unreplaced:
      [...moves.open.values()].find(({ state, order }) => state === 'not_replaced' && order.asset === asset) ?? null,
    retry: (id) => answer(moves.retry(id)),
    leave: (id) => answer(moves.leave(id)),
  }
}

interface Place {
  readonly x: number
  readonly y: number
}

interface EndTerms {
  /** The active stops and targets in the market. */
  readonly exits: readonly OwnExit[]
  readonly view: Pick<PriceView, 'named'>
  readonly cancel: (orders: readonly Order[]) => void
  readonly say: (text: string | null) => void
}

interface OpenQuestion {
  readonly ids: readonly string[]
  readonly at: Place
}

/** Cancels own orders and exits in a row: orders at once; a stop or a target after a confirmation, as its position is unprotected without it. */
export function useEnd({
  exits,
  view,
  cancel,
  say,
}: EndTerms): readonly [end: (tags: readonly OwnTag[], at: Place) => void, menu: ReactNode] {
  const call = useCall()
  const [request, ask] = useState<OpenQuestion | null>(null)
  const named = exits.filter(({ id }) => request?.ids.includes(id) === true)
  // Otherwise the menu would reopen if one of the requested exits came back.
  if (request !== null && named.length === 0) ask(null)
  const end = (tags: readonly OwnTag[], at: Place): void => {
    const orders = tags.flatMap(ordersOf)
    const ids = tags.flatMap(exitsOf).map(({ id }) => id)
    if (orders.length > 0) cancel(orders)
    if (ids.length > 0) ask({ ids, at })
  }
  const entries = named.map((exit): MenuEntry => {
    return {
      id: exit.id,
      label: HELD_TEXTS[exit.name].cancelSize(grouped(exit.size), view.named(exit.price)),
      onAction() {
        say(null)
        call('cancelConditional', { id: exit.id }).catch((error: unknown) => say(errorText(error)))
      },
    }
  })
  const menu = (
    <ContextMenu
      label={MESSAGES.held}
      at={named.length === 0 ? null : (request?.at ?? null)}
      onClose={() => ask(null)}
      entries={entries}
    />
  )
  return [end, menu]
}
