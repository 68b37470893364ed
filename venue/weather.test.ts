import { afterEach, describe, expect, it } from 'vitest'
import { createVenueCore } from './core/index.ts'
import { startTestVenue, type TestVenue } from './testing/test-venue.ts'
import { STATION, type WeatherStation } from './weather.ts'

const HOUR = 3600
const START = Date.UTC(2026, 10, 21, 13)
const NOW = START / 1000

interface Report {
  obsTime: number
  receiptTime: string
  metarType: string
  rawOb: string
  temp: number
}
const coreAt = (seed: number) => createVenueCore({ seed, startTime: START, traders: false })
const reports = (station: WeatherStation, hours: number, now = NOW) => station.reports(now, hours) as Report[]
const ofRemarks = (raw: string): number => Number(/ T([01])(\d{3})/.exec(raw)?.slice(1).join('').replace(/^1/, '-'))

describe('the practice station', () => {
  const { weather } = coreAt(7)

  it('reports hourly at :51 with specials between, some minutes late, and now and then misses one', () => {
    const all = Array.from({ length: 12 }, (_, seed) => reports(coreAt(seed).weather, 72)).flat()
    const routine = all.filter(({ metarType }) => metarType === 'METAR')
    const special = all.filter(({ metarType }) => metarType === 'SPECI')
    expect(new Set(routine.map(({ obsTime }) => (obsTime / 60) % 60))).toEqual(new Set([51]))
    expect(routine.length).toBeLessThan(12 * 72)
    expect(routine.length).toBeGreaterThan(12 * 72 * 0.95)
    expect(special.length).toBeGreaterThan(100)
    for (const { obsTime, receiptTime } of all) {
      const late = Date.parse(receiptTime) / 1000 - obsTime
      expect(late).toBeGreaterThanOrEqual(60)
      expect(late).toBeLessThan(6 * 60)
      expect(Date.parse(receiptTime)).toBeLessThanOrEqual(START)
    }
  })

  it('writes whole °F as tenths of °C, the same in body, remarks and field', () => {
    for (const { rawOb, temp } of reports(weather, 72)) {
      const tenths = ofRemarks(rawOb)
      expect(temp).toBe(tenths / 10)
      const fahrenheit = Math.round(32 + (tenths * 9) / 50)
      expect(Math.round(((fahrenheit - 32) * 50) / 9)).toBe(tenths)
      const [, sign, body] = / (M?)(\d\d)\/M?\d\d /.exec(rawOb) ?? []
      expect(Math.abs(tenths / 10 - Number(body) * (sign === 'M' ? -1 : 1))).toBeLessThanOrEqual(0.5)
    }
  })

  it('states the extremes of six hours and of the day in the reports before their ends', () => {
    const stated = (pattern: RegExp) =>
      reports(weather, 72).flatMap(({ rawOb, obsTime }) => (pattern.test(rawOb) ? [((obsTime + 540) / HOUR) % 24] : []))
    expect(new Set(stated(/ 1[01]\d{3} 2[01]\d{3}/))).toEqual(new Set([0, 6, 12, 18]))
    expect(new Set(stated(/ 4[01]\d{3}[01]\d{3}/))).toEqual(new Set([5]))
  })

  it('tells the same of the past at every later moment', () => {
    const later = reports(weather, 48, NOW + 6 * HOUR)
    for (const one of reports(weather, 24)) expect(later).toContainEqual(one)
    expect(reports(coreAt(7).weather, 24)).toEqual(reports(weather, 24))
  })

  it('follows the oracle once it is set', () => {
    const core = coreAt(7)
    const before = reports(core.weather, 24)
    core.setTemperature('20')
    core.advanceTo(START + 2 * HOUR * 1000)
    const [newest] = reports(core.weather, 2, NOW + 2 * HOUR)
    expect(Math.abs(32 + (newest?.temp ?? 0) * 1.8 - 20)).toBeLessThan(4)
    expect(reports(core.weather, 26, NOW + 2 * HOUR)).toEqual(expect.arrayContaining(before))
  })
})

describe('the routes', () => {
  const open: TestVenue[] = []
  const start = async (): Promise<TestVenue> => {
    const venue = await startTestVenue()
    open.push(venue)
    return venue
  }
  afterEach(async () => {
    for (const venue of open.splice(0)) await venue.close()
  })
  const BASE = '/practice-weather'

  it('have the shapes of the services that they stand for', async () => {
    const venue = await start()
    const metars = await venue.get(`${BASE}/api/data/metar?ids=KNYC&format=json&hours=6`)
    expect(metars.body[0]).toMatchObject({
      icaoId: 'KNYC',
      obsTime: expect.any(Number),
      rawOb: expect.stringMatching(/^(METAR|SPECI) KNYC \d{6}Z/),
    })
    const observations = await venue.get(`${BASE}/stations/KNYC/observations?limit=20`)
    expect(observations.body.features).toHaveLength(20)
    expect(observations.body.features[0].properties).toMatchObject({
      timestamp: expect.stringMatching(/\+00:00$/),
      temperature: { unitCode: 'wmoUnit:degC', value: expect.any(Number), qualityControl: 'V' },
    })
    const { properties } = (await venue.get(`${BASE}/points/${STATION.latitude},${STATION.longitude}`)).body
    expect(properties.timeZone).toBe('America/New_York')
    const path = `${BASE}/gridpoints/${properties.gridId}/${properties.gridX},${properties.gridY}/forecast/hourly`
    const forecast = (await venue.get(path)).body.properties
    expect(forecast.periods).toHaveLength(24)
    expect(forecast.periods[0]).toMatchObject({ startTime: forecast.updateTime, temperatureUnit: 'F' })
    const second = (await venue.get(`${BASE}/v1/forecast?forecast_minutely_15=8`)).body
    expect(second.minutely_15.time).toHaveLength(8)
    expect(second.minutely_15.temperature_2m).toHaveLength(8)
  })

  it('know one station and one grid', async () => {
    const venue = await start()
    expect((await venue.get(`${BASE}/api/data/metar?ids=KLGA`)).body).toEqual([])
    expect(await venue.get(`${BASE}/stations/KLGA/observations`)).toMatchObject({ status: 404 })
    expect(await venue.get(`${BASE}/gridpoints/OKX/1,1/forecast/hourly`)).toMatchObject({ status: 404 })
  })
})
