/** CSV for spreadsheets (RFC 4180), with a guard against formula injection. Pure. */
import { isDecimalText } from './decimal.ts'

/** Start of a spreadsheet formula, also after blanks and as full-width CJK characters. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/
/** The same inside a field: quotes are doubled there, and two quotes before a formula read as nothing. */
const FORMULA_INSIDE = /^["\s]*[=+\-@＝＋－＠]/
/** Text between possible cell separators: most of Europe uses `;`, some programs tabs, and a split field loses its quotes. */
const CELL = /[^;\t\r\n]+/g

/**
 * A value that no spreadsheet executes, with `,`, `;` or tab as separator: text that starts like a formula and is not a number gets a leading
 * apostrophe.
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

/** One line with CR LF. */
export const csvLine = (values: readonly string[]): string => `${values.map(csvField).join(',')}\r\n`
