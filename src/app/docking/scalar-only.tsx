/** Panels of the scalar market say why they are empty where the deployment offers none, and what there is instead. */
import type { FunctionComponent } from 'react'
import { useSession } from '../../queries/index.ts'
import { Button, OffState, Panel } from '../../ui/index.ts'
import { showPanel } from './docking.ts'
import { type PanelId, type PanelKind, panelKind } from './panel-table.tsx'

/** The panel, or the reason why the deployment has nothing to show in it. */
export const scalarOnly = ({ title, strip, component: Content, instead }: PanelKind<PanelId>): FunctionComponent =>
  function ScalarPanel() {
    const features = useSession()?.features
    const scalar = features?.scalar
    if (features === undefined || scalar?.on !== false) return <Content />
    return (
      <Panel title={title} headless={strip !== undefined}>
        <OffState
          title="There is no scalar market here"
          reason={scalar.reason}
          action={
            instead !== undefined &&
            features[instead].on && (
              <Button size="small" onClick={() => showPanel(instead)}>
                Show {panelKind(instead).title.toLowerCase()}
              </Button>
            )
          }
        />
      </Panel>
    )
  }
