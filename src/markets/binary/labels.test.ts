import { describe, expect, it } from 'vitest'
import type { BinaryBucket, BinaryMarket, BinaryStatus } from '../../../contract/binary.ts'
import { price } from '../../../contract/decimal.ts'
import { ACTIVE } from '../../../contract/market-ref.ts'
import { millis } from '../../../contract/time.ts'
import { amountOf, assetOfRef, distanceOf, phaseLabel, presentOf, pricesOf, progressAt } from './labels.ts'

const status: BinaryStatus = {
  paused: false,
  activeAsset: 'GBETA',
  phase: 'trading',
  phaseText: 'TRADING',
  entryCutoff: millis(900),
}
const bucket: BinaryBucket = {
  asset: 'GBETA',
  start: millis(0),
  end: millis(1000),
  phase: 'trading',
  phaseText: 'TRADING',
  midpoint: price('577.855'),
  serverTime: null,
}
const market = { asset: 'GBETA', midpoint: price('577.800') } as BinaryMarket

describe('labels of the binary market', () => {
  it('describes the active asset with the data of its bucket', () => {
    expect(presentOf({ status, bucket, markets: [market] })).toMatchObject({
      asset: 'GBETA',
      midpoint: '577.855',
      end: 1000,
      cutoff: 900,
    })
  })
  it('ignores the bucket of another asset', () => {
    const present = presentOf({ status, bucket: { ...bucket, asset: 'GBETB' }, markets: [market] })
    expect(present).toMatchObject({ asset: 'GBETA', midpoint: '577.800', end: null })
  })
  it('uses the asset that the panel names, never the active one, regardless of what main has published', () => {
    const named = { family: 'binary', asset: 'GBETB' } as const
    const shown = (reported: string | null) =>
      presentOf({ status, bucket, markets: [market] }, assetOfRef(named, reported))
    expect(shown(null).asset).toBe('GBETB')
    expect(shown('GBETB').asset).toBe('GBETB')
    expect(presentOf({ status, bucket, markets: [market] }, assetOfRef(ACTIVE, null)).asset).toBe('GBETA')
    expect(assetOfRef(ACTIVE, 'GBETC')).toBe('GBETC')
  })
  it("describes another asset by its market's data on request", () => {
    const other = { asset: 'GBETB', midpoint: null, statusText: 'WAITING' } as BinaryMarket
    expect(presentOf({ status, bucket, markets: [market, other] }, 'GBETB')).toMatchObject({
      asset: 'GBETB',
      phase: 'unknown',
      phaseText: 'WAITING',
      midpoint: null,
      cutoff: null,
      end: null,
    })
  })
  it.each([
    ['554.300', '552.580', { by: '1.72', way: 'above' }],
    ['552.57', '552.580', { by: '0.01', way: 'below' }],
    ['552.58', '552.580', { by: '0', way: 'at' }],
  ] as const)('shows the distance of the mark %s from the price to beat %s', (mark, midpoint, distance) => {
    expect(distanceOf(price(mark), price(midpoint))).toEqual(distance)
  })
  it('shows an unknown phase in the service’s own words', () => {
    expect(phaseLabel('unknown', 'HALTED')).toBe('HALTED')
    expect(phaseLabel('ramp', 'RAMP')).toBe('Ramp')
  })
  it('a DOWN contract costs 1 − UP and is bought from the bid of UP', () => {
    const ticker = { mark: price('0.550'), mid: null, bid: price('0.545'), ask: price('0.566') }
    expect(pricesOf('UP', ticker)).toEqual({ mark: '0.550', buysAt: '0.566' })
    expect(pricesOf('DOWN', ticker)).toEqual({ mark: '0.45', buysAt: '0.455' })
    expect(pricesOf('DOWN', undefined)).toEqual({ mark: null, buysAt: null })
  })
  it('reports how much of the bucket has elapsed', () => {
    expect(progressAt(bucket, 250)).toBe(0.25)
    expect(progressAt(bucket, 5000)).toBe(1)
    expect(progressAt({ start: null, end: millis(1) }, 0)).toBeNull()
  })
  it.each([
    ['25', { amount: '25' }],
    ['', { issue: 'Amount is missing.', missing: true }],
    ['0', { issue: 'Amount must be greater than 0.', missing: false }],
    ['ten', { issue: 'Amount “ten” is not a number.', missing: false }],
  ])('reads the amount %o', (text, read) => {
    expect(amountOf(text)).toEqual(read)
  })
})
