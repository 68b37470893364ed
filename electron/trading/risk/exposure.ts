/**
 * How much each order may still add to a position: held from the moment it is asked for, before anything is waited for, until an account
 * read that began after its last word shows what came of it. Whatever may add exposure is held to this, of every family.
 */
import type { AccountView, Order } from '../../../contract/account.ts'
import { isFinal } from '../../../contract/action.ts'
import {
  absolute,
  add,
  compare,
  greater,
  type Price,
  type Size,
  signOf,
  subtract,
  ZERO,
} from '../../../contract/decimal.ts'
import { grouped } from '../../../contract/grouped.ts'
import type { Listen } from '../../../contract/listeners.ts'
import type { Side } from '../../../contract/market.ts'
import { orderAskedFor } from '../../../contract/order-asked-for.ts'
import { isCoin } from '../../../contract/outcome.ts'
import type { Clock } from '../../../contract/time.ts'
import type { StoredAction } from '../../storage/index.ts'
import { type ActionLog, type Refusal, wasSent } from '../actions/index.ts'
import type { Limits } from './overrides.ts'
import { createPositionMemory } from './position-memory.ts'
import { type Wish, wishOf } from './wish.ts'

export interface Exposure {
  /** Size of the asset and side that may still be added to the position: what was asked for before this action, and orders of others. */
  committed(asset: string, side: Side, before: string): Size
  /** What may still be added to positions of an account: by actions, and by orders of others that rest. */
  open(account: string): readonly OpenExposure[]
  /** Why an action may not go out for what the position could reach, or null. What only reduces may always. */
  positionRefusal(id: string, account: AccountView): Refusal | null
  /** The same for an order that is not asked for yet, and would take the place of one that rests: that one counts no more. */
  inPlaceOf(
    old: Pick<Order, 'oid' | 'cloid'>,
    wish: Wish,
    account: string,
  ): Pick<Exposure, 'committed' | 'positionRefusal'>
  /** The same for one that goes out once all of the position in its asset is closed. */
  onceClosed(wish: Wish, account: string): Pick<Exposure, 'committed' | 'positionRefusal'>
}

/** What may still be added to a position. */
export interface OpenExposure {
  /** The action that may; null for an order that none of them made. */
  readonly id: string | null
  /** Null while it has none. */
  readonly oid: string | null
  readonly asset: string
  readonly side: Side
  readonly size: Size
  /** The worst price that it trades at; null where none was stated. */
  readonly price: Price | null
}

interface ExposureOptions {
  readonly actionLog: Pick<ActionLog, 'live' | 'get' | 'onChange'>
  readonly clock: Pick<Clock, 'monotonic'>
  /** The last account read, with the monotonic time at which it began. */
  readonly lastAccount: () => { readonly value: AccountView; readonly began: number } | null
  /** Told when the account was read and is another. */
  readonly onAccount: Listen
  readonly openOrders: () => readonly Order[]
  /** Price of UP as far as is known. */
  readonly priceOf: (asset: string) => Price | null
  readonly limits: () => Pick<Limits, 'position'>
}

interface Held extends Wish {
  /** What had filled by when, as it became known, monotonic ms; ascending. */
  readonly filled: readonly { readonly at: number; readonly size: Size }[]
  /** When its last word was known, monotonic ms; null while it is not spoken. */
  readonly ended: number | null
  readonly account: string
  readonly oid: string | null
  readonly cloid: string | null
}

export function createExposure({ actionLog, clock, lastAccount, openOrders, ...options }: ExposureOptions): Exposure {
  /** Insertion order is the order in which they were asked for. */
  const held = new Map<string, Held>()
  for (const action of actionLog.live()) follow(action)
  actionLog.onChange(follow)
  const positions = createPositionMemory()
  const remember = (): void => {
    const read = lastAccount()
    if (read !== null) positions.saw(read.value, read.began)
  }
  options.onAccount(remember)

  function follow(action: StoredAction): void {
    const { id, state, account, oid, cloid } = action
    const before = held.get(id)
    const wish = wishOf(action, options.priceOf)
    const isOver = isFinal(state)
    if (wish === null || (isOver && before === undefined)) return
    if (isOver && !wasSent(action)) {
      held.delete(id)
      return
    }
    const now = clock.monotonic()
    const last = before?.filled.at(-1)?.size ?? ZERO
    const filled = action.filled ?? (state === 'filled' ? wish.size : ZERO)
    const more = compare(filled, last) > 0 ? [{ at: now, size: filled }] : []
    held.set(id, {
      ...wish,
      filled: [...(before?.filled ?? []), ...more],
      ended: isOver ? (before?.ended ?? now) : null,
      account,
      oid,
      cloid,
    })
  }

  /** What of it no account read shows yet. */
  function left({ size, filled, ended }: Held): Size {
    const read = lastAccount()?.began ?? Number.NEGATIVE_INFINITY
    const shown = filled.findLast(({ at }) => at < read)?.size ?? ZERO
    const whole = ended === null ? size : (filled.at(-1)?.size ?? ZERO)
    return greater(subtract(whole, shown), ZERO)
  }

  function forgetShown(): void {
    const read = lastAccount()?.began ?? Number.NEGATIVE_INFINITY
    for (const [id, { ended }] of held) if (ended !== null && ended < read) held.delete(id)
  }

  /** Orders that no action made, as far as they may add to a position. */
  function ofOthers(): readonly Order[] {
    const own = new Set([...held.values()].flatMap(({ oid, cloid }) => [oid, cloid]))
    return openOrders().filter(
      ({ oid, cloid, reduceOnly }) => !(reduceOnly || own.has(oid) || (cloid !== null && own.has(cloid))),
    )
  }

  const committed = (asset: string, side: Side, before: string): Size =>
    sumOf(asset, side, { account: actionLog.get(before)?.account, before, without: null })

  function sumOf(asset: string, side: Side, { account, before, without }: Counted): Size {
    forgetShown()
    let total: Size = ZERO
    for (const [id, one] of held) {
      if (id === before) break
      if (isSame(one, without)) continue
      if (one.asset === asset && one.side === side && one.account === account) total = add(total, left(one))
    }
    for (const order of ofOthers()) {
      if (order.oid === without?.oid || order.asset !== asset || order.side !== side) continue
      total = add(total, subtract(order.size, order.filled))
    }
    return total
  }

  function open(account: string): readonly OpenExposure[] {
    forgetShown()
    const own = [...held].flatMap(([id, one]): OpenExposure[] => {
      const intent = actionLog.get(id)?.intent
      if (one.account !== account || intent === undefined) return []
      const { asset, side, oid } = one
      return [{ id, oid, asset, side, size: left(one), price: orderAskedFor(intent)?.worst ?? null }]
    })
    const others = ofOthers().map(({ oid, asset, side, price, size, filled }) => ({
      ...{ id: null, oid, asset, side, price },
      size: subtract(size, filled),
    }))
    return [...own, ...others].filter(({ size }) => signOf(size) > 0)
  }

  /** @param more what may be added in all: by the order itself, and by what counts before it. */
  function reachRefusal({ asset, side }: Wish, more: Size, account: AccountView | null): Refusal | null {
    remember()
    const position = account === null ? ZERO : positions.in(account, asset)
    const after = side === 'buy' ? add(position, more) : subtract(position, more)
    const limit = options.limits().position
    const isWithin = compare(absolute(after), limit) <= 0 || compare(absolute(after), absolute(position)) <= 0
    if (isWithin) return null
    const unit = isCoin(asset) ? 'shares' : 'contracts either way'
    const message = `The position could reach ${grouped(after)}; this terminal's limit is ${grouped(limit)} ${unit}.`
    return { code: 'limit_position', message, field: 'size' }
  }

  return {
    committed,
    open,
    positionRefusal(id, account) {
      const mine = held.get(id)
      if (mine === undefined) return null
      return reachRefusal(mine, add(left(mine), committed(mine.asset, mine.side, id)), account)
    },
    inPlaceOf(old, wish, account) {
      const others = (asset: string, side: Side): Size => sumOf(asset, side, { account, before: null, without: old })
      return {
        committed: others,
        positionRefusal: (_id, read) => reachRefusal(wish, add(wish.size, others(wish.asset, wish.side)), read),
      }
    },
    onceClosed(wish, account) {
      const others = (asset: string, side: Side): Size => sumOf(asset, side, { account, before: null, without: null })
      return {
        committed: others,
        positionRefusal: () => reachRefusal(wish, add(wish.size, others(wish.asset, wish.side)), null),
      }
    },
  }
}

/** What counts of the orders that are asked for. */
interface Counted {
  readonly account: string | undefined
  /** Only those asked for before this action; null for all. */
  readonly before: string | null
  /** Not this order. */
  readonly without: Pick<Order, 'oid' | 'cloid'> | null
}

const isSame = (one: Held, other: Pick<Order, 'oid' | 'cloid'> | null): boolean =>
  other !== null && (one.oid === other.oid || (one.cloid !== null && one.cloid === other.cloid))
