/** The trader's own resting orders as books mark them: of a market with two sides, in the books of both. Pure. */
import { type Decimal, ONE, type Price, type Size, subtract } from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'

/** A resting order as the account tells it. */
export interface RestingOrder {
  readonly asset: string
  readonly side: Side
  readonly price: Price
  readonly size: Size
  readonly filled: Size
}

/** A price of one book at which the trader has a resting order. */
export interface OwnOrder {
  readonly side: Side
  readonly price: Price
  /**
   * The order is one in the other side's coin, and of this size: marked only where this book shows as much at the price. Null for an order in the
   * book's own coin.
   */
  readonly least: Size | null
}

/**
 * By asset. A bid for Yes at 0.400 is an offer of No at 0.600 where the service has one book for both, as services do (docs/service/outcomes.md#life).
 * @param otherSide the coin of the other side of a market with two; null for every other asset.
 */
export function ownByAsset(
  orders: readonly RestingOrder[],
  otherSide: (asset: string) => string | null,
): ReadonlyMap<string, readonly OwnOrder[]> {
  const byAsset = new Map<string, OwnOrder[]>()
  const put = (asset: string, own: OwnOrder): void => {
    const present = byAsset.get(asset)
    if (present === undefined) byAsset.set(asset, [own])
    else present.push(own)
  }
  for (const { asset, side, price, size, filled } of orders) {
    put(asset, { side, price, least: null })
    const other = otherSide(asset)
    if (other === null) continue
    const least = subtract<Decimal>(size, filled) as Size
    put(other, { side: side === 'buy' ? 'sell' : 'buy', price: subtract<Price>(ONE as never, price), least })
  }
  return byAsset
}
