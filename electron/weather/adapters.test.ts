import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { type Millis, millis } from '../../contract/time.ts'
import type { StationId } from '../../contract/weather/index.ts'
import { Secret } from '../secrets/index.ts'
import { readMetars } from './adapters/aviation-weather.ts'
import { readGrid, readHourlyForecast, readObservations } from './adapters/nws.ts'
import { readOpenMeteo } from './adapters/open-meteo.ts'
import { type AskWeather, backOff, createWeatherHttp, LIVE_HOSTS, WeatherError } from './weather-http.ts'

const KSFO = 'KSFO' as StationId
const NOW = millis(Date.parse('2026-07-05T11:05:00Z'))
const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

type Handle = (request: IncomingMessage, response: ServerResponse) => void

async function serving(handle: Handle): Promise<{ ask: AskWeather; clock: ReturnType<typeof createFakeClock> }> {
  const server = createServer(handle)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const clock = createFakeClock(NOW)
  const hosts = { aviationWeather: base, nws: base, openMeteo: base, openMeteoCustomer: base }
  return { ask: createWeatherHttp({ hosts, http: fetch, reach: () => null, clock, userAgent: 'Isotherm/test' }), clock }
}
const json =
  (body: unknown, headers: Record<string, string> = {}): Handle =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Handle =>
  (_, response) => {
    response.writeHead(code, headers)
    response.end(body)
  }
const failure = async (work: Promise<unknown>): Promise<WeatherError> => {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof WeatherError) return error
  throw new Error(`expected a failure of weather, not ${String(error)}`)
}
const sentenceOf = async (handle: Handle): Promise<string> => {
  const { ask } = await serving(handle)
  return (await failure(readMetars(ask, KSFO, 6, NOW))).sentence.replace(/127\.0\.0\.1:\d+/, 'HOST')
}

/** As recorded from the service, shortened. */
const METARS = [
  {
    ...{
      icaoId: 'KSFO',
      receiptTime: '2026-07-05T10:59:10.413Z',
      obsTime: 1783248960,
      temp: 13.9,
      dewp: 11.1,
      wdir: 250,
    },
    ...{ reportTime: '2026-07-05T11:00:00.000Z', visib: '10+', altim: 1015.7, qcField: 12, metarType: 'METAR' },
    rawOb: 'METAR KSFO 051056Z 25007KT 10SM FEW002 OVC014 14/11 A2999 RMK AO2 SLP156 T01390111 $',
    ...{ lat: 37.6196, lon: -122.3656, elev: 2, name: 'San Francisco Intl, CA, US', fltCat: 'MVFR' },
  },
  {
    ...{ icaoId: 'KSFO', obsTime: 1783247400, metarType: 'SPECI' },
    rawOb: 'SPECI KSFO 051030Z 25007KT 2SM BR OVC004 13/11 A2999 RMK AO2 T01330111',
    ...{ lat: 37.6196, lon: -122.3656 },
  },
]

describe('reports of the Aviation Weather Center', () => {
  it('are readings with the temperature of the report, its kind and its place', async () => {
    let asked = ''
    const { ask } = await serving((request, response) => {
      asked = request.url ?? ''
      json(METARS)(request, response)
    })
    const read = await readMetars(ask, KSFO, 6, NOW)
    expect(asked).toBe('/api/data/metar?ids=KSFO&format=json&hours=6')
    expect(read).toEqual({
      place: '37.6196,-122.3656',
      problems: [],
      readings: [
        {
          ...{ station: 'KSFO', source: 'metar', kind: 'routine', observedAt: 1783248960000, receivedAt: NOW },
          ...{ celsius: '13.9', isCorrected: false },
          raw: 'METAR KSFO 051056Z 25007KT 10SM FEW002 OVC014 14/11 A2999 RMK AO2 SLP156 T01390111 $',
        },
        expect.objectContaining({ kind: 'special', observedAt: 1783247400000, celsius: '13.3' }),
      ],
    })
  })

  it.each([
    [
      'another time than it was filed under',
      { obsTime: 1783248900 },
      'A report of KSFO was not used: it was filed under 10:55 UTC but names another time.',
    ],
    [
      'no temperature',
      { rawOb: 'METAR KSFO 051056Z 25007KT 10SM ///// A2999 RMK AO2' },
      'The report of KSFO at 10:56 UTC has no temperature.',
    ],
    ['another station', { rawOb: 'METAR KOAK 051056Z 14/11 A2999' }, 'A report of KSFO was not used: it is from KOAK.'],
    [
      'two temperatures',
      { rawOb: 'METAR KSFO 051056Z 14/11 15/11 A2999' },
      'A report of KSFO was not used. It has two temperatures.',
    ],
    ['no text', { rawOb: null }, /rawOb.* is missing/],
    ['no number as its time', { obsTime: 'noon' }, /obsTime should be a decimal/],
  ])('with %s give a sentence and no reading, and leave the others', async (_, change, sentence) => {
    const { ask } = await serving(json([{ ...METARS[0], ...change }, METARS[1]]))
    const read = await readMetars(ask, KSFO, 6, NOW)
    expect(read?.readings).toHaveLength(1)
    expect(read?.problems).toEqual([typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)])
  })

  it('are none of a station without reports, and of another station', async () => {
    for (const handle of [status(204), json([]), json([{ ...METARS[0], icaoId: 'KOAK' }])]) {
      const { ask } = await serving(handle)
      expect(await readMetars(ask, KSFO, 6, NOW)).toMatchObject({ readings: [], problems: [] })
    }
  })

  it('have no place where its numbers are none', async () => {
    for (const place of [{ lat: 91 }, { lat: null }, { lon: '../x' }]) {
      const { ask } = await serving(json([{ ...METARS[0], ...place }]))
      expect((await readMetars(ask, KSFO, 6, NOW))?.place).toBeNull()
    }
  })
})

describe('observations of the National Weather Service', () => {
  const feature = (properties: object) => ({
    geometry: { type: 'Point', coordinates: [-122.3656, 37.6196] },
    properties: { timestamp: '2026-07-05T10:55:00+00:00', rawMessage: '', ...properties },
  })
  const of = (value: number | null, more: object = {}) => ({
    temperature: { unitCode: 'wmoUnit:degC', value, qualityControl: 'V', ...more },
  })
  const readOf = async (...features: object[]) => {
    const { ask } = await serving(json({ type: 'FeatureCollection', features }))
    return readObservations(ask, KSFO, true, NOW)
  }

  it('are five-minute values as they were reported, and the reports among them', async () => {
    const read = await readOf(
      feature(of(14)),
      feature({
        ...of(13.9),
        timestamp: '2026-07-05T10:56:00+00:00',
        rawMessage: 'KSFO 051056Z 14/11 A2999 RMK AO2 T01390111',
      }),
    )
    expect(read).toMatchObject({
      place: '37.6196,-122.3656',
      problems: [],
      readings: [
        {
          source: 'nws',
          kind: 'five_minute',
          celsius: '14',
          raw: null,
          observedAt: Date.parse('2026-07-05T10:55:00Z'),
        },
        { source: 'nws', kind: 'routine', celsius: '13.9' },
      ],
    })
  })

  it('lose the noise of binary fractions, and nothing else', async () => {
    const values = [15.600000000000023, 22.800000000000011, -3.2999999999999545, 32.200006103516]
    const read = await readOf(
      ...values.map((value) => feature(of(value, { unitCode: 'unit:degC', qualityControl: 'qc:V' }))),
    )
    expect(read?.readings.map(({ celsius }) => celsius)).toEqual(['15.6', '22.8', '-3.3', '32.2'])
    const fine = await readOf(feature(of(15.64)))
    expect(fine).toMatchObject({ readings: [], problems: [expect.stringMatching(/should have one decimal/)] })
  })

  it.each(['X', 'Q', 'B', 'qc:X'])(
    'that failed their quality check (%s) are reported and not used',
    async (qualityControl) => {
      expect(await readOf(feature(of(14, { qualityControl })))).toMatchObject({
        readings: [],
        problems: [expect.stringMatching(/^The value of KSFO at 10:55 UTC was not used: its quality check failed/)],
      })
    },
  )

  it('without a temperature are passed over, and in another unit refused', async () => {
    expect(await readOf(feature(of(null)))).toMatchObject({ readings: [], problems: [] })
    expect(await readOf(feature(of(57, { unitCode: 'wmoUnit:degF' })))).toMatchObject({
      readings: [],
      problems: [expect.stringMatching(/should be °C/)],
    })
  })
})

describe('forecasts', () => {
  const POINT = { properties: { gridId: 'OKX', gridX: 33, gridY: 35, timeZone: 'America/New_York' } }
  const GRID = { office: 'OKX', x: 33, y: 35, zone: 'America/New_York' }
  const period = (hour: number, temperature: number, temperatureUnit = 'F') => ({
    startTime: `2026-07-05T${String(hour).padStart(2, '0')}:00:00-04:00`,
    ...{ temperature, temperatureUnit },
  })
  const HOURLY = {
    properties: {
      ...{ updateTime: '2026-07-05T10:31:27+00:00', generatedAt: '2026-07-05T10:45:00+00:00' },
      periods: [period(5, 50), period(7, 61), period(6, 60), period(18, 70), period(20, 71), period(8, 20, 'C')],
    },
  }

  it('of the National Weather Service are found by their place, which is no address that an answer names', async () => {
    const { ask } = await serving(json(POINT))
    expect(await readGrid(ask, '40.779,-73.9693')).toEqual(GRID)
    for (const change of [{ gridId: '../x' }, { gridId: 'okx' }, { gridX: '1/2' }, { gridY: null }]) {
      const { ask: other } = await serving(json({ properties: { ...POINT.properties, ...change } }))
      await expect(readGrid(other, '40.779,-73.9693')).rejects.toThrow(/grid/)
    }
    const { ask: zoneless } = await serving(json({ properties: { ...POINT.properties, timeZone: 'Nowhere/None' } }))
    expect((await readGrid(zoneless, '40.779,-73.9693')).zone).toBeNull()
  })

  it('of the National Weather Service have their issue time and the hours from now on, in °F', async () => {
    let asked = ''
    const { ask } = await serving((request, response) => {
      asked = request.url ?? ''
      json(HOURLY)(request, response)
    })
    expect(await readHourlyForecast(ask, KSFO, GRID, NOW)).toEqual({
      ...{ station: 'KSFO', source: 'nws_forecast', receivedAt: NOW, issuedAt: Date.parse('2026-07-05T10:31:27Z') },
      points: [
        { at: Date.parse('2026-07-05T11:00:00Z'), temperature: '61' },
        { at: Date.parse('2026-07-05T12:00:00Z'), temperature: '68' },
        { at: Date.parse('2026-07-05T22:00:00Z'), temperature: '70' },
      ],
    })
    expect(asked).toBe('/gridpoints/OKX/33,35/forecast/hourly?units=us')
  })

  it('of Open-Meteo are read in °F by unix time, and refused in another unit', async () => {
    const at = NOW / 1000 - 300
    const answer = (unit: string) => ({
      minutely_15_units: { time: 'unixtime', temperature_2m: unit },
      minutely_15: { time: [at, at + 900, at + 1800], temperature_2m: [60.1, null, 61.4] },
    })
    let asked = ''
    const { ask } = await serving((request, response) => {
      asked = request.url ?? ''
      json(answer('°F'))(request, response)
    })
    const read = await readOpenMeteo(ask, KSFO, { place: '37.6196,-122.3656', key: null }, NOW)
    expect(read).toMatchObject({
      source: 'open_meteo',
      points: [{ at: at * 1000, temperature: '60.1' }, { temperature: '61.4' }],
    })
    expect(asked).toContain('latitude=37.6196&longitude=-122.3656&minutely_15=temperature_2m')
    expect(asked).not.toContain('apikey')
    const { ask: celsius } = await serving(json(answer('°C')))
    await expect(readOpenMeteo(celsius, KSFO, { place: '1,1', key: null }, NOW)).rejects.toThrow('should be °F')
  })
})

describe('Open-Meteo with an API key', () => {
  const KEY = new Secret('planted/Key+0123')
  const PLACE = { place: '40.779,-73.9693', key: KEY }
  const asking = (http: typeof fetch): AskWeather =>
    createWeatherHttp({ hosts: LIVE_HOSTS, http, reach: () => null, clock: createFakeClock(NOW), userAgent: 'x' })
  /** Every text of an error and its causes. */
  const textsOf = (error: unknown): string =>
    error instanceof Error
      ? [error.message, error.stack, ...Object.values(error), textsOf(error.cause)].join(' ')
      : String(error)
  const refusedWith = (code: number, body: string) =>
    failure(
      readOpenMeteo(
        asking(async () => new Response(body, { status: code })),
        KSFO,
        PLACE,
        NOW,
      ),
    )

  it('is asked at the host for customers, which alone gets the key', async () => {
    const asked: URL[] = []
    const ask = asking(async (url) => {
      asked.push(new URL(String(url)))
      return new Response(
        JSON.stringify({
          minutely_15_units: { temperature_2m: '°F' },
          minutely_15: { time: [NOW / 1000], temperature_2m: [60.1] },
        }),
        { headers: { etag: '"one"' } },
      )
    })
    expect(await readOpenMeteo(ask, KSFO, PLACE, NOW)).toMatchObject({ points: [{ temperature: '60.1' }] })
    await readOpenMeteo(ask, KSFO, { ...PLACE, key: null }, NOW)
    await ask('nws', '/points/1,1')
    expect(asked.map(({ host, searchParams }) => [host, searchParams.get('apikey')])).toEqual([
      ['customer-api.open-meteo.com', 'planted/Key+0123'],
      ['api.open-meteo.com', null],
      ['api.weather.gov', null],
    ])
  })

  it.each([
    [400, { error: true, reason: 'The supplied API key is invalid.' }, 'The supplied API key is invalid'],
    [401, { error: true, reason: 'The API key has expired...' }, 'The API key has expired'],
    [403, { error: true, reason: 'This API endpoint requires the API Professional or Enterprise plan' }, null],
    [401, '', '401'],
    [403, '<html>no</html>', '403'],
    [401, { reason: { nested: 'text' } }, '401'],
    [403, { reason: `x${'y'.repeat(1000)}` }, `x${'y'.repeat(198)}…`],
  ])('that refuses the key with %i says so with the reason', async (code, body, said) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const reason = said ?? (body as { reason: string }).reason
    expect((await refusedWith(code, text)).sentence).toBe(
      `customer-api.open-meteo.com refused the API key: ${reason}. Check or replace it in Settings under Weather.`,
    )
  })

  it.each([
    [400, '{"error":true,"reason":"Latitude must be in range of -90 to 90°."}', 'The request was refused.'],
    [400, '', 'The request was refused.'],
    [429, '{"error":true,"reason":"API key over its limit"}', 'The request limit was exceeded.'],
    [500, '{"error":true,"reason":"API key"}', 'The server has an error.'],
    [303, '', 'Redirects are not followed.'],
  ])('that answers %i %s does not blame the key', async (code, body, reason) => {
    expect((await refusedWith(code, body)).sentence).toBe(`customer-api.open-meteo.com answered ${code}. ${reason}`)
  })

  it('leaves the key out of every error, even where the answer or the network repeats it', async () => {
    const url = `https://customer-api.open-meteo.com/v1/forecast?${new URLSearchParams({ apikey: KEY.reveal() })}`
    const errors = [
      await refusedWith(401, JSON.stringify({ reason: `The key ${KEY.reveal()} is unknown, see ${url}` })),
      await refusedWith(200, `<html>${url}`),
      await refusedWith(200, `{"${KEY.reveal()}`),
      await failure(
        readOpenMeteo(
          asking(async (asked) => {
            throw new TypeError(`fetch failed: ${String(asked)}`, { cause: new Error(String(asked)) })
          }),
          KSFO,
          PLACE,
          NOW,
        ),
      ),
    ]
    expect(errors[0]?.sentence).toMatch(
      /^customer-api\.open-meteo\.com refused the API key: The key \[secret\] is unknown/,
    )
    for (const error of errors) expect(textsOf(error)).not.toMatch(/planted|Key\+|Key%2B/)
  })
})

describe('a weather service', () => {
  it('is asked under the name of the terminal, and gets nothing else', async () => {
    let headers: IncomingMessage['headers'] = {}
    const { ask } = await serving((request, response) => {
      headers = request.headers
      json([])(request, response)
    })
    await readMetars(ask, KSFO, 6, NOW)
    expect(headers['user-agent']).toBe('Isotherm/test')
    expect(headers.authorization).toBeUndefined()
    expect(headers.cookie).toBeUndefined()
  })

  it('is asked over https, at the four public addresses', () => {
    expect(Object.values(LIVE_HOSTS).map((base) => new URL(base).origin)).toEqual([
      'https://aviationweather.gov',
      'https://api.weather.gov',
      'https://api.open-meteo.com',
      'https://customer-api.open-meteo.com',
    ])
  })

  it('is asked only for what changed since an answer that was read', async () => {
    const seen: (string | undefined)[] = []
    const { ask } = await serving((request, response) => {
      seen.push(request.headers['if-none-match'] as string | undefined)
      if (request.headers['if-none-match'] === '"one"') status(304)(request, response)
      else json(seen.length === 1 ? { no: 'list' } : METARS, { etag: '"one"' })(request, response)
    })
    await expect(readMetars(ask, KSFO, 6, NOW)).rejects.toThrow('list')
    expect((await readMetars(ask, KSFO, 6, NOW))?.readings).toHaveLength(2)
    expect(await readMetars(ask, KSFO, 6, NOW)).toBeNull()
    expect(seen).toEqual([undefined, undefined, '"one"'])
  })

  it.each([
    [403, 'HOST answered 403. Access is denied to this program or network.'],
    [404, 'HOST answered 404. The station or place is unknown there.'],
    [429, 'HOST answered 429. The request limit was exceeded.'],
    [500, 'HOST answered 500. The server has an error.'],
    [301, 'HOST answered 301. Redirects are not followed.'],
    [418, 'HOST answered 418. The request was refused.'],
  ])('that answers %i is reported', async (code, sentence) => {
    expect(await sentenceOf(status(code, { location: 'http://127.0.0.1:9/' }))).toBe(sentence)
  })

  it('that sends a web page, half an answer or none is reported', async () => {
    const page = '<!doctype html><title>Access Denied</title>'
    expect(await sentenceOf(status(200, { 'content-type': 'text/html' }, page))).toBe(
      'HOST answered with a web page instead of data.',
    )
    expect(await sentenceOf(status(200, { 'content-type': 'application/json' }, '[{"a":'))).toBe(
      'The response from HOST is not JSON.',
    )
    expect(await sentenceOf((request) => request.socket.destroy())).toBe('HOST could not be reached.')
  })

  it('that sends more than 1 MB is not read to the end', async () => {
    const handle: Handle = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(`"${'x'.repeat(1024 * 1024)}"`)
    }
    expect(await sentenceOf(handle)).toBe('The response from HOST is larger than 1 MB and was not read.')
  })

  it('has 10 seconds for the whole of an answer', async () => {
    const arrived = Promise.withResolvers<void>()
    const { ask, clock } = await serving((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('[')
      arrived.resolve()
    })
    const failed = failure(readMetars(ask, KSFO, 6, NOW))
    await arrived.promise
    clock.advance(9_999)
    clock.advance(1)
    expect((await failed).sentence).toMatch(/did not answer within 10 s/)
  })

  it('is left alone for twice as long after each failure, and for as long as it asks', async () => {
    const half = () => 0.5
    expect([1, 2, 3, 9].map((failures) => backOff(failures, null, half))).toEqual([60_000, 120_000, 240_000, 1_800_000])
    expect(backOff(1, 600_000, half)).toBe(600_000)
    expect(backOff(1, null, () => 0)).toBe(45_000)
    const { ask } = await serving(status(429, { 'retry-after': '90' }))
    expect((await failure(readMetars(ask, KSFO, 6, NOW as Millis))).retryAfter).toBe(90_000)
  })
})
