/** `GET /tv/history` and `GET /tv-mark/history`: candles in TradingView's UDF, times in seconds. */

import type { Price } from '../../../contract/decimal.ts'
import type { Candle, Resolution } from '../../../contract/market.ts'
import { text } from '../../../contract/safe-text.ts'
import { isMillis, type Millis } from '../../../contract/time.ts'
import { ServiceError } from '../errors.ts'
import type { Wire } from '../wire.ts'

const UDF_RESOLUTION: Readonly<Record<Resolution, string>> = { 1: '1S', 15: '15S', 60: '1', 300: '5', 900: '15' }

/** The query of a history request; `from` and `to` are inclusive. */
export const candleQuery = (asset: string, resolution: Resolution, from: Millis, to: Millis) => ({
  symbol: asset,
  resolution: UDF_RESOLUTION[resolution],
  from: String(Math.floor(from / 1000)),
  to: String(Math.ceil(to / 1000)),
})

/** Candles, oldest first. An answer of status `no_data` has none; one of status `error` is thrown with the service's message. */
export function candlesOf(answer: Wire, route: string): readonly Candle[] {
  const history = answer.unwrapped('history')
  const status = history.at('s').text()
  if (status === 'no_data') return []
  if (status !== 'ok') throw historyError(history, route)
  const columns = (['o', 'h', 'l', 'c'] as const).map((name) => history.at(name).items())
  const times = history.at('t').items()
  const candles = times.map((time, i) => {
    const [open, high, low, close] = columns.map((column) =>
      (column[i] ?? history.at('t').fail('should be as long as o, h, l and c')).decimal<Price>(),
    )
    const at = time.integer() * 1000
    return { time: isMillis(at) ? at : time.fail('should be a time'), open, high, low, close } as Candle
  })
  return candles.sort((a, b) => a.time - b.time)
}

const historyError = (history: Wire, route: string): ServiceError =>
  new ServiceError({
    kind: 'problem',
    route,
    status: 200,
    code: 'history_error',
    message: history.at('errmsg').optional((wire) => wire.message()) ?? text`The venue has no history for this.`,
  })
