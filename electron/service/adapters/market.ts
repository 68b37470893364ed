/** `GET /v1/markets` */
import { price } from '../../../contract/decimal.ts'
import type { ScalarMarket } from '../../../contract/market.ts'
import { distinct } from '../rows.ts'
import type { Wire } from '../wire.ts'
import { ownMinimum, rulesOf } from './market-rules.ts'
import { marketStatusOf } from './texts.ts'

const ANY_TICK = price('1')

export function marketsOf(answer: Wire): readonly ScalarMarket[] {
  const markets = distinct(answer.items('markets').map(marketOf), ({ asset }) => asset)
  /** Numbers that count the assets show which one is first; other numbers do not, and the order of the list decides. */
  const counts = new Set(markets.map(({ assetId }) => assetId))
  const isCount =
    counts.size === markets.length && markets.every(({ assetId }) => assetId >= 0 && assetId < markets.length)
  return markets.map((market, place) => ({ ...market, ordinal: isCount ? market.assetId : place }))
}

function marketOf(market: Wire): Omit<ScalarMarket, 'ordinal'> {
  const statusText = market.at('status').text()
  const rules = rulesOf(market, ['sz_decimals', 'tick_size', 'max_leverage'])
  return {
    asset: market.at('asset').text(),
    assetId: market.at('asset_id').integer(),
    status: marketStatusOf(statusText),
    statusText,
    // A market with a fault takes no entries: a close uses whole contracts and degrees, which every market accepts.
    sizeDecimals: rules.sizeDecimals ?? 0,
    tickSize: rules.tickSize ?? ANY_TICK,
    maxLeverage: rules.maxLeverage ?? 1,
    ...(rules.fault !== undefined && { fault: rules.fault }),
    ...ownMinimum(market),
    station: market.at('station').optional((wire) => wire.text()),
  }
}
