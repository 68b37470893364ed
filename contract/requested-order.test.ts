import { describe, expect, it } from 'vitest'
import { type Fahrenheit, type Money, price, type Size, size } from './decimal.ts'
import { type Intent, intent } from './intent.ts'
import { addsExposure, requestedOrderOf } from './requested-order.ts'

type PreparedOrder = Parameters<typeof requestedOrderOf>[1]
type RequestedOrderOf = NonNullable<ReturnType<typeof requestedOrderOf>>

const at = (worst: string) => ({ protection: { kind: 'worst', price: price(worst) } }) as const
const within = { kind: 'distance', distance: price('0.1'), bound: price('1') } as const
const place = { kind: 'place', asset: 'NYCTMP1', side: 'sell', price: price('571.80'), size: size('3') } as const
const predict = { kind: 'predict', asset: 'NYCTMP1', targetF: '71' as Fahrenheit, size: size('4') } as const
const binary = { kind: 'binary_predict', asset: 'GBETA', amount: '25' as Money, ...at('0.6') } as const
const shares = { kind: 'outcome_order', asset: '#36010', side: 'buy', size: size('10') } as const
const close = { kind: 'close', position: 'long', asset: 'NYCTMP1', size: null, protection: within } as const
const prepared = (contracts: string): PreparedOrder => ({ size: size(contracts) })

type Row = readonly [string, Intent, PreparedOrder, RequestedOrderOf | null, adds: boolean]

const ask = (
  asset: string,
  side: RequestedOrderOf['side'],
  much: string | null,
  more: Partial<RequestedOrderOf> = {},
): RequestedOrderOf => ({
  asset,
  side,
  size: much as Size | null,
  worst: null,
  limit: null,
  reduceOnly: false,
  tif: 'IOC',
  ...more,
})

const ROWS: readonly Row[] = [
  [
    'a limit order',
    { ...place, tif: 'ALO', reduceOnly: false },
    null,
    ask('NYCTMP1', 'sell', '3', { worst: price('571.80'), limit: price('571.80'), tif: 'ALO' }),
    true,
  ],
  [
    'a reduce-only direct order',
    { ...place, tif: 'GTC', reduceOnly: true, signer: 'wallet' },
    prepared('99'),
    ask('NYCTMP1', 'sell', '3', { worst: price('571.80'), limit: price('571.80'), tif: 'GTC', reduceOnly: true }),
    false,
  ],
  [
    'a prediction of long',
    { ...predict, direction: 'long', ...at('572') },
    null,
    ask('NYCTMP1', 'buy', '4', { worst: price('572') }),
    true,
  ],
  [
    'a prediction of short',
    { ...predict, direction: 'short', ...at('570') },
    null,
    ask('NYCTMP1', 'sell', '4', { worst: price('570') }),
    true,
  ],
  [
    'UP for an amount, not prepared',
    { ...binary, direction: 'UP' },
    null,
    ask('GBETA', 'buy', null, { worst: price('0.6') }),
    true,
  ],
  [
    'DOWN for an amount, prepared',
    { ...binary, direction: 'DOWN' },
    prepared('41.5'),
    ask('GBETA', 'sell', '41.5', { worst: price('0.6') }),
    true,
  ],
  [
    'a prediction prepared without its size',
    { ...binary, direction: 'UP' },
    {},
    ask('GBETA', 'buy', null, { worst: price('0.6') }),
    true,
  ],
  [
    'shares at a limit',
    { ...shares, mode: { kind: 'limit', price: price('0.41') } },
    null,
    ask('#36010', 'buy', '10', { worst: price('0.41'), limit: price('0.41'), tif: 'GTC' }),
    true,
  ],
  [
    'shares sold at market',
    { ...shares, side: 'sell', mode: { kind: 'market', ...at('0.39') } },
    null,
    ask('#36010', 'sell', '10', { worst: price('0.39') }),
    false,
  ],
  [
    'a close of a long',
    {
      ...close,
      position: 'long',
      size: size('2'),
      protection: { kind: 'worst', price: price('571'), bound: price('570') },
    },
    prepared('3'),
    ask('NYCTMP1', 'sell', '2', { worst: price('570'), reduceOnly: true }),
    false,
  ],
  [
    'a full close of a short, prepared',
    { ...close, position: 'short' },
    prepared('7'),
    ask('NYCTMP1', 'buy', '7', { reduceOnly: true }),
    false,
  ],
  ['a sale of all shares', { ...close, asset: '#36010' }, null, ask('#36010', 'sell', null), false],
  ['a cancel', { kind: 'cancel', asset: 'NYCTMP1', oid: '7', cloid: null }, null, null, false],
  ['a leverage change', { kind: 'leverage', asset: 'NYCTMP1', leverage: 3 }, null, null, false],
  ['an agent approval', { kind: 'approve_agent' }, null, null, false],
  ['a leverage setup', { kind: 'binary_setup' }, null, null, false],
  ['a transfer', { kind: 'transfer', amount: '5' as Money }, null, null, true],
  [
    'a conversion',
    { kind: 'convert', conversion: 'split', outcomeId: 3, questionId: null, amount: null },
    null,
    null,
    true,
  ],
]

describe('the order that an intent asks for', () => {
  it.each(ROWS)('%s', (_name, request, ready, order, adds) => {
    expect(requestedOrderOf(request, ready)).toEqual(order)
    expect(addsExposure(request)).toBe(adds)
  })
  it('covers every kind of intent', () => {
    expect(new Set(ROWS.map(([, { kind }]) => kind))).toEqual(
      new Set(intent.options.map(({ shape }) => shape.kind.value)),
    )
  })
})
