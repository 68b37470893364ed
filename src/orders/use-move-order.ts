/** Moving a resting order: the shared implementation for rows, the ladder and the chart, with the reason where it is impossible. */
import { useCallback, useMemo } from 'react'
import type { Order } from '../../contract/account.ts'
import type { ActionRecord } from '../../contract/action.ts'
import {
  compare,
  type Money,
  type Price,
  padTo,
  placesOf,
  type Size,
  signOf,
  toPlaces,
  trimZeros,
} from '../../contract/decimal.ts'
import { FAMILY_RULES } from '../../contract/family-rules.ts'
import type { Family } from '../../contract/market-ref.ts'
import { isMoveFinal, leftToPlace, type MoveState, type MoveView, moveIssue, moveOff } from '../../contract/move.ts'
import { marginOf, orderValue } from '../../contract/order-rules.ts'
import { BY_FORM, type SubmittedManually } from '../../contract/safety-locks.ts'
import { errorText, TerminalFailure, useCall } from '../bridge/index.ts'
import { grouped, moneyUnit, priceBeside, priceText } from '../format/index.ts'
import { useTopic } from '../market-data/index.ts'
import { useSession } from '../queries/index.ts'
import { type LineParts, moveLead, type Naming, PLAIN_NAMES } from '../trade-forms/index.ts'

/** Why a move was refused: nothing was done. */
export interface MoveRefusal {
  readonly message: string
  readonly field: 'price' | 'size' | null
}

/** The changes; an omitted field stays. `size` is the total size, including fills. */
interface MoveTo {
  readonly price?: Price
  readonly size?: Size
}

export interface MoveOrder {
  /** Why an order cannot be moved at all, as text for a tooltip, or null. */
  readonly off: (order: Order) => string | null
  /** The error of this change, or null: before anything is requested from main. */
  readonly issue: (order: Order, to: MoveTo) => MoveRefusal | null
  /** Cancels and replaces it. Resolves once the move is in the journal, or with the reason of its refusal; `moves` reports its progress. */
  readonly move: (order: Order, to: MoveTo) => Promise<MoveRefusal | null>
  /** Places the rest of a move that was canceled but not replaced. */
  readonly retry: (id: string) => Promise<MoveRefusal | null>
  /** Drops the rest of such a move. */
  readonly leave: (id: string) => Promise<MoveRefusal | null>
  /** Moves that are pending or wait for the trader, by the id of the old order. */
  readonly open: ReadonlyMap<string, MoveView>
}

const NO_ACTIONS: readonly ActionRecord[] = []
const NO_MOVES: readonly MoveView[] = []

/** @param by input source, where it is not a form: one-click of a ladder, or trading keys */
export function useMoveOrder(by: SubmittedManually = BY_FORM): MoveOrder {
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
      leave: (id) => answered(call('abandonMove', { id })),
    }
  }, [call, off, open, by])
}

function refusalOf(error: unknown): MoveRefusal {
  const about = error instanceof TerminalFailure ? error.about : null
  return { message: errorText(error), field: about === 'price' || about === 'size' ? about : null }
}

const STATE_TEXTS: Readonly<Record<MoveState, string>> = {
  cancelling: 'canceling',
  checking: 'checking',
  reading: 'reading fills',
  placing: 'placing',
  moved: 'moved',
  filled: 'filled',
  kept: 'not moved',
  stopped: 'stopped',
  not_replaced: 'not replaced',
  left: 'not replaced',
}

/** The state of a move in a sentence. */
export const MOVE_TEXTS: Readonly<Record<MoveState, string>> = {
  cancelling: 'Canceling the order…',
  checking: 'Checking the order…',
  reading: 'Reading its fills…',
  placing: 'Placing the new order…',
  moved: 'Order moved.',
  filled: 'Order filled.',
  kept: 'Not moved: the order is unchanged.',
  stopped: 'Move stopped.',
  not_replaced: 'Canceled, not replaced.',
  left: 'Canceled, not replaced.',
}

/** The label of a move's state. */
export const moveStateLabel = ({ state }: Pick<MoveView, 'state'>): string => STATE_TEXTS[state]

/** Its tone; the label expresses it too. */
export function moveTone({ state }: Pick<MoveView, 'state'>): 'good' | 'bad' | 'waiting' | 'neutral' {
  if (state === 'moved' || state === 'filled') return 'good'
  if (state === 'kept' || state === 'left') return 'bad'
  return state === 'not_replaced' || state === 'checking' ? 'waiting' : 'neutral'
}

/** `571.62 → 571.78 (71.62 °F → 71.78 °F)`, the trader's preferred unit first; one price where it stays. All digits as received. */
export function changedPrice(from: Price, to: Price, family: Family): string {
  const places = Math.max(placesOf(from), placesOf(to))
  const [old, changed] = [padTo(from, places), padTo(to, places)]
  const first = priceText(family, old)
  if (compare(from, to) === 0) return first
  const [beside, besideThen] = [priceBeside(family, old), priceBeside(family, changed)]
  return `${first} → ${priceText(family, changed)}${beside === undefined ? '' : ` (${beside} → ${besideThen})`}`
}

/** `150`, or `150 → 100`. */
export const changedSize = (from: Size, to: Size): string =>
  compare(from, to) === 0 ? trimZeros(from) : `${trimZeros(from)} → ${trimZeros(to)}`

/** `Move buy 150`, the market, `571.62 → 571.78 (71.62 °F → 71.78 °F)`, `canceled, 50 had filled, placed 100`. */
export function moveParts(move: MoveView, names: Naming = PLAIN_NAMES): LineParts {
  const { order, price, size } = move
  return {
    lead: moveLead(order.side, changedSize(order.size, size)),
    comma: false,
    name: names.asset(order.asset),
    tail: changedPrice(order.price, price, names.of(order.asset).family),
    usual: '',
    extra: moveText(move),
  }
}

/** Its result so far, in steps; empty before the first. */
function moveText({ state, filled, placed, order }: MoveView): string {
  if (state === 'kept') return 'not canceled'
  if (filled === null) return ''
  if (state === 'filled' && compare(filled, order.size) >= 0) return 'it had already filled'
  const some = signOf(filled) > 0 ? `canceled, ${trimZeros(filled)} had filled` : 'canceled, nothing had filled'
  return state === 'moved' && placed !== null ? `${some}, placed ${trimZeros(placed)}` : some
}

/** The funds tied up by an order, before and after: its margin, or the cost of its shares; null where there are none or they are unknown. */
export function tiedUpText(
  {
    order,
    to,
    leverage,
  }: { readonly order: Order; readonly to: { price: Price; size: Size }; readonly leverage: number | null },
  family: Family,
): string | null {
  const values = [order, to].map(({ price, size }) => orderValue({ price, size: leftToPlace(size, order.filled) }))
  const written = (change: readonly Money[]): string =>
    change
      .map((value) => grouped(toPlaces(value, 2, 'up')))
      .filter((text, index, all) => index === 0 || text !== all[0])
      .join(' → ')
  if (!FAMILY_RULES[family].isMargined)
    return order.side === 'buy' ? `costs at most ${written(values)} ${moneyUnit(family)}` : null
  if (order.reduceOnly || leverage === null) return null
  return `margin ${written(values.map((value) => marginOf(value, leverage)))} USDC at ${leverage}×`
}
