/** Market facts of feed and identity, in the catalogue's form. */
import type { BinaryView } from '../../contract/binary.ts'
import { Listeners } from '../../contract/listeners.ts'
import type { BucketView, MarketStatus } from '../../contract/market.ts'
import type { Family } from '../../contract/market-ref.ts'
import type { OutcomesView } from '../../contract/outcome.ts'
import type { SessionView } from '../../contract/session.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import type { Topic } from '../../contract/topics.ts'
import type { Feed, ScalarList } from '../feed/index.ts'

/** The current market facts in main. */
export interface MarketFacts {
  readonly features: Pick<SessionView['features'], 'scalar' | 'binary' | 'outcomes'>
  readonly scalar: ScalarList
  /** Null before it was read. */
  readonly bucket: BucketView | null
  readonly binary: BinaryView
  readonly outcomes: OutcomesView
}

/** What the catalogue of instruments needs from the rest of main. */
export type FactsSource = ReturnType<typeof createFacts>

interface FactsOptions {
  readonly feed: Pick<
    Feed,
    'markets' | 'bucket' | 'binaryView' | 'outcomesView' | 'scalarList' | 'onScalarRead' | 'status' | 'clockOffset'
  >
  readonly identity: {
    view(): { readonly features: SessionView['features'] }
    onChange(listener: () => void): Cancel
  }
  readonly clock: Pick<Clock, 'now'>
}

/** The topic that keeps the reads of a family at the pace for watchers; null where they always have it. */
const READ_TOPICS: { readonly [F in Family]: Topic | null } = {
  scalar: null,
  binary: { kind: 'binary' },
  outcome: { kind: 'outcomes' },
}

export function createFacts({ feed, identity, clock }: FactsOptions) {
  const { markets } = feed
  const listeners = new Listeners<[family: Family]>()
  const statuses = new Map<string, MarketStatus | null>()
  let bucket = bucketText(feed.bucket())

  /** The estimate of a settlement changes with every mark; the inputs of an instrument do not. */
  function onBucket(): void {
    const text = bucketText(feed.bucket())
    if (text === bucket) return
    bucket = text
    listeners.notify('scalar')
  }

  function onTicker(asset: string | null): void {
    if (asset === null || !feed.scalarList().markets.some((market) => market.asset === asset)) return
    const status = feed.status(asset)
    if (statuses.get(asset) === status) return
    statuses.set(asset, status)
    listeners.notify('scalar')
  }

  markets.onChange(({ kind, asset }) => {
    if (kind === 'ticker') onTicker(asset)
    if (kind === 'bucket') onBucket()
    if (kind === 'binary') listeners.notify('binary')
    if (kind === 'outcomes') listeners.notify('outcome')
  })
  feed.onScalarRead(() => listeners.notify('scalar'))
  let features = JSON.stringify(identity.view().features)
  identity.onChange(() => {
    const now = JSON.stringify(identity.view().features)
    if (now === features) return
    features = now
    for (const family of ['scalar', 'outcome'] as const) listeners.notify(family)
  })

  return {
    now: (): MarketFacts => ({
      features: identity.view().features,
      scalar: feed.scalarList(),
      bucket: feed.bucket(),
      binary: feed.binaryView(),
      outcomes: feed.outcomesView(),
    }),
    /** The status that an asset's ticker shows; null without one. */
    status: feed.status,
    /** The service's time. */
    serverNow: (): number => clock.now() + feed.clockOffset(),
    /** Fires when facts of a family may have changed. */
    onChange: listeners.on,
    /** Keeps the reads of a family at the pace for watchers, until the returned function is called. */
    watch(family: Family): Cancel {
      const topic = READ_TOPICS[family]
      if (topic === null) return () => {}
      markets.watched?.(topic)
      return () => markets.unwatched?.(topic)
    },
  }
}

const bucketText = (view: BucketView | null): string =>
  JSON.stringify(view === null ? null : [view.current, view.next, view.phase, view.stale])
