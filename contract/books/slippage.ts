/** How much worse or better a fill was than what the window showed of it when its order was sent. Pure. */
import type { Fill } from '../account.ts'
import type { ActionRecord } from '../action.ts'
import { type Money, multiply, type Price, subtract, toPlaces, trimZeros } from '../decimal.ts'

/** Against what was shown: worse is negative, better positive. */
export interface Slippage {
  /** In the market's price unit: marks, and prices of UP and of shares. */
  readonly price: Price
  /** In the collateral, rounded half up to its micro-unit. */
  readonly money: Money
}

const MONEY_PLACES = 6

/**
 * The price at which the window said that an order would trade; of binary contracts that of UP. The average of the preview, else that of
 * the estimate which was confirmed, else, of a close, which shows no average, the mark. Null where none was shown: of an order that was to
 * rest, and of what no window sent.
 */
export function shownPriceOf({
  intent,
  shown,
  estimate,
}: Pick<ActionRecord, 'intent' | 'shown' | 'estimate'>): Price | null {
  return shown?.average ?? estimate?.average ?? (intent.kind === 'close' ? (shown?.mark ?? null) : null)
}

/**
 * Slippage of a fill; null where nothing was shown, and of what rested: a fill as maker is at the price that was asked for.
 * @param shown the price that was shown, by `shownPriceOf`.
 */
export function slippageOf(
  { side, price, size, liquidity }: Pick<Fill, 'side' | 'price' | 'size' | 'liquidity'>,
  shown: Price | null,
): Slippage | null {
  if (shown === null || liquidity === 'maker') return null
  const better = side === 'buy' ? subtract(shown, price) : subtract(price, shown)
  return { price: trimZeros(better), money: trimZeros(toPlaces(multiply(better, size), MONEY_PLACES)) }
}
