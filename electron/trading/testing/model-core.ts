/**
 * The part of the model venue that all families share: orders and fills, prepared actions that are accepted once, faults, and the count of arrivals.
 */

import { causeByOrder, type Fill, type FillCause, type Order, type OrderStatus } from '../../../contract/account.ts'
import type { Cloid, Hex } from '../../../contract/address.ts'
import { add, compare, type Decimal, negate, type Size, subtract } from '../../../contract/decimal.ts'
import { type Clock, type Millis, millis } from '../../../contract/time.ts'
import {
  type DeploymentProfile,
  deploymentProfile,
  type Page,
  type PreparedAction,
  type PreparedKind,
  type SubmitAck,
  type UserAction,
} from '../../service/index.ts'
import { connectionIdOf } from '../../signing/index.ts'
import { failure } from './model-failure.ts'

/** A fault of one submit: `arrives` decides whether the venue executes it before the error is returned. */
export interface Fault {
  readonly error: Error | 'hang'
  readonly arrives: boolean
}

/** Routes that can be scripted; `prepare` is every family's, `submit` that of every action of the agent but the setup. */
export type Route =
  | 'prepare'
  | 'submit'
  | 'open'
  | 'account'
  | 'history'
  | 'fills'
  | 'setupSubmit'
  | 'transferSubmit'
  | 'binary'
  | 'outcomes'
  | 'openOutcomes'
  | 'status'
  | 'conversions'
  | 'prices'
  | 'ticker'

/** Actions of the setup are sent together and under no route of `PreparedKind`. */
type Kind = PreparedKind | 'setup'

interface Pending {
  readonly prepared: PreparedAction
  readonly kind: Kind
  readonly run: () => SubmitAck
}

/** How a read misreports. */
export type Lie = 'again' | 'twice'

export type OrderTerms = Pick<Order, 'asset' | 'side' | 'price' | 'size' | 'reduceOnly' | 'tif'> & {
  readonly cloid: Cloid | null
}

/** Behavior of a new order. */
export type Behavior = 'rest' | 'fill' | 'half'

const DONE: SubmitAck = { status: 'accepted', oid: null, cloid: null }

export class ModelCore {
  readonly profile: DeploymentProfile
  /** Signed actions that arrived, by orderId, or by hash where the wallet signs: more than one for the same is a double. */
  readonly arrivals: string[] = []
  readonly calls: { route: Route; what: unknown }[] = []
  readonly orders: Order[] = []
  readonly fills: Fill[] = []
  readonly faults: { [R in Route]?: Fault[] } = {}
  /** How the next reads misreport. */
  readonly lies: { [R in Route]?: Lie[] } = {}
  /** This many cancels are answered as done, while their orders stay in the market. */
  keptCancels = 0
  readonly #notified = new Map<string, unknown>()
  /** Life of a prepared action, ms; null omits the expiry. */
  lifetime: number | null = 30_000
  /** Duration of reads and prepares of a route, ms. */
  takes: { [R in Route]?: number } = {}
  /** The machine's clock minus the service's, ms. */
  machineAhead = 0
  /** Remaining life by the date of the answer, ms; undefined where the answer has no date. */
  life: number | undefined
  /** A submit arrives this long after it was sent, ms. */
  arrivesAfter = 0
  /** A submit is executed on arrival and answered after this long, ms; never for `Infinity`. */
  answersAfter = 0
  /** Maximum number of rows in a page, regardless of the requested limit. */
  pageCap = Number.POSITIVE_INFINITY
  /** Omits action and nonce, as a deployment may. */
  bare = false
  /** Changes the prepared action before it is returned. */
  tamper: (action: Record<string, unknown>) => Record<string, unknown> = (action) => action
  /** Called for every fill; the size is signed. */
  readonly onFill: ((order: Pick<Order, 'asset' | 'price'>, size: Size) => void)[] = []
  readonly clock: Clock
  readonly #pending = new Map<string, Pending>()
  readonly #userPending = new Map<string, () => void>()
  #ids = 0
  #nonce = 0

  constructor(clock: Clock, profile: Record<string, unknown>) {
    this.clock = clock
    this.profile = deploymentProfile.parse({
      name: 'model',
      baseUrl: 'http://127.0.0.1:1',
      network: 'practice',
      ...profile,
    })
  }

  /** The next call of a route fails with this error. */
  fail(route: Route, error: Fault['error'], arrives = false): void {
    const list = this.faults[route] ?? []
    list.push({ error, arrives })
    this.faults[route] = list
  }

  /** The next answer of a read repeats the previous one, or has its rows twice and in another order. */
  lie(route: Route, how: Lie): void {
    this.lies[route] = [...(this.lies[route] ?? []), how]
  }

  /** A read or a prepare: counted, and answered unless it is scripted to fail. */
  async answer<Value>(route: Route, what: unknown, work: () => Value): Promise<Value> {
    this.calls.push({ route, what })
    const fault = this.faults[route]?.shift()
    if (fault?.error === 'hang') return new Promise<never>(() => {})
    const takes = this.takes[route] ?? 0
    if (takes > 0) await new Promise<void>((resolve) => this.clock.after(takes, resolve))
    if (fault !== undefined) throw fault.error
    return this.#answerOf(`${route} ${JSON.stringify(what)}`, work(), this.lies[route]?.shift())
  }

  /** A page of the past, newest first, limited to the venue's page size. */
  page<Row extends { readonly time: Millis }>(rows: readonly Row[], { limit, before }: Page): readonly Row[] {
    const past = before === null ? rows : rows.filter(({ time }) => time < before)
    return [...past].reverse().slice(0, Math.min(limit, this.pageCap))
  }

  /** A submit: may be executed and yet fail. */
  async send<Value>(route: Route, what: unknown, work: () => Value): Promise<Value> {
    this.calls.push({ route, what })
    const fault = this.faults[route]?.shift()
    if (this.arrivesAfter > 0) await new Promise<void>((resolve) => this.clock.after(this.arrivesAfter, resolve))
    if (fault === undefined) {
      const done = work()
      if (this.answersAfter > 0) await new Promise<void>((resolve) => this.clock.after(this.answersAfter, resolve))
      return done
    }
    if (fault.arrives) work()
    return fault.error === 'hang' ? new Promise<never>(() => {}) : Promise.reject(fault.error)
  }

  /** Executes one signed action, which must be of that kind, known and not expired. */
  arrive(kind: Kind, orderId: string): SubmitAck {
    this.arrivals.push(orderId)
    const pending = this.#pending.get(orderId)
    this.#pending.delete(orderId)
    const expiry = pending?.prepared.expiresAt ?? null
    if (pending === undefined || (expiry !== null && this.clock.now() - this.machineAhead >= expiry)) {
      throw failure('problem', 'stale_prepared_action', 'The prepared action has expired. Prepare it again.')
    }
    if (pending.kind !== kind) throw failure('problem', 'bad_request', `This is a prepared ${pending.kind}.`)
    return pending.run()
  }

  /** The id of a prepared action of which only the hash is sent back. */
  orderIdOf(actionHash: Hex): string {
    const found = [...this.#pending.values()].find(({ prepared }) => prepared.actionHash === actionHash)
    return found?.prepared.orderId ?? actionHash
  }

  prepare(kind: Kind, action: Record<string, unknown>, run: () => SubmitAck): PreparedAction {
    this.#nonce += 1
    this.#ids += 1
    const made = this.tamper(action)
    const connectionId = connectionIdOf({ action: made, nonce: this.#nonce })
    const prepared: PreparedAction = {
      orderId: `prepared-${this.#ids}`,
      actionHash: connectionId,
      action: this.bare ? null : made,
      nonce: this.bare ? null : this.#nonce,
      connectionId,
      domain: this.profile.agentDomain,
      agentMessage: { source: 'b', connectionId },
      expiresAt: this.lifetime === null ? null : millis(this.clock.now() - this.machineAhead + this.lifetime),
      life: this.life,
    }
    this.#pending.set(prepared.orderId, { prepared, kind, run })
    return prepared
  }

  /** A payload for the trader's own wallet; it does not expire. */
  prepareUser(
    name: string,
    fields: readonly { readonly name: string; readonly type: string }[],
    message: Record<string, unknown>,
    run: () => void,
  ): UserAction {
    this.#nonce += 1
    const actionHash = `0x${String(this.#nonce).padStart(64, '0')}` as Hex
    this.#userPending.set(actionHash, run)
    const primaryType = `HyperliquidTransaction:${name}`
    return {
      actionHash,
      domain: {
        name: 'HyperliquidSignTransaction',
        version: '1',
        chainId: 0x66eee,
        verifyingContract: '0x0000000000000000000000000000000000000000',
      },
      types: { [primaryType]: fields },
      primaryType,
      message: this.tamper({ hyperliquidChain: 'Testnet', ...message, nonce: 1_782_907_830_000 + this.#nonce }),
    }
  }

  arriveUser(actionHash: Hex): SubmitAck {
    this.arrivals.push(actionHash)
    const run = this.#userPending.get(actionHash)
    this.#userPending.delete(actionHash)
    if (run === undefined) throw failure('problem', 'stale_prepared_action', 'Nothing of that hash is prepared.')
    run()
    return DONE
  }

  #answerOf<Value>(key: string, value: Value, lie: Lie | undefined): Value {
    const before = this.#notified.get(key) as Value | undefined
    this.#notified.set(key, value)
    if (lie === 'again') return before ?? value
    return lie === 'twice' && Array.isArray(value) ? ([...value, ...value].reverse() as Value) : value
  }

  /** A new order: rests or fills by `behaviour`; an order that is not GTC never rests. */
  /** @param most maximum fill, where that is less than by its behavior. */
  place(terms: OrderTerms, behaviour: Behavior, most: Size = terms.size): SubmitAck {
    const oid = String(1000 + this.orders.length)
    const fresh = { filled: '0' as unknown as Size, status: 'resting' as const, statusText: 'resting' }
    this.orders.push({ ...terms, oid, ...fresh, time: this.clock.now() })
    if (behaviour === 'fill') this.fill(oid, compare(most, terms.size) < 0 ? most : terms.size)
    else if (behaviour === 'half') this.fill(oid, half(terms.size))
    if (terms.tif === 'IOC') this.end(oid, 'cancelled')
    return { status: 'accepted', oid, cloid: terms.cloid }
  }

  order(oid: string): Order {
    const order = this.orders.find((one) => one.oid === oid)
    if (order === undefined) throw new Error(`no order ${oid}`)
    return order
  }

  /** Fills an order further, as the market would. */
  fill(oid: string, size: Size): void {
    const index = this.orders.findIndex((order) => order.oid === oid)
    const order = this.orders[index]
    if (order === undefined || !isOpen(order)) return
    const left = subtract(order.size, order.filled)
    const more = (compare(size, left) > 0 ? left : size) as unknown as Size
    const filled = add(order.filled, more) as unknown as Size
    const status: OrderStatus = compare(filled, order.size) >= 0 ? 'filled' : 'partially_filled'
    this.orders[index] = { ...order, filled, status, statusText: status }
    this.#book({ ...order, size: more })
  }

  /** A fill without an order: of the service itself, which states a cause in place of the order. */
  /** @param cause where the fill has one in addition to an order's id. */
  fillBy(
    oid: string | null,
    trade: Pick<Order, 'asset' | 'side' | 'price' | 'size'>,
    cause: FillCause | null = causeByOrder(oid),
  ): void {
    this.#book({ ...trade, oid }, cause)
  }

  #book(
    { oid, asset, side, price, size }: Pick<Fill, 'oid' | 'asset' | 'side' | 'price' | 'size'>,
    cause: FillCause | null = null,
  ): void {
    const signed = (side === 'buy' ? size : negate(size)) as unknown as Size
    const nothing = { fee: null, liquidity: null, realizedPnl: null }
    const tid = String(this.fills.length + 1)
    this.fills.push({
      tid,
      oid,
      cause,
      asset,
      side,
      price,
      size,
      ...nothing,
      time: this.clock.now(),
    })
    for (const notified of this.onFill) notified({ asset, price }, signed)
  }

  /** Ends an order without the trader. */
  end(oid: string, status: 'cancelled' | 'expired' | 'rejected', statusText: string = status): void {
    const index = this.orders.findIndex((order) => order.oid === oid)
    const order = this.orders[index]
    if (order !== undefined && isOpen(order)) this.orders[index] = { ...order, status, statusText }
  }

  cancel(oid: string): SubmitAck {
    const order = this.orders.find((candidate) => candidate.oid === oid)
    if (order === undefined || !isOpen(order)) {
      throw failure('problem', 'unknown_order', `This wallet has no open order ${oid}.`, { status: 404 })
    }
    if (this.keptCancels > 0) this.keptCancels -= 1
    else this.end(oid, 'cancelled')
    return { status: 'accepted', oid, cloid: order.cloid }
  }

  /** @throws ServiceError for an order that is no longer open. */
  openOrder(matches: (order: Order) => boolean, name: string): Order {
    const order = this.orders.find(matches)
    if (order !== undefined && isOpen(order)) return order
    throw failure('problem', 'order_not_open', `Order ${name} is ${order?.status ?? 'unknown'}.`)
  }

  count(route: Route): number {
    return this.calls.filter((call) => call.route === route).length
  }
}

export const isOpen = (order: Order): boolean => order.status === 'resting' || order.status === 'partially_filled'
/** The order action of one order. */
export const orderAction = (wire: Record<string, unknown>) => ({ type: 'order', orders: [wire], grouping: 'na' })
const half = (size: Size): Size => (Number(size) / 2).toFixed(4) as unknown as Size & Decimal
