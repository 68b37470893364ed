/** A panel's tab: its title, and how many rows wait behind it. It is also the handle that drags the panel. */
import type { IDockviewPanelHeaderProps } from 'dockview-react'
import type { ReactNode } from 'react'
import { useAccount, useOpenOrders } from '../../queries/index.ts'
import { PANEL_TITLES, type PanelId } from './panel-ids.ts'
import styles from './panel-tab.module.css'

export function PanelTab({ api }: IDockviewPanelHeaderProps): ReactNode {
  const id = api.id as PanelId
  return (
    <div className={styles.tab}>
      <span className={styles.dot} aria-hidden="true" />
      {PANEL_TITLES[id]}
      {id === 'positions' && <PositionCount />}
      {id === 'open-orders' && <OrderCount />}
    </div>
  )
}

const PositionCount = (): ReactNode => <Count of={useAccount().data?.positions.length} />
const OrderCount = (): ReactNode => <Count of={useOpenOrders().data?.length} />

// Drawn, not written: the tab's name stays its title.
const Count = ({ of }: { of: number | undefined }): ReactNode =>
  of === undefined || of === 0 ? null : <span className={styles.count} data-count={of} />
