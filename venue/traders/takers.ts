/** Those who take liquidity: arrivals in calm and busy spells, and an arbitrageur who picks up what is plainly mispriced. */
import { LOTS_PER_CONTRACT } from '../ledger/index.ts'
import type { Random } from '../random/index.ts'
import type { Outlook, TradingFloor } from './floor.ts'

/** Arrivals a second and mean length in seconds of the two spells. */
const CALM = { rate: 0.16, lasts: 60 }
const BUSY = { rate: 0.8, lasts: 15 }
/** Ticks off fair value at which the arbitrageur trades, and the most contracts at once. */
const MISPRICED = 5
const ARBITRAGE_SIZE = 60

export class Takers {
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

  /** Starts afresh at a time in seconds: a market has opened. */
  reset(seconds: number): void {
    this.#spell = CALM
    this.#spellEnds = seconds + this.#random.exponential(CALM.lasts)
    this.#nextArrival = seconds + this.#random.exponential(1 / CALM.rate)
  }

  /** Everything that is due up to `seconds`. */
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
