/** Collects the differences between what was asked for and what was prepared. */
import type { Mismatch } from '../../contract/action.ts'

/** JSON as it came, keys in order. */
export type Fields = Readonly<Record<string, unknown>>

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
