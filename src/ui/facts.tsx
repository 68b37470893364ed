/** Names with what each is, one below the other: `<dt>` and `<dd>` in turn. */
import type { ReactNode } from 'react'
import styles from './facts.module.css'

export const Facts = (props: { readonly 'aria-label'?: string; readonly children: ReactNode }): ReactNode => (
  <dl className={styles.facts} {...props} />
)
