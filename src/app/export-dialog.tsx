/** A text that the trader gives out: shown whole, with what is in it and what is not, and copied or saved by a press. */
import { type ReactNode, useState } from 'react'
import { useCall, wordsOf } from '../bridge/index.ts'
import { Banner, Button, Dialog, TextField } from '../ui/index.ts'
import styles from './export-dialog.module.css'

interface ExportDialogProps {
  readonly title: string
  /** What it holds, and what it does not. */
  readonly holds: string
  /** Of the field that shows it. */
  readonly label: string
  readonly text: string
  /** What is said once it was copied; of a text that is imported elsewhere where it is left out. */
  readonly copied?: string
  /** Has main write it to a file; whether the trader chose one. Without it there is only Copy. */
  readonly save?: () => Promise<{ readonly saved: boolean }>
  /** What stands between the words and the text, such as a choice of what it holds. */
  readonly children?: ReactNode
  readonly onClose: () => void
}

const FOR_IMPORT = 'Copied. Paste it into a file, or into Import on another computer.'

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
  const [told, setTold] = useState<{ readonly isError: boolean; readonly words: string } | null>(null)
  const copy = (): void => {
    call('copyText', { text }).then(
      () => setTold({ isError: false, words: copied }),
      (failed: unknown) => setTold({ isError: true, words: wordsOf(failed) }),
    )
  }
  const saveIt = (): void => {
    save?.().then(
      ({ saved }) => setTold(saved ? { isError: false, words: 'Saved.' } : null),
      (failed: unknown) => setTold({ isError: true, words: wordsOf(failed) }),
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
      <p className={styles.words}>{holds}</p>
      {children}
      <TextField label={label} value={text} rows={8} readOnly autoFocus />
      {told !== null && <Banner tone={told.isError ? 'error' : 'info'}>{told.words}</Banner>}
    </Dialog>
  )
}
