/** What a prepared action is expected to be: the trader's intent, with what main knows of the asset and the position. */
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
      /** The position to be closed, signed, not zero. */
      readonly position: Size
      /** Null closes all of it. */
      readonly size: Size | null
      /** No limit beyond this is signed. */
      readonly worst: Price
    }
  | {
      readonly kind: 'predict'
      readonly assetId: number
      readonly side: Side
      readonly size: Size
      /** Mark of the trader's target temperature; the service's estimate must name the same. */
      readonly targetMark: Price
      /** As for a close. */
      readonly worst: Price
    }
  | { readonly kind: 'leverage'; readonly assetId: number; readonly leverage: number }
  /** Leverage 2 for binary assets. */
  | {
      readonly kind: 'binary_setup'
      /** Numbers that the service says of binary assets. */
      readonly assetIds: readonly number[]
      /** Names of the binary assets of which it says none: theirs may be any number but one of `otherIds`, and cannot be verified. */
      readonly unnumbered: readonly string[]
      /** Numbers of markets that are not binary. */
      readonly otherIds: readonly number[]
    }
  | {
      readonly kind: 'binary_predict'
      /** Null where the service does not say it: then nothing can be verified. */
      readonly assetId: number | null
      readonly direction: BinaryDirection
      /** What the trader wants to spend, USDC. */
      readonly amount: Money
      /** Price of UP: no limit beyond this is signed. */
      readonly worst: Price
      /** What the service was asked for: by how much the cost may differ from the amount. */
      readonly slippagePct: Decimal
    }
  | {
      readonly kind: 'binary_close'
      readonly assetId: number | null
      /** The position to be closed, signed (UP positive), not zero. */
      readonly position: Size
      /** Null closes all of it. */
      readonly size: Size | null
      /** Price of UP. */
      readonly worst: Price
    }
  /** A limit order for a side of an outcome market; its client order id is the service's to make. */
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
      /** Null converts all there is. */
      readonly amount: Size | null
    }

/** What is expected of one kind of action. */
export type Expected<K extends ExpectedAction['kind']> = Extract<ExpectedAction, { kind: K }>

/** JSON as it came, keys in order. */
export type Fields = Readonly<Record<string, unknown>>

/** Collects the differences between what was asked for and what was prepared. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const LONGEST = 200
const NOTHING = '(nothing)'

/** A value in words for a mismatch. */
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

  add(field: string, asked: unknown, prepared: unknown): void {
    this.found.push({ field, asked: shown(asked), prepared: shown(prepared) })
  }

  /** Exact equality, type and all: `"1"` is not `1`. */
  same(field: string, asked: unknown, prepared: unknown): void {
    if (!Object.is(asked, prepared)) this.add(field, asked, prepared)
  }

  /** Equality of hex, in any case. */
  sameHex(field: string, asked: string, prepared: unknown): void {
    if (typeof prepared !== 'string' || prepared.toLowerCase() !== asked.toLowerCase()) this.add(field, asked, prepared)
  }

  /** Every key that is not one of `known`. */
  noOtherKeys(where: string, value: Fields, known: readonly string[]): void {
    for (const key of Object.keys(value)) if (!known.includes(key)) this.add(`${where}.${key}`, undefined, value[key])
  }
}
