/** Nouns by their count, and lists, after the rules of English: the only place that knows them. Pure. */
import type { Decimal } from './decimal.ts'
import { grouped } from './grouped.ts'

const RULES = new Intl.PluralRules('en')
/** Without a comma before `and`. */
const LIST = new Intl.ListFormat('en-GB')

/** `A`, `A and B`, `A, B and C`. */
export const listed = (items: readonly string[]): string => LIST.format(items)

/** The form for a count. @param count a number, or plain decimal text without trailing zeros */
export const plural = (count: number | string, one: string, other: string): string =>
  RULES.select(Number(count)) === 'one' ? one : other

/** The count and its noun: `1 order`, `1,200 orders`, `0.5 contracts`. */
export const counted = (count: number | string, one: string, other: string): string =>
  `${grouped(String(count) as Decimal)} ${plural(count, one, other)}`
