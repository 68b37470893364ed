/** One docked panel: its title on the docking's tab, its own errors kept to itself. */
import type { DockviewPanelApi } from 'dockview-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { reportError, useBridge } from '../../bridge/index.ts'
import { ErrorBoundary, PanelHostProvider } from '../../ui/index.ts'

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

export function DockedPanel({
  api,
  title,
  children,
}: {
  api: DockviewPanelApi
  title: string
  children: ReactNode
}): ReactNode {
  const bridge = useBridge()
  const leadWidth = useTabsWidth(api)
  const visible = useVisible(api)
  const host = useMemo(() => ({ docked: true, leadWidth, visible }), [leadWidth, visible])
  return (
    <PanelHostProvider value={host}>
      <ErrorBoundary title={title} onError={(error) => reportError(bridge, error)}>
        {children}
      </ErrorBoundary>
    </PanelHostProvider>
  )
}
