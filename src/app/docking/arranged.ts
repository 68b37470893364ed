/** An arrangement of a window with the panels in it: what layouts are kept as, templates make and the docking takes. */
import type { SerializedDockview } from 'dockview-react'
import type { PanelInstance } from '../../workspace/index.ts'
import { panelKind } from './panel-table.tsx'

/** A window's arrangement with the panels in it. */
export interface Arranged {
  readonly layout: SerializedDockview
  /** Those in the layout, and those that were closed and come back as they were. */
  readonly panels: readonly PanelInstance[]
}

/** How the docking keeps a panel. */
export function dockedAs(id: string, kindId: string): SerializedDockview['panels'][string] {
  const { title, least } = panelKind(kindId)
  return {
    id,
    contentComponent: kindId,
    tabComponent: 'props.defaultTabComponent',
    title,
    minimumWidth: least.width,
    minimumHeight: least.height,
  }
}
