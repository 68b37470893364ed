/** `GET /v1/markets` */
import type { ScalarMarket } from '../../../contract/market.ts'
import type { Wire } from '../wire.ts'
import { marketStatusOf } from './words.ts'

export const marketsOf = (answer: Wire): readonly ScalarMarket[] => answer.items('markets').map(marketOf)

function marketOf(market: Wire): ScalarMarket {
  const statusText = market.at('status').text()
  return {
    asset: market.at('asset').text(),
    assetId: market.at('asset_id').integer(),
    status: marketStatusOf(statusText),
    statusText,
    sizeDecimals: market.at('sz_decimals').integer(),
    tickSize: market.at('tick_size').decimal(),
    maxLeverage: market.at('max_leverage').integer(),
    station: market.at('station').optional((wire) => wire.text()),
  }
}
