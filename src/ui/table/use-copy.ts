/** Puts rows on the clipboard, and says so. */
import { useState } from 'react'
import { useCall, wordsOf } from '../../bridge/index.ts'
import type { Column } from './column.ts'
import { type CopyFormat, copyText } from './copy-text.ts'

interface Copy {
  readonly run: <Row>(rows: readonly Row[], columns: readonly Column<Row>[], format: CopyFormat) => void
  /** What became of the last copy, or of another change that is said, in words; null once it was seen. */
  readonly said: string | null
  readonly say: (words: string) => void
  readonly forget: () => void
}

export function useCopy(): Copy {
  const call = useCall()
  const [said, setSaid] = useState<string | null>(null)
  return {
    said,
    say: setSaid,
    forget: () => setSaid(null),
    run(rows, columns, format) {
      if (rows.length === 0) return
      const what = `${rows.length === 1 ? '1 row' : `${rows.length} rows`}${format === 'csv' ? ' as CSV' : ''}`
      call('copyText', { text: copyText(rows, columns, format) }).then(
        () => setSaid(`Copied ${what}.`),
        (error: unknown) => setSaid(`Not copied: ${wordsOf(error)}`),
      )
    },
  }
}
