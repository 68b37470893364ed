/** Which times the axis names, and where: as many as have room, each whole. The library's own are cut off at the ends of the axis. Pure. */

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** From one mark to the next, ms. */
const STEPS: readonly number[] = [
  ...[1, 5, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 28, 91, 182, 364].map((count) => count * DAY),
]

export interface TimeMark {
  /** Ms. */
  readonly time: number
  /** Px. */
  readonly x: number
  /** A whole hour among minutes, a whole day among hours. */
  readonly isMain: boolean
}

interface Axis {
  /** In view, ms. */
  readonly from: number
  readonly to: number
  /** Px. */
  readonly width: number
}

/**
 * The marks of an axis, from left to right.
 * @param least from one to the next, px.
 * @param finest what times are told apart by, ms.
 */
export function timeMarks({ from, to, width }: Axis, least: number, finest: number): readonly TimeMark[] {
  if (!(to > from) || width <= 0) return []
  const perMs = width / (to - from)
  const step = STEPS.find((one) => one >= finest && one * perMs >= least)
  // Before the chart has its size, centuries stand in a pixel.
  if (step === undefined) return []
  const main = step >= DAY ? Number.POSITIVE_INFINITY : step >= HOUR ? DAY : step >= MINUTE ? HOUR : MINUTE
  const marks: TimeMark[] = []
  for (let time = Math.ceil(from / step) * step; time <= to; time += step) {
    marks.push({ time, x: (time - from) * perMs, isMain: time % main === 0 })
  }
  return marks
}

/** The middle of words of this width at a place: moved in from the ends of the axis, so that none is cut off. */
export const within = (x: number, wide: number, width: number): number =>
  Math.min(width - wide / 2, Math.max(wide / 2, x))
