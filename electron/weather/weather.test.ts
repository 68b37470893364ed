import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Decimal, decimal } from '../../contract/decimal.ts'
import { Listeners } from '../../contract/listeners.ts'
import { type SafeText, safeText, text } from '../../contract/safe-text.ts'
import { createFakeClock, type FakeClock } from '../../contract/testing/fake-clock.ts'
import { type Millis, millis } from '../../contract/time.ts'
import { nextReport, type Reading, type StationId, type WeatherView } from '../../contract/weather/index.ts'
import type { Secret } from '../secrets/index.ts'
import { parseAnswer, Wire } from '../service/index.ts'
import { openStorage, type Storage } from '../storage/index.ts'
import { createOpenMeteoKey, type OpenMeteoKey } from './open-meteo-key.ts'
import { extremesIn, lastRoutine, newReadings, observationWait, screened } from './readings.ts'
import { createWeather } from './weather.ts'
import { type AskWeather, WeatherError } from './weather-http.ts'

const KNYC = 'KNYC' as StationId
const HOUR = 3_600_000
const MINUTE = 60_000
const START = Date.parse('2026-11-30T15:00:00Z')
const silent = { debug() {}, info() {}, warn() {}, error() {} } as never

const reading = (at: number, celsius: string, more: Partial<Reading> = {}): Reading => ({
  ...{ station: KNYC, source: 'metar', kind: 'routine', isCorrected: false, raw: safeText('KNYC …') },
  ...{ observedAt: millis(at), receivedAt: millis(at + MINUTE), celsius: decimal(celsius) },
  ...more,
})

describe('two readings of one moment', () => {
  const known = (one: Reading) => new Map([[one.observedAt as number, one]])
  const bare = reading(START, '14', { source: 'nws', kind: 'five_minute', raw: null })

  it('are the correction, else the finer value, else the report', () => {
    const fine = reading(START, '13.9')
    expect(newReadings([fine], known(bare))).toEqual([fine])
    expect(newReadings([bare], known(fine))).toEqual([])
    const corrected = reading(START, '14', { isCorrected: true })
    expect(newReadings([corrected], known(fine))).toEqual([corrected])
    expect(newReadings([fine], known(corrected))).toEqual([])
    const report = reading(START, '14')
    expect(newReadings([bare, report], new Map())).toEqual([report])
    expect(newReadings([fine], known(fine))).toEqual([])
  })
})

describe('a reading that jumps', () => {
  const at = (minutesAgo: number, fahrenheit: number): Reading =>
    reading(START - minutesAgo * MINUTE, (((fahrenheit - 32) * 5) / 9).toFixed(1))
  const shown = (...all: Reading[]) => screened(all, START).shown.map(({ observedAt }) => (START - observedAt) / MINUTE)

  it('is held back until another one confirms it', () => {
    expect(shown(at(0, 70), at(60, 50), at(120, 50))).toEqual([60, 120])
    expect(shown(at(0, 70), at(30, 71), at(60, 50), at(120, 50))).toEqual([0, 30, 60, 120])
    expect(shown(at(0, 51), at(30, 90), at(60, 50))).toEqual([0, 60])
    expect(shown(at(0, 51), at(30, 50), at(60, 90))).toEqual([0, 30])
    expect(screened([at(0, 70), at(60, 50)], START).problems).toEqual([
      'The reading of KNYC at 15:00 UTC (70 °F) is more than 15 °F from its neighbors. It is not shown until another reading confirms it.',
    ])
  })

  it('is none over more than an hour, of 15 °F, or without another one', () => {
    expect(shown(at(0, 70), at(61, 50))).toEqual([0, 61])
    expect(shown(at(0, 65), at(60, 50))).toEqual([0, 60])
    expect(shown(at(0, 70))).toEqual([0])
  })

  it('or lies in the future is a sentence, and not shown', () => {
    const { shown: left, problems } = screened([at(-11, 50), at(-9, 50)], START)
    expect(left).toHaveLength(1)
    expect(problems).toEqual([
      'KNYC sent a reading dated 15:11 UTC, which is in the future. Check the clock of this computer.',
    ])
  })
})

describe('observations', () => {
  it('are looked for every minute from the time of a report until it is there, else every five', () => {
    const last = millis(START - 9 * MINUTE)
    const wait = (now: number) => observationWait(nextReport(last, now), now) / MINUTE
    expect(wait(START)).toBe(5)
    expect(wait(last + HOUR - 3 * MINUTE)).toBeCloseTo(3, 1)
    expect(wait(last + HOUR)).toBe(1)
    expect(wait(last + HOUR + 15 * MINUTE)).toBe(1)
    expect(wait(last + HOUR + 16 * MINUTE)).toBe(5)
    expect(observationWait(null, START)).toBe(5 * MINUTE)
  })

  it('state extremes of six and of 24 hours in their reports', () => {
    const raw = safeText('KNYC 301451Z AUTO 14/11 A3000 RMK AO2 T01390111 10156 20128 401561011')
    const readings = [reading(START, '13.9', { raw }), reading(START - HOUR, '13.9', { raw: null })]
    expect(extremesIn(readings, 'sixHours')).toEqual([{ at: START, high: '15.6', low: '12.8' }])
    expect(extremesIn(readings, 'day24')).toEqual([{ at: START, high: '15.6', low: '-1.1' }])
    const special = reading(START, '13.9', { kind: 'special' })
    expect(lastRoutine([special, reading(START - HOUR, '13.9')])).toBe(START - HOUR)
  })
})

interface World {
  readonly clock: FakeClock
  readonly asked: string[]
  /** Answers by the beginning of the path. */
  readonly answers: Map<string, () => unknown>
  readonly view: () => WeatherView
  readonly weather: ReturnType<typeof createWeather>
  settings: { weather: 'off' | 'practice' | 'all'; openMeteo: 'off' | 'non_commercial' | 'key' }
  readonly key: OpenMeteoKey
  stations: Record<string, string>
  setMarkets(markets: { asset: string; station: string | null }[]): void
  changeSettings(change: Partial<World['settings']>): void
}

const metar = (at: number, tenths: number) => {
  const moment = new Date(at)
  const time = [moment.getUTCDate(), moment.getUTCHours(), moment.getUTCMinutes()]
    .map((n) => String(n).padStart(2, '0'))
    .join('')
  const group = `T0${String(tenths).padStart(3, '0')}`
  return {
    ...{ icaoId: 'KNYC', obsTime: at / 1000, metarType: 'METAR', lat: 40.779, lon: -73.9693 },
    rawOb: `METAR KNYC ${time}Z AUTO ${String(Math.floor((tenths + 5) / 10)).padStart(2, '0')}/02 A3000 RMK AO2 ${group}0020`,
  }
}

const opened: Storage[] = []
afterEach(() => {
  for (const storage of opened.splice(0)) storage.close()
})
function newStorage(): Storage {
  const storage = openStorage({ directory: mkdtempSync(join(tmpdir(), 'weather-')), clock: createFakeClock(START) })
  opened.push(storage)
  return storage
}

function world(
  service: 'public' | 'practice' = 'practice',
  { weather: store }: Pick<Storage, 'weather'> = newStorage(),
): World {
  const clock = createFakeClock(START)
  const asked: string[] = []
  const answers = new Map<string, () => unknown>()
  const markets = new Listeners()
  const settings = new Listeners()
  let listed: { asset: string; station: string | null }[] = [{ asset: 'NYCTMP1', station: 'KNYC Central Park' }]
  const kept = new Map<string, Secret>()
  const origins = new Map<string, string | null>()
  const key = createOpenMeteoKey({
    secrets: {
      get: async (account) => kept.get(account) ?? null,
      set: async (account, secret) => void kept.set(account, secret),
      delete: async (account) => void kept.delete(account),
      view: () => ({ mode: 'keychain' }),
      onChange: () => () => undefined,
    },
    origins: {
      read: (account) => origins.get(account) ?? null,
      save: (account, origin) => void origins.set(account, origin),
    },
  })
  const ask: AskWeather = async (host, path, _query, apikey = null) => {
    asked.push(apikey === null ? `${host} ${path}` : `${host} ${path} with ${apikey.reveal()}`)
    const [, answer] = [...answers].find(([beginning]) => path.startsWith(beginning)) ?? []
    const body = answer?.() ?? []
    return {
      isNew: true,
      wire: new Wire({ route: 'here', status: 200 }, await parseAnswer(JSON.stringify(body))),
      keep() {},
    }
  }
  const made: World = {
    ...{ clock, asked, answers, key, stations: {}, settings: { weather: 'practice', openMeteo: 'off' } },
    view: () => weather.topics.view({ kind: 'weather' }) as WeatherView,
    setMarkets(next) {
      listed = next
      markets.notify()
    },
    changeSettings(change) {
      made.settings = { ...made.settings, ...change }
      settings.notify()
    },
    get weather() {
      return weather
    },
  }
  const weather = createWeather({
    ...{ service, ask, clock, random: () => 0.5, log: silent, zone: 'America/New_York' },
    store,
    markets: () => listed as never,
    onMarkets: markets.on,
    settings: () => made.settings,
    onSettings: settings.on,
    openMeteoKey: key,
    chosen: {
      read: () => made.stations,
      save: (stations) => {
        made.stations = { ...stations }
      },
    },
    serverNow: () => clock.now() as Millis,
  })
  answers.set('/points', () => ({ properties: { gridId: 'OKX', gridX: 33, gridY: 35, timeZone: 'America/New_York' } }))
  answers.set('/stations', () => ({ features: [] }))
  answers.set('/gridpoints', () => ({
    properties: {
      updateTime: new Date(START).toISOString(),
      periods: [{ startTime: new Date(START + HOUR).toISOString(), temperature: 50, temperatureUnit: 'F' }],
    },
  }))
  answers.set('/api', () => [metar(START - 9 * MINUTE, 139)])
  return made
}

describe('the weather of a deployment', () => {
  let one: World
  beforeEach(() => {
    one = world()
  })
  const settle = () => one.clock.advanceAsync(0)

  it('shows the readings and the forecast of the station that the market names', async () => {
    one.weather.start()
    await settle()
    expect(one.view()).toMatchObject({
      isOn: true,
      markets: [{ asset: 'NYCTMP1', station: 'KNYC', by: 'service' }],
      stations: [
        {
          id: 'KNYC',
          zone: 'America/New_York',
          problems: [],
          readAt: START,
          readings: [{ celsius: '13.9', kind: 'routine' }],
        },
      ],
    })
    expect(one.asked).toContain('nws /stations/KNYC/observations')
    await one.clock.advanceAsync(6_000)
    expect(one.view().stations[0]?.forecasts).toMatchObject([
      { source: 'nws_forecast', points: [{ temperature: '50' }] },
    ])
    expect(one.asked).toContain('nws /points/40.779,-73.9693')
  })

  it('asks nobody on a live deployment until the trader turns it on, and stops when it is turned off', async () => {
    one = world('public')
    one.weather.start()
    await one.clock.advanceAsync(HOUR)
    expect(one.asked).toEqual([])
    expect(one.view()).toMatchObject({ isOn: false, stations: [], markets: [{ station: 'KNYC' }] })
    one.changeSettings({ weather: 'all' })
    await settle()
    expect(one.view().stations[0]?.readings).toHaveLength(1)
    one.changeSettings({ weather: 'practice' })
    const count = one.asked.length
    await one.clock.advanceAsync(2 * HOUR)
    expect(one.asked).toHaveLength(count)
    expect(one.view().stations).toEqual([])
  })

  it('asks Open-Meteo only after its terms were confirmed', async () => {
    one.weather.start()
    await one.clock.advanceAsync(30 * MINUTE)
    expect(one.asked.filter((text) => text.startsWith('openMeteo'))).toEqual([])
    one.answers.set('/v1/forecast', () => ({
      minutely_15_units: { temperature_2m: '°F' },
      minutely_15: { time: [(START + HOUR) / 1000], temperature_2m: [51.2] },
    }))
    one.changeSettings({ openMeteo: 'non_commercial' })
    await settle()
    expect(one.view().stations[0]?.forecasts.map(({ source }) => source)).toContain('open_meteo')
    one.changeSettings({ openMeteo: 'off' })
    expect(one.view().stations[0]?.forecasts.map(({ source }) => source)).toEqual(['nws_forecast'])
    // An answer that comes after it was turned off.
    one.changeSettings({ openMeteo: 'non_commercial' })
    one.changeSettings({ openMeteo: 'off' })
    await settle()
    expect(one.view().stations[0]?.forecasts.map(({ source }) => source)).toEqual(['nws_forecast'])
  })

  describe('with an API key of Open-Meteo', () => {
    const yes = async (): Promise<void> => undefined
    const asked = () => one.asked.filter((text) => text.startsWith('openMeteo'))
    const sentences = () => one.view().stations[0]?.problems.map(({ text: sentence }) => sentence)
    beforeEach(async () => {
      one = world('public')
      one.settings = { weather: 'all', openMeteo: 'off' }
      one.answers.set('/v1/forecast', () => ({
        minutely_15_units: { temperature_2m: '°F' },
        minutely_15: { time: [(START + HOUR) / 1000], temperature_2m: [51.2] },
      }))
      one.weather.start()
      await one.clock.advanceAsync(6_000)
    })

    it('asks the host for customers with it, at once after it was stored, replaced or chosen', async () => {
      await one.key.set('first-key', yes)
      await settle()
      expect(asked()).toEqual([])
      one.changeSettings({ openMeteo: 'key' })
      await settle()
      expect(asked()).toEqual(['openMeteoCustomer /v1/forecast with first-key'])
      await one.key.set('second-key', yes)
      await settle()
      one.changeSettings({ openMeteo: 'non_commercial' })
      await settle()
      expect(asked().slice(1)).toEqual(['openMeteoCustomer /v1/forecast with second-key', 'openMeteo /v1/forecast'])
      expect(JSON.stringify(one.view())).not.toMatch(/first-key|second-key/)
      expect(one.view().openMeteoKey).toBe('stored')
    })

    it('says that none is stored until one is, and asks nobody', async () => {
      one.changeSettings({ openMeteo: 'key' })
      await settle()
      expect(sentences()).toEqual(['No Open-Meteo API key is stored. Enter one in Settings under Weather.'])
      expect([asked(), one.view().openMeteoKey]).toEqual([[], 'none'])
      await one.key.set('first-key', yes)
      await settle()
      expect(sentences()).toEqual([])
      expect(asked()).toHaveLength(1)
      await one.key.forget()
      await settle()
      expect(sentences()).toHaveLength(1)
      expect(asked()).toHaveLength(1)
    })

    it('says why it was refused, until another one is stored', async () => {
      const sentence = text`customer-api.open-meteo.com refused the API key: The supplied API key is invalid.`
      await one.key.set('first-key', yes)
      one.answers.set('/v1/forecast', () => {
        throw new WeatherError(sentence)
      })
      one.changeSettings({ openMeteo: 'key' })
      await settle()
      expect(sentences()).toEqual([sentence])
      one.answers.set('/v1/forecast', () => ({
        minutely_15_units: { temperature_2m: '°F' },
        minutely_15: { time: [], temperature_2m: [] },
      }))
      await one.key.set('second-key', yes)
      await settle()
      expect(sentences()).toEqual([])
    })

    it('never gives it to the practice venue', async () => {
      one = world('practice')
      one.answers.set('/v1/forecast', () => ({
        minutely_15_units: { temperature_2m: '°F' },
        minutely_15: { time: [], temperature_2m: [] },
      }))
      await one.key.set('first-key', yes)
      one.changeSettings({ openMeteo: 'key' })
      one.weather.start()
      await one.clock.advanceAsync(HOUR)
      expect(new Set(asked())).toEqual(new Set(['openMeteo /v1/forecast']))
    })
  })

  it('takes the station from the trader where the service names none, and never guesses one', async () => {
    one.setMarkets([{ asset: 'NYCTMP1', station: null }])
    one.weather.start()
    await settle()
    expect(one.view()).toMatchObject({ stations: [], markets: [{ station: null, by: null }] })
    expect(one.asked).toEqual([])
    one.weather.choose('NYCTMP1', KNYC)
    await settle()
    expect(one.view()).toMatchObject({ stations: [{ id: 'KNYC' }], markets: [{ station: 'KNYC', by: 'trader' }] })
    one.weather.choose('NYCTMP1', null)
    expect(one.view()).toMatchObject({ stations: [], markets: [{ station: null }] })
    one.stations = { NYCTMP1: '../x' }
    one.setMarkets([{ asset: 'NYCTMP1', station: null }])
    expect(one.view().stations).toEqual([])
  })

  it('says what a source answers until it works again, and keeps the readings of the other', async () => {
    const failing = (sentence: SafeText) => () => {
      throw new WeatherError(sentence)
    }
    one.answers.set('/stations', failing(text`HOST answered 403. Access is denied to this program or network.`))
    one.answers.set('/api', () => [metar(START - 9 * MINUTE, 139), { ...metar(START, 140), rawOb: 'KNYC 301500Z NIL' }])
    one.weather.start()
    await settle()
    expect(one.view().stations[0]).toMatchObject({ readings: [{ celsius: '13.9' }] })
    expect(one.view().stations[0]?.problems.map(({ source, text: sentence }) => [source, sentence])).toEqual([
      ['nws', 'HOST answered 403. Access is denied to this program or network.'],
      ['metar', 'The report of KNYC at 15:00 UTC has no temperature.'],
    ])
    one.answers.set('/stations', () => ({ features: [] }))
    one.answers.set('/api', () => [metar(START - 9 * MINUTE, 139)])
    await one.clock.advanceAsync(6 * MINUTE)
    expect(one.view().stations[0]?.problems).toEqual([])
  })

  it('survives an answer of any shape', async () => {
    for (const answer of [
      null,
      1,
      'x',
      {},
      [1],
      [null],
      { features: [1, { properties: null }] },
      [{ icaoId: 'KNYC' }],
    ]) {
      one = world()
      for (const path of ['/api', '/stations', '/points', '/gridpoints']) one.answers.set(path, () => answer)
      one.weather.start()
      await one.clock.advanceAsync(HOUR)
      expect(one.view().stations[0]?.readings).toEqual([])
      one.weather.stop()
    }
  })

  it('is stored, shown again after a restart, and exported', async () => {
    const storage = newStorage()
    one = world('practice', storage)
    one.weather.start()
    await one.clock.advanceAsync(6_000)
    one.weather.stop()
    one = world('practice', storage)
    one.clock.advance(MINUTE)
    for (const path of ['/api', '/stations', '/points'])
      one.answers.set(path, () => {
        throw new WeatherError(text`no network`)
      })
    one.weather.start()
    await settle()
    expect(one.view().stations[0]).toMatchObject({
      readings: [{ celsius: '13.9' }],
      forecasts: [{ source: 'nws_forecast' }],
    })
    expect(one.weather.readings(0, START + HOUR).map(({ celsius }) => celsius)).toEqual(['13.9'] as Decimal[])
  })

  it('remembers the 24-hour extremes of the day that ended until those of the next, over a restart too', async () => {
    const storage = newStorage()
    one = world('practice', storage)
    const midnight = metar(Date.parse('2026-11-30T04:51:00Z'), 139)
    one.answers.set('/api', () => [{ ...midnight, rawOb: `${midnight.rawOb} 401831089` }])
    one.weather.start()
    await settle()
    const stated = [{ at: midnight.obsTime * 1000, high: '18.3', low: '-8.9' }]
    expect(one.view().stations[0]?.day24).toEqual(stated)
    one.weather.stop()
    one = world('practice', storage)
    one.answers.set('/api', () => [])
    // 24 h after its time, when the next one is due.
    one.clock.advance(14 * HOUR)
    one.weather.start()
    await settle()
    expect(one.view().stations[0]).toMatchObject({ day24: stated, readings: [] })
    await one.clock.advanceAsync(7 * HOUR)
    expect(one.view().stations[0]?.day24).toEqual([])
  })

  it('watches nothing after it was stopped', async () => {
    one.weather.start()
    await settle()
    one.weather.stop()
    expect(one.clock.waiting).toBe(0)
  })
})

describe('what was read', () => {
  it('is exported as CSV with bands, oldest first, and an existing file stays as it was where that fails', async () => {
    const one = world()
    one.answers.set('/api', () => [metar(START - 9 * MINUTE, 139), metar(START - 69 * MINUTE, 144)])
    one.weather.start()
    await one.clock.advanceAsync(0)
    const directory = mkdtempSync(join(tmpdir(), 'weather-csv-'))
    const path = join(directory, 'readings.csv')
    expect(await one.weather.export('plain', async () => path)).toEqual({ path, rows: 2 })
    expect(await one.weather.export('plain', async () => null)).toEqual({ path: null, rows: 0 })
    const [head, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\r\n')
    expect(head).toBe(
      'Station,Observed,Received,"Reported, °C","Reading, °F","Low, °F","High, °F",Whole °F,Kind,Corrected,Source,Report',
    )
    expect(lines[0]).toMatch(
      /^KNYC,2026-11-30T13:51:00\.000Z,[^,]+,14\.4,58,57\.5,58\.5,58,routine,no,metar,METAR KNYC/,
    )
    expect(lines[1]).toMatch(/^KNYC,2026-11-30T14:51:00\.000Z/)
    await expect(one.weather.export('plain', async () => join(directory, 'nowhere', 'x.csv'))).rejects.toThrow(
      'was not written',
    )
    expect(readdirSync(directory)).toEqual(['readings.csv'])
  })
})
