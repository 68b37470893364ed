/** What there is to say besides the first words: how much it is, and a button that says it in the same place. */
import { type ReactNode, useId, useState } from 'react'
import styles from './more-text.module.css'

export function MoreText({ rest }: { readonly rest: readonly string[] }): ReactNode {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  if (rest.length === 0) return null
  return (
    <>
      {' '}
      <button
        type="button"
        className={styles.more}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'show less' : `and ${rest.length} more`}
      </button>
      {isOpen && (
        <span id={id}>
          {rest.map((words) => (
            <span key={words} className={styles.rest}>
              {words}
            </span>
          ))}
        </span>
      )}
    </>
  )
}
