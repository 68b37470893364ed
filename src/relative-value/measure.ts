/**
 * On what an outcome settles, as far as its words say so: which station, the reading of one moment or something else
 * (docs/service/outcomes.md#meta: the interface has no field for it). Pure.
 */
import type { Millis } from '../../contract/time.ts'

export type Measure =
  /** The reading at the very moment at which it expires. */
  | 'reading'
  /** The highest or lowest of a stretch of time. */
  | 'extreme'
  | 'unknown'

interface MeasureText {
  readonly title: string
  readonly rules: string | null
  readonly expiry: Millis | null
}

const EXTREME = /\b(?:highest|lowest|high|low|maximum|minimum|first|average|mean)\b/i
const READING = /\breading of [^.;]*? at (\d{2}):(\d{2})(?::(\d{2}))? UTC on (\d{4}-\d{2}-\d{2})\b/i

/** What is measured; `unknown` where the words do not say it in a way that is certain. */
export function measureOf({ title, rules, expiry }: MeasureText): Measure {
  if (EXTREME.test(`${title} ${rules ?? ''}`)) return 'extreme'
  const match = READING.exec(rules ?? '')
  if (match === null || expiry === null) return 'unknown'
  const [, hour, minute, second = '00', day] = match
  return Date.parse(`${day}T${hour}:${minute}:${second}Z`) === expiry ? 'reading' : 'unknown'
}

/** `KNYC` of `KNYC Central Park, New York`: the code of a weather station; null where the words hold none, or several. */
export function stationCode(station: string | null): string | null {
  const codes = new Set((station ?? '').match(/\b[A-Z]{4}\b/g) ?? [])
  return codes.size === 1 ? ([...codes][0] ?? null) : null
}
