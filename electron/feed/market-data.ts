/** The markets of all three families in main, and which of them it needs itself. Each topic's own rules are in the parts. */
import { Listeners } from '../../contract/listeners.ts'
import type { Bucket } from '../../contract/market.ts'
import { isCoin } from '../../contract/outcome.ts'
import type { PayloadOf, Topic } from '../../contract/topics.ts'
import type { TradingService } from '../service/index.ts'
import type { TopicChange, TopicSource } from '../topics/index.ts'
import {
  AssetData,
  type AssetDataOptions,
  AssetFacts,
  AssetHolds,
  type AssetTopic,
  type Families,
} from './assets/index.ts'
import { BadData, type ContextPatch } from './decode/index.ts'
import {
  BinaryWatch,
  ClockOffset,
  type CollateralKnown,
  LiveBucket,
  OutcomeWatch,
  ScalarMarkets,
} from './markets/index.ts'

export type FeedService = Pick<
  TradingService,
  'bucket' | 'markets' | 'ticker' | 'book' | 'candles' | 'binaryMarkets' | 'binaryStatus' | 'binaryBucket' | 'outcomes'
>

export interface MarketDataOptions
  extends Pick<AssetDataOptions, 'clock' | 'log' | 'subscriptions' | 'connectionStale' | 'onTrade' | 'onFrozen'> {
  readonly service: FeedService
  /** Called often: at each message. */
  readonly families: () => Families
  readonly collateral: CollateralKnown
  /** The live bucket changed; null without one. */
  readonly onBucketChange?: (current: Bucket | null) => void
}

const isOfAsset = (topic: Topic): topic is AssetTopic =>
  topic.kind === 'ticker' || topic.kind === 'trades' || topic.kind === 'book'

const BUCKET: TopicChange = { kind: 'bucket', asset: null }
const SETTLEMENTS: TopicChange = { kind: 'settlements', asset: null }
const BINARY: TopicChange = { kind: 'binary', asset: null }
const OUTCOMES: TopicChange = { kind: 'outcomes', asset: null }
const COLLATERAL: TopicChange = { kind: 'outcome_collateral', asset: null }

export class MarketData implements TopicSource {
  readonly kinds = [
    'bucket',
    'settlements',
    'binary',
    'outcomes',
    'outcome_collateral',
    'ticker',
    'trades',
    'book',
  ] as const
  readonly badData: BadData
  /** Data of the socket goes here. */
  readonly assets: AssetData
  readonly #listeners = new Listeners<[change: TopicChange]>()
  readonly onChange = this.#listeners.on
  readonly #scalarListeners = new Listeners()
  /** Fires when the list of scalar markets was read, or could not be. */
  readonly onScalarRead = this.#scalarListeners.on
  readonly offset = new ClockOffset()
  readonly #live: LiveBucket
  readonly scalar: ScalarMarkets
  readonly binary: BinaryWatch
  readonly outcomes: OutcomeWatch
  readonly #facts: AssetFacts
  readonly #holds: AssetHolds
  readonly #families: () => Families
  #liveBinary: string | null = null

  constructor(options: MarketDataOptions) {
    const { log, families, onBucketChange } = options
    const parts = { ...options, offset: this.offset }
    this.#families = families
    this.badData = new BadData(log)
    this.scalar = new ScalarMarkets({
      ...options,
      onRead: () => {
        this.assets.termsChanged()
        this.#scalarListeners.notify()
      },
    })
    this.binary = new BinaryWatch({ ...parts, on: () => families().binary, onChange: () => this.#onBinary() })
    this.outcomes = new OutcomeWatch({
      ...parts,
      on: () => families().outcomes,
      onChange: () => {
        this.assets.termsChanged()
        this.#changed(OUTCOMES)
        this.#changed(COLLATERAL)
      },
    })
    this.#live = new LiveBucket({
      ...parts,
      pxPlaces: (asset) => this.assets.pxPlaces(asset),
      partnerOf: (asset) => this.scalar.partnerOf(asset),
      onChange: () => this.#changed(BUCKET),
      onSettlements: () => this.#changed(SETTLEMENTS),
      onNeeded: (assets) => this.assets.need('bucket', assets),
      onLive: (current) => {
        this.assets.termsChanged()
        this.assets.liveChanged()
        this.scalar.read()
        onBucketChange?.(current)
      },
    })
    this.#facts = new AssetFacts({
      families,
      scalar: this.scalar,
      bucket: this.#live,
      binary: this.binary,
      outcomes: this.outcomes,
    })
    this.assets = new AssetData({
      ...options,
      badData: this.badData,
      serverNow: () => (this.offset.offset === null ? null : options.clock.now() + this.offset.offset),
      facts: this.#facts,
      onContext: (patch, statusMoved) => this.#onContext(patch, statusMoved),
      onChange: (change) => this.#changed(change),
    })
    this.#holds = new AssetHolds((asset, kind) => this.assets.hold(asset, kind))
  }

  start(): void {
    this.#live.start()
    this.scalar.start()
    this.binary.start()
    this.outcomes.start()
    this.tick()
  }

  /** Stops reading; `start` continues. */
  stop(): void {
    this.#live.stop()
    this.scalar.stop()
    this.binary.stop()
    this.outcomes.stop()
    this.assets.stop()
  }

  /** Whether two answers some seconds apart agree; where no read of a deployment has a time, the machine's is all there is. */
  get isClockConfirmed(): boolean {
    const { scalar, binary, outcomes } = this.#families()
    return this.offset.isConfirmed || (outcomes && !scalar && !binary && this.offset.known === null)
  }

  /** The service answered 404, 409 or 423: the state of the markets is read again at once. */
  refresh(): void {
    this.#live.refresh()
    this.binary.refresh()
    this.outcomes.refresh()
  }

  // Topics

  view<T extends Topic>(topic: T): PayloadOf<T> | undefined
  view(topic: Topic): PayloadOf<Topic> | undefined {
    switch (topic.kind) {
      case 'bucket':
        return this.#live.view()
      case 'settlements':
        return this.#live.settlements
      case 'binary':
        return this.binary.view()
      case 'outcomes':
        return this.outcomes.view()
      case 'outcome_collateral':
        return this.outcomes.collateral
      case 'ticker':
      case 'trades':
      case 'book':
        return this.assets.view(topic)
      default:
        return undefined
    }
  }

  watched(topic: Topic): void {
    if (topic.kind === 'binary') this.binary.watched()
    if (topic.kind === 'outcomes') this.outcomes.watched()
    if (isOfAsset(topic)) this.#holds.watched(topic)
  }

  unwatched(topic: Topic): void {
    if (topic.kind === 'binary') this.binary.unwatched()
    if (topic.kind === 'outcomes') this.outcomes.unwatched()
    if (isOfAsset(topic)) this.#holds.unwatched(topic)
  }

  /** A connection opened: the service is back, or was never gone. */
  opened(): void {
    this.badData.restart()
    this.assets.opened()
    this.#live.restart()
    this.binary.restart()
    this.outcomes.restart()
  }

  /** The connection closed: the next data starts from scratch. */
  closed(): void {
    this.assets.closed()
    this.#live.tick()
  }

  /** Reports what became stale, or entered another phase, without any message; called a few times a second. */
  tick(): void {
    this.assets.tick()
    this.#live.tick()
    this.binary.tick()
    this.outcomes.tick()
  }

  #onContext(patch: ContextPatch, statusMoved: boolean): void {
    const { asset, mark, delisted } = patch
    if (isCoin(asset)) return
    if (this.binary.market(asset) !== null) {
      if (statusMoved || delisted === (asset === this.#liveBinary)) this.binary.hint()
      return
    }
    if (this.#live.asset === asset && mark !== undefined && mark !== null) this.#live.marked(mark)
    this.#live.heed(patch, statusMoved)
  }

  #onBinary(): void {
    this.assets.termsChanged()
    if (this.binary.asset !== this.#liveBinary) {
      this.#liveBinary = this.binary.asset
      this.assets.liveChanged()
    }
    this.assets.need('pulse', this.#facts.pulse())
    this.#changed(BINARY)
  }

  #changed(change: TopicChange): void {
    this.#listeners.notify(change)
  }
}
