/** Matches binary orders and books positions. Traders' orders never rest; only the venue's own makers quote. */

import { type Order, OrderBook, type OrderTerms } from '../engine.ts'
import { CERTAIN, type LedgerAccount, type Liquidity, shareValue } from '../ledger/index.ts'
import {
  type Changes,
  FamilyExchange,
  type FamilyHost,
  fillInfo,
  type LiquidationInfo,
  type Placed,
  type PublicTradeInfo,
  probabilityText,
  sharesText,
  Tape,
} from '../market/index.ts'
import type { BinaryEvent } from './interface.ts'
import { type BinaryEffect, BinaryPositions, ownPrice, valueAt } from './positions.ts'

/** One side of a recorded fill. */
interface Side {
  readonly account: LedgerAccount
  readonly oid: string
  readonly isBuy: boolean
  readonly liquidity: Liquidity
}

/** A position is liquidated when ten times its value is less than eleven times its loan. */
const VALUE_PARTS = 10n
const LOAN_PARTS = 11n

export class BinaryExchange extends FamilyExchange {
  readonly books: readonly OrderBook[]
  readonly tapes: readonly Tape[]
  readonly positions: BinaryPositions
  readonly #assets: readonly string[]
  readonly #changes: Changes<BinaryEvent>
  /** The liquidation in progress. */
  #liquidation: LiquidationInfo | null = null

  constructor(host: FamilyHost, assets: readonly string[], changes: Changes<BinaryEvent>) {
    super(host)
    this.#assets = assets
    this.#changes = changes
    this.books = assets.map(() => new OrderBook())
    this.tapes = assets.map(() => new Tape())
    this.positions = new BinaryPositions(host.ledger, assets.length)
  }

  /** @throws RangeError for an unknown asset number. */
  book(asset: number): OrderBook {
    const book = this.books[asset]
    if (book === undefined) throw new RangeError(`no binary asset ${asset}`)
    return book
  }

  /** Executes a checked order: trades what crosses; the rest of a maker's quote rests. */
  place(terms: OrderTerms): Placed {
    return this.execute(this.newOrder(terms), this.host.ledger.byId(terms.owner))
  }

  protected bookOf(order: Order): OrderBook {
    return this.book(order.asset)
  }

  protected valueOf(_taker: Order, price: number, lots: number): bigint {
    return shareValue(price, lots)
  }

  // Traders' orders never rest.
  protected rested(): void {}
  protected left(): void {}

  protected filled(maker: Order, taker: Order, price: number, lots: number, tid: number): void {
    for (const [order, liquidity] of [
      [maker, 'maker'],
      [taker, 'taker'],
    ] as const) {
      const account = this.host.ledger.byId(order.owner)
      this.#book({ account, oid: String(order.oid), isBuy: order.isBuy, liquidity }, order.asset, price, lots, tid)
    }
    this.#traded(maker.asset, taker.isBuy, price, lots, tid)
  }

  expireAll(asset: number): void {
    for (const order of this.book(asset).orders()) this.withdraw(order, 'expired')
  }

  /** Pays every position of the asset: 1 per contract of the winning side. */
  settle(asset: number, above: boolean): void {
    for (const [account, { lots }] of this.positions.of(asset)) {
      const side: Side = { account, oid: 'settlement', isBuy: lots < 0, liquidity: 'none' }
      this.#book(side, asset, above ? CERTAIN : 0, Math.abs(lots), this.host.takeTid())
    }
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
      this.#liquidation = { account: account.address, mark: probabilityText(mark) }
      this.place({
        owner: account.id,
        asset,
        isBuy: lots < 0,
        price,
        lots: size,
        tif: 'IOC',
        reduceOnly: true,
        cloid: null,
      })
      this.#handToInsurance(account, asset, mark)
      this.#liquidation = null
    }
  }

  /** The price of UP, in ticks, at which a position is liquidated; null without a loan, or when no valid price reaches it. */
  liquidationPrice(lots: number, loan: bigint): number | null {
    if (loan === 0n) return null
    const unit = shareValue(1, Math.abs(lots)) * VALUE_PARTS
    const own = Number((loan * LOAN_PARTS - 1n) / unit)
    return own < 1 ? null : ownPrice(lots > 0, own)
  }

  #handToInsurance(account: LedgerAccount, asset: number, mark: number): void {
    const held = this.positions.lots(account, asset)
    if (held === 0) return
    const tid = this.host.takeTid()
    for (const party of [account, this.host.ledger.insurance]) {
      const isBuy = held < 0 === (party === account)
      this.#book({ account: party, oid: 'liquidation', isBuy, liquidity: 'none' }, asset, mark, Math.abs(held), tid)
    }
  }

  #book(side: Side, asset: number, price: number, lots: number, tid: number): BinaryEffect {
    const start = this.positions.lots(side.account, asset)
    const effect = this.positions.apply(side.account, asset, side.isBuy, price, lots, side.liquidity)
    this.host.accountChanged(side.account)
    if (side.account.internal) return effect
    const fill = {
      ...side,
      asset: this.#assets[asset] ?? '',
      price,
      lots,
      ...effect,
      tid,
      time: this.host.now(),
      start,
    }
    this.records.of(side.account).addFill(fillInfo('binary', { ...fill, liquidation: this.#liquidation }))
    return effect
  }

  #traded(asset: number, takerIsBuy: boolean, price: number, lots: number, tid: number): void {
    const coin = this.#assets[asset] ?? ''
    const trade: PublicTradeInfo = {
      coin,
      side: takerIsBuy ? 'B' : 'A',
      px: probabilityText(price),
      sz: sharesText(lots),
      time: this.host.now(),
      tid,
    }
    this.tapes[asset]?.add(trade, shareValue(price, lots))
    this.#changes.each({ kind: 'trade', trade })
    this.bookChanged(asset)
  }

  protected bookChanged(asset: number): void {
    const name = this.#assets[asset] ?? ''
    this.#changes.once(`book ${name}`, { kind: 'book', asset: name })
  }
}
