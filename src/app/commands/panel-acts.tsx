/** Puts the commands into the table that tell a panel to do something. */
import { type ReactNode, useMemo } from 'react'
import { useCommands } from '../../commands/index.ts'
import { useTopicValue } from '../../market-data/index.ts'
import {
  type ActingPanel,
  type PanelAct,
  shownMarketOf,
  useActingPanels,
  useOpenPanels,
  usePanelInstances,
} from '../../workspace/index.ts'
import { type ActTarget, actingPanel, panelActCommands } from './panel-act-commands.ts'

export function PanelActs(): ReactNode {
  const picture = useTarget('picture')
  const book = useTarget('say-book')
  const trades = useTarget('say-trades')
  const centre = useTarget('centre')
  const arm = useTarget('one-click')
  const disarm = useTarget('one-click-off')
  const closeAll = useTarget('close-all')
  const cancelSelected = useTarget('cancel-selected')
  useCommands(
    useMemo(() => {
      const targets: Readonly<Record<PanelAct, ActTarget | null>> = {
        picture,
        'say-book': book,
        'say-trades': trades,
        centre,
        'one-click': arm,
        'one-click-off': disarm,
        'close-all': closeAll,
        'cancel-selected': cancelSelected,
      }
      return panelActCommands((act) => targets[act])
    }, [picture, book, trades, centre, arm, disarm, closeAll, cancelSelected]),
  )
  return null
}

/** The same object while the same panel would be told of the same market. */
function useTarget(act: PanelAct): ActTarget | null {
  const acting = useActingPanels()
  const used = useOpenPanels((panels) => panels.used)
  const panel: ActingPanel | null = actingPanel(act, acting, used)
  const market = usePanelInstances(({ panels }) => shownMarketOf(panels[panel?.panel ?? '']?.market ?? null))
  const about = useTopicValue(market === null ? null : { kind: 'instrument', market }, ({ title }) => title) ?? null
  const run = panel?.run
  return useMemo(() => (run === undefined ? null : { run, about }), [run, about])
}
