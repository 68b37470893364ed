/** Edits the keys of commands: each with its current key, assigned by pressing another, removed, or reset to the default. */

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Input, TextField } from 'react-aria-components'
import type { Key, KeyChanges } from '../../contract/key.ts'
import { counted } from '../../contract/plural.ts'
import { Button } from '../ui/index.ts'
import { askFor, defaultKeysTaken, type KeyGroup } from './chosen-keys.ts'
import type { Command } from './command.ts'
import styles from './key-editor.module.css'
import { isMac, keyText, pressOf } from './keys.ts'
import { OverlayFrame } from './overlay.tsx'
import overlays from './overlays.module.css'
import { table, useCommandList } from './registry.ts'
import { groupsFor } from './search.ts'

interface KeyRowProps {
  readonly command: Command
  /** The command with its default keys. */
  readonly own: Command
  readonly isOpen: boolean
  readonly isChanged: boolean
  readonly commands: readonly Command[]
  readonly handledKeys: readonly KeyGroup[]
  readonly onOpen: (isOpen: boolean) => void
  /** Null: reset to the default. */
  readonly onKeys: (keys: readonly Key[] | null) => void
}

const name = (key: Key): string => keyText(key, isMac)

/** One command with editable keys; when open, it waits for a key press. */
function KeyRow(props: KeyRowProps): ReactNode {
  const { command, own, isOpen, isChanged, onOpen, onKeys } = props
  const button = useRef<HTMLButtonElement>(null)
  const { title, keys = [] } = command
  const close = (): void => {
    onOpen(false)
    button.current?.focus()
  }
  return (
    <li>
      <button ref={button} type="button" className={styles.row} aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
        <span className={overlays.title}>{title}</span>
        {isChanged && <span className={styles.changed}>changed</span>}
        {keys.map((key) => (
          <kbd key={name(key)} className={overlays.key}>
            {name(key)}
          </kbd>
        ))}
      </button>
      {isOpen && (
        <Waiting
          {...props}
          onClose={close}
          onKeys={(next) => {
            onKeys(next)
            close()
          }}
          ownTaken={isChanged ? defaultKeysTaken(own, props.commands, name) : 'Default key restored.'}
        />
      )}
    </li>
  )
}

interface WaitingProps extends KeyRowProps {
  readonly onClose: () => void
  /** Why its default keys cannot be restored; null while they can. */
  readonly ownTaken: string | null
}

function Waiting({ command, own, commands, handledKeys, onKeys, onClose, ownTaken }: WaitingProps): ReactNode {
  const field = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string | null>(null)
  useEffect(() => field.current?.focus(), [])
  const pressed = (event: KeyboardEvent): void => {
    const press = pressOf(event.nativeEvent)
    if (press.code === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    if (press.repeat) return
    if (press.code === 'Escape') {
      onClose()
      return
    }
    // While only modifiers are down, the key itself is still to come.
    if (/^(Shift|Control|Alt|Meta|AltGraph)/.test(press.key)) return
    const request = askFor(command, press, { commands, handledKeys, isMac, name })
    if (request.kind === 'free') onKeys([request.key])
    else setRefused(request.why)
  }
  const keys = own.keys ?? []
  const ownText = keys.length === 0 ? 'No key (default)' : `Default, ${keys.map(name).join(', ')}`
  return (
    <div className={styles.waiting}>
      <input
        ref={field}
        className={styles.press}
        aria-label={`New key of ${command.title}`}
        aria-invalid={refused !== null}
        aria-describedby="refused-key"
        readOnly
        value="Press a key; Esc cancels"
        onKeyDown={pressed}
      />
      <Button size="small" disabled={(command.keys ?? []).length === 0} onClick={() => onKeys([])}>
        No key
      </Button>
      <Button size="small" disabled={ownTaken !== null} title={ownTaken ?? undefined} onClick={() => onKeys(null)}>
        {ownText}
      </Button>
      <p id="refused-key" className={styles.refused} role={refused === null ? undefined : 'alert'}>
        {refused}
      </p>
    </div>
  )
}

interface KeyEditorProps {
  /** The keys that are not commands. */
  readonly handledKeys: readonly KeyGroup[]
  /** Saves a change, in every window; `first` starts from the default keys. */
  readonly onChange: (from: 'kept' | 'first', changes: KeyChanges) => void
}

export const KeyEditor = (props: KeyEditorProps): ReactNode => (
  <OverlayFrame overlay="editor" label="Change keys">
    <Editor {...props} />
  </OverlayFrame>
)

function Editor({ handledKeys, onChange }: KeyEditorProps): ReactNode {
  const [query, setQuery] = useState('')
  const [open, setOpen] = useState<string | null>(null)
  const commands = useCommandList()
  const groups = groupsFor(commands, query)
  const own = new Map(table.own.map((command) => [command.id, command]))
  return (
    <>
      <TextField
        aria-label="Search commands"
        className={overlays.field ?? ''}
        value={query}
        onChange={setQuery}
        autoFocus
      >
        <Input className={overlays.input ?? ''} placeholder="Command" spellCheck={false} />
      </TextField>
      <section className={overlays.sheet} aria-label="Commands and keys">
        {groups.length === 0 && <p className={overlays.none}>No matches.</p>}
        {groups.map(({ heading, commands: listed }) => (
          <section key={heading} aria-label={heading} className={overlays.group}>
            <h3 className={overlays.heading}>{heading}</h3>
            <ul>
              {listed.map((command: Command) => (
                <KeyRow
                  key={command.id}
                  command={command}
                  own={own.get(command.id) ?? command}
                  isOpen={open === command.id}
                  isChanged={command.id in table.choices}
                  commands={commands}
                  handledKeys={handledKeys}
                  onOpen={(isOpen) => setOpen(isOpen ? command.id : null)}
                  onKeys={(keys) => onChange('kept', { [command.id]: keys })}
                />
              ))}
            </ul>
          </section>
        ))}
      </section>
      <Foot onReset={() => onChange('first', {})} />
    </>
  )
}

/** Needs a second click, which states how many commands it changes. */
function Foot({ onReset }: { readonly onReset: () => void }): ReactNode {
  const [isAsking, setAsking] = useState(false)
  useCommandList()
  const changed = Object.keys(table.choices).length
  const commands = counted(changed, 'command', 'commands')
  return (
    <div className={styles.foot}>
      <span className={styles.said} role="status">
        {changed === 0 ? 'All keys are at their defaults.' : `The keys of ${commands} were changed.`}
      </span>
      <Button
        size="small"
        variant={isAsking ? 'danger' : 'quiet'}
        disabled={changed === 0}
        onBlur={() => setAsking(false)}
        onClick={() => {
          setAsking(!isAsking)
          if (isAsking) onReset()
        }}
      >
        {isAsking ? `Confirm: reset ${commands}` : 'Reset all keys'}
      </Button>
    </div>
  )
}
