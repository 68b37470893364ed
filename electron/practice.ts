/** Runs the embedded practice venue in a worker thread, reached over loopback like any service, while a window needs it. */
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { parseAddress } from '../contract/address.ts'
import { type Cancel, type Clock, type Millis, millis } from '../contract/time.ts'
import { Secret } from './secrets/index.ts'
import { type DeploymentProfile, deploymentProfile } from './service/index.ts'
import type { Notices } from './topics/index.ts'

const ready = z.object({
  kind: z.literal('ready'),
  url: z.url(),
  wsUrl: z.url(),
  directOrder: z.object({
    domain: z.record(z.string(), z.unknown()),
    types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
    primaryType: z.string(),
  }),
  practice: z.object({
    address: z.string().transform((text, context) => {
      const address = parseAddress(text)
      if (address !== null) return address
      context.addIssue({ code: 'custom', message: 'not an address' })
      return z.NEVER
    }),
    accessToken: z.string().min(1),
    walletKey: z.string().regex(/^0x[0-9a-f]{64}$/),
  }),
  notices: z.array(z.string()).default([]),
})
const renewed = z.object({ kind: z.literal('token'), accessToken: z.string().min(1) })
const failed = z.object({ kind: z.literal('failed'), message: z.string() })
const message = z.union([ready, renewed, failed])

/** A running practice venue, and its practice trader. */
export interface PracticeVenue {
  readonly url: string
  readonly wsPath: string
  readonly directOrder: z.output<typeof ready>['directOrder']
  /** The access token is renewed well before it expires: read it again at each use. */
  readonly trader: {
    readonly address: z.output<typeof ready>['practice']['address']
    readonly accessToken: Secret
    readonly walletKey: Secret
  }
  /** Messages for the trader: for example, that a damaged account file was set aside. */
  readonly notices: readonly string[]
  /** Requests a new access token when the current one is old, for example after the machine slept. */
  renewToken(): void
  /** Saves the accounts and ends the thread. */
  stop(): Promise<void>
}

/** How long the venue may take to save and stop, ms, before its thread is killed. */
const STOP_WITHIN = 3000
/** The venue's tokens live for 24 hours; a new one is requested after this, ms by the wall clock. */
const RENEW_AFTER = 12 * 3_600_000
const LOOK_EVERY = 15 * 60_000

/** The used part of the venue's thread. */
type VenueWorker = Pick<Worker, 'postMessage' | 'terminate'> & {
  on(event: 'error', listener: (error: unknown) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
  on(event: 'message', listener: (value: unknown) => void): unknown
}

const venueThread = (directory: string, at: Millis | null): VenueWorker =>
  new Worker(new URL('./venue-worker.js', import.meta.url), {
    workerData: {
      ...{ statePath: join(directory, 'practice-venue.sqlite'), seed: 'isotherm' },
      ...(at !== null && { at }),
    },
  })

/**
 * Starts the venue.
 * @param directory its accounts, separate from the rest of the terminal's data.
 * @param at start of its own clock; null for the machine's time.
 * @throws Error with the reason when it does not start.
 */
export function startPracticeVenue(
  directory: string,
  at: Millis | null,
  onDeath: (reason: string) => void,
  clock: Pick<Clock, 'now' | 'after' | 'every'>,
  makeWorker: (directory: string, at: Millis | null) => VenueWorker = venueThread,
): Promise<PracticeVenue> {
  const worker = makeWorker(directory, at)
  const ended = Promise.withResolvers<void>()
  return new Promise((resolve, reject) => {
    let started = false
    let stopping = false
    let failed = false
    let stopRenewing: Cancel = () => undefined
    let accessToken = new Secret('')
    let renewedAt = clock.now()
    const renewToken = (): void => {
      if (clock.now() - renewedAt >= RENEW_AFTER) worker.postMessage({ kind: 'token' })
    }
    // A dying thread reports twice: by its error, and by its exit.
    const fail = (reason: string): void => {
      if (failed) return
      failed = true
      stopRenewing()
      if (started) {
        if (!stopping) onDeath(reason)
        return
      }
      void worker.terminate()
      reject(new Error(`The practice venue did not start: ${reason}`))
    }
    worker.on('error', (error) => fail(error instanceof Error ? error.message : String(error)))
    worker.on('exit', (code) => {
      ended.resolve()
      if (!stopping) fail(`its thread ended with code ${code}`)
    })
    worker.on('message', (value: unknown) => {
      const parsed = message.safeParse(value)
      if (!parsed.success) return
      if (parsed.data.kind === 'failed') {
        fail(parsed.data.message)
        return
      }
      if (parsed.data.kind === 'token') {
        accessToken = new Secret(parsed.data.accessToken)
        renewedAt = clock.now()
        return
      }
      const { url, wsUrl, directOrder, practice, notices } = parsed.data
      started = true
      accessToken = new Secret(practice.accessToken)
      stopRenewing = clock.every(LOOK_EVERY, renewToken)
      resolve({
        url,
        wsPath: new URL(wsUrl).pathname,
        directOrder,
        trader: {
          address: practice.address,
          get accessToken() {
            return accessToken
          },
          walletKey: new Secret(practice.walletKey),
        },
        notices,
        renewToken,
        stop: async () => {
          stopRenewing()
          stopping = true
          worker.postMessage({ kind: 'stop' })
          const cancel = clock.after(STOP_WITHIN, () => void worker.terminate())
          await ended.promise
          cancel()
        },
      })
    })
  })
}

/** Heartbeat of the venue's sockets (docs/service/websocket.md#heartbeat). */
const PING = '{"type":"ping"}'
/** Its station is New York's. */
const STATION_TIME_ZONE = 'America/New_York'

export type PracticeHost = ReturnType<typeof createPracticeHost>

interface Opened {
  readonly venue: PracticeVenue
  readonly profile: DeploymentProfile
}

/** Runs the practice venue while a window needs it: started on first use, stopped with its deployment, one at a time. */
export function createPracticeHost(options: {
  /** Name of the venue's deployment. */
  readonly name: string
  /** Folder of its accounts. */
  readonly directory: string
  /** Start of the venue's own clock; null for the machine's time. */
  readonly at: Millis | null
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'after' | 'every'>
  readonly notices: Pick<Notices, 'add'>
  readonly start?: typeof startPracticeVenue
}) {
  const { name, directory, at, clock, notices, start = startPracticeVenue } = options
  let opening: Promise<Opened> | null = null
  let opened: Opened | null = null
  /** Starts wait for the last stop: two venues must never write the same accounts. */
  let stopped: Promise<void> = Promise.resolve()
  const made = clock.monotonic()
  /** A restarted venue continues at the time where the previous one stopped, or later. */
  const startTime = (): Millis | null => (at === null ? null : millis(at + Math.ceil(clock.monotonic() - made)))

  async function open(): Promise<Opened> {
    await stopped
    const venue = await start(directory, startTime(), died, clock)
    for (const notice of venue.notices) notices.add('warning', 'Practice venue', notice)
    const { url: baseUrl, wsPath, directOrder } = venue
    const profile = deploymentProfile.parse({
      name,
      baseUrl,
      wsPath,
      network: 'practice',
      ping: PING,
      directOrder,
      stationTimeZone: STATION_TIME_ZONE,
    })
    opened = { venue, profile }
    return opened
  }

  function died(reason: string): void {
    notices.add('error', 'The practice venue stopped', `${reason} Restart Isotherm to continue practicing.`)
  }

  return {
    /** The deployment that reaches the venue, which is started if necessary. @throws Error with the reason when it does not start. */
    async profile(): Promise<DeploymentProfile> {
      opening ??= open().catch((error: unknown) => {
        opening = null
        throw error
      })
      return (await opening).profile
    },
    /** The venue's trader for the deployment that it returned; null for any other. */
    traderOf: (profile: DeploymentProfile): PracticeVenue['trader'] | null =>
      profile === opened?.profile ? opened.venue.trader : null,
    /** The machine slept: the venue's token may be old. */
    renewToken: (): void => opened?.venue.renewToken(),
    /** Saves and stops the venue, if it runs. */
    stop(): Promise<void> {
      const last = opening
      opening = null
      opened = null
      if (last === null) return stopped
      stopped = stopped.then(async () => {
        const venue = await last.then(({ venue: one }) => one).catch(() => null)
        await venue?.stop()
      })
      return stopped
    },
  }
}
