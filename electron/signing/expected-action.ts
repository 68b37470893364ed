/** The expected prepared action: the trader's intent, with main's facts about the asset and the position. */
import type { TimeInForce } from '../../contract/account.ts'
import type { Mismatch } from '../../contract/action.ts'
import type { Cloid } from '../../contract/address.ts'
import type { BinaryDirection } from '../../contract/binary.ts'
import type { Decimal, Money, Price, Size } from '../../contract/decimal.ts'
import type { Side } from '../../contract/market.ts'
import type { ConversionKind } from '../../contract/outcome.ts'

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
      /** The position to close, signed, not zero. */
      readonly position: Size
      /** Null closes the whole position. */
      readonly size: Size | null
      /** No limit beyond this is signed. */
      readonly worst: Price
    }
  | {
      readonly kind: 'predict'
      readonly assetId: number
      readonly side: Side
      readonly size: Size
      /** Mark of the trader's target temperature; the service's estimate must have the same. */
      readonly targetMark: Price
      /** As for a close. */
      readonly worst: Price
    }
  | { readonly kind: 'leverage'; readonly assetId: number; readonly leverage: number }
  /** Leverage 2 for binary assets. */
  | {
      readonly kind: 'binary_setup'
      /** Listed numbers of binary assets. */
      readonly assetIds: readonly number[]
      /** Names of the binary assets without a listed number: theirs may be any number but one of `otherIds`, and cannot be verified. */
      readonly unnumbered: readonly string[]
      /** Numbers of markets that are not binary. */
      readonly otherIds: readonly number[]
    }
  | {
      readonly kind: 'binary_predict'
      /** Null where the service does not list it: nothing can then be verified. */
      readonly assetId: number | null
      readonly direction: BinaryDirection
      /** The amount to spend, USDC. */
      readonly amount: Money
      /** Price of UP: no limit beyond this is signed. */
      readonly worst: Price
      /** The requested slippage: by how much the cost may differ from the amount. */
      readonly slippagePct: Decimal
    }
  | {
      readonly kind: 'binary_close'
      readonly assetId: number | null
      /** The position to close, signed (UP positive), not zero. */
      readonly position: Size
      /** Null closes the whole position. */
      readonly size: Size | null
      /** Price of UP. */
      readonly worst: Price
    }
  /** A limit order for a side of an outcome market; its client order id is the service's. */
  | {
      readonly kind: 'outcome_limit'
      readonly assetId: number
      readonly side: Side
      readonly price: Price
      readonly size: Size
    }
  /** A market order for a side of an outcome market. */
  | {
      readonly kind: 'outcome_market'
      readonly assetId: number
      readonly side: Side
      readonly size: Size
      readonly worst: Price
    }
  | {
      readonly kind: 'conversion'
      readonly conversion: ConversionKind
      readonly outcomeId: number
      readonly questionId: number | null
      /** Null converts the whole balance. */
      readonly amount: Size | null
    }

/** The expectation for one kind of action. */
export type Expected<K extends ExpectedAction['kind']> = Extract<ExpectedAction, { kind: K }>

/** Parsed JSON, keys in their order. */
export type Fields = Readonly<Record<string, unknown>>

/** Collects the differences between the intent and the prepared action. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const LONGEST = 200
const NOTHING = '(nothing)'

/** A value as text in a mismatch. */
export function shown(value: unknown): string {
  if (value === undefined) return NOTHING
  const text =
    typeof value === 'string' || typeof value === 'bigint'
      ? String(value)
      : JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? item.toString() : item))
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

/** The differences found so far. */
export class Differences {
  readonly found: Mismatch[] = []

  add(field: string, requested: unknown, prepared: unknown): void {
    this.found.push({ field, request: shown(requested), prepared: shown(prepared) })
  }

  /** Exact equality, type and all: `"1"` is not `1`. */
  same(field: string, request: unknown, prepared: unknown): void {
    if (!Object.is(request, prepared)) this.add(field, request, prepared)
  }

  /** Equality of hex, in any case. */
  sameHex(field: string, request: string, prepared: unknown): void {
    if (typeof prepared !== 'string' || prepared.toLowerCase() !== request.toLowerCase())
      this.add(field, request, prepared)
  }

  /** Every key that is not one of `known`. */
  noOtherKeys(where: string, value: Fields, known: readonly string[]): void {
    for (const key of Object.keys(value)) if (!known.includes(key)) this.add(`${where}.${key}`, undefined, value[key])
  }
}
