/** A report of a problem: read whole here, then saved or copied by the trader. The terminal sends it nowhere. */
import { type ReactNode, useMemo, useRef } from 'react'
import { create } from 'zustand'
import { useCall } from '../../bridge/index.ts'
import { type Command, useCommands } from '../../commands/index.ts'
import { Checkbox } from '../../ui/index.ts'
import { tellRefusal } from '../bars/index.ts'
import { ExportDialog } from '../exports/index.ts'

interface Report {
  readonly text: string
  readonly details: boolean
  /** What was chosen last: the text follows once main has made it. */
  readonly isWithDetails: boolean
}

const useShown = create<{ readonly shown: Report | null }>(() => ({ shown: null }))

/** The command that opens it. Pure. */
export const problemReportCommand = (run: () => void): Command => ({
  id: 'help/report',
  title: 'Report a problem',
  scope: 'app',
  words: ['bug', 'error', 'log', 'support', 'diagnostics', 'help'],
  menu: { menu: 'View', section: 'Help', label: 'Report a problem…' },
  run,
})

/** What is said above the text. */
function reportText({ text, details }: Pick<Report, 'text' | 'details'>): string {
  const masks = text.split('[removed]').length + text.split('[secret]').length - 2
  const taken =
    masks === 0
      ? 'Nothing that looks like a secret was found.'
      : `In ${masks} ${masks === 1 ? 'place' : 'places'} something was taken out: [removed] or [secret] stands there.`
  const left = details ? '' : ' Details of notices and of the log are left out: they may name your orders.'
  return `This is all of it, and it goes nowhere by itself. Keys, tokens, mail addresses, what follows the host in a URL, and your own folders are taken out; wallet addresses are shortened. ${taken}${left} Read it before you pass it on.`
}

export function ProblemReport(): ReactNode {
  const call = useCall()
  const shown = useShown((state) => state.shown)
  /** Only the answer to what was asked last is shown: it is the one that main would write. */
  const asked = useRef(0)
  const open = useMemo(
    () =>
      (details: boolean): void => {
        asked.current += 1
        const turn = asked.current
        useShown.setState(({ shown }) => ({ shown: shown && { ...shown, isWithDetails: details } }))
        const made = call('readProblemReport', { details }).then(
          ({ text }) => {
            if (turn === asked.current) useShown.setState({ shown: { text, details, isWithDetails: details } })
          },
          (failed: unknown) => {
            if (turn === asked.current) {
              useShown.setState(({ shown }) => ({ shown: shown && { ...shown, isWithDetails: shown.details } }))
            }
            throw failed
          },
        )
        tellRefusal('The report was not made', made)
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
        label="With the details of notices and of the log, which may name your orders"
        checked={shown.isWithDetails}
        onChange={open}
      />
    </ExportDialog>
  )
}
