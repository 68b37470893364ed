/** Nouns by their count, after the plural rules of English: the only place that knows them. Pure. */
import type { Decimal } from './decimal.ts'
import { grouped } from './grouped.ts'

const RULES = new Intl.PluralRules('en')

/** The form for a count. @param count a number, or plain decimal text without trailing zeros */
export const plural = (count: number | string, one: string, other = `${one}s`): string =>
  RULES.select(Number(count)) === 'one' ? one : other

/** The count and its noun: `1 order`, `1,200 orders`, `0.5 contracts`. */
export const counted = (count: number | string, one: string, other = `${one}s`): string =>
  `${grouped(String(count) as Decimal)} ${plural(count, one, other)}`
