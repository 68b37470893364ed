/** The measured side of the venue's bench, in its own thread: one venue, its event loop and its memory. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort } from 'node:worker_threads'
import { privateKeyToAccount } from 'viem/accounts'
import { VenueClock } from '../../../venue/clock.ts'
import { createVenueCore, type VenueCore, type VenueEvent } from '../../../venue/core/index.ts'
import { type RunningVenue, startVenue } from '../../../venue/server.ts'
import { agentDigest, agentMessage, signerOf } from '../../../venue/signing/index.ts'
import { openStore } from '../../../venue/store/index.ts'

/** Requests of the bench; each is answered with a result of the same kind. */
export type ThreadRequest =
  | { kind: 'recoveries'; count: number }
  | { kind: 'venue'; statePath: string; coins: number }
  | { kind: 'tokens'; addresses: string[] }
  | { kind: 'watch' }
  | { kind: 'watched' }
  | { kind: 'week'; days: number }
  | { kind: 'close' }

const START = Date.UTC(2026, 6, 1, 12, 10)
const HOUR = 3_600_000
/** Interval at which books of the extra coins change, ms: shorter than the publishing limit. */
const CHANGE_INTERVAL = 25

let venue: RunningVenue | null = null
let stopChanges = (): void => {}
const delay = monitorEventLoopDelay({ resolution: 1 })
let cpuFrom = process.threadCpuUsage()
let wallFrom = 0

/** Time of recovering `count` signatures, without anything else. */
async function recoveries(count: number): Promise<{ wallMs: number; cpuMs: number }> {
  const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
  const digests = Array.from({ length: count }, (_, i) =>
    agentDigest(agentMessage(`0x${i.toString(16).padStart(64, '0')}`)),
  )
  const signatures: `0x${string}`[] = []
  for (const hash of digests) signatures.push(await account.sign({ hash }))
  const address = account.address.toLowerCase()
  watch()
  for (const [i, digest] of digests.entries()) {
    if ((await signerOf(digest, signatures[i] ?? '0x')) !== address) throw new Error('a signature recovered wrongly')
  }
  const { wallMs, cpuMs } = watched()
  return { wallMs, cpuMs }
}

/** The core with extra coins, whose books of 25 levels per side change constantly. */
function withBusyCoins(core: VenueCore, count: number): VenueCore {
  const coins = Array.from({ length: count }, (_, i) => `BUSY${i}`)
  const template = core.markets()[0]
  if (template === undefined) throw new Error('the venue has no market')
  const listeners = new Set<(event: VenueEvent) => void>()
  let turn = 0
  const timer = setInterval(() => {
    turn += 1
    for (const asset of coins) for (const listener of listeners) listener({ kind: 'book', asset })
  }, CHANGE_INTERVAL)
  stopChanges = () => clearInterval(timer)
  const side = (from: number, step: number) =>
    Array.from({ length: 25 }, (_, i) => ({
      px: ((from + step * i) / 100).toFixed(2),
      sz: `${1 + ((turn * 7 + i) % 50)}.0000`,
      n: 1 + (i % 4),
    }))
  const own: Partial<VenueCore> = {
    markets: () => [...core.markets(), ...coins.map((asset) => ({ ...template, asset }))],
    book: (asset, levels) =>
      coins.includes(asset)
        ? { asset, time: core.now(), levels: [side(56_800, -1), side(56_801, 1)] }
        : core.book(asset, levels),
    on: (listener) => {
      listeners.add(listener)
      const off = core.on(listener)
      return () => {
        listeners.delete(listener)
        off()
      }
    },
  }
  return new Proxy(core, {
    get(target, name) {
      const value = Reflect.get(own, name) ?? Reflect.get(target, name)
      // Bind the core's own methods: the proxy does not have its private fields.
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

async function start(statePath: string, coins: number): Promise<{ url: string; wsUrl: string; live: string }> {
  const core = createVenueCore({ seed: 'bench', startTime: START })
  const clock = new VenueClock({ realNow: () => performance.now(), startTime: START, speed: 1 })
  const { store } = openStore(statePath, START)
  venue = await startVenue({
    core: withBusyCoins(core, coins),
    clock,
    store,
    port: 0,
    requestsPerWindow: 1e9,
  })
  return { url: venue.url, wsUrl: venue.wsUrl, live: core.bucket().current?.asset ?? '' }
}

/** Starts watching the event loop and this thread's share of a core. */
function watch(): object {
  delay.reset()
  delay.enable()
  cpuFrom = process.threadCpuUsage()
  wallFrom = performance.now()
  return {}
}

function watched() {
  delay.disable()
  const { user, system } = process.threadCpuUsage(cpuFrom)
  const cpuMs = (user + system) / 1000
  const wallMs = performance.now() - wallFrom
  return {
    // The histogram includes the timer's own millisecond.
    p50Ms: Math.max(0, delay.percentile(50) / 1e6 - 1),
    p99Ms: Math.max(0, delay.percentile(99) / 1e6 - 1),
    cpuMs,
    wallMs,
    busyPercent: (cpuMs / wallMs) * 100,
  }
}

/** Heap after each simulated day of a venue with its own traders and one trading account, MB. */
function week(days: number): { heapMb: number[] } {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const core = createVenueCore({ seed: 'week', startTime: START })
  const account = `0x${'ab'.repeat(20)}` as const
  core.createAccount(account, { usdc: '1000000', usdh: '0' })
  const heapMb: number[] = []
  for (let hour = 1; hour <= days * 24; hour++) {
    core.advanceTo(START + hour * HOUR)
    trade(core, account)
    if (hour % 24 !== 0) continue
    collect()
    heapMb.push(process.memoryUsage().heapUsed / 1024 / 1024)
  }
  return { heapMb }
}

/** Sends a few orders to the live book, including refused ones. */
function trade(core: VenueCore, account: `0x${string}`): void {
  const asset = core.bucket().current?.asset
  if (asset === undefined) return
  for (let i = 0; i < 50; i++) {
    try {
      const { limit_px: price } = core.estimate(asset, i % 2 === 0, '1', '1')
      const order = { account, asset, isBuy: i % 2 === 0, price, size: '1', reduceOnly: false, cloid: null } as const
      core.place({ ...order, tif: 'IOC' })
    } catch {}
  }
}

async function answer(request: ThreadRequest): Promise<unknown> {
  switch (request.kind) {
    case 'recoveries':
      return recoveries(request.count)
    case 'venue':
      return start(request.statePath, request.coins)
    case 'tokens': {
      const tokens: string[] = []
      for (const address of request.addresses)
        tokens.push((await venue?.issueToken({ address: address as `0x${string}` })) ?? '')
      return tokens
    }
    case 'watch':
      return watch()
    case 'watched':
      return watched()
    case 'week':
      return week(request.days)
    case 'close':
      stopChanges()
      await venue?.close()
      return {}
  }
}

parentPort?.on('message', (request: ThreadRequest) => {
  answer(request).then(
    (value) => parentPort?.postMessage({ value }),
    (error: Error) => parentPort?.postMessage({ error: error.stack }),
  )
})
