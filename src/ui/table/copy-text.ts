/** Rows as text for other programs: lines of tab-separated values, or CSV; and the key that copies them. */

import { useState } from 'react'
import { csvLine, guarded } from '../../../contract/csv.ts'
import { counted } from '../../../contract/plural.ts'
import { errorText, useCall } from '../../bridge/index.ts'
import type { Column } from './column.ts'

export type CopyFormat = 'text' | 'csv'

const textField = (value: string): string => guarded(value.replace(/[\t\r\n]+/g, ' '))

const headOf = <Row>({ title, unit }: Column<Row>): string => (unit === undefined ? title : `${title} (${unit})`)

function csvOf<Row>({ csv, sort, text }: Column<Row>, row: Row): string {
  if (csv !== undefined) return csv(row)
  if (sort?.by === 'decimal') return sort.of(row) ?? ''
  return text?.(row) ?? ''
}

/**
 * The rows with the copyable ones of these columns. CSV always has a header line, and CR LF after each line (RFC 4180); text has a header line for
 * several rows.
 */
export function copyText<Row>(rows: readonly Row[], columns: readonly Column<Row>[], format: CopyFormat): string {
  const copied = columns.filter(({ text, csv }) => text !== undefined || csv !== undefined)
  if (format === 'csv') {
    const heads = copied.flatMap((column) => [headOf(column), ...(column.csvAlso ? [column.csvAlso.title] : [])])
    const values = (row: Row) =>
      copied.flatMap((column) => [csvOf(column, row), ...(column.csvAlso ? [column.csvAlso.of(row)] : [])])
    const lines = [heads, ...rows.map(values)]
    return lines.map((line) => csvLine(line)).join('')
  }
  const lines = rows.map((row) => copied.map((column) => column.text?.(row) ?? csvOf(column, row)))
  const all = rows.length > 1 ? [copied.map(headOf), ...lines] : lines
  return all.map((line) => line.map(textField).join('\t')).join('\n')
}

interface Copy {
  readonly run: <Row>(rows: readonly Row[], columns: readonly Column<Row>[], format: CopyFormat) => void
  /** The message about the last copy, or another change; null once it was seen. */
  readonly said: string | null
  readonly say: (text: string) => void
  readonly forget: () => void
}

/** Copies rows to the clipboard, and reports it. */
export function useCopy(): Copy {
  const call = useCall()
  const [message, setSaid] = useState<string | null>(null)
  return {
    said: message,
    say: setSaid,
    forget: () => setSaid(null),
    run(rows, columns, format) {
      if (rows.length === 0) return
      const count = counted(rows.length, 'row', 'rows')
      call('copyText', { text: copyText(rows, columns, format) }).then(
        () => setSaid(format === 'csv' ? `Copied ${count} as CSV.` : `Copied ${count}.`),
        (error: unknown) => setSaid(`Not copied: ${errorText(error)}`),
      )
    },
  }
}
