/** The temperature oracle: a reading each second as a pure function of the seed and the time, plus what control has pinned. */
import { hashText, mix32 } from '../random/index.ts'
import { NO_MEMORY, OCTAVE_VARIANCE, octaveMemory } from './forecast.ts'

/** A value in [−1, 1) that depends only on seed and index. */
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

/** New York standard time: the sun keeps no summer time. */
const LOCAL_OFFSET = -5 * 3600

/** The coldest and the warmest moment of a day, seconds after local midnight. */
const COLDEST = 6 * 3600

const WARMEST = 15.5 * 3600

/** Monthly normals of daily maximum and minimum, Central Park 1991–2020, °F. */
const MAXIMA = [39.5, 42.2, 49.9, 61.8, 71.4, 79.7, 84.9, 83.3, 76.2, 64.5, 54.0, 44.3]

const MINIMA = [27.9, 29.5, 35.8, 45.5, 55.1, 64.4, 70.1, 68.9, 62.3, 51.4, 42.0, 33.8]

/** A monthly table read smoothly through the year; each value holds for the middle of its month. */
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

/** How far the day has warmed up: 0 at the coldest moment, 1 at the warmest, smooth at both. */
function dailyCurve(seconds: number): number {
  const local = seconds + LOCAL_OFFSET
  const ofDay = local - Math.floor(local / DAY) * DAY
  const rising = WARMEST - COLDEST
  const sinceColdest = (ofDay - COLDEST + DAY) % DAY
  if (sinceColdest < rising) return 0.5 - 0.5 * Math.cos((Math.PI * sinceColdest) / rising)
  return 0.5 + 0.5 * Math.cos((Math.PI * (sinceColdest - rising)) / (DAY - rising))
}

/** The middle of the day's normal range and its width, °F. */
function seasonalRange(seconds: number): { middle: number; width: number } {
  const local = seconds + LOCAL_OFFSET
  const high = ofYear(MAXIMA, local)
  const low = ofYear(MINIMA, local)
  return { middle: (high + low) / 2, width: high - low }
}

/** From a second on, readings are shifted by so many hundredths of a °F. */
export interface OracleShift {
  readonly from: number
  readonly hundredths: number
}

/** mark = 500 + °F, in ticks of 0.01 (docs/service/buckets.md#mark). */
const MARK_OFFSET_TICKS = 50_000

/** Weather over days, hours, minutes and in the sensor itself: period in seconds, amplitude in °F. */
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

/** What can be said at one second of the mark at a later one: mean and standard deviation, in (fractional) ticks. */
export interface Forecast {
  readonly mean: number
  readonly deviation: number
}

/** The slope of an octave is taken over this part of its period, looking back. */
const SLOPE_STEP = 1 / 256

/** Readings of one station. Times are whole seconds since the epoch. */
export class Oracle {
  readonly #octaves: readonly ((seconds: number) => number)[]
  readonly #clouds: (seconds: number) => number
  #shifts: OracleShift[] = []
  #season = { at: Number.NaN, middle: 0, width: 0 }
  /** Each octave at the second that a forecast last read it at: each second there are many forecasts, of other horizons. */
  readonly #read = WEATHER.map(() => ({ at: Number.NaN, value: 0, slope: 0 }))

  constructor(seed: number | string) {
    this.#octaves = WEATHER.map(([period, amplitude], i) =>
      createOctave(hashText(`${seed}/oracle/${i}`), period, amplitude),
    )
    this.#clouds = createOctave(hashText(`${seed}/oracle/clouds`), 1.3 * 86_400, 0.35)
  }

  /** The path that the time of day alone would take, °F: what a trader can expect of the hours to come. */
  expected(second: number): number {
    // The season moves less than a thousandth of a degree in ten minutes: read again only that often, at fixed times.
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
   * The mark `horizon` seconds after `second`, as a good weather service sees it at `second`: the time of day is known, each stretch of
   * weather goes on and fades as its kind does, what control has pinned stays. Reads nothing that lies after `second`.
   */
  forecast(second: number, horizon: number): Forecast {
    let temperature = this.expected(second + horizon)
    let variance = 0
    for (let i = 0; i < WEATHER.length; i++) {
      const [period, amplitude] = WEATHER[i] ?? [1, 0]
      const memory = octaveMemory(horizon / period)
      variance += amplitude * amplitude * OCTAVE_VARIANCE * memory.unknown
      const octave = this.#octaves[i]
      const read = this.#read[i]
      if (octave === undefined || read === undefined || memory === NO_MEMORY) continue
      if (read.at !== second) {
        read.at = second
        read.value = octave(second)
        read.slope = (read.value - octave(second - period * SLOPE_STEP)) / SLOPE_STEP
      }
      temperature += memory.value * read.value + memory.slope * read.slope
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

  /** From `second` on the reading is `hundredths` of a °F there, and wanders on from it. */
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
