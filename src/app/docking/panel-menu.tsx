/** What can be done with a panel as a whole: the entries of its tab's menu. */

import type { ReactNode } from 'react'
import { LINK_GROUPS } from '../../../contract/link.ts'
import { useCall } from '../../bridge/index.ts'
import { Menu, type MenuEntry } from '../../ui/index.ts'
import { joinGroup, pinPanel, usePanel, usePanelInstances } from '../../workspace/index.ts'
import { closePanel, duplicatePanel } from './docking.ts'
import { GroupMark } from './panel-head.tsx'
import { panelKind } from './panel-table.tsx'

/** The entries of a panel's menu. */
export function usePanelMenu(id: string): readonly MenuEntry[] {
  const call = useCall()
  const panel = usePanelInstances(({ panels }) => panels[id])
  if (panel === undefined) return []
  const { kind, market } = panel
  const group = market?.by === 'link' ? market.group : null
  const links: readonly MenuEntry[] = [
    ...LINK_GROUPS.map((one) => ({
      id: `link/${one}`,
      label: `Link to group ${one}`,
      section: 'Market',
      mark: <GroupMark group={one} />,
      selected: one === group,
      onAction: () => joinGroup(id, one, call),
    })),
    {
      id: 'pin',
      label: 'Pin to this market',
      section: 'Market',
      mark: <GroupMark group={null} />,
      selected: market?.by === 'pin',
      onAction: () => pinPanel(id),
    },
  ]
  return [
    { id: 'duplicate', label: 'Duplicate', section: 'Panel', onAction: () => duplicatePanel(id) },
    { id: 'close', label: 'Close', section: 'Panel', onAction: () => closePanel(id) },
    ...(panelKind(kind).shows === null ? [] : links),
  ]
}

/** The menu of a panel that has no tab. */
export function PanelMenuButton(): ReactNode {
  const { id, kind } = usePanel()
  return (
    <Menu label={`Panel ${panelKind(kind).title}`} entries={usePanelMenu(id)}>
      <span aria-hidden="true">⋯</span>
    </Menu>
  )
}
