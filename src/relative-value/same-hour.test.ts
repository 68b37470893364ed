import { describe, expect, it } from 'vitest'
import type { BinaryView } from '../../contract/binary.ts'
import { type Decimal, price, size } from '../../contract/decimal.ts'
import type { BucketView } from '../../contract/market.ts'
import type { OutcomeMarket } from '../../contract/outcome.ts'
import { type Millis, millis } from '../../contract/time.ts'
import type { BookSides } from '../trade-forms/index.ts'
import { byGain, pairsOf, walkPair } from './pairs.ts'
import { type Hour, hourOf } from './same-hour.ts'

const END = millis(Date.parse('2026-03-04T12:00:00Z'))
const at = (after: number): Millis => millis(END + after)
const STATION = 'KNYC Central Park, New York'
const bucket: BucketView = {
  current: { asset: 'NYCTMP1', start: at(-7_200_000), end: END, phaseText: 'trading' },
  next: null,
  phase: 'trading',
  clockOffset: 0,
  twapWindow: 120_000,
  twapEstimate: null,
  receivedAt: millis(0),
  stale: false,
}
const binary: BinaryView = {
  markets: [
    {
      asset: 'GBETA',
      assetId: 2,
      status: 'active',
      statusText: 'active',
      midpoint: price('554.105'),
      sizeDecimals: 2,
      tickSize: price('0.001'),
    },
  ],
  status: { paused: false, activeAsset: 'GBETA', phase: 'trading', phaseText: 'TRADING', entryCutoff: at(-180_000) },
  bucket: {
    asset: 'GBETA',
    start: at(-7_200_000),
    end: END,
    phase: 'trading',
    phaseText: 'TRADING',
    midpoint: price('554.105'),
    serverTime: at(-600_000),
  },
  error: null,
  clockOffset: 0,
  receivedAt: millis(0),
  stale: false,
}
function above(id: number, degrees: string, over: Partial<OutcomeMarket> = {}, rules?: string): OutcomeMarket {
  return {
    outcomeId: id,
    name: `Above ${degrees} °F at 12:00 UTC` as never,
    sides: [
      { index: 0, name: 'Yes' as never, coin: `#${id}0` },
      { index: 1, name: 'No' as never, coin: `#${id}1` },
    ],
    questions: [
      {
        id,
        title: `New York above ${degrees} °F at 12:00 UTC` as never,
        rules: (rules ??
          `Yes if the reading of KNYC, Central Park at 12:00:00 UTC on 2026-03-04 is above ${degrees} °F; at ${degrees} °F or below it is No.`) as never,
        exclusive: false,
        outcomes: [id],
        several: false,
      },
    ],
    expiry: END,
    expired: false,
    settling: false,
    winner: null,
    sizeDecimals: 2,
    tickSize: price('0.001'),
    ...over,
  }
}
const hour = (
  outcomes: readonly OutcomeMarket[],
  over: { station?: string | null; binary?: BinaryView; now?: number } = {},
): Hour => {
  const found = hourOf({ bucket, station: STATION, binary, outcomes, now: at(-600_000), ...over })
  if (found === null) throw new Error('no hour')
  return found
}

describe('markets that settle at the same hour', () => {
  it('are the live bucket, the binary market with the same end and outcomes that expire then', () => {
    const found = hour([above(1, '54.1'), above(2, '54.1', { expiry: at(1) }), above(3, '54.1', { settling: true })])
    expect(found).toMatchObject({ end: END, scalar: { asset: 'NYCTMP1' } })
    expect(found.markets.map(({ key, measure, apart }) => [key, measure, apart])).toEqual([
      ['binary/GBETA', 'average', null],
      ['outcome/1', 'reading', null],
    ])
    expect(
      hourOf({ bucket: { ...bucket, current: null }, station: STATION, binary, outcomes: [], now: END }),
    ).toBeNull()
  })

  it.each([
    [
      'another measure',
      above(1, '54.1', {}, 'The highest of the readings of KNYC above 54.1 °F.'),
      STATION,
      /It settles on a high, low, first or average, not on one reading\./,
    ],
    [
      'rules without a source',
      above(1, '54.1', {}, 'Above 54.1 °F.'),
      STATION,
      /Its rules do not clearly settle on the reading at this time\./,
    ],
    [
      'another moment',
      above(1, '54.1', {}, 'Yes if the reading of KNYC at 11:00:00 UTC on 2026-03-04 is above 54.1 °F.'),
      STATION,
      /Its rules do not clearly settle on the reading at this time\./,
    ],
    [
      'another station',
      above(1, '54.1', {}, 'Yes if the reading of KLGA at 12:00:00 UTC on 2026-03-04 is above 54.1 °F.'),
      STATION,
      /Its rules do not name only the station KNYC\./,
    ],
    ['no station', above(1, '54.1'), null, /The venue does not report the station of the scalar market\./],
    [
      'an uncertain threshold',
      above(1, '54.1', {}, 'Yes if the reading of KNYC at 12:00:00 UTC on 2026-03-04 is above 54.2 °F.'),
      STATION,
      /Its temperature range is unclear from its text\./,
    ],
  ] as const)('are separate, and not compared, with %s', (_, market, station, why) => {
    const found = hour([market], { station })
    expect(found.markets[1]?.apart).toMatch(why)
    expect(pairsOf(found)).toEqual([])
  })

  it('are separate while the binary market takes no entries: by its phase, and from its cutoff on', () => {
    const ramp: BinaryView = { ...binary, status: binary.status === null ? null : { ...binary.status, phase: 'ramp' } }
    const late = hour([above(1, '54.1')], { now: at(-180_000) })
    expect(pairsOf(hour([above(1, '54.1')], { binary: ramp }))).toEqual([])
    expect(late.markets[0]?.apart).toMatch(/Entries in GBETA closed at 11:57:00 UTC\. The next bucket opens soon\./)
    expect(pairsOf(late)).toEqual([])
    expect(pairsOf(hour([above(1, '54.1')], { now: at(-180_001) }))).toHaveLength(1)
  })
})

const names = (found: Hour): readonly string[] =>
  pairsOf(found).map(
    ({ legs, risks }) => `${legs.map(({ contract }) => contract.name).join(' + ')}: ${risks.join(' ')}`,
  )

describe('pairs that cannot both lose at one temperature', () => {
  it('are those that cover the axis: the lower threshold’s Yes with the other side of the higher one', () => {
    // Yes is above 54.1 °F, UP above 54.105 °F: DOWN is not above 54.105 °F.
    expect(names(hour([above(1, '54.1')]))).toEqual(['Yes + DOWN: basis liquidation collateral legging'])
    expect(names(hour([above(1, '54.2')]))).toEqual(['UP + No: basis liquidation collateral legging'])
  })

  it('have the edge as a risk where both have the same temperature and one side of it is unspecified', () => {
    expect(names(hour([above(1, '54.105')]))).toEqual([
      'UP + No: basis liquidation collateral legging',
      'Yes + DOWN: basis edge liquidation collateral legging',
    ])
  })

  it('of two readings at one moment have no basis', () => {
    const found = hour([above(1, '54.1'), above(2, '55')], { binary: { ...binary, bucket: null } })
    expect(names(found)).toEqual(['Yes + No: legging'])
  })
})

const side = (levels: readonly (readonly [string, string])[]) =>
  levels.map(([px, sz]) => ({ px: price(px), sz: size(sz) }))
const BOOKS: { readonly [asset: string]: BookSides } = {
  GBETA: {
    bids: side([
      ['0.60', '10'],
      ['0.55', '50'],
    ]),
    asks: side([['0.62', '10']]),
  },
  '#10': {
    bids: side([['0.50', '10']]),
    asks: side([
      ['0.55', '4'],
      ['0.58', '20'],
    ]),
  },
  '#11': { bids: side([['0.40', '10']]), asks: side([['0.50', '10']]) },
}
const book = (asset: string): BookSides | null => BOOKS[asset] ?? null

describe('the result of a pair', () => {
  const [pair] = pairsOf(hour([above(1, '54.1')]))
  if (pair === undefined) throw new Error('no pair')

  it('uses both books and the fee of contracts, half of whose cost is margin', () => {
    const result = walkPair(pair, { binaryBps: '50' as Decimal, book })
    // DOWN costs 1 − 0.60. 4 at 0.55 + 0.40 + 0.002, 6 at 0.58 + 0.40 + 0.002; then 0.58 + 0.45.
    expect(result).toMatchObject({ first: '0.048', walk: { sets: '10.00', profit: '0.3', fees: '0.02' } })
    expect(result?.capital).toBe('7.7')
    expect(result?.walk?.legs.map(({ worst }) => worst)).toEqual(['0.58', '0.4'])
  })

  it('is no trade where the fee exceeds the edge, with its shortfall', () => {
    const result = walkPair(pair, { binaryBps: '2000' as Decimal, book })
    expect(result).toMatchObject({ first: '-0.03', walk: null, capital: null })
  })

  it('is null without every book, and is sorted by its gain', () => {
    expect(
      walkPair(pair, { binaryBps: '50' as Decimal, book: (asset) => (asset === 'GBETA' ? null : book(asset)) }),
    ).toBeNull()
    const good = walkPair(pair, { binaryBps: '0' as Decimal, book })
    const bad = walkPair(pair, { binaryBps: '2000' as Decimal, book })
    if (good === null || bad === null) throw new Error('a result is missing')
    expect([bad, good].sort(byGain)).toEqual([good, bad])
  })
})
