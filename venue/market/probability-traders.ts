/** Makers and takers of one book with probability prices: binary contracts and outcome shares. */
import type { Order, OrderBook, TimeInForce } from '../engine.ts'
import { CERTAIN, LOTS_PER_SHARE } from '../ledger/index.ts'
import type { Random } from '../random.ts'

/** Interface of a book's traders to the venue. */
export interface ProbabilityFloor {
  readonly book: OrderBook
  /** Lots on which an account gains when the price rises, minus those on which it loses. */
  inventory(account: number): number
  /** Places an order; null when refused. */
  place(owner: number, isBuy: boolean, price: number, lots: number, tif: TimeInForce): Order | null
  cancel(order: Order): void
}

export interface ProbabilityOutlook {
  /** Fair probability, 0 to 1. */
  readonly fair: number
  /** Seconds until the result. */
  readonly secondsLeft: number
}

export interface ProbabilityTradersOptions {
  readonly floor: ProbabilityFloor
  readonly random: Random
  /** Account numbers. */
  readonly makers: readonly number[]
  readonly takers: readonly number[]
  /** Median quote size near the spread, shares. */
  readonly quoteSize: number
  /** Takers per second in calm periods; five times as many in busy ones. */
  readonly arrivals: number
}

const RUNGS = 7
const BUSY_FACTOR = 5
const CALM_SECONDS = 90
const BUSY_SECONDS = 15
/** Inventory, in shares, per tick of skew, and a maker's maximum skew in ticks. */
const SHARES_PER_TICK = 400
const MAX_LEAN = 8
/** Ticks off fair value at which takers hit a quote, and their maximum size in shares. */
const MISPRICED = 14
const PICK_UP = 150
/** Maximum takers per step, so that a long coarse step does not empty the book. */
const MAX_ARRIVALS = 6
/** Maximum seconds of arrivals that a step catches up on. */
const LONGEST_WAIT = 60

interface Rung {
  readonly maker: number
  readonly isBuy: boolean
  /** Distance from the maker's inner edge, in ticks at even odds. */
  readonly distance: number
  readonly size: number
  readonly edge: number
  order: Order | null
}

export class ProbabilityTraders {
  readonly #options: ProbabilityTradersOptions
  readonly #rungs: Rung[] = []
  #busy = false
  #spellEnds = 0
  #nextArrival = 0
  #bias = 0

  constructor(options: ProbabilityTradersOptions) {
    this.#options = options
    const { makers, random, quoteSize } = options
    makers.forEach((maker, place) => {
      const edge = 0.8 + random.between(0, 0.5)
      for (let i = 0; i < RUNGS; i++) {
        const depth = i + place / makers.length
        for (const isBuy of [true, false]) {
          this.#rungs.push({
            maker,
            isBuy,
            distance: 2.6 * depth ** 1.5,
            size: quoteSize * (1 + depth / 2),
            edge,
            order: null,
          })
        }
      }
    })
  }

  /** Builds the book when a market opens; time in seconds. */
  open(outlook: ProbabilityOutlook, seconds: number): void {
    const { random, arrivals } = this.#options
    for (const rung of this.#rungs) rung.order = null
    this.#busy = false
    this.#spellEnds = seconds + random.exponential(CALM_SECONDS)
    this.#nextArrival = seconds + random.exponential(1 / arrivals)
    this.quote(outlook, true)
  }

  /** Cancels all quotes. */
  withdraw(): void {
    for (const rung of this.#rungs) {
      if (rung.order !== null && rung.order.level !== null) this.#options.floor.cancel(rung.order)
      rung.order = null
    }
  }

  /** Moves mispriced quotes. Unless `everything`, quotes that are merely too wide wait their turn, and gaps fill gradually. */
  quote(outlook: ProbabilityOutlook, everything: boolean): void {
    const { floor, random } = this.#options
    const shape = Math.sqrt(Math.max(0, 4 * outlook.fair * (1 - outlook.fair)))
    // Makers widen shortly before the result.
    const half = (2 + 5 * shape) * (1 + 1.5 * Math.max(0, 1 - outlook.secondsLeft / 600))
    const spreadOut = 0.35 + 0.65 * shape
    let maker = -1
    let centre = 0
    for (const rung of this.#rungs) {
      if (rung.maker !== maker) {
        maker = rung.maker
        const lean = floor.inventory(maker) / LOTS_PER_SHARE / SHARES_PER_TICK
        centre = outlook.fair * CERTAIN - Math.max(-MAX_LEAN, Math.min(MAX_LEAN, lean))
      }
      const distance = half * rung.edge + rung.distance * spreadOut
      const wanted = rung.isBuy ? centre - distance : centre + distance
      if (rung.order !== null && rung.order.level === null) rung.order = null
      if (rung.order !== null) {
        const tooKeen = rung.isBuy ? rung.order.price - wanted : wanted - rung.order.price
        const tolerance = 1.2 + rung.distance * 0.08
        const stale = Math.abs(tooKeen) > tolerance && (everything || random.next() < 0.25)
        const refreshed = !everything && random.next() < 0.006
        if (tooKeen <= tolerance + 1 && !stale && !refreshed) continue
        floor.cancel(rung.order)
        rung.order = null
      } else if (!everything && random.next() > 0.5) continue
      rung.order = this.#place(rung, wanted)
    }
  }

  /** Executes every taker due up to `seconds`. */
  take(outlook: ProbabilityOutlook, seconds: number): void {
    const { random, arrivals } = this.#options
    this.#pickUp(outlook)
    let left = MAX_ARRIVALS
    // After a pause, missed trades are not made up for.
    this.#nextArrival = Math.max(this.#nextArrival, seconds - LONGEST_WAIT)
    while (this.#nextArrival <= seconds) {
      if (this.#nextArrival >= this.#spellEnds) {
        this.#busy = !this.#busy
        this.#spellEnds = this.#nextArrival + random.exponential(this.#busy ? BUSY_SECONDS : CALM_SECONDS)
        this.#bias = this.#busy ? random.between(-0.3, 0.3) : 0
      }
      this.#nextArrival += random.exponential(1 / (arrivals * (this.#busy ? BUSY_FACTOR : 1)))
      if (left-- > 0) this.#arrive(outlook)
    }
  }

  #place(rung: Rung, wanted: number): Order | null {
    const { floor, random } = this.#options
    const { bestBid, bestAsk } = floor.book
    const away = random.between(-0.5, 0.5) * Math.min(3, rung.distance * 0.25)
    let price = rung.isBuy ? Math.floor(wanted - away) : Math.ceil(wanted + away)
    if (rung.isBuy && bestAsk >= 0) price = Math.min(price, bestAsk - 1)
    if (!rung.isBuy) price = Math.max(price, bestBid + 1)
    if (price < 1 || price >= CERTAIN) return null
    const shares = Math.max(1, random.logNormal(rung.size, 0.4))
    return floor.place(rung.maker, rung.isBuy, price, Math.round(shares * LOTS_PER_SHARE), 'ALO')
  }

  #arrive(outlook: ProbabilityOutlook): void {
    const { floor, random, takers, quoteSize } = this.#options
    const { bestBid, bestAsk } = floor.book
    if (bestBid < 0 || bestAsk < 0) return
    const held = takers.reduce((sum, taker) => sum + floor.inventory(taker), 0) / LOTS_PER_SHARE
    const towardsFair = Math.max(-0.3, Math.min(0.3, (outlook.fair * CERTAIN - (bestBid + bestAsk) / 2) / 20))
    const towardsFlat = Math.max(-0.3, Math.min(0.3, -held / 3000))
    const isBuy = random.next() < 0.5 + this.#bias + towardsFair + towardsFlat
    const reach = random.below(4)
    const shares = Math.max(0.5, random.logNormal(quoteSize / 4, 1))
    this.#cross(isBuy, isBuy ? bestAsk + reach : bestBid - reach, shares)
  }

  #pickUp(outlook: ProbabilityOutlook): void {
    const { bestBid, bestAsk } = this.#options.floor.book
    const fair = outlook.fair * CERTAIN
    if (bestBid >= fair + MISPRICED) this.#cross(false, Math.ceil(fair + MISPRICED), PICK_UP)
    else if (bestAsk >= 0 && bestAsk <= fair - MISPRICED) this.#cross(true, Math.floor(fair - MISPRICED), PICK_UP)
  }

  #cross(isBuy: boolean, price: number, shares: number): void {
    const { floor, random, takers } = this.#options
    const taker = takers[random.below(takers.length)]
    const limit = Math.max(1, Math.min(CERTAIN - 1, price))
    if (taker !== undefined) floor.place(taker, isBuy, limit, Math.round(shares * LOTS_PER_SHARE), 'IOC')
  }
}
