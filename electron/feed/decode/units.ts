/**
 * Prices and sizes of order books as whole numbers of 10^−places units. Up to 2^53 such numbers are exact in a double, so that the hot
 * path adds and compares them without objects; whatever would not fit is refused, never rounded.
 */

/** 10^0 … 10^15. */
export const POWERS: readonly number[] = Array.from({ length: 16 }, (_, i) => 10 ** i)

/** More decimal places than this are refused. */
export const MOST_PLACES = 15

/** `units` moved from `from` places to `to` (to ≥ from); NaN when it would not be exact. */
export function rescale(units: number, from: number, to: number): number {
  const scaled = units * (POWERS[to - from] ?? Number.NaN)
  return Math.abs(scaled) <= Number.MAX_SAFE_INTEGER ? scaled : Number.NaN
}

/** Plain decimal text with exactly `places` decimals. */
export function unitsText(units: number, places: number): string {
  if (places === 0) return String(units)
  if (units < 0) return `-${unitsText(-units, places)}`
  const digits = String(units).padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/**
 * Plain decimal text as units of 10^−places.
 * @returns NaN when the text has more places, or the number would not be exact.
 */
export function textUnits(text: string, places: number): number {
  const dot = text.indexOf('.')
  const have = dot < 0 ? 0 : text.length - dot - 1
  if (have > places || places > MOST_PLACES) return Number.NaN
  const digits = dot < 0 ? text : text.slice(0, dot) + text.slice(dot + 1)
  const units = Number(digits)
  return Number.isSafeInteger(units) ? rescale(units, have, places) : Number.NaN
}
