/** A venue on loopback for tests: its clock moves only when advanced, its books are empty of practice traders, and its clients sign with real keys. */
import { privateKeyToAccount } from 'viem/accounts'
import { createVenueCore, type VenueCore } from '../core/index.ts'
import type { Account } from '../market/index.ts'
import { type RunningVenue, startVenue } from '../server.ts'
import type { PreparedAction } from '../signing/index.ts'

/** 2026-07-01 12:10 UTC: ten minutes into a bucket. */
export const START = Date.UTC(2026, 6, 1, 12, 10)

export interface Reply {
  status: number
  type: string
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary fields of answers.
  body: any
}

export interface TestVenue extends RunningVenue {
  core: VenueCore
  logged: string[]
  /** The live asset. */
  live: string
  get(path: string, token?: string): Promise<Reply>
  post(path: string, body: unknown, token?: string): Promise<Reply>
  trader(): Promise<TestTrader>
}

/** A trader with a wallet, an access token, and an agent key that is not approved yet. */
export interface TestTrader {
  address: Account
  agentAddress: Account
  token: string
  post(path: string, body: unknown): Promise<Reply>
  approveAgent(): Promise<Reply>
  /** The wallet's signature of a user-signed action or a direct order. */
  signAsWallet(typed: { domain: object; types: object; primaryType: string; message: object }): Promise<string>
  /** The submission of a prepared action, signed by the agent. */
  signed(prepared: PreparedAction): Promise<{ orderId: string; actionHash: string; hlSignature: string }>
  /** Prepares, signs and submits; the answer to the prepare when that is refused. */
  act(prepare: string, submit: string, body: unknown): Promise<Reply>
}

let keys = 0
const newKey = () => privateKeyToAccount(`0x${(++keys).toString(16).padStart(64, '0')}`)

/** Starts a venue; the caller closes it. */
export async function startTestVenue(options: Partial<Parameters<typeof startVenue>[0]> = {}): Promise<TestVenue> {
  const core = options.core ?? createVenueCore({ seed: 'test', startTime: START, traders: false })
  let time = core.now()
  const clock = {
    speed: 1,
    now: () => time,
    advance: (ms: number) => {
      time += ms
    },
    // 0 makes the driver poll: it has no other way to notice that a test advanced the time.
    realDelayUntil: () => 0,
  }
  const logged: string[] = []
  const venue = await startVenue({
    core,
    clock,
    store: null,
    port: 0,
    log: (line) => logged.push(line),
    ...options,
  })
  const get = (path: string, token?: string) => ask(venue.url + path, { headers: authorization(token) })
  const post = (path: string, body: unknown, token?: string) =>
    ask(venue.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization(token) },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const live = core.bucket().current?.asset ?? ''
  const test = { ...venue, core, logged, live, get, post }
  return { ...test, trader: () => createTrader(test) }
}

async function createTrader({ issueToken, post }: Omit<TestVenue, 'trader'>): Promise<TestTrader> {
  const wallet = newKey()
  const agent = newKey()
  const address = wallet.address.toLowerCase() as Account
  const agentAddress = agent.address.toLowerCase() as Account
  const token = await issueToken({ address })
  const postOwn = (path: string, body: unknown) => post(path, body, token)
  const signAsWallet: TestTrader['signAsWallet'] = (typed) => wallet.signTypedData(typed as never)
  const signed: TestTrader['signed'] = async ({ orderId, actionHash, eip712Domain, agentMessage }) => ({
    orderId,
    actionHash,
    hlSignature: await agent.signTypedData({
      domain: eip712Domain,
      types: {
        Agent: [
          { name: 'source', type: 'string' },
          { name: 'connectionId', type: 'bytes32' },
        ],
      },
      primaryType: 'Agent',
      message: agentMessage,
    }),
  })
  return {
    address,
    agentAddress,
    token,
    post: postOwn,
    signAsWallet,
    signed,
    async approveAgent() {
      const { body } = await postOwn('/v1/agent/approve', { agentAddress, agentName: 'isotherm' })
      const { actionHash, eip712Domain: domain, types, primaryType, message } = body
      const signature = await signAsWallet({ domain, types, primaryType, message })
      return postOwn('/v1/agent/approve', { actionHash, signature })
    },
    async act(prepare, submit, body) {
      const prepared = await postOwn(prepare, body)
      return prepared.status === 200 ? postOwn(submit, await signed(prepared.body)) : prepared
    },
  }
}

const authorization = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` }

async function ask(url: string, init: RequestInit): Promise<Reply> {
  const response = await fetch(url, init)
  const text = await response.text()
  const type = response.headers.get('content-type') ?? ''
  return {
    status: response.status,
    type,
    headers: response.headers,
    body: type.includes('json') ? JSON.parse(text) : text,
  }
}
