/** Panels of the scalar market say why they are empty where the deployment offers none, and what there is instead. */
import type { ComponentType, FunctionComponent } from 'react'
import { useSession } from '../../queries/index.ts'
import { Button, OffState, Panel } from '../../ui/index.ts'
import { showPanel } from './docking.ts'
import { PANEL_TITLES, type PanelId } from './panel-ids.ts'

/** What is shown instead of a panel of the scalar market, where the deployment offers that. */
const INSTEAD: { readonly [P in PanelId]?: 'binary' | 'outcomes' } = { ticket: 'binary', chart: 'outcomes' }

/** The panel, or the reason why the deployment has nothing to show in it. */
export const scalarOnly = (id: PanelId, Content: ComponentType): FunctionComponent =>
  function ScalarPanel() {
    const features = useSession()?.features
    const scalar = features?.scalar
    if (features === undefined || scalar?.on !== false) return <Content />
    const instead = INSTEAD[id]
    return (
      <Panel title={PANEL_TITLES[id]} headless={id === 'bucket'}>
        <OffState
          title="There is no scalar market here"
          reason={scalar.reason}
          action={
            instead !== undefined &&
            features[instead].on && (
              <Button size="small" onClick={() => showPanel(instead)}>
                Show {PANEL_TITLES[instead].toLowerCase()}
              </Button>
            )
          }
        />
      </Panel>
    )
  }
