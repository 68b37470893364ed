/** A column of notes, for any table whose rows one can be written on. */
import { type ReactNode, useState } from 'react'
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { isNoteAbout, type NoteAbout, noteText } from '../../contract/notes.ts'
import { useCall, wordsOf } from '../bridge/index.ts'
import { Clip, type Column, useIsStop, useKeepsRow } from '../ui/index.ts'
import { usePanelOption } from '../workspace/index.ts'
import { MESSAGES } from './messages.ts'
import { NoteEditor, useNotes } from './note-editor.tsx'
import styles from './notes.module.css'

/** Notes that are being typed, kept with their panel until they are saved or given up: an end of the window takes nothing of them. */
interface NoteDraft {
  readonly text: string
  /** What was kept when the typing began. */
  readonly before: string
}

type Drafts = Readonly<Partial<Record<NoteAbout, NoteDraft>>>

const NONE: Drafts = {}

const known = new WeakMap<object, Drafts>()

interface NoteCellProps {
  readonly about: NoteAbout
  /** What it stands on, in words. */
  readonly name: string
  /** As it is kept; empty where there is none. */
  readonly text: string
}

/** A note in a row: its text, which opens the editor. */
function NoteCell({ about, name, text: kept }: NoteCellProps): ReactNode {
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

/** What was kept, as far as it is drafts; the same for the same thing. */
function draftsFrom(kept: unknown): Drafts {
  if (typeof kept !== 'object' || kept === null) return NONE
  const drafts =
    known.get(kept) ?? Object.fromEntries(Object.entries(kept).filter(([about, one]) => isDraft(about, one)))
  known.set(kept, drafts)
  return drafts
}

function isDraft(about: string, one: unknown): boolean {
  if (!isNoteAbout(about) || typeof one !== 'object' || one === null) return false
  const { text, before } = one as Readonly<Record<string, unknown>>
  return typeof text === 'string' && typeof before === 'string'
}

/** The draft of one note in the panel, and the way to put another in its place; null takes it away. */
function useNoteDraft(about: NoteAbout): [NoteDraft | null, (draft: NoteDraft | null) => void] {
  const [drafts, putDrafts] = usePanelOption('note drafts', draftsFrom)
  const put = (draft: NoteDraft | null): void => {
    const { [about]: _before, ...others } = drafts
    putDrafts(draft === null ? others : { ...others, [about]: draft })
  }
  return [drafts[about] ?? null, put]
}

/** What a row's note stands on, and what that is called. */
interface Noted {
  readonly about: NoteAbout
  readonly name: string
}

/** The note on something, as `useNotes` has it. */
export type TextOf = (about: NoteAbout) => string | undefined

/**
 * Makes the columns of one table, once: a cell stays what it is, and keeps the focus, when a note is another. The table's spec is made again
 * with each, so that filter, order, copies and CSV have it.
 * @param of null for a row that takes none; of what a note may stand on in several places, the one that has it.
 */
export function noteColumns<Row>(of: (row: Row, textOf: TextOf) => Noted | null): (textOf: TextOf) => Column<Row> {
  function Cell({ row }: { readonly row: Row }): ReactNode {
    const { textOf } = useNotes()
    const noted = of(row, textOf)
    return noted === null ? null : <NoteCell {...noted} text={textOf(noted.about) ?? ''} />
  }
  return (textOf) => {
    const textFor = (row: Row): string => {
      const noted = of(row, textOf)
      return noted === null ? '' : (textOf(noted.about) ?? '')
    }
    return {
      id: 'note',
      title: 'Note',
      explanation: 'Yours, kept on this machine: write #tags to find it again',
      least: 96,
      fit: 'clip',
      share: 0.2,
      Cell,
      text: textFor,
      sort: { by: 'text', of: (row) => textFor(row) || null },
    }
  }
}
