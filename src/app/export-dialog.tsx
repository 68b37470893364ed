/** A text for export: shown in full, with a note on its content, and copied or saved by a click. */
import { type ReactNode, useState } from 'react'
import { errorText, useCall } from '../bridge/index.ts'
import { Banner, Button, Dialog, TextField } from '../ui/index.ts'

interface ExportDialogProps {
  readonly title: string
  /** What it contains, and what it does not. */
  readonly holds: string
  /** Label of the text field. */
  readonly label: string
  readonly text: string
  /** Message after copying; defaults to that of a text to be imported elsewhere. */
  readonly copied?: string
  /** Has main write it to a file; resolves with whether the trader chose one. Without it there is only Copy. */
  readonly save?: () => Promise<{ readonly saved: boolean }>
  /** Content between the note and the text, such as a choice of what it contains. */
  readonly children?: ReactNode
  readonly onClose: () => void
}

const FOR_IMPORT = 'Copied. Paste it into a file or into Import on another computer.'

export function ExportDialog({
  title,
  holds,
  label,
  text,
  copied = FOR_IMPORT,
  save,
  children,
  onClose,
}: ExportDialogProps): ReactNode {
  const call = useCall()
  const [outcome, setOutcome] = useState<{ readonly isError: boolean; readonly text: string } | null>(null)
  const copy = (): void => {
    call('copyText', { text }).then(
      () => setOutcome({ isError: false, text: copied }),
      (failed: unknown) => setOutcome({ isError: true, text: errorText(failed) }),
    )
  }
  const saveIt = (): void => {
    save?.().then(
      ({ saved }) => setOutcome(saved ? { isError: false, text: 'Saved.' } : null),
      (failed: unknown) => setOutcome({ isError: true, text: errorText(failed) }),
    )
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={copy}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {save !== undefined && <Button onClick={saveIt}>Save to a file…</Button>}
          <Button variant="primary" type="submit">
            Copy
          </Button>
        </>
      }
    >
      <p>{holds}</p>
      {children}
      <TextField label={label} value={text} rows={8} readOnly autoFocus />
      {outcome !== null && <Banner tone={outcome.isError ? 'error' : 'info'}>{outcome.text}</Banner>}
    </Dialog>
  )
}
