/**
 * Every adapter over answers of any content: it returns displayable data, or throws an error that names route and field. A function that is exported
 * here without a case fails.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Address } from '../../../contract/address.ts'
import { runs } from '../../../contract/testing/property-runs.ts'
import { millis } from '../../../contract/time.ts'
import { ServiceError } from '../errors.ts'
import { parseJson } from '../json.ts'
import { Wire } from '../wire.ts'
import { accessOf, accessRequestOf } from './access.ts'
import { accountOf } from './account.ts'
import { binaryBucketOf, binaryMarketsOf, binaryStatusOf } from './binary.ts'
import { binaryAckOf, setupActionsOf, setupResultOf } from './binary-actions.ts'
import { bookOf } from './book.ts'
import { bucketsOf } from './bucket.ts'
import { candlesOf } from './candles.ts'
import { conversionsOf } from './conversion.ts'
import { onlyResult, refusalIn, resultOf } from './exchange-answer.ts'
import { feesOf } from './fees.ts'
import { fillsOf } from './fill.ts'
import { marketsOf } from './market.ts'
import { ownMinimum, rulesOf } from './market-rules.ts'
import { openOrdersOf, orderOf, ordersOf } from './order.ts'
import { outcomesOf } from './outcome.ts'
import { outcomeOrderStatusOf } from './outcome-order.ts'
import {
  approvalOf,
  directAckOf,
  domainOf,
  preparedActionOf,
  submitAckOf,
  transferOf,
  typesOf,
  userActionOf,
} from './prepared-action.ts'
import { priceHistoryOf } from './price-history.ts'
import {
  referralAcceptedOf,
  referralCodeOf,
  referralPayoutsOf,
  referralTreeOf,
  resolvedCodeOf,
  rewardsOf,
} from './referrals.ts'
import { runtimeConfigOf } from './runtime-config.ts'
import { storedDecimals } from './stored-decimals.ts'
import { binaryPhaseOf, conversionKindOf, fillCauseOf, marketStatusOf, orderStatusOf, sideOf, tifOf } from './texts.ts'
import { ownAsset, tickerOf } from './ticker.ts'

const ROUTE = 'GET /v1/any'
const TRADER = `0x${'ab'.repeat(20)}` as Address
const HASH = `0x${'cd'.repeat(32)}`
const NOW = 1_790_000_000_000

const SCALAR_MARKET = {
  ...{ asset: 'NYCTMP1', asset_id: 0, status: 'active', sz_decimals: 4, tick_size: '0.10', max_leverage: 20 },
  station: 'KNYC',
}
const BINARY_MARKET = {
  ...{ asset: 'GBETA', asset_id: 7, status: 'active', midpoint: '0.512', sz_decimals: 2, tick_size: '0.001' },
}
const POSITION = {
  ...{ family: 'scalar', asset: 'NYCTMP1', size: '-5', entry_px: '570.10', mark_px: '571.00', leverage: 5 },
  ...{ margin: '570.1', unrealized_pnl: '-4.5', realized_pnl: '0', liquidation_px: '680.1' },
}
const UPSTREAM_POSITION = {
  ...{ coin: '#36010', szi: '5.0', entryPx: '0.5', unrealizedPnl: '2.5', marginUsed: '950.2' },
  leverage: { type: 'isolated', value: 3 },
}
const ORDER = {
  ...{ oid: '42', cloid: '0x17a5a40306205a0c6d60c7264153781c', asset: 'NYCTMP1', side: 'buy', price: '571.8' },
  ...{ size: '10', filled: '2.5', tif: 'GTC', reduce_only: false, status: 'partially_filled', time: NOW },
}
const UPSTREAM_ORDER = {
  order: { coin: 'NYCTMP1', side: 'A', limitPx: '571.8', sz: '7.5', origSz: '10.0', oid: 42, timestamp: NOW },
  status: 'canceled',
}
const FILL = {
  ...{ tid: 9, oid: '42', asset: 'NYCTMP1', side: 'buy', price: '571', size: '1', fee: '0.25', fee_token: 'USDC' },
  ...{ liquidity: 'taker', realized_pnl: '5.5', time: NOW },
}
const UPSTREAM_FILL = {
  ...{ coin: '#36010', px: '0.5', sz: '10', side: 'A', time: NOW, dir: 'Sell', closedPnl: '5.5', oid: 7, tid: 9 },
  ...{ crossed: true, fee: '0.25', feeToken: '+36010', liquidation: { liquidatedUser: TRADER, markPx: '0.4' } },
}
const OUTCOME = {
  ...{ outcomeId: 3601, name: 'Above 75', expiry: NOW, expired: false, settling: false, winner: 0 },
  ...{ sz_decimals: 2, tick_size: '0.001' },
  sides: ['Yes', 'No'].map((name, index) => ({ index, name, coin: `#3601${index}` })),
  questions: [{ id: 9, title: 'How warm?', rules: 'By the station.', exclusive: true, outcomes: [3601, 3602] }],
}
const DOMAIN = { name: 'Exchange', version: '1', chainId: '0x539', verifyingContract: TRADER, salt: HASH }
const PREPARED = {
  ...{ orderId: 'o-1', actionHash: HASH, nonce: NOW, expiresAfter: NOW, connectionId: HASH, expiresAt: NOW },
  action: { type: 'order', orders: [{ a: 0, b: true, p: '571.8' }], grouping: 'na' },
  eip712Domain: DOMAIN,
  agentMessage: { source: 'b', connectionId: HASH },
  estimate: { avg_px: '0.5', worst_px: '0.6', target_mark: '570', contracts: '12.5' },
}
const TYPES = { Agent: [{ name: 'source', type: 'string' }] }
const USER_ACTION = {
  ...{ actionHash: HASH, eip712Domain: DOMAIN, types: TYPES, primaryType: 'Agent' },
  message: { hyperliquidChain: 'Testnet', nonce: NOW },
}
const upstream = (...statuses: unknown[]) => ({ status: 'ok', response: { type: 'order', data: { statuses } } })
const FILLED = upstream({ filled: { oid: 77, totalSz: '2', avgPx: '571.8' } })
const RESTING = upstream({ resting: { oid: 77, cloid: ORDER.cloid } })
const ACK = { status: 'accepted', oid: '1088', cloid: ORDER.cloid }
const REFUSED = { status: 'err', response: 'Must deposit before performing actions.' }
const REFERRED = { address: TRADER, time: NOW, earned: '1.50', referred: [{ address: TRADER }] }

/** A protocol term, read from its field. */
const word =
  (of: (text: string) => unknown) =>
  (wire: Wire): unknown =>
    of(wire.at('word').text())

type Read = (wire: Wire) => unknown

/** Readers of answers, by their exported name, with answers that they understand. */
const READS: Readonly<Record<string, readonly [read: Read, ...answers: unknown[]]>> = {
  accessOf: [accessOf, { wallet: TRADER, email: 'a@example.com', access: 'allowed' }],
  accessRequestOf: [accessRequestOf, { status: 'received' }],
  accountOf: [
    (wire) => accountOf(wire, TRADER, millis(NOW)),
    { positions: [POSITION], account: { equity: '1', available: '1', usdc: '1', usdh: '1', usdh_outcome: '1' } },
    { assetPositions: [{ position: UPSTREAM_POSITION }], marginSummary: { accountValue: '9000.5' }, withdrawable: '1' },
  ],
  approvalOf: [approvalOf, { approved: true, expiresAt: NOW }, { status: 'ok', response: { type: 'default' } }],
  binaryAckOf: [binaryAckOf, { ...ACK, filled_contracts: '2.5' }, FILLED],
  binaryBucketOf: [
    binaryBucketOf,
    { asset: 'GBETA', start: NOW, end: NOW, phase: 'TRADING', midpoint: '0.5', server_time: NOW },
  ],
  binaryMarketsOf: [binaryMarketsOf, [BINARY_MARKET, BINARY_MARKET]],
  binaryPhaseOf: [word(binaryPhaseOf), { word: 'TRADING' }],
  binaryStatusOf: [
    binaryStatusOf,
    { paused: false, active_asset: 'GBETA', phase: 'trading', entry_cutoff: NOW },
    { paused: false, active_asset: 'GBETA', phase: 'trading', seconds_to_cutoff: '12.5', server_time: NOW },
  ],
  bookOf: [
    (wire) => bookOf(wire, 'NYCTMP1'),
    { asset: 'NYCTMP1', time: NOW, levels: [[{ px: '570', sz: '3', n: 2 }], [{ px: '571', sz: '3' }]] },
    { time: NOW, bids: [{ px: 570.1, sz: 1 }], asks: [] },
  ],
  bucketsOf: [
    bucketsOf,
    {
      current: { asset: 'NYCTMP1', start: NOW, end: '2026-09-21T16:00:00Z', phase: 'TRADING' },
      ...{ next: null, server_time: NOW },
    },
  ],
  candlesOf: [
    (wire) => candlesOf(wire, ROUTE),
    { s: 'ok', t: [60, 120], o: [571.1, 570], h: [572, 571], l: [570, '569.50'], c: [571, 571] },
    { s: 'error', errmsg: 'unknown symbol' },
  ],
  conversionKindOf: [word(conversionKindOf), { word: 'split' }],
  conversionsOf: [
    conversionsOf,
    [{ id: 'c-1', kind: 'split', outcomeId: 3601, questionId: 9, amount: '12.50', time: NOW }],
  ],
  directAckOf: [directAckOf, { status: 'filled', oid: 'd-1', filled: '2' }, FILLED],
  domainOf: [domainOf, DOMAIN],
  feesOf: [feesOf, { maker_bps: '1.5', taker_bps: 4.5 }],
  fillCauseOf: [word(fillCauseOf), { word: 'Open Long' }],
  fillsOf: [(wire) => fillsOf(wire, TRADER), [FILL, FILL], { trades: [UPSTREAM_FILL] }],
  storedDecimals: [
    (wire) => {
      const places = storedDecimals()
      return { price: places.price(wire.at('px')), size: places.size(wire.at('sz')), ...places.mark() }
    },
    { px: '571.1234567891', sz: '0.1234567899' },
  ],
  marketStatusOf: [word(marketStatusOf), { word: 'active' }],
  marketsOf: [marketsOf, [SCALAR_MARKET, { ...SCALAR_MARKET, asset_id: 1 }]],
  onlyResult: [(wire) => onlyResult(wire).excerpt(), { results: [ACK] }],
  openOrdersOf: [openOrdersOf, [ORDER, UPSTREAM_ORDER.order]],
  orderOf: [orderOf, ORDER, UPSTREAM_ORDER],
  orderStatusOf: [word(orderStatusOf), { word: 'resting' }],
  ordersOf: [ordersOf, [ORDER, UPSTREAM_ORDER]],
  outcomeOrderStatusOf: [outcomeOrderStatusOf, { status: 'order', order: UPSTREAM_ORDER }, { status: 'unknownOid' }],
  outcomesOf: [outcomesOf, [OUTCOME, { ...OUTCOME, outcomeId: 3602, sides: [] }]],
  ownMinimum: [ownMinimum, { min_order_value: '10' }, { min_notional: 12.5 }],
  ownAsset: [(wire) => ownAsset(wire, 'NYCTMP1'), { asset: 'NYCTMP1' }],
  preparedActionOf: [preparedActionOf, PREPARED],
  priceHistoryOf: [
    (wire) => priceHistoryOf(wire, ['#36010', '#36011']),
    { '#36010': [{ time: NOW, price: '0.5' }], '#36011': [[NOW, 0.5]] },
  ],
  referralAcceptedOf: [referralAcceptedOf, { status: 'accepted' }],
  referralCodeOf: [referralCodeOf, { code: 'ABC', time: NOW }],
  referralPayoutsOf: [
    referralPayoutsOf,
    { payouts: [{ time: NOW, from: TRADER, fee: '1', amount: 0.1, currency: 'USDC' }], total: 9 },
  ],
  referralTreeOf: [
    referralTreeOf,
    { referrer: { address: TRADER, code: 'ABC', time: NOW }, referred: [REFERRED, TRADER] },
  ],
  refusalIn: [(wire) => refusalIn(wire)?.message() ?? null, upstream({ error: 'Too small.' }), REFUSED],
  resolvedCodeOf: [(wire) => resolvedCodeOf(wire, 'ABC'), { code: 'ABC', address: TRADER }],
  rewardsOf: [rewardsOf, { volume: '10.5', rate_bps: 0.2, earned: '0.0002' }],
  rulesOf: [(wire) => rulesOf(wire), { sz_decimals: 2, tick_size: '0.01', max_leverage: 20 }],
  runtimeConfigOf: [runtimeConfigOf, { waitlist_enabled: true, outcomes_enabled: false }],
  setupActionsOf: [setupActionsOf, { ready: false, actions: [PREPARED] }],
  setupResultOf: [setupResultOf, { leverage: 2, ready: true }],
  sideOf: [sideOf, { side: 'B' }, { isBuy: true }],
  submitAckOf: [submitAckOf, ACK, FILLED, RESTING],
  resultOf: [resultOf, FILLED, RESTING, ACK],
  tickerOf: [
    (wire) => tickerOf(wire, 'NYCTMP1'),
    {
      ...{ asset: 'NYCTMP1', mark: '571.80', oracle: '571.8', mid: '571.75', bid: '571.7', ask: '571.8', last: 571 },
      ...{ volume_24h: '12.5', open_interest: '7', prev_day: '560', status: 'active', time: NOW },
    },
  ],
  tifOf: [word(tifOf), { word: 'Gtc' }],
  transferOf: [transferOf, { status: 'accepted' }],
  typesOf: [typesOf, TYPES],
  userActionOf: [userActionOf, USER_ACTION],
}
/** Also exported there, and no reader of an answer. */
const OTHERS = ['candleQuery']

/** Errors with a meaning: there is no history, or no such order. */
const SAID = ['history_error', 'unknown_order']
/** A decimal; one computed from two may be long. */
const PLAIN = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/
/** Fields that hold decimals. */
const DECIMALS = new Set([
  ...['size', 'price', 'filled', 'fee', 'feeShares', 'realizedPnl', 'unrealizedPnl', 'entryPx', 'markPx', 'margin'],
  ...['liquidationPx', 'equity', 'available', 'usdc', 'usdh', 'usdhOutcome', 'px', 'sz', 'open', 'high', 'low'],
  ...['close', 'amount', 'makerBps', 'takerBps', 'tickSize', 'midpoint', 'mark', 'temperature', 'oracle', 'mid'],
  ...['bid', 'ask', 'last', 'volume24h', 'openInterest', 'prevDay', 'average', 'worst', 'targetMark', 'contracts'],
  ...['averagePx', 'earned', 'volume', 'rateBps', 'minimumValue'],
])
/** Fields that hold times. */
const TIMES = new Set(['time', 'start', 'end', 'serverTime', 'expiry', 'expiresAt', 'entryCutoff', 'readAt'])
/** Fields that may be undefined. */
const UNDEFINED = new Set(['life', 'answeredAt'])
/** Fields that hold an unchanged object. */
const AS_IT_CAME = new Set(['action', 'agentMessage', 'message'])

/** Faults of data that an adapter returned, by path. */
function faultsOf(value: unknown, path = '', key = ''): string[] {
  if (value === undefined) return UNDEFINED.has(key) ? [] : [`${path} is undefined`]
  if (typeof value === 'function' || typeof value === 'symbol') return [`${path} is a ${typeof value}`]
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return [`${path} is ${value}`]
    return TIMES.has(key) && Number.isNaN(new Date(value).getTime()) ? [`${path} is no time: ${value}`] : []
  }
  if (typeof value === 'string')
    return DECIMALS.has(key) && !PLAIN.test(value) ? [`${path} is no decimal: ${value}`] : []
  if (typeof value !== 'object' || value === null || AS_IT_CAME.has(key)) return []
  if (Array.isArray(value)) return value.flatMap((each, i) => faultsOf(each, `${path}[${i}]`))
  return Object.entries(value).flatMap(([name, each]) => faultsOf(each, `${path}.${name}`, name))
}

/** Data without a fault, or an error that names route and field. @throws Error for anything else. */
function expectReadOrRefused(read: Read, text: string): void {
  const wire = new Wire({ route: ROUTE, status: 200, date: millis(NOW) }, parseJson(text))
  let data: unknown
  try {
    data = read(wire)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { kind, code, route, field } = error
    if (kind === 'problem') expect(SAID).toContain(code)
    else
      expect({ kind, code, field }).toEqual({
        kind: 'unreadable',
        code: 'unreadable_answer',
        field: expect.any(String),
      })
    expect(route).toBe(ROUTE)
    return
  }
  expect(faultsOf(data)).toEqual([])
  expect(() => structuredClone(data)).not.toThrow()
}

const nested = (depth: number): unknown => {
  let value: unknown = []
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { data: value }
  return value
}
/** Begins the digits that are to be a number in the JSON: JavaScript's own would be rounded. */
const NUMBER = 'number '
/** Starts the digits that become a number in the JSON: JavaScript's own would be rounded. */
const jsonOf = (answer: unknown): string =>
  (JSON.stringify(answer) ?? 'null').replaceAll(new RegExp(`"${NUMBER}([^"]+)"(?!:)`, 'g'), '$1')
const NUMBERS = [
  ...['0', '-0', '-1', '0.5', '1e400', '-1e400', '1e-400', '1E+60', '1e-60', '0E-8', '9007199254740993'],
  ...['8640000000000001', '-8640000000000001', '9007199254740991', '123456789012345678901234567890', '1e15', '1e12'],
  ...[`0.${'1'.repeat(58)}`, '9'.repeat(60), '9'.repeat(400), '0.1234567895'],
]
const TEXTS = [
  ...['', ' ', 'NaN', 'Infinity', '-Infinity', 'null', 'undefined', '0x10', '1_000', '1,5', '+1', '.5', '5.', '--1'],
  ...['constructor', '__proto__', 'toString', 'hasOwnProperty', 'settlement', 'liquidation', 'outcome', 'up', 'short'],
  ...['\u202e', '\u0000', '\ud800', 'x'.repeat(70), 'x'.repeat(5000), '#36010', '#3601', '#', 'USDC', '+36010'],
  ...['2026-02-30T00:00:00Z', '9999-12-31T23:59:59.999Z', '0000-01-01T00:00', '2026-09-21T25:00:00Z', 'order'],
]
const strange: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NUMBERS).map((digits) => `${NUMBER}${digits}`) },
  { weight: 2, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { data: {} }, { status: {} }),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 300 }).map(nested) },
  { weight: 2, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) },
)
/** Without its quotes. */
interface Change {
  /** Index of the changed place. */
  readonly place: number
  readonly how: 'replace' | 'remove' | 'duplicate' | 'rename' | 'wrap'
  readonly by: unknown
}
const change: fc.Arbitrary<Change> = fc.record({
  place: fc.nat(200),
  how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'duplicate', 'rename', 'wrap'),
  by: strange,
})

type Holder = Record<string, unknown> | unknown[]
/** Every place in it: its container, and its key. The answer itself is under `data`. */
function placesIn(holder: Holder): [Holder, string][] {
  return Object.entries(holder).flatMap(([key, value]) => {
    const isHolder = typeof value === 'object' && value !== null
    return [[holder, key] as [Holder, string], ...(isHolder ? placesIn(value as Holder) : [])]
  })
}

function changed(answer: unknown, changes: readonly Change[]): unknown {
  const whole = { data: structuredClone(answer) }
  for (const { place, how, by: shared } of changes) {
    const by = structuredClone(shared)
    const places = placesIn(whole)
    const [holder, key] = places[place % places.length] as [Holder, string]
    const at = holder as Record<string, unknown>
    const value = at[key]
    if (how === 'replace') at[key] = by
    else if (how === 'wrap') at[key] = place % 2 === 0 ? [value] : { data: value }
    else if (Array.isArray(holder)) {
      if (how === 'remove') holder.splice(Number(key), 1)
      else holder.push(how === 'rename' ? by : structuredClone(value))
    } else if (holder !== whole) {
      if (how !== 'duplicate') delete at[key]
      if (how !== 'remove') at[key.toUpperCase()] = how === 'duplicate' ? by : value
    }
  }
  return whole.data
}

it('has a case for everything that is exported', async () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const modules = await Promise.all(files.map((name) => import(/* @vite-ignore */ join(import.meta.dirname, name))))
  expect([...Object.keys(READS), ...OTHERS].toSorted()).toEqual(modules.flatMap((each) => Object.keys(each)).toSorted())
})

describe.each(Object.entries(READS))('%s', (_, [read, ...answers]) => {
  it('reads the answers that it understands', () => {
    for (const answer of answers) {
      expect(() => expectReadOrRefused(read, jsonOf(answer))).not.toThrow()
    }
  })

  it('returns displayable data, or refuses by route and field, for any answer', () => {
    const shape = fc.oneof(
      { weight: 1, arbitrary: strange },
      {
        weight: 6,
        arbitrary: fc
          .tuple(fc.constantFrom(...answers), fc.array(change, { minLength: 1, maxLength: 3 }))
          .map(([answer, changes]) => changed(answer, changes)),
      },
    )
    fc.assert(
      fc.property(shape, (answer) => expectReadOrRefused(read, jsonOf(answer))),
      { numRuns: runs(120, 5_000) },
    )
  })
})
