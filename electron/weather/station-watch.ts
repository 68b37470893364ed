/** Watches one station: its readings and forecasts, each source at its own pace, and what of them could not be used. */
import { type SafeText, safeText } from '../../contract/safe-text.ts'
import type { Cancel, Clock, Millis, Random } from '../../contract/time.ts'
import {
  FORECAST_SOURCES,
  type ForecastSource,
  nextReport,
  type Reading,
  type StationId,
  type StationView,
  type WeatherForecast,
  type WeatherProblem,
  type WeatherSource,
} from '../../contract/weather/index.ts'
import { type Log, redact } from '../log/index.ts'
import { ReadLog, ServiceError } from '../service/index.ts'
import type { WeatherService, WeatherStore } from '../storage/index.ts'
import { type Place, type Reported, readMetars } from './adapters/aviation-weather.ts'
import { FORECAST_AHEAD, type Grid, readGrid, readHourlyForecast, readObservations } from './adapters/nws.ts'
import { readOpenMeteo } from './adapters/open-meteo.ts'
import type { OpenMeteoKey } from './open-meteo-key.ts'
import { extremesIn, lastRoutine, newReadings, observationWait, screened } from './readings.ts'
import { type AskWeather, backOff, WeatherError } from './weather-http.ts'

export type StationWatch = ReturnType<typeof createStationWatch>

/** How Open-Meteo may be asked: not at all, for non-commercial use, or with the trader's key. */
export type OpenMeteoAccess = 'off' | 'free' | 'key'

export interface StationWatchOptions {
  readonly store: WeatherStore
  readonly service: WeatherService
  readonly ask: AskWeather
  readonly openMeteo: () => OpenMeteoAccess
  readonly openMeteoKey: Pick<OpenMeteoKey, 'get'>
  /** The deployment's time zone of its station; null where it names none. */
  readonly zone: string | null
  /** The venue's time, ms. */
  readonly now: () => Millis
  readonly clock: Pick<Clock, 'after'>
  readonly random: Random
  readonly log: Log
  readonly changed: () => void
}

const HOUR = 3_600_000
/** What is shown, what is remembered, and what is read at a start and afterwards. */
const SHOWN = 24 * HOUR
const REMEMBERED = SHOWN + 6 * HOUR
const FIRST_HOURS = 30
const LATER_HOURS = 6
/** Interval of forecasts, ms, and how long before one is needed its place is waited for. */
const FORECAST_EVERY = 10 * 60_000
const PLACE_WAIT = 5_000

type Poller = ReturnType<typeof createPoller>

interface PollerOptions {
  readonly clock: Pick<Clock, 'after'>
  readonly random: Random
  /** One request, with all that follows from it. */
  readonly run: () => Promise<void>
  /** Wait after a success, ms. */
  readonly wait: () => number
  /** Called at each failure; null at a success. */
  readonly outcome: (error: unknown) => void
}

/** Asks one source again and again: at its own pace while it answers, more and more rarely while it fails. */
function createPoller({ clock, random, run, wait, outcome }: PollerOptions) {
  let cancel: Cancel | null = null
  let failures = 0
  /** Counts starts and stops: an answer to an earlier one changes nothing. */
  let life = 0

  async function turn(of: number): Promise<void> {
    let next: number
    try {
      await run()
      if (of !== life) return
      failures = 0
      outcome(null)
      next = wait()
    } catch (error) {
      if (of !== life) return
      failures += 1
      outcome(error)
      next = backOff(failures, error instanceof WeatherError ? error.retryAfter : null, random)
    }
    cancel = clock.after(next, () => void turn(of))
  }

  return {
    /** Asks at once, and then at its pace. */
    start(): void {
      if (cancel !== null) return
      life += 1
      const of = life
      cancel = () => undefined
      void turn(of)
    },
    stop(): void {
      life += 1
      cancel?.()
      cancel = null
      failures = 0
    },
  }
}

type Sources = { readonly [Source in WeatherSource]: Poller }

export function createStationWatch(id: StationId, options: StationWatchOptions) {
  const { store, service, ask, now, clock, random, log, changed } = options
  const known = new Map<number, Reading>()
  const forecasts = new Map<ForecastSource, WeatherForecast>()
  const failures = new Map<WeatherSource, WeatherProblem>()
  const remarks = new Map<WeatherSource, readonly WeatherProblem[]>()
  let place: Place | null = null
  let grid: Grid | null = null
  let readAt: Millis | null = null
  let access: OpenMeteoAccess = 'off'
  let isFirst: { metar: boolean; nws: boolean } = { metar: true, nws: true }

  const newestFirst = (): readonly Reading[] => [...known.values()].toSorted((a, b) => b.observedAt - a.observedAt)

  function forget(): void {
    const oldest = now() - REMEMBERED
    for (const at of known.keys()) if (at < oldest) known.delete(at)
  }

  function take(source: 'metar' | 'nws', reported: Reported | null): void {
    readAt = now()
    if (reported === null) return
    place ??= reported.place
    const fresh = newReadings(
      reported.readings.filter(({ observedAt }) => observedAt > now() - FIRST_HOURS * HOUR),
      known,
    )
    for (const reading of fresh) known.set(reading.observedAt, reading)
    forget()
    remarks.set(
      source,
      reported.problems.map((text) => ({ source, text, at: now() })),
    )
    // A clock that is far off must not fill the store with readings of a time to come.
    saveSafely(() => store.keepReadings(service, screened(fresh, now()).shown))
  }

  function takeForecast(forecast: WeatherForecast | null): void {
    // An answer may come after its source was turned off.
    if (forecast === null || (forecast.source === 'open_meteo' && access === 'off')) return
    forecasts.set(forecast.source, forecast)
    saveSafely(() => store.keepForecast(service, forecast))
  }

  /** A full disk costs the history, never what is shown. */
  function saveSafely(save: () => void): void {
    try {
      save()
    } catch (error) {
      log.warn({ err: error }, 'weather could not be kept')
    }
  }

  const waitForReport = (): number => {
    const last = lastRoutine(screened(newestFirst(), now()).shown)
    return observationWait(last === null ? null : nextReport(last, now()), now())
  }

  async function forecastOf(read: (of: Place) => Promise<WeatherForecast | null>): Promise<void> {
    // It comes with the observations.
    if (place !== null) takeForecast(await read(place))
  }

  const forecastWait = (): number => (place === null ? PLACE_WAIT : FORECAST_EVERY)

  const runs: {
    readonly [Source in WeatherSource]: { readonly run: () => Promise<void>; readonly wait: () => number }
  } = {
    metar: {
      async run() {
        take('metar', await readMetars(ask, id, isFirst.metar ? FIRST_HOURS : LATER_HOURS, now()))
        isFirst = { ...isFirst, metar: false }
      },
      wait: waitForReport,
    },
    nws: {
      async run() {
        take('nws', await readObservations(ask, id, isFirst.nws, now()))
        isFirst = { ...isFirst, nws: false }
      },
      wait: waitForReport,
    },
    nws_forecast: {
      run: () =>
        forecastOf(async (of) => {
          grid ??= await readGrid(ask, of)
          return readHourlyForecast(ask, id, grid, now())
        }),
      wait: forecastWait,
    },
    open_meteo: {
      run: () =>
        forecastOf(async (of) => {
          const key = options.openMeteo() === 'key' ? await options.openMeteoKey.get() : null
          return readOpenMeteo(ask, id, { place: of, key }, now())
        }),
      wait: forecastWait,
    },
  }

  const pollerOf = (source: WeatherSource): Poller => {
    const readLog = new ReadLog(log, `weather: ${source}`)
    return createPoller({
      ...{ clock, random, ...runs[source] },
      outcome(error) {
        if (error === null) {
          readLog.worked()
          failures.delete(source)
        } else {
          readLog.failed(error, { station: id })
          failures.set(source, { source, text: sentenceOf(error), at: now() })
        }
        changed()
      },
    })
  }
  const pollers: Sources = {
    metar: pollerOf('metar'),
    nws: pollerOf('nws'),
    nws_forecast: pollerOf('nws_forecast'),
    open_meteo: pollerOf('open_meteo'),
  }

  /** Begins, changes or ends the second opinion. @param isNewKey whether another key is to be used */
  function followSettings(isNewKey = false): void {
    const next = options.openMeteo()
    if (next !== access || (next === 'key' && isNewKey)) {
      pollers.open_meteo.stop()
      failures.delete('open_meteo')
    }
    access = next
    if (next === 'off') forecasts.delete('open_meteo')
    else pollers.open_meteo.start()
  }

  return {
    start(): void {
      const at = now()
      for (const reading of store.readings(service, id, at - REMEMBERED, at)) known.set(reading.observedAt, reading)
      for (const source of FORECAST_SOURCES) {
        const stored = store.forecastBy(service, { station: id, source }, at, at - FORECAST_AHEAD)
        if (stored !== null) forecasts.set(source, stored)
      }
      for (const source of ['metar', 'nws', 'nws_forecast'] as const) pollers[source].start()
      followSettings()
    },
    stop(): void {
      for (const poller of Object.values(pollers)) poller.stop()
    },
    followSettings,
    view(): StationView {
      const { shown, problems } = screened(newestFirst(), now())
      const readings = shown.filter(({ observedAt }) => observedAt > now() - SHOWN)
      return {
        ...{ id, readAt, readings },
        zone: grid?.zone ?? options.zone,
        sixHours: extremesIn(readings, 'sixHours'),
        day24: extremesIn(shown, 'day24'),
        forecasts: [...forecasts.values()],
        problems: [
          ...failures.values(),
          ...[...remarks.values()].flat(),
          ...problems.map((text) => ({ source: 'metar' as const, text, at: now() })),
        ],
      }
    },
  }
}

const sentenceOf = (error: unknown): SafeText =>
  error instanceof WeatherError
    ? error.sentence
    : error instanceof ServiceError
      ? safeText(redact(error.message))
      : safeText('The weather could not be read.')
