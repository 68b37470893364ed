/** The venue's own traders of the scalar markets: makers who quote the book, and takers who trade against it. */

import type { Bucket } from '../buckets.ts'
import type { Order, OrderBook, OrderTerms } from '../engine.ts'
import { LOTS_PER_CONTRACT } from '../ledger/index.ts'
import type { Oracle } from '../oracle.ts'
import { createRandom, type Random } from '../random.ts'

/** Interface of the venue's own traders: the same book and order entry as everyone. */
interface TradingFloor {
  /** The asset trading now, null when none is. */
  live(): number | null
  book(asset: number): OrderBook
  /** Signed position of an account, lots. */
  position(account: number, asset: number): number
  /** Places an order; null when refused. */
  place(terms: OrderTerms): Order | null
  cancel(order: Order): void
}

/** Fair value for makers and takers, in fractional ticks, and the time to settlement. */
interface Outlook {
  readonly fair: number
  /** Seconds to the close of the bucket. */
  readonly secondsLeft: number
}

/** Quotes per side. */
const RUNGS = 7
/** Position in contracts beyond which a maker stops adding to it. */
const INVENTORY_LIMIT = 3000
/** Contracts of inventory per tick of skew, and the maximum skew. */
const CONTRACTS_PER_TICK = 400
const MAX_LEAN = 8

interface Rung {
  readonly isBuy: boolean
  /** Ticks from the inner edge of the maker's spread. */
  readonly distance: number
  /** Median size, contracts. */
  readonly size: number
  /** Ticks the quote may be off before it is moved. */
  readonly tolerance: number
  order: Order | null
}

/** A ladder of quotes on both sides of fair value, skewed against its own inventory. */
class Maker {
  readonly account: number
  readonly #random: Random
  readonly #halfSpread: number
  readonly #rungs: Rung[] = []

  /** @param place index among `makers`: their ladders interlock so that together they fill the book */
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

  /** Forgets quotes that the close has removed from the book. */
  reset(): void {
    for (const rung of this.#rungs) rung.order = null
  }

  /** Cancels all quotes. */
  withdraw(floor: TradingFloor): void {
    for (const rung of this.#rungs) {
      if (rung.order !== null && rung.order.level !== null) floor.cancel(rung.order)
      rung.order = null
    }
  }

  /**
   * Cancels wrong quotes, then fills gaps. With `everything`, all at once; otherwise only quotes that are far off move at once and the rest comes
   * back gradually, as in a real book.
   */
  quote(floor: TradingFloor, asset: number, outlook: Outlook, everything: boolean): void {
    const inventory = floor.position(this.account, asset) / LOTS_PER_CONTRACT
    const lean = Math.max(-MAX_LEAN, Math.min(MAX_LEAN, inventory / CONTRACTS_PER_TICK))
    const centre = outlook.fair - lean
    // Makers widen shortly before the average is calculated.
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

  /** Renews a random quote: a new size, perhaps a tick away. */
  refreshOne(floor: TradingFloor): void {
    const rung = this.#rungs[this.#random.below(this.#rungs.length)]
    if (rung?.order?.level == null) return
    floor.cancel(rung.order)
    rung.order = null
  }

  #isOff(rung: Rung, order: Order, centre: number, half: number, everything: boolean): boolean {
    const wanted = rung.isBuy ? centre - half - rung.distance : centre + half + rung.distance
    const tooKeen = rung.isBuy ? order.price - wanted : wanted - order.price
    // A quote that gives money away is moved at once; one that is merely too wide may wait its turn.
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

/** Arrivals per second and mean length in seconds of calm and busy periods. */
const CALM = { rate: 0.16, lasts: 60 }
const BUSY = { rate: 0.8, lasts: 15 }
/** Ticks off fair value at which the arbitrageur trades, and its maximum size in contracts. */
const MISPRICED = 5
const ARBITRAGE_SIZE = 60

/** Arrivals in calm and busy periods, and an arbitrageur who hits obviously mispriced quotes. */
class Takers {
  readonly #accounts: readonly number[]
  readonly #random: Random
  #spell = CALM
  #spellEnds = 0
  #bias = 0
  #nextArrival = 0

  constructor(accounts: readonly number[], random: Random) {
    this.#accounts = accounts
    this.#random = random
  }

  /** Restarts at a time in seconds, when a market opens. */
  reset(seconds: number): void {
    this.#spell = CALM
    this.#spellEnds = seconds + this.#random.exponential(CALM.lasts)
    this.#nextArrival = seconds + this.#random.exponential(1 / CALM.rate)
  }

  /** Executes everything due up to `seconds`. */
  step(floor: TradingFloor, asset: number, outlook: Outlook, seconds: number): void {
    this.#arbitrage(floor, asset, outlook)
    while (this.#nextArrival <= seconds) {
      if (this.#nextArrival >= this.#spellEnds) {
        this.#spell = this.#spell === CALM ? BUSY : CALM
        this.#spellEnds = this.#nextArrival + this.#random.exponential(this.#spell.lasts)
        this.#bias = this.#spell === BUSY ? this.#random.between(-0.3, 0.3) : 0
      }
      const hurry = 1 + 2 * Math.max(0, 1 - outlook.secondsLeft / 600)
      this.#nextArrival += this.#random.exponential(1 / (this.#spell.rate * hurry))
      this.#trade(floor, asset, outlook)
    }
  }

  #trade(floor: TradingFloor, asset: number, outlook: Outlook): void {
    const book = floor.book(asset)
    if (book.bestBid < 0 || book.bestAsk < 0) return
    const mid = (book.bestBid + book.bestAsk) / 2
    const held = this.#accounts.reduce((sum, account) => sum + floor.position(account, asset), 0) / LOTS_PER_CONTRACT
    const towardsFair = Math.max(-0.25, Math.min(0.25, (outlook.fair - mid) / 20))
    const towardsFlat = Math.max(-0.3, Math.min(0.3, -held / 2000))
    const isBuy = this.#random.next() < 0.5 + this.#bias + towardsFair + towardsFlat
    const reach = 2 + this.#random.below(6)
    const contracts = Math.max(0.05, Math.min(80, this.#random.logNormal(4, 1)))
    this.#take(floor, asset, isBuy, isBuy ? book.bestAsk + reach : book.bestBid - reach, contracts)
  }

  #arbitrage(floor: TradingFloor, asset: number, outlook: Outlook): void {
    const book = floor.book(asset)
    if (book.bestBid >= outlook.fair + MISPRICED) {
      this.#take(floor, asset, false, Math.ceil(outlook.fair + MISPRICED), ARBITRAGE_SIZE)
    } else if (book.bestAsk >= 0 && book.bestAsk <= outlook.fair - MISPRICED) {
      this.#take(floor, asset, true, Math.floor(outlook.fair - MISPRICED), ARBITRAGE_SIZE)
    }
  }

  #take(floor: TradingFloor, asset: number, isBuy: boolean, price: number, contracts: number): void {
    const owner = this.#accounts[this.#random.below(this.#accounts.length)]
    if (owner === undefined || price <= 0) return
    const lots = Math.round(contracts * LOTS_PER_CONTRACT)
    floor.place({ owner, asset, isBuy, price, lots, tif: 'IOC', reduceOnly: false, cloid: null })
  }
}

/** Fraction of the expected move until the close that is priced in, and its maximum in ticks. */
const DAMPING = 0.15

const MAX_DRIFT = 25

/** Numbers of accounts. */
export const MAKERS = 5
export const TAKERS = 4
/** Milliseconds between steps, and between the coarse steps used when much time passes at once. */
export const STEP = 100
export const COARSE_STEP = 1000
/** Probability per step that one random quote is renewed. */
const REFRESH_RATE = 0.6

interface ScalarTradersOptions {
  readonly seed: number | string
  readonly oracle: Oracle
  readonly floor: TradingFloor
  /** Account numbers: the makers', then the takers'. */
  readonly makers: readonly number[]
  readonly takers: readonly number[]
}

export class ScalarTraders {
  readonly #oracle: Oracle
  readonly #floor: TradingFloor
  readonly #makers: readonly Maker[]
  readonly #takers: Takers
  readonly #random: Random
  #outlook: Outlook & { second: number } = { fair: 0, secondsLeft: 0, second: -1 }

  constructor({ seed, oracle, floor, makers, takers }: ScalarTradersOptions) {
    this.#oracle = oracle
    this.#floor = floor
    this.#makers = makers.map((account, i) => new Maker(account, createRandom(seed, `maker/${i}`), i, makers.length))
    this.#takers = new Takers(takers, createRandom(seed, 'takers'))
    this.#random = createRandom(seed, 'desk')
  }

  /** Builds the whole book when a market opens. */
  open(bucket: Bucket, time: number): void {
    for (const maker of this.#makers) maker.reset()
    this.#takers.reset(time / 1000)
    this.rebuild(bucket, time)
  }

  /** Withdraws all quotes until the next step. */
  withdraw(): void {
    for (const maker of this.#makers) maker.withdraw(this.#floor)
  }

  /** Moves every quote to its price at once. */
  rebuild(bucket: Bucket, time: number): void {
    this.#outlook = { fair: 0, secondsLeft: 0, second: -1 }
    const outlook = this.#outlookAt(bucket, time)
    for (const maker of this.#makers) maker.quote(this.#floor, bucket.asset, outlook, true)
  }

  /**
   * One step at `time`. A coarse step combines many: all quotes, then all arrivals since the last.
   * @param takersToo false while the market accepts only reducing orders: makers keep quoting so that positions can be closed
   */
  step(bucket: Bucket, time: number, coarse: boolean, takersToo: boolean): void {
    const outlook = this.#outlookAt(bucket, time)
    if (!coarse && this.#random.next() < REFRESH_RATE) {
      this.#makers[this.#random.below(this.#makers.length)]?.refreshOne(this.#floor)
    }
    for (const maker of this.#makers) maker.quote(this.#floor, bucket.asset, outlook, coarse)
    if (takersToo) this.#takers.step(this.#floor, bucket.asset, outlook, time / 1000)
  }

  #outlookAt(bucket: Bucket, time: number): Outlook {
    const second = Math.floor(time / 1000)
    if (this.#outlook.second !== second) this.#outlook = { ...outlookAt(this.#oracle, bucket, second), second }
    return this.#outlook
  }
}

/**
 * The mark plus a damped part of the move that the daily pattern implies until the close; once the averaging window has started, the average of the
 * readings so far and the current mark for the rest.
 */
function outlookAt(oracle: Oracle, bucket: Bucket, second: number): Outlook {
  const end = bucket.end / 1000
  const finalFrom = bucket.finalFrom / 1000
  const mark = oracle.markTicks(second)
  if (second >= finalFrom) {
    let sum = mark * (end - second)
    for (let s = finalFrom; s < second; s++) sum += oracle.markTicks(s)
    return { fair: sum / (end - finalFrom), secondsLeft: end - second }
  }
  const expectedMove = (oracle.expected(finalFrom) - oracle.expected(second)) * 100
  const drift = Math.max(-MAX_DRIFT, Math.min(MAX_DRIFT, expectedMove * DAMPING))
  return { fair: mark + drift, secondsLeft: end - second }
}
