/** The sheet of a day: the command that opens today's, and the sheet itself. */
import { type ReactNode, useMemo } from 'react'
import { type Command, useCommands } from '../../commands/index.ts'
import { DaySheetDialog, openDaySheet } from '../../day-sheet/index.ts'
import { useMarketData } from '../../market-data/index.ts'

/** Pure. */
export const daySheetCommand = (run: () => void): Command => ({
  id: 'day-sheet/today',
  title: "Open today's sheet, to print it",
  scope: 'app',
  words: ['print', 'pdf', 'day', 'report', 'results', 'paper'],
  menu: { menu: 'View', section: 'Find', label: "Today's sheet…" },
  run,
})

export function DaySheets(): ReactNode {
  const { store, clock } = useMarketData()
  useCommands(
    useMemo(
      () => [
        daySheetCommand(() =>
          // The service's days, by its clock as far as that is known.
          openDaySheet(clock.now() + (store.read({ kind: 'connection' })?.clockOffsetMs ?? 0)),
        ),
      ],
      [store, clock],
    ),
  )
  return <DaySheetDialog />
}
