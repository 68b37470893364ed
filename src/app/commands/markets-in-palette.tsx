/** Has the palette find markets while it is open; while it is closed nothing of them is watched for it. */
import { type ReactNode, useMemo } from 'react'
import { useCall } from '../../bridge/index.ts'
import { useIsOpen, useProvider } from '../../commands/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { chooseMarket, useOpenPanels, usePanelInstances } from '../../workspace/index.ts'
import { panelKind } from '../docking/index.ts'
import { marketProvider } from './market-provider.ts'

export function MarketsInPalette(): ReactNode {
  return useIsOpen('palette') ? <Markets /> : null
}

function Markets(): ReactNode {
  const call = useCall()
  const markets = useTopic({ kind: 'markets' })
  const { open, used } = useOpenPanels()
  const panels = usePanelInstances((instances) => instances.panels)
  useProvider(
    useMemo(() => {
      const targets = [...used, ...open.filter((id) => !used.includes(id))].flatMap((id) => {
        const panel = panels[id]
        if (panel === undefined) return []
        const { title, shows } = panelKind(panel.kind)
        return shows === null ? [] : [{ id, title, families: shows }]
      })
      return marketProvider(markets, targets, (id, market) => chooseMarket(id, market, call))
    }, [markets, open, used, panels, call]),
  )
  return null
}
