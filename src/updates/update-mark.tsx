/** A quiet mark of an update: in room that nothing else has, so that nothing moves when it comes. */
import type { ReactNode } from 'react'
import { useTopicValue } from '../market-data/index.ts'
import { classNames } from '../ui/index.ts'
import { askFor } from './asked-for.ts'
import { markText } from './update-text.ts'
import styles from './updates.module.css'

/** @param show brings the panel with the section to the front. */
export function UpdateMark({ show }: { show: () => void }): ReactNode {
  const words = useTopicValue({ kind: 'update' }, ({ state }) => markText(state)?.words) ?? null
  const dot = useTopicValue({ kind: 'update' }, ({ state }) => markText(state)?.dot)
  if (words === null) return null
  return (
    <button
      type="button"
      className={styles.mark}
      title="Open updates, in Account"
      onClick={() => {
        show()
        askFor()
      }}
    >
      <span className={classNames(styles.dot, dot === 'full' && styles.full)} aria-hidden="true" />
      {words}
    </button>
  )
}
