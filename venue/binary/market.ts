/** The binary markets over time: buckets, phases, the mark, settlement, liquidation and the venue's own traders. */
import { type Bucket, type BucketRules, bucketAt } from '../buckets.ts'
import { CERTAIN, type LedgerAccount } from '../ledger/index.ts'
import {
  type AssetStatus,
  Changes,
  type FamilyHost,
  type ForcedStatus,
  type ProbabilityOutlook,
  ProbabilityTraders,
  VenueError,
} from '../market/index.ts'
import { createRandom } from '../random.ts'
import { type BinaryPhase, entryCutoff, fairUp, midpointHalfTicks, phaseAt } from './bucket.ts'
import { BinaryExchange } from './exchange.ts'
import type { BinaryEvent } from './interface.ts'

/** The assets alternate like the scalar ones. */
export const BINARY_ASSETS: readonly string[] = ['GBETA', 'GBETB']
/** Number of the first binary asset in order actions, after the scalar assets. */
export const FIRST_BINARY_ID = 2
const MAKERS = 3
const TAKERS = 2
/** Micro-USDC. */
const TRADER_DEPOSIT = 1_000_000_000_000_000n
/** Milliseconds between quote updates, and between the coarse ones used when much time passes at once. */
const STEP = 500
const COARSE_STEP = 2000
/** Size limit of each cache below. */
const MAX_REMEMBERED = 600

export class BinaryMarket {
  readonly rules: BucketRules
  readonly exchange: BinaryExchange
  readonly changes: Changes<BinaryEvent>
  readonly host: FamilyHost
  /** The bucket that is trading, or will trade next. */
  bucket: Bucket
  /** Fair probability of UP at the current second. */
  fair = 0.5
  readonly #traders: readonly ProbabilityTraders[]
  readonly #forced: ForcedStatus[] = BINARY_ASSETS.map(() => null)
  readonly #versions: number[] = BINARY_ASSETS.map(() => 1)
  readonly #midpoints = new Map<number, number>()
  readonly #finals = new Map<number, number>()
  #phase: BinaryPhase

  constructor(host: FamilyHost, scalarRules: BucketRules, traders: boolean) {
    this.host = host
    this.rules = { ...scalarRules, assets: BINARY_ASSETS }
    this.changes = new Changes((error) => host.listenerFailed(error))
    this.exchange = new BinaryExchange(host, BINARY_ASSETS, this.changes)
    this.#traders = traders ? this.#hire() : []
    this.#phase = phaseAt(this.rules, host.now()).phase
    this.bucket = bucketAt(this.rules, host.now())
    this.read()
    if (this.#phase === 'TRADING' || this.#phase === 'RAMP') this.#openTraders()
  }

  /** @throws VenueError `unknown_asset` */
  number(asset: string): number {
    const number = BINARY_ASSETS.indexOf(asset)
    if (number < 0) {
      throw new VenueError(404, 'unknown_asset', `There is no binary asset ${JSON.stringify(asset)}.`, 'asset')
    }
    return number
  }

  name(asset: number): string {
    return BINARY_ASSETS[asset] ?? ''
  }

  version(asset: number): number {
    return this.#versions[asset] ?? 0
  }

  get phase(): BinaryPhase {
    return this.#phase
  }

  get cutoff(): number {
    return entryCutoff(this.rules, this.bucket)
  }

  forced(asset: number): ForcedStatus {
    return this.#forced[asset] ?? null
  }

  /** Runs every whole second. When much time passes at once, the mark is read only every other second, and at each phase. */
  onSecond(coarse: boolean): void {
    const now = this.host.now()
    if (now >= this.bucket.end) this.#close()
    const { phase } = phaseAt(this.rules, now)
    const changed = phase !== this.#phase
    this.#phase = phase
    if (changed || !coarse || now % COARSE_STEP === 0) this.read()
    if (!changed) return
    this.#changed(this.bucket.asset)
    if (phase === 'TRADING') this.#openTraders()
  }

  /** Lets the traders act when due. */
  step(coarse: boolean): void {
    const now = this.host.now()
    const traders = this.#traders[this.bucket.asset]
    if (traders === undefined || !this.trades(this.bucket.asset)) return
    if (now % (coarse ? COARSE_STEP : STEP) === 0) traders.quote(this.#outlook(), coarse)
    if (this.#phase === 'TRADING' && this.forced(this.bucket.asset) === null) traders.take(this.#outlook(), now / 1000)
  }

  /** Updates the fair price from the oracle, and liquidates positions whose liquidation price it reaches. */
  read(): void {
    const second = Math.floor(this.host.now() / 1000)
    this.fair = fairUp(
      this.host.oracle,
      this.bucket,
      this.midpoint(this.bucket),
      Math.max(second, this.bucket.start / 1000),
    )
    for (const name of BINARY_ASSETS) this.changes.once(`context ${name}`, { kind: 'context', asset: name })
    if (this.trades(this.bucket.asset)) this.exchange.liquidate(this.bucket.asset, this.mark)
  }

  /** The mark in ticks of 0.001. */
  get mark(): number {
    return Math.round(this.fair * CERTAIN)
  }

  /** The fair price of an asset: that of its bucket, even odds while it waits. */
  markOf(asset: number): number {
    return this.bucket.asset === asset ? this.mark : CERTAIN / 2
  }

  /** Whether an asset trades now, even if only for closes. */
  trades(asset: number): boolean {
    const forced = this.forced(asset)
    const open = this.bucket.asset === asset && (this.#phase === 'TRADING' || this.#phase === 'RAMP')
    return open && (forced === null || forced === 'close_only')
  }

  status(asset: number): AssetStatus {
    const forced = this.forced(asset)
    if (forced !== null) return forced
    const { bucket } = phaseAt(this.rules, this.host.now())
    if (bucket.asset !== asset) return 'waiting'
    if (this.#phase === 'SETTLED') return 'settled'
    if (this.#phase === 'STAGING') return 'waiting'
    return this.#phase === 'RAMP' || this.host.now() >= this.cutoff ? 'close_only' : 'active'
  }

  force(asset: number, status: ForcedStatus): void {
    this.#forced[asset] = status
    this.#changed(asset)
    if (status === 'settled') this.exchange.expireAll(asset)
  }

  /** In half ticks of the mark. */
  midpoint(bucket: Bucket): number {
    return remembered(this.#midpoints, bucket.end, () => midpointHalfTicks(this.host.oracle, bucket))
  }

  /** The settlement mark of a finished bucket, ticks of 0.01. */
  finalMark(bucket: Bucket): number {
    const second = bucket.end / 1000
    return remembered(this.#finals, bucket.end, () => this.host.oracle.averageTicks(second, this.rules.finalSeconds))
  }

  endsAbove(bucket: Bucket): boolean {
    return 2 * this.finalMark(bucket) > this.midpoint(bucket)
  }

  /** Accounts were restored, possibly with a different past of the oracle. */
  restored(): void {
    this.#midpoints.clear()
    this.#finals.clear()
    this.read()
    if (this.trades(this.bucket.asset)) this.#traders[this.bucket.asset]?.quote(this.#outlook(), true)
  }

  #close(): void {
    const { asset } = this.bucket
    this.exchange.expireAll(asset)
    this.exchange.settle(asset, this.endsAbove(this.bucket))
    this.#changed(asset)
    this.bucket = bucketAt(this.rules, this.host.now())
  }

  #openTraders(): void {
    if (this.trades(this.bucket.asset)) {
      this.#traders[this.bucket.asset]?.open(this.#outlook(), this.host.now() / 1000)
    }
  }

  #outlook(): ProbabilityOutlook {
    return { fair: this.fair, secondsLeft: (this.bucket.end - this.host.now()) / 1000 }
  }

  #changed(asset: number): void {
    this.#versions[asset] = this.version(asset) + 1
    this.changes.once('bucket', { kind: 'bucket' })
    this.changes.once(`context ${this.name(asset)}`, { kind: 'context', asset: this.name(asset) })
  }

  #hire(): ProbabilityTraders[] {
    const { ledger, seed } = this.host
    const hire = (name: string): number => {
      const account: LedgerAccount = ledger.open(name, true)
      ledger.deposit(account, TRADER_DEPOSIT, 0n)
      return account.id
    }
    const makers = Array.from({ length: MAKERS }, (_, i) => hire(`binary maker ${i + 1}`))
    const takers = Array.from({ length: TAKERS }, (_, i) => hire(`binary taker ${i + 1}`))
    return BINARY_ASSETS.map((name, asset) => {
      const { exchange } = this
      const floor = {
        book: exchange.book(asset),
        inventory: (account: number) => exchange.positions.lots(ledger.byId(account), asset),
        place: (owner: number, isBuy: boolean, price: number, lots: number, tif: 'GTC' | 'IOC' | 'ALO') =>
          exchange.place({ owner, asset, isBuy, price, lots, tif, reduceOnly: false, cloid: null }).order,
        cancel: (order: Parameters<BinaryExchange['withdraw']>[0]) => exchange.withdraw(order, 'cancelled'),
      }
      const random = createRandom(seed, `binary/${name}`)
      return new ProbabilityTraders({ floor, random, makers, takers, quoteSize: 60, arrivals: 0.12 })
    })
  }
}

/** A bounded cache of `make` by key: the oldest entry is dropped first. */
function remembered(map: Map<number, number>, key: number, make: () => number): number {
  let value = map.get(key)
  if (value === undefined) {
    value = make()
    if (map.size >= MAX_REMEMBERED) map.delete(map.keys().next().value ?? 0)
    map.set(key, value)
  }
  return value
}
