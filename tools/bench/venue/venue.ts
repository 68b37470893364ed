/**
 * Speed of the practice venue: signed submissions compared with the limit of signature recovery on one core, the feed to many subscribers, and memory
 * over a simulated week. The venue runs in its own thread; the clients run here.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { privateKeyToAccount } from 'viem/accounts'
import { WebSocket } from 'ws'
import type { ThreadRequest } from './thread.ts'

interface VenueFigures {
  /** Signatures recovered per second on one core. */
  readonly recoveriesPerSecond: number
  /** Signed actions accepted per second over HTTP, each on disk before its answer. */
  readonly submissionsPerSecond: number
  /** The second as a percentage of the first. */
  readonly submissionsPercent: number
  /** The same by processor time of the venue's thread, unaffected by other work on the machine. */
  readonly submissionsCpuPercent: number
  /** Messages per second received by the subscribers. */
  readonly feedMessagesPerSecond: number
  /** Event-loop delay of the venue meanwhile, ms. */
  readonly feedDelayP50Ms: number
  readonly feedDelayP99Ms: number
  /** Load of the feed, percent of one core. */
  readonly feedBusyPercent: number
  /** Heap of a venue after each simulated day, MB. */
  readonly weekHeapMb: readonly number[]
}

interface VenueBenchOptions {
  /** Actions submitted. */
  actions?: number
  subscribers?: number
  coins?: number
  feedSeconds?: number
  days?: number
}

/** Number of submitting traders, each on its own connection. */
const TRADERS = 32
/** Actions per trader and round. */
const PER_ROUND = 16

export async function benchVenue(options: VenueBenchOptions = {}): Promise<VenueFigures> {
  const { actions = 4000, subscribers = 50, coins = 20, feedSeconds = 10, days = 7 } = options
  const folder = mkdtempSync(join(tmpdir(), 'isotherm-venue-bench-'))
  const thread = new Thread()
  try {
    const place = await thread.ask<Place>({ kind: 'venue', statePath: join(folder, 'venue.sqlite'), coins })
    const signed = await benchSubmissions(thread, place, actions)
    const feed = await benchFeed(thread, place, subscribers, coins, feedSeconds)
    await thread.ask({ kind: 'close' })
    const { heapMb } = await new Thread().askOnce<{ heapMb: number[] }>({ kind: 'week', days })
    return {
      ...signed,
      ...feed,
      weekHeapMb: heapMb,
    }
  } finally {
    await thread.end()
    rmSync(folder, { recursive: true })
  }
}

interface Place {
  url: string
  wsUrl: string
  live: string
}

/** The measured thread; handles one request at a time. */
class Thread {
  readonly #worker = new Worker(new URL('./thread.ts', import.meta.url))

  async ask<Result>(question: ThreadRequest): Promise<Result> {
    this.#worker.postMessage(question)
    const [{ value, error }] = (await once(this.#worker, 'message')) as [{ value: Result; error?: string }]
    if (error !== undefined) throw new Error(error)
    return value
  }

  async askOnce<Result>(question: ThreadRequest): Promise<Result> {
    try {
      return await this.ask<Result>(question)
    } finally {
      await this.end()
    }
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}

/** Time spent on one request, ms. */
interface Spent {
  wallMs: number
  cpuMs: number
}

/**
 * Everything is prepared and signed first; only the submissions are timed. Rounds of plain recoveries alternate with rounds of submissions, so that a
 * busy machine slows both alike.
 */
async function benchSubmissions(thread: Thread, { url, live }: Place, actions: number) {
  const keys = Array.from({ length: TRADERS }, (_, i) => ({
    wallet: privateKeyToAccount(`0x${(1000 + i).toString(16).padStart(64, '0')}`),
    agent: privateKeyToAccount(`0x${(2000 + i).toString(16).padStart(64, '0')}`),
  }))
  const addresses = keys.map(({ wallet }) => wallet.address.toLowerCase())
  const tokens = await thread.ask<string[]>({ kind: 'tokens', addresses })
  const clients = keys.map((key, i) => ({ ...key, post: poster(url, tokens[i] ?? '') }))
  for (const { wallet, agent, post } of clients) {
    const approval = await post('/v1/agent/approve', { agentAddress: agent.address, agentName: 'bench' })
    const { actionHash, eip712Domain: domain, types, primaryType, message } = approval
    const signature = await wallet.signTypedData({ domain, types, primaryType, message } as never)
    await post('/v1/agent/approve', { actionHash, signature })
  }
  const alone: Spent = { wallMs: 0, cpuMs: 0 }
  const whole: Spent = { wallMs: 0, cpuMs: 0 }
  const aRound = PER_ROUND * TRADERS
  const rounds = Math.ceil(actions / aRound)
  for (let i = 0; i <= rounds; i++) {
    // A prepared action expires after 30 s: signing is split into rounds to stay within it.
    const round = await Promise.all(clients.map((client) => signedOrders(client, live, PER_ROUND)))
    const recovered = await thread.ask<Spent>({ kind: 'recoveries', count: aRound })
    await thread.ask({ kind: 'watch' })
    const from = performance.now()
    await Promise.all(
      clients.map(async ({ post }, i) => {
        for (const body of round[i] ?? []) await post('/v1/orders/submit', body)
      }),
    )
    const wallMs = performance.now() - from
    const { cpuMs } = await thread.ask<{ cpuMs: number }>({ kind: 'watched' })
    // The first round is the warm-up.
    if (i === 0) continue
    add(alone, recovered)
    add(whole, { wallMs, cpuMs })
  }
  return {
    recoveriesPerSecond: (rounds * aRound * 1000) / alone.wallMs,
    submissionsPerSecond: (rounds * aRound * 1000) / whole.wallMs,
    submissionsPercent: (alone.wallMs / whole.wallMs) * 100,
    submissionsCpuPercent: (alone.cpuMs / whole.cpuMs) * 100,
  }
}

function add(sum: Spent, { wallMs, cpuMs }: Spent): void {
  sum.wallMs += wallMs
  sum.cpuMs += cpuMs
}

type Post = (path: string, body: object) => Promise<Record<string, unknown>>

async function signedOrders(
  { agent, post }: { agent: ReturnType<typeof privateKeyToAccount>; post: Post },
  asset: string,
  count: number,
): Promise<object[]> {
  const signed: object[] = []
  for (let i = 0; i < count; i++) {
    // Half of them trade at once, half miss the market.
    const limitPx = i % 4 === 0 ? '700.00' : i % 4 === 1 ? '450.00' : '500.00'
    const isBuy = i % 4 === 0 || i % 4 === 2
    const order = { asset, isBuy, limitPx, sz: '0.01', tif: 'IOC', reduceOnly: false }
    const { orderId, actionHash, eip712Domain, agentMessage } = await post('/v1/orders/prepare', order)
    const hlSignature = await agent.signTypedData({
      domain: eip712Domain as object,
      types: AGENT_TYPES,
      primaryType: 'Agent',
      message: agentMessage as never,
    })
    signed.push({ orderId, actionHash, hlSignature })
  }
  return signed
}

const AGENT_TYPES = {
  Agent: [
    { name: 'source', type: 'string' },
    { name: 'connectionId', type: 'bytes32' },
  ],
} as const

/** Posts over one kept-alive connection. */
function poster(url: string, token: string): Post {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return (path, body) =>
    new Promise((resolve, reject) => {
      const text = JSON.stringify(body)
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      }
      const sent = request(url + path, { method: 'POST', agent, headers }, (response) => {
        let answer = ''
        response.on('data', (part) => {
          answer += part
        })
        response.on('end', () => {
          if (response.statusCode === 200) resolve(JSON.parse(answer))
          else reject(new Error(`${path}: ${response.statusCode} ${answer}`))
        })
      })
      sent.on('error', reject)
      sent.end(text)
    })
}

async function benchFeed(thread: Thread, { wsUrl }: Place, subscribers: number, coins: number, seconds: number) {
  let messages = 0
  const sockets = await Promise.all(
    Array.from({ length: subscribers }, async () => {
      const socket = new WebSocket(wsUrl)
      await once(socket, 'open')
      socket.on('message', () => {
        messages += 1
      })
      const names = Array.from({ length: coins }, (_, i) => `BUSY${i}`)
      socket.send(JSON.stringify({ type: 'subscribe', channels: ['book'], coins: names }))
      return socket
    }),
  )
  await pause(1000)
  messages = 0
  await thread.ask({ kind: 'watch' })
  const from = performance.now()
  await pause(seconds * 1000)
  const perSecond = (messages / (performance.now() - from)) * 1000
  const { p50Ms, p99Ms, busyPercent } = await thread.ask<{ p50Ms: number; p99Ms: number; busyPercent: number }>({
    kind: 'watched',
  })
  for (const socket of sockets) socket.terminate()
  return {
    feedMessagesPerSecond: perSecond,
    feedDelayP50Ms: p50Ms,
    feedDelayP99Ms: p99Ms,
    feedBusyPercent: busyPercent,
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
