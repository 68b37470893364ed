/** One docked panel: its title on the docking's tab, its link and market in its head, its own errors kept to itself. */
import type { DockviewApi, DockviewPanelApi } from 'dockview-react'
import { type ReactNode, type RefCallback, useCallback, useEffect, useMemo, useState } from 'react'
import { reportError, useBridge } from '../../bridge/index.ts'
import { InView } from '../../market-data/index.ts'
import { ErrorBoundary, PanelHostProvider } from '../../ui/index.ts'
import { PanelProvider, useInstrument } from '../../workspace/index.ts'
import { LinkChip, PanelMarketTitle } from './panel-head.tsx'
import { PanelMenuButton } from './panel-menu.tsx'
import type { KindId, PanelKind } from './panel-table.tsx'
import { useTabPlace } from './tab-place.ts'

/** Width of the tabs of the panel's group, px: the panel's head leaves that much room at its start. */
function useTabsWidth(api: DockviewPanelApi): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    let observer: ResizeObserver | null = null
    const observe = (): void => {
      observer?.disconnect()
      const tabs = api.group.element.querySelector('.dv-tabs-container')
      if (tabs === null) return
      observer = new ResizeObserver(() => setWidth(Math.ceil(tabs.getBoundingClientRect().width)))
      observer.observe(tabs)
    }
    observe()
    const moved = api.onDidGroupChange(observe)
    return () => {
      observer?.disconnect()
      moved.dispose()
    }
  }, [api])
  return width
}

/** Whether the panel's tab is in front. */
function useVisible(api: DockviewPanelApi): boolean {
  const [visible, setVisible] = useState(api.isVisible)
  useEffect(() => {
    setVisible(api.isVisible)
    const changed = api.onDidVisibilityChange((event) => setVisible(event.isVisible))
    return () => changed.dispose()
  }, [api])
  return visible
}

/** Tells the tabs over a panel's head how wide what can be pressed at its end is: they leave it alone. */
function useActionsWidth(api: DockviewPanelApi): RefCallback<HTMLElement> {
  return useCallback(
    (actions) => {
      if (actions === null) return undefined
      // One that is behind another is out of the page, and has nothing to say.
      const observer = new ResizeObserver(() => {
        if (actions.isConnected) api.group.element.style.setProperty('--head-actions', `${actions.offsetWidth}px`)
      })
      observer.observe(actions)
      return () => observer.disconnect()
    },
    [api],
  )
}

interface DockedPanelProps {
  readonly api: DockviewPanelApi
  readonly docking: DockviewApi
  readonly kind: PanelKind<KindId>
  readonly children: ReactNode
}

export function DockedPanel({ api, docking, kind, children }: DockedPanelProps): ReactNode {
  return (
    <PanelProvider id={api.id}>
      <Hosted api={api} docking={docking} kind={kind}>
        {children}
      </Hosted>
    </PanelProvider>
  )
}

function Hosted({ api, docking, kind, children }: DockedPanelProps): ReactNode {
  const bridge = useBridge()
  const leadWidth = useTabsWidth(api)
  const visible = useVisible(api)
  const isNamed = useTabPlace(api, docking) !== 'only'
  const actions = useActionsWidth(api)
  const about = useInstrument()?.title ?? null
  const market = kind.shows !== null
  // The docking names its tabs by it: of several panels of a kind each says which it is.
  useEffect(() => api.setTitle(about === null ? kind.title : `${kind.title}, ${about}`), [api, kind.title, about])
  const host = useMemo(
    () => ({
      docked: true,
      leadWidth,
      visible,
      kind: kind.id,
      id: api.id,
      about,
      start: market ? <LinkChip /> : null,
      actions,
      market: market ? <PanelMarketTitle isNamed={isNamed} /> : null,
      // A panel with a tab has its menu there.
      corner: kind.strip === undefined ? null : <PanelMenuButton />,
    }),
    [leadWidth, visible, isNamed, actions, about, market, api.id, kind.id, kind.strip],
  )
  return (
    <PanelHostProvider value={host}>
      <ErrorBoundary title={kind.title} onError={(error) => reportError(bridge, error)}>
        <InView inView={visible}>{children}</InView>
      </ErrorBoundary>
    </PanelHostProvider>
  )
}
