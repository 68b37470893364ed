/** The temperature oracle: plausible New York readings, as a pure function of seed and time. Weather is a sum of octaves of smooth noise. */
import { hashText, mix32 } from './random.ts'

/** Two readings of an octave this many periods apart are independent. */
const REACH = 4
/** Resolution of the table of forecast weights, entries per period. */
const STEPS_PER_PERIOD = 100

/** Weight of a lattice value (one per period) in a reading `x` periods away (Catmull-Rom). */
function kernel(x: number): number {
  const d = Math.abs(x)
  if (d < 1) return 1.5 * d ** 3 - 2.5 * d ** 2 + 1
  if (d < 2) return -0.5 * d ** 3 + 2.5 * d ** 2 - 4 * d + 2
  return 0
}

/** Derivative of `kernel`: the weight of a lattice value in the slope of a reading. */
function kernelSlope(x: number): number {
  const d = Math.abs(x)
  const slope = d < 1 ? 4.5 * d ** 2 - 5 * d : d < 2 ? -1.5 * d ** 2 + 5 * d - 4 : 0
  return x < 0 ? -slope : slope
}

/** Sample points of the integrals below. */
const POINTS: readonly number[] = Array.from({ length: 256 }, (_, i) => -2 + 1 / 128 + i / 64)
const KERNEL = POINTS.map(kernel)
const KERNEL_SLOPE = POINTS.map(kernelSlope)

/**
 * Covariance of two readings `r` periods apart, averaged over all phases, for lattice values of variance 1: the integral of f(x) × g(x + r), with `f`
 * given at POINTS.
 */
function covariance(f: readonly number[], g: (x: number) => number, r: number): number {
  let sum = 0
  for (let i = 0; i < POINTS.length; i++) {
    const x = (POINTS[i] ?? 0) + r
    // Both kernels are 0 beyond 2.
    if (x >= 2) break
    sum += (f[i] ?? 0) * g(x)
  }
  return sum / 64
}

const VARIANCE = covariance(KERNEL, kernel, 0)
const SLOPE_VARIANCE = covariance(KERNEL_SLOPE, kernelSlope, 0)

/** Weights with which value and slope of an octave predict its value `r` periods later. */
interface ForecastWeights {
  /** Weight of the value, 1 at r = 0. */
  readonly value: number
  /** Weight of the slope (change per period), 0 at r = 0. */
  readonly slope: number
  /** Fraction of the octave's variance that stays unknown, 0 at r = 0. */
  readonly unknown: number
}

const WEIGHTS: readonly ForecastWeights[] = Array.from({ length: REACH * STEPS_PER_PERIOD + 1 }, (_, i) => {
  const r = i / STEPS_PER_PERIOD
  const value = covariance(KERNEL, kernel, r) / VARIANCE
  const slope = covariance(KERNEL_SLOPE, kernel, r) / SLOPE_VARIANCE
  return { value, slope, unknown: Math.max(0, 1 - value * value - (slope * slope * SLOPE_VARIANCE) / VARIANCE) }
})
/** Beyond REACH, a reading says nothing about the later value. */
const UNPREDICTABLE: ForecastWeights = { value: 0, slope: 0, unknown: 1 }

/** Variance of an octave of amplitude 1: lattice values are uniform in [−1, 1). */
const OCTAVE_VARIANCE = VARIANCE / 3

/** Weights of the least-squares forecast of an octave `r` ≥ 0 periods ahead, interpolated from the table. */
function forecastWeights(r: number): ForecastWeights {
  const position = r * STEPS_PER_PERIOD
  const index = Math.floor(position)
  const left = WEIGHTS[index]
  const right = WEIGHTS[index + 1]
  if (left === undefined || right === undefined) return UNPREDICTABLE
  const f = position - index
  const between = (from: number, to: number): number => from + (to - from) * f
  if (index > 0) {
    return {
      value: between(left.value, right.value),
      slope: between(left.slope, right.slope),
      unknown: between(left.unknown, right.unknown),
    }
  }
  // Linear interpolation is wrong near 0: there the unknown part grows with the cube of time, and the weight of the value falls with its square.
  return { value: 1 + (right.value - 1) * f * f, slope: right.slope * f, unknown: right.unknown * f ** 3 }
}

/** Probability that a standard normal draw is at most `z`; absolute error below 10⁻⁷. */
export function normalCdf(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z))
  const tail =
    0.3989422804014327 *
    Math.exp(-0.5 * z * z) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return z >= 0 ? 1 - tail : tail
}

/** The z that a standard normal draw stays below with probability `p`, 0 < p < 1; by bisection. */
export function normalQuantile(p: number): number {
  let low = -8
  let high = 8
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2
    if (normalCdf(middle) < p) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** A value in [−1, 1) determined by seed and index. */
const latticeValue = (seed: number, index: number): number =>
  mix32(Math.imul(index | 0, 0x9e3779b1) ^ seed) / 2147483648 - 1

/** One octave: a curve through random values `period` seconds apart, scaled by `amplitude`. */
function createOctave(seed: number, period: number, amplitude: number): (seconds: number) => number {
  let cached = Number.NaN
  let before = 0
  let left = 0
  let right = 0
  let after = 0
  return (seconds) => {
    const position = seconds / period
    const index = Math.floor(position)
    if (index !== cached) {
      cached = index
      before = latticeValue(seed, index - 1)
      left = latticeValue(seed, index)
      right = latticeValue(seed, index + 1)
      after = latticeValue(seed, index + 2)
    }
    const f = position - index
    const slope = right - before
    const bend = 2 * before - 5 * left + 4 * right - after
    const twist = 3 * (left - right) + after - before
    return amplitude * (left + 0.5 * f * (slope + f * (bend + f * twist)))
  }
}

const DAY = 86_400

const YEAR = 365.2425 * DAY

/** New York standard time, seconds from UTC: temperatures follow the sun, not daylight saving time. */
const LOCAL_OFFSET = -5 * 3600

/** The coldest and the warmest time of day, seconds after local midnight. */
const COLDEST = 6 * 3600

const WARMEST = 15.5 * 3600

/** Monthly normals of daily maximum and minimum, Central Park 1991–2020, °F. */
const MAXIMA = [39.5, 42.2, 49.9, 61.8, 71.4, 79.7, 84.9, 83.3, 76.2, 64.5, 54.0, 44.3]

const MINIMA = [27.9, 29.5, 35.8, 45.5, 55.1, 64.4, 70.1, 68.9, 62.3, 51.4, 42.0, 33.8]

/** A monthly table interpolated through the year; each value is that of mid-month. */
function ofYear(table: readonly number[], localSeconds: number): number {
  const year = localSeconds / YEAR
  const position = (year - Math.floor(year)) * 12 - 0.5
  const index = Math.floor(position)
  const f = position - index
  const at = (i: number): number => table[(index + i + 12) % 12] ?? 0
  const [before, left, right, after] = [at(-1), at(0), at(1), at(2)]
  const bend = 2 * before - 5 * left + 4 * right - after
  const twist = 3 * (left - right) + after - before
  return left + 0.5 * f * (right - before + f * (bend + f * twist))
}

/** Daily temperature curve: 0 at the coldest time, 1 at the warmest, with no kink at either. */
function dailyCurve(seconds: number): number {
  const local = seconds + LOCAL_OFFSET
  const ofDay = local - Math.floor(local / DAY) * DAY
  const rising = WARMEST - COLDEST
  const sinceColdest = (ofDay - COLDEST + DAY) % DAY
  if (sinceColdest < rising) return 0.5 - 0.5 * Math.cos((Math.PI * sinceColdest) / rising)
  return 0.5 + 0.5 * Math.cos((Math.PI * (sinceColdest - rising)) / (DAY - rising))
}

/** Middle and width of the day's normal range, °F. */
function seasonalRange(seconds: number): { middle: number; width: number } {
  const local = seconds + LOCAL_OFFSET
  const high = ofYear(MAXIMA, local)
  const low = ofYear(MINIMA, local)
  return { middle: (high + low) / 2, width: high - low }
}

/** A shift of all readings from a second on, hundredths of a °F. */
interface OracleShift {
  readonly from: number
  readonly hundredths: number
}

/** mark = 500 + °F, in ticks of 0.01 (docs/service/buckets.md#mark). */
const MARK_OFFSET_TICKS = 50_000

/** Weather over days, hours and minutes, and sensor noise: period in seconds, amplitude in °F. */
const WEATHER: readonly (readonly [period: number, amplitude: number])[] = [
  [4.5 * 86_400, 9],
  [1.7 * 86_400, 4],
  [9 * 3600, 1.6],
  [2.2 * 3600, 0.6],
  [35 * 60, 0.25],
  [9 * 60, 0.1],
  [140, 0.05],
  [37, 0.022],
  [5, 0.008],
]

/** Forecast of a later mark at one second: mean and standard deviation, in (fractional) ticks. */
interface Forecast {
  readonly mean: number
  readonly deviation: number
}

/** The slope of an octave is measured over this part of its period before the reading. */
const SLOPE_STEP = 1 / 256

/** Readings of one station. Times are whole seconds since the epoch. */
export class Oracle {
  readonly #octaves: readonly ((seconds: number) => number)[]
  readonly #clouds: (seconds: number) => number
  #shifts: OracleShift[] = []
  #season = { at: Number.NaN, middle: 0, width: 0 }
  /** Value and slope of each octave at the second of the last forecast: several forecasts of one second, with different horizons, use them. */
  readonly #read = WEATHER.map(() => ({ at: Number.NaN, value: 0, slope: 0 }))

  constructor(seed: number | string) {
    this.#octaves = WEATHER.map(([period, amplitude], i) =>
      createOctave(hashText(`${seed}/oracle/${i}`), period, amplitude),
    )
    this.#clouds = createOctave(hashText(`${seed}/oracle/clouds`), 1.3 * 86_400, 0.35)
  }

  /** The temperature from the daily pattern alone, °F: what a trader can expect for the next hours. */
  expected(second: number): number {
    // The season moves less than a thousandth of a degree in ten minutes: recalculated only that often, at fixed times.
    const at = Math.floor(second / 600)
    if (at !== this.#season.at) this.#season = { at, ...seasonalRange(at * 600) }
    const { middle, width } = this.#season
    return middle + (dailyCurve(second) - 0.5) * width * (0.85 + this.#clouds(second))
  }

  /** The mark at a second in ticks of 0.01: 500 + the reading at 0.01 °F. */
  markTicks(second: number): number {
    let temperature = this.expected(second)
    for (const octave of this.#octaves) temperature += octave(second)
    return MARK_OFFSET_TICKS + Math.round(temperature * 100) + this.#shiftAt(second)
  }

  /**
   * The mark `horizon` seconds after `second`, as a good weather service would forecast it at `second`: from the daily pattern, the octaves read so far,
   * and the shifts set through the control API, which persist. Uses no reading after `second`.
   */
  forecast(second: number, horizon: number): Forecast {
    let temperature = this.expected(second + horizon)
    let variance = 0
    for (let i = 0; i < WEATHER.length; i++) {
      const [period, amplitude] = WEATHER[i] ?? [1, 0]
      const weights = forecastWeights(horizon / period)
      variance += amplitude * amplitude * OCTAVE_VARIANCE * weights.unknown
      const octave = this.#octaves[i]
      const read = this.#read[i]
      if (octave === undefined || read === undefined || weights === UNPREDICTABLE) continue
      if (read.at !== second) {
        read.at = second
        read.value = octave(second)
        read.slope = (read.value - octave(second - period * SLOPE_STEP)) / SLOPE_STEP
      }
      temperature += weights.value * read.value + weights.slope * read.slope
    }
    return {
      mean: MARK_OFFSET_TICKS + temperature * 100 + this.#shiftAt(second),
      deviation: 100 * Math.sqrt(variance),
    }
  }

  /**
   * Time-weighted average of the `readings` marks before `endSecond` (the seconds endSecond − readings … endSecond − 1), in ticks,
   * rounded half up: the settlement of a bucket.
   */
  averageTicks(endSecond: number, readings: number): number {
    let sum = 0
    for (let second = endSecond - readings; second < endSecond; second++) sum += this.markTicks(second)
    return Math.floor((2 * sum + readings) / (2 * readings))
  }

  /** Shifts all readings from `second` on, so that the reading at `second` is `hundredths` of a °F. */
  pin(second: number, hundredths: number): void {
    const shift = this.#shiftAt(second) + hundredths + MARK_OFFSET_TICKS - this.markTicks(second)
    this.#shifts = [...this.#shifts.filter((s) => s.from < second), { from: second, hundredths: shift }]
  }

  shifts(): readonly OracleShift[] {
    return this.#shifts
  }

  restoreShifts(shifts: readonly OracleShift[]): void {
    this.#shifts = [...shifts]
  }

  #shiftAt(second: number): number {
    for (let i = this.#shifts.length - 1; i >= 0; i--) {
      const shift = this.#shifts[i]
      if (shift !== undefined && shift.from <= second) return shift.hundredths
    }
    return 0
  }
}

/** One candle in ticks; `second` is its start. */
interface CandleTicks {
  second: number
  open: number
  high: number
  low: number
  close: number
}

/** Maximum number of candles per request; of more, the latest are returned. */
const MAX_CANDLES = 5000
/** Readings sampled per candle: all of them for candles of up to a minute. */
const SAMPLES = 60

/**
 * Candles that start in [from, to] (seconds), aligned to the resolution, up to `now` inclusive; the last may be unfinished. Longer candles sample
 * every (resolution ÷ 60)th reading and the last one.
 */
export function candles(oracle: Oracle, resolution: number, from: number, to: number, now: number): CandleTicks[] {
  const last = Math.floor(Math.min(to, now) / resolution) * resolution
  const first = Math.max(Math.ceil(from / resolution) * resolution, last - (MAX_CANDLES - 1) * resolution)
  const step = Math.max(1, Math.floor(resolution / SAMPLES))
  const result: CandleTicks[] = []
  for (let start = first; start <= last; start += resolution) {
    const end = Math.min(start + resolution - 1, now)
    const open = oracle.markTicks(start)
    let high = open
    let low = open
    for (let second = start + step; second < end; second += step) {
      const mark = oracle.markTicks(second)
      if (mark > high) high = mark
      else if (mark < low) low = mark
    }
    const close = oracle.markTicks(end)
    result.push({ second: start, open, high: Math.max(high, close), low: Math.min(low, close), close })
  }
  return result
}
