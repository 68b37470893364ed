/** What the thermometer in Central Park shows on an average day: the season and the daily curve, without weather. */

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
export function dailyCurve(seconds: number): number {
  const local = seconds + LOCAL_OFFSET
  const ofDay = local - Math.floor(local / DAY) * DAY
  const rising = WARMEST - COLDEST
  const sinceColdest = (ofDay - COLDEST + DAY) % DAY
  if (sinceColdest < rising) return 0.5 - 0.5 * Math.cos((Math.PI * sinceColdest) / rising)
  return 0.5 + 0.5 * Math.cos((Math.PI * (sinceColdest - rising)) / (DAY - rising))
}

/** The middle of the day's normal range and its width, °F. */
export function seasonalRange(seconds: number): { middle: number; width: number } {
  const local = seconds + LOCAL_OFFSET
  const high = ofYear(MAXIMA, local)
  const low = ofYear(MINIMA, local)
  return { middle: (high + low) / 2, width: high - low }
}
