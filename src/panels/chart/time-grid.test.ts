import { describe, expect, it } from 'vitest'
import { price } from '../../../contract/decimal.ts'
import { millis } from '../../../contract/time.ts'
import { CandleStore } from './candle-store.ts'
import { gridOf, placeOf, placesInView, placesOf, timesIn } from './time-grid.ts'

const store = (...seconds: number[]): CandleStore => {
  const made = new CandleStore(60)
  const at = price('1')
  made.load(seconds.map((second) => ({ time: millis(second * 1000), open: at, high: at, low: at, close: at })))
  return made
}
const times = (...args: Parameters<typeof gridOf>): number[] => {
  const grid = gridOf(...args)
  return grid === null ? [] : placesOf(grid).map(({ time }) => time)
}

describe('the grid of times', () => {
  it('has a place for every time between the oldest and the newest price of all lines, with or without data', () => {
    expect(times([store(60, 240), store(120), store()], null)).toEqual([60, 120, 180, 240])
  })
  it('extends to the end of the market where that is near', () => {
    expect(times([store(60)], 200_000)).toEqual([60, 120, 180])
    expect(times([store(60)], 30_000)).toEqual([60])
    expect(times([store(60)], 60_000 * 5000)).toEqual([60])
  })
  it('goes back no further than a line keeps candles, however old a single price is', () => {
    const grid = gridOf([store(0), store(1_800_000_000)], null)
    expect(grid).toEqual({ first: 1_798_800_000_000, last: 1_800_000_000_000, step: 60_000 })
  })
  it('is null without a price', () => {
    expect(gridOf([store()], 200_000)).toBeNull()
    expect(gridOf([], null)).toBeNull()
  })
  it('returns the place of any time', () => {
    const grid = gridOf([store(60, 120)], null)
    if (grid === null) throw new Error('no grid')
    expect([60_000, 90_000, 0, 600_000].map((time) => placeOf(grid, time))).toEqual([0, 0.5, -1, 9])
  })
  it('shows a time range from edge to edge, and converts it back', () => {
    const grid = gridOf([store(60, 600)], null)
    if (grid === null) throw new Error('no grid')
    const places = placesInView(grid, { from: 120_000, to: 300_000, isFollowing: true })
    expect(places).toEqual({ from: 0.5, to: 3.5 })
    expect(timesIn(grid, places)).toEqual({ since: 60_000, until: 300_000 })
    const whole = placesInView(grid, { from: null, to: 600_000, isFollowing: true })
    expect(whole.from).toBe(-0.5)
    expect(whole.to).toBeGreaterThan(8.5)
  })
})
