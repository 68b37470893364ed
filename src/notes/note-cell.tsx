/** A note in a row: its text, which opens the editor. */
import { type ReactNode, useState } from 'react'
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { type NoteAbout, noteText } from '../../contract/notes.ts'
import { useCall, wordsOf } from '../bridge/index.ts'
import { Clip, useIsStop, useKeepsRow } from '../ui/index.ts'
import { useNoteDraft } from './draft.ts'
import { MESSAGES } from './messages.ts'
import { NoteEditor } from './note-editor.tsx'
import styles from './notes.module.css'

interface NoteCellProps {
  readonly about: NoteAbout
  /** What it stands on, in words. */
  readonly name: string
  /** As it is kept; empty where there is none. */
  readonly text: string
}

export function NoteCell({ about, name, text: kept }: NoteCellProps): ReactNode {
  const call = useCall()
  const [isOpen, setOpen] = useState(false)
  const [draft, putDraft] = useNoteDraft(about)
  const [failure, setFailure] = useState<string | null>(null)
  const isStop = useIsStop()
  useKeepsRow(isOpen)

  const leave = (): void => {
    putDraft(null)
    setOpen(false)
  }
  /** What could not be saved stays as it was typed. */
  const save = (): void => {
    if (draft === null || noteText(draft.text) === kept) {
      leave()
      return
    }
    // Who was told why it was refused has seen what is kept now: this one goes in its place.
    const before = failure === null ? draft.before : kept
    call('saveNote', { about, text: draft.text, before }).then(leave, (error: unknown) => {
      setFailure(wordsOf(error))
      setOpen(true)
    })
  }
  const line = (draft?.text ?? kept).replaceAll('\n', ' ')
  return (
    <DialogTrigger
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (next) {
          setFailure(null)
          setOpen(true)
        }
        // A press beside it saves; what could not be saved is left as a draft by the next one.
        else if (failure !== null) setOpen(false)
        else save()
      }}
    >
      <Button
        className={styles.note ?? ''}
        excludeFromTabOrder={!isStop}
        aria-label={line === '' ? MESSAGES.write(name) : MESSAGES.written(name, line)}
      >
        {draft !== null && !isOpen && <span className={styles.unsaved}>{MESSAGES.notSaved}</span>}
        {line === '' ? (
          <span className={styles.none}>{MESSAGES.empty}</span>
        ) : (
          <Clip title={draft?.text ?? kept}>{line}</Clip>
        )}
      </Button>
      <Popover className={styles.popover ?? ''} placement="bottom start" offset={2}>
        <Dialog className={styles.dialog ?? ''} aria-label={MESSAGES.note(name)}>
          <NoteEditor
            name={name}
            text={draft?.text ?? kept}
            failure={failure}
            onText={(text) => putDraft({ text, before: draft?.before ?? kept })}
            onSave={save}
            onLeave={leave}
          />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
