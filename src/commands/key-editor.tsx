/** Changes the keys of commands: each with the key that it has, another one for a press, none, or its own again. */
import { type ReactNode, useState } from 'react'
import { Input, TextField } from 'react-aria-components'
import type { KeyChanges } from '../../contract/key.ts'
import { Button } from '../ui/index.ts'
import type { Command } from './command.ts'
import styles from './key-editor.module.css'
import { KeyRow } from './key-row.tsx'
import { OverlayFrame } from './overlay-frame.tsx'
import overlays from './overlays.module.css'
import { table, useCommandList } from './registry.ts'
import { groupsFor } from './sheet-groups.ts'
import type { ToldGroup } from './told-groups.ts'

export interface KeyEditorProps {
  /** The keys that are no commands. */
  readonly told: readonly ToldGroup[]
  /** Keeps a change, in every window; `first` begins from the keys that hold unless changed. */
  readonly onChange: (from: 'kept' | 'first', changes: KeyChanges) => void
}

export const KeyEditor = (props: KeyEditorProps): ReactNode => (
  <OverlayFrame overlay="editor" label="Change keys">
    <Editor {...props} />
  </OverlayFrame>
)

function Editor({ told, onChange }: KeyEditorProps): ReactNode {
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
        <Input className={overlays.input ?? ''} placeholder="Which command?" spellCheck={false} />
      </TextField>
      <section className={overlays.sheet} aria-label="Commands, to change their keys">
        {groups.length === 0 && <p className={overlays.none}>Nothing is called that. Try fewer or other letters.</p>}
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
                  told={told}
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

/** Takes a second press, which says how many commands it changes. */
function Foot({ onReset }: { readonly onReset: () => void }): ReactNode {
  const [isAsking, setAsking] = useState(false)
  useCommandList()
  const changed = Object.keys(table.choices).length
  const commands = changed === 1 ? 'one command' : `${changed} commands`
  return (
    <div className={styles.foot}>
      <span className={styles.said} role="status">
        {changed === 0 ? 'Every command has its own keys.' : `The keys of ${commands} were changed.`}
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
        {isAsking ? `Really: own keys for ${commands}` : 'All as they were at first'}
      </Button>
    </div>
  )
}
