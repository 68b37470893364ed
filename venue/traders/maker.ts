/** A market maker: a ladder of quotes on both sides around fair value, leaning against its own inventory. */
import type { Order } from '../engine/index.ts'
import { LOTS_PER_CONTRACT } from '../ledger/index.ts'
import type { Random } from '../random/index.ts'
import type { Outlook, TradingFloor } from './floor.ts'

/** Quotes a side. */
const RUNGS = 7
/** Contracts held beyond which a maker no longer adds to its position. */
const INVENTORY_LIMIT = 3000
/** Contracts of inventory for one tick of lean, and the most it leans. */
const CONTRACTS_PER_TICK = 400
const MOST_LEAN = 8

interface Rung {
  readonly isBuy: boolean
  /** Ticks from the inner edge of the maker's spread. */
  readonly distance: number
  /** Median size, contracts. */
  readonly size: number
  /** How many ticks the quote may be off before it is moved. */
  readonly tolerance: number
  order: Order | null
}

export class Maker {
  readonly account: number
  readonly #random: Random
  readonly #halfSpread: number
  readonly #rungs: Rung[] = []

  /** @param place which of `makers` this one is: their ladders interlock so that together they fill the book */
  constructor(account: number, random: Random, place: number, makers: number) {
    this.account = account
    this.#random = random
    this.#halfSpread = 1.6 + random.between(0, 1)
    const size = random.between(18, 30)
    for (let i = 0; i < RUNGS; i++) {
      const depth = i + (place + 1) / makers - 0.2
      const distance = 4.1 * depth ** 1.85
      for (const isBuy of [true, false]) {
        this.#rungs.push({ isBuy, distance, size: size * (1 + depth / 2), tolerance: 1 + distance * 0.12, order: null })
      }
    }
  }

  /** Forgets quotes that the close has taken off the book. */
  reset(): void {
    for (const rung of this.#rungs) rung.order = null
  }

  /** Takes every quote off the book. */
  withdraw(floor: TradingFloor): void {
    for (const rung of this.#rungs) {
      if (rung.order !== null && rung.order.level !== null) floor.cancel(rung.order)
      rung.order = null
    }
  }

  /**
   * Cancels what is off, then fills what is empty. With `everything`, all of it at once; otherwise only quotes that are badly off go
   * at once and the rest comes back little by little, as a book does.
   */
  quote(floor: TradingFloor, asset: number, outlook: Outlook, everything: boolean): void {
    const inventory = floor.position(this.account, asset) / LOTS_PER_CONTRACT
    const lean = Math.max(-MOST_LEAN, Math.min(MOST_LEAN, inventory / CONTRACTS_PER_TICK))
    const centre = outlook.fair - lean
    // Nobody likes to quote tightly when the average is about to be struck.
    const half = this.#halfSpread * (1 + Math.max(0, 1 - outlook.secondsLeft / 600))
    for (const rung of this.#rungs) {
      const order = rung.order
      if (order === null) continue
      if (order.level === null) rung.order = null
      else if (this.#isOff(rung, order, centre, half, everything)) {
        floor.cancel(order)
        rung.order = null
      }
    }
    const book = floor.book(asset)
    for (const rung of this.#rungs) {
      if (rung.order !== null || (rung.isBuy ? inventory : -inventory) > INVENTORY_LIMIT) continue
      if (!everything && this.#random.next() > 0.4) continue
      const wanted = this.#price(rung, centre, half)
      const price = rung.isBuy
        ? book.bestAsk < 0
          ? wanted
          : Math.min(wanted, book.bestAsk - 1)
        : Math.max(wanted, book.bestBid + 1)
      if (price > 0) rung.order = floor.place(this.#terms(rung, asset, price))
    }
  }

  /** Renews one quote at random: a new size, perhaps a tick elsewhere. */
  refreshOne(floor: TradingFloor): void {
    const rung = this.#rungs[this.#random.below(this.#rungs.length)]
    if (rung?.order?.level == null) return
    floor.cancel(rung.order)
    rung.order = null
  }

  #isOff(rung: Rung, order: Order, centre: number, half: number, everything: boolean): boolean {
    const wanted = rung.isBuy ? centre - half - rung.distance : centre + half + rung.distance
    const tooKeen = rung.isBuy ? order.price - wanted : wanted - order.price
    // A quote that gives money away goes at once; one that is merely too far out may wait its turn.
    if (tooKeen > rung.tolerance + 1) return true
    return Math.abs(tooKeen) > rung.tolerance && (everything || this.#random.next() < 0.15)
  }

  #price(rung: Rung, centre: number, half: number): number {
    const distance = half + rung.distance + this.#random.between(-0.5, 0.5) * Math.min(4, rung.distance * 0.2)
    return rung.isBuy ? Math.floor(centre - distance) : Math.ceil(centre + distance)
  }

  #terms(rung: Rung, asset: number, price: number) {
    const contracts = Math.max(1, Math.min(250, this.#random.logNormal(rung.size, 0.35)))
    return {
      owner: this.account,
      asset,
      isBuy: rung.isBuy,
      price,
      lots: Math.round(contracts * LOTS_PER_CONTRACT),
      tif: 'ALO',
      reduceOnly: false,
      cloid: null,
    } as const
  }
}
