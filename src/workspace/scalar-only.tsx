/** Panels of the scalar market say why they are empty where the deployment offers none. */
import type { ComponentType, FunctionComponent } from 'react'
import { useSession } from '../queries/index.ts'
import { OffState, Panel } from '../ui/index.ts'
import { PANEL_TITLES, type PanelId } from './panel-ids.ts'

/** The panel, or the reason why the deployment has nothing to show in it. */
export const scalarOnly = (id: PanelId, Content: ComponentType): FunctionComponent =>
  function ScalarPanel() {
    const feature = useSession()?.features.scalar
    if (feature?.on !== false) return <Content />
    return (
      <Panel title={PANEL_TITLES[id]} headless={id === 'bucket'}>
        <OffState title="There is no scalar market here" reason={feature.reason} />
      </Panel>
    )
  }
