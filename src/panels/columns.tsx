/** Columns that show what they copy: a text, a time, a number or an amount of money, and the key that rows are sorted by. */
import type { ReactNode } from 'react'
import type { Collateral } from '../../contract/collateral.ts'
import { type Decimal, trimZeros } from '../../contract/decimal.ts'
import { grouped } from '../format/index.ts'
import { type Column, Figure } from '../ui/index.ts'

/** Optional properties; they override the defaults of the column type. */
type ColumnOptions<Row> = Omit<Partial<Column<Row>>, 'id' | 'title' | 'least'>

/** With the text of its cells. */
type OptionsWithText<Row> = ColumnOptions<Row> & { readonly text: (row: Row) => string }

/** Rows cannot be sorted by it. */
export const plainColumn = <Row,>(
  id: string,
  title: string,
  least: number,
  text: (row: Row) => string,
  more: ColumnOptions<Row> = {},
): Column<Row> => ({ id, title, least, Cell: ({ row }): ReactNode => text(row), text, ...more })

/** Sorted by the text itself. */
export const textColumn = <Row,>(
  id: string,
  title: string,
  least: number,
  of: (row: Row) => string,
  more: ColumnOptions<Row> = {},
): Column<Row> => plainColumn(id, title, least, of, { sort: { by: 'text', of }, ...more })

/** A time, ms; in CSV as ISO 8601. */
export const timeColumn = <Row,>(
  id: string,
  title: string,
  least: number,
  of: (row: Row) => number | null,
  { text, ...more }: OptionsWithText<Row>,
): Column<Row> =>
  plainColumn(id, title, least, text, { csv: (row) => isoOf(of(row)), sort: { by: 'count', of }, ...more })

/** ISO 8601; empty for null. */
export const isoOf = (time: number | null): string => (time === null ? '' : new Date(time).toISOString())

/** A whole number or a share. */
export const countColumn = <Row,>(
  id: string,
  title: string,
  least: number,
  of: (row: Row) => number | null,
  { text, ...more }: OptionsWithText<Row>,
): Column<Row> => plainColumn(id, title, least, text, { isNumeric: true, sort: { by: 'count', of }, ...more })

/** A count, with digit grouping on screen. */
export const integerColumn = <Row,>(
  id: string,
  title: string,
  least: number,
  of: (row: Row) => number,
  more: ColumnOptions<Row> = {},
): Column<Row> =>
  countColumn(id, title, least, of, {
    text: (row) => String(of(row)),
    Cell: ({ row }): ReactNode => grouped(String(of(row)) as Decimal),
    ...more,
  })

/** Copied and exported with all digits, unless `text` is given. */
export const decimalColumn = <Row,>(
  id: string,
  title: string,
  least: number,
  of: (row: Row) => Decimal | null,
  { text = (row) => of(row) ?? '', ...more }: ColumnOptions<Row> = {},
): Column<Row> => plainColumn(id, title, least, text, { isNumeric: true, sort: { by: 'decimal', of }, ...more })

/** A size without trailing zeros. */
export const sizeColumn = <Row,>(
  id: string,
  title: string,
  least: number,
  of: (row: Row) => Decimal,
  more: ColumnOptions<Row> = {},
): Column<Row> =>
  decimalColumn(id, title, least, of, {
    text: (row) => trimZeros(of(row)),
    Cell: ({ row }): ReactNode => grouped(trimZeros(of(row))),
    ...more,
  })

/** Shown to the cent, copied with all its digits. @param sign `gain`: with its sign, and colored by it */
export const moneyColumn = <Row,>(
  id: string,
  title: string,
  least: number,
  of: (row: Row) => Decimal | null,
  sign: 'plain' | 'gain',
  more: ColumnOptions<Row> = {},
): Column<Row> =>
  decimalColumn(id, title, least, of, {
    Cell: ({ row }): ReactNode => <Figure value={of(row)} places="money" sign={sign} />,
    ...more,
  })

/** The buttons of a row, at its end; the title is for screen readers. */
export const buttonsColumn = <Row,>(title: string, least: number, Cell: Column<Row>['Cell']): Column<Row> => ({
  id: 'buttons',
  title,
  isTitleHidden: true,
  isNumeric: true,
  least,
  fit: 'content',
  isTight: true,
  stays: true,
  Cell,
})

interface Recorded {
  readonly collateral: Collateral
}

/** Money of a record, with its currency where that is not USDC. @param exact amount for copy, CSV and sort, where the cell shows — for 0 */
export const recordedMoney = <Row extends Recorded>(
  id: string,
  title: string,
  least: number,
  of: (row: Row) => Decimal | null,
  sign: 'plain' | 'gain',
  explanation: string,
  exact = of,
): Column<Row> =>
  decimalColumn(id, title, least, exact, {
    explanation,
    fit: 'content',
    Cell: ({ row }): ReactNode => {
      const value = of(row)
      const unit = value === null || row.collateral === 'USDC' ? undefined : row.collateral
      return <Figure value={value} places="money" sign={sign} unit={unit} />
    },
  })

/** The currency of a record. */
export const currencyColumn = <Row extends Recorded>(title: string, more: ColumnOptions<Row> = {}): Column<Row> =>
  plainColumn('money', title, 48, ({ collateral }) => collateral, { fit: 'content', isExtra: true, ...more })
