/** How old the oldest of what a window shows is: by its own topics, never by messages that carry no prices. Pure. */
import { isCoin } from '../../contract/outcome.ts'
import type { PayloadOf, Topic } from '../../contract/topics.ts'

/** A topic that dates its payload. */
type DatedTopic = Extract<Topic, { kind: 'book' | 'ticker' | 'trades' | 'bucket' | 'binary' | 'outcomes' }>

/** A topic that is watched, with the newest payload that came. */
export type Watched = {
  readonly [K in DatedTopic['kind']]: {
    readonly topic: Extract<DatedTopic, { kind: K }>
    readonly payload: PayloadOf<Extract<DatedTopic, { kind: K }>>
  }
}[DatedTopic['kind']]

export interface WorstAge {
  /** What it is, in one or two words: `book`, `outcome mark`. */
  readonly what: string
  readonly ageMs: number
  /** Whether main calls it stale: it is older than it may be. */
  readonly stale: boolean
}

/** The topics of this kind carry the time they were received. */
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
 * The oldest of what is stale; while nothing is, the oldest of the live bucket's mark and book, which the service tells every
 * second. Null while no such payload came. `now` by the machine's clock, ms.
 *
 * Shares that trade no more stay as they ended, whatever their age. Trades come when somebody trades: their list is as old as the
 * newest that came of their asset.
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

/** When anything of an asset last came, by the topics that are watched. */
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
