/** Metadata of the scalar markets: precision of prices and sizes. Without it data is shown as it comes. Read again with every bucket. */
import type { ScalarMarket } from '../../../contract/market.ts'
import type { Cancel, Clock } from '../../../contract/time.ts'
import type { Log } from '../../log/index.ts'
import { isAbsent, ReadLog, type TradingService } from '../../service/index.ts'

interface ScalarMarketsOptions {
  readonly service: Pick<TradingService, 'markets'>
  readonly clock: Clock
  readonly log: Log
  /** After every answer. */
  readonly onRead: () => void
}

const RETRY = 2000
/** Where the deployment never told of any. */
const ABSENT = 60_000

export class ScalarMarkets {
  readonly #options: ScalarMarketsOptions
  readonly #readLog: ReadLog
  #markets: readonly ScalarMarket[] = []
  #timer: Cancel | null = null
  #reading = false
  #running = false

  constructor(options: ScalarMarketsOptions) {
    this.#options = options
    this.#readLog = new ReadLog(options.log, 'the scalar markets')
  }

  get all(): readonly ScalarMarket[] {
    return this.#markets
  }

  market(asset: string): ScalarMarket | null {
    return this.#markets.find((market) => market.asset === asset) ?? null
  }

  /** The other asset of the two that take turns, as far as the markets tell; null when they do not. */
  partnerOf(asset: string): string | null {
    const others = this.#markets.filter((market) => market.asset !== asset)
    return others.length === 1 ? (others[0]?.asset ?? null) : null
  }

  start(): void {
    this.#running = true
    this.read()
  }

  stop(): void {
    this.#running = false
    this.#timer?.()
  }

  read(): void {
    if (this.#reading) return
    this.#reading = true
    this.#timer?.()
    const { service, clock, onRead } = this.#options
    Promise.resolve()
      .then(() => service.markets())
      .then(
        (markets) => {
          this.#reading = false
          this.#readLog.worked()
          this.#markets = markets
          onRead()
        },
        (error: unknown) => {
          this.#reading = false
          this.#readLog.failed(error)
          if (!this.#running) return
          const isOffered = this.#markets.length > 0 || !isAbsent(error)
          this.#timer = clock.after(isOffered ? RETRY : ABSENT, () => this.read())
        },
      )
  }
}
