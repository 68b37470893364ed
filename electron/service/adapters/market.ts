/** `GET /v1/markets` */
import type { ScalarMarket } from '../../../contract/market.ts'
import { distinct } from '../rows.ts'
import type { Wire } from '../wire.ts'
import { ownMinimum } from './minimum-value.ts'
import { marketStatusOf } from './words.ts'

export function marketsOf(answer: Wire): readonly ScalarMarket[] {
  const markets = distinct(answer.items('markets').map(marketOf), ({ asset }) => asset)
  /** Numbers that count the assets say themselves which is the first; other numbers say nothing of it, and the order of the list does. */
  const counts = new Set(markets.map(({ assetId }) => assetId))
  const isCount =
    counts.size === markets.length && markets.every(({ assetId }) => assetId >= 0 && assetId < markets.length)
  return markets.map((market, place) => ({ ...market, ordinal: isCount ? market.assetId : place }))
}

function marketOf(market: Wire): Omit<ScalarMarket, 'ordinal'> {
  const statusText = market.at('status').text()
  return {
    asset: market.at('asset').text(),
    assetId: market.at('asset_id').integer(),
    status: marketStatusOf(statusText),
    statusText,
    sizeDecimals: market.at('sz_decimals').integer(),
    tickSize: market.at('tick_size').decimal(),
    maxLeverage: market.at('max_leverage').integer(),
    ...ownMinimum(market),
    station: market.at('station').optional((wire) => wire.text()),
  }
}
