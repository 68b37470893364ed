import { describe, expect, it } from 'vitest'
import type { Address } from '../../contract/address.ts'
import { millis } from '../../contract/time.ts'
import { accountOf } from './adapters/account.ts'
import { fillsOf } from './adapters/fill.ts'
import { openOrdersOf, ordersOf } from './adapters/order.ts'
import { parseJson } from './json.ts'
import { inParts, PartlyUnreadable } from './rows.ts'
import { Wire } from './wire.ts'

const TRADER = `0x${'ab'.repeat(20)}` as Address
const ROUTE = 'GET /v1/x'
const of = (value: unknown): Wire => new Wire({ route: ROUTE, status: 200 }, parseJson(JSON.stringify(value)))

const POSITION = { family: 'scalar', asset: 'NYCTMP1', size: '-5', entry_px: '570.10' }
const ORDER = {
  ...{ oid: 42, asset: 'NYCTMP1', side: 'sell', price: '571.8', size: '10', filled: '2.5', tif: 'GTC' },
  ...{ reduce_only: false, status: 'resting', time: 5 },
}
const FILL = { tid: 't1', asset: 'NYCTMP1', side: 'B', px: '571', sz: '1', time: 5 }

/** The error of a list with unreadable rows. */
async function partsOf<Row>(read: () => readonly Row[]) {
  const reading = async () => read()
  await expect(reading()).rejects.toBeInstanceOf(PartlyUnreadable)
  return inParts(reading())
}

describe('a list with an unreadable row', () => {
  it('returns the readable positions, with the others beside them', () => {
    const strange = { family: 'outcome', asset: '#36010', size: '3', entry_px: null }
    const { positions, unreadable } = accountOf(of({ positions: [strange, POSITION] }), TRADER, millis(1))
    expect(positions.map(({ asset }) => asset)).toEqual(['NYCTMP1'])
    expect(unreadable).toEqual([
      {
        list: 'positions',
        text: '{"family":"outcome","asset":"#36010","size":"3","entry_px":null}',
        asset: '#36010',
        time: null,
        reason: `The response from ${ROUTE} cannot be read: positions[0].entry_px is missing.`,
      },
    ])
    expect(accountOf(of({ positions: [POSITION] }), TRADER, millis(1))).not.toHaveProperty('unreadable')
  })

  it('is refused to callers that need all of it, with a message that names route and field', () => {
    for (const read of [openOrdersOf, ordersOf]) {
      expect(() => read(of([ORDER, { ...ORDER, cloid: 'my-name' }]))).toThrow(
        `The response from ${ROUTE} cannot be read: [1].cloid should be a client order id.`,
      )
    }
  })

  it('returns the readable orders and fills to callers that ask for a part of it', async () => {
    const orders = await partsOf(() => openOrdersOf(of([{ ...ORDER, cloid: 'my-name', time: 7 }, ORDER])))
    expect(orders.rows).toMatchObject([{ oid: '42' }])
    expect(orders.unreadable).toMatchObject([{ list: 'orders', asset: 'NYCTMP1', time: 7 }])
    const fills = await partsOf(() => fillsOf(of([FILL, { ...FILL, side: 'liquidation' }]), TRADER))
    expect(fills.rows).toHaveLength(1)
    expect(fills.unreadable).toMatchObject([{ list: 'fills', asset: 'NYCTMP1' }])
  })

  it('names the asset of a row inside another object, and none where the row lacks it', async () => {
    const { unreadable } = await partsOf(() => ordersOf(of([{ order: { coin: 'NYCTMP2' }, status: 'open' }, 'junk'])))
    expect(unreadable.map(({ asset }) => asset)).toEqual(['NYCTMP2', null])
  })

  it('names the largest value of its readable figures, and none without any', () => {
    const worthOf = (position: object) => {
      const { unreadable = [] } = accountOf(of({ positions: [{ asset: 'NYCTMP1', ...position }] }), TRADER, millis(1))
      return unreadable.map(({ worth }) => worth)
    }
    expect(worthOf({ size: '-5', mark_px: '570.10' })).toEqual(['2850.5'])
    expect(worthOf({ size: '5', mark_px: '0.40', side: 'sideways' })).toEqual(['5'])
    expect(worthOf({ size: 'five', entry_px: '570', position_value: '2850', margin: '570', leverage: '6' })).toEqual([
      '3420',
    ])
    expect(worthOf({ size: 'five', entry_px: '570' })).toEqual([undefined])
    expect(worthOf({ size: '5', entry_px: null })).toEqual([undefined])
  })

  it('keeps the first 200 characters of a row, on one line and without misleading characters', async () => {
    const { unreadable } = await partsOf(() => ordersOf(of([{ oid: `a\u202eb\n${'x'.repeat(500)}` }])))
    const [row] = unreadable
    expect(row?.text).toHaveLength(200)
    expect(row?.text).not.toMatch(/[\u202e\n]/)
  })

  it('keeps numbers as written', async () => {
    const rows = new Wire({ route: ROUTE, status: 200 }, parseJson('[{"oid":90071992547409931,"sz":1.50}]'))
    const { unreadable } = await partsOf(() => ordersOf(rows))
    expect(unreadable[0]?.text).toBe('{"oid":90071992547409931,"sz":1.50}')
  })
})
