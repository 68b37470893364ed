/** A tiny trading service in memory that can fail in every way, counts what reached it, and never takes a prepared action twice. */
import type { AccountView, Fill, Order, OrderStatus } from '../../../contract/account.ts'
import type { Address, Cloid } from '../../../contract/address.ts'
import {
  add,
  compare,
  type Decimal,
  negate,
  type Size,
  signOf,
  subtract,
  trimZeros,
} from '../../../contract/decimal.ts'
import type { ScalarMarket } from '../../../contract/market.ts'
import { type Clock, millis } from '../../../contract/time.ts'
import { type Delivery, ServiceError, type ServiceErrorKind } from '../../service/errors.ts'
import type { PreparedAction, PreparedKind, SubmitAck, TradingService } from '../../service/interface.ts'
import { deploymentProfile } from '../../service/profile.ts'
import { connectionIdOf } from '../../signing/index.ts'

export const TRADER = `0x${'ab'.repeat(20)}` as Address
export const ASSET = 'NYCTMP1'

export const MARKET: ScalarMarket = {
  asset: ASSET,
  assetId: 0,
  status: 'active',
  statusText: 'active',
  sizeDecimals: 4,
  tickSize: '0.01' as never,
  maxLeverage: 10,
  station: null,
}

/** A failure to give instead of an answer. */
export const failure = (
  delivery: Delivery,
  code: string,
  message: string,
  more: { status?: number; kind?: ServiceErrorKind; field?: string } = {},
): ServiceError =>
  new ServiceError({
    kind: more.kind ?? (delivery === 'answered' ? 'problem' : 'network'),
    route: 'POST /v1/orders/submit',
    delivery,
    code,
    message,
    status: more.status ?? (delivery === 'answered' ? 409 : null),
    field: more.field ?? null,
  })

/** What happens to one submit: `arrives` says whether the venue carries it out before the error is given. */
export interface Fault {
  readonly error: Error | 'hang'
  readonly arrives: boolean
}

interface Pending {
  readonly prepared: PreparedAction
  readonly kind: PreparedKind
  readonly run: () => SubmitAck
}

/** The service's names that can be scripted. */
type Route = 'prepare' | 'submit' | 'open' | 'account' | 'history' | 'fills' | 'approvePrepare' | 'approveSubmit'

export class ModelVenue {
  readonly service: TradingService
  /** Signed actions that arrived, by orderId: more than one for the same id is a double. */
  readonly arrivals: string[] = []
  readonly calls: { route: Route; what: unknown }[] = []
  readonly orders: Order[] = []
  readonly fills: Fill[] = []
  position: Size = '0' as never
  leverage = 5
  available = '10000'
  /** Life of a prepared action, ms; null leaves the expiry out. */
  lifetime: number | null = 30_000
  /** Leaves action and nonce out, as a deployment may. */
  bare = false
  /** Limits of the next predictions long, one each; the usual one afterwards. */
  readonly predictLimits: string[] = []
  /** What new orders do. */
  behaviour: 'rest' | 'fill' | 'half' = 'rest'
  /** Changes the prepared action before it is handed out. */
  tamper: (action: Record<string, unknown>) => Record<string, unknown> = (action) => action
  readonly faults: { [R in Route]?: Fault[] } = {}
  readonly #clock: Clock
  readonly #pending = new Map<string, Pending>()
  #ids = 0
  #nonce = 0

  constructor(clock: Clock, profile: Record<string, unknown> = {}) {
    this.#clock = clock
    const none = async () => {
      throw new Error('not part of the model')
    }
    this.service = {
      profile: deploymentProfile.parse({
        name: 'model',
        baseUrl: 'http://127.0.0.1:1',
        network: 'practice',
        ...profile,
      }),
      runtimeConfig: async () => ({ waitlistEnabled: false, outcomesEnabled: false }),
      accessSelf: none,
      requestAccess: none,
      markets: async () => [MARKET],
      bucket: none,
      ticker: none,
      book: none,
      candles: none,
      fees: none,
      account: (address) => this.#answer('account', address, () => this.#account(address)),
      openOrders: (address) => this.#answer('open', address, () => this.orders.filter(isOpen)),
      orderHistory: (_, page) =>
        this.#answer('history', page, () =>
          this.orders.filter((order) => !isOpen(order) && (page.before === null || order.time < page.before)).reverse(),
        ),
      fills: (_, page) => this.#answer('fills', page, () => [...this.fills].reverse()),
      prepareOrder: (order) =>
        this.#answer('prepare', order, () => {
          const { side, price, size, tif, reduceOnly, cloid } = order
          const wire = { a: 0, b: side === 'buy', p: trimZeros(price), s: trimZeros(size), r: reduceOnly }
          const action = orderAction({ ...wire, t: { limit: { tif: SIGNED[tif] } }, c: cloid })
          return this.#prepare('order', action, () => this.#place({ ...order }))
        }),
      prepareClose: (close) =>
        this.#answer('prepare', close, () => {
          const size = close.size ?? (trimZeros(this.position.replace('-', '') as Size) as unknown as Size)
          const side = signOf(this.position) > 0 ? 'sell' : 'buy'
          const price = side === 'sell' ? '569' : '573'
          const wire = { a: 0, b: side === 'buy', p: price, s: trimZeros(size), r: true, t: { limit: { tif: 'Ioc' } } }
          const terms = { asset: close.asset, side, price, size, tif: 'IOC', reduceOnly: true, cloid: null } as const
          return this.#prepare('close', orderAction(wire), () => this.#place(terms as never))
        }),
      prepareCancel: (cancel) =>
        this.#answer('prepare', cancel, () => {
          const order = this.orders.find(({ oid }) => oid === cancel.oid)
          if (order === undefined || !isOpen(order)) {
            throw failure('answered', 'order_not_open', `Order ${cancel.oid} is ${order?.status ?? 'unknown'}.`)
          }
          const action = { type: 'cancel', cancels: [{ a: 0, o: Number(cancel.oid) }] }
          return this.#prepare('cancel', action, () => this.#cancel(cancel.oid))
        }),
      preparePredict: (prediction) =>
        this.#answer('prepare', prediction, () => {
          const { size, direction, targetF } = prediction
          const side = direction === 'long' ? 'buy' : 'sell'
          const price = (side === 'buy' ? this.predictLimits.shift() : undefined) ?? (side === 'buy' ? '573' : '569')
          const wire = { a: 0, b: side === 'buy', p: price, s: trimZeros(size), r: false, t: { limit: { tif: 'Ioc' } } }
          const terms = { asset: ASSET, side, price, size, tif: 'IOC', reduceOnly: false, cloid: null } as const
          const prepared = this.#prepare('predict', orderAction(wire), () => this.#place(terms as never))
          const targetMark = add('500' as Decimal, targetF) as never
          return { ...prepared, estimate: { average: '571.2' as never, worst: '571.4' as never, targetMark } }
        }),
      submitDirect: async ({ order }) => {
        this.calls.push({ route: 'submit', what: order })
        const { asset, side, price, size, tif, reduce_only: reduceOnly, nonce } = order
        const place = () => {
          this.arrivals.push(`direct-${nonce}`)
          const { oid } = this.#place({ asset, side, price, size, tif, reduceOnly, cloid: null })
          const placed = this.orders.find((one) => one.oid === oid)
          if (placed === undefined) throw new Error('not placed')
          return { status: placed.status, statusText: placed.statusText, oid, filled: placed.filled }
        }
        const fault = this.faults.submit?.shift()
        if (fault === undefined) return place()
        if (fault.arrives) place()
        return fail(fault)
      },
      prepareLeverage: (change) =>
        this.#answer('prepare', change, () =>
          this.#prepare(
            'leverage',
            { type: 'updateLeverage', asset: 0, isCross: false, leverage: change.leverage },
            () => {
              this.leverage = change.leverage
              return { status: 'accepted', oid: null, cloid: null }
            },
          ),
        ),
      submitPrepared: (kind, { orderId }) => this.#submit(kind, orderId),
      prepareAgentApproval: none,
      submitAgentApproval: none,
    }
  }

  /** The next call of a route fails so. */
  fail(route: Route, error: Fault['error'], arrives = false): void {
    const list = this.faults[route] ?? []
    list.push({ error, arrives })
    this.faults[route] = list
  }

  /** Fills an order by so much more, as the market would. */
  fill(oid: string, size: Size): void {
    const index = this.orders.findIndex((order) => order.oid === oid)
    const order = this.orders[index]
    if (order === undefined || !isOpen(order)) return
    const left = subtract(order.size, order.filled)
    const more = (compare(size, left) > 0 ? left : size) as unknown as Size
    const filled = add(order.filled, more) as unknown as Size
    const status: OrderStatus = compare(filled, order.size) >= 0 ? 'filled' : 'partially_filled'
    this.orders[index] = { ...order, filled, status, statusText: status }
    const signed = order.side === 'buy' ? more : negate(more)
    this.position = add(this.position, signed) as unknown as Size
    const { asset, side, price } = order
    const nothing = { fee: null, liquidity: null, realizedPnl: null }
    const tid = String(this.fills.length + 1)
    this.fills.push({ tid, oid, asset, side, price, size: more, ...nothing, time: this.#clock.now() })
  }

  /** Ends an order without the trader. */
  end(oid: string, status: 'cancelled' | 'expired' | 'rejected', statusText: string = status): void {
    const index = this.orders.findIndex((order) => order.oid === oid)
    const order = this.orders[index]
    if (order !== undefined && isOpen(order)) this.orders[index] = { ...order, status, statusText }
  }

  count(route: Route): number {
    return this.calls.filter((call) => call.route === route).length
  }

  async #answer<Value>(route: Route, what: unknown, work: () => Value): Promise<Value> {
    this.calls.push({ route, what })
    const fault = this.faults[route]?.shift()
    if (fault?.error === 'hang') return new Promise<never>(() => {})
    if (fault !== undefined) throw fault.error
    return work()
  }

  async #submit(kind: PreparedKind, orderId: string): Promise<SubmitAck> {
    this.calls.push({ route: 'submit', what: orderId })
    const fault = this.faults.submit?.shift()
    if (fault !== undefined && !fault.arrives) return fail(fault)
    const ack = this.#arrive(kind, orderId)
    return fault === undefined ? ack : fail(fault)
  }

  #arrive(kind: PreparedKind, orderId: string): SubmitAck {
    this.arrivals.push(orderId)
    const pending = this.#pending.get(orderId)
    this.#pending.delete(orderId)
    const expiry = pending?.prepared.expiresAt ?? null
    if (pending === undefined || (expiry !== null && this.#clock.now() >= expiry)) {
      throw failure('answered', 'stale_prepared_action', 'The prepared action has expired. Prepare it again.')
    }
    if (pending.kind !== kind) throw failure('answered', 'bad_request', `This is a prepared ${pending.kind}.`)
    return pending.run()
  }

  #prepare(kind: PreparedKind, action: Record<string, unknown>, run: () => SubmitAck): PreparedAction {
    this.#nonce += 1
    this.#ids += 1
    const made = this.tamper(action)
    const connectionId = connectionIdOf({ action: made, nonce: this.#nonce })
    const { domain } = { domain: this.service.profile.agentDomain }
    const prepared: PreparedAction = {
      orderId: `prepared-${this.#ids}`,
      actionHash: connectionId,
      action: this.bare ? null : made,
      nonce: this.bare ? null : this.#nonce,
      connectionId,
      domain,
      agentMessage: { source: 'b', connectionId },
      expiresAt: this.lifetime === null ? null : millis(this.#clock.now() + this.lifetime),
    }
    this.#pending.set(prepared.orderId, { prepared, kind, run })
    return prepared
  }

  #place(
    terms: Pick<Order, 'asset' | 'side' | 'price' | 'size' | 'reduceOnly'> & { tif: Order['tif']; cloid: Cloid | null },
  ): SubmitAck {
    const oid = String(1000 + this.orders.length)
    const fresh = { filled: '0' as unknown as Size, status: 'resting' as const, statusText: 'resting' }
    this.orders.push({ ...terms, oid, ...fresh, time: this.#clock.now() })
    if (this.behaviour === 'fill' || terms.reduceOnly) this.fill(oid, terms.size)
    else if (this.behaviour === 'half') this.fill(oid, half(terms.size))
    if (terms.tif === 'IOC') this.end(oid, 'cancelled')
    return { status: 'accepted', oid, cloid: terms.cloid }
  }

  #cancel(oid: string): SubmitAck {
    const order = this.orders.find((candidate) => candidate.oid === oid)
    if (order === undefined || !isOpen(order)) {
      throw failure('answered', 'unknown_order', `This wallet has no open order ${oid}.`, { status: 404 })
    }
    this.end(oid, 'cancelled')
    return { status: 'accepted', oid, cloid: order.cloid }
  }

  #account(address: Address): AccountView {
    const nothing = { entryPx: '571' as never, markPx: '571.00' as never, margin: null, unrealizedPnl: null }
    const rest = { ...nothing, realizedPnl: null, liquidationPx: null }
    return {
      address,
      positions:
        signOf(this.position) === 0
          ? []
          : [{ family: 'scalar', asset: ASSET, size: this.position, leverage: this.leverage, ...rest }],
      money: { equity: null, available: this.available as never, usdc: null, usdh: null, usdhOutcome: null },
      readAt: this.#clock.now(),
    }
  }
}

const SIGNED = { GTC: 'Gtc', IOC: 'Ioc', ALO: 'Alo' } as const
const isOpen = (order: Order): boolean => order.status === 'resting' || order.status === 'partially_filled'
const orderAction = (wire: Record<string, unknown>) => ({ type: 'order', orders: [wire], grouping: 'na' })
const half = (size: Size): Size => (Number(size) / 2).toFixed(4) as unknown as Size & Decimal
const fail = (fault: Fault): Promise<never> =>
  fault.error === 'hang' ? new Promise<never>(() => {}) : Promise.reject(fault.error)
