/** A panel's tab: its title, how many rows wait behind it, and closing it. It is the handle that drags the panel; `tab-menu.tsx` is its menu. */
import type { IDockviewPanelHeaderProps } from 'dockview-react'
import type { ReactNode } from 'react'
import { usePanelInstances } from '../../workspace/index.ts'
import { closePanel, kindOf } from './docking.ts'
import { GroupMark } from './group-mark.tsx'
import styles from './panel-tab.module.css'
import { panelKind } from './panel-table.tsx'

export function PanelTab({ api: { id } }: IDockviewPanelHeaderProps): ReactNode {
  const kind = kindOf(id)
  if (kind === null) return null
  const { title, useCount } = panelKind(kind)
  return (
    <div className={styles.tab}>
      <span>{title}</span>
      <TabMark id={id} />
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

/** The link of a panel that is behind another: that of the one in front stands at the head's start. */
function TabMark({ id }: { id: string }): ReactNode {
  const market = usePanelInstances(({ panels }) => panels[id]?.market) ?? null
  return (
    market !== null && (
      <span className={styles.mark}>
        <GroupMark group={market.by === 'link' ? market.group : null} />
      </span>
    )
  )
}

// Drawn, not written: the tab's name stays its title.
function Count({ useCount }: { useCount: () => number | undefined }): ReactNode {
  const count = useCount()
  return count === undefined || count === 0 ? null : <span className={styles.count} data-count={count} />
}
