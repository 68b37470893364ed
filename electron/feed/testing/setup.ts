/** A feed over a socket, a service and a clock that a test controls. */
import type { Collateral } from '../../../contract/collateral.ts'
import type { Bucket, PublicTrade } from '../../../contract/market.ts'
import { createFakeClock, type FakeClock } from '../../../contract/testing/fake-clock.ts'
import type { PayloadOf, Topic } from '../../../contract/topics.ts'
import type { Families } from '../assets/index.ts'
import { createFeed, type Feed } from '../create-feed.ts'
import { createFakeService, type FakeService } from './fake-service.ts'
import { createFakeSockets, type FakeSockets } from './fake-socket.ts'
import { noLimit } from './no-limit.ts'
import { createRecordingLog, type RecordingLog } from './recording-log.ts'

/** Keep-alive message of these tests' service. */
const PING = '{"type":"ping"}'
export const START = 1_700_006_400_000

export interface FeedSetup {
  readonly clock: FakeClock
  readonly sockets: FakeSockets
  readonly service: FakeService
  readonly log: RecordingLog
  readonly feed: Feed
  families: Families
  readonly trades: PublicTrade[]
  readonly buckets: (Bucket | null)[]
  /** Published changes, as `kind` or `kind/asset`; a test may empty it. */
  readonly changes: string[]
  view<T extends Topic>(topic: T): PayloadOf<T> | undefined
  watch(topic: Topic): void
  unwatch(topic: Topic): void
  /** Messages to the service, without pings: `subscribe book,trades #360,#361`. */
  wanted(): readonly string[]
  /** Advances time while the service answers, and sends `say` each second. */
  pass(ms: number, ...say: readonly unknown[]): Promise<void>
  /** Lines of the log, as texts. */
  logged(): readonly string[]
}

/** A feed that is not started yet; its sockets accept. */
export function openFeedSetup(
  families: Partial<Families> = {},
  ping: string | null = PING,
  collateral: { readonly ofProfile?: Collateral; readonly before?: Collateral } = {},
): FeedSetup {
  const clock = createFakeClock(START)
  const sockets = createFakeSockets()
  sockets.server = 'accept'
  const service = createFakeService(() => clock.now())
  const log = createRecordingLog()
  const changes: string[] = []
  const trades: PublicTrade[] = []
  const buckets: (Bucket | null)[] = []
  const limit = noLimit(clock)
  const feed = createFeed({
    profile: { baseUrl: 'https://example', wsPath: '/v1/ws', ping, outcomeCollateral: collateral.ofProfile ?? null },
    lastCollateral: collateral.before ?? null,
    service,
    limit,
    clock,
    random: () => 0.999,
    log,
    token: () => null,
    families: () => setup.families,
    openSocket: sockets.open,
    onTrade: (trade) => trades.push(trade),
    onBucketChange: (current) => buckets.push(current),
  })
  for (const source of feed.sources) {
    source.onChange(({ kind, asset }) => changes.push(asset === null ? kind : `${kind}/${asset}`))
  }
  /** Messages of a socket that were answered already. */
  const answered = new Map<unknown, number>()
  const acknowledge = (): void => {
    const { last } = sockets
    for (const message of last.sent.slice(answered.get(last) ?? 0)) {
      const isPing = (message as { type: string }).type === 'ping'
      last.say(isPing ? { channel: 'pong' } : { channel: 'subscriptionResponse', data: message })
    }
    answered.set(last, last.sent.length)
  }
  const sourceOf = ({ kind }: Topic) => feed.sources.find(({ kinds }) => kinds.includes(kind))
  const setup: FeedSetup = {
    clock,
    sockets,
    service,
    log,
    feed,
    families: { scalar: false, binary: false, outcomes: false, ...families },
    trades,
    buckets,
    changes,
    view: (topic) => sourceOf(topic)?.view(topic),
    watch: (topic) => sourceOf(topic)?.watched?.(topic),
    unwatch: (topic) => sourceOf(topic)?.unwatched?.(topic),
    wanted: () =>
      sockets.last.sent.flatMap((message) => {
        const { type, channels, coins } = message as { type: string; channels: string[]; coins: string[] }
        return type === 'ping' ? [] : [`${type} ${channels.join()} ${coins.join()}`]
      }),
    async pass(ms, ...say) {
      for (let t = 0; t < ms; t += 1000) {
        await clock.advanceAsync(Math.min(1000, ms - t))
        acknowledge()
        for (const message of [{ channel: 'pong' }, ...say]) sockets.last.say(message)
      }
    },
    logged: () => log.lines.map(({ message }) => message),
  }
  return setup
}
