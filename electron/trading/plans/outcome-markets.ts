/** What plans for outcome markets ask of them: the side of a coin, and its prices. */
import type { KnownPrices } from '../../../contract/reference-price.ts'
import { type OutcomeFacts, type PlanOptions, refuse } from './interface.ts'
import { probabilityPrices } from './prices.ts'

/** The results throw ServiceError where a read is needed and fails. */
export function outcomeMarkets(options: Pick<PlanOptions, 'service' | 'facts' | 'clock'>) {
  const { service, facts } = options

  /** Null where the service lists none. */
  async function sideOf(coin: string): Promise<OutcomeFacts | null> {
    const known = facts.outcome(coin)
    if (known !== null) return known
    for (const market of await service.outcomes()) {
      const side = market.sides.find((candidate) => candidate.coin === coin)
      if (side !== undefined) return { market, side }
    }
    return null
  }

  /** Null where no price is known. */
  async function pricesOf(coin: string): Promise<KnownPrices | null> {
    const prices = await probabilityPrices(options, coin, false)
    if (prices !== null) return prices
    const history = await service.outcomePriceHistory([coin])
    const last = history[coin]?.at(-1)?.price ?? null
    return last === null ? null : { mark: last, mid: null }
  }

  return { sideOf, pricesOf }
}

export const unknownCoin = (coin: string) => refuse('unknown_market', `The service lists no outcome ${coin}.`)

export const noPrice = (coin: string) =>
  refuse('limit_no_mark', `No price is known for ${coin}; the order cannot be held to the limits.`)
