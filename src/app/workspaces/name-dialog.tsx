/** Asks for the name of a workspace: to save under, to rename to, of a duplicate. */
import { type ReactNode, useState } from 'react'
import { LONGEST_NAME } from '../../../contract/workspace-names.ts'
import { wordsOf } from '../../bridge/index.ts'
import { Button, Dialog, TextField } from '../../ui/index.ts'
import styles from './workspaces.module.css'

interface NameDialogProps {
  readonly title: string
  readonly words: string
  readonly initial: string
  readonly action: string
  /** Does it under the name; what it fails with is said at the field. */
  readonly onName: (name: string) => Promise<unknown>
  readonly onClose: () => void
}

export function NameDialog({ title, words, initial, action, onName, onClose }: NameDialogProps): ReactNode {
  const [name, setName] = useState(initial)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = (): void => {
    if (busy) return
    if (name.trim() === '') {
      setError('A workspace needs a name.')
      return
    }
    setBusy(true)
    onName(name.trim()).then(onClose, (failed: unknown) => {
      setBusy(false)
      setError(wordsOf(failed))
    })
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" disabled={busy}>
            {action}
          </Button>
        </>
      }
    >
      <p className={styles.words}>{words}</p>
      <TextField
        label="Name"
        value={name}
        maxLength={LONGEST_NAME}
        autoFocus
        error={error}
        onChange={(text) => {
          setName(text)
          setError(null)
        }}
      />
    </Dialog>
  )
}
