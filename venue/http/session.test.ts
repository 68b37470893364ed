import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { runs } from '../../contract/testing/property-runs.ts'
import type { Caller } from '../access.ts'
import { createVenueCore } from '../core/index.ts'
import { type Account, VenueError } from '../market/index.ts'
import { createRandom } from '../random.ts'
import { agentDigest, type PreparedAction } from '../signing/index.ts'
import { openStore } from '../store/index.ts'
import { START } from '../testing/test-venue.ts'
import { createContext } from './context.ts'
import { Router } from './router.ts'
import { serviceRoutes } from './routes/service-routes.ts'

// biome-ignore lint/suspicious/noExplicitAny: bodies and answers of every route.
type Json = any

const TRADERS = 3
const ACTIONS = runs(25, 1500)
const BUCKET_MINUTES = 20
/** A bucket ends after this many actions. */
const ACTIONS_PER_BUCKET = 25

/** The routes over a core with its own traders, without a network. */
function edges(seed: string) {
  const core = createVenueCore({ seed, startTime: START, bucketMinutes: BUCKET_MINUTES })
  const { store } = openStore(':memory:', START)
  const context = createContext({
    core,
    store,
    sessions: { waitlist: false } as never,
    mode: 'all',
    outcomes: core.outcomes,
    oracle: { stale: false },
    speed: 1,
  })
  const router = new Router(serviceRoutes(context))
  const traders = Array.from({ length: TRADERS }, (_, i) => {
    const key = (n: number) => privateKeyToAccount(`0x${(100 * n + i + 1).toString(16).padStart(64, '0')}`)
    const [wallet, agent] = [key(1), key(2)]
    const address = wallet.address.toLowerCase() as Account
    core.createAccount(address, { usdc: '10000', usdh: '1000' })
    return { address, wallet, agent }
  })
  const post = async (path: string, body: Json, address: Account): Promise<Json> => {
    const match = router.match('POST', path)
    if (match.kind !== 'route') throw new Error(`there is no route ${path}`)
    const expires = () => Number.POSITIVE_INFINITY
    const caller: Caller = { subject: address, wallet: address, email: null, access: 'allowed', expires }
    return match.route.handle({ params: {}, query: new URLSearchParams(), body }, caller)
  }
  /** Everything of the traders that an action could change. */
  const state = () => JSON.stringify(core.exportAccounts(traders.map(({ address }) => address)))
  return { core, store, traders, post, state }
}

/** A random request of a trader: the prepare route, the body, and the submit route. */
function randomRequest(
  core: ReturnType<typeof edges>['core'],
  random: ReturnType<typeof createRandom>,
): [string, Json, string | null] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random.next() * list.length)] as T
  const live = core.bucket().current?.asset ?? 'NYCTMP1'
  const mark = Number(core.ticker(live).mark)
  const active = core.binary.status().active_asset
  const market = pick(core.outcomes.meta())
  const cloid = `0x${Math.floor(random.next() * 2 ** 40)
    .toString(16)
    .padStart(32, '0')}`
  const isBuy = random.next() < 0.5
  const outcome = { outcomeId: market.outcomeId, side: pick(market.sides).index }
  return pick<[string, Json, string | null]>([
    [
      '/v1/orders/prepare',
      {
        asset: live,
        isBuy,
        limitPx: (mark + (random.next() - 0.5) * 2).toFixed(2),
        sz: (0.1 + random.next() * 20).toFixed(2),
        tif: pick(['GTC', 'IOC', 'ALO']),
        reduceOnly: random.next() < 0.2,
        cloid,
      },
      '/v1/orders/submit',
    ],
    ['/v1/close', { asset: live, slippage_pct: 1 }, '/v1/orders/submit'],
    [
      '/v1/leverage/prepare',
      { asset: live, leverage: 1 + Math.floor(random.next() * 10), isCross: false },
      '/v1/leverage/submit',
    ],
    ['/v1/binary/predict', { asset: active, direction: pick(['UP', 'DOWN']), amount_usdc: 20, slippage_pct: 20 }, null],
    ['/v1/binary/close', { asset: active, direction: pick(['UP', 'DOWN']), slippage_pct: 50 }, null],
    [
      '/v1/outcomes/orders/prepare',
      {
        ...outcome,
        isBuy,
        sz: (1 + random.next() * 30).toFixed(2),
        mode:
          random.next() < 0.5
            ? { kind: 'market', slippageBps: 1000 }
            : { kind: 'limit', limitPx: (0.05 + random.next() * 0.9).toFixed(3) },
        cloid,
      },
      '/v1/outcomes/orders/submit',
    ],
    [
      '/v1/outcomes/conversions/prepare',
      {
        kind: pick(['split', 'merge', 'negate']),
        outcomeId: market.outcomeId,
        amount: (random.next() * 10 + 0.01).toFixed(2),
      },
      '/v1/outcomes/conversions/submit',
    ],
  ])
}

/** A session of random actions; some of the submissions have a wrong signature. */
async function session(seed: string, actions = ACTIONS) {
  const { core, store, traders, post, state } = edges(seed)
  const random = createRandom(seed, 'edges')
  const answers: Json[] = []
  core.on((event) => answers.push(event))
  core.outcomes.on((event) => answers.push(event))
  let carriedOut = 0
  let forged = 0
  const sign = async (prepared: PreparedAction, by: number) => {
    const { orderId, actionHash } = prepared
    const signer = traders[by % TRADERS]?.agent ?? privateKeyToAccount(`0x${'99'.repeat(32)}`)
    return { orderId, actionHash, hlSignature: await signer.sign({ hash: agentDigest(prepared.agentMessage) }) }
  }
  const shaped = (signed: Json, submit: string | null) =>
    submit === null ? { submit: [{ actionHash: signed.actionHash, hlSignature: signed.hlSignature }] } : signed
  for (const [i, { address, wallet, agent }] of traders.entries()) {
    const approval = await post('/v1/agent/approve', { agentAddress: agent.address, agentName: 'session' }, address)
    const { actionHash, eip712Domain: domain, types, primaryType, message } = approval
    const signature = await wallet.signTypedData({ domain, types, primaryType, message } as never)
    await post('/v1/agent/approve', { actionHash, signature }, address)
    const { actions } = await post('/v1/binary/setup', {}, address)
    const submit = await Promise.all(
      actions.map(async (each: PreparedAction) => {
        const { actionHash, hlSignature } = await sign(each, i)
        return { actionHash, hlSignature }
      }),
    )
    await post('/v1/binary/setup', { submit }, address)
    core.outcomes.transfer(address, '500')
  }
  for (let i = 0; i < actions; i++) {
    const who = Math.floor(random.next() * TRADERS)
    const address = traders[who]?.address ?? '0x'
    if (random.next() < 0.2) core.advanceTo(core.now() + Math.floor(random.next() * 5000))
    if (i % ACTIONS_PER_BUCKET === ACTIONS_PER_BUCKET - 1) core.advanceTo(core.now() + BUCKET_MINUTES * 60_000)
    const [path, body, submit] = randomRequest(core, random)
    const forge = random.next() < 0.2
    try {
      const before = state()
      const prepared = await post(path, body, address)
      expect(state()).toBe(before)
      if (forge) {
        forged += 1
        const refused = post(submit ?? path, shaped(await sign(prepared, who + 1), submit), address)
        await expect(refused).rejects.toMatchObject({ code: 'bad_signature' })
        expect(state()).toBe(before)
        continue
      }
      const signed = await sign(prepared, who)
      await post(submit ?? path, shaped(signed, submit), address)
      carriedOut += 1
      const after = state()
      await expect(post(submit ?? path, shaped(signed, submit), address)).rejects.toMatchObject({
        code: 'already_submitted',
      })
      expect(state()).toBe(after)
    } catch (error) {
      if (!(error instanceof VenueError)) throw error
      expect(error.status).toBeLessThan(500)
    }
    expect([core.imbalance(), core.imbalanceUsdh()]).toEqual([0n, 0n])
  }
  store.close()
  return { carriedOut, forged, history: JSON.stringify([answers, state()]) }
}

describe('random sessions over the routes, in all families', () => {
  it('execute nothing without the agent’s signature and nothing twice, conserve money, and repeat byte for byte', async () => {
    const first = await session('one')
    expect(first.carriedOut).toBeGreaterThan(ACTIONS / 5)
    expect(first.forged).toBeGreaterThan(ACTIONS / 20)
    const again = await session('one')
    expect(again.history === first.history).toBe(true)
    const other = await session('two', 10)
    expect(other.history === first.history).toBe(false)
  })
})
