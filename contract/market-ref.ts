/**
 * Names a market of any family. A following ref (`live`, `active`) resolves to the asset that is live at the moment; every other ref always means the
 * same market. Only main resolves refs (`contract/instrument.ts`).
 */
import type { Brand } from './brand.ts'

/** A scalar asset, or the live one (docs/service/buckets.md). No asset may be called `live`. */
export interface ScalarRef {
  readonly family: 'scalar'
  readonly asset: string
}
/** A binary asset, or the active one (docs/service/binary.md). No asset may be called `active`. */
export interface BinaryRef {
  readonly family: 'binary'
  readonly asset: string
}
/** One side of an outcome market (docs/service/outcomes.md#meta). */
export interface OutcomeRef {
  readonly family: 'outcome'
  readonly outcomeId: number
  /** Index of the side. */
  readonly side: number
}
export type MarketRef = ScalarRef | BinaryRef | OutcomeRef
export type Family = MarketRef['family']
/** In listing order. */
export const FAMILIES: readonly Family[] = ['scalar', 'binary', 'outcome']

/** The text form of a ref: `scalar/live`, `binary/NYCBIN1`, `outcome/3601/0`. Two refs are the same market if their texts are equal. */
export type RefText = Brand<string, 'RefText'>

/** The live scalar market. */
export const LIVE: ScalarRef = { family: 'scalar', asset: 'live' }
/** The active binary market. */
export const ACTIVE: BinaryRef = { family: 'binary', asset: 'active' }

const LONGEST_ASSET = 40

export const refText = (ref: MarketRef): RefText =>
  (ref.family === 'outcome'
    ? `outcome/${ref.outcomeId}/${ref.side}`
    : `${ref.family}/${encodeURIComponent(ref.asset)}`) as RefText

/** Parses the text form; null when it is invalid. */
export function parseRefText(text: string): MarketRef | null {
  const [family, first, second, ...rest] = text.split('/')
  if (first === undefined || rest.length > 0) return null
  if (family === 'outcome') {
    const [outcomeId, side] = [wholeNumber(first), wholeNumber(second)]
    return outcomeId === null || side === null ? null : { family, outcomeId, side }
  }
  if ((family !== 'scalar' && family !== 'binary') || second !== undefined) return null
  const asset = decoded(first)
  return asset === null || asset === '' || asset.length > LONGEST_ASSET ? null : { family, asset }
}

/** Whether a ref follows the live asset. */
export const follows = (ref: MarketRef): boolean =>
  (ref.family === 'scalar' && ref.asset === LIVE.asset) || (ref.family === 'binary' && ref.asset === ACTIVE.asset)

export const sameRef = (a: MarketRef | null, b: MarketRef | null): boolean =>
  a === b || (a !== null && b !== null && refText(a) === refText(b))

/** Digits exactly as the text form writes them: no sign, no leading zero. */
function wholeNumber(text: string | undefined): number | null {
  if (text === undefined || !/^(0|[1-9]\d*)$/.test(text)) return null
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : null
}

function decoded(text: string): string | null {
  try {
    const asset = decodeURIComponent(text)
    return encodeURIComponent(asset) === text ? asset : null
  } catch {
    return null
  }
}
