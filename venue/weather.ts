/**
 * The weather station that the practice markets settle on, as public weather services would report it: the oracle's temperature, averaged over five
 * minutes, rounded to a whole °F, and reported in °C with the rhythm and the delays of a real station. A function of seed and time.
 */
import type { Oracle } from './oracle.ts'
import { hashText, mix32 } from './random.ts'

/** Its id, name, and place in degrees north and east. */
export const STATION = { id: 'KNYC', name: 'Central Park, New York', latitude: 40.779, longitude: -73.9693 } as const
export const STATION_ZONE = 'America/New_York'
/** The grid of its forecast. */
export const GRID = { office: 'OKX', x: 34, y: 38 } as const

const MINUTE = 60
const HOUR = 60 * MINUTE
/** The minute of routine reports. */
const ROUTINE = 51 * MINUTE
const FIVE_MINUTES = 5 * MINUTE
const MARK_OFFSET_TICKS = 50_000
/** One routine report in this many is never sent; one hour in this many has a special report. */
const MISSING = 48
const SPECIAL = 5

/** A temperature as the station measured it. Times are whole seconds since the epoch. */
interface Observation {
  readonly at: number
  /** Whole °F. */
  readonly fahrenheit: number
  readonly kind: 'routine' | 'special' | 'five_minute'
}

/** Tenths of a °C of a whole °F, rounded half away from zero; such a value never lies halfway. */
const tenthsOf = (fahrenheit: number): number => Math.round(((fahrenheit - 32) * 50) / 9)

export class WeatherStation {
  readonly #oracle: Oracle
  readonly #salt: number
  readonly #measured = new Map<number, number>()

  constructor(oracle: Oracle, seed: number | string) {
    this.#oracle = oracle
    this.#salt = hashText(`${seed}/weather`)
  }

  /** The oracle was set: what was measured from `second` on is measured again. */
  forget(second: number): void {
    for (const at of this.#measured.keys()) if (at >= second) this.#measured.delete(at)
  }

  /** METAR and SPECI reports that were published by `now`, newest first, as the Aviation Weather Center writes them. */
  reports(now: number, hours: number): object[] {
    return this.#observations(now, hours)
      .filter(({ kind }) => kind !== 'five_minute')
      .map((one) => ({
        icaoId: STATION.id,
        receiptTime: new Date((one.at + this.#delay(one)) * 1000).toISOString(),
        obsTime: one.at,
        reportTime: new Date(Math.ceil(one.at / HOUR) * HOUR * 1000).toISOString(),
        temp: tenthsOf(one.fahrenheit) / 10,
        metarType: one.kind === 'special' ? 'SPECI' : 'METAR',
        rawOb: `${one.kind === 'special' ? 'SPECI' : 'METAR'} ${this.#text(one)}`,
        ...{ lat: STATION.latitude, lon: STATION.longitude, elev: 27 },
        name: `New York/Central Park, NY, US`,
      }))
  }

  /** The same with five-minute values in whole °C, as the National Weather Service writes them. */
  observations(now: number, limit: number): object {
    const all = this.#observations(now, 24).slice(0, limit)
    return {
      type: 'FeatureCollection',
      features: all.map((one) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [STATION.longitude, STATION.latitude] },
        properties: {
          timestamp: new Date(one.at * 1000).toISOString().replace('.000Z', '+00:00'),
          rawMessage: one.kind === 'five_minute' ? '' : this.#text(one),
          temperature: {
            unitCode: 'wmoUnit:degC',
            value:
              one.kind === 'five_minute' ? Math.round(((one.fahrenheit - 32) * 5) / 9) : tenthsOf(one.fahrenheit) / 10,
            qualityControl: 'V',
          },
        },
      })),
    }
  }

  /** The hourly forecast that was issued at the last full hour: whole °F. */
  hourlyForecast(now: number): object {
    const issued = Math.floor(now / HOUR) * HOUR
    const periods = Array.from({ length: 24 }, (_, i) => {
      const start = issued + i * HOUR
      return {
        number: i + 1,
        startTime: new Date(start * 1000).toISOString().replace('.000Z', '+00:00'),
        endTime: new Date((start + HOUR) * 1000).toISOString().replace('.000Z', '+00:00'),
        temperature: Math.round(this.#forecast(issued, i * HOUR)),
        temperatureUnit: 'F',
      }
    })
    const time = new Date(issued * 1000).toISOString().replace('.000Z', '+00:00')
    return { properties: { units: 'us', generatedAt: time, updateTime: time, periods } }
  }

  /** A forecast of an earlier run in steps of 15 minutes, tenths of a °F. */
  quarterHourlyForecast(now: number, count: number): object {
    const run = Math.floor(now / HOUR) * HOUR - 2 * HOUR
    const times = Array.from({ length: count }, (_, i) => (Math.floor(now / 900) + i) * 900)
    return {
      ...{ latitude: STATION.latitude, longitude: STATION.longitude, utc_offset_seconds: 0, timezone: 'GMT' },
      minutely_15_units: { time: 'unixtime', temperature_2m: '°F' },
      minutely_15: {
        time: times,
        temperature_2m: times.map((at) => Math.round(this.#forecast(run, at - run) * 10) / 10),
      },
    }
  }

  #forecast(second: number, horizon: number): number {
    return (this.#oracle.forecast(second, horizon).mean - MARK_OFFSET_TICKS) / 100
  }

  /** Published by `now`, newest first. */
  #observations(now: number, hours: number): Observation[] {
    const found: Observation[] = []
    const first = Math.ceil((now - hours * HOUR) / FIVE_MINUTES) * FIVE_MINUTES
    for (let at = first; at <= now; at += FIVE_MINUTES) found.push(this.#observed(at, 'five_minute'))
    for (let hour = Math.floor(first / HOUR) * HOUR; hour <= now; hour += HOUR) {
      if (this.#draw(hour, 1) % MISSING !== 0) found.push(this.#observed(hour + ROUTINE, 'routine'))
      if (this.#draw(hour, 2) % SPECIAL === 0)
        found.push(this.#observed(hour + (6 + (this.#draw(hour, 3) % 38)) * MINUTE, 'special'))
    }
    return found.filter((one) => one.at >= first && one.at + this.#delay(one) <= now).toSorted((a, b) => b.at - a.at)
  }

  #observed(at: number, kind: Observation['kind']): Observation {
    return { at, kind, fahrenheit: this.#measure(at) }
  }

  /** The five minutes before `at`, in whole °F. */
  #measure(at: number): number {
    let fahrenheit = this.#measured.get(at)
    if (fahrenheit === undefined) {
      fahrenheit = Math.round((this.#oracle.averageTicks(at, FIVE_MINUTES) - MARK_OFFSET_TICKS) / 100)
      if (this.#measured.size > 2000) this.#measured.clear()
      this.#measured.set(at, fahrenheit)
    }
    return fahrenheit
  }

  /** Time from the observation to its publication, seconds: some minutes, for five-minute values less. */
  #delay({ at, kind }: Observation): number {
    const most = kind === 'five_minute' ? 2 : 5
    return (1 + (this.#draw(at, 4) % most)) * MINUTE + (this.#draw(at, 5) % MINUTE)
  }

  #draw(at: number, of: number): number {
    return mix32(Math.imul(at | 0, 0x9e3779b1) ^ (this.#salt + of))
  }

  /** The report without its type. */
  #text({ at, fahrenheit, kind }: Observation): string {
    const tenths = tenthsOf(fahrenheit)
    const moment = new Date(at * 1000)
    const time = [moment.getUTCDate(), moment.getUTCHours(), moment.getUTCMinutes()].map((n) =>
      String(n).padStart(2, '0'),
    )
    const body = `${inBody(tenths)}/${inBody(tenths - 40)}`
    const extremes = kind === 'routine' ? this.#extremes(at) : []
    const remarks = ['AO2', `T${signed(tenths)}${signed(tenths - 40)}`, ...extremes]
    return `${STATION.id} ${time.join('')}Z AUTO 00000KT 10SM CLR ${body} A3000 RMK ${remarks.join(' ')}`
  }

  /** At 00, 06, 12 and 18 UTC of the six hours before, and at midnight of standard time of the day before. */
  #extremes(at: number): string[] {
    const hour = Math.ceil(at / HOUR) * HOUR
    const ofDay = (hour / HOUR) % 24
    const groups: string[] = []
    if (ofDay % 6 === 0) {
      const { high, low } = this.#extremesOf(at, 6 * HOUR)
      groups.push(`1${signed(high)}`, `2${signed(low)}`)
    }
    if (ofDay === 5) {
      const { high, low } = this.#extremesOf(at, 24 * HOUR)
      groups.push(`4${signed(high)}${signed(low)}`)
    }
    return groups
  }

  #extremesOf(at: number, span: number): { high: number; low: number } {
    const last = Math.floor(at / FIVE_MINUTES) * FIVE_MINUTES
    const all = Array.from({ length: span / FIVE_MINUTES }, (_, i) => this.#measure(last - i * FIVE_MINUTES))
    return { high: tenthsOf(Math.max(...all)), low: tenthsOf(Math.min(...all)) }
  }
}

/** `1021` for −2.1. */
const signed = (tenths: number): string => `${tenths < 0 ? 1 : 0}${String(Math.abs(tenths)).padStart(3, '0')}`

/** Whole degrees of tenths, half upwards: `M02`. */
function inBody(tenths: number): string {
  const whole = Math.floor((tenths + 5) / 10)
  return `${tenths < 0 && whole <= 0 ? 'M' : ''}${String(Math.abs(whole)).padStart(2, '0')}`
}
