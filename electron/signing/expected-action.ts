/** What a prepared action is expected to be: the trader's intent, with what main knows of the asset and the position. */
import type { TimeInForce } from '../../contract/account.ts'
import type { Cloid } from '../../contract/address.ts'
import type { Decimal, Price, Size } from '../../contract/decimal.ts'
import type { Side } from '../../contract/market.ts'

export type ExpectedAction =
  | {
      readonly kind: 'order'
      /** The asset's number in signed actions. */
      readonly assetId: number
      readonly side: Side
      readonly price: Price
      readonly size: Size
      readonly tif: TimeInForce
      readonly reduceOnly: boolean
      readonly cloid: Cloid | null
    }
  | { readonly kind: 'cancel'; readonly assetId: number; readonly oid: string; readonly cloid: Cloid | null }
  | {
      readonly kind: 'close'
      readonly assetId: number
      /** The position to be closed, signed, not zero. */
      readonly position: Size
      /** Null closes all of it. */
      readonly size: Size | null
      /** The mark that the slippage is counted from, as the terminal knows it. */
      readonly referenceMark: Price
      readonly slippagePct: Decimal
      /** How far beyond the bound the limit may lie, for rounding to the tick and for a mark that moved; nothing by default. */
      readonly allowance?: Price
    }
  | {
      readonly kind: 'predict'
      readonly assetId: number
      readonly side: Side
      readonly size: Size
      /** Mark of the trader's target temperature; the service's estimate must name the same. */
      readonly targetMark: Price
      /** What the slippage is counted from, as the terminal knows it. */
      readonly referenceMark: Price
      readonly slippagePct: Decimal
      /** As for a close. */
      readonly allowance?: Price
    }
  | { readonly kind: 'leverage'; readonly assetId: number; readonly leverage: number }
