import { describe, expect, it } from 'vitest'
import type { AccessSelf } from '../../contract/account.ts'
import type { Address } from '../../contract/address.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { millis } from '../../contract/time.ts'
import { Secret } from '../secrets/index.ts'
import { deploymentProfile, OPEN_ROUTES, type PreparedAction, ServiceError, type UserAction } from '../service/index.ts'
import { addressOf, agentDigest, isSignedBy, userActionDigest } from '../signing/index.ts'
import { keySigner, type UserSigner } from '../wallet/index.ts'
import { createIdentity } from './identity.ts'
import { memoryAgentRecords } from './testing/memory-agent-records.ts'

type UserSignatureRequest = Parameters<UserSigner['sign']>[0]
type IdentityOptions = Parameters<typeof createIdentity>[0]

const WALLET_KEY = new Secret(`0x${'42'.repeat(32)}`)
const WALLET = addressOf(WALLET_KEY)
const TOKEN = new Secret('token-of-the-trader')

const problem = (status: number, code: string, message: string): ServiceError =>
  new ServiceError({ kind: 'problem', route: 'r', status, code, message: message as never })
const unreachable = new ServiceError({
  kind: 'unreachable',
  route: 'r',

  code: 'network',
  message: 'connect ECONNREFUSED' as never,
})

function open(
  more: Partial<IdentityOptions> & {
    network?: 'practice' | 'testnet'
    stored?: Record<string, Secret>
    routes?: Record<string, null>
  } = {},
) {
  const { network = 'practice', stored = {}, routes = {}, ...options } = more
  const clock = createFakeClock()
  const kept = new Map(Object.entries(stored))
  const world = {
    clock,
    kept,
    self: { wallet: WALLET, email: null, access: 'allowed', accessText: 'allowed' } as AccessSelf | Error,
    /** Requested identities, by token. */
    askedAs: [] as (string | undefined)[],
    onApproval: async (): Promise<void> => {},
    config: { waitlistEnabled: false, outcomesEnabled: false } as object | Error,
    scalar: null as Error | null,
    binary: null as Error | null,
    probed: [] as string[],
    tamper: (action: UserAction): UserAction => action,
    approvals: [] as { actionHash: string; signature: `0x${string}` }[],
    approvalError: null as Error | null,
    /** Whether the service reports an accepted approval as approved. */
    approves: true,
    expiresAt: null as number | null,
    prepared: null as UserAction | null,
    notices: new Map<string, string>(),
  }
  const service: IdentityOptions['service'] = {
    profile: deploymentProfile.parse({ name: 'model', baseUrl: 'http://127.0.0.1:1', network, routes }),
    accessSelf: async (as) => {
      world.askedAs.push(as?.reveal())
      if (world.self instanceof Error) throw world.self
      return world.self
    },
    runtimeConfig: async () => {
      if (world.config instanceof Error) throw world.config
      return world.config as never
    },
    markets: async () => {
      world.probed.push('scalar')
      if (world.scalar instanceof Error) throw world.scalar
      return []
    },
    binaryMarkets: async () => {
      world.probed.push('binary')
      if (world.binary instanceof Error) throw world.binary
      return []
    },
    prepareAgentApproval: async ({ address, name }) => {
      const type = 'HyperliquidTransaction:ApproveAgent'
      world.prepared = world.tamper({
        actionHash: '0x01',
        domain: {
          name: 'HyperliquidSignTransaction',
          version: '1',
          chainId: 0x66eee,
          verifyingContract: '0x0000000000000000000000000000000000000000',
        },
        types: {
          [type]: [
            { name: 'hyperliquidChain', type: 'string' },
            { name: 'agentAddress', type: 'address' },
            { name: 'agentName', type: 'string' },
            { name: 'nonce', type: 'uint64' },
          ],
        },
        primaryType: type,
        message: { hyperliquidChain: 'Testnet', agentAddress: address, agentName: name, nonce: 1 },
      })
      return world.prepared
    },
    submitAgentApproval: async (signed) => {
      world.approvals.push(signed)
      await world.onApproval()
      if (world.approvalError !== null) throw world.approvalError
      const expiresAt = world.expiresAt === null ? null : millis(world.expiresAt)
      return { approved: world.approves, expiresAt }
    },
  }
  const identity = createIdentity({
    service,
    secrets: {
      get: async (account) => kept.get(account) ?? null,
      set: async (account, secret) => void kept.set(account, secret),
      delete: async (account) => void kept.delete(account),
    },
    records: memoryAgentRecords(),
    browser: null,
    notices: {
      put: (key, _level, title) => void world.notices.set(key, title),
      clear: (key) => void world.notices.delete(key),
    },
    profiles: () => [],
    clock,
    clockOffset: () => 0,
    practice: network === 'practice' ? { accessToken: TOKEN, walletKey: WALLET_KEY } : null,
    keychain: () => ({ mode: 'keychain' }),
    version: '0.1.0',
    host: 'chromium-host',
    log: { debug() {}, info() {}, warn() {}, error() {} },
    ...options,
  })
  const settle = async (ms = 0) => {
    for (let i = 0; i < 5; i++) await clock.advanceAsync(0)
    await clock.advanceAsync(ms)
  }
  return { identity, world, settle, service }
}

const stored = { 'model/access-token': TOKEN, 'model/wallet-key': WALLET_KEY }

describe('on the practice venue', () => {
  it('the first start creates, stores and approves an agent key automatically, signed by the wallet', async () => {
    const { identity, world, settle } = open()
    await identity.reload()
    await settle()
    const agentKey = world.kept.get('model/agent-key')!
    expect(identity.view().agent).toEqual({ state: 'approved', address: addressOf(agentKey), expiresAt: null })
    expect(world.prepared?.message).toMatchObject({ agentName: 'isotherm', agentAddress: addressOf(agentKey) })
    expect(await isSignedBy(userActionDigest(world.prepared!), world.approvals[0]!.signature, WALLET)).toBe(true)
    expect(identity.address()).toBe(WALLET)
  })

  it('later starts keep the key and request nothing', async () => {
    const records = memoryAgentRecords()
    const first = open({ records })
    await first.identity.reload()
    await first.settle()
    const second = open({ records, stored: Object.fromEntries(first.world.kept) })
    await second.identity.reload()
    await second.settle()
    expect(second.world.approvals).toHaveLength(0)
    expect(second.identity.view().agent.state).toBe('approved')
  })

  it('a damaged agent key is replaced by a new one, and that one approved', async () => {
    const { identity, world, settle } = open({ stored: { 'model/agent-key': new Secret('') } })
    await identity.reload()
    await settle()
    const agent = addressOf(world.kept.get('model/agent-key')!)
    expect(identity.view().agent).toEqual({ state: 'approved', address: agent, expiresAt: null })
  })

  it('a failed approval is shown with the service’s message', async () => {
    const { identity, world, settle } = open()
    world.approvalError = problem(400, 'bad_signature', 'The signature is not of the wallet.')
    await identity.reload()
    await settle()
    expect(identity.view().agent).toMatchObject({ state: 'failed', reason: 'The signature is not of the wallet.' })
  })

  it('an accepted approval that is not reported as one is no approval', async () => {
    const { identity, world, settle } = open()
    world.approves = false
    await identity.reload()
    await settle()
    expect(identity.view().agent).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/The venue reports the agent as not approved\./),
    })
  })
})

describe('elsewhere', () => {
  it('without a token nobody is signed in, nothing is requested and no key is created', async () => {
    const { identity, world } = open({ network: 'testnet' })
    await identity.reload()
    expect(identity.view()).toMatchObject({
      identity: null,
      identityError: 'No access token. Import one from the clipboard.',
      agent: { state: 'missing' },
    })
    expect(world.kept.size).toBe(0)
    expect(identity.reason()).toContain('Import one')
  })

  it('the agent is approved only on request, step by step', async () => {
    const { identity, world, settle } = open({ network: 'testnet', stored })
    await identity.reload()
    await settle()
    expect(world.approvals).toHaveLength(0)
    expect(identity.view().agent).toMatchObject({ state: 'missing', reason: 'Agent not approved yet.' })
    const steps: string[] = []
    const outcome = await identity.approve(async (step) => {
      steps.push(`${step.at} ${world.approvals.length}`)
    })
    expect(outcome.kind).toBe('approved')
    expect(steps).toEqual(['prepared 0', 'verified 0', 'signed 0', 'sent 0'])
    expect(identity.view().agent.state).toBe('approved')
  })

  it('a damaged agent key in the keychain is reported by name, and approving replaces it with a new one', async () => {
    const { identity, world } = open({
      network: 'testnet',
      stored: { ...stored, 'model/agent-key': new Secret('0xno-agent-key') },
    })
    await identity.reload()
    const reason =
      'The entry "model/agent-key" in the keychain is damaged. Approve the agent in Account to create a new key.'
    expect(identity.view()).toMatchObject({
      identity: { wallet: WALLET },
      agent: { state: 'missing', reason, address: null },
    })
    expect(() => identity.sign({} as PreparedAction)).toThrow(reason)
    expect(world.kept.get('model/agent-key')!.reveal()).toBe('0xno-agent-key')
    expect(await identity.approve()).toMatchObject({ kind: 'approved' })
    const made = addressOf(world.kept.get('model/agent-key')!)
    expect(identity.view().agent).toEqual({ state: 'approved', address: made, expiresAt: null })
  })

  it('an approval that names another agent is refused and never signed', async () => {
    const { identity, world } = open({ network: 'testnet', stored })
    await identity.reload()
    world.tamper = (action) => ({ ...action, message: { ...action.message, agentAddress: WALLET } })
    const outcome = await identity.approve()
    expect(outcome).toMatchObject({ kind: 'refused', refusal: { code: 'mismatch' } })
    expect(outcome).toMatchObject({ mismatches: [{ field: 'agent address' }] })
    expect(world.approvals).toHaveLength(0)
  })

  it.each([
    ['no wallet key', { 'model/access-token': TOKEN }, 'no_wallet_key'],
    ['another wallet’s key', { ...stored, 'model/wallet-key': new Secret(`0x${'43'.repeat(32)}`) }, 'wallet_mismatch'],
    ['an invalid key', { ...stored, 'model/wallet-key': new Secret('not-a-private-key') }, 'bad_wallet_key'],
  ])('an approval with %s is refused with the reason', async (_, secrets, code) => {
    const { identity } = open({ network: 'testnet', stored: secrets as Record<string, Secret> })
    await identity.reload()
    expect(await identity.approve()).toMatchObject({ kind: 'refused', refusal: { code } })
  })

  it('an approval without an answer is unknown, one that is stopped by its listener is refused', async () => {
    const { identity, world } = open({ network: 'testnet', stored })
    await identity.reload()
    world.approvalError = new ServiceError({
      kind: 'no_answer',
      route: 'r',

      code: 't',
      message: 'No answer.' as never,
    })
    expect(await identity.approve()).toMatchObject({ kind: 'unknown' })
    const cut = await identity.approve(async ({ at }) => {
      if (at === 'sent') throw new Error('disk full')
    })
    expect(cut).toMatchObject({ kind: 'refused', refusal: { message: 'disk full' } })
    expect(world.approvals).toHaveLength(1)
  })

  it('orders that need the approval at the same time share one', async () => {
    const { identity, world } = open({ network: 'testnet', stored })
    await identity.reload()
    const outcomes = await Promise.all([identity.approve(), identity.approve(), identity.approve()])
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(['approved', 'approved', 'approved'])
    expect(world.approvals).toHaveLength(1)
  })

  it('an approval that the service does not know shows as missing, even after the next start, until it is given again', async () => {
    const { identity } = open({ network: 'testnet', stored })
    await identity.reload()
    await identity.approve()
    identity.notApproved()
    const reason = 'The venue no longer has the agent approval. Approve it again in Account.'
    expect(identity.view().agent).toMatchObject({ state: 'missing', reason })
    await identity.reload()
    expect(identity.view().agent.state).toBe('missing')
    await identity.approve()
    expect(identity.view().agent.state).toBe('approved')
  })

  it('an expired approval shows as missing', async () => {
    const { identity, world } = open({ network: 'testnet', stored })
    world.expiresAt = world.clock.now() + 1_000
    await identity.reload()
    await identity.approve()
    expect(identity.view().agent.state).toBe('approved')
    await world.clock.advanceAsync(1_001)
    expect(identity.view().agent).toMatchObject({
      state: 'missing',
      reason: 'The agent approval has expired. Approve it again in Account.',
    })
  })
})

describe('the session', () => {
  it('is signed out by a 401 with nothing lost, and back after the next import', async () => {
    const { identity, world, settle } = open({ network: 'testnet', stored })
    await identity.reload()
    await settle()
    const kept = [...world.kept.keys()]
    world.self = problem(401, 'bad_token', 'The token has expired.')
    identity.unauthorized()
    await settle()
    expect(identity.address()).toBeNull()
    expect(identity.view()).toMatchObject({ identity: null, identityError: 'The token has expired.' })
    expect([...world.kept.keys()]).toEqual(kept)
    world.self = { wallet: WALLET, email: null, access: 'allowed', accessText: 'allowed' }
    await identity.reload()
    expect(identity.address()).toBe(WALLET)
  })

  it('keeps what it knows while the service cannot be reached, and retries until it can', async () => {
    const { identity, world, settle } = open({ network: 'testnet', stored })
    world.self = unreachable
    world.config = unreachable
    await identity.reload()
    expect(identity.view()).toMatchObject({ identity: null, identityError: 'connect ECONNREFUSED' })
    world.self = { wallet: WALLET, email: null, access: 'allowed', accessText: 'allowed' }
    await settle(3_000)
    expect(identity.address()).toBe(WALLET)
    world.config = { waitlistEnabled: false, outcomesEnabled: true }
    await settle(3_000)
    expect(identity.view().features.outcomes).toEqual({ on: true })
    await settle(60_000)
    expect(world.clock.waiting).toBe(0)
  })

  it('with an identity without a wallet states that it cannot trade', async () => {
    const { identity, world } = open({ network: 'testnet', stored })
    world.self = { wallet: null, email: 'a@b.c', access: 'waitlisted', accessText: 'waitlisted' }
    await identity.reload()
    expect(identity.address()).toBeNull()
    expect(identity.reason()).toContain('no wallet')
    expect(identity.view().identity?.email).toBe('a@b.c')
  })

  it('states for every disabled feature why it is off', async () => {
    const { identity } = open()
    await identity.reload()
    const { features } = identity.view()
    expect(features.directOrder).toEqual({
      on: false,
      reason: 'This profile does not define how to sign direct orders.',
    })
    expect(features.cancel).toEqual({ on: true })
    expect(features.outcomes).toEqual({ on: false, reason: 'Outcome markets are off in this deployment.' })
  })

  it('notifies its listeners, never with a secret', async () => {
    const { identity, settle } = open()
    let reported = 0
    identity.onChange(() => {
      reported += 1
    })
    await identity.reload()
    await settle()
    expect(reported).toBeGreaterThan(0)
    const text = JSON.stringify(identity.view())
    expect(text).not.toContain(TOKEN.reveal())
    expect(text).not.toContain('42'.repeat(32))
  })

  it('signs a verified action with the agent key under the deployment’s domain', async () => {
    const { identity, world, settle, service } = open()
    await identity.reload()
    await settle()
    const connectionId = `0x${'aa'.repeat(32)}` as const
    const prepared = { agentMessage: { source: 'b', connectionId } } as unknown as PreparedAction
    const digest = agentDigest(service.profile.agentDomain, { source: 'b', connectionId })
    const agent = addressOf(world.kept.get('model/agent-key')!)
    expect(await isSignedBy(digest, await identity.sign(prepared), agent)).toBe(true)
  })
})

describe('a token of another wallet', () => {
  const OTHER = new Secret('token-of-another')
  const other: AccessSelf = {
    wallet: `0x${'cd'.repeat(20)}` as Address,
    email: null,
    access: 'allowed',
    accessText: 'allowed',
  }
  const whose = ({ identity }: ReturnType<typeof open>) => [identity.address(), identity.accessToken()?.reveal()]
  const MINE = [WALLET, TOKEN.reveal()]
  const THEIRS = [other.wallet, OTHER.reveal()]

  it('is used with that wallet, and not while the previous one is shown', async () => {
    const opened = open({ network: 'testnet', stored })
    const { identity, world, settle } = opened
    await identity.reload()
    expect(whose(opened)).toEqual(MINE)
    const seen: unknown[] = []
    identity.onChange(() => seen.push(whose(opened)))
    world.kept.set('model/access-token', OTHER)
    world.self = unreachable
    await identity.reload()
    await settle(5_000)
    expect(whose(opened)).toEqual(MINE)
    expect(world.askedAs.slice(1)).toEqual([OTHER.reveal(), OTHER.reveal()])
    world.self = other
    await settle(3_000)
    expect(whose(opened)).toEqual(THEIRS)
    for (const pair of seen) expect([MINE, THEIRS]).toContainEqual(pair)
    expect(seen).toContainEqual(THEIRS)
  })

  it('is not delayed by the expiry of the previous token', async () => {
    const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const ending = new Secret(`${part({})}.${part({ exp: 1_700_000_004 })}.c2ln`)
    const opened = open({ network: 'testnet', stored: { ...stored, 'model/access-token': ending } })
    const { identity, world, settle } = opened
    await identity.reload()
    expect(whose(opened)).toEqual([WALLET, ending.reveal()])
    world.kept.set('model/access-token', OTHER)
    world.self = unreachable
    await identity.reload()
    await settle(5_000)
    expect(whose(opened)).toEqual([null, undefined])
    world.self = other
    await settle(3_000)
    expect(whose(opened)).toEqual(THEIRS)
  })

  it('that is refused signs out, and nothing is sent under the previous wallet', async () => {
    const opened = open({ network: 'testnet', stored })
    const { identity, world } = opened
    await identity.reload()
    world.kept.set('model/access-token', OTHER)
    world.self = problem(401, 'bad_token', 'No.')
    await identity.reload()
    expect(identity.address()).toBeNull()
  })

  it('that is forgotten ends the session at once, however long the service takes to answer', async () => {
    const opened = open({ network: 'testnet', stored })
    const { identity, world } = opened
    await identity.reload()
    world.kept.delete('model/access-token')
    world.config = new Promise(() => {})
    void identity.reload()
    await world.clock.advanceAsync(0)
    expect(whose(opened)).toEqual([null, undefined])
    expect(world.askedAs).toHaveLength(1)
  })

  it('never submits the approval that the previous wallet has signed', async () => {
    const { identity, world } = open({ network: 'testnet', stored })
    await identity.reload()
    const approval = identity.approve(async ({ at }) => {
      if (at !== 'sent') return
      world.self = other
      world.kept.set('model/access-token', OTHER)
      await identity.reload()
    })
    expect(await approval).toMatchObject({ kind: 'refused', refusal: { code: 'identity_changed' } })
    expect(world.approvals).toEqual([])
  })
})

describe('the market families', () => {
  const features = ({ identity }: ReturnType<typeof open>) => identity.view().features

  it('are not assumed before they were seen', () => {
    const world = open({ network: 'testnet', stored })
    for (const family of ['scalar', 'binary'] as const) {
      const reason = `Not known yet whether this deployment offers ${family} markets.`
      expect(features(world)[family]).toEqual({ on: false, reason, unread: 'pending' })
    }
  })

  it('are on once their markets were read, even while nobody is signed in', async () => {
    const opened = open({ network: 'testnet' })
    await opened.identity.reload()
    await opened.settle()
    expect(features(opened)).toMatchObject({ scalar: { on: true }, binary: { on: true } })
    await opened.identity.reload()
    await opened.settle(120_000)
    expect(opened.world.probed).toEqual(['scalar', 'binary'])
  })

  it.each(['scalar', 'binary'] as const)('are off when hidden, and not probed again: %s', async (family) => {
    const opened = open({ network: 'testnet', stored })
    opened.world[family] = problem(404, 'http_404', 'not found')
    await opened.identity.reload()
    await opened.settle(120_000)
    expect(features(opened)[family]).toEqual({
      on: false,
      reason: `This deployment does not offer ${family} markets.`,
    })
    expect(features(opened)[family === 'scalar' ? 'binary' : 'scalar']).toEqual({ on: true })
    expect(opened.world.probed).toHaveLength(2)
  })

  it('that cannot be read are off for that reason, and retried until they can, less and less often', async () => {
    const opened = open({ network: 'testnet', stored })
    const { world, identity, settle } = opened
    world.binary = unreachable
    let reported = 0
    await identity.reload()
    await settle()
    identity.onChange(() => {
      reported += 1
    })
    const reason = 'Could not check whether this deployment offers binary markets: connect ECONNREFUSED'
    expect(features(opened)).toMatchObject({ scalar: { on: true }, binary: { on: false, reason } })
    await settle(3_000)
    await settle(6_000)
    await settle(11_999)
    expect(world.probed).toEqual(['scalar', 'binary', 'binary', 'binary'])
    expect(reported).toBe(0)
    world.binary = null
    await settle(1)
    await settle()
    expect(features(opened).binary).toEqual({ on: true })
    expect(reported).toBe(1)
    await settle(120_000)
    expect(world.probed).toHaveLength(5)
    expect(world.clock.waiting).toBe(0)
  })

  it('are no longer probed once the identity is stopped', async () => {
    const { identity, world, settle } = open({ network: 'testnet', stored })
    world.scalar = unreachable
    await identity.reload()
    await settle()
    identity.stop()
    await settle(120_000)
    expect(world.probed).toEqual(['scalar', 'binary'])
    expect(world.clock.waiting).toBe(0)
  })

  it('of outcomes follow the configuration, with transfers and conversions', async () => {
    const opened = open({ network: 'testnet', stored })
    const { world, identity } = opened
    world.config = unreachable
    await identity.reload()
    const unread = { on: false, reason: "The deployment's configuration has not been read yet." }
    expect(features(opened)).toMatchObject({ outcomes: unread, outcomeTransfer: unread, outcomeConversion: unread })
    world.config = { waitlistEnabled: false, outcomesEnabled: false }
    await identity.reload()
    const none = { on: false, reason: 'Outcome markets are off in this deployment.' }
    expect(features(opened)).toMatchObject({ outcomes: none, outcomeTransfer: none, outcomeConversion: none })
    world.config = { waitlistEnabled: false, outcomesEnabled: true }
    await identity.reload()
    const on = { on: true }
    expect(features(opened)).toMatchObject({ outcomes: on, outcomeTransfer: on, outcomeConversion: on })
  })

  it.each([
    ['binaryMarkets', 'binary'],
    ['binaryStatus', 'binary'],
    ['binaryBucket', 'binary'],
    ['binarySetup', 'binary'],
    ['binarySetupSubmit', 'binary'],
    ['binaryPredict', 'binary'],
    ['binaryPredictSubmit', 'binary'],
    ['binaryClose', 'binary'],
    ['binaryCloseSubmit', 'binary'],
    ['outcomesMeta', 'outcomes'],
    ['outcomeOpenOrders', 'outcomes'],
    ['outcomeOrderPrepare', 'outcomes'],
    ['outcomeOrderSubmit', 'outcomes'],
    ['outcomeCancelPrepare', 'outcomes'],
    ['outcomeCancelSubmit', 'outcomes'],
    ['transferPrepare', 'outcomeTransfer'],
    ['transferSubmit', 'outcomeTransfer'],
    ['conversionPrepare', 'outcomeConversion'],
    ['conversionSubmit', 'outcomeConversion'],
  ] as const)('without the route %s have %s off, and only that', async (route, feature) => {
    const opened = open({ network: 'testnet', stored, routes: { [route]: null } })
    opened.world.config = { waitlistEnabled: false, outcomesEnabled: true }
    await opened.identity.reload()
    await opened.settle()
    const { directOrder: _, ...rest } = features(opened)
    const others = Object.entries(rest).filter(([name]) => name !== feature)
    expect(rest[feature]).toEqual({
      on: false,
      reason: `${OPEN_ROUTES[route].purpose}: off. This profile has no route for it.`,
    })
    expect(others.filter(([, { on }]) => !on)).toEqual([])
  })
})

describe('expiries', () => {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const tokenUntil = (ms: number): Secret => new Secret(`${part({ alg: 'HS256' })}.${part({ exp: ms / 1000 })}.c2ln`)
  const START = 1_700_000_000_000

  it('of a token are reported five minutes ahead, end the session, and the next import restores it', async () => {
    const secrets = { ...stored, 'model/access-token': tokenUntil(START + 600_000) }
    const { identity, world } = open({ network: 'testnet', stored: secrets })
    await identity.reload()
    await world.clock.advanceAsync(299_000)
    expect(world.notices.size).toBe(0)
    await world.clock.advanceAsync(2_000)
    expect(world.notices.get('token')).toBe('Access token expires at 22:23 UTC')
    expect(identity.address()).toBe(WALLET)
    await world.clock.advanceAsync(300_000)
    expect(identity.view()).toMatchObject({ identity: null, agent: { state: 'missing' } })
    expect(identity.reason()).toContain('The access token expired at 22:23 UTC. Import a new one in Account.')
    expect(identity.accessToken()).toBeNull()
    expect(world.notices.get('signed-out')).toBe('Signed out')
    world.kept.set('model/access-token', tokenUntil(START + 86_400_000))
    await identity.reload()
    expect(identity.address()).toBe(WALLET)
    expect(identity.accessToken()).not.toBeNull()
    expect([...world.notices.keys()]).toEqual([])
  })

  it('of a token are reported by the service’s time alone, however far the machine’s clock is off and before it is measured', async () => {
    const march = START - 260 * 86_400_000
    let offset: number | null = null
    const secrets = { ...stored, 'model/access-token': tokenUntil(march + 3_600_000) }
    const { identity, world } = open({ network: 'testnet', stored: secrets, clockOffset: () => offset })
    await identity.reload()
    await world.clock.advanceAsync(2_000)
    expect(identity.address()).toBe(WALLET)
    offset = march - START
    await world.clock.advanceAsync(3_000_000)
    expect(identity.address()).toBe(WALLET)
    expect(world.notices.size).toBe(0)
    await world.clock.advanceAsync(400_000)
    expect([...world.notices.keys()]).toEqual(['token'])
    await world.clock.advanceAsync(300_000)
    expect(identity.accessToken()).toBeNull()
  })

  it('of an approval are reported three days ahead', async () => {
    const { identity, world } = open({ network: 'testnet', stored })
    world.expiresAt = START + 4 * 86_400_000
    await identity.reload()
    await identity.approve()
    await world.clock.advanceAsync(86_400_000 - 1_000)
    expect(world.notices.get('agent')).toBeUndefined()
    await world.clock.advanceAsync(61_000)
    expect(world.notices.get('agent')).toContain('Agent approval expires on 2023-11-18')
    identity.beginRotation()
    world.expiresAt = START + 40 * 86_400_000
    await identity.approve()
    expect(world.notices.get('agent')).toBeUndefined()
    identity.stop()
  })
})

/** With a keychain that can be locked: nothing is stored in it from then on. */
function openLockable() {
  const kept = new Map(Object.entries(stored))
  let locked = false
  const secrets: IdentityOptions['secrets'] = {
    get: async (account) => kept.get(account) ?? null,
    set: async (account, secret) => {
      if (locked) throw new Error('The keychain is locked.')
      kept.set(account, secret)
    },
    delete: async (account) => void kept.delete(account),
  }
  const lock = (): void => {
    locked = true
  }
  return { ...open({ network: 'testnet', secrets }), kept, lock }
}

describe('the agent key', () => {
  it('is rotated: the new one replaces the old when it is approved, and not before', async () => {
    const { identity, world } = open({ network: 'testnet', stored })
    await identity.reload()
    await identity.approve()
    const before = world.kept.get('model/agent-key')
    identity.beginRotation()
    expect(world.kept.get('model/agent-key')).toBe(before)
    world.approvalError = problem(400, 'bad_signature', 'No.')
    expect(await identity.approve()).toMatchObject({ kind: 'rejected' })
    expect(world.kept.get('model/agent-key')).toBe(before)
    expect(identity.view().agent).toMatchObject({ state: 'approved', address: addressOf(before as Secret) })
    world.approvalError = null
    identity.beginRotation()
    expect(await identity.approve()).toMatchObject({ kind: 'approved' })
    const after = world.kept.get('model/agent-key') as Secret
    expect(after.equals(before as Secret)).toBe(false)
    expect(identity.view().agent).toMatchObject({ state: 'approved', address: addressOf(after) })
  })

  it('is a new one for another wallet, because an agent serves only one, and unchanged until that is approved', async () => {
    const { identity, world } = open({ network: 'testnet', stored })
    await identity.reload()
    await identity.approve()
    const first = world.kept.get('model/agent-key') as Secret
    const other = new Secret(`0x${'43'.repeat(32)}`)
    world.self = { ...(world.self as AccessSelf), wallet: addressOf(other) }
    world.kept.set('model/wallet-key', other)
    await identity.reload()
    expect(identity.view().agent.state).toBe('missing')
    world.approvalError = problem(400, 'bad_signature', 'No.')
    expect(await identity.approve()).toMatchObject({ kind: 'rejected' })
    expect(world.kept.get('model/agent-key')).toBe(first)
    world.approvalError = null
    expect(await identity.approve()).toMatchObject({ kind: 'approved' })
    const second = world.kept.get('model/agent-key') as Secret
    expect(second.equals(first)).toBe(false)
    expect(world.prepared?.message).toMatchObject({ agentAddress: addressOf(second) })
    expect(identity.view().agent).toMatchObject({ state: 'approved', address: addressOf(second) })
  })

  it('is not rotated where the new one cannot be stored', async () => {
    const { identity, world, kept, lock } = openLockable()
    await identity.reload()
    await identity.approve()
    const before = kept.get('model/agent-key') as Secret
    const requests = world.approvals.length
    lock()
    identity.beginRotation()
    await expect(identity.approve()).rejects.toThrow('The keychain is locked.')
    expect(world.approvals).toHaveLength(requests)
    expect(identity.view().agent).toMatchObject({ state: 'approved', address: addressOf(before) })
  })

  it('is used until the terminal quits, with a notice, where it was approved and then could not replace the previous one', async () => {
    const { identity, world, kept, lock } = openLockable()
    await identity.reload()
    await identity.approve()
    identity.beginRotation()
    world.onApproval = async () => lock()
    expect(await identity.approve()).toMatchObject({ kind: 'approved' })
    expect(identity.view().agent).toMatchObject({ state: 'approved', address: world.prepared?.message.agentAddress })
    expect(world.notices.get('agent-key')).toBe('New agent key not saved')
    // At the next start it is read from where it was stored before its approval was requested.
    expect(addressOf(kept.get('model/agent-key-next') as Secret)).toBe(world.prepared?.message.agentAddress)
  })

  it('signs for the wallet that approved it and for no other', async () => {
    const { identity, world } = open({ network: 'testnet', stored })
    await identity.reload()
    await identity.approve()
    const connectionId = `0x${'aa'.repeat(32)}` as const
    const prepared = { agentMessage: { source: 'b', connectionId } } as unknown as PreparedAction
    expect(identity.isKeyOfAnother()).toBe(false)
    await identity.sign(prepared)
    const other = new Secret(`0x${'43'.repeat(32)}`)
    world.self = { ...(world.self as AccessSelf), wallet: addressOf(other) }
    world.kept.set('model/wallet-key', other)
    await identity.reload()
    expect(identity.isKeyOfAnother()).toBe(true)
    expect(() => identity.sign(prepared)).toThrow('Another wallet approved this agent key. Approve one in Account.')
    await identity.approve()
    expect(identity.isKeyOfAnother()).toBe(false)
    await identity.sign(prepared)
  })

  it('is known as another wallet’s even where its approval could not be written to disk', async () => {
    const records = {
      ...memoryAgentRecords(),
      save: () => {
        throw new Error('The disk is full.')
      },
    }
    const { identity, world } = open({ network: 'testnet', stored, records })
    await identity.reload()
    await identity.approve()
    expect(identity.view().agent.state).toBe('approved')
    const other = new Secret(`0x${'43'.repeat(32)}`)
    world.self = { ...(world.self as AccessSelf), wallet: addressOf(other) }
    world.kept.set('model/wallet-key', other)
    await identity.reload()
    expect(identity.isKeyOfAnother()).toBe(true)
  })

  describe('during a rotation whose answer is lost', () => {
    const noAnswer = new ServiceError({ kind: 'no_answer', route: 'r', code: 't', message: 'No answer.' as never })

    async function losesTheAnswer() {
      const records = memoryAgentRecords()
      const opened = open({ network: 'testnet', stored, records })
      const { identity, world } = opened
      await identity.reload()
      await identity.approve()
      const before = world.kept.get('model/agent-key') as Secret
      identity.beginRotation()
      world.onApproval = async () => {
        // Stored before its approval is requested: the terminal may quit before the answer comes.
        expect(world.kept.has('model/agent-key-next')).toBe(true)
      }
      world.approvalError = noAnswer
      expect(await identity.approve()).toMatchObject({ kind: 'unknown' })
      world.approvalError = null
      const request = world.prepared?.message.agentAddress
      return { ...opened, records, before, asked: request }
    }

    it('is kept beside the new one, and it is shown as unknown which is approved', async () => {
      const { identity, world, before, asked } = await losesTheAnswer()
      expect(world.kept.get('model/agent-key')).toBe(before)
      expect(addressOf(world.kept.get('model/agent-key-next') as Secret)).toBe(asked)
      expect(identity.view().agent).toMatchObject({ state: 'unknown', address: addressOf(before) })
    })
    it('is replaced by the key of the lost request with the next approval', async () => {
      const { identity, world, asked } = await losesTheAnswer()
      expect(await identity.approve()).toMatchObject({ kind: 'approved' })
      expect(world.prepared?.message.agentAddress).toBe(asked)
      expect(addressOf(world.kept.get('model/agent-key') as Secret)).toBe(asked)
      expect(world.kept.has('model/agent-key-next')).toBe(false)
      expect(identity.view().agent).toMatchObject({ state: 'approved', address: asked })
    })
    it('is still in doubt after a restart, and settled by the next approval', async () => {
      const { world, records, before, asked } = await losesTheAnswer()
      const again = open({ network: 'testnet', stored: Object.fromEntries(world.kept), records })
      await again.identity.reload()
      expect(again.identity.view().agent).toMatchObject({ state: 'unknown', address: addressOf(before) })
      expect(await again.identity.approve()).toMatchObject({ kind: 'approved' })
      expect(addressOf(again.world.kept.get('model/agent-key') as Secret)).toBe(asked)
    })
    it('is forgotten together with the requested one', async () => {
      const { identity, world } = await losesTheAnswer()
      await identity.forgetAgent()
      expect([...world.kept.keys()].filter((account) => account.includes('agent'))).toEqual([])
    })
    it('is not given to another wallet, for which a third key is created', async () => {
      const { identity, world, asked } = await losesTheAnswer()
      const other = new Secret(`0x${'43'.repeat(32)}`)
      world.self = { ...(world.self as AccessSelf), wallet: addressOf(other) }
      world.kept.set('model/wallet-key', other)
      await identity.reload()
      expect(identity.view().agent.state).toBe('missing')
      world.onApproval = async () => {}
      expect(await identity.approve()).toMatchObject({ kind: 'approved' })
      expect(world.prepared?.message.agentAddress).not.toBe(asked)
    })
    it('stays in doubt where the next approval is refused, which proves nothing about the first', async () => {
      const { identity, world, before } = await losesTheAnswer()
      world.approvalError = problem(400, 'bad_signature', 'No.')
      expect(await identity.approve()).toMatchObject({ kind: 'rejected' })
      expect(world.kept.get('model/agent-key')).toBe(before)
      expect(identity.view().agent).toMatchObject({ state: 'unknown' })
    })
  })

  it('stays that of a trader who has signed in during another one’s approval', async () => {
    const { identity, world } = open({ network: 'testnet', stored })
    await identity.reload()
    await identity.approve()
    const first = world.kept.get('model/agent-key') as Secret
    identity.beginRotation()
    const submitted = world.approvals.length
    const other = new Secret(`0x${'43'.repeat(32)}`)
    world.onApproval = async () => {
      world.self = { ...(world.self as AccessSelf), wallet: addressOf(other) }
      world.kept.set('model/wallet-key', other)
      await identity.reload()
    }
    expect(await identity.approve()).toMatchObject({ kind: 'approved' })
    expect(world.approvals.length).toBe(submitted + 1)
    expect(world.kept.get('model/agent-key')).toBe(first)
    expect(identity.view().agent).toMatchObject({ state: 'missing', address: addressOf(first) })
  })

  it('is forgotten with its approval, not recreated automatically, and created again by the next approval', async () => {
    const { identity, world } = open({ network: 'testnet', stored })
    await identity.reload()
    await identity.approve()
    await identity.forgetAgent()
    await identity.reload()
    expect(world.kept.has('model/agent-key')).toBe(false)
    expect(identity.view().agent).toMatchObject({ state: 'missing', address: null })
    expect(() => identity.sign({ agentMessage: {} } as unknown as PreparedAction)).toThrow('Approve one in Account')
    expect(await identity.approve()).toMatchObject({ kind: 'approved' })
    expect(world.kept.has('model/agent-key')).toBe(true)
  })

  it('is approved by the next try where one stopped on an unexpected error, and is never one that was not stored', async () => {
    const kept = new Map<string, Secret>(Object.entries(stored))
    let full = false
    const { identity, settle } = open({
      network: 'testnet',
      secrets: {
        get: async (account) => kept.get(account) ?? null,
        async set(account, secret) {
          if (full) throw new Error('no room')
          kept.set(account, secret)
        },
        delete: async (account) => void kept.delete(account),
      },
    })
    await identity.reload()
    await settle()
    await identity.forgetAgent()
    full = true
    await expect(identity.approve()).rejects.toThrow('no room')
    full = false
    expect(await identity.approve()).toMatchObject({ kind: 'approved' })
    const address = addressOf(kept.get('model/agent-key') as Secret)
    expect(identity.view().agent).toMatchObject({ state: 'approved', address })
  })

  it('is approved by the browser wallet where there is no wallet key, showing everything that is signed', async () => {
    const requests: UserSignatureRequest[] = []
    const wallet = keySigner(WALLET_KEY)
    const browser = {
      kind: 'browser',
      sign: (request: UserSignatureRequest) => {
        requests.push(request)
        return wallet.sign(request)
      },
      pending: () => null,
      cancel: () => undefined,
      onChange: () => () => undefined,
    } as const
    const { identity, world } = open({ network: 'testnet', stored: { 'model/access-token': TOKEN }, browser })
    await identity.reload()
    expect(await identity.approve()).toMatchObject({ kind: 'approved' })
    expect(requests[0]).toMatchObject({ signer: WALLET, title: "Approve Isotherm's agent wallet" as never })
    expect(requests[0]?.fields.map(({ value }) => value)).toContain(
      addressOf(world.kept.get('model/agent-key') as Secret),
    )
  })
})

describe('the waitlist', () => {
  it('is polled every minute until it admits the trader', async () => {
    const { identity, world } = open({ network: 'testnet', stored })
    world.config = { waitlistEnabled: true, outcomesEnabled: true }
    world.self = { wallet: WALLET, email: null, access: 'waitlisted', accessText: 'waitlisted' }
    await identity.reload()
    expect(identity.view()).toMatchObject({ waitlist: true, identity: { access: 'waitlisted' } })
    world.self = { wallet: WALLET, email: null, access: 'allowed', accessText: 'allowed' }
    await world.clock.advanceAsync(60_000)
    expect(identity.view().identity?.access).toBe('allowed')
    await world.clock.advanceAsync(60_000)
    expect(world.clock.waiting).toBe(0)
  })
})
