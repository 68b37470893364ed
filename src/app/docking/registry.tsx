/** Which component shows which panel, from the table. */
import type { IDockviewPanelProps } from 'dockview-react'
import type { FunctionComponent } from 'react'
import { useFormat } from '../../format/index.ts'
import { DockedPanel } from './docked-panel.tsx'
import { PanelMarketStates } from './panel-market-states.tsx'
import { type KindId, PANELS, type PanelKind } from './panel-table.tsx'

function docked(kind: PanelKind<KindId>): FunctionComponent<IDockviewPanelProps> {
  const Content = kind.component
  return function Docked({ api, containerApi }) {
    // Another format is shown by everything in the panel at once.
    useFormat()
    return (
      <DockedPanel api={api} docking={containerApi} kind={kind}>
        <PanelMarketStates kind={kind}>
          <Content />
        </PanelMarketStates>
      </DockedPanel>
    )
  }
}

export const panelComponents: Readonly<Record<string, FunctionComponent<IDockviewPanelProps>>> = Object.fromEntries(
  PANELS.map((kind) => [kind.id, docked(kind)]),
)
