/** The commands that do something with one panel of this window as a whole. */
import { useMemo } from 'react'
import { useCall } from '../../bridge/index.ts'
import type { Command } from '../../commands/index.ts'
import { useTopic } from '../../market-data/index.ts'
import {
  followGroup,
  joinGroup,
  type LinkedMarket,
  type PanelMarket,
  pinPanel,
  usePanelInstances,
} from '../../workspace/index.ts'
import { closePanel, duplicatePanel } from './docking.ts'
import { movePanel, splitPanel } from './move-panel.ts'
import { onePanelCommands } from './one-panel-commands.ts'
import { moveToWindow } from './panel-moves.ts'
import { panelKind } from './panel-table.tsx'

const linkOf = (market: PanelMarket | null): LinkedMarket | null => (market?.by === 'link' ? market : null)

/** The same list while nothing about the panel changed; of no panel where `id` is null or none that is there. */
export function useOnePanelCommands(id: string | null): readonly Command[] {
  const call = useCall()
  const windows = useTopic({ kind: 'windows' })
  const kind = usePanelInstances(({ panels }) => panels[id ?? '']?.kind)
  const group = usePanelInstances(({ panels }) => linkOf(panels[id ?? '']?.market ?? null)?.group ?? null)
  const stays = usePanelInstances(({ panels }) => linkOf(panels[id ?? '']?.market ?? null)?.stays === true)
  return useMemo(() => {
    const shown = kind === undefined ? null : panelKind(kind)
    const panel =
      id === null || shown === null
        ? null
        : {
            id,
            title: shown.title,
            isStrip: shown.strip !== undefined,
            hasMarket: shown.shows !== null,
            link: group === null ? null : { group, stays },
          }
    return onePanelCommands(panel, {
      windows: (windows ?? []).filter(({ isThis }) => !isThis),
      close: closePanel,
      duplicate: duplicatePanel,
      move: movePanel,
      split: splitPanel,
      follow: followGroup,
      link: (one, to) => (to === null ? pinPanel(one) : joinGroup(one, to, call)),
      moveToWindow: (one, window) => moveToWindow(one, window === null ? { at: null } : { window }, call),
    })
  }, [id, kind, group, stays, windows, call])
}
