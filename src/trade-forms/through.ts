/** How far a limit price lies through the best price that it meets: such an order trades at once, at up to that much worse. Pure. */
import type { Family } from '../../contract/account.ts'
import { compare, type Price, padTo, placesOf, signOf, subtract } from '../../contract/decimal.ts'
import { FAMILY_RULES } from '../../contract/family-rules.ts'
import type { Side, Ticker } from '../../contract/market.ts'
import { distanceText } from '../../contract/protection.ts'
import { facingPrice } from '../../contract/reference-price.ts'
import { presetDistance } from './distance.ts'

/** A price that goes through the other side's best one. */
export interface Through {
  readonly side: Side
  readonly by: Price
  /** `5.90 °F through the ask`. */
  readonly words: string
  /** Further than the trader wants to be asked about. */
  readonly isFar: boolean
}

/** @param most how far it may go unasked, as the setting has it: °F for scalar markets, cents for probabilities. */
export function throughBest(
  side: Side,
  price: Price | null,
  {
    family,
    prices,
    most,
  }: { readonly family: Family; readonly prices: Pick<Ticker, 'bid' | 'ask'>; readonly most: string },
): Through | null {
  const best = facingPrice(side, prices)
  if (price === null || best === null) return null
  const by = side === 'buy' ? subtract(price, best) : subtract(best, price)
  if (signOf(by) <= 0) return null
  const isFar = compare(by, presetDistance(most, family)) > 0
  const shown = FAMILY_RULES[family].isMark ? padTo(by, Math.max(placesOf(price), placesOf(best))) : by
  return { side, by, words: `${distanceText(shown, family)} through the ${side === 'buy' ? 'ask' : 'bid'}`, isFar }
}
