/**
 * The temperatures that an outcome pays for, parsed from its market's texts where they are unambiguous (docs/service/outcomes.md#meta: the interface
 * has no field for it). Uncertain texts are not parsed. Pure.
 */
import { compare, type Decimal, type Fahrenheit, parseDecimal, subtract } from '../../contract/decimal.ts'

/** An interval of the °F axis. */
export interface Claim {
  /** Null where it has no lower end. */
  readonly low: Fahrenheit | null
  /** Whether the lower end is included. */
  readonly lowIn: boolean
  /** Null where it has no upper end. */
  readonly high: Fahrenheit | null
  readonly highIn: boolean
}

/** The texts that a claim is parsed from. */
export interface ClaimText {
  /** Of the market: `Above 54.1 °F at 11:00 UTC`, `72 to 74 °F`. */
  readonly name: string
  /** Title of its question; empty without one. */
  readonly title: string
  readonly rules: string | null
}

const NUMBER = '([-−]?\\d+(?:\\.\\d+)?)'
const UNIT = '(?: ?°F)?'
const AT = '(?: at \\d{2}:\\d{2} UTC)?'

type Maker = (first: Fahrenheit, second: Fahrenheit | null) => Claim
/** Everything above an edge. */
export const from = (low: Fahrenheit, lowIn: boolean): Claim => ({ low, lowIn, high: null, highIn: false })
/** Everything below an edge. */
export const upTo = (high: Fahrenheit, highIn: boolean): Claim => ({ low: null, lowIn: false, high, highIn })

const form = (text: string): RegExp => new RegExp(`^${text}${AT}$`, 'i')
const FORMS: readonly (readonly [RegExp, Maker])[] = [
  [form(`(?:above|over|more than) ${NUMBER}${UNIT}`), (a) => from(a, false)],
  [form(`(?:below|under|less than) ${NUMBER}${UNIT}`), (a) => upTo(a, false)],
  [form(`at least ${NUMBER}${UNIT}`), (a) => from(a, true)],
  [form(`at most ${NUMBER}${UNIT}`), (a) => upTo(a, true)],
  [form(`${NUMBER}${UNIT} or (?:higher|more|above|over)`), (a) => from(a, true)],
  [form(`${NUMBER}${UNIT} or (?:lower|less|below|under)`), (a) => upTo(a, true)],
  [form(`${NUMBER}${UNIT} (?:to|–) ${NUMBER}${UNIT}`), (a, b) => ({ low: a, lowIn: true, high: b ?? a, highIn: true })],
  [form(`${NUMBER} ?°F`), (a) => ({ low: a, lowIn: true, high: a, highIn: true })],
]

/** Half of a whole °F: with half-up rounding a reading of K − 0.5 becomes K. */
const HALF = '0.5' as Fahrenheit
const ROUNDED_HALVES_UP = /rounded to (?:a|the nearest) whole °F, halves up/i
const TEMPERATURES = new RegExp(`${NUMBER} ?°F`, 'g')

/** The market's claim in °F; null where its texts are not certain. */
export function readClaim({ name, title, rules }: ClaimText): Claim | null {
  const message = `${name} ${title} ${rules ?? ''}`
  if (/°C|Celsius/i.test(message) || !message.includes('°F')) return null
  for (const [pattern, make] of FORMS) {
    const match = pattern.exec(name.trim())
    if (match === null) continue
    const [first, second] = [numberOf(match[1]), match[2] === undefined ? null : numberOf(match[2])]
    if (first === null || (match[2] !== undefined && second === null)) return null
    if (second !== null && compare(first, second) > 0) return null
    // Rules that mention other temperatures than the name mean something that the name omits.
    if (!agrees(rules ?? '', [first, second]) || !agrees(title, [first, second])) return null
    return roundedBy(make(first, second), rules ?? '')
  }
  return null
}

function agrees(message: string, known: readonly (Fahrenheit | null)[]): boolean {
  return [...message.matchAll(TEMPERATURES)].every(([, text]) => {
    const value = numberOf(text)
    return value !== null && known.some((one) => one !== null && compare(one, value) === 0)
  })
}

/** The readings that round into a claim of whole degrees; null where the rules round differently. */
function roundedBy(claim: Claim, rules: string): Claim | null {
  if (!/\bround/i.test(rules)) return claim
  const edges = [claim.low, claim.high].filter((edge) => edge !== null)
  const isWhole = edges.every((edge) => !edge.includes('.'))
  const isInclusive = (claim.low === null || claim.lowIn) && (claim.high === null || claim.highIn)
  if (!ROUNDED_HALVES_UP.test(rules) || !isWhole || !isInclusive) return null
  return {
    low: claim.low === null ? null : subtract(claim.low, HALF),
    lowIn: claim.low !== null,
    high: claim.high === null ? null : subtract(claim.high, `-${HALF}` as Fahrenheit),
    highIn: false,
  }
}

const numberOf = (text: string | undefined): Fahrenheit | null =>
  text === undefined ? null : (parseDecimal(text.replace('−', '-')) as Fahrenheit | null)

/** The complement of a claim, for a holder of No. Null for an interval with two ends, whose complement is two intervals. */
export function restOf({ low, lowIn, high, highIn }: Claim): Claim | null {
  if (low !== null && high !== null) return null
  return low !== null ? upTo(low, !lowIn) : high !== null ? from(high, !highIn) : null
}

/** Whether every temperature is in an interval open below or one open above. */
export function coverAll(below: Claim, above: Claim): boolean {
  if (below.low !== null || above.high !== null || below.high === null || above.low === null) return false
  const gap = compare(below.high as Decimal, above.low as Decimal)
  return gap > 0 || (gap === 0 && (below.highIn || above.lowIn))
}

/** Indexes from low to high where the claims cover the axis without gap and overlap; null otherwise. */
export function orderOnAxis(claims: readonly (Claim | null)[]): readonly number[] | null {
  const read = claims.flatMap((claim, index) => (claim === null ? [] : [{ claim, index }]))
  if (read.length !== claims.length || read.length < 2) return null
  const ordered = [...read].sort((a, b) =>
    a.claim.low === null ? -1 : b.claim.low === null ? 1 : compare(a.claim.low, b.claim.low),
  )
  const meets = ordered.every(({ claim }, at) => {
    const next = ordered[at + 1]?.claim
    if (at === 0 && claim.low !== null) return false
    if (next === undefined) return claim.high === null
    return (
      claim.high !== null &&
      next.low !== null &&
      compare(claim.high, next.low) === 0 &&
      claim.highIn !== next.lowIn &&
      (next.high === null || compare(next.low, next.high) < 0)
    )
  })
  return meets ? ordered.map(({ index }) => index) : null
}
