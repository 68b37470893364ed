/** The window's name: the market of the panel that was used last, so that windows are told apart in the task bar. */
import { useEffect } from 'react'
import { fullTitleOf } from '../../../contract/instrument.ts'
import { useCall } from '../../bridge/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { shownMarketOf, useOpenPanels, usePanelInstances } from '../../workspace/index.ts'

/** Longest title that main takes. */
const LONGEST = 120

export function WindowTitle(): null {
  const call = useCall()
  const { open, used } = useOpenPanels()
  const market = usePanelInstances(({ panels }) =>
    [...used, ...open].map((id) => shownMarketOf(panels[id]?.market ?? null)).find((shown) => shown !== null),
  )
  const instrument = useTopic(market === undefined ? null : { kind: 'instrument', market })
  const title = instrument === undefined ? '' : fullTitleOf(instrument)
  useEffect(() => {
    call('setTitle', { title: title.slice(0, LONGEST) }).catch(() => undefined)
  }, [call, title])
  return null
}
