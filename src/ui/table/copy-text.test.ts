import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine, guarded } from '../../../contract/csv.ts'
import type { Decimal } from '../../../contract/decimal.ts'
import { runs } from '../../../contract/testing/property-runs.ts'
import { readCsv } from '../../../contract/testing/read-csv.ts'
import type { Column } from './column.ts'
import { copyText } from './copy-text.ts'

/** A cell that a spreadsheet would execute: quotes before a formula are stripped, and a number is harmless. */
const FORMULA_CELL = /^["\s]*([=+@＝]|-(?!\d+(\.\d+)?($|[",])))/

interface Row {
  readonly name: string
  readonly value: Decimal | null
}
const columns: readonly Column<Row>[] = [
  { id: 'name', title: 'Market', least: 40, Cell: () => null, text: ({ name }) => name },
  {
    id: 'value',
    title: 'Unrealized',
    unit: 'USDC',
    least: 40,
    Cell: () => null,
    text: ({ value }) => (value === null ? '—' : `− ${value.slice(1)}`),
    sort: { by: 'decimal', of: ({ value }) => value },
  },
  { id: 'buttons', title: 'Close', least: 40, Cell: () => null },
]
const row = (name: string, value: string | null): Row => ({ name, value: value as Decimal | null })

describe('copied rows', () => {
  it('are CSV with titles, exact values, and quotes where needed', () => {
    const rows = [row('New York, "high"', '-12.340'), row('NYCTMP1', null)]
    expect(copyText(rows, columns, 'csv')).toBe(
      'Market,Unrealized (USDC)\r\n"New York, ""high""",-12.340\r\nNYCTMP1,\r\n',
    )
  })

  it('are text as shown on screen, with titles for several rows', () => {
    expect(copyText([row('NYCTMP1', '-7.80')], columns, 'text')).toBe('NYCTMP1\t− 7.80')
    expect(copyText([row('a\tb', '-7.80'), row('c', null)], columns, 'text')).toBe(
      'Market\tUnrealized (USDC)\na b\t− 7.80\nc\t—',
    )
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+7', "'+7"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['-12.50', '-12.50'],
    ['− 12.50', '− 12.50'],
    ['Buy', 'Buy'],
    [' =1+1', "' =1+1"],
    ['＝1+1', "'＝1+1"],
    ['\n=1+1', "'\n'=1+1"],
  ])('execute nothing in a spreadsheet: %j', (value, safe) => {
    expect(guarded(value)).toBe(safe)
  })

  it.each([
    ['Refused;=HYPERLINK("https://a.example")', `Refused;'=HYPERLINK("https://a.example")`],
    ['Refused; =1+1', "Refused;' =1+1"],
    ['Refused\t@SUM(A1)', "Refused\t'@SUM(A1)"],
    ['Refused;"=1+1', `Refused;'"=1+1`],
    ['Refused\n=1+1', "Refused\n'=1+1"],
    ['a;＝1;+1+1', "a;'＝1;'+1+1"],
  ])('execute nothing where a semicolon, a tab or a line break inside them starts a cell: %j', (value, safe) => {
    expect(guarded(value)).toBe(safe)
  })

  it.each(['Low 68 °F; high 72 °F', 'New York; -2.5', 'a;-12.50;7', 'a; b = c', '"so" he said', '-12.50'])(
    'keep ordinary text and numbers unchanged: %j',
    (value) => {
      expect(guarded(value)).toBe(value)
    },
  )

  it('start no formula in a program that separates by semicolons, from the second column on', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'=+-@＝\t\r\n";, 1a'), maxLength: 12 }), (name) => {
        const line = csvLine(['first', name, 'last'])
        // A quote in the middle of a cell opens nothing.
        for (const cell of line.split(/[;\t\r\n]+/)) expect(cell).not.toMatch(FORMULA_CELL)
      }),
      { numRuns: runs(500, 20_000) },
    )
  })

  it('round-trip through CSV, and no cell starts a formula', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom(...'=+-@＝\t\r\n",ab 1.€') }), { minLength: 1, maxLength: 5 }),
        (names) => {
          const read = readCsv(
            copyText(
              names.map((name) => row(name, null)),
              columns,
              'csv',
            ),
          )
          expect(read.slice(1).map(([name]) => name)).toEqual(names.map(guarded))
          for (const [name = ''] of read) expect(name).not.toMatch(/^(\s*[=+@＝]|[\t\r\n])|^\s*-(?!\d+(\.\d+)?$)/)
        },
      ),
      { numRuns: runs(200, 5000) },
    )
  })
})
