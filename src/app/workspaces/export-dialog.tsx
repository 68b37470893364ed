/** The text of a workspace, to be kept elsewhere or given away: it holds windows, panels and markets, and nothing else. */
import { type ReactNode, useState } from 'react'
import { useCall, wordsOf } from '../../bridge/index.ts'
import { Banner, Button, Dialog, TextField } from '../../ui/index.ts'
import styles from './workspaces.module.css'

export function ExportDialog(props: { name: string; text: string; onClose: () => void }): ReactNode {
  const { name, text, onClose } = props
  const call = useCall()
  const [told, setTold] = useState<{ readonly isError: boolean; readonly words: string } | null>(null)
  const copy = (): void => {
    call('copyText', { text }).then(
      () => setTold({ isError: false, words: 'Copied. Paste it into a file, or into Import on another computer.' }),
      (failed: unknown) => setTold({ isError: true, words: wordsOf(failed) }),
    )
  }
  return (
    <Dialog
      title={`Export ${name}`}
      onClose={onClose}
      onSubmit={copy}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" type="submit">
            Copy
          </Button>
        </>
      }
    >
      <p className={styles.words}>
        Windows, panels, their markets and options. No key, no token, no deployment, nothing that is typed.
      </p>
      <TextField label="The workspace as text" value={text} rows={8} readOnly autoFocus />
      {told !== null && <Banner tone={told.isError ? 'error' : 'info'}>{told.words}</Banner>}
    </Dialog>
  )
}
