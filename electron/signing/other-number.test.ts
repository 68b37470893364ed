import { describe, expect, it } from 'vitest'
import { price, size } from '../../contract/decimal.ts'
import type { PreparedAction } from '../service/index.ts'
import type { ExpectedAction } from './expected-action.ts'
import { practice, prepare, prepareOrder } from './testing/prepared.ts'
import { numberIn, otherNumberIn } from './verify-prepared.ts'

const CLOID = '0x17a5a40306205a0c6d60c7264153781c'
const order = { a: 110_004, b: true, p: '570.5', s: '2', r: false, t: { limit: { tif: 'Gtc' } }, c: CLOID }
const request: ExpectedAction = {
  kind: 'order',
  assetId: 0,
  side: 'buy',
  price: price('570.50'),
  size: size('2.0000'),
  tif: 'GTC',
  reduceOnly: false,
  cloid: CLOID as never,
}
const cancel: ExpectedAction = { kind: 'cancel', assetId: 0, oid: '7', cloid: CLOID as never }
const leverage: ExpectedAction = { kind: 'leverage', assetId: 0, leverage: 3 }
const share: ExpectedAction = {
  kind: 'outcome_limit',
  assetId: 100_036_010,
  side: 'buy',
  price: price('0.39'),
  size: size('10'),
}
const cancelling = (key: object, type = 'cancel') => prepare({ type, cancels: [key] })

describe('a prepared action that differs only by its number', () => {
  it.each<[string, ExpectedAction, PreparedAction]>([
    ['an order', request, prepareOrder(order)],
    ['a cancel by id', cancel, cancelling({ a: 110_004, o: 7 })],
    ['a cancel by client id', cancel, cancelling({ asset: 110_004, cloid: CLOID }, 'cancelByCloid')],
    ['leverage', leverage, prepare({ type: 'updateLeverage', asset: 110_004, isCross: false, leverage: 3 })],
  ])('names it: %s', (_, expected, prepared) => {
    expect(numberIn(prepared)).toBe(110_004)
    expect(otherNumberIn(expected, prepared, practice)).toBe(110_004)
  })

  it.each<[string, ExpectedAction, PreparedAction]>([
    ['has the expected number', request, prepareOrder({ ...order, a: 0 })],
    ['has another size too', request, prepareOrder({ ...order, s: '3' })],
    ['has another side too', request, prepareOrder({ ...order, b: false })],
    ['has a number as text', request, prepareOrder({ ...order, a: '110004' })],
    ['has a negative number', request, prepareOrder({ ...order, a: -1 })],
    ['has no number', request, prepareOrder({ ...order, a: undefined })],
    ['has the number of a coin', request, prepareOrder({ ...order, a: 100_036_010 })],
    ['is a coin’s order', share, prepareOrder({ ...order, p: '0.39', s: '10', c: undefined })],
    ['has two orders', request, prepare({ type: 'order', orders: [order, order], grouping: 'na' })],
    ['has two numbers', request, prepareOrder({ ...order, asset: 0 })],
    ['omits the action', request, { ...prepareOrder(order), action: null }],
    ['omits the nonce', request, { ...prepareOrder(order), nonce: null }],
    [
      'was made from another action',
      request,
      { ...prepareOrder({ ...order, a: 0 }), action: prepareOrder(order).action },
    ],
    ['is of another domain', request, { ...prepareOrder(order), domain: { name: 'Other' } }],
    ['cancels another order', cancel, cancelling({ a: 110_004, o: 8 })],
    [
      'sets another leverage',
      leverage,
      prepare({ type: 'updateLeverage', asset: 110_004, isCross: false, leverage: 9 }),
    ],
  ])('is not found when it %s', (_, expected, prepared) => {
    expect(otherNumberIn(expected, prepared, practice)).toBeNull()
  })
})
