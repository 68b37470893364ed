/** Market data (markets, bucket, ticker, book, open interest, TradingView's UDF), the deployment's configuration, and the caller's identity. */

import { z } from 'zod'
import { type Decimal, placesOf, toUnits } from '../../../contract/decimal.ts'
import { type CandleInfo, VenueError, type VenueTime } from '../../market/index.ts'
import { requireFreshOracle, type VenueContext } from '../context.ts'
import { marketOf, parse } from '../input.ts'
import { badRequest } from '../problem.ts'
import { Answer, binary, identified, open, type Route, scalar, type VenueRequest } from '../router.ts'
import { integer } from './accounts.ts'

/** Levels per side of the book read and the `book` channel. */
export const BOOK_LEVELS = 25

/** GET /v1/markets, /v1/bucket, /v1/ticker, /v1/book, /v1/oi-status. */
export const marketRoutes = (context: VenueContext): Route[] => {
  const { core } = context
  const asked = ({ query }: VenueRequest): string => {
    const asset = query.get('asset')
    if (asset === null || asset === '') throw badRequest('The query needs asset, for example asset=NYCTMP1.', 'asset')
    return marketOf(core, asset).asset
  }
  return [
    scalar(open('GET', '/v1/markets', () => core.markets())),
    scalar(open('GET', '/v1/bucket', () => core.bucket())),
    scalar(
      open('GET', '/v1/ticker', (request) => {
        requireFreshOracle(context)
        return core.ticker(asked(request))
      }),
    ),
    scalar(open('GET', '/v1/book', (request) => core.book(asked(request), BOOK_LEVELS))),
    scalar(open('GET', '/v1/oi-status', () => core.openInterest())),
  ]
}

/** Candle lengths in seconds, by UDF name. */
const RESOLUTIONS: ReadonlyMap<string, number> = new Map([
  ['1S', 1],
  ['15S', 15],
  ['1', 60],
  ['5', 300],
  ['15', 900],
  ['60', 3600],
])
const MAX_CANDLES = 5000

/** A market on a chart. */
interface Charted {
  asset: string
  description: string
  tick_size: string
}

/** Data source of a UDF tree. */
interface ChartSource {
  prefix: string
  family: (route: Route) => Route
  markets: () => Charted[]
  candles: (asset: string, resolutionSeconds: number, from: VenueTime, to: VenueTime) => CandleInfo[]
  now: () => VenueTime
}

/** GET /tv/config, /tv/symbols, /tv/history, and the same under /tv-mark. */
export const chartRoutes = ({ core }: VenueContext): Route[] => [
  ...udfRoutes({
    prefix: '/tv',
    family: scalar,
    markets: () =>
      core.markets().map(({ asset, station, tick_size }) => ({
        asset,
        description: `${asset} mark, ${station}`,
        tick_size,
      })),
    candles: (asset, resolutionSeconds, from, to) => core.candles(asset, resolutionSeconds, from, to),
    now: () => core.now(),
  }),
  ...udfRoutes({
    prefix: '/tv-mark',
    family: binary,
    markets: () =>
      core.binary
        .markets()
        .map(({ asset, tick_size }) => ({ asset, description: `${asset} mark, probability of UP`, tick_size })),
    candles: (asset, resolutionSeconds, from, to) => core.binary.candles(asset, resolutionSeconds, from, to),
    now: () => core.now(),
  }),
]

function udfRoutes({ prefix, family, markets, candles: candlesOf, now }: ChartSource): Route[] {
  const marketOfSymbol = (query: URLSearchParams): Charted => {
    const symbol = query.get('symbol')
    if (symbol === null || symbol === '') throw badRequest('The query needs symbol.', 'symbol')
    const market = markets().find(({ asset }) => asset === symbol)
    if (market === undefined)
      throw new VenueError(404, 'unknown_asset', `There is no symbol ${JSON.stringify(symbol)}.`, 'symbol')
    return market
  }

  const history = (query: URLSearchParams): object => {
    const { asset } = marketOfSymbol(query)
    const seconds = RESOLUTIONS.get(query.get('resolution') ?? '')
    if (seconds === undefined)
      throw badRequest(`resolution: must be one of ${[...RESOLUTIONS.keys()].join(', ')}.`, 'resolution')
    const to = integer(query, 'to') ?? Math.ceil(now() / 1000)
    const count = integer(query, 'countback')
    const from = count === null ? integer(query, 'from') : to - count * seconds
    if (from === null) throw badRequest('The query needs from or countback.', 'from')
    if (from >= to) throw badRequest('from: must be before to.', 'from')
    const earliest = Math.max(from, to - MAX_CANDLES * seconds, 0)
    // UDF's `to` is the end of the range, not its last candle.
    const candles = candlesOf(asset, seconds, earliest * 1000, to * 1000).filter(({ time }) => time < to * 1000)
    if (candles.length === 0) return { s: 'no_data' }
    return {
      s: 'ok',
      t: candles.map(({ time }) => Math.floor(time / 1000)),
      o: candles.map(({ open }) => Number(open)),
      h: candles.map(({ high }) => Number(high)),
      l: candles.map(({ low }) => Number(low)),
      c: candles.map(({ close }) => Number(close)),
    }
  }

  return [
    family(
      open('GET', `${prefix}/config`, () => ({
        supported_resolutions: [...RESOLUTIONS.keys()],
        supports_group_request: false,
        supports_marks: false,
        supports_search: false,
        supports_time: false,
        supports_timescale_marks: false,
      })),
    ),
    family(open('GET', `${prefix}/symbols`, ({ query }) => symbolOf(marketOfSymbol(query)))),
    family(open('GET', `${prefix}/history`, ({ query }) => history(query))),
  ]
}

/** UDF's description of a market; its price step is `minmov / pricescale`. */
function symbolOf({ asset, description, tick_size }: Charted): object {
  const places = placesOf(tick_size as Decimal)
  return {
    name: asset,
    ticker: asset,
    description,
    type: 'index',
    exchange: 'Isotherm Practice',
    listed_exchange: 'Isotherm Practice',
    session: '24x7',
    timezone: 'Etc/UTC',
    format: 'price',
    minmov: Number(toUnits(tick_size as Decimal, places)),
    pricescale: 10 ** places,
    has_intraday: true,
    has_seconds: true,
    has_daily: false,
    seconds_multipliers: ['1', '15'],
    intraday_multipliers: ['1', '5', '15', '60'],
    supported_resolutions: [...RESOLUTIONS.keys()],
    data_status: 'streaming',
  }
}

const accessRequest = z.object({ email: z.email('must be an e-mail address'), note: z.string().max(2000).nullish() })

/** GET /v1/runtime-config, GET /v1/access/self, POST /v1/access/request. */
export const configurationRoutes = ({ core, sessions, store, outcomes }: VenueContext): Route[] => [
  open('GET', '/v1/runtime-config', () => ({
    waitlist_enabled: sessions.waitlist,
    outcomes_enabled: outcomes !== null,
  })),
  identified('GET', '/v1/access/self', (_, { wallet, email, access }) => ({ wallet, email, access })),
  identified('POST', '/v1/access/request', ({ body }, { subject }) => {
    const { email, note } = parse(accessRequest, body)
    store.saveAccessRequest(subject, email, note ?? null, core.now())
    return new Answer(202, { status: 'received' })
  }),
  ...['/v1/ws', '/ws'].map((path) =>
    open('GET', path, () => {
      throw new VenueError(426, 'upgrade_required', `${path} is a WebSocket; ask for it with an upgrade request.`)
    }),
  ),
]
