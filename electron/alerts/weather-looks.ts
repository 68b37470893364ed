/**
 * Looks of alerts at the reports of a weather station. Five-minute values are too coarse to fire anything: only routine and special reports count.
 * Pure.
 */
import type { AlertRule } from '../../contract/alert.ts'
import { absolute, compare, type Decimal, subtract, trimZeros } from '../../contract/decimal.ts'
import { grouped, MINUS } from '../../contract/grouped.ts'
import { fahrenheitOfMark } from '../../contract/mark.ts'
import { type Measured, measured, nextReport, type Reading } from '../../contract/weather/index.ts'
import type { AlertMemory } from '../storage/index.ts'
import { type AlertFacts, type AlertLook, crossing, freshTicker, liveAsset } from './evaluate.ts'

type OfKind<Kind extends AlertRule['kind']> = Extract<AlertRule, { readonly kind: Kind }>
type WeatherFacts = Pick<AlertFacts, 'weather' | 'bucket'>

export const NO_WEATHER = 'No recent station report. See the Station panel.'

/** Reports of the last hours count, ms: an older one says nothing about now. */
const RECENT = 3 * 3_600_000
const HOUR = 3_600_000

interface Report {
  readonly asset: string
  readonly station: string
  readonly reading: Reading
  readonly temperature: Measured
  readonly lastRoutineAt: Reading['observedAt'] | null
}

/** The newest report of the station of an asset, null for the live one; null where there is none that counts. */
export function reportState(asset: string | null, facts: WeatherFacts & Pick<AlertFacts, 'serverNow'>): Report | null {
  const of = asset ?? liveAsset(facts.bucket)
  const station = of === null ? null : facts.weather(of)
  const reports = station?.readings.filter(({ kind }) => kind !== 'five_minute') ?? []
  const [reading] = reports
  if (of === null || station === null || reading === undefined) return null
  if (facts.serverNow - reading.observedAt > RECENT) return null
  const lastRoutineAt = reports.find(({ kind }) => kind === 'routine')?.observedAt ?? null
  return { asset: of, station: station.id, reading, temperature: measured(reading.celsius), lastRoutineAt }
}

/** `14:51 UTC` */
const timeText = (at: number): string => `${new Date(at).toISOString().slice(11, 16)} UTC`
const degrees = (value: Decimal): string => `${grouped(trimZeros(value)).replace(/^-/, MINUS)} °F`
const bandText = ({ value, low, high }: Measured): string => `${degrees(value)} (${low} to ${high})`
const nothing = (memory: AlertMemory): AlertLook => ({ memory, text: null })

/** Fires when the distance grows beyond the bound, not while it stays there. */
export function lookAtGap(rule: OfKind<'reading_gap'>, memory: AlertMemory, facts: AlertFacts): AlertLook {
  const report = reportState(rule.asset, facts)
  const mark = report === null ? null : (freshTicker(report.asset, facts)?.mark ?? null)
  // An hour later the temperature may have moved without any disagreement.
  if (report === null || mark === null || facts.serverNow - report.reading.observedAt > HOUR) return nothing(memory)
  const difference = subtract<Decimal>(fahrenheitOfMark(mark), report.temperature.value)
  const side = compare(absolute(difference), rule.degrees) > 0 ? 1 : -1
  if (side === memory.side) return nothing(memory)
  const { station, temperature, reading } = report
  const message = `The mark is ${degrees(fahrenheitOfMark(mark))}, and ${station} reported ${bandText(temperature)} at ${timeText(reading.observedAt)}: mark minus reading ${degrees(difference)}.`
  return { memory: { ...memory, side }, text: side === 1 && memory.side === -1 ? message : null }
}

export function lookAtReadingLevel(rule: OfKind<'reading_level'>, memory: AlertMemory, facts: AlertFacts): AlertLook {
  const report = reportState(rule.asset, facts)
  if (report === null) return nothing(memory)
  const { station, temperature, reading } = report
  const { side, crossed } = crossing(memory.side, temperature.value, rule.temperature, rule.direction)
  if (side === memory.side) return nothing(memory)
  const [level, band, at] = [degrees(rule.temperature), bandText(temperature), timeText(reading.observedAt)]
  const texts = {
    up: `${station} rose to ${level}: it reported ${band} at ${at}.`,
    down: `${station} fell to ${level}: it reported ${band} at ${at}.`,
  }
  return { memory: { ...memory, side }, text: crossed === null ? null : texts[crossed] }
}

export function lookAtNew(rule: OfKind<'reading_new'>, memory: AlertMemory, facts: AlertFacts): AlertLook {
  const report = reportState(rule.asset, facts)
  if (report === null) return nothing(memory)
  const { station, temperature, reading } = report
  const key = `${station}/${reading.observedAt}`
  if (memory.seen === key) return nothing(memory)
  const [band, at] = [bandText(temperature), timeText(reading.observedAt)]
  const message =
    reading.kind === 'special'
      ? `${station} reported ${band} at ${at} (special).`
      : `${station} reported ${band} at ${at}.`
  return { memory: { ...memory, seen: key }, text: memory.seen === null ? null : message }
}

export function lookAtLate(rule: OfKind<'reading_late'>, memory: AlertMemory, facts: AlertFacts): AlertLook {
  const report = reportState(rule.asset, facts)
  if (report === null || report.lastRoutineAt === null) return nothing(memory)
  const { missingSince } = nextReport(report.lastRoutineAt, facts.serverNow)
  const key = missingSince === null ? 'none' : `${report.station}/${missingSince}`
  if (memory.seen === key) return nothing(memory)
  const fires = missingSince !== null && memory.seen !== null
  const message = `${report.station} has sent no routine report since ${timeText(report.lastRoutineAt)}.`
  return { memory: { ...memory, seen: key }, text: fires ? message : null }
}
