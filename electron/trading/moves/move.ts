/**
 * One move, step by step: the record is on disk before each effect. The new order is placed only if the cancel is known to have ended the old one,
 * what that one traded is known too, and the trader still waits for it; its size is at most the rest.
 */

import type { Order } from '../../../contract/account.ts'
import { type ActionState, isFinal } from '../../../contract/action.ts'
import { assertNever } from '../../../contract/brand.ts'
import { type Price, type Size, signOf, ZERO } from '../../../contract/decimal.ts'
import type { Intent } from '../../../contract/intent.ts'
import { isMoveUnderWay, leftToPlace } from '../../../contract/move.ts'
import { isCoin } from '../../../contract/outcome.ts'
import type { StoredAction, StoredMove } from '../../storage/index.ts'
import { derivedId, type Refusal } from '../actions/index.ts'
import type { MovePorts, NewOrder, RefusalCheck } from './interface.ts'
import { type OrderEnd, OTHER_WALLET, readEnd, settled, stopRefusal, within } from './steps.ts'

/** After this long nothing is placed automatically, ms: the market has moved on. */
const PLACES_WITHIN = 10_000
const TOO_LATE = stopRefusal('The result of the cancel was still unknown after 10 s.')
/** Delay before an inconclusive read is repeated, doubling up to the second value, ms. */
const READ_AGAIN = [250, 5_000] as const

/** Controls a running move. */
export interface Steering {
  /** Writes the change and returns the new record. @throws Error when it is not on disk. */
  readonly write: (change: Partial<StoredMove>) => StoredMove
  /** Why nothing more may be placed, or null. */
  readonly stopped: () => string | null
  /**
   * What started it: the trader's request, or a later retry of an order that was not replaced. `nobody`: an earlier run began it; it is read to its
   * end, and no more.
   */
  readonly by: 'press' | 'retry' | 'nobody'
  /** The deployment is shutting down: nothing more is read. */
  readonly isHalted: () => boolean
  readonly bar: RefusalCheck
}

/** What decides about the next step of a move, besides its record. */
export interface MoveFacts extends Pick<Steering, 'by'> {
  /** The cancel; null where it was never journalled. */
  readonly cancel: Pick<StoredAction, 'state' | 'message'> | null
  /** It was submitted in this run. */
  readonly isCancelSubmitted: boolean
  /** It had no certain result for a while. */
  readonly isDoubtful: boolean
  /** How the old order ended, by reads after the cancel; null before they are conclusive. */
  readonly end: OrderEnd | null
  /** The action that made the old order is awaited: until it is over, limits count both orders. */
  readonly isMadeOpen: boolean
  /** The account was read after that end: the margin of the old order is free in it. */
  readonly isAccountRead: boolean
  /** The new orders, as `placeIds`. */
  readonly placed: readonly (StoredAction | null)[]
  /** Why nothing may be placed at this moment, or null. */
  readonly blocked: Refusal | null
  readonly stopped: string | null
}

/** The next step of a move. */
export type MoveStep =
  /** Nothing comes after a write of a state that is not under way. */
  | { readonly do: 'write'; readonly change: Partial<StoredMove> & Pick<StoredMove, 'state'> }
  | { readonly do: 'submit cancel' | 'await cancel' | 'read end' | 'await made' | 'read account' }
  | { readonly do: 'place'; readonly filled: Size; readonly size: Size }
  /** Until it rests or is over. */
  | { readonly do: 'await placed'; readonly id: string }

const write = (state: StoredMove['state'], change: Partial<StoredMove> = {}): MoveStep => ({
  do: 'write',
  change: { ...change, state },
})

/** The next step of a move under way. Pure. */
export function nextOfMove(record: StoredMove, facts: MoveFacts): MoveStep {
  // While an earlier new order did not certainly come to nothing, no other is placed.
  const placed = facts.placed.findIndex((action) => !cameToNothing(action))
  if (record.state === 'placing' || placed >= 0) return afterPlacing(record, facts, placed)
  if (record.state === 'cancelling' || record.state === 'checking') {
    const { cancel } = facts
    if (cancel === null && facts.by === 'press' && !facts.isCancelSubmitted) return { do: 'submit cancel' }
    if (cancel === null || isFinal(cancel.state)) return write('reading')
    return facts.isDoubtful && record.state === 'cancelling' ? write('checking') : { do: 'await cancel' }
  }
  const { end } = facts
  if (end === null) return { do: 'read end' }
  if (end.kind === 'rests')
    return write('kept', { message: facts.cancel?.message ?? 'The order was not canceled and still rests.' })
  const { filled } = end
  const size = leftToPlace(record.size, filled)
  if (signOf(size) === 0) return write('filled', { filled })
  if (facts.isMadeOpen) return { do: 'await made' }
  const why = whyNot(facts)
  // Without the old order's margin the new order would be refused for no reason.
  if (why === null && !facts.isAccountRead) return { do: 'read account' }
  if (facts.stopped !== null) return write('stopped', { filled, message: facts.stopped })
  if (why !== null) return write('not_replaced', { filled, message: why })
  return { do: 'place', filled, size }
}

/** Why nothing is placed although something is left, or null. */
function whyNot({ by, cancel, isDoubtful, blocked }: MoveFacts): string | null {
  if (by === 'nobody') return 'Isotherm stopped halfway.'
  if (by === 'press' && cancel?.state !== 'done') {
    return `The order ended before it could be canceled. ${cancel?.message ?? ''}`.trim()
  }
  if (isDoubtful) return 'The result of the cancel was unknown for too long.'
  return blocked?.message ?? null
}

/** @param at index of a new order that did not certainly come to nothing; -1 where none is left */
function afterPlacing({ placeIds }: StoredMove, { placed, stopped }: MoveFacts, at: number): MoveStep {
  const id = placeIds[at]
  const state = placed[at]?.state
  if (id !== undefined && state !== undefined)
    return isAtRest(state) ? write('moved', { message: null }) : { do: 'await placed', id }
  if (stopped !== null) return write('stopped', { message: stopped })
  const text = placed.at(-1)?.message ?? 'Isotherm stopped before the new order was sent.'
  return write('not_replaced', { message: text })
}

/** Whether a new order rests or is over. */
const isAtRest = (state: ActionState): boolean => isFinal(state) || state === 'resting' || state === 'partly_filled'

/** Continues a move from its recorded state; resolves once it is over, or waits for the trader. */
export async function carryOn(first: StoredMove, steering: Steering, ports: MovePorts): Promise<void> {
  const { clock, actionLog } = ports
  const time = within(clock, PLACES_WITHIN)
  let record = first
  const run = {
    isCancelSubmitted: false,
    isDoubtful: first.state === 'checking',
    end: null as OrderEnd | null,
    isMadeAwaited: false,
    isAccountRead: false,
  }

  /** Checked after every wait up to the signature. */
  function blocked(): Refusal | null {
    if (!ports.isCurrent(record.account)) return OTHER_WALLET
    return time.isOver() ? TOO_LATE : null
  }

  /** The action that made the order, while it is not over: as far as this terminal caused that, it soon is. */
  function made(): StoredAction | undefined {
    const { oid, cloid } = record.order
    return actionLog
      .live()
      .find(
        (action) => action.oid === oid || (cloid !== null && action.cloid === cloid && action.intent.kind !== 'cancel'),
      )
  }

  /** Takes every write that is due. @returns the step after them; null once the move is over or waits for the trader */
  function advance(): Exclude<MoveStep, { readonly do: 'write' }> | null {
    for (;;) {
      const step = nextOfMove(record, {
        ...run,
        by: steering.by,
        cancel: actionLog.get(record.cancelId),
        isMadeOpen: !run.isMadeAwaited && made() !== undefined,
        placed: record.placeIds.map((id) => actionLog.get(id)),
        blocked: blocked(),
        stopped: steering.stopped(),
      })
      if (step.do !== 'write') return step
      record = steering.write(step.change)
      if (!isMoveUnderWay(record.state)) return null
    }
  }

  async function readEndAgain(): Promise<OrderEnd> {
    for (let wait: number = READ_AGAIN[0]; ; wait = Math.min(2 * wait, READ_AGAIN[1])) {
      if (ports.isCurrent(record.account)) {
        const found = await readEnd(record.order, ports).catch(() => null)
        // A lagging list still shows an order whose cancel is done: it is not conclusive yet.
        const isLagging = found?.kind === 'rests' && actionLog.get(record.cancelId)?.state === 'done'
        if (found !== null && !isLagging) return found
      }
      await new Promise<void>((resolve) => void clock.after(wait, () => !steering.isHalted() && resolve()))
    }
  }

  async function place(filled: Size, size: Size): Promise<void> {
    const placeId = derivedId(record.id, `place/${record.placeIds.length + 1}`)
    const [made] = actionLog.ofOrders(record.account, idsOf(record)).filter(({ intent }) => intent.kind !== 'cancel')
    const intent = newOrderOf(record.order, made?.intent ?? null, { price: record.price, size })
    const placeIds = [...record.placeIds, placeId]
    record = steering.write({ state: 'placing', filled, placed: size, placeIds, message: null })
    const refusal = () => stopRefusal(steering.stopped()) ?? blocked() ?? steering.bar(intent)
    await ports.submit(placeId, intent, { refusal })
  }

  async function carryOut(step: NonNullable<ReturnType<typeof advance>>): Promise<void> {
    const { asset, oid, cloid } = record.order
    switch (step.do) {
      case 'submit cancel':
        run.isCancelSubmitted = true
        await ports.submit(record.cancelId, { kind: 'cancel', asset, oid, cloid })
        return
      case 'await cancel':
        return settled(ports, record.cancelId, isFinal, (state) => {
          if (state !== 'unknown') return
          run.isDoubtful = true
          // Written at once, so that the next start knows of the doubt.
          advance()
        })
      case 'read end':
        run.end = await readEndAgain()
        return
      case 'await made': {
        run.isMadeAwaited = true
        const id = made()?.id
        if (id !== undefined) await settled(ports, id, isFinal, () => {}, time.left())
        return
      }
      case 'read account':
        run.isAccountRead = true
        await ports.freshAccount().catch(() => null)
        return
      case 'place':
        return place(step.filled, step.size)
      case 'await placed':
        return settled(ports, step.id, isAtRest)
      default:
        return assertNever(step, 'step')
    }
  }

  for (let step = advance(); step !== null; step = advance()) await carryOut(step)
}

/** Whether nothing of an order is, or ever was, in the market. */
export function cameToNothing(action: StoredAction | null): boolean {
  if (action === null) return true
  const { state, filled, execution } = action
  if (state !== 'refused' && state !== 'rejected' && state !== 'expired') return false
  return signOf(filled ?? ZERO) === 0 && signOf(execution?.size ?? ZERO) === 0
}

/** Ids by which an order is found among the actions. */
export const idsOf = ({ order: { oid, cloid } }: Pick<StoredMove, 'order'>): readonly string[] =>
  cloid === null ? [oid] : [oid, cloid]

/**
 * The replacement of an order: same side, time in force and reduce-only, at the new price.
 * @param made the intent of the order, where this terminal made it: it has a time in force that the service does not return.
 */
export function newOrderOf(
  { asset, side, tif, reduceOnly }: Order,
  made: Intent | null,
  { price, size }: { readonly price: Price; readonly size: Size },
): NewOrder {
  if (isCoin(asset)) return { kind: 'outcome_order', asset, side, size, mode: { kind: 'limit', price } }
  const request = made?.kind === 'place' ? made.tif : null
  return { kind: 'place', asset, side, price, size, tif: tif ?? request ?? 'GTC', reduceOnly }
}
