import { describe, expect, it } from 'vitest'
import type { AccountView } from '../../../contract/account.ts'
import type { Address } from '../../../contract/address.ts'
import { millis } from '../../../contract/time.ts'
import { ServiceError } from '../errors.ts'
import { parseJson } from '../json.ts'
import { Wire } from '../wire.ts'
import { accessOf } from './access.ts'
import { accountOf } from './account.ts'
import { bookOf } from './book.ts'
import { bucketsOf } from './bucket.ts'
import { candleQuery, candlesOf } from './candles.ts'
import { feesOf } from './fees.ts'
import { fillsOf } from './fill.ts'
import { marketsOf } from './market.ts'
import { openOrdersOf, ordersOf } from './order.ts'
import { approvalOf, preparedActionOf, submitAckOf, userActionOf } from './prepared-action.ts'
import { runtimeConfigOf } from './runtime-config.ts'
import { tickerOf } from './ticker.ts'

const TRADER = `0x${'ab'.repeat(20)}` as Address
const wire = (text: string): Wire => new Wire({ route: 'GET /x', status: 200 }, parseJson(text))
const of = (value: unknown): Wire => wire(JSON.stringify(value))

function unreadable(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    expect(error).toBeInstanceOf(ServiceError)
    const { kind, route, field, message } = error as ServiceError
    expect(kind).toBe('unreadable')
    expect(message).toContain(route)
    expect(message).toContain(field)
    return field ?? ''
  }
  throw new Error('it was read')
}

const reasonOf = ({ unreadable }: AccountView) => unreadable?.[0]?.reason

const market = {
  asset: 'NYCTMP1',
  asset_id: 0,
  status: 'active',
  sz_decimals: 2,
  tick_size: '0.10',
  max_leverage: 20,
  station: null,
}
const camelMarket = {
  asset: 'NYCTMP1',
  assetId: '0',
  status: 'Active',
  szDecimals: 2,
  tickSize: '0.10',
  maxLeverage: 20,
  extra: [],
}

describe('markets', () => {
  it('are read bare or wrapped, in camelCase or snake_case, with extra keys', () => {
    const bare = marketsOf(of([market]))
    expect(bare).toEqual([
      {
        asset: 'NYCTMP1',
        assetId: 0,
        ordinal: 0,
        status: 'active',
        statusText: 'active',
        sizeDecimals: 2,
        tickSize: '0.10',
        maxLeverage: 20,
        station: null,
      },
    ])
    const camel = [{ ...bare[0], statusText: 'Active' }]
    for (const wrapped of [{ data: [camelMarket] }, { markets: [camelMarket] }, { data: { markets: [camelMarket] } }]) {
      expect(marketsOf(of(wrapped))).toEqual(camel)
    }
  })

  it.each([
    ['their own numbers where those count them', [1, 0], [1, 0]],
    ['their order where their numbers are the exchange’s', [110_005, 110_004], [0, 1]],
    ['their order where one number is missing in the count', [2, 0], [0, 1]],
    ['their order where a number is repeated', [0, 0], [0, 1]],
  ])('are counted by %s', (_, ids, ordinals) => {
    const read = marketsOf(of(ids.map((asset_id, at) => ({ ...market, asset: `NYCTMP${at}`, asset_id }))))
    expect(read.map(({ ordinal }) => ordinal)).toEqual(ordinals)
  })

  it('keep the precision of a number as written', () => {
    expect(marketsOf(wire(JSON.stringify([market]).replace('"0.10"', '0.010')))[0]?.tickSize).toBe('0.010')
    expect(marketsOf(wire(JSON.stringify([market]).replace('"0.10"', '1e-2')))[0]?.tickSize).toBe('0.01')
  })

  it('show an unknown status in the service’s term, and the halted partner as waiting', () => {
    expect(marketsOf(of([{ ...market, status: 'Frobbed' }]))[0]).toMatchObject({
      status: 'unknown',
      statusText: 'Frobbed',
    })
    expect(marketsOf(of([{ ...market, status: 'delisted' }]))[0]?.status).toBe('waiting')
    expect(marketsOf(of([{ ...market, status: 'closeOnly' }]))[0]?.status).toBe('close_only')
    expect(marketsOf(of([{ ...market, status: 'close-only' }]))[0]?.status).toBe('close_only')
  })

  it.each([
    ['[0].tick_size', [{ ...market, tick_size: 'a tenth' }]],
    ['[1].asset_id', [market, { ...market, asset_id: 0.5 }]],
    ['[0].asset', [{ ...market, asset: '' }]],
    ['[0].status', ['NYCTMP1']],
    ['answer', { data: null }],
    ['answer', 'markets'],
    ['answer', null],
  ])('that cannot be read are an error that names route and field: %s', (field, value) => {
    expect(unreadable(() => marketsOf(of(value)))).toBe(field)
  })
})

describe('buckets', () => {
  const bucket = { asset: 'NYCTMP1', start: 1_790_000_000_000, end: '2026-09-21T16:00:00Z', phase: 'TRADING' }

  it('are read with times in ms or ISO 8601, with or without a zone', () => {
    const read = bucketsOf(of({ current: bucket, next: null, server_time: '2026-09-21T14:00:00.250' }))
    expect(read.current).toEqual({
      asset: 'NYCTMP1',
      start: 1_790_000_000_000,
      end: Date.UTC(2026, 8, 21, 16),
      phaseText: 'TRADING',
    })
    expect(read.serverTime).toBe(Date.UTC(2026, 8, 21, 14, 0, 0, 250))
    expect(bucketsOf(of({ current: { ...bucket, end: '2026-09-21T18:00:00+02:00' } })).current?.end).toBe(
      Date.UTC(2026, 8, 21, 16),
    )
  })

  it('may both be null while settling', () => {
    expect(bucketsOf(of({ data: { current: null, next: null } }))).toEqual({
      current: null,
      next: null,
      serverTime: null,
    })
  })

  it('with an invalid time are an error', () => {
    expect(unreadable(() => bucketsOf(of({ current: { ...bucket, end: 'soon' } })))).toBe('current.end')
    expect(unreadable(() => bucketsOf(of({ current: { ...bucket, end: '2026-99-21T16:00:00Z' } })))).toBe('current.end')
    expect(unreadable(() => bucketsOf(of({ bucket: { current: { ...bucket, start: null } } })))).toBe(
      'bucket.current.start',
    )
  })
})

describe('a ticker', () => {
  it('has mark and temperature, and null for missing fields', () => {
    const ticker = tickerOf(wire('{"ticker":{"coin":"NYCTMP1","markPx":571.80,"dayNtlVlm":"12.5"}}'), 'NYCTMP1')
    expect(ticker).toMatchObject({
      asset: 'NYCTMP1',
      mark: '571.80',
      temperature: '71.80',
      volume24h: '12.5',
      bid: null,
      status: 'unknown',
      time: null,
    })
  })

  it('about another asset is not shown as this one', () => {
    expect(unreadable(() => tickerOf(of({ asset: 'NYCTMP2', mark: '570' }), 'NYCTMP1'))).toBe('asset')
  })
})

describe('a book', () => {
  const bids = [
    { px: '570.1', sz: '3', n: 2 },
    { px: '570.2', sz: 1 },
    { px: '569', sz: '0' },
  ]

  it('is read best first, without empty levels, in either form', () => {
    const expected = [
      { px: '570.2', sz: '1', n: null },
      { px: '570.1', sz: '3', n: 2 },
    ]
    for (const shape of [{ time: 5, levels: [bids, []] }, { data: { book: { time: 5, bids, asks: [] } } }]) {
      expect(bookOf(of(shape), 'NYCTMP1')).toEqual({ asset: 'NYCTMP1', time: 5, bids: expected, asks: [] })
    }
  })

  it('with a level that cannot be read is an error', () => {
    expect(unreadable(() => bookOf(of({ time: 5, levels: [[{ px: '1' }], []] }), 'A'))).toBe('levels[0][0].sz')
    expect(unreadable(() => bookOf(of({ time: 5, levels: [[]] }), 'A'))).toBe('levels')
    expect(unreadable(() => bookOf(of({ levels: [[], []] }), 'A'))).toBe('time')
  })
})

describe('candles', () => {
  it('are read from UDF columns, oldest first', () => {
    const answer = wire('{"s":"ok","t":[120,60],"o":[571.0,570],"h":[572,571],"l":[570,569.50],"c":[571.5,571]}')
    expect(candlesOf(answer, 'r')).toEqual([
      { time: 60_000, open: '570', high: '571', low: '569.50', close: '571' },
      { time: 120_000, open: '571.0', high: '572', low: '570', close: '571.5' },
    ])
  })

  it('are none when there is no data, and an error with the service’s message when it reports one', () => {
    expect(candlesOf(of({ s: 'no_data' }), 'r')).toEqual([])
    expect(() => candlesOf(of({ s: 'error', errmsg: 'unknown symbol' }), 'r')).toThrow('unknown symbol')
  })

  it('with columns of different length are an error', () => {
    expect(unreadable(() => candlesOf(of({ s: 'ok', t: [1, 2], o: [1], h: [1], l: [1], c: [1] }), 'r'))).toBe('t')
  })

  it('are requested in seconds and with the names of UDF', () => {
    const query = candleQuery('NYCTMP1', 15, millis(1500), millis(2500))
    expect(query).toEqual({ symbol: 'NYCTMP1', resolution: '15S', from: '1', to: '3' })
    expect(candleQuery('A', 900, millis(0), millis(0)).resolution).toBe('15')
  })
})

describe('an account', () => {
  const address = `0x${'ab'.repeat(20)}` as Address
  const position = { family: 'scalar', asset: 'NYCTMP1', size: '-5', entry_px: '570.10', leverage: 5 }
  const read = (value: unknown) => accountOf(of(value), address, millis(7))

  it('is read as positions with money, or as positions alone', () => {
    const view = read({ positions: [position], account: { equity: '10000.00', usdh_outcome: 5 } })
    expect(view.positions[0]).toMatchObject({
      size: '-5',
      entryPx: '570.10',
      leverage: 5,
      markPx: null,
      family: 'scalar',
    })
    expect(view.money).toEqual({ equity: '10000.00', available: null, usdc: null, usdh: null, usdhOutcome: '5' })
    expect(read([position]).money.equity).toBeNull()
    expect(read({ data: { positions: [position], account: { equity: '1' } } }).money.equity).toBe('1')
    expect(view.readAt).toBe(7)
  })

  it('is read where amounts have an exponent, also as text', () => {
    const view = read({
      positions: [{ ...position, unrealized_pnl: '0E-8' }],
      account: { equity: '1.2E4', usdh: '1e-7' },
    })
    expect(view.positions[0]?.unrealizedPnl).toBe('0.00000000')
    expect(view.money).toMatchObject({ equity: '12000', usdh: '0.0000001' })
  })

  it('never shows a short as a long', () => {
    expect(read([{ ...position, size: '5', side: 'short' }]).positions[0]?.size).toBe('-5')
    expect(read([{ ...position, size: '-5', side: 'Short' }]).positions[0]?.size).toBe('-5')
    expect(reasonOf(read([{ ...position, size: '-5', side: 'long' }]))).toContain(' [0].side ')
    expect(reasonOf(read([{ ...position, side: 'up' }]))).toContain(' [0].side ')
  })

  it('holds no position of size zero, and recognizes outcome coins', () => {
    expect(read([{ ...position, size: '0.00' }]).positions).toEqual([])
    const { family: _, ...bare } = position
    expect(read([{ ...bare, asset: '#36010' }]).positions[0]?.family).toBe('outcome')
    expect(read([{ ...bare, leverage: { type: 'isolated', value: 3 } }]).positions[0]).toMatchObject({
      family: 'scalar',
      leverage: 3,
    })
    expect(reasonOf(read([{ ...position, family: 'exotic' }]))).toContain(' [0].family ')
  })
})

describe('positions of the other families', () => {
  const address = `0x${'ab'.repeat(20)}` as Address
  const viewOf = (position: object) => accountOf(of({ positions: [position] }), address, millis(7))
  const read = (position: object) => viewOf(position).positions[0]
  const binary = { asset: 'GBETA', size: '36.81', entry_px: '0.5660', leverage: 2 }
  const shares = { asset: '#36010', size: '12.50', entry_px: '0.010' }

  it('are binary when they say so, or go UP or DOWN; DOWN is short', () => {
    expect(read({ ...binary, family: 'Binary' })).toMatchObject({ family: 'binary', size: '36.81', leverage: 2 })
    expect(read({ ...binary, direction: 'UP' })).toMatchObject({ family: 'binary', size: '36.81' })
    expect(read({ ...binary, direction: 'Down' })).toMatchObject({ family: 'binary', size: '-36.81' })
    const { size: contracts, ...rest } = binary
    expect(read({ ...rest, side: 'down', contracts })).toMatchObject({ family: 'binary', size: '-36.81' })
    expect(reasonOf(viewOf({ ...binary, size: '-1', direction: 'UP' }))).toContain(' positions[0].direction ')
  })

  it('are outcomes by their coin; a side that is no direction is the side of the market', () => {
    for (const more of [{}, { family: 'outcome' }, { side: 0 }, { side: 'No' }, { leverage: null }]) {
      expect(read({ ...shares, ...more })).toMatchObject({ family: 'outcome', size: '12.50', leverage: null })
    }
    expect(read({ ...shares, side: 'short' })?.size).toBe('-12.5')
  })

  it.each(['asset', 'size', 'entry_px'])('without %s are kept as unreadable rows', (field) => {
    for (const position of [binary, shares]) {
      expect(reasonOf(viewOf({ ...position, [field]: undefined }))).toContain(` positions[0].${field} `)
    }
  })
})

describe('orders and fills', () => {
  const order = {
    oid: 42,
    cloid: '0x17A5A40306205A0C6D60C7264153781C',
    asset: 'NYCTMP1',
    side: 'sell',
    price: '571.8',
    size: '10',
    filled: '2.5',
    tif: 'Gtc',
    reduce_only: false,
    status: 'PartiallyFilled',
    time: 5,
  }

  it('are read in either spelling', () => {
    const [read] = ordersOf(of({ orders: [order] }))
    expect(read).toMatchObject({
      oid: '42',
      cloid: '0x17a5a40306205a0c6d60c7264153781c',
      side: 'sell',
      tif: 'GTC',
      status: 'partially_filled',
      statusText: 'PartiallyFilled',
    })
    const { side: _, reduce_only: __, ...rest } = order
    expect(ordersOf(of([{ ...rest, isBuy: true, reduceOnly: true, cloid: null }]))[0]).toMatchObject({
      side: 'buy',
      reduceOnly: true,
      cloid: null,
    })
  })

  describe('that are open', () => {
    /** As the upstream exchange lists them: `sz` is the rest. */
    const upstream = { coin: 'NYCTMP1', limitPx: '571.8', oid: 42, side: 'A', sz: '7.5', origSz: '10.0', timestamp: 5 }

    it('are read in the upstream’s shape', () => {
      expect(openOrdersOf(of([upstream]))).toMatchObject([
        { oid: '42', side: 'sell', price: '571.8', size: '10.0', reduceOnly: false, status: 'partially_filled' },
      ])
      expect(Number(openOrdersOf(of([upstream]))[0]?.filled)).toBe(2.5)
      const whole = { ...upstream, sz: '10.0', reduceOnly: true }
      expect(openOrdersOf(of([whole]))).toMatchObject([{ reduceOnly: true, status: 'resting', statusText: 'open' }])
    })

    it('are read in the service’s own', () => expect(openOrdersOf(of([order]))).toEqual(ordersOf(of([order]))))

    it('are not guessed at: the filled size must be reported, or follow from the original one', () => {
      const { origSz: _, ...withoutSize } = upstream
      expect(unreadable(() => openOrdersOf(of([withoutSize])))).toBe('[0].filled')
      expect(unreadable(() => openOrdersOf(of([{ ...upstream, origSz: '7' }])))).toBe('[0].origSz')
      expect(unreadable(() => ordersOf(of([upstream])))).toBe('[0].status')
    })
  })

  it('keep ids that are too long for a number', () => {
    expect(ordersOf(wire(JSON.stringify([order]).replace('42', '9007199254740993')))[0]?.oid).toBe('9007199254740993')
  })

  it('with an invalid side or status are an error', () => {
    expect(unreadable(() => ordersOf(of([{ ...order, side: 'up' }])))).toBe('[0].side')
    expect(unreadable(() => ordersOf(of([{ ...order, status: null }])))).toBe('[0].status')
    expect(ordersOf(of([{ ...order, status: 'odd' }]))[0]).toMatchObject({ status: 'unknown', statusText: 'odd' })
  })

  it('may lack optional fields of fills', () => {
    const fill = { tid: 't1', asset: 'NYCTMP1', side: 'B', px: '571', sz: '1', time: 5, liquidity: 'odd' }
    expect(fillsOf(of({ trades: [fill] }), TRADER)).toEqual([
      {
        tid: 't1',
        oid: null,
        cause: null,
        asset: 'NYCTMP1',
        side: 'buy',
        price: '571',
        size: '1',
        fee: null,
        liquidity: null,
        realizedPnl: null,
        time: 5,
      },
    ])
  })
})

describe('prepared actions', () => {
  const hash = `0x${'ab'.repeat(32)}`
  const domain = { name: 'Exchange', version: 1, chainId: '0x539', verifyingContract: `0x${'00'.repeat(20)}` }
  const prepared = {
    orderId: 'o-1',
    actionHash: hash,
    action: { type: 'order', orders: [{ a: 0, b: true }], grouping: 'na' },
    nonce: 1_790_000_000_000,
    connectionId: hash,
    eip712Domain: domain,
    agentMessage: { source: 'b', connectionId: hash },
    expiresAt: '2026-09-21T16:00:00Z',
  }

  it('are read with the keys of the action in their order', () => {
    const read = preparedActionOf(of({ data: prepared }))
    expect(JSON.stringify(read.action)).toBe(JSON.stringify(prepared.action))
    expect(read).toMatchObject({
      orderId: 'o-1',
      nonce: 1_790_000_000_000,
      domain: { name: 'Exchange', version: '1', chainId: 1337 },
      agentMessage: prepared.agentMessage,
      expiresAt: Date.UTC(2026, 8, 21, 16),
    })
  })

  it('may lack action, nonce, connection id and expiry', () => {
    const bare = {
      order_id: 'o-1',
      action_hash: hash,
      eip712_domain: domain,
      agent_message: { source: 'b', connection_id: hash },
    }
    expect(preparedActionOf(of(bare))).toMatchObject({
      action: null,
      nonce: null,
      connectionId: null,
      expiresAt: null,
      agentMessage: { source: 'b', connectionId: hash },
    })
  })

  it.each(['orderId', 'actionHash', 'eip712Domain', 'agentMessage'])('without %s are an error', (key) => {
    expect(unreadable(() => preparedActionOf(of({ ...prepared, [key]: undefined })))).not.toBe('')
  })

  it('show a domain with a salt unchanged', () => {
    expect(preparedActionOf(of({ ...prepared, eip712Domain: { ...domain, salt: '0x01' } })).domain.salt).toBe('0x01')
  })

  it('for the user wallet carry their types', () => {
    const types = { 'HyperliquidTransaction:ApproveAgent': [{ name: 'nonce', type: 'uint64' }] }
    const action = {
      actionHash: hash,
      eip712Domain: domain,
      types,
      primaryType: 'HyperliquidTransaction:ApproveAgent',
      message: { nonce: 5 },
    }
    expect(userActionOf(of(action))).toMatchObject({ types, message: { nonce: 5 }, primaryType: action.primaryType })
    expect(unreadable(() => userActionOf(of({ ...action, types: { X: [{ name: 1 }] } })))).toBe('types.X[0].name')
  })
})

describe('the smaller answers', () => {
  it('are read', () => {
    expect(submitAckOf(of({ data: { status: 'accepted', oid: 7 } }))).toEqual({
      status: 'accepted',
      oid: '7',
      cloid: null,
    })
    expect(approvalOf(of({ approved: true, expiresAt: 5 }))).toEqual({ approved: true, expiresAt: 5 })
    expect(feesOf(wire('{"fees":{"makerBps":-0.5,"takerBps":"4.50"}}'))).toEqual({ makerBps: '-0.5', takerBps: '4.50' })
    const self = { wallet: `0x${'AB'.repeat(20)}`, email: '', access: 'Allowed' }
    expect(accessOf(of(self))).toEqual({
      wallet: `0x${'ab'.repeat(20)}`,
      email: null,
      access: 'allowed',
      accessText: 'Allowed',
    })
    expect(accessOf(of({ ...self, access: 'vip' }))).toMatchObject({ access: 'unknown', accessText: 'vip' })
    expect(runtimeConfigOf(of({ waitlistEnabled: true, outcomes_enabled: false }))).toEqual({
      waitlistEnabled: true,
      outcomesEnabled: false,
    })
    expect(unreadable(() => runtimeConfigOf(of({ waitlist_enabled: 'yes' })))).toBe('waitlist_enabled')
    expect(unreadable(() => accessOf(of({ ...self, wallet: '0x12' })))).toBe('wallet')
  })
})
