/** The terminal's settlement forecast is calibrated, on this venue's oracle and on marks of other kinds. */
import { describe, expect, it } from 'vitest'
import { type Forecast, Forecaster, pathOf, quantileOf, USUAL_ASSUMPTIONS } from '../contract/settlement/index.ts'
import { SEED } from '../contract/testing/property-runs.ts'
import { Oracle } from './oracle.ts'
import { mix32 } from './random.ts'

const MINUTE = 60_000
const DAY = 1440
const HOURS_OF_MINUTES = 72
const DAYS_OF_HISTORY = 14
const WINDOW = 2
/** Minutes before the end at which it is forecast. */
const BEFORE = [60, 30, 5] as const
const BUCKETS = 10
/** Days of each run: the history to learn from, and the days of its buckets, slightly more than one apart, to cover all hours of the day. */
const RUN_DAYS = 28
/** Keeps runs off the lattice of the oracle's noise. */
const BETWEEN_BUCKETS = DAY + 120

/** Marks of each minute of a run from a time on (minutes since the epoch). */
interface Run {
  readonly from: number
  readonly marks: Float64Array
  /** The settlement of a bucket that ends this many minutes after `from`. */
  readonly settlement: (end: number) => number
}

const practice = (seed: number): Run => {
  const oracle = new Oracle(`${SEED}/settles/${seed}`)
  const from = Date.UTC(2026, seed % 12, 1 + (seed % 5)) / MINUTE
  const at = (minute: number): number => oracle.markTicks((from + minute) * 60) / 100
  return {
    from,
    marks: Float64Array.from({ length: RUN_DAYS * DAY + 1 }, (_, minute) => at(minute)),
    settlement: (end) => oracle.averageTicks((from + end) * 60, 60 * WINDOW) / 100,
  }
}

/** Marks that follow a rule from minute to minute; `normal` draws with variance 1, `uniform` between 0 and 1. */
function walked(
  seed: number,
  next: (mark: number, draw: { readonly normal: () => number; readonly uniform: () => number }) => number,
): Run {
  let drawn = 0
  const uniform = (): number => (mix32(mix32(SEED + seed * 7919) ^ drawn++) + 0.5) / 4294967296
  const normal = (): number => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
  const from = Date.UTC(2026, seed % 12, 1) / MINUTE
  const marks = new Float64Array(RUN_DAYS * DAY + 1).fill(560)
  for (let i = 1; i < marks.length; i++) marks[i] = next(marks[i - 1] ?? 0, { normal, uniform })
  return {
    from,
    marks,
    settlement: (end) => ((marks[end - 2] ?? 0) + 2 * (marks[end - 1] ?? 0) + (marks[end] ?? 0)) / 4,
  }
}

const A_MINUTE = 0.8 / Math.sqrt(60)
const WORLDS = {
  'a random walk': (seed: number) => walked(seed, (mark, { normal }) => mark + A_MINUTE * normal()),
  'a mark that is drawn back to 60 °F': (seed: number) =>
    walked(seed, (mark, { normal }) => mark + (560 - mark) / 90 + 2 * A_MINUTE * normal()),
  'a walk with jumps': (seed: number) =>
    walked(seed, (mark, { normal, uniform }) => {
      const jump = uniform() < 1 / 240 ? 1.5 * normal() : 0
      return mark + 0.5 * A_MINUTE * normal() + jump
    }),
} as const

/** The path that a terminal has read at a minute of the run. @param step minutes */
function known({ from, marks }: Run, now: number, step: number, reach: number): ReturnType<typeof pathOf> {
  const last = Math.floor(now / step) * step
  const values = Float64Array.from({ length: reach / step + 1 }, (_, i) => marks[last - reach + i * step] ?? Number.NaN)
  return pathOf((from + last - reach) * MINUTE, step * MINUTE, values)
}

function forecastAt(run: Run, end: number, before: number): Forecast {
  const now = end - before
  const forecaster = new Forecaster({
    days: known(run, now, 5, DAYS_OF_HISTORY * DAY),
    hours: known(run, now, 1, HOURS_OF_MINUTES * 60),
    minutes: pathOf(0, 1000, new Float64Array(0)),
  })
  const mark = run.marks[now] ?? Number.NaN
  const moment = { now: (run.from + now) * MINUTE, end: (run.from + end) * MINUTE, window: WINDOW * MINUTE, mark }
  const forecast = forecaster.forecast({ ...moment, soFar: null }, USUAL_ASSUMPTIONS)
  if (forecast.is !== 'forecast') throw new Error('there is enough of the past')
  return forecast
}

/** Percentage of settlements within the bands of 50, 80 and 95 %, for each time before the end. */
function held(runs: number, runOf: (seed: number) => Run): readonly (readonly [number, number, number])[] {
  const within = BEFORE.map(() => [0, 0, 0] as [number, number, number])
  for (let seed = 0; seed < runs; seed++) {
    const run = runOf(seed)
    for (let k = 0; k < BUCKETS; k++) {
      const end = (DAYS_OF_HISTORY + 1) * DAY + (seed % 12) * 120 + k * BETWEEN_BUCKETS
      const settled = run.settlement(end)
      for (const [i, before] of BEFORE.entries()) {
        const { distribution } = forecastAt(run, end, before)
        for (const [band, tail] of [0.25, 0.1, 0.025].entries()) {
          const isWithin = settled >= quantileOf(distribution, tail) && settled <= quantileOf(distribution, 1 - tail)
          const counts = within[i]
          if (isWithin && counts !== undefined) counts[band] = (counts[band] ?? 0) + 1
        }
      }
    }
  }
  const perCent = (count: number): number => (100 * count) / (runs * BUCKETS)
  return within.map(([half, most, nearlyAll]) => [perCent(half), perCent(most), perCent(nearlyAll)])
}

describe('the distribution of a settlement, 60, 30 and 5 minutes before it', () => {
  it('has 76 to 84 % of 500 settlements of the practice oracle in its 80 % band', { timeout: 120_000 }, () => {
    for (const [half, most, nearlyAll] of held(50, practice)) {
      expect(most).toBeGreaterThanOrEqual(76)
      expect(most).toBeLessThanOrEqual(84)
      expect(half).toBeGreaterThanOrEqual(44)
      expect(half).toBeLessThanOrEqual(56)
      expect(nearlyAll).toBeGreaterThanOrEqual(92)
      expect(nearlyAll).toBeLessThanOrEqual(98)
    }
  })

  it.each(Object.entries(WORLDS))('has 72 to 88 %% of 160 settlements of %s', { timeout: 60_000 }, (_, runOf) => {
    for (const [, most] of held(16, runOf)) {
      expect(most).toBeGreaterThanOrEqual(72)
      expect(most).toBeLessThanOrEqual(88)
    }
  })
})
