/**
 * The real temperatures, °F, that a reported one can mean. US automated stations average five minutes, round to a whole °F, and report that in °C: to a
 * tenth in the T group of a report, to a whole degree in its body and in five-minute values. The bands are those of the rounding; the error of the
 * sensor comes on top.
 *
 * Sources: NOAA, "Automated Surface Observing System (ASOS) User's Guide", March 1998, ambient temperature;
 * https://mesonet.agron.iastate.edu/onsite/news.phtml?id=1469 (whole °F); https://docs.synopticdata.com/services/high-frequency-asos (five-minute
 * values in whole °C). Pure.
 */
import {
  add,
  compare,
  type Decimal,
  divide,
  type Fahrenheit,
  greater,
  lesser,
  multiply,
  placesOf,
  subtract,
  toPlaces,
  trimZeros,
  whole,
} from '../decimal.ts'

/** A reported temperature, with the range of real temperatures that it can mean. */
export interface Measured {
  /** As reported: with one decimal or none. */
  readonly celsius: Decimal
  /** The whole °F that the station measured where that is certain, else the exact conversion. */
  readonly value: Fahrenheit
  /** The band of the rounding, both ends included. */
  readonly low: Fahrenheit
  readonly high: Fahrenheit
  /** The whole °F that are reported like this, lowest first; none where a station without such a sensor reported it. */
  readonly candidates: readonly Fahrenheit[]
}

const THIRTY_TWO = '32' as Decimal
const NINE_FIFTHS = '1.8' as Decimal
const FIVE = '5' as Decimal
const NINE = '9' as Decimal
/** Half of a whole °F, and half of a tenth of a °C in °F. */
const HALF_DEGREE = '0.5' as Decimal
const HALF_TENTH = '0.09' as Decimal
/** Half of a whole °C in °F. */
const HALF_CELSIUS = '0.9' as Decimal

/** Exactly. */
export const fahrenheitOf = (celsius: Decimal): Fahrenheit =>
  trimZeros(add<Decimal>(multiply(celsius, NINE_FIFTHS), THIRTY_TWO)) as Fahrenheit

/** A whole °F as stations report it, rounded to `places` of a °C; such a value never lies halfway. */
const reported = (fahrenheit: Decimal, places: number): Decimal =>
  toPlaces(divide(multiply(subtract<Decimal>(fahrenheit, THIRTY_TWO), FIVE), NINE, 12), places)

/** The whole °F that are reported as `celsius`. */
function wholesOf(celsius: Decimal): readonly Fahrenheit[] {
  const near = Number(toPlaces(fahrenheitOf(celsius), 0))
  return [-1, 0, 1]
    .map((offset) => whole(near + offset))
    .filter(
      (fahrenheit) => compare(reported(fahrenheit, placesOf(celsius)), celsius) === 0,
    ) as readonly Decimal[] as readonly Fahrenheit[]
}

/** Stations report few different temperatures, many times each: the results are kept, up to this many. */
const MOST_KNOWN = 4_096
const known = new Map<Decimal, Measured>()

/** @param celsius with one decimal, or none where it was reported in whole degrees. @throws RangeError for more decimals */
export function measured(celsius: Decimal): Measured {
  const found = known.get(celsius) ?? measure(celsius)
  if (known.size < MOST_KNOWN) known.set(celsius, found)
  return found
}

function measure(celsius: Decimal): Measured {
  const places = placesOf(celsius)
  if (places > 1) throw new RangeError(`${celsius} °C is finer than any report`)
  const exact = fahrenheitOf(celsius)
  const candidates = wholesOf(celsius)
  const [first, last] = [candidates[0], candidates.at(-1)]
  const around = (value: Fahrenheit, half: Decimal) => ({
    value,
    low: subtract<Decimal>(value, half) as Fahrenheit,
    high: add<Decimal>(value, half) as Fahrenheit,
  })
  if (places === 1) {
    const band = first === undefined ? around(exact, HALF_TENTH) : around(first, HALF_DEGREE)
    return { celsius, ...band, candidates }
  }
  const { value, low, high } = around(exact, HALF_CELSIUS)
  if (first === undefined || last === undefined) return { celsius, value, low, high, candidates }
  return {
    celsius,
    value,
    low: lesser(low, around(first, HALF_DEGREE).low),
    high: greater(high, around(last, HALF_DEGREE).high),
    candidates,
  }
}

/** A distance from a band, °F: how far `value` lies above its upper end or, negative, below its lower end; 0 inside. */
export function beyondBand(value: Fahrenheit, { low, high }: Pick<Measured, 'low' | 'high'>): Fahrenheit {
  if (compare(value, high) > 0) return subtract(value, high)
  return compare(value, low) < 0 ? subtract(value, low) : ('0' as Fahrenheit)
}
