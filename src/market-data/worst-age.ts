/** The age of the oldest visible data of a window: by its own topics, never by messages without prices. Pure. */
import { isCoin } from '../../contract/outcome.ts'
import type { PayloadOf, Topic } from '../../contract/topics.ts'

/** A topic that dates its payload. */
type DatedTopic = Extract<Topic, { kind: 'book' | 'ticker' | 'trades' | 'bucket' | 'binary' | 'outcomes' }>

/** A watched topic with its newest payload. */
export type Watched = {
  readonly [K in DatedTopic['kind']]: {
    readonly topic: Extract<DatedTopic, { kind: K }>
    readonly payload: PayloadOf<Extract<DatedTopic, { kind: K }>>
  }
}[DatedTopic['kind']]

export interface WorstAge {
  /** Its name in one or two words: `book`, `outcome mark`. */
  readonly what: string
  readonly ageMs: number
  /** Whether main reports it as stale: it is older than it may be. */
  readonly stale: boolean
}

/** Whether the topic's payload has the time it was received. */
export const isDated = (topic: Topic): topic is DatedTopic =>
  ['book', 'ticker', 'trades', 'bucket', 'binary', 'outcomes'].includes(topic.kind)

const NAMES: { readonly [K in DatedTopic['kind']]: string } = {
  book: 'book',
  ticker: 'mark',
  trades: 'trades',
  bucket: 'bucket',
  binary: 'binary market',
  outcomes: 'outcome list',
}

const assetOf = (topic: DatedTopic): string | null => ('asset' in topic ? topic.asset : null)

const nameOf = (topic: DatedTopic): string =>
  isCoin(assetOf(topic) ?? '') ? `outcome ${NAMES[topic.kind]}` : NAMES[topic.kind]

/**
 * The oldest stale item; while nothing is stale, the oldest of the live bucket's mark and book, which the service sends every second. Null while no
 * such payload arrived. `now` by the machine's clock, ms.
 *
 * Shares that no longer trade keep their last prices at any age. Trades arrive when somebody trades: their list is as old as the newest message of
 * their asset.
 */
export function worstAge(watched: readonly Watched[], now: number): WorstAge | null {
  const live = watched.flatMap(({ payload }) => ('current' in payload ? [payload.current?.asset] : []))[0]
  const ended = endedCoins(watched)
  const dated = watched.flatMap((one) => {
    const { topic, payload } = one
    const asset = assetOf(topic)
    if (asset !== null && ended.has(asset)) return []
    const receivedAt = topic.kind === 'trades' ? newestOf(watched, topic.asset) : payload.receivedAt
    if (receivedAt === null) return []
    const paced = (topic.kind === 'book' || topic.kind === 'ticker') && asset === live
    return [{ what: nameOf(topic), ageMs: Math.max(0, now - receivedAt), stale: payload.stale, paced }]
  })
  const stale = dated.filter((one) => one.stale)
  const oldest = (stale.length > 0 ? stale : dated.filter((one) => one.paced)).reduce<(typeof dated)[number] | null>(
    (worst, one) => (worst === null || one.ageMs > worst.ageMs ? one : worst),
    null,
  )
  return oldest === null ? null : { what: oldest.what, ageMs: oldest.ageMs, stale: oldest.stale }
}

/** The last arrival of any data of an asset, over the watched topics. */
function newestOf(watched: readonly Watched[], asset: string): number {
  const times = watched.map(({ topic, payload }) => (assetOf(topic) === asset ? (payload.receivedAt ?? 0) : 0))
  return Math.max(...times)
}

function endedCoins(watched: readonly Watched[]): ReadonlySet<string> {
  const markets = watched.flatMap((one) => (isOutcomes(one) ? one.payload.markets : []))
  return new Set(
    markets.flatMap(({ expired, settling, sides }) => (expired || settling ? sides.map(({ coin }) => coin) : [])),
  )
}

const isOutcomes = (one: Watched): one is Extract<Watched, { topic: { kind: 'outcomes' } }> =>
  one.topic.kind === 'outcomes'
