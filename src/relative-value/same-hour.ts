/** All markets that settle at the end of the live bucket, of every family, with the basis of the match and differences in settlement. Pure. */
import type { BinaryView } from '../../contract/binary.ts'
import type { Fahrenheit, Price } from '../../contract/decimal.ts'
import { binaryEntry } from '../../contract/entry.ts'
import { fahrenheitOfMark } from '../../contract/mark.ts'
import type { BucketView } from '../../contract/market.ts'
import { ACTIVE, LIVE, type MarketRef } from '../../contract/market-ref.ts'
import type { OutcomeMarket } from '../../contract/outcome.ts'
import { marketName, questionOf } from '../../contract/outcome-names.ts'
import type { Millis } from '../../contract/time.ts'
import { type Claim, from, readClaim, restOf, upTo } from './claim.ts'

// The settlement source of an outcome, if its texts name it: the station, a reading at one moment or something else (docs/service/outcomes.md#meta:
// the interface has no field for it). Pure.

type Measure =
  /** The reading at the moment of its expiry. */
  | 'reading'
  /** The highest or lowest of a period. */
  | 'extreme'
  | 'unknown'

interface MeasureText {
  readonly title: string
  readonly rules: string | null
  readonly expiry: Millis | null
}

const EXTREME = /\b(?:highest|lowest|high|low|maximum|minimum|first|average|mean)\b/i
const READING = /\breading of [^.;]*? at (\d{2}):(\d{2})(?::(\d{2}))? UTC on (\d{4}-\d{2}-\d{2})\b/i

/** The measured value; `unknown` where the texts are not certain. */
function measureOf({ title, rules, expiry }: MeasureText): Measure {
  if (EXTREME.test(`${title} ${rules ?? ''}`)) return 'extreme'
  const match = READING.exec(rules ?? '')
  if (match === null || expiry === null) return 'unknown'
  const [, hour, minute, second = '00', day] = match
  return Date.parse(`${day}T${hour}:${minute}:${second}Z`) === expiry ? 'reading' : 'unknown'
}

/** `KNYC` of `KNYC Central Park, New York`: the code of a weather station; null where the text contains none, or several. */
function stationCode(station: string | null): string | null {
  const codes = new Set((station ?? '').match(/\b[A-Z]{4}\b/g) ?? [])
  return codes.size === 1 ? ([...codes][0] ?? null) : null
}

/** A contract that pays 1 in an interval of temperatures and nothing else. */
export interface Contract {
  /** `UP`, `No`. */
  readonly name: string
  readonly ref: MarketRef
  /** Name of its book. */
  readonly asset: string
  /** Whether it is bought by selling in its book: DOWN is the other side of the book of UP. */
  readonly isMirrored: boolean
  readonly claim: Claim | null
}

/** One market of the hour. */
export interface HourMarket {
  readonly key: string
  readonly family: 'binary' | 'outcome'
  readonly name: string
  readonly sides: readonly Contract[]
  /** Its settlement source: the average of the window before the end, or the reading at that moment. */
  readonly measure: 'average' | 'reading' | 'unknown'
  /** Why it is not compared with others; null where it is. */
  readonly apart: string | null
  readonly tick: Price | null
  readonly sizeDecimals: number | null
}

export interface Hour {
  /** When all of it settles, by the service's clock. */
  readonly end: Millis
  readonly twapWindow: number
  readonly scalar: { readonly asset: string; readonly ref: MarketRef }
  readonly markets: readonly HourMarket[]
}

interface HourFacts {
  readonly bucket: BucketView
  /** The station of the scalar market, in the service's text; null where it is not reported. */
  readonly station: string | null
  readonly binary: BinaryView | undefined
  readonly outcomes: readonly OutcomeMarket[]
  /** By the service's clock, ms: entries end before their market does. */
  readonly now: number
}

/** Null while no bucket is live. */
export function hourOf({ bucket, station, binary, outcomes, now }: HourFacts): Hour | null {
  const { current, twapWindow } = bucket
  if (current === null) return null
  const { end } = current
  const up = binary === undefined ? null : binaryOf(binary, end, now)
  const shares = outcomes
    .filter((market) => market.expiry === end && !market.expired && !market.settling)
    .map((market) => outcomeOf(market, stationCode(station)))
  return {
    end,
    twapWindow,
    scalar: { asset: current.asset, ref: LIVE },
    markets: [...(up === null ? [] : [up]), ...shares],
  }
}

function binaryOf(view: BinaryView, end: Millis, now: number): HourMarket | null {
  const { bucket, markets } = view
  if (bucket === null || bucket.asset === null || bucket.end !== end) return null
  const { asset } = bucket
  const listed = markets.find((one) => one.asset === asset)
  const midpoint = bucket.midpoint ?? listed?.midpoint ?? null
  const degrees = midpoint === null ? null : fahrenheitOfMark(midpoint)
  const claim = (part: Claim): Claim | null => (degrees === null ? null : part)
  const edge = degrees ?? ('0' as Fahrenheit)
  const entry = binaryEntry(asset, view, now)
  return {
    key: `binary/${asset}`,
    family: 'binary',
    name: asset,
    sides: [
      // The result at exactly the midpoint is unspecified, so neither side includes it (docs/service/binary.md#reads).
      { name: 'UP', ref: ACTIVE, asset, isMirrored: false, claim: claim(from(edge, false)) },
      { name: 'DOWN', ref: ACTIVE, asset, isMirrored: true, claim: claim(upTo(edge, false)) },
    ],
    measure: 'average',
    apart: degrees === null ? 'No midpoint yet.' : entry.takes === 'everything' ? null : entry.reason,
    tick: listed?.tickSize ?? null,
    sizeDecimals: listed?.sizeDecimals ?? null,
  }
}

function outcomeOf(market: OutcomeMarket, station: string | null): HourMarket {
  const question = questionOf(market)
  const text = { name: market.name, title: question?.title ?? '', rules: question?.rules ?? null }
  const claim = market.sides.length === 2 ? readClaim(text) : null
  const measure = measureOf({ ...text, expiry: market.expiry })
  return {
    key: `outcome/${market.outcomeId}`,
    family: 'outcome',
    name: marketName(market),
    sides: market.sides.map(({ index, name, coin }) => ({
      name,
      ref: { family: 'outcome', outcomeId: market.outcomeId, side: index },
      asset: coin,
      isMirrored: false,
      claim: claim === null ? null : index === 0 ? claim : restOf(claim),
    })),
    measure: measure === 'reading' ? 'reading' : 'unknown',
    apart: apartOf(measure, claim, station, text.rules ?? ''),
    tick: market.tickSize,
    sizeDecimals: market.sizeDecimals,
  }
}

function apartOf(measure: Measure, claim: Claim | null, station: string | null, rules: string): string | null {
  if (measure === 'extreme') return 'It settles on a high, low, first or average, not on one reading.'
  if (measure === 'unknown') return 'Its rules do not clearly settle on the reading at this time.'
  if (claim === null) return 'Its temperature range is unclear from its text.'
  if (station === null) return 'The venue does not report the station of the scalar market.'
  return stationCode(rules) === station ? null : `Its rules do not name only the station ${station}.`
}
