/** Values as text for spreadsheets: which need a guard, and how a line of CSV is written (RFC 4180). Pure. */
import { isDecimalText } from './decimal.ts'

/** What a spreadsheet would read as the beginning of a formula, also behind blanks and in the wide signs of Chinese and Japanese. */
const FORMULA = /^(\s*[=+\-@＝＋－＠]|[\t\r\n])/

/** A value that no spreadsheet carries out: what begins like a formula and is no number has an apostrophe before it. */
export const guarded = (value: string): string => (FORMULA.test(value) && !isDecimalText(value) ? `'${value}` : value)

function csvField(value: string): string {
  const safe = guarded(value)
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line with its CR LF. */
export const csvLine = (values: readonly string[]): string => `${values.map(csvField).join(',')}\r\n`
