import { describe, expect, it } from 'vitest'
import { scalarEntry } from '../../../contract/entry.ts'
import { parseJson } from '../json.ts'
import { Wire } from '../wire.ts'
import { marketsOf } from './market.ts'
import { rulesOf } from './market-rules.ts'

const wire = (value: unknown): Wire =>
  new Wire({ route: 'GET /v1/markets', status: 200 }, parseJson(JSON.stringify(value)))
const FINE = { sz_decimals: 4, tick_size: '0.01', max_leverage: 20 }

describe('the rules of a market', () => {
  it.each([
    ['sz_decimals', [-1, 19, 200, 1e12]],
    ['tick_size', ['0', '-0.01', `1${'0'.repeat(30)}`, `0.${'0'.repeat(18)}1`]],
    ['max_leverage', [0, -1, 1001]],
  ])('omit %s and name it where it is out of range', (name, values) => {
    for (const value of values) {
      expect(rulesOf(wire({ ...FINE, [name]: value })).fault).toBe(`${name} ${value} is out of range`)
    }
  })

  it('are read unchanged where they are in range, and null where they are missing', () => {
    expect(rulesOf(wire(FINE))).toEqual({ sizeDecimals: 4, tickSize: '0.01', maxLeverage: 20 })
    expect(rulesOf(wire({}))).toEqual({ sizeDecimals: null, tickSize: null, maxLeverage: null })
  })
})

it('a market with a rule out of range or missing accepts only closes, with the reason; the others accept all', () => {
  const market = { ...FINE, asset: 'NYCTMP1', asset_id: 0, status: 'active', station: 'KNYC' }
  const { tick_size: _, ...withoutTick } = market
  const markets = marketsOf(
    wire([market, { ...market, asset: 'NYCTMP2', tick_size: '0' }, { ...withoutTick, asset: 'NYCTMP3' }]),
  )
  const entries = markets.map((one) =>
    scalarEntry({
      asset: one.asset,
      market: one,
      ticker: { status: 'active' },
      phase: 'trading',
      liveAsset: one.asset,
    }),
  )
  expect(entries).toEqual([
    { takes: 'everything' },
    {
      ...{ takes: 'reducing', code: 'market_closed' },
      reason: 'NYCTMP2 takes no entries: tick_size 0 is out of range.',
    },
    {
      ...{ takes: 'reducing', code: 'market_closed' },
      reason: 'NYCTMP3 takes no entries: tick_size is missing.',
    },
  ])
})
