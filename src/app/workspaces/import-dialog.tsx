/** Takes a workspace from its text: first it is read and what it would add is shown, then it is added to the list. Nothing on screen changes. */
import { type ReactNode, useState } from 'react'
import type { WorkspacePreview } from '../../../contract/workspace.ts'
import { LONGEST_NAME } from '../../../contract/workspace-names.ts'
import { useCall, wordsOf } from '../../bridge/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { Banner, Button, Dialog, TextField } from '../../ui/index.ts'
import { PANELS } from '../docking/index.ts'
import { hasLinks, missingText, tooLongText, windowText } from './preview-text.ts'
import styles from './workspaces.module.css'

const KINDS = PANELS.map(({ id }) => id)

export function ImportDialog({ onClose }: { onClose: () => void }): ReactNode {
  const call = useCall()
  const [text, setText] = useState('')
  const [preview, setPreview] = useState<WorkspacePreview | null>(null)
  const [name, setName] = useState('')
  const [error, setError] = useState<string | null>(null)
  const failed = (reason: unknown): void => setError(wordsOf(reason))
  const look = (): void => {
    const tooLong = tooLongText(text.length)
    if (tooLong !== null) {
      setError(tooLong)
      return
    }
    call('previewWorkspace', { text, kinds: KINDS }).then((found) => {
      setPreview(found)
      setName(found.name)
      setError(null)
    }, failed)
  }
  const read = (file: File): void => {
    // A character has three bytes at most: of a file that is larger than that nothing is read.
    const tooLong = tooLongText(Math.floor(file.size / 3))
    if (tooLong !== null) {
      setError(tooLong)
      return
    }
    file.text().then((found) => {
      setText(found)
      setError(null)
    }, failed)
  }
  const take = (): void => {
    call('importWorkspace', { text, name: name.trim() }).then(onClose, failed)
  }
  if (preview === null) {
    return (
      <Dialog
        title="Import a workspace"
        onClose={onClose}
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button key="look" variant="primary" onClick={look} disabled={text.trim() === ''}>
              Look at it
            </Button>
          </>
        }
      >
        <p className={styles.words}>Paste the text of an exported workspace, or choose the file that it was kept in.</p>
        <input
          type="file"
          className={styles.file}
          accept=".json,.txt,application/json,text/plain"
          aria-label="File of a workspace"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            if (file !== undefined) read(file)
          }}
        />
        <TextField
          label="The workspace as text"
          value={text}
          rows={8}
          autoFocus
          error={error}
          onChange={(typed) => {
            setText(typed)
            setError(null)
          }}
        />
      </Dialog>
    )
  }
  return (
    <Dialog
      title="Import a workspace"
      onClose={onClose}
      onSubmit={take}
      actions={
        <>
          <Button onClick={() => setPreview(null)}>Back</Button>
          {/* Another button than the one that was pressed to look, or that press would add it. */}
          <Button key="add" variant="primary" type="submit" disabled={name.trim() === ''}>
            Add it
          </Button>
        </>
      }
    >
      <Previewed preview={preview} />
      <TextField label="Name" value={name} maxLength={LONGEST_NAME} autoFocus error={error} onChange={setName} />
    </Dialog>
  )
}

function Previewed({ preview }: { preview: WorkspacePreview }): ReactNode {
  const markets = useTopic({ kind: 'markets' })
  return (
    <>
      <p className={styles.words}>
        It is added to your workspaces. What is open now stays as it is.
        {hasLinks(preview) && ' Linked panels will show what their group shows by then.'}
      </p>
      <ul className={styles.list}>
        {preview.windows.map((window, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the windows of a text have no other name, and their order stays
          <li key={index}>{windowText(window, markets)}</li>
        ))}
      </ul>
      {missingText(preview, markets).map((words) => (
        <Banner key={words} tone="warning">
          {words}
        </Banner>
      ))}
    </>
  )
}
