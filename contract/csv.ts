/** Values as text for spreadsheets: which need a guard, and how a line of CSV is written (RFC 4180). Pure. */
import { isDecimalText } from './decimal.ts'

/** What a spreadsheet would read as the beginning of a formula, also behind blanks and in the wide signs of Chinese and Japanese. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/
/** The same inside a field: quotes are doubled there, and two of them before a formula read as nothing. */
const FORMULA_INSIDE = /^["\s]*[=+\-@＝＋－＠]/
/** Text between what may end a cell: most of Europe separates by `;`, some programs by tabs, and a field that is split loses its quotes. */
const CELL = /[^;\t\r\n]+/g

/**
 * A value that no spreadsheet carries out, whichever of `,`, `;` and tab it separates by: what begins like a formula and is no number
 * has an apostrophe before it.
 */
export function guarded(value: string): string {
  if (isDecimalText(value)) return value
  const safe = value.replace(CELL, (cell, at: number) => {
    const isFormula = at === 0 ? FORMULA.test(cell) : FORMULA_INSIDE.test(cell) && !isDecimalText(cell.trimStart())
    return isFormula ? `'${cell}` : cell
  })
  return /^[\t\r\n]/.test(value) ? `'${safe}` : safe
}

function csvField(value: string): string {
  const safe = guarded(value)
  return /[",;\t\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line with its CR LF. */
export const csvLine = (values: readonly string[]): string => `${values.map(csvField).join(',')}\r\n`
