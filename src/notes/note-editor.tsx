/** The editor of a note: its text, and tag suggestions for the typed text. */
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import {
  LONGEST_NOTE,
  type Note,
  type NoteAbout,
  noteText,
  suggestedTags,
  type TagCount,
  tagCounts,
  tagsOf,
  typedTag,
  withTag,
} from '../../contract/notes.ts'
import { useTopic } from '../market-data/index.ts'
import { classNames, Menu } from '../ui/index.ts'
import { MESSAGES } from './messages.ts'
import styles from './notes.module.css'

interface Notes {
  readonly all: readonly Note[]
  readonly textOf: (about: NoteAbout) => string | undefined
  readonly tags: readonly TagCount[]
}

const NONE: readonly Note[] = []

/** The same object until a note changes. */
export function useNotes(): Notes {
  const all = useTopic({ kind: 'notes' })?.notes ?? NONE
  return useMemo(() => {
    const texts = new Map(all.map(({ about, text }) => [about, text]))
    return { all, textOf: (about) => texts.get(about), tags: tagCounts(all) }
  }, [all])
}

interface NoteEditorProps {
  readonly name: string
  readonly text: string
  /** Why it could not be saved. */
  readonly failure: string | null
  readonly onText: (text: string) => void
  readonly onSave: () => void
  /** Cancels the edit. */
  readonly onLeave: () => void
}

export function NoteEditor({ name, text, failure, onText, onSave, onLeave }: NoteEditorProps): ReactNode {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { tags } = useNotes()
  const [caret, setCaret] = useState(text.length)
  const [chosen, setChosen] = useState(-1)
  /** Caret position once the text with an inserted tag is rendered. */
  const wanted = useRef<number | null>(text.length)
  const typed = typedTag(text, caret)
  const offered = typed === null ? [] : suggestedTags(typed.typed, tags)
  const left = LONGEST_NOTE - noteText(text).length
  const own = tagsOf(text)

  useLayoutEffect(() => {
    if (wanted.current === null) return
    field.current?.setSelectionRange(wanted.current, wanted.current)
    wanted.current = null
  })

  const take = (tag: string): void => {
    const next = withTag(text, caret, tag)
    wanted.current = next.caret
    setCaret(next.caret)
    setChosen(-1)
    onText(next.text)
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // Typed text must not trigger the keys of the surrounding table.
    event.stopPropagation()
    const tag = offered[Math.max(0, chosen)]
    const isStep = (event.key === 'ArrowDown' || event.key === 'ArrowUp') && offered.length > 0
    if (event.key === 'Escape') onLeave()
    else if (isStep) {
      const step = event.key === 'ArrowDown' ? 1 : -1
      setChosen((at) => Math.max(-1, Math.min(offered.length - 1, at + step)))
    } else if (
      tag !== undefined &&
      ((event.key === 'Tab' && !event.shiftKey) || (event.key === 'Enter' && chosen >= 0))
    )
      take(tag)
    else if (event.key === 'Enter' && !event.shiftKey) onSave()
    else return
    event.preventDefault()
  }
  const message = failure ?? (left < 0 ? MESSAGES.tooLong(-left) : null)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field inside, which must not reach the table around it
    <div className={styles.editor} onKeyDown={onKeyDown}>
      <textarea
        ref={field}
        className={styles.text}
        aria-label={MESSAGES.note(name)}
        aria-describedby={`${id}-keys`}
        aria-autocomplete="list"
        aria-controls={offered.length > 0 ? `${id}-tags` : undefined}
        aria-invalid={message !== null}
        // biome-ignore lint/a11y/noAutofocus: opened to be typed in
        autoFocus
        rows={4}
        value={text}
        onChange={({ currentTarget }) => {
          setCaret(currentTarget.selectionStart)
          setChosen(-1)
          onText(currentTarget.value)
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
      />
      <fieldset id={`${id}-tags`} className={styles.tags} aria-label={MESSAGES.tags}>
        {offered.length > 0
          ? offered.map((tag, at) => (
              <button
                key={tag}
                type="button"
                tabIndex={-1}
                className={classNames(styles.tag, at === Math.max(0, chosen) && styles.next)}
                aria-pressed={at === chosen}
                // The field keeps the focus.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => take(tag)}
              >
                {MESSAGES.tag(tag)}
              </button>
            ))
          : own.map((tag) => (
              <span key={tag} className={styles.own}>
                {MESSAGES.tag(tag)}
              </span>
            ))}
      </fieldset>
      <p id={`${id}-keys`} className={styles.keys}>
        {MESSAGES.keys}
        {offered.length > 0 && MESSAGES.takesTag}
      </p>
      <p className={styles.failure} role={message === null ? undefined : 'alert'}>
        {message}
      </p>
    </div>
  )
}

interface TagChoiceProps {
  readonly tags: readonly TagCount[]
  /** Null: all rows. */
  readonly value: string | null
  readonly onChange: (tag: string | null) => void
}

/** The tag filter of the rows; renders nothing where no note has a tag. */
export function TagChoice({ tags, value, onChange }: TagChoiceProps): ReactNode {
  // A tag that no note has must remain deselectable.
  const listed = value === null || tags.some(({ tag }) => tag === value) ? tags : [{ tag: value, count: 0 }, ...tags]
  if (listed.length === 0) return null
  const text = value === null ? 'All' : `#${value}`
  return (
    <span className={styles.choice}>
      Tag
      <Menu
        label={`Tag: ${text}`}
        placement="bottom start"
        entries={[
          { id: 'all', label: 'All', selected: value === null, onAction: () => onChange(null) },
          ...listed.map(({ tag, count }) => ({
            id: `#${tag}`,
            label: `#${tag}`,
            note: count,
            selected: tag === value,
            onAction: () => onChange(tag),
          })),
        ]}
      >
        {text} ▾
      </Menu>
    </span>
  )
}
