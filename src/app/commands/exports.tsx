/** Commands that save a file: day sheets, fills, a problem report. */

import { type ReactNode, useMemo, useRef } from 'react'
import { create } from 'zustand'
import type { PastQuery } from '../../../contract/past.ts'
import { counted } from '../../../contract/plural.ts'
import { useCall } from '../../bridge/index.ts'
import { type Command, useCommands } from '../../commands/index.ts'
import { DaySheetDialog, openDaySheet } from '../../day-sheet/index.ts'
import { useMarketData } from '../../market-data/index.ts'
import { Checkbox } from '../../ui/index.ts'
import { reportRefusal } from '../bars/index.ts'
import { ExportDialog } from '../export-dialog.tsx'

interface Report {
  readonly text: string
  readonly details: boolean
  /** The last choice; the text follows once main has generated it. */
  readonly isWithDetails: boolean
}

const useShown = create<{ readonly shown: Report | null }>(() => ({ shown: null }))

/** The command that opens it. Pure. */
export const problemReportCommand = (run: () => void): Command => ({
  id: 'help/report',
  title: 'Report a problem',
  scope: 'app',
  aliases: ['bug', 'error', 'log', 'support', 'diagnostics', 'help'],
  menu: { menu: 'View', section: 'Help', label: 'Report a problem…' },
  run,
})

/** The note above the text. */
function reportText({ text, details }: Pick<Report, 'text' | 'details'>): string {
  const masks = text.split('[removed]').length + text.split('[secret]').length - 2
  const taken =
    masks === 0 ? 'No secrets found.' : `Removed in ${counted(masks, 'place', 'places')}, marked [removed] or [secret].`
  const left = details ? '' : ' Details of notices and log lines are omitted: they may name your orders.'
  return `This is the complete report. Nothing is sent automatically. Keys, tokens, email addresses, URL paths and your folders are removed; wallet addresses are shortened. ${taken}${left} Read it before you share it.`
}

/** A problem report: the trader reads it in full here, then saves or copies it. The terminal sends it nowhere. */
export function ProblemReport(): ReactNode {
  const call = useCall()
  const shown = useShown((state) => state.shown)
  /** Only the answer to the last request is shown: main would write that one. */
  const request = useRef(0)
  const open = useMemo(
    () =>
      (details: boolean): void => {
        request.current += 1
        const turn = request.current
        useShown.setState(({ shown }) => ({ shown: shown && { ...shown, isWithDetails: details } }))
        const made = call('readProblemReport', { details }).then(
          ({ text }) => {
            if (turn === request.current) useShown.setState({ shown: { text, details, isWithDetails: details } })
          },
          (failed: unknown) => {
            if (turn === request.current) {
              useShown.setState(({ shown }) => ({ shown: shown && { ...shown, isWithDetails: shown.details } }))
            }
            throw failed
          },
        )
        reportRefusal('Report not created', made)
      },
    [call],
  )
  useCommands(useMemo(() => [problemReportCommand(() => open(false))], [open]))
  if (shown === null) return null
  return (
    <ExportDialog
      title="Report a problem"
      holds={reportText(shown)}
      label="The report"
      text={shown.text}
      copied="Copied."
      save={() => call('saveProblemReport', {})}
      onClose={() => useShown.setState({ shown: null })}
    >
      <Checkbox
        label="Include details of notices and log lines (may name your orders)"
        checked={shown.isWithDetails}
        onChange={open}
      />
    </ExportDialog>
  )
}

/** Pure. */
export const daySheetCommand = (run: () => void): Command => ({
  id: 'day-sheet/today',
  title: "Open today's day sheet",
  scope: 'app',
  aliases: ['print', 'pdf', 'day', 'report', 'results', 'paper'],
  menu: { menu: 'View', section: 'Find', label: 'Day sheet…' },
  run,
})

/** Day sheets: the command that opens today's, and the sheet itself. */
export function DaySheets(): ReactNode {
  const { store, clock } = useMarketData()
  useCommands(
    useMemo(
      () => [
        daySheetCommand(() =>
          // The service's days, by its clock if known.
          openDaySheet(clock.now() + (store.read({ kind: 'connection' })?.clockOffsetMs ?? 0)),
        ),
      ],
      [store, clock],
    ),
  )
  return <DaySheetDialog />
}

/** Every fill, the newest first. */
const ALL_FILLS: PastQuery = {
  ...{ kind: 'fills', period: 'all', filter: '', family: null, asset: null, oid: null },
  sort: { column: 'time', direction: 'descending' },
}

/** The command that exports it. Pure. */
export const fillsExportCommand = (run: () => void): Command => ({
  id: 'fills/export',
  title: 'Export fills with fees as CSV',
  scope: 'app',
  aliases: ['trades', 'history', 'tax', 'spreadsheet', 'file', 'realised'],
  menu: { menu: 'View', section: 'Find', label: 'Export fills as CSV…' },
  run,
})

/** The trader's fills as CSV, written by main to a file that the trader chooses. */
export function FillsExport(): null {
  const call = useCall()
  useCommands(
    useMemo(
      () => [
        fillsExportCommand(() =>
          reportRefusal('Fills not exported', call('exportPast', { query: ALL_FILLS, span: 'all' })),
        ),
      ],
      [call],
    ),
  )
  return null
}
