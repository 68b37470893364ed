/** A tiny trading service in memory that can fail in every way, counts what reached it, and never executes a prepared action twice. */
import type { AccountView } from '../../../contract/account.ts'
import type { Address } from '../../../contract/address.ts'
import {
  add,
  compare,
  type Decimal,
  negate,
  type Price,
  type Size,
  signOf,
  trimZeros,
} from '../../../contract/decimal.ts'
import type { ScalarMarket, Ticker } from '../../../contract/market.ts'
import { isCoin } from '../../../contract/outcome.ts'
import type { Clock } from '../../../contract/time.ts'
import { RequestBudget, type SubmitAck, type TradingService } from '../../service/index.ts'
import { ModelBinary } from './model-binary.ts'
import { type Behavior, isOpen, ModelCore, type OrderTerms, orderAction } from './model-core.ts'
import { failure } from './model-failure.ts'
import { ModelOutcomes } from './model-outcomes.ts'

export { BINARY } from './model-binary.ts'
export type { Route } from './model-core.ts'
export { failure } from './model-failure.ts'
export { NO, YES } from './model-outcomes.ts'

export const TRADER = `0x${'ab'.repeat(20)}` as Address
export const ASSET = 'NYCTMP1'

export const MARKET: ScalarMarket = {
  asset: ASSET,
  assetId: 0,
  ordinal: 0,
  status: 'active',
  statusText: 'active',
  sizeDecimals: 4,
  tickSize: '0.01' as never,
  maxLeverage: 10,
  station: null,
}

export class ModelVenue extends ModelCore {
  readonly service: TradingService
  readonly binary: ModelBinary
  readonly outcomes: ModelOutcomes
  position: Size = '0' as never
  leverage = 5
  /** Account reads show the scalar position as of this long ago, ms. */
  accountLag = 0
  readonly #moved: { readonly at: number; readonly before: Size }[] = []
  /** This many account reads omit every position. */
  emptyPositions = 0
  /** The mark of the scalar asset. */
  mark = '571.00' as Price
  /** Size available at the price of a reduce-only order, or better. */
  meets: (order: Pick<OrderTerms, 'side' | 'price' | 'size'>) => Size = ({ size }) => size
  available = '10000'
  /** Limits of the next long predictions, one each; then the usual one. */
  readonly predictLimits: string[] = []
  /** Behavior of new scalar and outcome orders. */
  behaviour: Behavior = 'rest'

  constructor(clock: Clock, profile: Record<string, unknown> = {}) {
    super(clock, profile)
    this.binary = new ModelBinary(this)
    this.outcomes = new ModelOutcomes(this, () => this.behaviour)
    this.onFill.push(({ asset }, size) => {
      if (asset !== ASSET) return
      this.#moved.push({ at: clock.now(), before: this.position })
      this.position = add(this.position, size) as unknown as Size
    })
    const known: Partial<TradingService> = {
      profile: this.profile,
      budget: new RequestBudget({ clock, random: () => 0.5 }),
      for: () => this.service,
      runtimeConfig: async () => ({ waitlistEnabled: false, outcomesEnabled: false }),
      markets: async () => [MARKET],
      ticker: (asset) => this.answer('ticker', asset, () => this.#ticker(asset)),
      account: (address) => this.answer('account', address, () => this.#account(address)),
      openOrders: (address) =>
        this.answer('open', address, () => this.orders.filter((order) => isOpen(order) && !isCoin(order.asset))),
      orderHistory: (_, page) =>
        this.answer('history', page, () =>
          this.page(
            this.orders.filter((order) => !isOpen(order)),
            page,
          ),
        ),
      fills: (_, page) => this.answer('fills', page, () => this.page(this.fills, page)),
      prepareOrder: (order) =>
        this.answer('prepare', order, () => {
          const { side, price, size, tif, reduceOnly, cloid } = order
          const wire = { a: 0, b: side === 'buy', p: trimZeros(price), s: trimZeros(size), r: reduceOnly }
          const action = orderAction({ ...wire, t: { limit: { tif: SIGNED[tif] } }, c: cloid })
          return this.prepare('order', action, () => this.#place({ ...order }))
        }),
      prepareClose: (close) =>
        this.answer('prepare', close, () => {
          const size = close.size ?? (trimZeros(this.position.replace('-', '') as Size) as unknown as Size)
          const side = signOf(this.position) > 0 ? 'sell' : 'buy'
          const price = trimZeros(add(this.mark, (side === 'sell' ? '-2' : '2') as Price))
          const wire = { a: 0, b: side === 'buy', p: price, s: trimZeros(size), r: true, t: { limit: { tif: 'Ioc' } } }
          const terms = { asset: close.asset, side, price, size, tif: 'IOC', reduceOnly: true, cloid: null } as const
          return this.prepare('close', orderAction(wire), () => this.#place(terms as never))
        }),
      prepareCancel: (cancel) =>
        this.answer('prepare', cancel, () => {
          this.openOrder(({ oid }) => oid === cancel.oid, cancel.oid)
          const action = { type: 'cancel', cancels: [{ a: 0, o: Number(cancel.oid) }] }
          return this.prepare('cancel', action, () => this.cancel(cancel.oid))
        }),
      preparePredict: (prediction) =>
        this.answer('prepare', prediction, () => {
          const { size, direction, targetF } = prediction
          const side = direction === 'long' ? 'buy' : 'sell'
          const price = (side === 'buy' ? this.predictLimits.shift() : undefined) ?? (side === 'buy' ? '573' : '569')
          const wire = { a: 0, b: side === 'buy', p: price, s: trimZeros(size), r: false, t: { limit: { tif: 'Ioc' } } }
          const terms = { asset: ASSET, side, price, size, tif: 'IOC', reduceOnly: false, cloid: null } as const
          const prepared = this.prepare('predict', orderAction(wire), () => this.#place(terms as never))
          const targetMark = add('500' as Decimal, targetF) as never
          return { ...prepared, estimate: { average: '571.2' as never, worst: '571.4' as never, targetMark } }
        }),
      submitDirect: ({ order }) =>
        this.send('submit', order, () => {
          const { asset, side, price, size, tif, reduce_only: reduceOnly, nonce } = order
          this.arrivals.push(`direct-${nonce}`)
          const { oid } = this.#place({ asset, side, price, size, tif, reduceOnly, cloid: null })
          const { status, statusText, filled } = this.order(oid ?? '')
          return { status, statusText, oid, filled }
        }),
      prepareLeverage: (change) =>
        this.answer('prepare', change, () =>
          this.prepare(
            'leverage',
            { type: 'updateLeverage', asset: 0, isCross: false, leverage: change.leverage },
            () => {
              this.leverage = change.leverage
              return { status: 'accepted', oid: null, cloid: null }
            },
          ),
        ),
      submitPrepared: (kind, { orderId }) => this.send('submit', orderId, () => this.arrive(kind, orderId)),
      ...this.binary.routes,
      ...this.outcomes.routes,
    }
    this.service = new Proxy(known as TradingService, {
      get(target, name: keyof TradingService) {
        if (name in target || typeof name === 'symbol') return target[name]
        return async () => {
          throw new Error(`${name} is not part of the model`)
        }
      },
    })
  }

  /** A scalar order; a reduce-only one fills up to the position on its other side and the available size at its price. */
  #place(terms: OrderTerms): SubmitAck {
    if (!terms.reduceOnly) return this.place(terms, this.behaviour)
    const met = this.meets(terms)
    const held = terms.side === 'sell' ? this.position : negate(this.position)
    const most = compare(met, held) < 0 ? met : held
    return this.place(terms, signOf(most) > 0 ? 'fill' : 'rest', most)
  }

  #ticker(asset: string): Ticker {
    if (asset !== ASSET) throw failure('problem', 'unknown_asset', `There is no asset ${asset}.`, { status: 404 })
    const { mark } = this
    const nothing = { temperature: null, oracle: null, bid: null, ask: null, last: null, volume24h: null }
    const rest = { openInterest: null, prevDay: null, time: null, receivedAt: this.clock.now(), stale: false } as const
    return { asset, mark, mid: mark, status: 'active', ...nothing, ...rest }
  }

  #account(address: Address): AccountView {
    const nothing = { entryPx: '571' as never, markPx: '571.00' as never, margin: null, unrealizedPnl: null }
    const rest = { ...nothing, realizedPnl: null, liquidationPx: null }
    const { leverage, binary, outcomes } = this
    const position = this.#moved.find(({ at }) => at > this.clock.now() - this.accountLag)?.before ?? this.position
    const scalar = { family: 'scalar', asset: ASSET, size: position, leverage, ...rest } as const
    const { usdh, usdhOutcome } = outcomes
    const isEmpty = this.emptyPositions > 0
    if (isEmpty) this.emptyPositions -= 1
    return {
      address,
      positions: isEmpty
        ? []
        : [...(signOf(position) === 0 ? [] : [scalar]), ...binary.positions(), ...outcomes.positions()],
      money: { equity: null, available: this.available as never, usdc: null, usdh, usdhOutcome },
      readAt: this.clock.now(),
    }
  }
}

const SIGNED = { GTC: 'Gtc', IOC: 'Ioc', ALO: 'Alo' } as const
