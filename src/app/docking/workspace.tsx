/** The docked workspace: restores the layout of the window, or arranges the default, and saves what the trader changes. */
import { type DockviewApi, DockviewReact, type DockviewTheme } from 'dockview-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useCall } from '../../bridge/index.ts'
import { useMarketData } from '../../market-data/index.ts'
import { EmptyState } from '../../ui/index.ts'
import { draftsOf, keepsLayout, onDraftsChange, restoreDrafts, usePanelChoices } from '../../workspace/index.ts'
import { arrangeDefault } from './default-layout.ts'
import { attachDocking } from './docking.ts'
import { GAP, withGaps } from './kept-places.ts'
import { createLayoutKeeper } from './layout-keeper.ts'
import { PanelTab } from './panel-tab.tsx'
import { panelComponents } from './registry.tsx'
import { choicesOf, fromSaved, savedDrafts, toSaved } from './saved-layout.ts'
import 'dockview-react/dist/styles/dockview.css'
import './dockview.css'

const theme: DockviewTheme = { name: 'isotherm', className: 'isotherm-docking', gap: GAP, dndPanelOverlay: 'group' }

const NoPanels = (): ReactNode => (
  <EmptyState>Every panel is closed. View in the bar above brings each of them back, or resets the layout.</EmptyState>
)

/** A saved layout that the docking refuses leaves half of itself behind: it is cleared for the default. */
function restore(api: DockviewApi, saved: unknown): void {
  const layout = fromSaved(saved)
  if (layout !== null) {
    try {
      api.fromJSON(withGaps(layout))
      return
    } catch {
      // Falls through to the default.
    }
  }
  arrangeDefault(api)
}

export function Workspace(): ReactNode {
  const call = useCall()
  const { clock } = useMarketData()
  const [api, setApi] = useState<DockviewApi | null>(null)
  // A layout that cannot be kept comes back from main as a notice.
  const save = useEffectEvent((docking: DockviewApi) =>
    call('saveLayout', { layout: toSaved(docking.toJSON(), usePanelChoices.getState(), draftsOf()) }).then(
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
      usePanelChoices.setState(choicesOf(saved))
      restoreDrafts(savedDrafts(saved))
      restore(api, saved)
      const detach = attachDocking(api)
      const watching = api.onDidLayoutChange(() => keeper.changed())
      const stopChoices = usePanelChoices.subscribe(() => keeper.changed())
      const stopDrafts = onDraftsChange(() => keeper.changed())
      stopWatching = () => {
        detach()
        watching.dispose()
        stopChoices()
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
  }, [api, call, clock])

  return (
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
  )
}
