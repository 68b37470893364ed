/** The menu of a panel's tab, by the mouse or the menu key, and closing it by the Delete key. */
import { type DragEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react'
import { LINK_GROUPS } from '../../../contract/link.ts'
import { useCall } from '../../bridge/index.ts'
import { isMac, menuEntries } from '../../commands/index.ts'
import { actOf, ContextMenu, type HandledKey, Menu, type MenuEntry } from '../../ui/index.ts'
import { panelInstance, usePanel } from '../../workspace/index.ts'
import { closePanel } from './docking.ts'
import { GroupMark } from './group-mark.tsx'
import { PANEL_MENU, useOnePanelCommands } from './one-panel-commands.ts'
import { moveToWindow } from './panel-moves.ts'
import { panelKind } from './panel-table.tsx'
import styles from './tab-menu.module.css'

// The menu of a panel's tab: the commands for the panel as a whole, with the palette's labels.

const MARKS: ReadonlyMap<string, ReactNode> = new Map([
  ...LINK_GROUPS.map((group) => [`panel/link/${group}`, <GroupMark key={group} group={group} />] as const),
  ['panel/link/none', <GroupMark key="none" group={null} />] as const,
])

function usePanelMenu(id: string): readonly MenuEntry[] {
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

/** The keys of a panel's tab: what they do, and their entries in the sheet of keys. */
export const TAB_KEYS: readonly HandledKey<'close'>[] = [
  { act: 'close', keys: ['Delete', 'Backspace'], does: 'Close the panel' },
]

interface Opened {
  readonly panel: string
  readonly at: { readonly x: number; readonly y: number }
}

/** The tab of an event. The docking recreates its tabs at any time, so listeners are attached outside of them. */
const tabOf = ({ target }: { readonly target: EventTarget }): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[role="tab"][data-tab-panel-id]') : null

/** Everything inside has tabs with menus. */
export function TabMenus({ children }: { children: ReactNode }): ReactNode {
  const call = useCall()
  const [opened, setOpened] = useState<Opened | null>(null)
  const onContextMenu = (event: MouseEvent): void => {
    const tab = tabOf(event)
    const panel = tab?.dataset.tabPanelId
    if (tab === null || panel === undefined) return
    event.preventDefault()
    const { left, bottom } = tab.getBoundingClientRect()
    // The menu key has no pointer position.
    const isKey = event.clientX === 0 && event.clientY === 0
    setOpened({ panel, at: isKey ? { x: left, y: bottom } : { x: event.clientX, y: event.clientY } })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const panel = tabOf(event) === event.target ? tabOf(event)?.dataset.tabPanelId : undefined
    if (panel === undefined || actOf(TAB_KEYS, event) !== 'close') return
    event.preventDefault()
    event.stopPropagation()
    closePanel(panel)
  }
  const onDragEnd = (event: DragEvent): void => {
    const panel = tabOf(event)?.dataset.tabPanelId
    const { clientX: x, clientY: y, dataTransfer } = event
    const isOutside = x < 0 || y < 0 || x > window.innerWidth || y > window.innerHeight
    // A drop accepted elsewhere is handled there; a canceled drag ends inside, or reports it.
    if (panel === undefined || !isOutside || dataTransfer.dropEffect !== 'none') return
    moveToWindow(panel, { at: { x: event.screenX, y: event.screenY } }, call)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears of the tabs in it, each of which takes the focus
    <div
      className={styles.docking}
      role="presentation"
      onContextMenu={onContextMenu}
      // The docking's tabs handle these keys as well, and would close a panel that then does not reopen as it was.
      onKeyDownCapture={onKeyDown}
      onDragEnd={onDragEnd}
    >
      {children}
      {opened !== null && <TabMenu opened={opened} onClose={() => setOpened(null)} />}
    </div>
  )
}

function TabMenu({ opened, onClose }: { opened: Opened; onClose: () => void }): ReactNode {
  const entries = usePanelMenu(opened.panel)
  const kind = panelInstance(opened.panel)?.kind
  const title = kind === undefined ? '' : panelKind(kind).title
  return <ContextMenu label={`Panel ${title}`} at={opened.at} onClose={onClose} entries={entries} />
}
