/** A column of notes, for any table whose rows can have one. */
import { type ReactNode, useState } from 'react'
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { isNoteAbout, type NoteAbout, noteText } from '../../contract/notes.ts'
import { errorText, useCall } from '../bridge/index.ts'
import { Clip, type Column, useIsStop, useKeepsRow } from '../ui/index.ts'
import { usePanelOption } from '../workspace/index.ts'
import { MESSAGES } from './messages.ts'
import { NoteEditor, useNotes } from './note-editor.tsx'
import styles from './notes.module.css'

/** Unsaved notes, kept with their panel until they are saved or dropped, so that closing the window loses none. */
interface NoteDraft {
  readonly text: string
  /** The saved text when the editing began. */
  readonly before: string
}

type Drafts = Readonly<Partial<Record<NoteAbout, NoteDraft>>>

const NONE: Drafts = {}

const known = new WeakMap<object, Drafts>()

interface NoteCellProps {
  readonly about: NoteAbout
  /** Its subject as text. */
  readonly name: string
  /** As saved; empty where there is none. */
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
  /** A note that could not be saved stays as typed. */
  const save = (): void => {
    if (draft === null || noteText(draft.text) === kept) {
      leave()
      return
    }
    // After a refusal the trader has seen the saved text: the next save replaces it.
    const before = failure === null ? draft.before : kept
    call('saveNote', { about, text: draft.text, before }).then(leave, (error: unknown) => {
      setFailure(errorText(error))
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
        // A click outside saves; if that failed, the next one keeps the text as a draft.
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

/** Parses saved drafts; the same object for the same input. */
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

/** The draft of one note in the panel, and its setter; null removes it. */
function useNoteDraft(about: NoteAbout): [NoteDraft | null, (draft: NoteDraft | null) => void] {
  const [drafts, putDrafts] = usePanelOption('note drafts', draftsFrom)
  const put = (draft: NoteDraft | null): void => {
    const { [about]: _before, ...others } = drafts
    putDrafts(draft === null ? others : { ...others, [about]: draft })
  }
  return [drafts[about] ?? null, put]
}

interface Noted {
  readonly about: NoteAbout
  readonly name: string
}

/** The note on an item, as provided by `useNotes`. */
export type TextOf = (about: NoteAbout) => string | undefined

/**
 * Creates the columns of one table, once: a cell keeps its identity, and the focus, when another note changes. The table's spec is recreated with
 * each change, so that filter, order, copies and CSV include it.
 * @param of null for a row without a note; if several subjects are possible, the one that has a note
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
      explanation: 'Stored on this computer only; use #tags to find it again',
      least: 96,
      fit: 'clip',
      share: 0.2,
      Cell,
      text: textFor,
      sort: { by: 'text', of: (row) => textFor(row) || null },
    }
  }
}
