/** The terminal's trading and feed over an in-process practice venue, on a test-controlled clock: HTTP only, unless a test opens sockets. */
import { setImmediate } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { ActionRecord } from '../../contract/action.ts'
import type { Price } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import type { Bucket } from '../../contract/market.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { type OpenSocket, openWsSocket } from '../../electron/feed/connection/index.ts'
import { createFeed } from '../../electron/feed/index.ts'
import { createFakeSockets } from '../../electron/feed/testing/fake-socket.ts'
import { createRecordingLog } from '../../electron/feed/testing/recording-log.ts'
import { Secret } from '../../electron/secrets/index.ts'
import { createTradingService } from '../../electron/service/index.ts'
import { profileFor } from '../../electron/service/testing/setup.ts'
import { addressOf } from '../../electron/signing/index.ts'
import { approveAgent, openVenueTrading } from '../../electron/trading/testing/venue-trading.ts'
import { createVenueCore } from '../../venue/core/index.ts'
import { START, startTestVenue } from '../../venue/testing/test-venue.ts'
import { placeScalar, readyTrader } from '../../venue/testing/trading-steps.ts'

/** Time passes in steps of this length, ms; the service answers everything within each. */
const STEP = 250
/** Turns without a request after which nothing is pending. */
const QUIET = 5

const wallet = new Secret(`0x${'43'.repeat(32)}`)
const agent = new Secret(`0x${'34'.repeat(32)}`)
const random = (): number => 0.5

interface Options {
  /** Start time of the venue; by default ten minutes into a bucket. */
  readonly startTime?: number
  readonly wire?: 'venue' | 'upstream'
  readonly limits?: Parameters<typeof openVenueTrading>[0]['limits']
  /** Switched on before any trading. */
  readonly quirks?: readonly string[]
  /** Whether the feed has a socket to the venue; without one it reads over HTTP. */
  readonly hasSocket?: boolean
}

/** A sent request. */
interface Sent {
  /** Example: `POST /v1/close`. */
  readonly route: string
  /** By the terminal's clock. */
  readonly at: number
}

export type Terminal = Awaited<ReturnType<typeof openTerminal>>

/** Starts both at 570.00, with a trader on the other side. Closed when the test ends. */
export async function openTerminal(options: Options = {}) {
  const { wire = 'venue', limits = {}, hasSocket = false, startTime = START, quirks = [] } = options
  const core = createVenueCore({ seed: 'test', startTime, traders: false })
  const venue = await startTestVenue({ core, control: true, requestsPerWindow: 1e6, wire })
  venue.control.setTemperature('70')
  venue.control.setQuirks([...quirks])
  const clock = createFakeClock(startTime)
  const address = addressOf(wallet)
  const token = new Secret(await venue.issueToken({ address }))
  const other = await readyTrader(venue)
  const log = createRecordingLog()

  const sent: Sent[] = []
  let underWay = 0
  let given = 0
  const http: Parameters<typeof createTradingService>[0]['http'] = async (url, init) => {
    sent.push({ route: `${init.method} ${new URL(url).pathname}`, at: clock.now() })
    underWay += 1
    init.signal.addEventListener('abort', () => {
      given += 1
    })
    try {
      const response = await fetch(url, init)
      const text = await response.text()
      return new Response(text, { status: response.status, headers: response.headers })
    } finally {
      underWay -= 1
    }
  }
  /** An upgrade is pending until the socket has closed or received something. */
  const openSocket: OpenSocket = (url, as, events) => {
    sent.push({ route: 'upgrade', at: clock.now() })
    underWay += 1
    let isOver = false
    const over = (): void => {
      if (!isOver) underWay -= 1
      isOver = true
    }
    return openWsSocket(url, as, {
      ...events,
      message(bytes) {
        over()
        events.message(bytes)
      },
      ended(end) {
        over()
        events.ended(end)
      },
    })
  }
  /** Requests that the venue never answers, and that the terminal has not given up. */
  const hanging = (): number => venue.logged.filter((line) => line.endsWith('never answered')).length - given
  async function settled(): Promise<void> {
    for (let turns = 0; turns < QUIET; turns = underWay <= hanging() ? turns + 1 : 0) await setImmediate()
  }
  /** Advances time for both. */
  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= STEP) {
      await settled()
      await clock.advanceAsync(Math.min(STEP, left))
      venue.control.advance(Math.min(STEP, left))
    }
    await settled()
  }

  const profile = profileFor(venue.url)
  const service = createTradingService({ profile, http, clock, random, log, token: () => token })
  await approveAgent({ service, wallet, agent })
  const buckets: (Bucket | null)[] = []
  const feed = createFeed({
    ...{ profile, service, clock, random, log },
    limit: service.budget,
    token: () => token,
    families: () => ({ scalar: true, binary: true, outcomes: true }),
    openSocket: hasSocket ? openSocket : createFakeSockets().open,
    onBucketChange: (current) => buckets.push(current),
  })
  const external: unknown[] = []
  const marks = new Map<string, Price>()
  const trading = await openVenueTrading({
    ...{ service, wallet, agent, clock, marks, limits },
    markets: {
      bucket: feed.bucket,
      outcomeCollateral: feed.outcomeCollateral,
      clockOffset: feed.clockOffset,
      measuredOffset: feed.measuredOffset,
      isClockConfirmed: feed.isClockConfirmed,
      timeReported: feed.timeReported,
    },
    onExternal: (found) => external.push(found),
  })
  onTestFinished(async () => {
    trading.stop()
    feed.stop()
    await venue.close()
  })
  feed.start()
  await pass(5_000)

  const action = (id: string): ActionRecord => {
    const found = trading.action(id)
    if (found === null) throw new Error(`no action ${id}`)
    return found
  }
  let actions = 0
  const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  /** Submits an intent; returns its action's id. */
  async function submit(intent: Intent): Promise<string> {
    actions += 1
    await trading.submit(id(actions), intent)
    return id(actions)
  }
  const asset = venue.live
  return {
    ...{ address, asset, clock, external, feed, log, buckets, other, pass, service, submit, trading, venue, action },
    /** Sets the venue's quirks from now on. */
    quirks: (...list: string[]): void => void venue.control.setQuirks(list),
    /** An order in the live asset. */
    place: (side: 'buy' | 'sell', price: string, size: string, tif: 'GTC' | 'IOC' = 'IOC'): Promise<string> =>
      submit({ kind: 'place', asset, side, price, size, tif, reduceOnly: false } as Intent),
    /** Closes the long position in it, down to 565. */
    closeLong: (): Promise<string> =>
      submit({
        ...{ kind: 'close', asset, position: 'long', size: null },
        protection: { kind: 'worst', price: '565.00', bound: null },
      } as Intent),
    /** Places an order of the other trader. */
    rests: (side: 'buy' | 'sell', limitPx: string, sz: string) =>
      placeScalar(venue, other, { isBuy: side === 'buy', limitPx, sz }),
    /** The venue's state of the account. */
    money: () => core.account(address as never).account,
    /** The venue's state of the position. */
    held: (): string => core.account(address as never).positions.find((one) => one.asset === asset)?.size ?? '0',
    /** Times at which requests of a route were sent, by the terminal's clock. */
    times: (route: string): number[] => sent.flatMap((one) => (one.route === route ? [one.at] : [])),
  }
}
