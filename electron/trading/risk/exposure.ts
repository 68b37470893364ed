/**
 * Exposure: how much each order may still add to a position. It is reserved when the order is requested, before any wait, until account reads show
 * the result. It applies to every family.
 */
import type { AccountView, Order } from '../../../contract/account.ts'
import { isFinal } from '../../../contract/action.ts'
import { contractsAtWorst } from '../../../contract/binary.ts'
import {
  absolute,
  add,
  compare,
  greater,
  lesser,
  negate,
  type Price,
  type Size,
  signOf,
  subtract,
  ZERO,
} from '../../../contract/decimal.ts'
import { grouped } from '../../../contract/grouped.ts'
import type { BinaryPredictIntent } from '../../../contract/intent.ts'
import type { Listen } from '../../../contract/listeners.ts'
import type { Side } from '../../../contract/market.ts'
import { isCoin } from '../../../contract/outcome.ts'
import { requestedOrderOf } from '../../../contract/requested-order.ts'
import type { Clock } from '../../../contract/time.ts'
import type { StoredAction } from '../../storage/index.ts'
import { type ActionLog, type Refusal, wasSent } from '../actions/index.ts'
import { limitRefusal } from './limit-refusals.ts'
import type { Limits } from './overrides.ts'
import { afterReducing, createPositionBounds, type PositionSide, READ_LAG, type StillOpen } from './position-bounds.ts'

export interface Exposure {
  /** Size that may still be added to the position in the asset and side: by actions requested before this one, and by orders of other clients. */
  committed(asset: string, side: Side, before: string): Size
  /** What may still be added to an account's positions: by actions, and by resting orders of other clients. */
  open(account: string): readonly OpenExposure[]
  /** Why an action may not be sent for the position it could reach, or null. What only reduces is always allowed. */
  positionRefusal(id: string): Refusal | null
  /** Like `positionRefusal`, for an order that is not requested yet and would replace a resting one: the resting one no longer counts. */
  inPlaceOf(
    old: Pick<Order, 'oid' | 'cloid'>,
    requested: RequestedExposure,
    account: string,
  ): Pick<Exposure, 'committed' | 'positionRefusal'>
  /** Like `inPlaceOf`, for an order that is sent once the whole position in its asset is closed. */
  onceClosed(requested: RequestedExposure, account: string): Pick<Exposure, 'committed' | 'positionRefusal'>
}

/** Size that may still be added to a position. */
interface OpenExposure {
  /** Id of the action; null for an order that no action of this terminal made. */
  readonly id: string | null
  /** Null while the order has none. */
  readonly oid: string | null
  readonly asset: string
  readonly side: Side
  readonly size: Size
  /** The worst price that it trades at; null where none was stated. */
  readonly price: Price | null
}

interface ExposureOptions {
  readonly actionLog: Pick<ActionLog, 'all' | 'get' | 'onChange'>
  readonly clock: Pick<Clock, 'monotonic' | 'now'>
  /** The last account read, with the monotonic time at which it began. */
  readonly lastAccount: () => { readonly value: AccountView; readonly began: number } | null
  /** Fires when an account read differs from the last one. */
  readonly onAccount: Listen
  readonly openOrders: () => readonly Order[]
  readonly limits: () => Pick<Limits, 'position'>
}

interface Held extends Omit<RequestedExposure, 'size'> {
  /** Null for a close of the whole position. */
  readonly size: Size | null
  /** It closes the position, and adds nothing. */
  readonly reduces: boolean
  /** Filled size over time, by the monotonic ms at which it became known; ascending. */
  readonly filled: readonly { readonly at: number; readonly size: Size }[]
  /** When its final state became known, monotonic ms; null before that. */
  readonly ended: number | null
  readonly account: string
  readonly oid: string | null
  readonly cloid: string | null
}

export function createExposure({ actionLog, clock, lastAccount, openOrders, ...options }: ExposureOptions): Exposure {
  /** Insertion order is the order of the requests. */
  const held = new Map<string, Held>()
  const bounds = createPositionBounds()
  for (const action of actionLog.all()) {
    // From an earlier run: no read may show yet what ended just before the restart.
    const isPast = isFinal(action.state) && clock.now() - action.updatedAt > READ_LAG
    if (!isPast) follow(action, true)
  }
  actionLog.onChange((action) => follow(action, false))
  const remember = (): void => {
    const read = lastAccount()
    if (read === null) return
    bounds.saw(read.value, read.began, stillOpen)
    for (const [id, { account, ended }] of held) {
      if (account === read.value.address && ended !== null && ended <= read.began - READ_LAG) held.delete(id)
    }
  }
  options.onAccount(remember)

  function follow(action: StoredAction, isOfEarlierRun: boolean): void {
    const { id, state, account, oid, cloid } = action
    const before = held.get(id)
    const order = followed(action)
    const isOver = isFinal(state)
    if (order === null || (isOver && before === undefined && !isOfEarlierRun)) return
    if (isOver && !wasSent(action)) {
      held.delete(id)
      return
    }
    // What an earlier run knew is as old as its last update.
    const age = isOfEarlierRun ? Math.max(0, clock.now() - action.updatedAt) : 0
    const at = clock.monotonic() - age
    const last = before?.filled.at(-1)?.size ?? ZERO
    const filled = action.filled ?? (state === 'filled' ? order.size : ZERO)
    const ended = isOver ? (before?.ended ?? at) : null
    const more = filled === null ? before?.ended == null : compare(filled, last) > 0
    const fills = before?.filled ?? []
    // An order that turned out larger is requested again: it yields to those that were allowed beside the smaller one.
    if (isLarger(order.size, before?.size ?? order.size)) held.delete(id)
    held.set(id, {
      ...order,
      filled: more && filled !== null ? [...fills, { at, size: filled }] : fills,
      ...{ ended, account, oid, cloid },
    })
    const { asset, side, reduces } = order
    const size = filled === null ? null : subtract(filled, last)
    if (more) {
      const of = { account, asset, side }
      bounds.filled({ ...of, reduces, size, at }, stillOpen(of))
    }
  }

  /** The order of an action that may change a position. */
  function followed(action: StoredAction): Pick<Held, 'asset' | 'side' | 'size' | 'reduces'> | null {
    const requested = requestedExposure(action)
    if (requested !== null) return { ...requested, reduces: false }
    const order = requestedOrderOf(action.intent, action.prepared)
    return order === null ? null : { asset: order.asset, side: order.side, size: order.size, reduces: true }
  }

  /** Size that may still fill and add to the position. */
  function rest({ size, filled, ended, reduces }: Held): Size {
    if (reduces || size === null || ended !== null) return ZERO
    return greater(subtract(size, filled.at(-1)?.size ?? ZERO), ZERO)
  }

  function stillOpen(of: PositionSide): StillOpen {
    const open = [...held.values()].filter((one) => one.ended === null && isOn(one, of))
    const adding = open.reduce<Size>((total, one) => add(total, rest(one)), ZERO)
    const closes = open.filter(({ reduces }) => reduces)
    const isAll = closes.some(({ size }) => size === null)
    const reducing = closes.reduce<Size>((total, { size, filled }) => {
      const left = subtract(size ?? ZERO, filled.at(-1)?.size ?? ZERO)
      return add(total, greater(left, ZERO))
    }, ZERO)
    return { adding, reducing: isAll ? null : reducing }
  }

  /** Filled size of each action that the last read may lack, newest fills first. */
  function unshown(): ReadonlyMap<string, Size> {
    remember()
    const found = new Map<string, Size>()
    const lacks = new Map<string, Size>()
    const fills = [...held].flatMap(([id, one]) =>
      one.reduces
        ? []
        : one.filled.map(({ at, size }, i) => ({ id, one, at, size: subtract(size, one.filled[i - 1]?.size ?? ZERO) })),
    )
    for (const { id, one, size } of fills.toSorted((a, b) => b.at - a.at)) {
      const key = `${one.account}/${one.side}/${one.asset}`
      const left = lacks.get(key) ?? bounds.unshown(one)
      const part = lesser(left, size)
      lacks.set(key, subtract(left, part))
      found.set(id, add(found.get(id) ?? ZERO, part))
    }
    return found
  }

  /** Orders of other clients that may add to a position. */
  function ofOthers(): readonly Order[] {
    const own = new Set([...held.values()].flatMap(({ oid, cloid }) => [oid, cloid]))
    return openOrders().filter(
      ({ oid, cloid, reduceOnly }) => !(reduceOnly || own.has(oid) || (cloid !== null && own.has(cloid))),
    )
  }

  const committed = (asset: string, side: Side, before: string): Size => {
    const counted = { account: actionLog.get(before)?.account ?? '', before, without: null }
    return add(restOf(asset, side, counted), lackingOf(asset, side, counted))
  }

  /** Size that orders may still fill. */
  function restOf(asset: string, side: Side, { account, before, without }: Counted): Size {
    let total: Size = ZERO
    for (const [id, one] of held) {
      if (id === before) break
      if (isOn(one, { account, asset, side }) && !isSame(one, without)) total = add(total, rest(one))
    }
    for (const order of ofOthers()) {
      if (order.oid === without?.oid || order.asset !== asset || order.side !== side) continue
      total = add(total, subtract(order.size, order.filled))
    }
    return total
  }

  /** Filled size that the last read may lack, including that of an order being replaced. */
  function lackingOf(asset: string, side: Side, { account, before }: Counted): Size {
    const lacking = unshown()
    let total: Size = ZERO
    for (const [id, one] of held) {
      if (id === before) break
      if (isOn(one, { account, asset, side })) total = add(total, lacking.get(id) ?? ZERO)
    }
    return total
  }

  function open(account: string): readonly OpenExposure[] {
    const lacking = unshown()
    const own = [...held].flatMap(([id, one]): OpenExposure[] => {
      const intent = actionLog.get(id)?.intent
      if (one.account !== account || one.reduces || intent === undefined) return []
      const { asset, side, oid } = one
      const size = add(rest(one), lacking.get(id) ?? ZERO)
      return [{ id, oid, asset, side, size, price: requestedOrderOf(intent)?.worst ?? null }]
    })
    const others = ofOthers().map(({ oid, asset, side, price, size, filled }) => ({
      ...{ id: null, oid, asset, side, price },
      size: subtract(size, filled),
    }))
    return [...own, ...others].filter(({ size }) => signOf(size) > 0)
  }

  /**
   * @param held the largest possible position on the side, in its direction. @param more the size that may be added: by the order, and by those that
   * count before it.
   */
  function reachRefusal(
    { asset, side }: Pick<RequestedExposure, 'asset' | 'side'>,
    held: Size,
    more: Size,
  ): Refusal | null {
    const after = add(held, more)
    const limit = options.limits().position
    const isWithin = compare(absolute(after), limit) <= 0 || compare(absolute(after), absolute(held)) <= 0
    if (isWithin) return null
    const reach = side === 'buy' ? after : negate(after)
    return limitRefusal('limit_position', { reach: grouped(reach), limit: grouped(limit), isShares: isCoin(asset) })
  }

  /** The largest possible position: by reads, by fills that they may lack, and by orders that may still close the other side. */
  function mostHeld(of: PositionSide): Size {
    remember()
    return afterReducing(bounds.most(of), stillOpen(of).reducing)
  }

  return {
    committed,
    open,
    positionRefusal(id) {
      const mine = held.get(id)
      if (mine === undefined || mine.reduces) return null
      const { account, asset, side } = mine
      const before = restOf(asset, side, { account, before: id, without: null })
      return reachRefusal(mine, mostHeld(mine), add(rest(mine), before))
    },
    inPlaceOf(old, requested, account) {
      const { asset, side, size } = requested
      const counted = { account, before: null, without: old }
      return {
        committed: (of, on) => add(restOf(of, on, counted), lackingOf(of, on, counted)),
        positionRefusal: () =>
          reachRefusal(requested, mostHeld({ account, asset, side }), add(size, restOf(asset, side, counted))),
      }
    },
    onceClosed(requested, account) {
      const counted = { account, before: null, without: null }
      const others = (asset: string, side: Side): Size =>
        add(restOf(asset, side, counted), lackingOf(asset, side, counted))
      return {
        committed: others,
        positionRefusal: () =>
          reachRefusal(requested, ZERO, add(requested.size, others(requested.asset, requested.side))),
      }
    },
  }
}

/** Which requested orders count. */
interface Counted {
  readonly account: string
  /** Only those requested before this action; null for all. */
  readonly before: string | null
  /** Excludes this order. */
  readonly without: Pick<Order, 'oid' | 'cloid'> | null
}

const isLarger = (size: Size | null, before: Size | null): boolean =>
  size !== null && before !== null && compare(size, before) > 0

const isSame = (one: Held, other: Pick<Order, 'oid' | 'cloid'> | null): boolean =>
  other !== null && (one.oid === other.oid || (one.cloid !== null && one.cloid === other.cloid))

const isOn = (one: PositionSide, { account, asset, side }: PositionSide): boolean =>
  one.asset === asset && one.side === side && one.account === account

/** Maximum size that an order may add to a position. */
interface RequestedExposure {
  readonly asset: string
  readonly side: Side
  readonly size: Size
}

/** Size that an intent may add to a position, or take from held shares; null when neither. */
export function requestedExposure({
  intent,
  prepared,
  estimate,
}: Pick<StoredAction, 'intent' | 'prepared' | 'estimate'>): RequestedExposure | null {
  const order = requestedOrderOf(intent, prepared)
  if (order === null || order.reduceOnly || intent.kind === 'close') return null
  const { asset, side } = order
  if (order.size !== null) return { asset, side, size: order.size }
  if (intent.kind !== 'binary_predict') return null
  return { asset, side, size: mostContracts(intent, estimate?.contracts ?? null) }
}

/** Decimals that no service's contracts exceed. */
const PLACES = 8

/** The contracts of a prediction before they are prepared: what its amount buys at its worst price, and at least those of an estimate. */
function mostContracts({ direction, amount, protection }: BinaryPredictIntent, estimated: Size | null): Size {
  const bought = contractsAtWorst({ direction, amount, worst: protection.price }, PLACES) ?? ZERO
  return estimated === null ? bought : greater(bought, estimated)
}
