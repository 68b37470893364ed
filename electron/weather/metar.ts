/**
 * Reads the temperatures of a METAR or SPECI report, and what says how far to trust them. Everything else of the report is ignored. A report that
 * contradicts itself gives no temperature.
 *
 * Groups by the Federal Meteorological Handbook No. 1 (FCM-H1), chapter 12, as in AFMAN 15-111, remarks 30 to 33: body `TT/DD` in whole °C; after
 * `RMK` `TsTTTsDDD` in tenths, `1sTTT` and `2sTTT` (highest and lowest of six hours), `4sTTTsTTT` (of 24 hours, in the report of midnight by local
 * standard time). Pure.
 */
import { absolute, compare, type Decimal, fromUnits, subtract } from '../../contract/decimal.ts'
import { ok, type Result, refused } from '../../contract/result.ts'
import { type Millis, millis } from '../../contract/time.ts'
import { parseStationId, type StationId } from '../../contract/weather/index.ts'

interface Extremes {
  /** Both in °C to a tenth; null where the report has none. */
  readonly high: Decimal | null
  readonly low: Decimal | null
}

/** A report. Temperatures are °C: with one decimal from the T group, without one from the body; null where it has none. */
export interface Metar {
  readonly station: StationId
  /** Day of the month, hour and minute, UTC. */
  readonly day: number
  readonly hour: number
  readonly minute: number
  /** Null where the text does not say. */
  readonly isSpecial: boolean | null
  /** `COR` */
  readonly isCorrected: boolean
  /** `AUTO` */
  readonly isAutomatic: boolean
  /** `$`: the station asks for maintenance. */
  readonly needsMaintenance: boolean
  readonly celsius: Decimal | null
  readonly sixHours: Extremes
  readonly day24: Extremes
}

/** Longer text is not a report. */
const LONGEST = 1000

const TIME = /^(\d\d)(\d\d)(\d\d)Z$/
const BODY = /^(M?\d\d)\/(?:M?\d\d|\/\/|XX)?$/
const NO_TEMPERATURE = /^\/\/\/?\/?\/?$/
const T_GROUP = /^T([01])(\d{3})(?:[01]\d{3})?$/
const HIGHEST = /^1([01])(\d{3})$/
const LOWEST = /^2([01])(\d{3})$/
const OF_A_DAY = /^4([01])(\d{3})([01])(\d{3})$/
/** The body rounds the tenths of the T group. */
const ROUNDING = '0.5' as Decimal

/** `1021` as −2.1: a sign digit and tenths. */
const tenths = (sign: string, digits: string): Decimal => fromUnits(BigInt(digits) * (sign === '1' ? -1n : 1n), 1)

/** `M02` as −2. */
const whole = (text: string): Decimal => fromUnits(BigInt(text.replace('M', '')) * (text.startsWith('M') ? -1n : 1n), 0)

/** The report, or why it is none: a sentence. */
export function parseMetar(text: string): Result<Metar, string> {
  if (text.length > LONGEST) return refused('It is too long.')
  const words = text.replace(/=\s*$/, '').trim().split(/\s+/)
  const isSpecial = words[0] === 'SPECI' ? true : words[0] === 'METAR' ? false : null
  if (isSpecial !== null) words.shift()
  const isCorrectedBefore = words[0] === 'COR'
  if (isCorrectedBefore) words.shift()
  const [name = '', time = '', ...rest] = words
  const station = parseStationId(name)
  if (station === null) return refused('It does not begin with a station.')
  const [, day, hour, minute] = (TIME.exec(time) ?? []).map(Number)
  if (day === undefined || hour === undefined || minute === undefined) return refused('It has no time.')
  if (day < 1 || day > 31 || hour > 23 || minute > 59) return refused('It has an impossible time.')
  const remarksAt = rest.indexOf('RMK')
  const body = remarksAt < 0 ? rest : rest.slice(0, remarksAt)
  const remarks = remarksAt < 0 ? [] : rest.slice(remarksAt + 1)
  const found = temperatureIn(body, remarks)
  if (!found.ok) return found
  const [, dayHigh, dayHighDigits, dayLow, dayLowDigits] = first(remarks, OF_A_DAY)
  return ok({
    ...{ station, day, hour, minute, isSpecial },
    isCorrected: isCorrectedBefore || body.includes('COR'),
    isAutomatic: body.includes('AUTO'),
    needsMaintenance: rest.at(-1) === '$',
    celsius: found.value,
    sixHours: { high: tenthsIn(first(remarks, HIGHEST)), low: tenthsIn(first(remarks, LOWEST)) },
    day24: inOrder(tenthsIn(['', dayHigh, dayHighDigits]), tenthsIn(['', dayLow, dayLowDigits])),
  })
}

type Match = readonly (string | undefined)[]

const first = (words: readonly string[], pattern: RegExp): Match => {
  for (const word of words) {
    const match = pattern.exec(word)
    if (match !== null) return match
  }
  return []
}

const tenthsIn = ([, sign, digits]: Match): Decimal | null =>
  sign === undefined || digits === undefined ? null : tenths(sign, digits)

/** Neither where the low is above the high. */
const inOrder = (high: Decimal | null, low: Decimal | null): Extremes =>
  high !== null && low !== null && compare(low, high) > 0 ? { high: null, low: null } : { high, low }

/** The T group where there is one, since it is finer; both must agree. */
function temperatureIn(body: readonly string[], remarks: readonly string[]): Result<Decimal | null, string> {
  const inBody = body.flatMap((word) => BODY.exec(word)?.[1] ?? []).map(whole)
  const inRemarks = remarks.flatMap((word) => {
    const [, sign, digits] = T_GROUP.exec(word) ?? []
    return sign === undefined || digits === undefined ? [] : [tenths(sign, digits)]
  })
  const [rounded = null] = inBody
  const [fine = null] = inRemarks
  const differs = (all: readonly Decimal[]): boolean => all.some((one) => compare(one, all[0] ?? one) !== 0)
  if (differs(inBody) || differs(inRemarks)) return refused('It has two temperatures.')
  if (fine !== null && rounded === null && body.some((word) => NO_TEMPERATURE.test(word)))
    return refused('It has a temperature in its remarks only, and says in its body that there is none.')
  if (fine !== null && rounded !== null && compare(absolute(subtract<Decimal>(fine, rounded)), ROUNDING) > 0)
    return refused(`It says ${rounded} °C in its body and ${fine} °C in its remarks.`)
  return ok(fine ?? rounded)
}

const MINUTE = 60_000

/** The moment of a report: the one with its day, hour and minute within half a month of `near`; null where no month there has such a day. */
export function timeOfReport(
  { day, hour, minute }: Pick<Metar, 'day' | 'hour' | 'minute'>,
  near: number,
): Millis | null {
  const month = new Date(near)
  const moments = [-1, 0, 1].map((offset) =>
    Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + offset, day, hour, minute),
  )
  const [closest] = moments
    .filter((at) => new Date(at).getUTCDate() === day)
    .toSorted((a, b) => Math.abs(a - near) - Math.abs(b - near))
  return closest === undefined || Math.abs(closest - near) > 20 * 24 * 60 * MINUTE ? null : millis(closest)
}
