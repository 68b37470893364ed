/** The sheet of keys: every command, by what it is about, with its key; searched by typing. */
import { type ReactNode, useState } from 'react'
import { Input, TextField } from 'react-aria-components'
import { keyText } from './keys.ts'
import { isMac } from './machine.ts'
import { OverlayFrame } from './overlay-frame.tsx'
import styles from './overlays.module.css'
import { useCommandList } from './registry.ts'
import { groupsFor } from './sheet-groups.ts'

export const Sheet = (): ReactNode => (
  <OverlayFrame overlay="sheet" label="Keys">
    <Keys />
  </OverlayFrame>
)

function Keys(): ReactNode {
  const [query, setQuery] = useState('')
  const groups = groupsFor(useCommandList(), query)
  return (
    <>
      <TextField aria-label="Search keys" className={styles.field ?? ''} value={query} onChange={setQuery} autoFocus>
        <Input className={styles.input ?? ''} placeholder="Search keys" spellCheck={false} />
      </TextField>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll from the keyboard */}
      <section className={styles.sheet} tabIndex={0} aria-label="Commands and their keys">
        {groups.length === 0 && <p className={styles.none}>Nothing is called that. Try fewer or other letters.</p>}
        {groups.map(({ heading, commands }) => (
          <section key={heading} aria-label={heading} className={styles.group}>
            <h3 className={styles.heading}>{heading}</h3>
            <ul>
              {commands.map(({ id, title, keys = [] }) => (
                <li key={id} className={styles.line}>
                  <span className={styles.title}>{title}</span>
                  {keys.map((key) => (
                    <kbd key={keyText(key, isMac)} className={styles.key}>
                      {keyText(key, isMac)}
                    </kbd>
                  ))}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </section>
    </>
  )
}
