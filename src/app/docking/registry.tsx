/** Which component shows which panel, from the table. */
import type { IDockviewPanelProps } from 'dockview-react'
import type { FunctionComponent } from 'react'
import { useFormat } from '../../format/index.ts'
import { DockedPanel } from './docked-panel.tsx'
import { PANELS, type PanelId, type PanelKind } from './panel-table.tsx'
import { scalarOnly } from './scalar-only.tsx'

function docked(kind: PanelKind<PanelId>): FunctionComponent<IDockviewPanelProps> {
  const Content = kind.market === 'scalar' ? scalarOnly(kind) : kind.component
  return function Docked({ api }) {
    // Another format is shown by everything in the panel at once.
    useFormat()
    return (
      <DockedPanel api={api} title={kind.title}>
        <Content />
      </DockedPanel>
    )
  }
}

export const panelComponents: Readonly<Record<string, FunctionComponent<IDockviewPanelProps>>> = Object.fromEntries(
  PANELS.map((kind) => [kind.id, docked(kind)]),
)
