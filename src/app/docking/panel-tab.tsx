/** A panel's tab: its title, how many rows wait behind it, and closing it. It is the handle that drags the panel; `tab-menu.tsx` is its menu. */
import type { IDockviewPanelHeaderProps } from 'dockview-react'
import type { ReactNode } from 'react'
import { closePanel, kindOf } from './docking.ts'
import styles from './panel-tab.module.css'
import { panelKind } from './panel-table.tsx'

export function PanelTab({ api: { id } }: IDockviewPanelHeaderProps): ReactNode {
  const kind = kindOf(id)
  if (kind === null) return null
  const { title, useCount } = panelKind(kind)
  return (
    <div className={styles.tab}>
      <span>{title}</span>
      {useCount !== undefined && <Count useCount={useCount} />}
      {/* For the mouse: a button within a tab could not be told by assistive technology, which has the Delete key and the tab's menu. */}
      <span
        className={styles.close}
        title={`Close ${title}`}
        data-close={title}
        aria-hidden="true"
        onPointerDown={(event) => event.preventDefault()}
        onClick={(event) => {
          event.stopPropagation()
          closePanel(id)
        }}
      />
    </div>
  )
}

// Drawn, not written: the tab's name stays its title.
function Count({ useCount }: { useCount: () => number | undefined }): ReactNode {
  const count = useCount()
  return count === undefined || count === 0 ? null : <span className={styles.count} data-count={count} />
}
