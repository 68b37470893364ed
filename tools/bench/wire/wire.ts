/**
 * Click to wire: from an intent's arrival in main until its submit request is handed to the network, minus the wait for the service. Orders go one by
 * one through the real trading code, with the journal in SQLite on disk, to the practice venue over loopback.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { inspect } from 'node:util'
import { type ActionState, isFinal } from '../../../contract/action.ts'
import { type Price, type Size, size } from '../../../contract/decimal.ts'
import { DEFAULT_LIMITS } from '../../../contract/limits.ts'
import { systemClock } from '../../../electron/clock.ts'
import { Secret } from '../../../electron/secrets/index.ts'
import { createTradingService, type TradingService } from '../../../electron/service/index.ts'
import { profileFor } from '../../../electron/service/testing/setup.ts'
import { startVenueProcess } from '../../../electron/service/testing/venue-process.ts'
import { type AgentMessage, addressOf, signAgentAction, signUserAction } from '../../../electron/signing/index.ts'
import { openStorage, type Storage } from '../../../electron/storage/index.ts'
import { createTrading, type Trading, tradingStores } from '../../../electron/trading/index.ts'
import { percentile } from '../paint/probe.ts'
import { type HttpFetch, Stopwatch, type WireFigures } from './stopwatch.ts'

const wallet = new Secret(`0x${'43'.repeat(32)}`)
const agent = new Secret(`0x${'34'.repeat(32)}`)
const address = addressOf(wallet)

/** Minimum interval between two manual orders, ms. */
const BY_HAND = 100
/** An order in the journal, as JSON. */
const ORDER_BYTES = 1_500

interface WireBench {
  readonly byHand: WireFigures
  readonly backToBack: WireFigures
  /** What the drive takes for the flush before the submit, ms: no order is faster. */
  readonly flush: { readonly p50: number; readonly p95: number }
}

/** Thirty orders at manual speed, and thirty back to back. */
export async function benchWire(): Promise<WireBench> {
  return { byHand: await orders(BY_HAND), backToBack: await orders(0), flush: oneFlush() }
}

/** Flushes rows of an order's size to the drive, with nothing else to do. */
function oneFlush(count = 60): WireBench['flush'] {
  const directory = mkdtempSync(join(tmpdir(), 'isotherm-flush-bench-'))
  const database = new DatabaseSync(join(directory, 'flush.sqlite'))
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE rows (body TEXT)')
    const insert = database.prepare('INSERT INTO rows (body) VALUES (?)')
    const body = 'x'.repeat(ORDER_BYTES)
    const samples = Array.from({ length: count }, () => {
      const began = performance.now()
      insert.run(body)
      return performance.now() - began
    })
    return { p50: percentile(samples, 0.5), p95: percentile(samples, 0.95) }
  } finally {
    database.close()
    rmSync(directory, { recursive: true })
  }
}

/**
 * Each order is sent after the previous one has ended; the first ones are a warm-up and not counted.
 * @param apart pause after the previous one, ms
 */
async function orders(apart: number, count = 30, warmUp = 5): Promise<WireFigures> {
  const watch = new Stopwatch()
  const wire = await openWire(
    watch.timed((url, init) => fetch(url, init)),
    (id, state) => watch.step(id, state),
  )
  try {
    for (let i = 0; i < warmUp + count; i += 1) {
      if (apart > 0) await new Promise((resolve) => setTimeout(resolve, apart))
      const id = randomUUID()
      watch.begin(id)
      await wire.order(id)
      if (i < warmUp) watch.leaveOut(id)
    }
    return watch.figures()
  } finally {
    await wire.stop()
  }
}

/** Main's real trading code, on a practice venue in its own process. */
export interface Wire {
  /** Alternates buys and sells at the best price; resolves when the order has ended. */
  order(id: string): Promise<void>
  stop(): Promise<void>
}

export async function openWire(
  http: HttpFetch,
  onStep: (id: string, state: ActionState) => void = () => undefined,
): Promise<Wire> {
  const directory = mkdtempSync(join(tmpdir(), 'isotherm-wire-bench-'))
  const venue = await startVenueProcess()
  const storage = openStorage({ directory, clock: systemClock })
  let trading: Trading | null = null
  let isOver = false
  const stop = async (): Promise<void> => {
    // Reads under way end in a closed storage.
    isOver = true
    trading?.stop()
    storage.close()
    await venue.stop()
    rmSync(directory, { recursive: true })
  }
  try {
    const service = await openService(venue.url, await venue.tokenFor(address), http)
    const { asset, best } = await liveMarket(service)
    const opened = await openTrading(service, storage, { asset, mark: best }, { onStep, isOver: () => isOver })
    trading = opened
    let count = 0
    return {
      async order(id) {
        const side = count % 2 === 0 ? 'buy' : 'sell'
        count += 1
        const terms = { kind: 'place', asset, side, price: best, size: size('1.0000'), tif: 'IOC' } as const
        void opened.submit(id, { ...terms, reduceOnly: false })
        const end = await ended(opened, id)
        if (end.state !== 'sent' && end.message !== null) process.stderr.write(`order ${count}: ${end.message}\n`)
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function openService(url: string, token: string, http: HttpFetch): Promise<TradingService> {
  const service = createTradingService({
    profile: profileFor(url),
    http,
    clock: systemClock,
    token: () => new Secret(token),
    random: Math.random,
  })
  const approval = await service.prepareAgentApproval({ address: addressOf(agent), name: 'isotherm' })
  const signature = await signUserAction({ privateKey: wallet, action: approval })
  await service.submitAgentApproval({ actionHash: approval.actionHash, signature })
  return service
}

/** The asset of the current bucket and the best price to buy it. */
async function liveMarket(service: TradingService): Promise<{ asset: string; best: Price }> {
  const asset = (await service.bucket()).current?.asset
  if (asset === undefined) throw new Error('the practice venue has no current bucket')
  const best = (await service.book(asset)).asks[0]?.px
  if (best === undefined) throw new Error(`nobody sells ${asset}`)
  return { asset, best }
}

async function openTrading(
  service: TradingService,
  storage: Storage,
  { asset, mark }: { asset: string; mark: Price },
  { onStep, isOver }: { readonly onStep: (id: string, state: ActionState) => void; readonly isOver: () => boolean },
): Promise<Trading> {
  const markets = await service.markets()
  /** So deep that every order fills: the wire is measured, not the market. */
  const DEEP = { px: mark, sz: '1000000000' as Size }
  const offset = Number((await service.bucket()).serverTime) - Date.now()
  const trading = createTrading({
    service,
    keys: {
      identity: {
        address: () => address,
        reason: () => null,
        isKeyOfAnother: () => false,
        sign: ({ agentMessage }) =>
          signAgentAction({
            privateKey: agent,
            domain: service.profile.agentDomain,
            message: agentMessage as AgentMessage,
            signer: addressOf(agent),
          }),
        signAsUser: (action) => signUserAction({ privateKey: wallet, action }),
        notApproved: () => {},
        approve: async () => ({ kind: 'approved', agent: addressOf(agent) }),
        unauthorized: () => {},
        onChange: () => () => {},
      },
      cannot: () => null,
      nextNonce: () => Date.now(),
      last: () => ({ token: null, agent: null }),
      randomBytes: (count) => randomBytes(count),
    },
    markets: {
      market: (name) => markets.find((one) => one.asset === name) ?? null,
      ticker: (name) => (name === asset ? { mark, mid: mark, status: 'active', stale: false } : null),
      depth: (name) => (name === asset ? { bids: [DEEP], asks: [DEEP], stale: false } : null),
      bucket: () => null,
      binary: () => ({ markets: [], status: null, bucket: null }),
      outcome: () => null,
      needPrices: () => () => {},
      families: () => ({ binary: false, outcomes: false }),
      outcomesView: () => ({ markets: [] }),
      outcomeCollateral: () => 'USDH',
      clockOffset: () => offset,
      timeReported: () => null,
      isClockConfirmed: () => true,
      measuredOffset: () => offset,
      setOwnOrders: () => {},
      refreshMarkets: () => {},
    },
    record: {
      ...tradingStores(storage),
      onJournalError: (reason) => process.stderr.write(`${reason}\n`),
      onStep: (state, { id }) => onStep(id, state),
    },
    settings: { limits: () => ({ ...DEFAULT_LIMITS, ordersPerMinute: 1_000 }), unverifiedActions: () => 'refuse' },
    clock: systemClock,
    log: {
      debug() {},
      info() {},
      warn() {},
      error(context, text) {
        if (!isOver()) process.stderr.write(`${text} ${inspect(context)}\n`)
      },
    },
  })
  await trading.resume()
  return trading
}

/** The action once it is final. */
function ended(
  trading: Trading,
  id: string,
): Promise<{ readonly state: ActionState; readonly message: string | null }> {
  return new Promise((resolve) => {
    const look = (): void => {
      const action = trading.topics.view({ kind: 'actions' })?.find((one) => one.id === id)
      if (action === undefined || !isFinal(action.state)) return
      stop()
      resolve(action)
    }
    const stop = trading.topics.onChange(look)
    look()
  })
}
