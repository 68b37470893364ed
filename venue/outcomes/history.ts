/** Price history of a side: what was kept since it was listed here, and before that what it was worth by what could be known. */

import { CERTAIN } from '../ledger/index.ts'
import { probabilityText } from '../market/index.ts'
import type { OutcomeMarket } from './market.ts'
import { HISTORY_STEP } from './prices.ts'

/** Seconds of history at least, and between its points before the market was listed. */
const SPAN = 8 * 86_400
const EARLY_STEP = 1800

/** Oldest first, up to now or the expiry; the last point is the present price. */
export function priceHistory(market: OutcomeMarket, coin: string): { time: number; price: string }[] {
  const { listed, side } = market.coin(coin)
  const end = Math.min(Math.floor(market.host.now() / 1000), listed.question.expiry / 1000)
  const kept = listed.history
  const first = kept[0]?.second ?? end
  const points: { time: number; price: string }[] = []
  const oldest = Math.ceil((end - SPAN) / EARLY_STEP) * EARLY_STEP
  // Half hours in between at first, then each five minutes of the last hours, as what is kept has it.
  for (let second = oldest; second < first; second += first - second > 6 * 3600 ? EARLY_STEP : HISTORY_STEP) {
    const fair = market.prices.fair(listed.question, second)[listed.place]?.[side] ?? 0
    const ticks = Math.max(1, Math.min(CERTAIN - 1, Math.round(fair * CERTAIN)))
    points.push({ time: second * 1000, price: probabilityText(ticks) })
  }
  for (const { second, ticks } of kept) points.push({ time: second * 1000, price: probabilityText(ticks[side] ?? 0) })
  if (listed.state === 'open' && (kept.at(-1)?.second ?? 0) < end) {
    points.push({ time: end * 1000, price: probabilityText(market.prices.of(listed, side)) })
  }
  return points
}
