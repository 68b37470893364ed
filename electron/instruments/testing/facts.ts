/** Market facts that a test sets. */
import type { BinaryMarket, BinaryStatus } from '../../../contract/binary.ts'
import { Listeners } from '../../../contract/listeners.ts'
import type { Bucket, BucketView, MarketStatus, ScalarMarket } from '../../../contract/market.ts'
import type { Family } from '../../../contract/market-ref.ts'
import type { OutcomeMarket } from '../../../contract/outcome.ts'
import { createFakeClock } from '../../../contract/testing/fake-clock.ts'
import { millis } from '../../../contract/time.ts'
import type { Topic } from '../../../contract/topics.ts'
import type { FactsSource, MarketFacts } from '../facts.ts'
import { createInstruments } from '../instruments.ts'

export const NOW = 1_700_006_400_000
export const HOUR = 3_600_000
const at = millis(NOW)

export const bucket = (asset: string, start = NOW - HOUR): Bucket => ({
  asset,
  start: millis(start),
  end: millis(start + 2 * HOUR),
  phaseText: null,
})

export const scalar = (asset: string, more: Partial<ScalarMarket> = {}): ScalarMarket => ({
  asset,
  assetId: 0,
  ordinal: 0,
  status: 'active',
  statusText: 'active',
  sizeDecimals: 2,
  tickSize: '0.01' as ScalarMarket['tickSize'],
  maxLeverage: 10,
  station: 'KNYC',
  ...more,
})

export const binary = (asset: string, more: Partial<BinaryMarket> = {}): BinaryMarket => ({
  asset,
  assetId: 2,
  status: 'active',
  statusText: 'active',
  midpoint: '554.105' as BinaryMarket['midpoint'],
  sizeDecimals: 2,
  tickSize: '0.001' as BinaryMarket['tickSize'],
  ...more,
})

export const outcome = (outcomeId: number, more: Partial<OutcomeMarket> = {}): OutcomeMarket => ({
  outcomeId,
  name: 'Above 54.1 °F' as never,
  sides: [
    { index: 0, name: 'Yes' as never, coin: `#${outcomeId}0` },
    { index: 1, name: 'No' as never, coin: `#${outcomeId}1` },
  ],
  questions: [
    { id: 7, title: 'New York at noon' as never, rules: null, exclusive: false, outcomes: [outcomeId], several: true },
  ],
  expiry: millis(NOW + HOUR),
  expired: false,
  settling: false,
  winner: null,
  sizeDecimals: 2,
  tickSize: '0.001' as OutcomeMarket['tickSize'],
  ...more,
})

export const bucketView = (more: Partial<BucketView> = {}): BucketView => ({
  current: bucket('NYCTMP1'),
  next: bucket('NYCTMP2', NOW + HOUR),
  phase: 'trading',
  clockOffset: 0,
  twapWindow: 120_000,
  twapEstimate: null,
  receivedAt: at,
  stale: false,
  ...more,
})

export const binaryStatus = (more: Partial<BinaryStatus> = {}): BinaryStatus => ({
  paused: false,
  activeAsset: 'NYCBIN1',
  phase: 'trading',
  phaseText: 'TRADING',
  entryCutoff: millis(NOW + HOUR - 180_000),
  ...more,
})

/** Everything read, everything trading. */
export const allRead = (): MarketFacts => ({
  features: { scalar: { on: true }, binary: { on: true }, outcomes: { on: true } },
  scalar: { markets: [scalar('NYCTMP1'), scalar('NYCTMP2')], receivedAt: at, error: null },
  bucket: bucketView(),
  binary: {
    markets: [binary('NYCBIN1'), binary('NYCBIN2', { midpoint: null, status: 'waiting', statusText: 'waiting' })],
    status: binaryStatus(),
    bucket: {
      ...{ asset: 'NYCBIN1', start: millis(NOW - HOUR), end: millis(NOW + HOUR) },
      ...{ phase: 'trading', phaseText: 'TRADING', serverTime: at },
      midpoint: '554.105' as BinaryMarket['midpoint'],
    },
    error: null,
    clockOffset: 0,
    receivedAt: at,
    stale: false,
  },
  outcomes: { markets: [outcome(360), outcome(361)], error: null, receivedAt: at, stale: false },
})

export const nothingRead = (): MarketFacts => {
  const all = allRead()
  return {
    ...all,
    scalar: { markets: [], receivedAt: null, error: null },
    bucket: null,
    binary: { ...all.binary, markets: [], status: null, bucket: null, receivedAt: null, stale: true },
    outcomes: { markets: [], error: null, receivedAt: null, stale: true },
  }
}

export function openInstruments(facts: MarketFacts = allRead()) {
  const clock = createFakeClock(NOW)
  const listeners = new Listeners<[family: Family]>()
  const statuses = new Map<string, MarketStatus>()
  const reads: string[] = []
  const changes: string[] = []
  const source: FactsSource = {
    now: () => setup.facts,
    status: (asset) => statuses.get(asset) ?? null,
    serverNow: clock.now,
    onChange: listeners.on,
    watch(family) {
      reads.push(family)
      return () => {
        reads.splice(reads.indexOf(family), 1)
      }
    },
  }
  const setup = {
    facts,
    clock,
    statuses,
    /** Families whose reads are kept at pace, once for each watcher. */
    reads,
    /** Keys of topics with a published change. */
    changes,
    notify: listeners.notify,
    become(family: Family, change: Partial<MarketFacts>) {
      setup.facts = { ...setup.facts, ...change }
      listeners.notify(family)
    },
    watch: (topic: Topic) => instruments.topics.watched?.(topic),
    unwatch: (topic: Topic) => instruments.topics.unwatched?.(topic),
  }
  const instruments = createInstruments({ facts: source, clock })
  instruments.topics.onChange(({ kind, market }) => changes.push(market === undefined ? kind : `${kind}/${market}`))
  return { ...setup, setup, instruments }
}
