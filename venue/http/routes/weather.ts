/**
 * Readings and forecasts of the practice station, in the shapes of aviationweather.gov, api.weather.gov and api.open-meteo.com, all under
 * `/practice-weather` (venue/README.md#weather). No route needs a token.
 */
import { GRID, STATION, STATION_ZONE } from '../../weather.ts'
import type { VenueContext } from '../context.ts'
import { notFound } from '../problem.ts'
import { open, type Route } from '../router.ts'
import { integer } from './accounts.ts'

const PREFIX = '/practice-weather'
/** As far back as the services answer. */
const MAX_HOURS = 72
const MAX_OBSERVATIONS = 500

export const weatherRoutes = ({ core }: VenueContext): Route[] => {
  const now = (): number => Math.floor(core.now() / 1000)
  const known = (id: string | null): void => {
    if (id !== STATION.id) throw notFound(`There is no station ${JSON.stringify(id)}.`)
  }
  return [
    // The service answers an unknown station with an empty list.
    open('GET', `${PREFIX}/api/data/metar`, ({ query }) =>
      query.get('ids') === STATION.id
        ? core.weather.reports(now(), Math.min(MAX_HOURS, integer(query, 'hours') ?? 2))
        : [],
    ),
    open('GET', `${PREFIX}/stations/:id/observations`, ({ params, query }) => {
      known(params.id ?? null)
      return core.weather.observations(now(), Math.min(MAX_OBSERVATIONS, integer(query, 'limit') ?? MAX_OBSERVATIONS))
    }),
    open('GET', `${PREFIX}/points/:place`, () => ({
      properties: { gridId: GRID.office, gridX: GRID.x, gridY: GRID.y, timeZone: STATION_ZONE },
    })),
    open('GET', `${PREFIX}/gridpoints/:office/:grid/forecast/hourly`, ({ params }) => {
      if (params.office !== GRID.office || params.grid !== `${GRID.x},${GRID.y}`)
        throw notFound('There is no such grid.')
      return core.weather.hourlyForecast(now())
    }),
    open('GET', `${PREFIX}/v1/forecast`, ({ query }) =>
      core.weather.quarterHourlyForecast(now(), Math.min(96, integer(query, 'forecast_minutely_15') ?? 48)),
    ),
  ]
}
