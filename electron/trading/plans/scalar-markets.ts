/** What plans for scalar markets ask of them: the market, and words for what is missing. */
import type { ScalarMarket } from '../../../contract/market.ts'
import { type PlanOptions, refuse } from './interface.ts'

/** The results throw ServiceError where a read is needed and fails. */
export const scalarMarkets = ({ service, facts, numbers }: Pick<PlanOptions, 'service' | 'facts' | 'numbers'>) => ({
  /** With the number that it is signed under, whatever the list says. Null where the service lists none. */
  async marketOf(asset: string): Promise<ScalarMarket | null> {
    const market = facts.market(asset) ?? (await service.markets()).find((one) => one.asset === asset)
    return market === undefined ? null : { ...market, assetId: numbers.numberOf(asset, market.assetId) }
  },
})

export const unknownMarket = (asset: string) => refuse('unknown_market', `The service lists no market ${asset}.`)
export const noMark = (asset: string) =>
  refuse('limit_no_mark', `No mark is known for ${asset}; its price protection cannot be held.`)
