/** What the parts of one outcome market are given: the market and the side that is looked at. */
import type { OutcomeMarket, OutcomeSide } from '../../../contract/outcome.ts'

export interface MarketProps {
  readonly market: OutcomeMarket
  readonly side: OutcomeSide
}
