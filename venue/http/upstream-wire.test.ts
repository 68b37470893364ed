import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createVenueCore } from '../core/index.ts'
import { START, startTestVenue, type TestTrader, type TestVenue } from '../testing/test-venue.ts'
import {
  actBinary,
  moveCollateral,
  openOutcome,
  placeOutcome,
  placeScalar,
  readyTrader,
} from '../testing/trading-steps.ts'

const CLOID = `0x${'5a'.repeat(16)}`
const DONE = { status: 'ok', response: { type: 'default' } }
const result = (type: 'order' | 'cancel', status: unknown) => ({
  status: 'ok',
  response: { type, data: { statuses: [status] } },
})

let venue: TestVenue
let trader: TestTrader
let other: TestTrader
afterEach(() => venue.close())

/** A venue without its own traders at 570.00, and two traders. */
beforeEach(async () => {
  venue = await startTestVenue({ control: true, wire: 'upstream' })
  venue.control.setTemperature('70')
  trader = await readyTrader(venue)
  other = await readyTrader(venue)
})

const place = (who: TestTrader, change: object = {}) => placeScalar(venue, who, change)
const read = async (path: string, who = trader) => (await venue.get(`${path}/${who.address}`, who.token)).body
const cancel = (who: TestTrader, by: object) =>
  who.act('/v1/orders/cancel/prepare', '/v1/orders/cancel/submit', { asset: venue.live, ...by })

describe('the result of an order', () => {
  it('is resting with its id, filled with size and average price, or the refusal inside a success', async () => {
    const { body } = await place(other, { isBuy: false, limitPx: '571', sz: '1', cloid: CLOID })
    expect(body).toEqual(result('order', { resting: { oid: expect.any(Number), cloid: CLOID } }))
    await place(other, { isBuy: false, limitPx: '572', sz: '3' })
    const filled = await place(trader, { limitPx: '573', sz: '4' })
    expect(filled.body).toEqual(result('order', { filled: { totalSz: '4', avgPx: '571.75', oid: expect.any(Number) } }))
    const missed = await place(trader, { limitPx: '560', tif: 'IOC' })
    expect([missed.status, missed.body]).toEqual([
      200,
      result('order', { error: 'Order could not immediately match against any resting orders.' }),
    ])
    const dear = await place(trader, { sz: '9000' })
    expect([dear.status, dear.body]).toEqual([
      200,
      result('order', { error: expect.stringMatching(/^Needs [\d.]+ USDC margin at 10×/) }),
    ])
  })

  it('of a partly filled IOC order is the filled size', async () => {
    await place(other, { isBuy: false, limitPx: '571', sz: '1.5' })
    expect((await place(trader, { limitPx: '571', sz: '4', tif: 'IOC' })).body).toEqual(
      result('order', { filled: { totalSz: '1.5', avgPx: '571', oid: expect.any(Number) } }),
    )
  })

  it('of a direct order has the same format', async () => {
    const order = {
      asset: venue.live,
      side: 'buy',
      size: '1',
      price: '560',
      tif: 'GTC',
      nonce: 1,
      timestamp: venue.core.now(),
      reduce_only: false,
    }
    const send = async () =>
      trader.post('/v1/orders', {
        order,
        signature: await trader.signAsWallet({ ...venue.directOrder, message: order }),
      })
    expect((await send()).body).toEqual(result('order', { resting: { oid: expect.any(Number) } }))
    expect(await send()).toMatchObject({
      status: 200,
      body: { status: 'err', response: expect.stringContaining('nonce') },
    })
  })

  it("refuses a whole action in one text, and keeps the service's own refusals as problems", async () => {
    const { body } = await trader.post('/v1/orders/prepare', {
      asset: venue.live,
      isBuy: true,
      limitPx: '560',
      sz: '1',
      tif: 'GTC',
      reduceOnly: false,
    })
    const signed = await trader.signed(body)
    const forged = { ...signed, hlSignature: (await other.signed(body)).hlSignature }
    expect(await trader.post('/v1/orders/submit', forged)).toMatchObject({
      status: 200,
      body: { status: 'err', response: expect.stringMatching(/^hlSignature was made by 0x/) },
    })
    await trader.post('/v1/orders/submit', signed)
    expect(await trader.post('/v1/orders/submit', signed)).toMatchObject({
      status: 409,
      body: { code: 'already_submitted' },
    })
    expect(await trader.post('/v1/orders/submit', {})).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  })
})

describe('the result of other actions', () => {
  it('of a cancel is the bare text success, and of a late one the refusal inside a success', async () => {
    await place(trader, { cloid: CLOID })
    const late = await trader.post('/v1/orders/cancel/prepare', { asset: venue.live, cloid: CLOID })
    expect((await cancel(trader, { cloid: CLOID })).body).toEqual(result('cancel', 'success'))
    const { body } = await trader.post('/v1/orders/cancel/submit', await trader.signed(late.body))
    expect(body).toEqual(result('cancel', { error: expect.stringContaining('was already canceled') }))
  })

  it('of leverage, agent, transfer, conversion and binary setup is a plain success', async () => {
    const fresh = await venue.trader()
    expect((await fresh.approveAgent()).body).toEqual(DONE)
    const leverage = { asset: venue.live, leverage: 5, isCross: false }
    expect((await trader.act('/v1/leverage/prepare', '/v1/leverage/submit', leverage)).body).toEqual(DONE)
    expect((await moveCollateral(trader, '100')).body).toEqual(DONE)
    const split = { kind: 'split', outcomeId: openOutcome(venue).outcomeId, amount: '5' }
    const convert = () => trader.act('/v1/outcomes/conversions/prepare', '/v1/outcomes/conversions/submit', split)
    expect((await convert()).body).toEqual(DONE)
    expect((await actBinary(trader, '/v1/binary/setup', {})).body).toEqual(DONE)
  })
})

describe('the reads of an account', () => {
  it('return open orders without a status, with remaining and original size', async () => {
    await place(other, { isBuy: false, limitPx: '571', sz: '1' })
    const { body } = await place(trader, { limitPx: '571', sz: '2.5', cloid: CLOID })
    const { oid } = body.response.data.statuses[0].resting
    expect(await read('/v1/orders/open')).toEqual([
      {
        coin: venue.live,
        side: 'B',
        limitPx: '571',
        sz: '1.5',
        origSz: '2.5',
        oid,
        cloid: CLOID,
        reduceOnly: false,
        timestamp: venue.core.now(),
      },
    ])
  })

  it('return the history as orders with a status and its time', async () => {
    const placed = venue.core.now()
    await place(trader, { cloid: CLOID })
    await place(trader, { limitPx: '561', tif: 'IOC' })
    venue.control.advance(5000)
    await cancel(trader, { cloid: CLOID })
    const order = {
      coin: venue.live,
      side: 'B',
      sz: '1',
      origSz: '1',
      oid: expect.any(Number),
      timestamp: placed,
      reduceOnly: false,
      orderType: 'Limit',
    }
    expect(await read('/v1/orders/history')).toEqual([
      {
        order: { ...order, limitPx: '561', cloid: null, tif: 'Ioc' },
        status: 'iocCancelRejected',
        statusTimestamp: placed,
      },
      {
        order: { ...order, limitPx: '560', cloid: CLOID, tif: 'Gtc' },
        status: 'canceled',
        statusTimestamp: placed + 5000,
      },
    ])
  })

  it('report a delisted market for an order that expired with its bucket', async () => {
    await place(trader)
    const { end } = venue.core.bucket().current ?? { end: 0 }
    venue.control.advance(end + 60_000 - venue.core.now())
    expect(await read('/v1/orders/history')).toMatchObject([{ status: 'delistedCanceled', statusTimestamp: end }])
  })

  it('return positions and money as clearinghouse state', async () => {
    await place(other, { isBuy: false, limitPx: '571', sz: '2' })
    await place(trader, { limitPx: '571', sz: '2' })
    const state = await read('/v1/positions')
    expect(state).toEqual({
      assetPositions: [
        {
          type: 'oneWay',
          position: {
            coin: venue.live,
            szi: '2',
            entryPx: '571',
            leverage: { type: 'isolated', value: 10 },
            liquidationPx: expect.stringMatching(/^5\d\d(\.\d+)?$/),
            unrealizedPnl: '-2',
            marginUsed: '114.2',
            positionValue: '1140',
            returnOnEquity: '-0.0175131349',
          },
        },
      ],
      marginSummary: {
        accountValue: expect.any(String),
        totalNtlPos: '1140',
        totalRawUsd: expect.any(String),
        totalMarginUsed: '114.2',
      },
      withdrawable: expect.any(String),
      time: venue.core.now(),
    })
    const { accountValue, totalRawUsd } = state.marginSummary
    expect(Number(accountValue) - Number(totalRawUsd)).toBeCloseTo(1140, 6)
    expect((await read('/v1/positions', other)).assetPositions[0].position.szi).toBe('-2')
    const nobody = { address: `0x${'9'.repeat(40)}`, token: trader.token } as TestTrader
    expect(await read('/v1/positions', nobody)).toMatchObject({ assetPositions: [], withdrawable: '0' })
  })

  it('return fills with their effect on the position', async () => {
    const against = async (isBuy: boolean, sz: string) => {
      await place(other, { isBuy: !isBuy, limitPx: '571', sz })
      await place(trader, { isBuy, limitPx: '571', sz })
    }
    for (const [isBuy, sz] of [
      [true, '2'],
      [true, '1'],
      [false, '1'],
      [false, '4'],
      [true, '2'],
    ] as const)
      await against(isBuy, sz)
    const fills = await read('/v1/trades')
    expect(fills.map((each: Record<string, string>) => [each.dir, each.startPosition, each.side, each.sz])).toEqual([
      ['Close Short', '-2', 'B', '2'],
      ['Long > Short', '2', 'A', '4'],
      ['Close Long', '3', 'A', '1'],
      ['Open Long', '2', 'B', '1'],
      ['Open Long', '0', 'B', '2'],
    ])
    expect(fills[0]).toEqual({
      coin: venue.live,
      px: '571',
      sz: '2',
      side: 'B',
      time: venue.core.now(),
      startPosition: '-2',
      dir: 'Close Short',
      closedPnl: '0',
      hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      oid: expect.any(Number),
      crossed: true,
      fee: '0.5139',
      tid: expect.any(Number),
      feeToken: 'USDC',
    })
    expect((await read('/v1/trades', other))[0]).toMatchObject({ crossed: false, dir: 'Close Long' })
  })

  it('show a settlement by its direction only, with an ordinary order id', async () => {
    await place(other, { isBuy: false, limitPx: '571', sz: '2' })
    await place(trader, { limitPx: '571', sz: '2' })
    const { end } = venue.core.bucket().current ?? { end: 0 }
    venue.control.advance(end + 60_000 - venue.core.now())
    const [settlement] = await read('/v1/trades')
    expect(settlement).toMatchObject({ dir: 'Settlement', startPosition: '2', side: 'A', crossed: false, fee: '0' })
    expect(settlement.oid).toEqual(expect.any(Number))
    const history = await read('/v1/orders/history')
    expect(history.map(({ order }: { order: { oid: number } }) => order.oid)).not.toContain(settlement.oid)
  })

  it('show a liquidation in a field, for the part in the book and the rest', async () => {
    await place(other, { isBuy: false, limitPx: '570', sz: '10' })
    await place(trader, { limitPx: '570', sz: '10' })
    await place(other, { limitPx: '530', sz: '4' })
    venue.control.setTemperature('38')
    const liquidation = { liquidatedUser: trader.address, markPx: '538' }
    expect(await read('/v1/trades')).toMatchObject([
      {
        dir: 'Liquidated Isolated Long',
        sz: '6',
        startPosition: '6',
        liquidation: { ...liquidation, method: 'backstop' },
      },
      { dir: 'Close Long', sz: '4', startPosition: '10', liquidation: { ...liquidation, method: 'market' } },
      { dir: 'Open Long' },
    ])
    const [taken, sold] = await read('/v1/trades', other)
    expect(taken).toMatchObject({ dir: 'Close Short', sz: '4', liquidation: { ...liquidation, method: 'market' } })
    expect(sold).not.toHaveProperty('liquidation')
  })
})

describe('the other families', () => {
  it('find outcome orders by id, and show shares bought and settled', async () => {
    for (const who of [trader, other]) await moveCollateral(who, '500')
    const { coins, expiry } = openOutcome(venue)
    const resting = (await placeOutcome(venue, other, { side: 1, limitPx: '0.4', cloid: CLOID })).body
    const { oid } = resting.response.data.statuses[0].resting
    const open = {
      coin: coins[1],
      side: 'B',
      limitPx: '0.4',
      sz: '100',
      origSz: '100',
      oid,
      cloid: CLOID,
      reduceOnly: false,
    }
    expect(await read('/v1/outcomes/orders/open', other)).toMatchObject([open])
    const ask = (by: object) => other.post('/v1/outcomes/order-status', { address: other.address, ...by })
    expect((await ask({ cloid: CLOID })).body).toEqual({
      status: 'order',
      order: {
        order: { ...open, timestamp: venue.core.now(), orderType: 'Limit', tif: 'Gtc' },
        status: 'open',
        statusTimestamp: venue.core.now(),
      },
    })
    expect(await ask({ oid: 999_999 })).toMatchObject({ status: 200, body: { status: 'unknownOid' } })
    expect((await placeOutcome(venue, trader)).body).toEqual(
      result('order', { filled: { totalSz: '100', avgPx: '0.6', oid: expect.any(Number), cloid: expect.any(String) } }),
    )
    expect((await ask({ oid })).body.order.status).toBe('filled')
    expect((await read('/v1/positions')).assetPositions[0].position).toMatchObject({
      coin: coins[0],
      szi: '100',
      entryPx: '0.6',
    })
    venue.control.advance(expiry + 3_600_000 - venue.core.now())
    expect(await read('/v1/trades')).toMatchObject([
      { coin: coins[0], dir: 'Settlement', startPosition: '100', feeToken: 'USDH' },
      { coin: coins[0], dir: 'Buy', startPosition: '0', feeToken: 'USDH' },
    ])
  })

  it('answer binary predictions and closes as orders', async () => {
    await venue.close()
    const core = createVenueCore({ seed: 'test', startTime: START })
    core.advanceTo(START + 30_000)
    venue = await startTestVenue({ core, wire: 'upstream' })
    trader = await readyTrader(venue)
    await actBinary(trader, '/v1/binary/setup', {})
    const asset = core.binary.status().active_asset
    const terms = { asset, direction: 'UP', slippage_pct: 40 }
    const bought = await actBinary(trader, '/v1/binary/predict', { ...terms, amount_usdc: '50' })
    const { totalSz } = bought.body.response.data.statuses[0].filled
    expect((await read('/v1/positions')).assetPositions[0].position).toMatchObject({ coin: asset, szi: totalSz })
    expect((await actBinary(trader, '/v1/binary/close', terms)).body).toMatchObject(
      result('order', { filled: { totalSz } }),
    )
  })
})

it('market data uses the field names of the upstream exchange', async () => {
  expect((await venue.get(`/v1/ticker?asset=${venue.live}`)).body).toEqual({
    coin: venue.live,
    markPx: '570',
    oraclePx: '570',
    midPx: null,
    dayNtlVlm: '0',
    openInterest: '0',
    prevDayPx: expect.any(String),
  })
  await place(trader)
  expect((await venue.get(`/v1/book?asset=${venue.live}`)).body).toEqual({
    coin: venue.live,
    time: venue.core.now(),
    levels: [[{ px: '560.00', sz: '1.0000', n: 1 }], []],
  })
})
