/** The close of a position, as every button, line and key asks for it: its worst price is fixed at the press, by the prices of that moment. Pure. */
import type { Position } from '../../contract/account.ts'
import { type Price, type Size, signOf } from '../../contract/decimal.ts'
import { FAMILY_RULES } from '../../contract/family-rules.ts'
import type { CloseIntent } from '../../contract/intent.ts'
import type { Side, Ticker } from '../../contract/market.ts'
import { type CloseDistance, type CloseProtection, closeProtectionFrom } from '../../contract/protection.ts'
import { referencePrice } from '../../contract/reference-price.ts'

/** What is closed; the signed size is that of the position as it is shown, undefined where none is. */
export interface Held {
  readonly asset: string
  readonly size: Position['size'] | undefined
  readonly family: Position['family']
}

/** The side of the order that closes; of binary contracts that of UP. */
export const closingSide = ({ family, size }: Omit<Held, 'asset'>): Side =>
  FAMILY_RULES[family].sides !== null && size !== undefined && signOf(size) < 0 ? 'buy' : 'sell'

/** Prices fixed by a live ticker, or the distances themselves where there is none. */
export function closeProtectionNow(
  held: Held,
  ticker: Ticker | undefined,
  { tickSize, distance }: { readonly tickSize: Price | null; readonly distance: CloseDistance },
): CloseProtection {
  const { family } = held
  const side = closingSide(held)
  const reference = ticker === undefined || ticker.stale ? null : referencePrice(family, side, ticker)
  return closeProtectionFrom(reference, distance, { family, side, tickSize })
}

/** @param size null closes all of it */
export const closeIntentOf = (held: Held, size: Size | null, protection: CloseProtection): CloseIntent => ({
  ...{ kind: 'close', asset: held.asset, position: sideOf(held.size), size, protection },
})

/** The side that the trader sees: main leaves a position alone that has turned since, or is none. */
const sideOf = (held: Held['size']): CloseIntent['position'] =>
  held !== undefined && signOf(held) < 0 ? 'short' : 'long'
