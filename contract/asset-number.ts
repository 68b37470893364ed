/** The exchange's numbers of assets, where the market list is silent or only counts (docs/service/signing.md#asset-numbers). */
import type { Millis } from './time.ts'

/** What the trader is asked to take on their word: that an asset is signed under a number which nothing else tells. */
export interface NumberQuestion {
  readonly asset: string
  /** What the service's market list says; null where it says none. */
  readonly listed: number | null
  /** What would be signed. */
  readonly signed: number
}

/** One number that is known on a deployment, and how. */
export type AssetNumberView = { readonly asset: string; readonly number: number } & (
  | { readonly from: 'profile' }
  /** By an order that the reads showed in the very asset; `at` by the terminal's clock. */
  | { readonly from: 'learned'; readonly at: Millis }
  /** What was signed under it showed up in another asset: it is not this one's. */
  | { readonly from: 'disproved'; readonly shownAs: string; readonly at: Millis }
)
