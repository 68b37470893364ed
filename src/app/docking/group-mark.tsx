/** The visual mark of a panel's link. */
import type { ReactNode } from 'react'
import type { LinkGroup } from '../../../contract/link.ts'
import styles from './group-mark.module.css'

/** A square with the group's digit in its color; a pin for an unlinked panel. */
export const GroupMark = ({ group }: { group: LinkGroup | null }): ReactNode =>
  group === null ? (
    <span className={styles.pin} aria-hidden="true">
      <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
        <path d="M4 1h4l-.6 4L9.5 7h-7L4.6 5z M6 7v4" fill="none" stroke="currentColor" strokeLinejoin="round" />
      </svg>
    </span>
  ) : (
    // Drawn by CSS, so that it is not part of the accessible name.
    <span className={styles.square} data-group={group} aria-hidden="true" />
  )
