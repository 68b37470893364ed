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

/** Format of an exported file; the settings have its labels. */
export type CsvFormat = 'plain' | 'sheet' | 'sheet_comma'

interface Shape {
  readonly separator: ',' | ';'
  readonly point: '.' | ','
  /** For a program that guesses: the encoding is marked, and text that reads as a number stays text. */
  readonly isForSheets: boolean
}

const SHAPES: { readonly [F in CsvFormat]: Shape } = {
  plain: { separator: ',', point: '.', isForSheets: false },
  sheet: { separator: ',', point: '.', isForSheets: true },
  sheet_comma: { separator: ';', point: ',', isForSheets: true },
}

/** The first characters of a file: spreadsheets read UTF-8 only where a byte order mark says so. */
export const csvStart = (format: CsvFormat): string => (SHAPES[format].isForSheets ? '\ufeff' : '')

/** What a spreadsheet would make a number or a date of: `1125899906842623`, `1E5`, `3-4`. */
const READ_AS_NUMBER = /^[\d.,:/+-]*\d[\d.,:/+eE-]*$/

function csvField(value: string, { point, isForSheets }: Shape, isText: boolean): string {
  if (isForSheets && isText && READ_AS_NUMBER.test(value)) return `"=""${value}"""`
  // A decimal comma needs no quotes: the separator is then another one.
  if (!isText && isDecimalText(value)) return value.replace('.', point)
  const safe = guarded(value)
  return /[",;\t\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line with CR LF. @param isText whether a column has text even where it looks like a number, as ids do */
export function csvLine(
  values: readonly string[],
  format: CsvFormat = 'plain',
  isText: (column: number) => boolean = () => false,
): string {
  const shape = SHAPES[format]
  return `${values.map((value, at) => csvField(value, shape, isText(at))).join(shape.separator)}\r\n`
}
