/** All words of the trade, by what they are about, searched by typing. */
import { type ReactNode, useState } from 'react'
import { SECTIONS, type Term } from '../../contract/glossary.ts'
import { Button, Dialog, TextField } from '../ui/index.ts'
import { findTerms } from './find-term.ts'
import styles from './help.module.css'
import { MESSAGES } from './messages.ts'

interface GlossaryDialogProps {
  /** Searched for at first. */
  readonly query: string
  readonly onClose: () => void
}

export function GlossaryDialog({ query: first, onClose }: GlossaryDialogProps): ReactNode {
  const [query, setQuery] = useState(first)
  const found = findTerms(query)
  return (
    <Dialog title="Glossary" onClose={onClose} isWide actions={<Button onClick={onClose}>Close</Button>}>
      <TextField label="Search terms" value={query} onChange={setQuery} autoFocus />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll from the keyboard */}
      <section className={styles.terms} tabIndex={0} aria-label="Terms">
        {found.length === 0 && <p className={styles.none}>{MESSAGES.noTerm}</p>}
        {query.trim() === ''
          ? SECTIONS.map((section) => (
              <section key={section} aria-label={section}>
                <h3 className={styles.heading}>{section}</h3>
                <Terms terms={found.filter((term) => term.section === section)} />
              </section>
            ))
          : found.length > 0 && <Terms terms={found} />}
      </section>
    </Dialog>
  )
}

const Terms = ({ terms }: { readonly terms: readonly Term[] }): ReactNode => (
  <dl className={styles.list}>
    {terms.map(({ name, also = [], words }) => (
      <div key={name} className={styles.term}>
        <dt>
          {name}
          {also.length > 0 && <small>{also.join(', ')}</small>}
        </dt>
        <dd>{words}</dd>
      </div>
    ))}
  </dl>
)
