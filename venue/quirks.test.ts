/** Every quirk as a client sees it, over HTTP and the WebSocket. */
import { afterEach, describe, expect, it } from 'vitest'
import { createVenueCore } from './core/index.ts'
import { QUIRKS, QuirkError, Quirks } from './quirks.ts'
import { Client } from './testing/socket-client.ts'
import { START, startTestVenue, type TestTrader, type TestVenue } from './testing/test-venue.ts'
import {
  actBinary,
  moveCollateral,
  openOutcome,
  placeOutcome,
  placeScalar,
  readyTrader,
} from './testing/trading-steps.ts'

const HOUR = 3_600_000

let venue: TestVenue
let trader: TestTrader
let other: TestTrader
const started: TestVenue[] = []
afterEach(() => Promise.all(started.splice(0).map((each) => each.close())))

/** A venue without its own traders at 570.00, with these quirks, and two traders. */
async function open(quirks: string[], options: Parameters<typeof startTestVenue>[0] = {}): Promise<void> {
  venue = await startTestVenue({ control: true, quirks, ...options })
  started.push(venue)
  venue.control.setTemperature('70')
  trader = await readyTrader(venue)
  other = await readyTrader(venue)
}
/** The trader buys from the other one at 571. */
async function buy(sz: string): Promise<void> {
  await placeScalar(venue, other, { isBuy: false, limitPx: '571', sz })
  await placeScalar(venue, trader, { limitPx: '571', sz })
}
const read = async (path: string, who = trader) => (await venue.get(`${path}/${who.address}`, who.token)).body
const sizes = async () => (await read('/v1/positions')).positions.map(({ size }: { size: string }) => size)
const bucket = async () => (await venue.get('/v1/bucket')).body
const prepare = (change: object = {}) =>
  trader.post('/v1/orders/prepare', {
    asset: venue.live,
    isBuy: true,
    limitPx: '560',
    sz: '1',
    tif: 'GTC',
    reduceOnly: false,
    ...change,
  })
/** Past the end of the bucket, when positions are paid out. */
const settle = () => venue.control.advance((venue.core.bucket().current?.end ?? 0) + 60_000 - venue.core.now())

describe('the list of quirks', () => {
  it('is replaced completely by the control route, with default numbers', async () => {
    await open(['no-server-time'])
    const set = (quirks: string[]) => venue.post('/practice/quirks', { quirks })
    expect((await set(['lagging-reads', 'minimum-value=25'])).body).toEqual({
      quirks: ['lagging-reads=5', 'minimum-value=25'],
    })
    expect(await bucket()).toHaveProperty('server_time')
    expect((await set([])).body).toEqual({ quirks: [] })
  })

  it('refuses an unknown name, and lists the known ones', async () => {
    await open([])
    const { status, body } = await venue.post('/practice/quirks', { quirks: ['lagging'] })
    expect([status, body.field]).toEqual([400, 'quirks'])
    for (const name of ['lagging', ...Object.keys(QUIRKS)]) expect(body.detail).toContain(name)
    await expect(startTestVenue({ quirks: ['constructor'] })).rejects.toThrow(QuirkError)
  })

  it.each(['strict-types=2', 'replica-bucket=0', 'replica-bucket=', 'replica-bucket=1.5', 'minimum-value=1e3'])(
    'refuses the number of %s',
    (entry) => {
      expect(() => new Quirks().set([entry])).toThrow(QuirkError)
    },
  )
})

describe('lagging-reads', () => {
  it('shows positions and money without the changes of the last seconds, and fills at once', async () => {
    await open(['lagging-reads=10'])
    await buy('2')
    expect(await read('/v1/trades')).toHaveLength(1)
    expect(await read('/v1/positions')).toMatchObject({ positions: [], account: { usdc: '10000.000000' } })
    venue.control.advance(6000)
    await buy('1')
    expect(await sizes()).toEqual([])
    venue.control.advance(4000)
    expect(await sizes()).toEqual(['2.0000'])
    venue.control.advance(6000)
    expect(await sizes()).toEqual(['3.0000'])
  })

  it('shows a position that existed before it was switched on', async () => {
    await open([])
    await buy('2')
    venue.control.setQuirks(['lagging-reads'])
    await buy('1')
    expect(await sizes()).toEqual(['2.0000'])
    venue.control.setQuirks([])
    expect(await sizes()).toEqual(['3.0000'])
  })
})

describe('replica-bucket', () => {
  it('answers every Nth time with the previous bucket, in both families', async () => {
    await open(['replica-bucket=2'])
    const now = await bucket()
    expect(now.current.asset).toBe(venue.live)
    const { current, next, server_time } = await bucket()
    expect(current).toEqual({
      asset: now.next.asset,
      start: now.current.start - 2 * HOUR,
      end: now.current.start,
      phase: 'trading',
    })
    expect([next.asset, server_time]).toEqual([venue.live, now.server_time])
    expect(await bucket()).toEqual(now)
    const binary = async () => (await venue.get('/v1/binary/bucket')).body
    const right = await binary()
    const old = await binary()
    expect([old.end, old.phase]).toEqual([right.start, 'TRADING'])
    expect(old.asset).not.toBe(right.asset)
    expect(await binary()).toEqual(right)
  })
})

describe("the service's time", () => {
  it('is in no body with no-server-time, but still in the Date header', async () => {
    await open(['no-server-time'])
    const reply = await venue.get('/v1/bucket')
    expect(Object.keys(reply.body)).toEqual(['current', 'next'])
    expect((await venue.get('/v1/binary/bucket')).body).not.toHaveProperty('server_time')
    expect(reply.headers.get('date')).not.toBeNull()
  })

  it('is three hours ahead every Nth time with wrong-server-time', async () => {
    await open(['wrong-server-time=2'])
    const { server_time: right } = await bucket()
    expect((await bucket()).server_time - right).toBe(3 * HOUR)
    expect((await bucket()).server_time).toBe(right)
  })
})

describe('strict-types', () => {
  it('refuses text where the documented body has a number, and accepts the number', async () => {
    const core = createVenueCore({ seed: 'test', startTime: START })
    core.advanceTo(START + 30_000)
    await open(['strict-types'], { core })
    await actBinary(trader, '/v1/binary/setup', {})
    const asset = core.binary.status().active_asset
    const terms = { asset, direction: 'UP', slippage_pct: 40 }
    const predict = (amount_usdc: unknown) => actBinary(trader, '/v1/binary/predict', { ...terms, amount_usdc })
    expect(await predict('25')).toMatchObject({
      status: 400,
      body: { detail: 'amount_usdc: expected number, received string.', field: 'amount_usdc' },
    })
    const { body } = await predict(25)
    const contracts = body.filled_contracts
    const close = (of: unknown) => actBinary(trader, '/v1/binary/close', { ...terms, contracts: of })
    expect(await close(contracts)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('expected number') },
    })
    expect((await close(Number(contracts))).body).toMatchObject({ status: 'filled' })
  })
})

describe('fees-in-shares', () => {
  it.each(['venue', 'upstream'] as const)(
    'takes the fee of a purchase out of the shares, on the wire %s',
    async (wire) => {
      await open(['fees-in-shares'], { wire })
      for (const who of [trader, other]) await moveCollateral(who, '900')
      const { coins } = openOutcome(venue)
      await placeOutcome(venue, other, { side: 1, limitPx: '0.4', sz: '950' })
      await placeOutcome(venue, trader, { sz: '950' })
      const token = `+${coins[0].slice(1)}`
      const [fill] = await read('/v1/trades')
      expect(fill).toMatchObject(
        wire === 'venue' ? { fee: '0.67', fee_token: token } : { fee: '0.67', feeToken: token },
      )
      expect(venue.core.account(trader.address).positions).toMatchObject([{ asset: coins[0], size: '949.33' }])
      // The remainder can be sold, more cannot, and a sale pays no fee in shares.
      expect((await placeOutcome(venue, trader, { isBuy: false, sz: '949.34' })).body).not.toMatchObject({
        status: 'accepted',
      })
      await placeOutcome(venue, trader, { isBuy: false, sz: '949.33' })
      await placeOutcome(venue, other, { isBuy: false, side: 1, limitPx: '0.4', sz: '949.33' })
      expect(venue.core.account(trader.address).positions).toEqual([])
      expect(venue.core.fills(trader.address, 1, null)).toMatchObject([
        { side: 'sell', fee: '0.000000', fee_token: null },
      ])
    },
  )
})

describe('minimum-value', () => {
  const REFUSED = { status: 400, body: { detail: 'Order must have minimum value of $10.', code: 'minimum_value' } }

  it('refuses smaller scalar orders, except those that only reduce', async () => {
    await open(['minimum-value'])
    expect(await placeScalar(venue, trader, { sz: '0.0178' })).toMatchObject(REFUSED)
    expect((await placeScalar(venue, trader, { sz: '0.0179' })).status).toBe(200)
    await buy('1')
    await placeScalar(venue, other, { limitPx: '565', sz: '1' })
    const close = { isBuy: false, limitPx: '565', sz: '0.01', tif: 'IOC', reduceOnly: true }
    expect((await placeScalar(venue, trader, close)).status).toBe(200)
  })

  it('counts shares at the lower of price and 1 − price, also for sales', async () => {
    await open(['minimum-value'])
    await moveCollateral(trader, '500')
    expect(await placeOutcome(venue, trader, { limitPx: '0.9', sz: '99.99' })).toMatchObject(REFUSED)
    expect((await placeOutcome(venue, trader, { limitPx: '0.9', sz: '100' })).status).toBe(200)
    const split = { kind: 'split', outcomeId: openOutcome(venue).outcomeId, amount: '7' }
    await trader.act('/v1/outcomes/conversions/prepare', '/v1/outcomes/conversions/submit', split)
    expect(await placeOutcome(venue, trader, { isBuy: false, limitPx: '0.95', sz: '7' })).toMatchObject(REFUSED)
  })

  it('is refused inside a success on the upstream wire', async () => {
    await open(['minimum-value=25'], { wire: 'upstream' })
    const { status, body } = await placeScalar(venue, trader, { sz: '0.04' })
    expect([status, body.response.data.statuses]).toEqual([200, [{ error: 'Order must have minimum value of $25.' }]])
  })

  it('refuses smaller binary predictions, and no close', async () => {
    const core = createVenueCore({ seed: 'test', startTime: START })
    core.advanceTo(START + 30_000)
    await open([], { core })
    await actBinary(trader, '/v1/binary/setup', {})
    const terms = { asset: core.binary.status().active_asset, direction: 'UP', slippage_pct: 40 }
    const predict = () => actBinary(trader, '/v1/binary/predict', { ...terms, amount_usdc: 5 })
    expect((await predict()).status).toBe(200)
    venue.control.setQuirks(['minimum-value'])
    expect(await predict()).toMatchObject(REFUSED)
    expect((await actBinary(trader, '/v1/binary/close', terms)).body.status).toBe('filled')
  })
})

describe('unreadable-rows', () => {
  interface Row {
    size?: string
    sz?: string
    szi?: string
    position?: Row
    order?: Row
  }
  const sizeOf = ({ size, sz, szi, position, order }: Row): string | undefined =>
    size ?? sz ?? szi ?? (position ?? order)?.szi ?? order?.sz

  it.each(['venue', 'upstream'] as const)('damages only the last row of each list, on the wire %s', async (wire) => {
    await open([], { wire })
    await moveCollateral(trader, '100')
    await buy('2')
    const split = { kind: 'split', outcomeId: openOutcome(venue).outcomeId, amount: '7' }
    await trader.act('/v1/outcomes/conversions/prepare', '/v1/outcomes/conversions/submit', split)
    await buy('1')
    for (const limitPx of ['550', '551']) await placeScalar(venue, trader, { limitPx })
    for (const limitPx of ['0.01', '0.02']) await placeOutcome(venue, trader, { limitPx })
    venue.control.setQuirks(['unreadable-rows'])
    const account = await read('/v1/positions')
    const lists = [account.positions ?? account.assetPositions]
    for (const path of ['/v1/orders/open', '/v1/outcomes/orders/open', '/v1/orders/history', '/v1/trades'])
      lists.push(await read(path))
    for (const list of lists) {
      const shown = list.map(sizeOf)
      expect(shown.length).toBeGreaterThan(1)
      expect(shown.at(-1)).toBe('n/a')
      for (const each of shown.slice(0, -1)) expect(each).toMatch(/^[\d.]+$/)
    }
  })
})

describe('settlements', () => {
  it('have no fill with silent-settlement: the position is gone and the money is paid', async () => {
    await open(['silent-settlement'])
    await buy('2')
    settle()
    expect(await sizes()).toEqual([])
    expect(await read('/v1/trades')).toHaveLength(1)
    venue.control.setQuirks([])
    expect(await read('/v1/trades')).toHaveLength(2)
  })

  it('have an ordinary but unused order id, and a direction, with ordinary-settlement', async () => {
    await open(['ordinary-settlement'])
    await buy('2')
    settle()
    const [settlement, bought] = await read('/v1/trades')
    expect(settlement).toMatchObject({ dir: 'Settlement', oid: expect.stringMatching(/^\d+$/), size: '2.0000' })
    expect(bought).not.toHaveProperty('dir')
    const history = await read('/v1/orders/history')
    expect(history.map(({ oid }: { oid: string }) => oid)).not.toContain(settlement.oid)
  })
})

describe('self-trade-one-id', () => {
  it('lets a scalar and an outcome order trade with their own account, as two fills with one trade id', async () => {
    await open(['self-trade-one-id'])
    await moveCollateral(trader, '500')
    await placeScalar(venue, trader, { isBuy: false, limitPx: '571' })
    await placeScalar(venue, trader, { limitPx: '571' })
    await placeOutcome(venue, trader, { side: 1, limitPx: '0.4', sz: '10' })
    await placeOutcome(venue, trader, { sz: '10' })
    const fills: Record<'tid' | 'oid' | 'side' | 'asset', string>[] = await read('/v1/trades')
    expect(fills).toHaveLength(4)
    for (const [a, b] of [fills.slice(0, 2), fills.slice(2)]) {
      expect(a?.tid).toBe(b?.tid)
      expect(a?.oid).not.toBe(b?.oid)
    }
    expect(new Set(fills.slice(2).map(({ side }) => side))).toEqual(new Set(['buy', 'sell']))
    expect(new Set(fills.slice(0, 2).map(({ asset }) => asset))).toEqual(new Set(openOutcome(venue).coins))
    expect((await read('/v1/positions')).positions).toMatchObject([{ size: '10.00' }, { size: '10.00' }])
  })

  it('cancels the resting order when off', async () => {
    await open([])
    await placeScalar(venue, trader, { isBuy: false, limitPx: '571' })
    await placeScalar(venue, trader, { limitPx: '571' })
    expect(await read('/v1/trades')).toEqual([])
    expect(await read('/v1/orders/history')).toMatchObject([{ side: 'sell', status: 'cancelled' }])
  })
})

describe('hanging-prepare', () => {
  it('never answers the Nth prepare, but every other one', async () => {
    await open([])
    venue.control.setQuirks(['hanging-prepare=2'])
    expect((await prepare()).status).toBe(200)
    const stop = new AbortController()
    const hanging = fetch(`${venue.url}/v1/orders/cancel/prepare`, {
      method: 'POST',
      headers: { authorization: `Bearer ${trader.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ asset: venue.live, oid: '1' }),
      signal: stop.signal,
    }).catch(() => 'never answered')
    await expect.poll(() => venue.logged).toContain('POST /v1/orders/cancel/prepare never answered')
    expect(await Promise.race([hanging, prepare().then(({ status }) => status)])).toBe(200)
    stop.abort()
    expect(await hanging).toBe('never answered')
  })
})

describe('try-again-later', () => {
  it('accepts sockets and closes them at once with 1013', async () => {
    await open(['try-again-later'])
    const client = new Client(venue.wsUrl)
    const closing = client.closing()
    expect(await client.status()).toBe(101)
    expect(await closing).toEqual({ code: 1013, reason: 'try again later' })
    venue.control.setQuirks([])
    const again = await new Client(venue.wsUrl).opened()
    await again.settled()
    again.socket.terminate()
  })
})

describe('retry-after', () => {
  it('answers the first N close prepares 503 with Retry-After, and nothing else', async () => {
    await open([])
    await buy('2')
    await placeScalar(venue, other, { limitPx: '565', sz: '2' })
    venue.control.setQuirks(['retry-after=2'])
    const close = () => trader.post('/v1/close', { asset: venue.live, slippage_pct: 5 })
    const reduce = { isBuy: false, limitPx: '565', reduceOnly: true, tif: 'IOC' }
    expect((await prepare()).status).toBe(200)
    for (const reply of [await close(), await prepare(reduce)]) {
      expect(reply).toMatchObject({ status: 503, body: { code: 'unavailable' } })
      expect(reply.headers.get('retry-after')).toBe('14')
    }
    expect([(await close()).status, (await prepare(reduce)).status]).toEqual([200, 200])
    expect(await sizes()).toEqual(['2.0000'])
  })
})

it('money and shares are conserved while an account trades with itself and pays fees in shares', async () => {
  const core = createVenueCore({ seed: 'test', startTime: START, traders: false })
  await open(['self-trade-one-id', 'fees-in-shares'], { core })
  for (const who of [trader, other]) await moveCollateral(who, '500')
  const { expiry } = openOutcome(venue)
  await placeOutcome(venue, trader, { side: 1, limitPx: '0.4', sz: '33.33' })
  await placeOutcome(venue, trader, { sz: '20.01' })
  await placeOutcome(venue, other, { sz: '20.01' })
  await placeOutcome(venue, trader, { isBuy: false, limitPx: '0.6', sz: '5' })
  await placeOutcome(venue, trader, { limitPx: '0.6', sz: '5' })
  await placeScalar(venue, trader, { isBuy: false, limitPx: '571' })
  await placeScalar(venue, trader, { limitPx: '571' })
  expect([core.imbalance(), core.imbalanceUsdh()]).toEqual([0n, 0n])
  venue.control.advance(expiry + HOUR - core.now())
  expect([core.imbalance(), core.imbalanceUsdh()]).toEqual([0n, 0n])
})
