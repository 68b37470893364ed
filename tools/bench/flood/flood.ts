/**
 * A flood from one deployment: how long a stop of another one takes meanwhile, from the time its service sends the mark until the submit request is
 * handed to the network, and how long until the flood is cut. The feeds are main's own; the stop is an order of main's trading.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { root, runNode } from '../../../e2e/support/processes.ts'
import { systemClock } from '../../../electron/clock.ts'
import { createFeed, type Feed } from '../../../electron/feed/index.ts'
import { createTradingService, deploymentProfile } from '../../../electron/service/index.ts'
import { percentile } from '../paint/probe.ts'
import { LIVE } from '../paint/sender-market.ts'
import { ms, row, type Section } from '../table.ts'
import { openWire } from '../wire/wire.ts'
import { FLOODS, type FloodKind } from './floods.ts'

/** Measuring time without a flood, and the maximum with one, ms. */
const CALM = 12_000
const LONGEST = 15_000
/** Repetitions of each flood, each from a new deployment. */
const ROUNDS = 3

interface FloodFigures {
  readonly stops: number
  /** ms */
  readonly p50: number
  readonly p95: number
  readonly longest: number
  /** Longest time from connecting to the closing of its socket, ms; null when it was not cut, or there was none. */
  readonly cutAfter: number | null
  readonly reason: string | null
}

/** A service in its own process with a feed of main. */
async function openFeed(flood: FloodKind | null): Promise<{ readonly feed: Feed; close(): Promise<void> }> {
  const program = runNode([
    join(root, 'tools', 'bench', 'flood', 'sender.ts'),
    ...(flood === null ? [] : ['--flood', flood]),
  ])
  const [line] = await program.says(/^\{.*\}$/m, 'stdout')
  const { url } = JSON.parse(line) as { url: string }
  const profile = deploymentProfile.parse({ name: 'bench', baseUrl: url, network: 'testnet' })
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const service = createTradingService({
    profile,
    http: fetch,
    clock: systemClock,
    token: () => null,
    random: Math.random,
  })
  const feed = createFeed({
    ...{ profile, service, limit: service.budget, clock: systemClock, random: Math.random, log },
    token: () => null,
    families: () => ({ scalar: true, binary: false, outcomes: false }),
  })
  return {
    feed,
    async close() {
      feed.stop()
      await program.stop()
    },
  }
}

async function benchFlood(): Promise<Readonly<Record<string, FloodFigures>>> {
  let submitted: () => void = () => undefined
  const wire = await openWire((url, init) => {
    if (init.method === 'POST' && url.endsWith('/submit')) submitted()
    return fetch(url, init)
  })
  const { feed, close } = await openFeed(null)
  let delays: number[] = []
  let isBusy = false
  let mark: string | null = null
  const release = feed.need(LIVE)
  for (const source of feed.sources) source.onChange(({ kind }) => kind === 'ticker' && look())
  const look = (): void => {
    const ticker = feed.ticker(LIVE)
    // Only pushed data carries its send time.
    const sentAt = Number(ticker?.volume24h) - performance.timeOrigin
    if (ticker === null || ticker.mark === mark || isBusy || !(sentAt > 0)) return
    mark = ticker.mark
    isBusy = true
    submitted = () => delays.push(performance.now() - sentAt)
    void wire.order(randomUUID()).finally(() => {
      isBusy = false
    })
  }
  const figures = (cutAfter: number | null, reason: string | null): FloodFigures => ({
    ...{
      stops: delays.length,
      p50: percentile(delays, 0.5),
      p95: percentile(delays, 0.95),
      longest: Math.max(...delays),
    },
    ...{ cutAfter, reason },
  })
  try {
    feed.start()
    await pause(3_000)
    delays = []
    await pause(CALM)
    const measured: Record<string, FloodFigures> = { none: figures(null, null) }
    for (const kind of Object.keys(FLOODS) as FloodKind[]) {
      const during: number[] = []
      const cuts: Awaited<ReturnType<typeof untilCut>>[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const flood = await openFeed(kind)
        delays = []
        cuts.push(await untilCut(flood.feed))
        during.push(...delays)
        await flood.close()
        await pause(1_000)
      }
      delays = during
      const [cut] = cuts.sort((a, b) => (b?.after ?? LONGEST) - (a?.after ?? LONGEST))
      measured[kind] = figures(cut?.after ?? null, cut?.reason ?? null)
    }
    return measured
  } finally {
    release()
    await close()
    await wire.stop()
  }
}

/** Starts a feed, and waits until its connection is lost. */
function untilCut(feed: Feed): Promise<{ readonly after: number; readonly reason: string | null } | null> {
  const from = performance.now()
  return new Promise((resolve) => {
    let wasLive = false
    const [connection] = feed.sources
    connection?.onChange(() => {
      const view = connection.view({ kind: 'connection' })
      if (view?.socket === 'live') wasLive = true
      if (wasLive && view?.socket === 'offline') resolve({ after: performance.now() - from, reason: view.reason })
    })
    feed.start()
    setTimeout(() => resolve(null), LONGEST)
  })
}

const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time))

export const floodSection: Section = {
  name: 'flood',
  byName: true,
  async run() {
    const figures = await benchFlood()
    return {
      json: figures,
      rows: Object.entries(figures).flatMap(([kind, { stops, p50, p95, longest, cutAfter, reason }]) => [
        row(
          kind === 'none' ? 'a stop without a flood' : `a stop during 25 Mbit/s of ${kind} from another deployment`,
          `p50 ${ms(p50)}, p95 ${ms(p95)}, longest ${ms(longest)} of ${stops}`,
          kind === 'none' ? '' : 'p95 50 ms more at most',
        ),
        ...(kind === 'none'
          ? []
          : [row('  until it is cut', cutAfter === null ? 'not cut' : `${ms(cutAfter)}: ${reason ?? ''}`)]),
      ]),
    }
  },
}
