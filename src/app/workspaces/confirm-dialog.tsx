/** Asks before something about a workspace is done that cannot be taken back. */
import { type ReactNode, useState } from 'react'
import { wordsOf } from '../../bridge/index.ts'
import { Banner, Button, Dialog } from '../../ui/index.ts'
import styles from './workspaces.module.css'

interface ConfirmDialogProps {
  readonly title: string
  readonly words: string
  readonly action: string
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
  /** Another way, before the one that confirms. */
  readonly other?: ReactNode
}

export function ConfirmDialog({ title, words, action, onConfirm, onClose, other }: ConfirmDialogProps): ReactNode {
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const confirm = (): void => {
    if (busy) return
    setBusy(true)
    onConfirm().then(onClose, (failed: unknown) => {
      setBusy(false)
      setError(wordsOf(failed))
    })
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {other}
          <Button variant="danger" onClick={confirm} disabled={busy}>
            {action}
          </Button>
        </>
      }
    >
      <p className={styles.words}>{words}</p>
      {error !== null && <Banner tone="error">{error}</Banner>}
    </Dialog>
  )
}
