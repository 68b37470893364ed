/** All of the venue's own traders and their rhythm. */
import type { Bucket } from '../buckets/index.ts'
import type { Oracle } from '../oracle/index.ts'
import { createRandom, type Random } from '../random/index.ts'
import type { Outlook, TradingFloor } from './floor.ts'
import { Maker } from './maker.ts'
import { Takers } from './takers.ts'

/** How much of the expected move until the close is priced in, and at most how many ticks. */
const DAMPING = 0.15

const MOST_DRIFT = 25

export const MAKERS = 5
export const TAKERS = 4
/** Milliseconds between steps; when much time passes at once, between coarse steps. */
export const STEP = 100
export const COARSE_STEP = 1000
/** Quotes renewed at random, per step. */
const REFRESH_RATE = 0.6

export interface ScalarTradersOptions {
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

  /** A market has opened: the whole book is built at once. */
  open(bucket: Bucket, time: number): void {
    for (const maker of this.#makers) maker.reset()
    this.#takers.reset(time / 1000)
    this.rebuild(bucket, time)
  }

  /** Leaves the book to others until the next step. */
  withdraw(): void {
    for (const maker of this.#makers) maker.withdraw(this.#floor)
  }

  /** Every quote where it belongs, now. */
  rebuild(bucket: Bucket, time: number): void {
    this.#outlook = { fair: 0, secondsLeft: 0, second: -1 }
    const outlook = this.#outlookAt(bucket, time)
    for (const maker of this.#makers) maker.quote(this.#floor, bucket.asset, outlook, true)
  }

  /**
   * One step at `time`. A coarse step does in one go what many steps would: all quotes, then all arrivals since the last.
   * @param takersToo false while the market takes only reducing orders: makers go on quoting so that positions can be closed
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
 * The mark plus a damped part of the move that the time of day suggests until the close; once the averaging window runs, the average of
 * the readings so far and the present mark for those to come.
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
  const drift = Math.max(-MOST_DRIFT, Math.min(MOST_DRIFT, expectedMove * DAMPING))
  return { fair: mark + drift, secondsLeft: end - second }
}
