/**
 * The practice venue as a worker thread of the terminal. It creates the practice trader on its first start, and exchanges the messages below with its
 * parent; no network but loopback.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { secp256k1 } from '@noble/curves/secp256k1'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { Account } from './market/index.ts'
import { type OpenedVenue, openVenue } from './open-venue.ts'
import type { DirectOrder } from './signing/index.ts'
import type { VenueStore } from './store/index.ts'

/** `workerData` of this worker. */
export interface VenueWorkerData {
  /** Path of the venue's file; null stores nothing. */
  statePath: string | null
  seed: string | number
  /** Start of the venue's clock, ms since the epoch; default is the machine's time. */
  at?: number
}

/** Messages of the worker to its parent. */
export type VenueWorkerMessage =
  | {
      kind: 'ready'
      url: string
      wsUrl: string
      directOrder: DirectOrder
      /** The practice trader; the wallet key is play money. */
      practice: { address: Account; accessToken: string; walletKey: `0x${string}` }
      /** Messages for the user. */
      notices: string[]
    }
  /** A fresh access token of the practice trader, on request. */
  | { kind: 'token'; accessToken: string }
  /** One line of the venue's log, without tokens or keys. */
  | { kind: 'log'; line: string }
  /** Everything is written; the worker exits. */
  | { kind: 'stopped' }
  | { kind: 'failed'; message: string }

/** Messages of its parent. */
export type VenueWorkerRequest = { kind: 'token' } | { kind: 'stop' }

/** Bits per step of the curve's table: small, because it is built during the first start and few signatures follow. */
const TABLE_BITS = 5
secp256k1.ProjectivePoint.BASE._setWindowSize(TABLE_BITS)

const TOKEN_TTL_SECONDS = 24 * 3600

const post = (message: VenueWorkerMessage): void => parentPort?.postMessage(message)

/** The practice trader's key, created on the first start. */
function practiceKey(store: VenueStore): { address: Account; privateKey: `0x${string}` } {
  const known = store.practiceKey()
  if (known !== null) return known
  const privateKey = generatePrivateKey()
  const address = privateKeyToAddress(privateKey).toLowerCase() as Account
  store.savePracticeKey(address, privateKey)
  return { address, privateKey }
}

async function serve(data: VenueWorkerData): Promise<void> {
  const { statePath, seed, at = null } = data
  const opened = await openVenue({
    statePath,
    seed,
    at,
    speed: 1,
    bucketMinutes: 120,
    // A shipped terminal has no `/practice/` routes.
    control: false,
    port: 0,
    waitlist: false,
    mode: 'all',
    outcomes: true,
    wire: 'venue',
    quirks: [],
    log: (line) => post({ kind: 'log', line }),
  })
  const { venue, store, notices } = opened
  const { address, privateKey } = practiceKey(store)
  const freshToken = () => venue.issueToken({ address, ttlSeconds: TOKEN_TTL_SECONDS })
  parentPort?.on('message', (request: VenueWorkerRequest) => {
    void answer(request, opened, freshToken).catch(fail)
  })
  post({
    kind: 'ready',
    url: venue.url,
    wsUrl: venue.wsUrl,
    directOrder: venue.directOrder,
    practice: { address, accessToken: await freshToken(), walletKey: privateKey },
    notices,
  })
}

async function answer(
  request: VenueWorkerRequest,
  opened: OpenedVenue,
  freshToken: () => Promise<string>,
): Promise<void> {
  if (request.kind === 'token') {
    post({ kind: 'token', accessToken: await freshToken() })
    return
  }
  await opened.close()
  post({ kind: 'stopped' })
  parentPort?.close()
}

function fail(error: unknown): void {
  post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  process.exit(1)
}

process.on('uncaughtException', fail)
serve(workerData as VenueWorkerData).catch(fail)
