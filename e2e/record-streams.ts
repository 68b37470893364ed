/**
 * Records the data of component tests: `node e2e/record-streams.ts`, after `npm run build`. A trader of a practice venue takes positions and rests
 * orders in every family; then every topic is recorded for a few seconds and every read is made once. Writes `src/testing/streams/practice.json`.
 */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FRAMES_PORT } from '../contract/channels.ts'
import type { Instrument } from '../contract/instrument.ts'
import type { CallName, InputOf, OutputOf } from '../contract/ipc.ts'
import { LINK_GROUPS } from '../contract/link.ts'
import { RESOLUTIONS } from '../contract/market.ts'
import { ACTIVE, LIVE, type MarketRef, parseRefText } from '../contract/market-ref.ts'
import { PAST_KINDS, type PastKind } from '../contract/past.ts'
import { HISTORY_PERIODS } from '../contract/settlement-history.ts'
import { type FrameBatch, PLAIN_TOPICS, type Topic, type TopicKey, topicKey } from '../contract/topics.ts'
import { MULTIPLES, stepOf } from '../src/ladder/grouping.tsx'
import type { Recording } from '../src/testing/streams/recorded.ts'
import { does, limitOrder, markOf, type World } from './support/act-world.ts'
import { nearUp } from './support/acts.ts'
import { bridgeOf } from './support/bridge.ts'
import { MOMENT } from './support/moment.ts'
import { root } from './support/processes.ts'
import { writeProfile } from './support/profile.ts'
import { ready } from './support/screen.ts'
import { launch } from './support/terminal.ts'
import { importSecrets, NO_KEYCHAIN, newTrader } from './support/trader.ts'
import { startVenue } from './support/venue.ts'

const FILE = join(root, 'src', 'testing', 'streams', 'practice.json')
const HOUR = 3_600_000
/** Recording time once every market has its prices, ms. */
const SPAN = 3000
/** Time within which every watched market gets its prices, ms. */
const PATIENCE = 60_000
/** Levels per side: more than fit into the tests' panels. */
const LEVELS = 40
/** Candles of each resolution. */
const CANDLES = 300

const venue = await startVenue()
const trader = await newTrader(venue, 7200)
const profile = writeProfile(venue.url, { directOrder: venue.directOrder })
const ahead = Date.parse(MOMENT) - Date.now()
const terminal = await launch({ profile, size: '1600x960', env: NO_KEYCHAIN, clockAheadMs: ahead })
const { page } = terminal
const bridge = bridgeOf(page)

async function read<N extends CallName>(name: N, input: InputOf<N>): Promise<OutputOf<N>> {
  const answer = await bridge.call(name, input)
  if (!answer.ok) throw new Error(`${name}: ${answer.error.message}`)
  return answer.value
}

/** Everything that a trader can have at once: positions and resting orders of every family, exits, an alert, a favorite. */
async function trade(): Promise<World> {
  const { current } = await venue.read<{ current: { asset: string } }>('/v1/bucket')
  const binary = await venue.read<{ active_asset: string }>('/v1/binary/status')
  const outcomes =
    await venue.read<{ outcomeId: number; expiry: number; sides: { coin: string }[] }[]>('/v1/outcomes/meta')
  const first = outcomes.find(({ expiry }) => expiry > Date.parse(MOMENT) + HOUR)
  if (first === undefined) throw new Error('the venue lists no outcome that is open')
  const coins = first.sides.map(({ coin }) => coin)
  const world: World = {
    ...{ venue, trader, profile, userDataDir: terminal.userDataDir, temperature: '', asset: current.asset },
    ...{ binary: binary.active_asset, outcome: { outcomeId: first.outcomeId, coin: coins[0] ?? '', coins } },
    ...{ round: 0, entry: null, plan: '', held: 0 },
  }
  const mark = await markOf(world)
  await does(bridge, world, await limitOrder(world, 'ioc', '12'), ['filled'])
  await does(bridge, world, await limitOrder(world, 'gtc', '5'), ['resting'])
  await does(
    bridge,
    world,
    {
      ...{ kind: 'place', asset: world.asset, side: 'sell', price: (mark + 1).toFixed(2), size: '4' },
      ...{ tif: 'GTC', reduceOnly: true },
    },
    ['resting'],
  )
  await does(bridge, world, { kind: 'binary_setup' }, ['done'])
  await does(
    bridge,
    world,
    {
      ...{ kind: 'binary_predict', asset: world.binary, direction: 'UP', amount: '25' },
      protection: await nearUp(world),
    },
    ['filled'],
  )
  await does(bridge, world, { kind: 'transfer', amount: '300' }, ['done'])
  await does(
    bridge,
    world,
    { kind: 'convert', conversion: 'split', outcomeId: first.outcomeId, questionId: null, amount: '40' },
    ['done'],
  )
  await does(
    bridge,
    world,
    {
      ...{ kind: 'outcome_order', asset: world.outcome.coin, side: 'buy', size: '20' },
      mode: { kind: 'limit', price: '0.01' },
    },
    ['resting'],
  )
  await read('setExitPlan', {
    ...{ requestId: randomUUID(), asset: world.asset, position: 'long', entry: null, covers: null, name: null },
    source: 'mark',
    terms: {
      stop: { by: 'price', price: (mark - 2).toFixed(2) },
      targets: [{ level: { by: 'price', price: (mark + 3).toFixed(2) }, share: { of: 'position', percent: '50' } }],
      ...{ breakEven: null, trail: null, outBefore: null },
    },
    ...{ protection: { distance: '1', bound: null }, acceptsUntil: true },
  })
  await read('saveAlert', {
    ...{ id: null, repeat: false, on: true },
    rule: { kind: 'price', asset: null, price: (mark + 5).toFixed(2), direction: 'up' },
  })
  await read('setFavourite', { market: ACTIVE, favourite: true })
  return world
}

/** The topics of each market, and the book variants that a panel may request. */
function topicsOf({ ref, asset, tick }: Instrument, shapes: boolean): Topic[] {
  const own: Topic[] = [{ kind: 'instrument', market: ref }]
  if (asset === null) return own
  const books = (shapes ? MULTIPLES : []).map((multiple): Topic => {
    return { kind: 'book', asset, step: stepOf(tick, multiple), levels: LEVELS }
  })
  return [...own, { kind: 'ticker', asset }, { kind: 'trades', asset }, { kind: 'quote', asset }, ...books]
}

/**
 * Records topics in the page until each of these quotes has both prices, and for `ms` after that.
 * @returns when they all had, and every batch with its time; ms since the epoch.
 */
function follow(
  topics: readonly TopicKey[],
  quotes: readonly TopicKey[],
  ms: number,
): Promise<{ at: number; heard: [number, FrameBatch][] }> {
  return page.evaluate(
    async ([keys, traded, span, patience, name]) => {
      const received: [number, FrameBatch][] = []
      const missing = new Set<string>(traded)
      const port = await new Promise<MessagePort>((resolve) => {
        window.addEventListener('message', ({ data, ports }) => {
          if (data === name && ports[0] !== undefined) resolve(ports[0])
        })
        void window.terminal?.openFrames({})
      })
      const complete = new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error(`without prices: ${[...missing].join(' ')}`)), patience)
        port.onmessage = ({ data }) => {
          const now = Date.now()
          const { seq, updates } = data as FrameBatch
          received.push([now, data as FrameBatch])
          port.postMessage([seq, null])
          for (const [key, payload] of updates) {
            const { bid, ask } = payload as { bid?: unknown; ask?: unknown }
            if (bid == null || ask == null) continue
            missing.delete(key)
            if (missing.size === 0) resolve(now)
          }
        }
      })
      for (const topic of keys) {
        // A topic that the page watches already is pushed again only after it was dropped.
        await window.terminal?.unwatch({ topic })
        await window.terminal?.watch({ topic })
      }
      const at = await complete
      await new Promise((resolve) => setTimeout(resolve, span))
      return { at, heard: received }
    },
    [topics, quotes, ms, PATIENCE, FRAMES_PORT] as const,
  )
}

/** Everything stored of a kind, newest first. */
const pastOf = (kind: PastKind): InputOf<'readPast'>['query'] =>
  ({
    ...{ kind, period: 'all', filter: '', family: null, asset: null },
    sort: { column: 'time', direction: 'descending' },
    ...(kind === 'fills' ? { oid: null } : {}),
  }) as InputOf<'readPast'>['query']

/** The coins of every outcome of the held outcome's question. */
function questionOf({ outcome }: World, markets: readonly Instrument[]): string[] {
  const outcomes = markets.filter((market) => market.family === 'outcome')
  const question = outcomes.find(({ outcomeId }) => outcomeId === outcome.outcomeId)?.question?.id
  return outcomes.flatMap(({ asset, question: own }) => (own?.id === question && asset !== null ? [asset] : []))
}

/** Every read that a panel makes, with its answer. */
async function reads(world: World, markets: readonly Instrument[], now: number): Promise<Recording['answers']> {
  const inputs: { readonly [N in CallName]?: readonly InputOf<N>[] } = {
    readMarkets: [{}],
    readAccount: [{}],
    readOpenOrders: [{}],
    readFills: [{ limit: 200, before: null }],
    readFees: [{}],
    readCandles: RESOLUTIONS.flatMap((resolution) => {
      const from = now - CANDLES * resolution * 1000
      return [
        { family: 'scalar', asset: world.asset, resolution, from, to: now },
        { family: 'binary', asset: world.binary, resolution, from, to: now },
      ] as const
    }),
    readPriceHistory: [{ coins: questionOf(world, markets) }],
    readMarketList: [{ since: 0 }],
    readLastPrices: [{ since: 0 }],
    readActivity: [{ since: 0 }],
    readResults: [{ period: 'all' }],
    readTrades: [{ period: 'all' }],
    readCalibration: [{ period: 'all' }],
    readEquity: [{ period: 'all' }],
    readSettlementHistory: HISTORY_PERIODS.map((period) => ({ period })),
    readReadings: [{ from: now - 24 * HOUR, to: now }],
    readPast: PAST_KINDS.map((kind) => ({ query: pastOf(kind), after: null, limit: 500, turn: 'recording' })),
    readPastTotals: PAST_KINDS.map((kind) => ({ query: pastOf(kind), turn: 'recording' })),
    readReferralCode: [{}],
    readReferralTree: [{}],
    readReferralPayouts: [{ limit: 50, offset: 0 }],
    readRewards: [{}],
    readDaySheet: [{ time: now }],
    readRecords: [{}],
    readFirstOrders: [{}],
    readTransfers: [{}],
    readConversions: [{}],
  }
  const answers: Recording['answers'][number][] = []
  for (const [name, all] of Object.entries(inputs) as [CallName, readonly never[]][]) {
    for (const input of all) answers.push({ name, input, value: await read(name, input) })
  }
  return answers
}

try {
  await importSecrets(bridge, trader, terminal.boxes)
  await ready(page)
  const world = await trade()
  const { instruments } = await read('readMarketList', { since: 0 })
  const following = [LIVE, ACTIVE].map(topicsOfRef)
  const chosen = instruments.filter(
    ({ asset }) => asset !== null && [world.asset, world.binary, ...world.outcome.coins].includes(asset),
  )
  const topics = [
    ...LINK_GROUPS.map((group): Topic => ({ kind: 'crosshair', group })),
    ...following,
    ...instruments.flatMap((instrument) => topicsOf(instrument, chosen.includes(instrument))),
    // Data of a market that does not exist.
    ...['outcome/3601/0'].flatMap((text) => topicsOfText(text)),
  ]
  const quotes = instruments.flatMap(({ asset, phase }): TopicKey[] =>
    asset !== null && phase.state === 'open' ? [topicKey({ kind: 'quote', asset })] : [],
  )
  const { at, heard } = await follow([...new Set([...PLAIN_TOPICS, ...topics.map(topicKey)])], quotes, SPAN)
  const first = new Map<TopicKey, unknown>()
  const batches: Recording['batches'][number][] = []
  for (const [time, { updates }] of heard) {
    const later = updates.filter(([key]) => time > at && first.has(key))
    for (const update of updates) if (!later.includes(update)) first.set(...update)
    if (later.length > 0) batches.push({ afterMs: time - at, updates: later })
  }
  const recording: Recording = { at, topics: [...first], batches, answers: await reads(world, instruments, at) }
  writeFileSync(FILE, `${JSON.stringify(recording)}\n`)
  const missing = topics.map(topicKey).filter((key) => !first.has(key))
  console.log(`${FILE}: ${first.size} topics, ${batches.length} batches; never pushed: ${missing.join(' ') || 'none'}`)
} finally {
  await terminal.quit()
  await venue.stop()
}

function topicsOfRef(market: MarketRef): Topic {
  return { kind: 'instrument', market }
}
function topicsOfText(text: string): Topic[] {
  const market = parseRefText(text)
  return market === null ? [] : [topicsOfRef(market)]
}
