/** What plans for scalar markets ask of them: the market, its mark, and what slippage is counted from. */
import { add, type Decimal, multiply, type Price } from '../../../contract/decimal.ts'
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

/** How far the service's mark may have moved from the terminal's between two readings, as a share of the mark. */
const MARK_MOVE = '0.002' as Decimal
/** How far a service's bound may lie from the terminal's: rounding to the tick, and a mark that moved between two readings. */
export const allowanceOf = (market: ScalarMarket, reference: Price): Price =>
  add(market.tickSize, multiply(reference, MARK_MOVE))

export const unknownMarket = (asset: string) => refuse('unknown_market', `The service lists no market ${asset}.`)
export const noMark = (asset: string) =>
  refuse('limit_no_mark', `No mark is known for ${asset}; its slippage cannot be held.`)
