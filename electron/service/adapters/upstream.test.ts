/** Answers in the shapes of the upstream exchange. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Address } from '../../../contract/address.ts'
import { createBooks, fillEntryOf } from '../../../contract/books/index.ts'
import { compare, type Size } from '../../../contract/decimal.ts'
import { millis } from '../../../contract/time.ts'
import type { ServiceError } from '../errors.ts'
import { parseJson } from '../json.ts'
import { Wire } from '../wire.ts'
import { accountOf } from './account.ts'
import { conversionsOf } from './conversion.ts'
import { fillsOf } from './fill.ts'
import { openOrdersOf, ordersOf } from './order.ts'
import { outcomeOrderStatusOf } from './outcome-order.ts'

const TRADER = `0x${'ab'.repeat(20)}` as Address
const of = (value: unknown): Wire => new Wire({ route: 'GET /x', status: 200 }, parseJson(JSON.stringify(value)))

const ORDER = {
  ...{ coin: 'NYCTMP1', side: 'A', limitPx: '571.8', sz: '7.5', origSz: '10.0', oid: 42, timestamp: 5 },
  ...{ triggerCondition: 'N/A', isTrigger: false, children: [], reduceOnly: true, orderType: 'Limit', tif: 'Gtc' },
  cloid: null,
}
const row = (status: string, more: object = {}) => ({ order: { ...ORDER, ...more }, status, statusTimestamp: 9 })

describe('orders of the upstream exchange', () => {
  it('are read from a history with the status beside them', () => {
    const rows = [row('canceled'), row('filled', { sz: '0.0' }), row('badAloPxRejected', { sz: '10.0' })]
    expect(ordersOf(of(rows))).toMatchObject([
      { oid: '42', side: 'sell', size: '10.0', filled: '2.5', status: 'cancelled', statusText: 'canceled', time: 5 },
      { filled: '10', status: 'filled', reduceOnly: true, tif: 'GTC' },
      { filled: '0', status: 'rejected' },
    ])
  })

  it('that filled are complete, even where the remaining size says otherwise', () => {
    expect(ordersOf(of([row('filled', { sz: '10.0' })]))[0]?.filled).toBe('10')
  })

  it('without a reduce-only flag may add', () => {
    expect(ordersOf(of([row('canceled', { reduceOnly: undefined })]))[0]?.reduceOnly).toBe(false)
  })

  it('are read among open orders with and without a status around them', () => {
    expect(openOrdersOf(of([row('open'), ORDER]))).toMatchObject([
      { status: 'resting', filled: '2.5' },
      { status: 'partially_filled', filled: '2.5' },
    ])
  })

  it('are read from a single order’s status', () => {
    const answer = { status: 'order', order: row('reduceOnlyCanceled') }
    for (const wrapped of [answer, { data: answer }]) {
      const read = outcomeOrderStatusOf(of(wrapped))
      expect(read).toMatchObject({ status: 'cancelled', statusText: 'reduceOnlyCanceled', order: { oid: '42' } })
      expect(read.order).toMatchObject({ size: '10.0', filled: '2.5', status: 'cancelled' })
    }
  })

  it.each(['unknownOid', 'unknown_order'])('that do not exist are reported by %s, as by a 404', (status) => {
    let error: unknown
    try {
      outcomeOrderStatusOf(of({ status }))
    } catch (thrown) {
      error = thrown
    }
    expect(error as ServiceError).toMatchObject({ kind: 'problem', status: 404, code: 'unknown_order' })
  })
})

describe('the account of the upstream exchange', () => {
  const position = {
    ...{ coin: 'NYCTMP1', szi: '-5.0', entryPx: '570.1', positionValue: '2850.5', unrealizedPnl: '-2.5' },
    ...{ leverage: { type: 'isolated', value: 3, rawUsd: '-1.0' }, liquidationPx: '601.2', marginUsed: '950.2' },
  }
  const state = {
    assetPositions: [{ type: 'oneWay', position }],
    marginSummary: { accountValue: '9000.5', totalMarginUsed: '950.2' },
    withdrawable: '8050.3',
    time: 1,
  }

  it.each([
    ['bare', state],
    ['under data', { data: state }],
    ['under its own name', { clearinghouseState: state }],
    ['under data and its own name', { data: { clearinghouseState: state } }],
  ])('is read %s: signed size, value of the leverage, money', (_, answer) => {
    const { positions, money } = accountOf(of(answer), TRADER, millis(1))
    expect(positions).toMatchObject([
      {
        ...{ family: 'scalar', asset: 'NYCTMP1', size: '-5.0', entryPx: '570.1', leverage: 3, margin: '950.2' },
        ...{ liquidationPx: '601.2', unrealizedPnl: '-2.5', markPx: null, realizedPnl: null },
      },
    ])
    expect(money).toMatchObject({ equity: '9000.5', available: '8050.3', usdc: null })
  })
})

describe('fills of the upstream exchange', () => {
  const fill = {
    ...{ coin: 'NYCTMP1', px: '572.4', sz: '10', side: 'A', time: 7, startPosition: '10.0', dir: 'Close Long' },
    ...{ closedPnl: '5.5', hash: '0x00', oid: 123456789, crossed: true, fee: '0.25', feeToken: 'USDC', tid: 9 },
  }
  const read = (more: object) => fillsOf(of([{ ...fill, ...more }]), TRADER)[0]

  it('are read with their result, fee and liquidity', () => {
    expect(read({})).toEqual({
      ...{ tid: '9', oid: '123456789', cause: 'trade', asset: 'NYCTMP1', side: 'sell', price: '572.4', size: '10' },
      ...{ fee: '0.25', liquidity: 'taker', realizedPnl: '5.5', time: 7 },
    })
    expect(read({ crossed: false })?.liquidity).toBe('maker')
  })

  it.each([
    ['Settlement', 'settlement'],
    ['Liquidated Isolated Long', 'liquidation'],
    ['Liquidated Cross Short', 'liquidation'],
    ['Auto-Deleveraging', 'liquidation'],
    ['Open Short', 'trade'],
    ['Long > Short', 'trade'],
    ['Buy', 'trade'],
    ['Spot Dust Conversion', null],
    [undefined, null],
  ])('with the term %s have the cause %s', (dir, cause) => expect(read({ dir })?.cause).toBe(cause))

  it('of a liquidation are liquidations for the liquidated wallet, and trades for the other side', () => {
    const of = (liquidatedUser?: string) => ({ liquidation: { liquidatedUser, markPx: '540', method: 'market' } })
    expect(read(of(TRADER))?.cause).toBe('liquidation')
    expect(read(of())?.cause).toBe('liquidation')
    expect(read(of(`0x${'cd'.repeat(20)}`))?.cause).toBe('trade')
  })

  it.each([
    ['settlement', 'settlement'],
    ['liquidation', 'liquidation'],
  ])('whose order is called %s have that cause, in either direction', (oid, cause) => {
    expect(read({ oid })?.cause).toBe(cause)
  })

  it('with a fee in shares have their value, and their number', () => {
    const inShares = { coin: '#36010', px: '0.5900', fee: '0.5600', feeToken: '+36010' }
    expect(read(inShares)).toMatchObject({ fee: '0.3304', feeShares: '0.5600' })
    expect(read({ ...inShares, feeToken: 'USDH' })).not.toHaveProperty('feeShares')
  })

  it('with a fee in another token have no known fee in money', () => {
    expect(read({ coin: '#36010', feeToken: 'HYPE' })).toMatchObject({ fee: null })
    expect(read({ coin: '#36010', feeToken: '+36011' })).toMatchObject({ fee: null })
  })
})

describe('a figure with more decimals than are kept', () => {
  const LONG = '1.2345678995'
  const fill = { ...{ tid: 1, oid: 2, asset: 'NYCTMP1', side: 'buy', time: 7 }, price: LONG, size: LONG }
  const order = { ...ORDER, sz: LONG, origSz: '2.0000000009', limitPx: '570.0000000004' }
  const position = { asset: 'NYCTMP1', size: `-${LONG}`, entry_px: '-0.0000000005' }

  it('is cut towards zero if it is a size, and rounded half away from zero if it is a price', () => {
    expect(fillsOf(of([fill]), TRADER)).toMatchObject([{ price: '1.234567900', size: '1.234567899', rounded: true }])
    expect(openOrdersOf(of([order]))).toMatchObject([
      { price: '570.000000000', size: '2.000000000', filled: '0.765432101', rounded: true },
    ])
    expect(accountOf(of([position]), TRADER, millis(1)).positions).toMatchObject([
      { size: '-1.234567899', entryPx: '-0.000000001', rounded: true },
    ])
    const conversions = conversionsOf(of([{ id: 1, kind: 'split', amount: LONG, time: 1 }]))
    expect(conversions).toMatchObject([{ amount: '1.234567899', rounded: true }])
  })

  it('is unchanged, and its row unmarked, where only zeros are dropped', () => {
    const [read] = fillsOf(of([{ ...fill, price: '571.20000000000', size: '2' }]), TRADER)
    expect(read).toMatchObject({ price: '571.200000000', size: '2' })
    expect(read).not.toHaveProperty('rounded')
  })

  it('stops no books: every read fill can be booked, and an empty one is none', () => {
    const digits = fc.stringMatching(/^[0-9]{1,4}\.[0-9]{1,24}$/)
    fc.assert(
      fc.property(digits, digits, (price, size) => {
        const read = fillsOf(of([{ ...fill, price, size: size.replace(/^0+(?=\d)/, '') }].map(plainPrice)), TRADER)
        const books = createBooks()
        for (const one of read) {
          books.apply(fillEntryOf(one))
          expect(compare(one.size, size as Size)).not.toBe(1)
        }
      }),
    )
    expect(
      fillsOf(
        of([
          { ...fill, size: '0.0000000001' },
          { ...fill, size: '0.0' },
        ]),
        TRADER,
      ),
    ).toEqual([])
  })
})

const plainPrice = <Row extends { readonly price: string }>(row: Row): Row => ({
  ...row,
  price: row.price.replace(/^0+(?=\d)/, ''),
})
