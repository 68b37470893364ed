/** The trader's fills as CSV, given out as far back as they can be read. */
import { type ReactNode, useMemo } from 'react'
import { create } from 'zustand'
import type { AllFills } from '../../../contract/account.ts'
import { useCall } from '../../bridge/index.ts'
import { type Command, useCommands } from '../../commands/index.ts'
import { fillsCsv } from '../../orders/index.ts'
import { useAssets } from '../../queries/index.ts'
import { tellRefusal } from '../bars/index.ts'
import { ExportDialog } from '../exports/index.ts'

const useShown = create<{ readonly fills: AllFills | null }>(() => ({ fills: null }))
const close = (): void => useShown.setState({ fills: null })

/** The command that opens it. Pure. */
export const fillsExportCommand = (run: () => void): Command => ({
  id: 'fills/export',
  title: 'Export my fills with their fees as CSV',
  scope: 'app',
  words: ['trades', 'history', 'tax', 'spreadsheet', 'copy', 'realised'],
  menu: { menu: 'View', section: 'Find', label: 'Export my fills as CSV…' },
  run,
})

export function FillsExport(): ReactNode {
  const call = useCall()
  const assets = useAssets()
  const fills = useShown((state) => state.fills)
  useCommands(
    useMemo(
      () => [
        fillsExportCommand(() =>
          tellRefusal(
            'The fills were not exported',
            call('readAllFills', {}).then((read) => useShown.setState({ fills: read })),
          ),
        ),
      ],
      [call],
    ),
  )
  // Of thousands of lines: written once.
  const text = useMemo(() => (fills === null ? '' : fillsCsv(fills.rows, assets)), [fills, assets])
  if (fills === null) return null
  return (
    <ExportDialog
      title="Export my fills"
      holds={fillsWords(fills)}
      label="The fills as CSV"
      text={text}
      copied="Copied. Paste it into a file or a spreadsheet."
      onClose={close}
    />
  )
}

/** `12 fills of all markets, newest first, …`; says where older ones may be missing. */
export function fillsWords({ rows, complete }: AllFills): string {
  const count = rows.length === 1 ? '1 fill' : `${rows.length} fills`
  const missing = complete ? '' : ' Older ones could not be read, and are missing.'
  return `${count} of all markets, newest first, each with its fee and its result before the fee, as the service tells them.${missing}`
}
