/** Binary markets of the model venue: leverage 2 before anything else, contracts bought and sold at once. */
import type { Position } from '../../../contract/account.ts'
import type { BinaryBucket, BinaryMarket, BinaryPhase, BinaryStatus } from '../../../contract/binary.ts'
import {
  absolute,
  add,
  type Decimal,
  divide,
  type Money,
  multiply,
  type Price,
  type Size,
  signOf,
  subtract,
  toStep,
  trimZeros,
} from '../../../contract/decimal.ts'
import { millis } from '../../../contract/time.ts'
import type { SubmitAck, TradingService } from '../../service/index.ts'
import { type Behavior, type ModelCore, orderAction } from './model-core.ts'
import { failure } from './model-failure.ts'

export const BINARY = 'BIN1'
const NUMBERS = { [BINARY]: 2, BIN2: 3 } as const
const TICK = '0.001' as unknown as Price
const LENGTH = 7_200_000
/** Entries end this long before the bucket does, ms. */
const CUTOFF = 180_000

type BinaryRoutes = Pick<
  TradingService,
  | 'binaryMarkets'
  | 'binaryStatus'
  | 'binaryBucket'
  | 'prepareBinarySetup'
  | 'submitBinarySetup'
  | 'prepareBinaryPredict'
  | 'prepareBinaryClose'
>

export class ModelBinary {
  readonly routes: BinaryRoutes
  /** Contracts held, UP positive. */
  position: Size = '0' as never
  /** Leverage of the binary assets; contracts can be bought only at 2. */
  leverage = 1
  phase: BinaryPhase = 'trading'
  /** Overrides the setup's answer. */
  setupAnswer: { readonly leverage: number | null; readonly ready: boolean | null } | null = null
  paused = false
  /** Price of UP. */
  mark: Price = '0.550' as never
  /** How predictions and closes fill. */
  behaviour: Behavior = 'fill'
  /** Size available at a price or better for an order. */
  meets: (order: { readonly price: Price; readonly size: Size }) => Size = ({ size }) => size
  /** The price that it divides an amount by: the limit, or the expected price. */
  dividesBy: 'limit' | 'expected' = 'limit'
  /** Whether the service reports the numbers of its binary assets. */
  saysNumbers = true
  readonly start: number
  readonly #core: ModelCore

  constructor(core: ModelCore) {
    this.#core = core
    this.start = core.clock.now()
    core.onFill.push(({ asset }, size) => {
      if (asset === BINARY) this.position = add(this.position, size) as unknown as Size
    })
    this.routes = {
      binaryMarkets: () => core.answer('binary', 'markets', () => this.markets()),
      binaryStatus: () => core.answer('binary', 'status', () => this.status()),
      binaryBucket: () => core.answer('binary', 'bucket', () => this.bucket()),
      prepareBinarySetup: () => core.answer('prepare', 'setup', () => this.#setup()),
      submitBinarySetup: (signed) =>
        core.send('setupSubmit', signed, () => {
          for (const { actionHash } of signed) core.arrive('setup', core.orderIdOf(actionHash))
          return this.setupAnswer ?? { leverage: this.leverage, ready: this.leverage === 2 }
        }),
      prepareBinaryPredict: (prediction) =>
        core.answer('prepare', prediction, () => {
          const { asset, direction, amount, slippagePct } = prediction
          const isUp = direction === 'UP'
          this.#check(asset)
          const price = this.#limit(isUp, slippagePct)
          const counted = this.dividesBy === 'limit' ? price : this.mark
          const cost = isUp ? counted : (subtract('1' as Decimal, counted) as unknown as Price)
          const contracts = toStep(divide(amount as Money, cost, 6), '0.01' as Decimal) as unknown as Size
          return this.#order('binary_predict', { isBuy: isUp, price, contracts, reduceOnly: false })
        }),
      prepareBinaryClose: (close) =>
        core.answer('prepare', close, () => {
          const isUp = signOf(this.position) > 0
          if (signOf(this.position) === 0 || isUp !== (close.direction === 'UP')) {
            throw failure('problem', 'reduce_only_would_increase', `There is no ${close.direction} position.`)
          }
          const contracts = close.contracts ?? (absolute(this.position) as unknown as Size)
          const price = this.#limit(!isUp, close.slippagePct)
          return this.#order('binary_close', { isBuy: !isUp, price, contracts, reduceOnly: true })
        }),
    }
  }

  markets(): readonly BinaryMarket[] {
    return Object.entries(NUMBERS).map(([asset, assetId]) => ({
      asset,
      assetId: this.saysNumbers ? assetId : null,
      status: asset === BINARY ? 'active' : 'waiting',
      statusText: asset === BINARY ? 'active' : 'waiting',
      midpoint: asset === BINARY ? ('577.855' as never) : null,
      sizeDecimals: 2,
      tickSize: TICK,
    }))
  }

  status(): BinaryStatus {
    const { paused, phase } = this
    const entryCutoff = millis(this.start + LENGTH - CUTOFF)
    return { paused, activeAsset: BINARY, phase, phaseText: phase.toUpperCase(), entryCutoff }
  }

  bucket(): BinaryBucket {
    const { phase, start } = this
    return {
      asset: BINARY,
      start: millis(start),
      end: millis(start + LENGTH),
      phase,
      phaseText: phase.toUpperCase(),
      midpoint: '577.855' as never,
      serverTime: this.#core.clock.now(),
    }
  }

  positions(): readonly Position[] {
    if (signOf(this.position) === 0) return []
    const nothing = { margin: null, unrealizedPnl: null, realizedPnl: null, liquidationPx: null }
    const prices = { entryPx: this.mark, markPx: this.mark }
    return [{ family: 'binary', asset: BINARY, size: this.position, leverage: this.leverage, ...prices, ...nothing }]
  }

  #setup() {
    if (this.leverage === 2) return []
    return Object.values(NUMBERS).map((asset) =>
      this.#core.prepare('setup', { type: 'updateLeverage', asset, isCross: false, leverage: 2 }, (): SubmitAck => {
        this.leverage = 2
        return { status: 'accepted', oid: null, cloid: null }
      }),
    )
  }

  #check(asset: string): void {
    if (this.leverage !== 2) throw failure('problem', 'leverage_must_be_2', 'Binary contracts trade at leverage 2.')
    const ended = this.#core.clock.now() >= this.start + LENGTH - CUTOFF
    if (ended) throw failure('problem', 'BINARY_ENTRY_CUTOFF', 'Entries have ended.', { status: 423 })
    if (this.paused || asset !== BINARY || this.phase === 'staging' || this.phase === 'settled') {
      throw failure('problem', 'binary_wrong_phase', `${asset} takes no entries now.`)
    }
  }

  /** The worst price of UP, rounded so that it never exceeds the slippage. */
  #limit(isBuy: boolean, slippagePct: Decimal): Price {
    const reach = divide(multiply(this.mark, slippagePct), '100' as Decimal, 12)
    return (isBuy
      ? toStep(add(this.mark, reach), TICK)
      : toStep(subtract(this.mark, reach), TICK, 'up')) as unknown as Price
  }

  #order(
    kind: 'binary_predict' | 'binary_close',
    { isBuy, price, contracts, reduceOnly }: { isBuy: boolean; price: Price; contracts: Size; reduceOnly: boolean },
  ) {
    const tif = { limit: { tif: 'Ioc' } }
    const wire = { a: NUMBERS[BINARY], b: isBuy, p: trimZeros(price), s: trimZeros(contracts), r: reduceOnly, t: tif }
    const side = isBuy ? 'buy' : 'sell'
    const terms = { asset: BINARY, side, price, size: contracts, tif: 'IOC', reduceOnly, cloid: null } as const
    const prepared = this.#core.prepare(kind, orderAction(wire), (): SubmitAck => {
      const met = this.meets(terms)
      const behaviour = signOf(met) > 0 ? this.behaviour : 'rest'
      const { oid } = this.#core.place(terms, behaviour, met)
      const { status, filled } = this.#core.order(oid ?? '')
      return { status, oid, cloid: null, filled }
    })
    return { ...prepared, estimate: { average: this.mark, worst: this.mark, targetMark: null, contracts } }
  }
}
