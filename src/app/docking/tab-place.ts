/** A panel's place among the tabs of its group: several of a kind are distinguished by their markets. */
import type { DockviewApi, DockviewPanelApi } from 'dockview-react'
import { useCallback, useSyncExternalStore } from 'react'
import { kindOf } from './docking.ts'

/** The only one of its kind in the group; the first of several, or a later one. */
export type TabPlace = 'only' | 'first' | 'further'

/** The place of a panel among the kinds of its group's panels, in order. Pure. */
export function placeAmong(
  id: string,
  kind: string | null,
  tabs: readonly { readonly id: string; readonly kind: string | null }[],
): TabPlace {
  const same = tabs.filter((tab) => tab.kind === kind)
  return same.length < 2 ? 'only' : same[0]?.id === id ? 'first' : 'further'
}

export function useTabPlace(api: DockviewPanelApi, docking: DockviewApi): TabPlace {
  const subscribe = useCallback(
    (changed: () => void) => {
      const watching = [
        api.onDidGroupChange(changed),
        docking.onDidAddPanel(changed),
        docking.onDidRemovePanel(changed),
        docking.onDidLayoutChange(changed),
      ]
      return () => {
        for (const watch of watching) watch.dispose()
      }
    },
    [api, docking],
  )
  return useSyncExternalStore(subscribe, () =>
    placeAmong(
      api.id,
      kindOf(api.id),
      api.group.panels.map(({ id }) => ({ id, kind: kindOf(id) })),
    ),
  )
}
