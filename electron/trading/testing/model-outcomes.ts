/** Outcome markets of the model venue: one question of two outcomes, orders on each side, collateral and conversions. */

import type { Position } from '../../../contract/account.ts'
import type { Cloid } from '../../../contract/address.ts'
import {
  add,
  compare,
  type Decimal,
  divide,
  lesser,
  type Money,
  multiply,
  type Price,
  type Size,
  signOf,
  subtract,
  toStep,
  trimZeros,
} from '../../../contract/decimal.ts'
import { type Conversion, coinAssetId, isCoin, type OutcomeMarket } from '../../../contract/outcome.ts'
import { safeName } from '../../../contract/safe-text.ts'
import { millis } from '../../../contract/time.ts'
import type { SubmitAck, TradingService } from '../../service/index.ts'
import { conversionAction, type Moves, movesOf } from './model-conversions.ts'
import { type Behavior, isOpen, type ModelCore, orderAction } from './model-core.ts'
import { failure } from './model-failure.ts'

export const QUESTION = 700
export const OUTCOMES = [701, 702] as const
/** Yes and No of the first outcome, Yes of the second. */
export const YES = '#7010'
export const NO = '#7011'
export const OTHER_YES = '#7020'
const TICK = '0.001' as unknown as Price
const NONE = '0' as unknown as Size
const ACCEPTED: SubmitAck = { status: 'accepted', oid: null, cloid: null }

type OutcomeRoutes = Pick<
  TradingService,
  | 'outcomes'
  | 'outcomePriceHistory'
  | 'openOutcomeOrders'
  | 'outcomeOrderStatus'
  | 'conversions'
  | 'prepareOutcomeOrder'
  | 'prepareOutcomeCancel'
  | 'prepareConversion'
  | 'prepareTransfer'
  | 'submitTransfer'
>

export class ModelOutcomes {
  readonly routes: OutcomeRoutes
  readonly shares = new Map<string, Size>()
  readonly history: Conversion[] = []
  usdh: Money = '1000' as never
  /** Balance for outcome trading and splits. */
  usdhOutcome: Money = '500' as never
  expired = false
  settling = false
  /** Mark of every coin. */
  mark: Price = '0.400' as never
  readonly #core: ModelCore
  /** Size available at a price or better for a market order. */
  meets: (order: { readonly price: Price; readonly size: Size }) => Size = ({ size }) => size
  readonly #behaviour: () => Behavior
  #cloids = 0

  constructor(core: ModelCore, behaviour: () => Behavior) {
    this.#core = core
    this.#behaviour = behaviour
    core.onFill.push(({ asset, price }, size) => {
      if (!isCoin(asset)) return
      this.#move([[asset, size]], subtract('0' as Decimal, multiply(price, size)) as unknown as Money)
    })
    this.routes = {
      outcomes: () => core.answer('outcomes', null, () => this.markets()),
      outcomePriceHistory: (coins) =>
        core.answer('prices', coins, () =>
          Object.fromEntries(coins.map((coin) => [coin, [{ time: millis(core.clock.now()), price: this.mark }]])),
        ),
      openOutcomeOrders: (address) =>
        core.answer('openOutcomes', address, () => core.orders.filter((order) => isOpen(order) && isCoin(order.asset))),
      outcomeOrderStatus: (_, by) =>
        core.answer('status', by, () => {
          const order = core.orders.find((one) => ('oid' in by ? one.oid === by.oid : one.cloid === by.cloid))
          if (order === undefined || !isCoin(order.asset)) {
            throw failure('problem', 'unknown_order', 'There is no such order.', { status: 404 })
          }
          return { order, status: order.status, statusText: order.statusText }
        }),
      conversions: () => core.answer('conversions', null, () => [...this.history].reverse()),
      prepareOutcomeOrder: (order) => core.answer('prepare', order, () => this.#order(order)),
      prepareOutcomeCancel: (cancel) =>
        core.answer('prepare', cancel, () => {
          const { outcomeId, sideIndex, cloid } = cancel
          const { oid } = core.openOrder((order) => order.cloid === cloid, cloid)
          const cancels = [{ asset: coinAssetId(outcomeId, sideIndex), cloid }]
          return core.prepare('outcome_cancel', { type: 'cancelByCloid', cancels }, () => core.cancel(oid))
        }),
      prepareConversion: (conversion) =>
        core.answer('prepare', conversion, () => {
          const moves = () => movesOf(conversion, { coins: COINS, held: (coin) => this.held(coin) })
          this.#canMove(moves())
          return core.prepare('conversion', conversionAction(conversion), () => {
            const made = moves()
            this.#canMove(made)
            this.#move(made.shares, made.collateral)
            const { kind, outcomeId, questionId } = conversion
            const id = String(this.history.length + 1)
            const time = core.clock.now()
            this.history.push({ id, kind, kindText: kind, outcomeId, questionId, amount: made.amount, time })
            return ACCEPTED
          })
        }),
      prepareTransfer: (amount) =>
        core.answer('prepare', { amount }, () => {
          const check = (): void => {
            if (compare(amount, this.usdh) <= 0) return
            throw failure('problem', 'insufficient_margin', `The account has ${this.usdh} USDH to move.`)
          }
          check()
          const message = { amount: trimZeros(amount), toPerp: false }
          return core.prepareUser('UsdClassTransfer', TRANSFER_FIELDS, message, () => {
            check()
            this.usdh = subtract(this.usdh, amount) as unknown as Money
            this.usdhOutcome = add(this.usdhOutcome, amount) as unknown as Money
          })
        }),
      submitTransfer: ({ actionHash }) => core.send('transferSubmit', actionHash, () => core.arriveUser(actionHash)),
    }
  }

  held = (coin: string): Size => this.shares.get(coin) ?? NONE

  markets(): readonly OutcomeMarket[] {
    const { expired, settling } = this
    const question = {
      id: QUESTION,
      title: 'How warm?' as never,
      rules: null,
      exclusive: true,
      outcomes: OUTCOMES,
      several: true,
    }
    return OUTCOMES.map((outcomeId, index) => ({
      outcomeId,
      name: safeName(index === 0 ? 'Below 75 °F' : '75 °F and more'),
      sides: COINS[outcomeId].map((coin, side) => ({ index: side, name: safeName(side === 0 ? 'Yes' : 'No'), coin })),
      questions: [question],
      expiry: millis(2_000_000_000_000),
      expired,
      settling,
      winner: expired ? 0 : null,
      sizeDecimals: 2,
      tickSize: TICK,
    }))
  }

  positions(): readonly Position[] {
    const nothing = { leverage: null, margin: null, unrealizedPnl: null, realizedPnl: null, liquidationPx: null }
    const prices = { entryPx: this.mark, markPx: this.mark }
    return [...this.shares]
      .filter(([, size]) => signOf(size) !== 0)
      .map(([asset, size]) => ({ family: 'outcome', asset, size, ...prices, ...nothing }))
  }

  #order({ outcomeId, sideIndex, side, size, mode }: Parameters<TradingService['prepareOutcomeOrder']>[0]) {
    const coin = COINS[outcomeId as keyof typeof COINS]?.[sideIndex]
    if (coin === undefined) throw failure('problem', 'unknown_outcome', `There is no outcome ${outcomeId}.`)
    if (this.expired || this.settling) throw failure('problem', 'market_closed', `Outcome ${outcomeId} is closed.`)
    if (side === 'sell' && compare(size, this.held(coin)) > 0) {
      throw failure('problem', 'insufficient_shares', `The account holds ${this.held(coin)} shares.`, { field: 'sz' })
    }
    const isBuy = side === 'buy'
    const price = mode.kind === 'limit' ? mode.price : this.#worst(isBuy, mode.slippageBps)
    const tif = mode.kind === 'limit' ? 'GTC' : 'IOC'
    this.#cloids += 1
    const cloid = `0x${String(this.#cloids).padStart(32, 'c')}` as Cloid
    const limit = { tif: tif === 'GTC' ? 'Gtc' : 'Ioc' }
    const terms = { p: trimZeros(price), s: trimZeros(size), r: false, t: { limit }, c: cloid }
    const action = orderAction({ a: coinAssetId(outcomeId, sideIndex), b: isBuy, ...terms })
    return this.#core.prepare('outcome_order', action, () => {
      if (isBuy && compare(multiply(price, size), this.usdhOutcome) > 0) {
        throw failure('problem', 'insufficient_margin', `The account has ${this.usdhOutcome} USDH.`, { field: 'sz' })
      }
      const behaviour = mode.kind === 'market' && this.#behaviour() === 'rest' ? 'fill' : this.#behaviour()
      const met = mode.kind === 'market' ? this.meets({ price, size }) : size
      const order = { asset: coin, side, price, size, tif, reduceOnly: false, cloid } as const
      return this.#core.place(order, signOf(met) > 0 ? behaviour : 'rest', met)
    })
  }

  #worst(isBuy: boolean, slippageBps: number): Price {
    const reach = divide(multiply(this.mark, String(slippageBps) as Decimal), '10000' as Decimal, 12)
    const worst = isBuy ? toStep(add(this.mark, reach), TICK) : toStep(subtract(this.mark, reach), TICK, 'up')
    return lesser(worst, '0.999' as Decimal) as unknown as Price
  }

  #canMove({ shares, collateral }: Moves): void {
    const short = shares.find(([coin, size]) => signOf(add(this.held(coin), size)) < 0)
    if (short !== undefined) throw failure('problem', 'insufficient_shares', `There are too few ${short[0]} shares.`)
    if (signOf(add(this.usdhOutcome, collateral)) >= 0) return
    throw failure('problem', 'insufficient_margin', `The account has ${this.usdhOutcome} USDH for outcomes.`)
  }

  #move(shares: Moves['shares'], collateral: Money): void {
    for (const [coin, size] of shares) this.shares.set(coin, add(this.held(coin), size) as unknown as Size)
    this.usdhOutcome = add(this.usdhOutcome, collateral) as unknown as Money
  }
}

const COINS: { readonly [Id in (typeof OUTCOMES)[number]]: readonly [string, string] } = {
  701: [YES, NO],
  702: [OTHER_YES, '#7021'],
}
const TRANSFER_FIELDS = [
  { name: 'hyperliquidChain', type: 'string' },
  { name: 'amount', type: 'string' },
  { name: 'toPerp', type: 'bool' },
  { name: 'nonce', type: 'uint64' },
]
