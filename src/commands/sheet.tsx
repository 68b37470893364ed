/** The sheet of keys: every command by scope with its key, and the other keys; searched by typing. */
import { type ReactNode, useState } from 'react'
import { Input, TextField } from 'react-aria-components'
import { Button } from '../ui/index.ts'
import type { KeyGroup } from './chosen-keys.ts'
import editor from './key-editor.module.css'
import { isMac, keyText } from './keys.ts'
import { OverlayFrame, openOverlay } from './overlay.tsx'
import styles from './overlays.module.css'
import { useCommandList } from './registry.ts'
import { groupsFor, keyGroupsFor, keyLabels } from './search.ts'

interface SheetProps {
  /** The keys that are not commands. */
  readonly handledKeys: readonly KeyGroup[]
}

export const Sheet = ({ handledKeys }: SheetProps): ReactNode => (
  <OverlayFrame overlay="sheet" label="Keys">
    <Keys handledKeys={handledKeys} />
  </OverlayFrame>
)

function Keys({ handledKeys }: SheetProps): ReactNode {
  const [query, setQuery] = useState('')
  const others = keyGroupsFor(handledKeys, query)
  const groups = groupsFor(useCommandList(), query)
  return (
    <>
      <TextField aria-label="Search keys" className={styles.field ?? ''} value={query} onChange={setQuery} autoFocus>
        <Input className={styles.input ?? ''} placeholder="Search keys" spellCheck={false} />
      </TextField>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll from the keyboard */}
      <section className={styles.sheet} tabIndex={0} aria-label="Commands and their keys">
        {groups.length + others.length === 0 && <p className={styles.none}>No matches.</p>}
        {groups.map(({ heading, commands }) => (
          <Group key={heading} heading={heading}>
            {commands.map(({ id, title, keys = [] }) => (
              <Line key={id} title={title} keys={keys.map((key) => keyText(key, isMac))} />
            ))}
          </Group>
        ))}
        {others.map(({ heading, keys }) => (
          <Group key={heading} heading={heading}>
            {keys.map((key) => (
              <Line key={key.act} title={key.does} keys={keyLabels(key, isMac)} />
            ))}
          </Group>
        ))}
      </section>
      <div className={editor.foot}>
        <Button size="small" onClick={() => openOverlay('editor')}>
          Change keys…
        </Button>
      </div>
    </>
  )
}

const Group = ({ heading, children }: { heading: string; children: ReactNode }): ReactNode => (
  <section aria-label={heading} className={styles.group}>
    <h3 className={styles.heading}>{heading}</h3>
    <ul>{children}</ul>
  </section>
)

const Line = ({ title, keys }: { title: string; keys: readonly string[] }): ReactNode => (
  <li className={styles.line}>
    <span className={styles.title}>{title}</span>
    {keys.map((key) => (
      <kbd key={key} className={styles.key}>
        {key}
      </kbd>
    ))}
  </li>
)
