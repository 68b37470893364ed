/** The docked workspace: restores the layout of the window, or arranges the default, and saves what the trader changes. */
import { type DockviewApi, DockviewReact, type DockviewTheme } from 'dockview-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useCall } from '../app/bridge.tsx'
import { useMarketData } from '../market-data/index.ts'
import { arrangeDefault } from './default-layout.ts'
import { createLayoutKeeper } from './layout-keeper.ts'
import { PanelTab } from './panel-tab.tsx'
import { panelComponents } from './registry.tsx'
import { fromSaved, toSaved } from './saved-layout.ts'
import 'dockview-react/dist/styles/dockview.css'
import './dockview.css'

const theme: DockviewTheme = { name: 'isotherm', className: 'isotherm-docking', gap: 4, dndPanelOverlay: 'group' }

/** A saved layout that the docking refuses leaves half of itself behind: it is cleared for the default. */
function restore(api: DockviewApi, saved: unknown): void {
  const layout = fromSaved(saved)
  if (layout !== null) {
    try {
      api.fromJSON(layout)
      return
    } catch {
      // Falls through to the default.
    }
  }
  arrangeDefault(api)
}

/** `resets` counts how often the default layout was asked for. */
export function Workspace({ resets }: { resets: number }): ReactNode {
  const call = useCall()
  const { clock } = useMarketData()
  const [api, setApi] = useState<DockviewApi | null>(null)
  const lastReset = useRef(resets)
  const save = useEffectEvent((docking: DockviewApi) => {
    // A layout that cannot be kept comes back from main as a notice.
    call('saveLayout', { layout: toSaved(docking.toJSON()) }).catch(() => undefined)
  })

  useEffect(() => {
    if (api === null) return
    let stopped = false
    const keeper = createLayoutKeeper(() => save(api), clock.after)
    let stopWatching = (): void => undefined
    // The docking calls its groups regions; the regions of this window are its panels, and each has one name.
    const naming = api.onDidAddGroup((group) => group.element.setAttribute('role', 'group'))
    const begin = (saved: unknown): void => {
      if (stopped) return
      restore(api, saved)
      const watching = api.onDidLayoutChange(() => keeper.changed())
      stopWatching = () => watching.dispose()
    }
    call('readLayout', {}).then(begin, () => begin(null))
    window.addEventListener('pagehide', keeper.flush)
    return () => {
      stopped = true
      naming.dispose()
      stopWatching()
      keeper.flush()
      window.removeEventListener('pagehide', keeper.flush)
    }
  }, [api, call, clock])

  useEffect(() => {
    if (api === null || lastReset.current === resets) return
    lastReset.current = resets
    arrangeDefault(api)
  }, [api, resets])

  return (
    <DockviewReact
      theme={theme}
      components={panelComponents}
      defaultTabComponent={PanelTab}
      onReady={(event) => setApi(event.api)}
      disableFloatingGroups
      disableTabsOverflowList
      scrollbars="native"
    />
  )
}
