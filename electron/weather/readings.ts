/** The readings of one station: which of two reports of a moment counts, and which reading is too far off to be shown. Pure. */
import { absolute, compare, type Decimal, placesOf, subtract } from '../../contract/decimal.ts'
import { type SafeText, text } from '../../contract/safe-text.ts'
import type { Millis } from '../../contract/time.ts'
import {
  measured,
  type NextReport,
  REPORT_GRACE,
  type Reading,
  type StatedExtremes,
} from '../../contract/weather/index.ts'
import { clockText } from './adapters/aviation-weather.ts'
import { parseMetar } from './metar.ts'

/** Whether `one` says more than `known` about the same moment: a correction, else a finer value, else a report in place of a bare value. */
function isBetter(one: Reading, known: Reading): boolean {
  if (one.isCorrected !== known.isCorrected) return one.isCorrected
  const finer = placesOf(one.celsius) - placesOf(known.celsius)
  if (finer !== 0) return finer > 0
  if ((one.raw === null) !== (known.raw === null)) return one.raw !== null
  // The same report of its own source: that one knows whether it was a special.
  if (one.source !== known.source) return one.source === 'metar'
  return one.isCorrected && one.celsius !== known.celsius
}

/** The readings that are new, or better than a known one of their time. @param known by the time of observation */
export function newReadings(found: readonly Reading[], known: ReadonlyMap<number, Reading>): readonly Reading[] {
  const best = new Map<number, Reading>()
  for (const one of found) {
    const before = best.get(one.observedAt) ?? known.get(one.observedAt)
    if (before === undefined || isBetter(one, before)) best.set(one.observedAt, one)
  }
  return [...best.values()]
}

const HOUR = 3_600_000
/** A change within an hour that no single reading proves, °F. */
const JUMP = '15' as Decimal
/** A station's clock, or this one, may be this far off, ms. */
const AHEAD = 10 * 60_000

interface Screened {
  /** Newest first. */
  readonly shown: readonly Reading[]
  readonly problems: readonly SafeText[]
}

/**
 * Splits off readings that lie in the future, and those that jump: more than 15 °F from every neighbor within an hour. A front that a second reading
 * confirms is not a jump.
 * @param readings newest first
 */
export function screened(readings: readonly Reading[], now: number): Screened {
  const ahead = readings.filter(({ observedAt }) => observedAt > now + AHEAD)
  const past = readings.filter(({ observedAt }) => observedAt <= now + AHEAD)
  const jumps = past.filter((_, index) => isJump(past, index))
  const doubtful = new Set(jumps)
  const recentJumps = jumps.filter(({ observedAt }) => observedAt > now - 6 * HOUR)
  return {
    shown: past.filter((one) => !doubtful.has(one)),
    problems: [
      ...ahead
        .slice(0, 1)
        .map(
          ({ station, observedAt }) =>
            text`${station} sent a reading dated ${clockText(observedAt)} UTC, which is in the future. Check the clock of this computer.`,
        ),
      ...recentJumps.map(
        ({ station, observedAt, celsius }) =>
          text`The reading of ${station} at ${clockText(observedAt)} UTC (${measured(celsius).value} °F) is more than ${JUMP} °F from its neighbors. It is not shown until another reading confirms it.`,
      ),
    ],
  }
}

function isJump(readings: readonly Reading[], index: number): boolean {
  const one = readings[index]
  if (one === undefined) return false
  const neighbor = (of: number): Reading | null => {
    const found = readings[of]
    const from = readings[of > index ? of - 1 : of + 1]
    if (found === undefined || from === undefined) return null
    return Math.abs(found.observedAt - from.observedAt) <= HOUR ? found : null
  }
  const [before, after] = [neighbor(index + 1), neighbor(index - 1)]
  // The reading before may be the wrong one.
  const earlier = readings[index + 2]
  const known =
    earlier !== undefined && one.observedAt - earlier.observedAt <= HOUR ? [before, after, earlier] : [before, after]
  if (known.some((other) => other !== null && isNear(one, other))) return false
  if (before !== null) return true
  // The first one of a stretch is wrong only where the two after it agree.
  const second = after === null ? null : neighbor(index - 2)
  return after !== null && second !== null && isNear(after, second)
}

const isNear = (a: Reading, b: Reading): boolean =>
  compare(absolute(subtract<Decimal>(measured(a.celsius).value, measured(b.celsius).value)), JUMP) <= 0

/** The extremes that the reports state: of six hours, or of 24. */
export const extremesIn = (readings: readonly Reading[], of: 'sixHours' | 'day24'): readonly StatedExtremes[] =>
  readings.flatMap(({ raw, observedAt }) => {
    const parsed = raw === null ? null : parseMetar(raw)
    if (parsed === null || !parsed.ok) return []
    const { high, low } = parsed.value[of]
    return high === null && low === null ? [] : [{ at: observedAt, high, low }]
  })

/** The last routine report; null where there is none. @param readings newest first */
export const lastRoutine = (readings: readonly Reading[]): Millis | null =>
  readings.find(({ kind }) => kind === 'routine')?.observedAt ?? null

/** Intervals between requests for observations, ms: around the time of a report, and otherwise. */
const BUSY = 60_000
const QUIET = 5 * 60_000

/** When to request observations again, ms: every minute from the time of a report until it is there or overdue, else every five. */
export function observationWait(next: NextReport | null, now: number): number {
  if (next === null) return QUIET
  if (now >= next.at && now <= next.at + REPORT_GRACE) return BUSY
  const until = next.at + 1_000 - now
  return until > 0 ? Math.max(BUSY, Math.min(QUIET, until)) : QUIET
}
