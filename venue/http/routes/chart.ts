/** TradingView's UDF over scalar marks: config, symbols, history. */
import { type AnyDecimal, placesOf, toUnits } from '../../../contract/decimal.ts'
import { type MarketInfo, VenueError } from '../../core/interface.ts'
import type { VenueContext } from '../context.ts'
import { badRequest } from '../problem.ts'
import { open, type Route, scalar } from '../router.ts'
import { wholeNumber } from './accounts.ts'

/** Candle lengths in seconds, by their UDF names. */
const RESOLUTIONS: ReadonlyMap<string, number> = new Map([
  ['1S', 1],
  ['15S', 15],
  ['1', 60],
  ['5', 300],
  ['15', 900],
  ['60', 3600],
])
const MOST_CANDLES = 5000

/** GET /tv/config, /tv/symbols, /tv/history. */
export const chartRoutes = ({ core }: VenueContext): Route[] => {
  const marketOfSymbol = (query: URLSearchParams): MarketInfo => {
    const symbol = query.get('symbol')
    if (symbol === null || symbol === '') throw badRequest('The query needs symbol.', 'symbol')
    const market = core.markets().find(({ asset }) => asset === symbol)
    if (market === undefined)
      throw new VenueError(404, 'unknown_asset', `There is no symbol ${JSON.stringify(symbol)}.`, 'symbol')
    return market
  }

  const history = (query: URLSearchParams): object => {
    const { asset } = marketOfSymbol(query)
    const seconds = RESOLUTIONS.get(query.get('resolution') ?? '')
    if (seconds === undefined)
      throw badRequest(`resolution: must be one of ${[...RESOLUTIONS.keys()].join(', ')}.`, 'resolution')
    const to = wholeNumber(query, 'to') ?? Math.ceil(core.now() / 1000)
    const count = wholeNumber(query, 'countback')
    const from = count === null ? wholeNumber(query, 'from') : to - count * seconds
    if (from === null) throw badRequest('The query needs from or countback.', 'from')
    if (from >= to) throw badRequest('from: must be before to.', 'from')
    const earliest = Math.max(from, to - MOST_CANDLES * seconds, 0)
    // UDF's `to` is the end of the range, not its last candle.
    const candles = core.candles(asset, seconds, earliest * 1000, to * 1000).filter(({ time }) => time < to * 1000)
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
    scalar(
      open('GET', '/tv/config', () => ({
        supported_resolutions: [...RESOLUTIONS.keys()],
        supports_group_request: false,
        supports_marks: false,
        supports_search: false,
        supports_time: false,
        supports_timescale_marks: false,
      })),
    ),
    scalar(open('GET', '/tv/symbols', ({ query }) => symbolOf(marketOfSymbol(query)))),
    scalar(open('GET', '/tv/history', ({ query }) => history(query))),
  ]
}

/** UDF's description of a market; its price step is `minmov / pricescale`. */
function symbolOf({ asset, station, tick_size }: MarketInfo): object {
  const places = placesOf(tick_size as AnyDecimal)
  return {
    name: asset,
    ticker: asset,
    description: `${asset} mark, ${station}`,
    type: 'index',
    exchange: 'Isotherm Practice',
    listed_exchange: 'Isotherm Practice',
    session: '24x7',
    timezone: 'Etc/UTC',
    format: 'price',
    minmov: Number(toUnits(tick_size as AnyDecimal, places)),
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
