/** Runs the embedded practice venue in a worker thread and speaks with it in messages; it is reached over loopback like any service. */
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { parseAddress } from '../../contract/address.ts'
import { Secret } from '../secrets/index.ts'

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
const failed = z.object({ kind: z.literal('failed'), message: z.string() })
const message = z.union([ready, failed])

/** A running practice venue, and its practice trader. */
export interface PracticeVenue {
  readonly url: string
  readonly wsPath: string
  readonly directOrder: z.output<typeof ready>['directOrder']
  readonly trader: {
    readonly address: z.output<typeof ready>['practice']['address']
    readonly accessToken: Secret
    readonly walletKey: Secret
  }
  /** What the trader must be told: a damaged book-keeping file set aside, say. */
  readonly notices: readonly string[]
  /** Saves the book-keeping and ends the thread. */
  stop(): Promise<void>
}

/** How long the venue may take to save and stop, ms, before its thread is ended. */
const STOP_WITHIN = 3000

/**
 * Starts the venue.
 * @param directory where its book-keeping is, apart from everything else of the terminal.
 * @throws Error in words when it does not start.
 */
export function startPracticeVenue(directory: string, onDeath: (reason: string) => void): Promise<PracticeVenue> {
  const worker = new Worker(new URL('./venue-worker.js', import.meta.url), {
    workerData: { statePath: join(directory, 'practice-venue.sqlite'), seed: 'isotherm' },
  })
  return new Promise((resolve, reject) => {
    let started = false
    let stopping = false
    const fail = (reason: string): void => {
      if (started && !stopping) onDeath(reason)
      else reject(new Error(`The practice venue did not start: ${reason}`))
    }
    worker.on('error', (error) => fail(error instanceof Error ? error.message : String(error)))
    worker.on('exit', (code) => {
      if (!stopping) fail(`its thread ended with code ${code}`)
    })
    worker.on('message', (value: unknown) => {
      const parsed = message.safeParse(value)
      if (!parsed.success) return
      if (parsed.data.kind === 'failed') {
        fail(parsed.data.message)
        return
      }
      const { url, wsUrl, directOrder, practice, notices } = parsed.data
      started = true
      resolve({
        url,
        wsPath: new URL(wsUrl).pathname,
        directOrder,
        trader: {
          address: practice.address,
          accessToken: new Secret(practice.accessToken),
          walletKey: new Secret(practice.walletKey),
        },
        notices,
        stop: async () => {
          stopping = true
          const ended = new Promise<void>((done) => worker.once('exit', () => done()))
          worker.postMessage({ kind: 'stop' })
          const timer = setTimeout(() => void worker.terminate(), STOP_WITHIN)
          await ended
          clearTimeout(timer)
        },
      })
    })
  })
}
