import { describe, expect, it } from 'vitest'
import type { Cloid, Hex } from '../../contract/address.ts'
import { price, size } from '../../contract/decimal.ts'
import type { PreparedAction } from '../service/index.ts'
import { connectionIdOf } from './agent-message.ts'
import type { ExpectedAction } from './expected-action.ts'
import { agentDomain, fieldsOf, NONCE, practice, prepare, ZERO_ADDRESS } from './testing/prepared.ts'
import { verifyPrepared } from './verify-prepared.ts'

const CLOID = '0x17a5a40306205a0c6d60c7264153781c' as Cloid
const OTHER_CLOID = '0x00000000000000000000000000000001' as Cloid

const order = {
  kind: 'order',
  assetId: 3,
  side: 'buy',
  price: price('571.80'),
  size: size('10.00'),
  tif: 'GTC',
  reduceOnly: false,
  cloid: CLOID,
} as const satisfies ExpectedAction
const signed = { a: 3, b: true, p: '571.8', s: '10', r: false, t: { limit: { tif: 'Gtc' } }, c: CLOID }
const orderAction = (changed: object = {}, frame: object = {}) => ({
  type: 'order',
  orders: [{ ...signed, ...changed }],
  grouping: 'na',
  ...frame,
})

describe('a prepared order', () => {
  it('is verified when every field matches the intent', () => {
    expect(verifyPrepared(order, prepare(orderAction()), practice)).toEqual({ verified: true })
    const { c: _, ...withoutCloid } = signed
    const plain = { type: 'order', orders: [withoutCloid], grouping: 'na' }
    expect(verifyPrepared({ ...order, cloid: null }, prepare(plain), practice)).toEqual({ verified: true })
    const expiring = prepare(orderAction(), { expiresAfter: NONCE + 60_000 })
    expect(verifyPrepared(order, expiring, practice)).toEqual({ verified: true })
  })

  it.each<[string, object, object?]>([
    ['asset', { a: 4 }],
    ['asset', { a: '3' }],
    ['side', { b: false }],
    ['price', { p: '571.9' }],
    ['price', { p: '571.80' }],
    ['price', { p: 571.8 }],
    ['size', { s: '100' }],
    ['reduce-only', { r: true }],
    ['time in force', { t: { limit: { tif: 'Ioc' } } }],
    ['time in force', { t: { limit: { tif: 'Gtc', more: 1 } } }],
    ['time in force', { t: { limit: { tif: 'Gtc' }, trigger: {} } }],
    ['time in force', { t: { trigger: { isMarket: true, triggerPx: '103', tpsl: 'sl' } } }],
    ['cloid', { c: OTHER_CLOID }],
    ['cloid', { c: undefined }],
    ['order.x', { x: 1 }],
    ['type', {}, { type: 'modify' }],
    ['grouping', {}, { grouping: 'normalTpsl' }],
    ['action.builder', {}, { builder: { b: ZERO_ADDRESS, f: 10 } }],
    ['orders', {}, { orders: [] }],
    ['orders', {}, { orders: [signed, signed] }],
    ['orders', {}, { orders: 'all' }],
  ])('is refused when one field differs, although its hash matches: %s %j %j', (field, changed, frame) => {
    expect(fieldsOf(order, prepare(orderAction(changed, frame)))).toEqual([field])
  })

  it('is refused with both sides shown', () => {
    const result = verifyPrepared(order, prepare(orderAction({ b: false, s: '100' })), practice)
    expect(result).toEqual({
      verified: false,
      mismatches: [
        { field: 'side', request: 'buy', prepared: 'sell' },
        { field: 'size', request: '10', prepared: '100' },
      ],
    })
  })

  it('with an unrequested cloid is refused', () => {
    expect(fieldsOf({ ...order, cloid: null }, prepare(orderAction()))).toEqual(['cloid'])
  })
})

describe('the hashes, message and domain around an action', () => {
  const other = connectionIdOf({ action: orderAction({ s: '100' }), nonce: NONCE })
  const right = connectionIdOf({ action: orderAction(), nonce: NONCE })

  it.each<[string, Partial<PreparedAction>]>([
    ['connection id', { connectionId: other }],
    ['action hash', { actionHash: other }],
    ['signed connection id', { agentMessage: { source: 'b', connectionId: other } }],
    ['signed connection id', { agentMessage: { source: 'b' } }],
    ['source', { agentMessage: { source: 'a', connectionId: right } }],
    ['message.vault', { agentMessage: { source: 'b', connectionId: right, vault: ZERO_ADDRESS } }],
    ['domain name', { domain: { ...agentDomain, name: 'HyperliquidSignTransaction' } }],
    ['domain version', { domain: { ...agentDomain, version: '2' } }],
    ['domain chain id', { domain: { ...agentDomain, chainId: 1 } }],
    ['domain contract', { domain: { ...agentDomain, verifyingContract: `0x${'01'.repeat(20)}` } }],
    ['domain salt', { domain: { ...agentDomain, salt: '0x01' } }],
    ['domain name', { domain: { version: '1', chainId: 1337, verifyingContract: ZERO_ADDRESS } }],
  ])('are refused when one differs: %s', (field, changed) => {
    expect(new Set(fieldsOf(order, { ...prepare(orderAction()), ...changed }))).toEqual(new Set([field]))
  })

  it('match the nonce and the expiry as well', () => {
    const prepared = prepare(orderAction())
    const all = ['connection id', 'signed connection id', 'action hash']
    expect(fieldsOf(order, { ...prepared, nonce: NONCE + 1 })).toEqual(all)
    expect(fieldsOf(order, { ...prepared, expiresAfter: NONCE + 1 })).toEqual(all)
    expect(fieldsOf(order, { ...prepared, nonce: -1 })).toEqual(['nonce'])
  })

  it('have source a on mainnet, b on testnet', () => {
    const mainnet = { ...practice, network: 'mainnet' } as const
    expect(fieldsOf(order, prepare(orderAction()), mainnet)).toEqual(['source'])
    const prepared = prepare(orderAction(), { agentMessage: { source: 'a', connectionId: right } })
    expect(verifyPrepared(order, prepared, mainnet)).toEqual({ verified: true })
    expect(verifyPrepared(order, prepare(orderAction()), { ...practice, network: 'testnet' }).verified).toBe(true)
  })

  it('leave the action hash to a service other than the practice venue', () => {
    const prepared = prepare(orderAction(), { actionHash: '0xabcd' })
    expect(verifyPrepared(order, prepared, { ...practice, network: 'testnet' })).toEqual({ verified: true })
    expect(fieldsOf(order, prepared)).toEqual(['action hash'])
  })

  it('accept hex in any case', () => {
    const upper = right.toUpperCase().replace('0X', '0x') as Hex
    expect(verifyPrepared(order, prepare(orderAction(), { connectionId: upper }), practice).verified).toBe(true)
  })
})

describe('a prepared action with a missing part', () => {
  it.each<[string, Partial<PreparedAction>]>([
    ['action and nonce', { action: null, nonce: null }],
    ['action', { action: null }],
    ['nonce', { nonce: null }],
  ])('cannot be verified without its %s, and reports that', (missing, changed) => {
    const result = verifyPrepared(order, { ...prepare(orderAction()), ...changed }, practice)
    expect(result.verified).toBe('impossible')
    expect(result).toHaveProperty('reason', expect.stringContaining(`the ${missing} `))
  })

  it('is still refused for visible differences', () => {
    const bare = { ...prepare(orderAction()), action: null, nonce: null }
    expect(fieldsOf(order, { ...bare, domain: { name: 'Other' } }).length).toBeGreaterThan(0)
    expect(fieldsOf(order, { ...bare, connectionId: `0x${'11'.repeat(32)}` })).toEqual(['signed connection id'])
    expect(fieldsOf(order, { ...prepare(orderAction({ s: '100' })), nonce: null })).toEqual(['size'])
  })
})

describe('a prepared cancel', () => {
  const cancel = { kind: 'cancel', assetId: 3, oid: '4242', cloid: CLOID } as const
  const byId = { type: 'cancel', cancels: [{ a: 3, o: 4242 }] }
  const byCloid = { type: 'cancelByCloid', cancels: [{ asset: 3, cloid: CLOID }] }

  it('is verified by id and by cloid', () => {
    expect(verifyPrepared(cancel, prepare(byId), practice)).toEqual({ verified: true })
    expect(verifyPrepared(cancel, prepare(byCloid), practice)).toEqual({ verified: true })
    const big = { ...cancel, oid: '9007199254740993' }
    const bigAction = { type: 'cancel', cancels: [{ a: 3, o: 9_007_199_254_740_993n }] }
    expect(verifyPrepared(big, prepare(bigAction), practice)).toEqual({ verified: true })
  })

  it.each<[string, object]>([
    ['order id', { type: 'cancel', cancels: [{ a: 3, o: 4243 }] }],
    ['order id', { type: 'cancel', cancels: [{ a: 3, o: '4242' }] }],
    ['asset', { type: 'cancel', cancels: [{ a: 4, o: 4242 }] }],
    ['cancels', { type: 'cancel', cancels: [byId.cancels[0], { a: 3, o: 1 }] }],
    ['cancels.x', { type: 'cancel', cancels: [{ a: 3, o: 4242, x: 1 }] }],
    ['action.x', { ...byId, x: 1 }],
    ['cloid', { type: 'cancelByCloid', cancels: [{ asset: 3, cloid: OTHER_CLOID }] }],
    ['asset', { type: 'cancelByCloid', cancels: [{ asset: 1, cloid: CLOID }] }],
  ])('is refused when one thing differs: %s %j', (field, action) => {
    expect(fieldsOf(cancel, prepare(action))).toEqual([field])
  })

  it('by cloid is refused for an order without one, and another type always', () => {
    expect(fieldsOf({ ...cancel, cloid: null }, prepare(byCloid))).toContain('type')
    expect(fieldsOf(cancel, prepare(orderAction()))).toContain('type')
  })
})

describe('a prepared change of leverage', () => {
  const leverage = { kind: 'leverage', assetId: 3, leverage: 5 } as const
  const action = { type: 'updateLeverage', asset: 3, isCross: false, leverage: 5 }

  it('is verified when it is isolated and matches the request', () => {
    expect(verifyPrepared(leverage, prepare(action), practice)).toEqual({ verified: true })
  })

  it.each<[string, object]>([
    ['cross margin', { isCross: true }],
    ['leverage', { leverage: 50 }],
    ['asset', { asset: 1 }],
    ['type', { type: 'updateIsolatedMargin' }],
    ['action.x', { x: 1 }],
  ])('is refused when one field differs: %s', (field, changed) => {
    expect(fieldsOf(leverage, prepare({ ...action, ...changed }))).toEqual([field])
  })
})

describe('a prepared close', () => {
  const close = {
    kind: 'close',
    assetId: 3,
    position: size('10'),
    size: null,
    worst: price('564.3'),
  } as const satisfies ExpectedAction
  const sell = { a: 3, b: false, p: '564.3', s: '10', r: true, t: { limit: { tif: 'Ioc' } } }
  const closing = (changed: object = {}) =>
    prepare({ type: 'order', orders: [{ ...sell, ...changed }], grouping: 'na' })

  it('of a long sells all of it as a reduce-only IOC order, no lower than the worst price', () => {
    expect(verifyPrepared(close, closing(), practice)).toEqual({ verified: true })
    expect(verifyPrepared(close, closing({ p: '600' }), practice)).toEqual({ verified: true })
    expect(verifyPrepared(close, closing({ c: CLOID }), practice)).toEqual({ verified: true })
    const part = { ...close, size: size('2.50') }
    expect(verifyPrepared(part, closing({ s: '2.5' }), practice)).toEqual({ verified: true })
  })

  it('of a short buys, no higher than the worst price', () => {
    const short = { ...close, position: size('-10'), worst: price('575.7') }
    expect(verifyPrepared(short, closing({ b: true, p: '575.7' }), practice)).toEqual({ verified: true })
    expect(fieldsOf(short, closing({ b: true, p: '575.8' }))).toEqual(['price'])
  })

  it.each<[string, object]>([
    ['price', { p: '564.2' }],
    ['price', { p: '0' }],
    ['price', { p: '564.30' }],
    ['price', { p: 'NaN' }],
    ['side', { b: true, p: '564.3' }],
    ['size', { s: '11' }],
    ['reduce-only', { r: false }],
    ['time in force', { t: { limit: { tif: 'Gtc' } } }],
    ['asset', { a: 1 }],
    ['cloid', { c: 'mine' }],
    ['order.x', { x: 1 }],
  ])('is refused when one thing differs: %s %j', (field, changed) => {
    expect(fieldsOf(close, closing(changed))).toContain(field)
  })

  it('is refused with its worst price, which no tolerance widens', () => {
    expect(fieldsOf(close, closing({ p: '564.2999' }))).toEqual(['price'])
    const result = verifyPrepared(close, closing({ p: '500' }), practice)
    expect(result).toHaveProperty('mismatches', [{ field: 'price', request: 'at least 564.3', prepared: '500' }])
  })
})

describe('a prepared prediction', () => {
  const long = {
    kind: 'predict',
    assetId: 3,
    side: 'buy',
    size: size('10.00'),
    targetMark: price('572.50'),
    worst: price('575.7'),
  } as const satisfies ExpectedAction
  const buy = { a: 3, b: true, p: '575.7', s: '10', r: false, t: { limit: { tif: 'Ioc' } } }
  const predicting = (changed: object = {}, more: Partial<PreparedAction> = {}) =>
    prepare({ type: 'order', orders: [{ ...buy, ...changed }], grouping: 'na' }, more)
  const estimate = { average: null, worst: null, targetMark: price('572.5') }

  it('long buys at once, no higher than the worst price; short sells, no lower', () => {
    expect(verifyPrepared(long, predicting(), practice)).toEqual({ verified: true })
    expect(verifyPrepared(long, predicting({ p: '571', c: CLOID }, { estimate }), practice)).toEqual({ verified: true })
    const short = { ...long, side: 'sell', worst: price('564.3') } as const
    expect(verifyPrepared(short, predicting({ b: false, p: '564.3' }), practice)).toEqual({ verified: true })
    expect(fieldsOf(short, predicting({ b: false, p: '564.2' }))).toEqual(['price'])
  })

  it.each<[string, object]>([
    ['asset', { a: 1 }],
    ['asset', { a: '3' }],
    ['side', { b: false }],
    ['price', { p: '575.8' }],
    ['price', { p: '575.70' }],
    ['price', { p: 575.7 }],
    ['size', { s: '11' }],
    ['reduce-only', { r: true }],
    ['time in force', { t: { limit: { tif: 'Gtc' } } }],
    ['time in force', { t: { trigger: {} } }],
    ['cloid', { c: 'mine' }],
    ['order.x', { x: 1 }],
  ])('is refused when one field differs: %s %j', (field, changed) => {
    expect(fieldsOf(long, predicting(changed))).toContain(field)
  })

  it('with the estimate of another temperature is refused', () => {
    const other = { estimate: { ...estimate, targetMark: price('573') } }
    expect(fieldsOf(long, predicting({}, other))).toEqual(['target mark'])
  })
})
