/** The docked workspace: restores the layout of the window, or arranges the default, and saves what the trader changes. */
import { type DockviewApi, DockviewReact, type DockviewTheme } from 'dockview-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useCall } from '../../bridge/index.ts'
import { useMarketData } from '../../market-data/index.ts'
import { EmptyState } from '../../ui/index.ts'
import { followLinks, keepsLayout, usePanelDrafts, usePanelInstances } from '../../workspace/index.ts'
import { attachDocking } from './docking.ts'
import { GAP } from './kept-places.ts'
import { createLayoutKeeper } from './layout-keeper.ts'
import { keptLayout, takeArrivals } from './panel-moves.ts'
import { PanelTab } from './panel-tab.tsx'
import { panelComponents } from './registry.tsx'
import { restore } from './restore.ts'
import { TabMenus } from './tab-menu.tsx'
import { Trouble } from './trouble.tsx'
import { UndoArranging } from './undo-arranging.tsx'
import { UntakenPrice } from './untaken-price.tsx'
import { type Shown, shownTextSize, useFollowText } from './use-follow-text.ts'
import { WindowTitle } from './window-title.tsx'
import 'dockview-react/dist/styles/dockview.css'
import './dockview.css'

const theme: DockviewTheme = { name: 'isotherm', className: 'isotherm-docking', gap: GAP, dndPanelOverlay: 'group' }

const NoPanels = (): ReactNode => (
  <EmptyState>Every panel is closed. View in the bar above opens panels, or resets the layout.</EmptyState>
)

export function Workspace(): ReactNode {
  const call = useCall()
  const { clock, store } = useMarketData()
  const [api, setApi] = useState<DockviewApi | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  useFollowText(shown)
  // A layout that cannot be kept comes back from main as a notice.
  const save = useEffectEvent((docking: DockviewApi) =>
    call('saveLayout', { layout: keptLayout(docking) }).then(
      () => undefined,
      () => undefined,
    ),
  )

  useEffect(() => {
    if (api === null) return
    let stopped = false
    const keeper = createLayoutKeeper(() => save(api), clock.after)
    let stopWatching = (): void => undefined
    // The docking calls its groups regions; the regions of this window are its panels, and each has one name.
    const naming = api.onDidAddGroup((group) => group.element.setAttribute('role', 'group'))
    const begin = (saved: unknown): void => {
      if (stopped) return
      const closed = restore(api, saved)
      const detach = attachDocking(api, call, closed ?? [])
      setShown({ api, arrangedFor: closed === null ? shownTextSize() : null })
      const unfollow = followLinks(store, call)
      const stopArrivals = takeArrivals(store, call)
      const watching = api.onDidLayoutChange(() => keeper.changed())
      const stopPanels = usePanelInstances.subscribe(() => keeper.changed())
      const stopDrafts = usePanelDrafts.subscribe(() => keeper.changed())
      // As the docking has them, before any hand can change something: main tells the trader's changes by what comes after. And a workspace that is
      // saved at a first start brings back these panels, with what is typed in them.
      keeper.changed()
      stopWatching = () => {
        detach()
        unfollow()
        stopArrivals()
        watching.dispose()
        stopPanels()
        stopDrafts()
      }
    }
    call('readLayout', {}).then(begin, () => begin(null))
    const onLeave = (): void => void keeper.flush()
    const stopKeeping = keepsLayout(keeper.flush)
    window.addEventListener('pagehide', onLeave)
    return () => {
      stopped = true
      naming.dispose()
      stopWatching()
      stopKeeping()
      onLeave()
      window.removeEventListener('pagehide', onLeave)
    }
  }, [api, call, clock, store])

  return (
    <TabMenus>
      <DockviewReact
        theme={theme}
        components={panelComponents}
        defaultTabComponent={PanelTab}
        watermarkComponent={NoPanels}
        onReady={(event) => setApi(event.api)}
        disableFloatingGroups
        disableTabsOverflowList
        scrollbars="native"
      />
      <UntakenPrice />
      <UndoArranging />
      <Trouble />
      {api !== null && <WindowTitle />}
    </TabMenus>
  )
}
