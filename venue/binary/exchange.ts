/** Matches binary orders and books positions. Traders' orders never rest; only the venue's own makers quote. */

import type { Order, OrderTerms } from '../engine.ts'
import { CERTAIN, shareValue } from '../ledger/index.ts'
import {
  type Changes,
  type FamilyHost,
  filledSideOf,
  LeveragedExchange,
  type Placed,
  Tape,
  tradeInfo,
} from '../market/index.ts'
import type { BinaryEvent } from './interface.ts'
import { BinaryPositions, ownPrice, valueAt } from './positions.ts'

/** A position is liquidated when ten times its value is less than eleven times its loan. */
const VALUE_PARTS = 10n
const LOAN_PARTS = 11n

export class BinaryExchange extends LeveragedExchange {
  readonly tapes: readonly Tape[]
  readonly positions: BinaryPositions
  readonly #changes: Changes<BinaryEvent>

  constructor(host: FamilyHost, assets: readonly string[], changes: Changes<BinaryEvent>) {
    const positions = new BinaryPositions(host.ledger, assets.length)
    super(host, 'binary', assets, positions)
    this.#changes = changes
    this.tapes = assets.map(() => new Tape())
    this.positions = positions
  }

  /** Executes a checked order: trades what crosses; the rest of a maker's quote rests. */
  place(terms: OrderTerms): Placed {
    return this.execute(this.newOrder(terms), this.host.ledger.byId(terms.owner))
  }

  protected valueOf(_taker: Order, price: number, lots: number): bigint {
    return shareValue(price, lots)
  }

  // Traders' orders never rest.
  protected rested(): void {}
  protected left(): void {}

  protected filled(maker: Order, taker: Order, price: number, lots: number, tid: number): void {
    const { ledger } = this.host
    this.bookSide(filledSideOf(maker, ledger.byId(maker.owner), 'maker'), maker.asset, price, lots, tid)
    this.bookSide(filledSideOf(taker, ledger.byId(taker.owner), 'taker'), taker.asset, price, lots, tid)
    this.#traded(maker.asset, taker.isBuy, price, lots, tid)
  }

  /** Pays every position of the asset: 1 per contract of the winning side. */
  settle(asset: number, above: boolean): void {
    for (const [account, { lots }] of this.positions.of(asset)) this.payOut(account, asset, above ? CERTAIN : 0, lots)
  }

  /** Liquidates every position whose value at the mark is below 1.1 times its loan. */
  liquidate(asset: number, mark: number): void {
    for (const [account, { lots, cost, margin }] of this.positions.lent(asset)) {
      const loan = cost - margin
      if (valueAt(lots, mark) * VALUE_PARTS >= loan * LOAN_PARTS) continue
      const size = Math.abs(lots)
      // Price of the position's own side at which its value equals the loan, clamped to valid order prices.
      const perLot = Number((loan + shareValue(1, size) - 1n) / shareValue(1, size))
      const price = ownPrice(lots > 0, Math.max(1, Math.min(CERTAIN - 1, perLot)))
      const terms = { owner: account.id, asset, isBuy: lots < 0, price, lots: size, cloid: null }
      const order = this.newOrder({ ...terms, tif: 'IOC', reduceOnly: true })
      this.sellOff(order, account, mark)
    }
  }

  /** The price of UP, in ticks, at which a position is liquidated; null without a loan, or when no valid price reaches it. */
  liquidationPrice(lots: number, loan: bigint): number | null {
    if (loan === 0n) return null
    const unit = shareValue(1, Math.abs(lots)) * VALUE_PARTS
    const own = Number((loan * LOAN_PARTS - 1n) / unit)
    return own < 1 ? null : ownPrice(lots > 0, own)
  }

  #traded(asset: number, takerIsBuy: boolean, price: number, lots: number, tid: number): void {
    const coin = this.assets[asset] ?? ''
    const trade = tradeInfo('binary', { coin, isBuy: takerIsBuy, price, lots, time: this.host.now(), tid })
    this.tapes[asset]?.add(trade, shareValue(price, lots))
    this.#changes.each({ kind: 'trade', trade })
    this.bookChanged(asset)
  }

  protected bookChanged(asset: number): void {
    const name = this.assets[asset] ?? ''
    this.#changes.once(`book ${name}`, { kind: 'book', asset: name })
  }
}
