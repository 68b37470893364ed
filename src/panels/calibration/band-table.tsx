/** Calibration by price, as a table. */
import type { ReactNode } from 'react'
import type { CalibrationBand } from '../../../contract/books/index.ts'
import { type Decimal, trimZeros } from '../../../contract/decimal.ts'
import { grouped } from '../../format/index.ts'
import { type Column, Table, type TableSpec } from '../../ui/index.ts'
import { useTableState } from '../../workspace/index.ts'
import { bandText, percent } from './texts.ts'

interface Props {
  readonly row: CalibrationBand
}

const share = (id: string, title: string, explanation: string, of: (row: CalibrationBand) => number) =>
  ({
    id,
    title,
    explanation,
    isNumeric: true,
    least: 64,
    Cell: ({ row }: Props): ReactNode => percent(of(row)),
    text: (row) => percent(of(row)),
    csv: (row) => String(of(row)),
    sort: { by: 'count', of },
  }) satisfies Column<CalibrationBand>

const SPEC: TableSpec<CalibrationBand> = {
  columns: [
    {
      id: 'band',
      title: 'Price',
      least: 84,
      Cell: ({ row }: Props): ReactNode => bandText(row.band),
      text: ({ band }) => bandText(band),
      sort: { by: 'count', of: ({ band }) => band },
      stays: true,
    },
    share('paid', 'Paid', 'Average price of the side that was bought', ({ average }) => average),
    share('true', 'Came true', 'What of it came true', ({ cameTrue }) => cameTrue),
    {
      id: 'entries',
      title: 'Entries',
      explanation: 'Fills that bought',
      isNumeric: true,
      least: 56,
      Cell: ({ row }: Props): ReactNode => grouped(String(row.entries) as Decimal),
      text: ({ entries }) => String(entries),
      sort: { by: 'count', of: ({ entries }) => entries },
    },
    {
      id: 'size',
      title: 'Contracts',
      explanation: 'Contracts and shares that they bought',
      isNumeric: true,
      least: 72,
      Cell: ({ row }: Props): ReactNode => grouped(trimZeros(row.size)),
      text: ({ size }) => trimZeros(size),
      sort: { by: 'decimal', of: ({ size }) => size },
    },
  ],
  idOf: ({ band }) => String(band),
  nameOf: ({ band }) => bandText(band),
  givesWay: ['size'],
  isUniform: true,
}

export const BandTable = ({ bands }: { readonly bands: readonly CalibrationBand[] }): ReactNode => (
  <Table label="Calibration by price" spec={SPEC} rows={bands} {...useTableState('calibration')} />
)
