import { describe, expect, it } from 'vitest'
import { candles, normalCdf, normalQuantile, Oracle } from './oracle.ts'

const DAY = 86_400
const seconds = (text: string): number => Date.parse(`${text}Z`) / 1000
const fahrenheit = (ticks: number): number => (ticks - 50_000) / 100
const daily = (oracle: Oracle, start: number): number[] =>
  Array.from({ length: 288 }, (_, i) => fahrenheit(oracle.markTicks(start + i * 300)))
const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length

describe('the oracle', () => {
  it('returns the same reading for the same seed and second, in any order of reads', () => {
    const one = new Oracle(5)
    const other = new Oracle('5')
    const requests = Array.from({ length: 300 }, (_, i) => seconds('2026-03-01T00:00:00') + ((i * 7919) % 100_000))
    const forwards = requests.map((second) => one.markTicks(second))
    const backwards = requests.toReversed().map((second) => other.markTicks(second))
    expect(backwards.toReversed()).toEqual(forwards)
    expect(requests.map((second) => new Oracle(6).markTicks(second))).not.toEqual(forwards)
  })

  it.each([
    ['January', '2026-01-10T05:00:00', 15, 55],
    ['April', '2026-04-10T05:00:00', 35, 72],
    ['July', '2026-07-10T05:00:00', 62, 93],
    ['October', '2026-10-10T05:00:00', 42, 75],
  ])('is about as warm in %s as New York', (_, start, low, high) => {
    const means = [1, 2, 3].flatMap((seed) =>
      Array.from({ length: 20 }, (__, day) => mean(daily(new Oracle(seed), seconds(start) + day * DAY))),
    )
    expect(mean(means)).toBeGreaterThan(low + 5)
    expect(mean(means)).toBeLessThan(high - 5)
    expect(Math.min(...means)).toBeGreaterThan(low - 12)
    expect(Math.max(...means)).toBeLessThan(high + 12)
  })

  it('is coldest in the morning and warmest in the afternoon, with a daily range of some 5 to 30 °F', () => {
    const oracle = new Oracle(1)
    const mornings: number[] = []
    const afternoons: number[] = []
    for (let day = 0; day < 60; day++) {
      const midnight = seconds('2026-05-01T05:00:00') + day * DAY
      const readings = daily(oracle, midnight)
      const range = Math.max(...readings) - Math.min(...readings)
      expect(range).toBeGreaterThan(5)
      expect(range).toBeLessThan(30)
      mornings.push(fahrenheit(oracle.markTicks(midnight + 6 * 3600)))
      afternoons.push(fahrenheit(oracle.markTicks(midnight + 15.5 * 3600)))
    }
    expect(mean(afternoons) - mean(mornings)).toBeGreaterThan(9)
  })

  it('moves like a thermometer: by a few hundredths of a degree a minute, without jumps', () => {
    const oracle = new Oracle(3)
    const start = seconds('2026-11-20T12:00:00')
    const steps: number[] = []
    const minutes: number[] = []
    for (let second = start; second < start + DAY; second++) {
      if (second < start + 7200) steps.push(Math.abs(oracle.markTicks(second + 1) - oracle.markTicks(second)))
      if (second % 60 === 0) minutes.push(Math.abs(oracle.markTicks(second + 60) - oracle.markTicks(second)) / 100)
    }
    minutes.sort((a, b) => a - b)
    expect(Math.max(...steps)).toBeLessThanOrEqual(4)
    expect(mean(steps)).toBeGreaterThan(0.05)
    expect(minutes[Math.floor(minutes.length / 2)]).toBeGreaterThan(0.015)
    expect(minutes[Math.floor(minutes.length / 2)]).toBeLessThan(0.1)
    expect(minutes[Math.floor(minutes.length * 0.9)]).toBeLessThan(0.2)
  })

  it('averages exactly the readings before the end, rounded half up to the tick', () => {
    const oracle = new Oracle(3)
    const end = seconds('2026-11-20T14:00:00')
    let sum = 0n
    for (let second = end - 120; second < end; second++) sum += BigInt(oracle.markTicks(second))
    expect(oracle.averageTicks(end, 120)).toBe(Number((2n * sum + 120n) / 240n))
    oracle.pin(end - 60, 7000)
    oracle.pin(end - 1, 7001)
    expect(oracle.averageTicks(end - 59, 1)).toBe(57_000)
    expect(oracle.averageTicks(end, 1)).toBe(57_001)
  })

  it('can be set: from then on a random walk from there, and unchanged before', () => {
    const oracle = new Oracle(3)
    const free = new Oracle(3)
    const at = seconds('2026-11-20T14:00:00')
    oracle.pin(at, 9050)
    expect(oracle.markTicks(at)).toBe(59_050)
    expect(oracle.markTicks(at - 1)).toBe(free.markTicks(at - 1))
    const shift = oracle.markTicks(at) - free.markTicks(at)
    for (const later of [1, 60, 86_400]) expect(oracle.markTicks(at + later)).toBe(free.markTicks(at + later) + shift)
    const restored = new Oracle(3)
    restored.restoreShifts(oracle.shifts())
    expect(restored.markTicks(at + 500)).toBe(oracle.markTicks(at + 500))
  })
})

describe('candles', () => {
  const oracle = new Oracle(2)
  const now = seconds('2026-11-20T14:00:30')

  it('are exactly the readings of their minute', () => {
    const [candle] = candles(oracle, 60, now - 90, now - 60, now)
    const start = seconds('2026-11-20T13:59:00')
    const readings = Array.from({ length: 60 }, (_, i) => oracle.markTicks(start + i))
    expect(candle).toEqual({
      second: start,
      open: readings[0],
      high: Math.max(...readings),
      low: Math.min(...readings),
      close: readings[59],
    })
  })

  it('end with the unfinished one and never include the future', () => {
    const rows = candles(oracle, 300, now - 900, now + 9000, now)
    expect(rows.map((row) => row.second)).toEqual(['13:50', '13:55', '14:00'].map((t) => seconds(`2026-11-20T${t}:00`)))
    expect(rows.at(-1)?.close).toBe(oracle.markTicks(now))
  })

  it('are limited to the latest 5000', () => {
    const rows = candles(oracle, 1, 0, now, now)
    expect(rows.length).toBe(5000)
    expect(rows.at(-1)?.second).toBe(now)
  })
})

const START = Date.UTC(2026, 10, 21) / 1000

describe('the forecast', () => {
  it('is the reading itself for the current second', () => {
    const oracle = new Oracle(3)
    for (let s = START; s < START + 86_400; s += 977) {
      const { mean, deviation } = oracle.forecast(s, 0)
      expect(Math.round(mean)).toBe(oracle.markTicks(s))
      expect(deviation).toBe(0)
    }
  })

  it.each([120, 1800, 7200, 43_200])('is unbiased %i s ahead, with the stated error', (horizon) => {
    let bias = 0
    let squares = 0
    let n = 0
    for (let seed = 0; seed < 12; seed++) {
      const oracle = new Oracle(seed)
      for (let s = START; s < START + 20 * 86_400; s += 9973) {
        const { mean, deviation } = oracle.forecast(s, horizon)
        const error = (oracle.markTicks(s + horizon) - mean) / deviation
        bias += error
        squares += error * error
        n++
      }
    }
    expect(Math.abs(bias / n)).toBeLessThan(0.12)
    expect(Math.sqrt(squares / n)).toBeGreaterThan(0.85)
    expect(Math.sqrt(squares / n)).toBeLessThan(1.15)
  })

  it('does not depend on the future: setting the reading later does not change it', () => {
    const [one, two] = [new Oracle(5), new Oracle(5)]
    two.pin(START + 10, 12_000)
    expect(two.forecast(START, 3600)).toEqual(one.forecast(START, 3600))
    expect(two.forecast(START + 10, 3600).mean).not.toBe(one.forecast(START + 10, 3600).mean)
  })
})

describe('the normal distribution', () => {
  it('has its known values, and the quantile is its inverse', () => {
    expect(normalCdf(0)).toBeCloseTo(0.5, 6)
    expect(normalCdf(1.96)).toBeCloseTo(0.9750021, 6)
    expect(normalCdf(-1)).toBeCloseTo(0.1586553, 6)
    for (const p of [0.001, 0.2, 0.5, 0.83, 0.999]) expect(normalCdf(normalQuantile(p))).toBeCloseTo(p, 8)
  })
})
