/** The live asset, its phase, and what each status permits. */
import { type Bucket, type BucketRules, bucketAfter, bucketAt } from '../buckets.ts'
import { type AssetStatus, type BucketInfo, type ForcedStatus, VenueError } from '../market/index.ts'

export class MarketState {
  readonly rules: BucketRules
  /** The current bucket. */
  bucket: Bucket
  /** The asset that trades, null while the last bucket settles. */
  live: number | null
  readonly #forced: ForcedStatus[]
  readonly #versions: number[]

  constructor(rules: BucketRules, time: number) {
    this.rules = rules
    this.bucket = bucketAt(rules, time)
    this.live = time >= this.bucket.opens ? this.bucket.asset : null
    this.#forced = rules.assets.map(() => null)
    this.#versions = rules.assets.map(() => 1)
  }

  name(asset: number): string {
    return this.rules.assets[asset] ?? ''
  }

  /** @throws VenueError `unknown_asset` */
  number(asset: string): number {
    const number = this.rules.assets.indexOf(asset)
    if (number < 0) throw new VenueError(404, 'unknown_asset', `There is no asset ${JSON.stringify(asset)}.`, 'asset')
    return number
  }

  version(asset: number): number {
    return this.#versions[asset] ?? 0
  }

  /** Ends the current bucket and starts the next; no asset is live until `open`. */
  close(): void {
    this.#changed(this.bucket.asset)
    this.bucket = bucketAfter(this.rules, this.bucket)
    this.live = null
  }

  open(): void {
    this.live = this.bucket.asset
    this.#changed(this.live)
  }

  force(asset: number, status: ForcedStatus): void {
    this.#forced[asset] = status
    this.#changed(asset)
  }

  status(asset: number): AssetStatus {
    const forced = this.#forced[asset]
    if (forced) return forced
    if (this.live === asset) return 'active'
    const settling = this.live === null && bucketAt(this.rules, this.bucket.start - 1).asset === asset
    return settling ? 'settling' : 'waiting'
  }

  /** Whether the asset is live and trades, even if only to reduce. */
  trades(asset: number): boolean {
    const status = this.#forced[asset]
    return this.live === asset && (!status || status === 'close_only')
  }

  /** Why the market does not accept such an order now, or null. */
  refusal(asset: number, reduceOnly: boolean): VenueError | null {
    const name = this.name(asset)
    switch (this.#forced[asset] ?? null) {
      case 'paused':
        return new VenueError(423, 'market_closed', `${name} is paused: it takes no orders for now.`, 'asset')
      case 'settled':
        return new VenueError(409, 'market_closed', `${name} has settled and takes no orders.`, 'asset')
      case 'unavailable':
        return new VenueError(409, 'market_closed', `${name} is unavailable and takes no orders.`, 'asset')
      case 'close_only':
        if (!reduceOnly && this.live === asset) {
          return new VenueError(
            409,
            'market_closed',
            `${name} is close-only: it accepts only reduce-only orders.`,
            'reduce_only',
          )
        }
    }
    if (this.live === asset) return null
    if (this.live !== null) {
      const detail = `${name} is waiting; ${this.name(this.live)} is the live asset until ${clock(this.bucket.end)}.`
      return new VenueError(409, 'market_closed', detail, 'asset')
    }
    const detail = `The last bucket is settling; ${this.name(this.bucket.asset)} opens at ${clock(this.bucket.opens)}.`
    return new VenueError(409, 'market_closed', detail, 'asset')
  }

  /** The answer of `GET /v1/bucket` at a time. */
  infos(time: number): { current: BucketInfo | null; next: BucketInfo } {
    if (this.live === null) return { current: null, next: this.#info(this.bucket, 'waiting') }
    const phase = time >= this.bucket.finalFrom ? 'final_window' : 'trading'
    return {
      current: this.#info(this.bucket, phase),
      next: this.#info(bucketAfter(this.rules, this.bucket), 'waiting'),
    }
  }

  #info(bucket: Bucket, phase: BucketInfo['phase']): BucketInfo {
    return { asset: this.name(bucket.asset), start: bucket.start, end: bucket.end, phase }
  }

  #changed(asset: number): void {
    this.#versions[asset] = (this.#versions[asset] ?? 0) + 1
  }
}

/** `14:00:05 UTC` */
const clock = (time: number): string => `${new Date(time).toISOString().slice(11, 19)} UTC`
