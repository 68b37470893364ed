import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  BASIS_POINTS,
  compare,
  type Decimal,
  divide,
  fromUnits,
  multiply,
  type Price,
  type Size,
  subtract,
} from '../../contract/decimal.ts'
import { runs, SEED } from '../../contract/testing/property-runs.ts'
import {
  NO_EXIT_DRAFT,
  otherSideText,
  withoutRiskStop,
  withPinnedStop,
  withRiskStop,
  withRiskStopAt,
} from '../exit-plan/index.ts'
import { scalarSize } from '../markets/scalar/index.ts'
import { type Entries, readStopAt, stopFactsOf, stopText } from './stop-at.ts'

type StopUnit = Parameters<typeof stopText>[1]

const px = (text: string): Price => text as Price
const ASSET = 'NYCTMP1'
const LIMIT: Entries = { long: px('571.50'), short: px('571.50') }
const CLOSES = { family: 'scalar', distance: { distance: px('0.10'), bound: px('1') } } as const

describe('a stop typed as a price', () => {
  it.each<[string, string, 'scalar' | 'binary' | 'outcome', StopUnit, Entries, object | null]>([
    ['below the price, of a buy', '571.10', 'scalar', 'mark', LIMIT, { price: '571.1', side: 'long', distance: '0.4' }],
    ['above it, of a sale', '572', 'scalar', 'mark', LIMIT, { price: '572', side: 'short', distance: '0.5' }],
    ['in °F', '71.10', 'scalar', 'fahrenheit', LIMIT, { price: '571.1', side: 'long', distance: '0.4' }],
    [
      'at the price itself',
      '571.50',
      'scalar',
      'mark',
      LIMIT,
      { wrong: expect.stringContaining('below the price of a buy') },
    ],
    [
      'between the prices of a buy and a sale',
      '571.6',
      'scalar',
      'mark',
      { long: px('571.7'), short: px('571.5') },
      {
        wrong: expect.stringContaining('Between the buy and sell prices: could be a stop for either. Use a distance.'),
      },
    ],
    ['off the tick', '571.105', 'scalar', 'mark', LIMIT, { wrong: 'The tick is 0.01.' }],
    [
      'before there is a price',
      '571',
      'scalar',
      'mark',
      { long: null, short: null },
      { wrong: expect.stringContaining('Enter the order price first.') },
    ],
    ['nothing', ' ', 'scalar', 'mark', LIMIT, null],
    ['a word', 'low', 'scalar', 'mark', LIMIT, { wrong: 'Not a number.' }],
    [
      'in cents, of shares',
      '15',
      'outcome',
      'cents',
      { long: px('0.21'), short: null },
      { price: '0.15', side: 'long', distance: '0.06' },
    ],
    [
      'above the price of shares',
      '30',
      'outcome',
      'cents',
      { long: px('0.21'), short: null },
      { wrong: 'Must be below the order price.' },
    ],
    [
      'of DOWN, in cents of UP',
      '70',
      'binary',
      'cents',
      { long: px('0.62'), short: px('0.58') },
      { side: 'short', distance: '0.12' },
    ],
    [
      'of more than a dollar',
      '120',
      'binary',
      'cents',
      { long: px('0.62'), short: px('0.58') },
      { wrong: 'Must be between 0 and 100 ¢.' },
    ],
  ])('%s', (_, text, family, unit, entries, found) => {
    const read = readStopAt(text, { family, unit, entries, tick: px('0.01') })
    if (found === null) expect(read).toBeNull()
    else {
      const plain =
        read === null || 'wrong' in read
          ? read
          : { ...read, price: String(Number(read.price)), distance: String(Number(read.distance)) }
      expect(plain).toMatchObject(found)
    }
  })

  it('is written in the unit it is typed in', () => {
    expect(stopText(px('571.10'), 'mark')).toBe('571.10')
    expect(stopText(px('571.10'), 'fahrenheit')).toBe('71.10')
    expect(stopText(px('0.425'), 'cents')).toBe('42.5')
  })
})

describe('a plan with a stop at a price', () => {
  const at = { asset: ASSET, price: px('571.1'), side: 'long', distance: '0.4' } as const
  const plan = withRiskStopAt(NO_EXIT_DRAFT, at)
  const factsAt = (long: string, asset = ASSET) =>
    stopFactsOf(plan, CLOSES, { asset, tick: px('0.01'), entries: { long: px(long), short: px(long) } })

  it('keeps the price while that of the order moves, and is null where the order is beyond it', () => {
    expect(factsAt('571.50')).toEqual({ distance: '0.4', slack: '1' })
    expect(factsAt('571.90')).toEqual({ distance: '0.8', slack: '1' })
    expect(factsAt('571.00')).toBeNull()
  })

  it('becomes a distance in any other market, and once a distance is typed', () => {
    expect(factsAt('571.90', 'NYCTMP2')).toEqual({ distance: '0.4', slack: '1' })
    expect(withRiskStop(plan, '0.6').stopAt).toBeNull()
  })

  it('is removed with the size by risk, and may be kept', () => {
    const left = withoutRiskStop(plan)
    expect(left).toMatchObject({ stopAt: null, texts: { stop: '' }, risk: { did: 'gone', stop: '0.4' } })
    expect(withPinnedStop(left)).toMatchObject({ texts: { stop: '0.4' }, risk: null })
  })

  it('is for one side alone', () => {
    expect(otherSideText(at, 'long', 'scalar')).toBeNull()
    expect(otherSideText(at, 'short', 'scalar')).toContain('the stop at 571.1 is for a buy')
  })
})

describe('a size by the risk to a stop at a price', () => {
  const cents = (least: number, most: number) => fc.bigInt({ min: BigInt(least), max: BigInt(most) })

  it('loses no more than the risk at the stop, with fees, and one lot more would', () => {
    fc.assert(
      fc.property(
        cents(50_000, 62_000),
        cents(1, 900),
        fc.boolean(),
        cents(1, 500_000),
        fc.constantFrom<StopUnit>('mark', 'fahrenheit'),
        (entryCents, away, isLong, risk, unit) => {
          const entry = fromUnits(entryCents, 2) as Decimal as Price
          const stop = fromUnits(isLong ? entryCents - away : entryCents + away, 2) as Decimal as Price
          const entries = { long: entry, short: entry }
          const read = readStopAt(stopText(stop, unit), { family: 'scalar', unit, entries, tick: px('0.01') })
          if (read === null || 'wrong' in read) throw new Error('no stop')
          expect(read.side).toBe(isLong ? 'long' : 'short')
          const exits = withRiskStopAt(NO_EXIT_DRAFT, { asset: ASSET, ...read })
          const facts = stopFactsOf(exits, CLOSES, { asset: ASSET, tick: px('0.01'), entries })
          const amount = fromUnits(risk, 2) as Decimal
          const sized = scalarSize(
            { text: amount, by: 'risk' },
            {
              ...{
                prices: { buy: entry, sell: entry },
                bid: null,
                most: null,
                sizeDecimals: 2,
                stop: facts,
                reduceOnly: false,
              },
              fees: { makerBps: '1' as Decimal, takerBps: '5' as Decimal },
            },
          )
          const size = sized.state === 'known' ? sized.size : ('0' as Size)
          // Closed at the bound of the stop, one mark beyond it, with 5 bp both ways at the dearer price.
          const bound = isLong ? subtract(stop, px('1')) : add(stop, px('1'))
          const move = isLong ? subtract(entry, bound) : subtract(bound, entry)
          const fee = divide(multiply(add(entry, add(entry, move)), '5' as Decimal), BASIS_POINTS, 24) as Decimal
          const lossOf = (contracts: Size): Decimal => multiply(contracts, add(move as Decimal, fee)) as Decimal
          expect(compare(lossOf(size), amount)).toBeLessThanOrEqual(0)
          expect(compare(lossOf(add(size, '0.01' as Size)), amount)).toBeGreaterThan(0)
        },
      ),
      { numRuns: runs(300, 5_000), seed: SEED },
    )
  })
})
