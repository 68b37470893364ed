/** `GET /v1/ticker`; also accepts the names of the upstream's `activeAssetCtx` (docs/service/websocket.md#context). */
import type { Money, Price, Size } from '../../../contract/decimal.ts'
import { fahrenheitOfMark } from '../../../contract/mark.ts'
import type { Ticker } from '../../../contract/market.ts'
import type { Wire } from '../wire.ts'
import { marketStatusOf } from './texts.ts'

export function tickerOf(answer: Wire, asset: string): Omit<Ticker, 'receivedAt' | 'stale'> {
  const ticker = answer.unwrapped('ticker')
  const price = (...names: string[]) => ticker.at(...names).optional((wire) => wire.decimal<Price>())
  const mark = price('mark', 'mark_px')
  return {
    asset: ownAsset(ticker, asset),
    mark,
    temperature: mark === null ? null : fahrenheitOfMark(mark),
    oracle: price('oracle', 'oracle_px'),
    mid: price('mid', 'mid_px'),
    bid: price('bid'),
    ask: price('ask'),
    last: price('last'),
    volume24h: ticker.at('volume_24h', 'day_ntl_vlm').optional((wire) => wire.decimal<Money>()),
    openInterest: ticker.at('open_interest').optional((wire) => wire.decimal<Size>()),
    prevDay: price('prev_day', 'prev_day_px'),
    status: ticker.at('status').optional((wire) => marketStatusOf(wire.text())) ?? 'unknown',
    time: ticker.at('time').optional((wire) => wire.time()),
  }
}

/** The requested asset; an answer about another one is not shown as this one's. */
export function ownAsset(wire: Wire, asset: string): string {
  const named = wire.at('asset', 'coin')
  if (!named.missing && named.text() !== asset) named.fail(`should be ${asset}`)
  return asset
}
