/** A panel's tab: its title, and how many rows wait behind it. It is also the handle that drags the panel. */
import type { IDockviewPanelHeaderProps } from 'dockview-react'
import type { ReactNode } from 'react'
import styles from './panel-tab.module.css'
import { panelKind } from './panel-table.tsx'

export function PanelTab({ api }: IDockviewPanelHeaderProps): ReactNode {
  const { title, useCount } = panelKind(api.id)
  return (
    <div className={styles.tab}>
      <span className={styles.dot} aria-hidden="true" />
      {title}
      {useCount !== undefined && <Count useCount={useCount} />}
    </div>
  )
}

// Drawn, not written: the tab's name stays its title.
function Count({ useCount }: { useCount: () => number | undefined }): ReactNode {
  const count = useCount()
  return count === undefined || count === 0 ? null : <span className={styles.count} data-count={count} />
}
