/** What can be done with a panel as a whole: the entries of its tab's menu. */

import type { ReactNode } from 'react'
import { LINK_GROUPS } from '../../../contract/link.ts'
import { useCall } from '../../bridge/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { Menu, type MenuEntry } from '../../ui/index.ts'
import { joinGroup, pinPanel, usePanel, usePanelInstances } from '../../workspace/index.ts'
import { closePanel, duplicatePanel } from './docking.ts'
import { GroupMark } from './group-mark.tsx'
import { moveToWindow } from './panel-moves.ts'
import { panelKind } from './panel-table.tsx'

/** The entries of a panel's menu. */
export function usePanelMenu(id: string): readonly MenuEntry[] {
  const call = useCall()
  const windows = useTopic({ kind: 'windows' }) ?? []
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
  const moves: readonly MenuEntry[] = [
    {
      id: 'move/new',
      label: 'A window of its own',
      section: 'Move to',
      onAction: () => moveToWindow(id, { at: null }, call),
    },
    ...windows
      .filter(({ isThis }) => !isThis)
      .map(({ name, title }) => ({
        id: `move/${name}`,
        label: title,
        section: 'Move to',
        onAction: () => moveToWindow(id, { window: name }, call),
      })),
  ]
  return [
    ...moves,
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
