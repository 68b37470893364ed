import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RESOLUTIONS } from '../../../contract/market.ts'
import { frameOf, RANGE_IDS, rangeFrom, resolutionIn } from './market-chart.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const life = { from: 10 * HOUR, to: 12 * HOUR }
const spanOf = ({ from, to }: { readonly from: number | null; readonly to: number }): number => to - (from ?? 0)

describe('the frame of a range', () => {
  it('is the market’s whole life including its remaining time, and does not move', () => {
    const frame = frameOf('life', life, 10.5 * HOUR)
    expect(frame.isFollowing).toBe(false)
    expect(frame.from).toBeLessThanOrEqual(life.from)
    expect(frame.to).toBeGreaterThanOrEqual(life.to)
    expect(spanOf(frame)).toBeLessThan((life.to - life.from) * 1.1)
    expect(frameOf('life', life, 11.5 * HOUR)).toEqual(frame)
  })
  it('shows what came before a market that has just opened', () => {
    const { from, to } = frameOf('life', life, life.from + MINUTE)
    expect(from).toBe(life.from - 29 * MINUTE)
    expect(to).toBeGreaterThan(life.to)
  })
  it('is the time until now, moving along, with free space at its end', () => {
    const frame = frameOf('15m', life, 11 * HOUR)
    expect(frame).toMatchObject({ from: 11 * HOUR - 15 * MINUTE, isFollowing: true })
    expect(frame.to).toBeGreaterThan(11 * HOUR)
  })
  it('is the time before the end of an expired market', () => {
    expect(frameOf('1h', life, 50 * HOUR)).toMatchObject({ from: 11 * HOUR })
  })
  it('is the last hour when the start of trading is unknown', () => {
    expect(frameOf('life', null, 5 * HOUR)).toMatchObject({ from: 4 * HOUR, isFollowing: true })
  })
  it('is the whole history', () => {
    expect(frameOf('all', life, 11 * HOUR)).toEqual({ from: null, to: 11 * HOUR, isFollowing: true })
  })
})

describe('the length of candles', () => {
  it('is a minute for a bucket of two hours, and grows with the range', () => {
    expect(resolutionIn(null, 'life', life, 'candles')).toBe(60)
    expect(
      (['15m', '1h', '6h', '1d', '7d', 'all'] as const).map((range) => resolutionIn(null, range, life, 'candles')),
    ).toEqual([15, 15, 60, 300, 900, 900])
  })
  it('is finer for steps, whose timing matters', () => {
    expect((['15m', '1h', '1d', '7d'] as const).map((range) => resolutionIn(null, range, null, 'points'))).toEqual([
      1, 15, 60, 900,
    ])
  })
  it('is the chosen one as long as the range can be drawn in it', () => {
    expect(resolutionIn(1, '1h', null, 'candles')).toBe(1)
    expect(resolutionIn(1, '7d', null, 'candles')).toBe(900)
    expect(resolutionIn(300, 'all', null, 'candles')).toBe(900)
    expect(resolutionIn(300, '1h', null, 'points')).toBe(15)
    expect(resolutionIn(null, '1h', null, 'candles')).toBe(15)
  })
  it('never exceeds the 5000 points that are drawn at once, regardless of the choice', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...RANGE_IDS.filter((id) => id !== 'all')),
        fc.constantFrom(...RESOLUTIONS, null),
        fc.constantFrom('candles', 'points'),
        (range, chosen, kind) => {
          const length = resolutionIn(chosen, range, life, kind)
          expect(spanOf(frameOf(range, life, 11 * HOUR))).toBeLessThanOrEqual(length * 1000 * 5000 * 1.1)
        },
      ),
    )
  })
})

describe('a saved range', () => {
  it('is null for any other value', () => {
    expect([rangeFrom('1h'), rangeFrom('life')]).toEqual(['1h', 'life'])
    expect([undefined, null, 7, '3h', {}].map(rangeFrom)).toEqual([null, null, null, null, null])
  })
})
