/** The menu of a panel's tab: the commands that do something with the panel as a whole, in the words of the palette. */
import type { ReactNode } from 'react'
import { LINK_GROUPS } from '../../../contract/link.ts'
import { isMac, menuEntries } from '../../commands/index.ts'
import { Menu, type MenuEntry } from '../../ui/index.ts'
import { usePanel } from '../../workspace/index.ts'
import { GroupMark } from './group-mark.tsx'
import { PANEL_MENU } from './one-panel-commands.ts'
import { panelKind } from './panel-table.tsx'
import { useOnePanelCommands } from './use-one-panel-commands.ts'

const MARKS: ReadonlyMap<string, ReactNode> = new Map([
  ...LINK_GROUPS.map((group) => [`panel/link/${group}`, <GroupMark key={group} group={group} />] as const),
  ['panel/link/none', <GroupMark key="none" group={null} />] as const,
])

/** The entries of a panel's menu. */
export function usePanelMenu(id: string): readonly MenuEntry[] {
  return menuEntries(useOnePanelCommands(id), PANEL_MENU, isMac).map((entry) => {
    const mark = MARKS.get(entry.id)
    return mark === undefined ? entry : { ...entry, mark }
  })
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
