/**
 * The weather of one deployment: which station each scalar market settles on, and what those stations report. It reads public data and shows it;
 * nothing of it reaches an order or a rule of trading, and a failure here is a sentence on the screen.
 */
import type { CsvFormat } from '../../contract/csv.ts'
import { Listeners } from '../../contract/listeners.ts'
import type { ScalarMarket } from '../../contract/market.ts'
import type { ExportedPast } from '../../contract/past.ts'
import type { Settings } from '../../contract/settings-table.ts'
import type { SettledBucket } from '../../contract/settlement-history.ts'
import type { Cancel, Millis } from '../../contract/time.ts'
import {
  type ForecastSkill,
  namedStation,
  parseStationId,
  type Reading,
  type StationId,
  type StationView,
  skillOf,
  stationOf,
  type WeatherMarket,
  type WeatherView,
} from '../../contract/weather/index.ts'
import type { StationsByAsset } from '../storage/index.ts'
import { topicOf } from '../topics/index.ts'
import { exportReadings } from './export-readings.ts'
import type { OpenMeteoKey } from './open-meteo-key.ts'
import {
  createStationWatch,
  type OpenMeteoAccess,
  type StationWatch,
  type StationWatchOptions,
} from './station-watch.ts'

export type Weather = ReturnType<typeof createWeather>

interface WeatherOptions extends Omit<StationWatchOptions, 'changed' | 'openMeteo' | 'now'> {
  readonly openMeteoKey: Pick<OpenMeteoKey, 'state' | 'get' | 'onChange'>
  readonly markets: () => readonly Pick<ScalarMarket, 'asset' | 'station'>[]
  /** Fires when the markets may have changed. */
  readonly onMarkets: (listener: () => void) => Cancel
  readonly settings: () => Pick<Settings, 'weather' | 'openMeteo'>
  readonly onSettings: (listener: () => void) => Cancel
  /** The trader's stations by asset, as texts. */
  readonly chosen: { read(): Readonly<Record<string, string>>; save(stations: Readonly<Record<string, string>>): void }
  readonly serverNow: () => Millis
}

/** Readings and forecasts are kept this long, ms. */
const KEPT = 400 * 86_400_000
/** A view changes with time too: readings leave it, and one of a time to come enters it, ms. */
const VIEW_LASTS = 60_000
/** A forecast is issued about every hour: an older one was not the latest, ms. */
const FORECAST_AGE = 6 * 3_600_000
/** Buckets that the skill is measured on: the last three months. */
const MAX_BUCKETS = 1100
/** Stations watched at once: a deployment has one or two. */
const MAX_STATIONS = 8

export function createWeather(options: WeatherOptions) {
  const { store, service, settings, chosen, openMeteoKey, serverNow, log } = options
  const listeners = new Listeners()
  const watches = new Map<StationId, StationWatch>()
  let cancels: Cancel[] = []
  let markets: readonly WeatherMarket[] = []

  const isOn = (): boolean => {
    const { weather } = settings()
    return weather === 'all' || (weather === 'practice' && service === 'practice')
  }

  /** The practice venue never gets a key. */
  function accessToOpenMeteo(): OpenMeteoAccess {
    const { openMeteo } = settings()
    return openMeteo === 'off' ? 'off' : openMeteo === 'key' && service !== 'practice' ? 'key' : 'free'
  }

  const marketsNow = (): readonly WeatherMarket[] => {
    const stations = chosen.read()
    return options.markets().map(({ asset, station }): WeatherMarket => {
      const named = namedStation(station)
      if (named !== null) return { asset, station: named, by: 'service' }
      const own = Object.hasOwn(stations, asset) ? parseStationId(stations[asset] ?? '') : null
      return { asset, station: own, by: own === null ? null : 'trader' }
    })
  }

  /** Watches the stations of the markets while the weather is on, and no other. */
  function follow(): void {
    const before = JSON.stringify(markets)
    markets = marketsNow()
    const named = [...new Set(markets.flatMap(({ station }) => station ?? []))].slice(0, MAX_STATIONS)
    const wanted = new Set(isOn() && cancels.length > 0 ? named : [])
    let isSame = JSON.stringify(markets) === before
    for (const [id, watch] of watches) {
      if (wanted.has(id)) continue
      watch.stop()
      watches.delete(id)
      isSame = false
    }
    for (const id of wanted) {
      if (watches.has(id)) continue
      const watch = createStationWatch(id, {
        ...options,
        now: serverNow,
        openMeteo: accessToOpenMeteo,
        changed: () => listeners.notify(),
      })
      watches.set(id, watch)
      watch.start()
      isSame = false
    }
    if (!isSame) listeners.notify()
  }

  /** Alerts look every second: what has not changed is not worked out again. */
  let cached: { readonly at: number; readonly view: WeatherView } | null = null
  listeners.on(() => {
    cached = null
  })
  function view(): WeatherView {
    const at = Math.floor(serverNow() / VIEW_LASTS)
    if (cached?.at !== at) {
      const stations = [...watches.values()].map((watch) => watch.view())
      cached = { at, view: { isOn: isOn(), stations, markets, openMeteoKey: openMeteoKey.state() } }
    }
    return cached.view
  }

  const readingsOf = (from: number, to: number): readonly Reading[] =>
    [...new Set(marketsNow().flatMap(({ station }) => station ?? []))]
      .flatMap((station) => store.readings(service, station, from, to))
      .toSorted((a, b) => b.observedAt - a.observedAt)

  return {
    start(): void {
      if (cancels.length > 0) return
      cancels = [
        options.onMarkets(follow),
        options.onSettings(() => {
          for (const watch of watches.values()) watch.followSettings()
          follow()
          listeners.notify()
        }),
        openMeteoKey.onChange(() => {
          for (const watch of watches.values()) watch.followSettings(true)
          listeners.notify()
        }),
      ]
      try {
        store.trim(service, KEPT)
      } catch (error) {
        log.warn({ err: error }, 'old weather could not be dropped')
      }
      follow()
    },
    stop(): void {
      for (const cancel of cancels.splice(0)) cancel()
      for (const watch of watches.values()) watch.stop()
      watches.clear()
    },
    /** Sets the station of a market that the service names none for; null removes it. */
    choose(asset: string, station: StationId | null): void {
      const { [asset]: _, ...others } = chosen.read()
      chosen.save(station === null ? others : { ...others, [asset]: station })
      follow()
      listeners.notify()
    },
    /** What is known of the station of an asset; null where it has none. */
    ofAsset: (asset: string): StationView | null => stationOf(view(), asset),
    /** Stored readings of every station of the deployment, newest first. */
    readings: readingsOf,
    /**
     * Writes them all as CSV. @param choose returns the path, null for none
     * @throws CallError with the reason when the file cannot be written; an existing one is unchanged then.
     */
    async export(format: CsvFormat, choose: (name: string) => Promise<string | null>): Promise<ExportedPast> {
      const path = await choose('isotherm-readings.csv')
      const rows = path === null ? 0 : await exportReadings(readingsOf, { path, format, now: serverNow(), keep: KEPT })
      return { path, rows }
    },
    /** How well stored forecasts predicted where these buckets settled. @param buckets newest first */
    skill(asset: string, buckets: readonly SettledBucket[]): ForecastSkill {
      const station = marketsNow().find((market) => market.asset === asset)?.station ?? null
      const of = station === null ? null : ({ station, source: 'nws_forecast' } as const)
      return skillOf(buckets.slice(0, MAX_BUCKETS), (moment) =>
        of === null ? null : (store.forecastBy(service, of, moment, moment - FORECAST_AGE)?.points ?? null),
      )
    },
    stations: (): StationsByAsset => ({
      service,
      of: Object.fromEntries(
        marketsNow().flatMap(({ asset, station }) => (station === null ? [] : [[asset, station] as const])),
      ),
    }),
    topics: topicOf('weather', view, listeners.on),
  }
}
