/** Metadata of the scalar markets: precision of prices and sizes. Without it data is shown unchanged. Read again with every bucket. */
import type { ScalarMarket } from '../../../contract/market.ts'
import type { Cancel, Clock, Millis } from '../../../contract/time.ts'
import type { Log } from '../../log/index.ts'
import { isAbsent, ReadLog, type TradingService } from '../../service/index.ts'

/** The scalar markets as last read. */
export interface ScalarList {
  readonly markets: readonly ScalarMarket[]
  readonly receivedAt: Millis | null
  /** Why the last read failed, in the service's message; null when it succeeded, and where the deployment offers none. */
  readonly error: string | null
}

interface ScalarMarketsOptions {
  readonly service: Pick<TradingService, 'markets'>
  readonly clock: Clock
  readonly log: Log
  /** After every answer. */
  readonly onRead: () => void
}

const RETRY = 2000
/** Interval where the deployment never listed any. */
const ABSENT = 60_000

export class ScalarMarkets {
  readonly #options: ScalarMarketsOptions
  readonly #readLog: ReadLog
  #markets: readonly ScalarMarket[] = []
  #receivedAt: Millis | null = null
  #error: string | null = null
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

  /** The list as last read; `receivedAt` is null before the first answer. */
  get list(): ScalarList {
    return { markets: this.#markets, receivedAt: this.#receivedAt, error: this.#error }
  }

  market(asset: string): ScalarMarket | null {
    return this.#markets.find((market) => market.asset === asset) ?? null
  }

  /** The other asset of the two that take turns, by the markets; null when they do not show it. */
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
          this.#receivedAt = clock.now()
          this.#error = null
          onRead()
        },
        (error: unknown) => {
          this.#reading = false
          this.#readLog.failed(error)
          const isOffered = this.#markets.length > 0 || !isAbsent(error)
          this.#error = isOffered ? (error instanceof Error ? error.message : String(error)) : null
          onRead()
          if (!this.#running) return
          this.#timer = clock.after(isOffered ? RETRY : ABSENT, () => this.read())
        },
      )
  }
}
