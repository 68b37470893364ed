/** Which component shows which panel. */
import type { IDockviewPanelProps } from 'dockview-react'
import type { ComponentType, FunctionComponent } from 'react'
import { AccountPanel } from '../../panels/account/index.ts'
import { ActivityPanel } from '../../panels/activity/index.ts'
import { AlertsPanel } from '../../panels/alerts/index.ts'
import { BinaryPanel } from '../../panels/binary/index.ts'
import { BucketPanel } from '../../panels/bucket/index.ts'
import { ChartPanel } from '../../panels/chart/index.ts'
import { LimitsPanel } from '../../panels/limits/index.ts'
import { OpenOrdersPanel } from '../../panels/open-orders/index.ts'
import { OrderBookPanel } from '../../panels/order-book/index.ts'
import { OutcomesPanel } from '../../panels/outcomes/index.ts'
import { PositionsPanel } from '../../panels/positions/index.ts'
import { TicketPanel } from '../../panels/ticket/index.ts'
import { TradesPanel } from '../../panels/trades/index.ts'
import { DockedPanel } from './docked-panel.tsx'
import { PANEL_TITLES, type PanelId } from './panel-ids.ts'
import { scalarOnly } from './scalar-only.tsx'

const docked = (id: PanelId, Content: ComponentType): FunctionComponent<IDockviewPanelProps> =>
  function Docked({ api }) {
    return (
      <DockedPanel api={api} title={PANEL_TITLES[id]}>
        <Content />
      </DockedPanel>
    )
  }

export const panelComponents: Record<PanelId, FunctionComponent<IDockviewPanelProps>> = {
  bucket: docked('bucket', scalarOnly('bucket', BucketPanel)),
  chart: docked('chart', scalarOnly('chart', ChartPanel)),
  book: docked('book', scalarOnly('book', OrderBookPanel)),
  trades: docked('trades', scalarOnly('trades', TradesPanel)),
  ticket: docked('ticket', scalarOnly('ticket', TicketPanel)),
  binary: docked('binary', BinaryPanel),
  outcomes: docked('outcomes', OutcomesPanel),
  positions: docked('positions', PositionsPanel),
  'open-orders': docked('open-orders', OpenOrdersPanel),
  alerts: docked('alerts', AlertsPanel),
  activity: docked('activity', ActivityPanel),
  limits: docked('limits', LimitsPanel),
  account: docked('account', AccountPanel),
}
