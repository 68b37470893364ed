/** The trader's fills as CSV, written by main to a file that the trader chooses. */
import { useMemo } from 'react'
import type { PastQuery } from '../../../contract/past.ts'
import { useCall } from '../../bridge/index.ts'
import { type Command, useCommands } from '../../commands/index.ts'
import { tellRefusal } from '../bars/index.ts'

/** Every fill there is, the newest first. */
const ALL_FILLS: PastQuery = {
  ...{ kind: 'fills', period: 'all', filter: '', family: null, asset: null, oid: null },
  sort: { column: 'time', direction: 'descending' },
}

/** The command that writes it. Pure. */
export const fillsExportCommand = (run: () => void): Command => ({
  id: 'fills/export',
  title: 'Export my fills with their fees as CSV',
  scope: 'app',
  words: ['trades', 'history', 'tax', 'spreadsheet', 'file', 'realised'],
  menu: { menu: 'View', section: 'Find', label: 'Export my fills as CSV…' },
  run,
})

export function FillsExport(): null {
  const call = useCall()
  useCommands(
    useMemo(
      () => [
        fillsExportCommand(() =>
          tellRefusal('The fills were not exported', call('exportPast', { query: ALL_FILLS, span: 'all' })),
        ),
      ],
      [call],
    ),
  )
  return null
}
