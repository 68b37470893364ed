/** Asset numbers of the exchange, for markets whose list gives none or only counts (docs/service/signing.md#asset-numbers). */
import type { Millis } from './time.ts'

/** The question that the trader must confirm: an asset is signed under a number that nothing else verifies. */
export interface NumberQuestion {
  readonly asset: string
  /** The number in the service's market list; null when it gives none. */
  readonly listed: number | null
  /** The number that would be signed. */
  readonly signed: number
}

/** A known number on a deployment, and its source. */
export type AssetNumberView = { readonly asset: string; readonly number: number } & (
  | { readonly from: 'profile' }
  /** From an order that reads showed in that very asset; `at` by the terminal's clock. */
  | { readonly from: 'learned'; readonly at: Millis }
  /** An order signed under it appeared in another asset: the number is not this asset's. */
  | { readonly from: 'disproved'; readonly shownAs: string; readonly at: Millis }
)
