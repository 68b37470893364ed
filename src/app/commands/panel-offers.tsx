/** Puts the commands into the table that choose something in a panel. */
import { type ReactNode, useMemo } from 'react'
import { useCommands } from '../../commands/index.ts'
import { useTopicValue } from '../../market-data/index.ts'
import { type OfferTopic, useOfferingPanels } from '../../ui/index.ts'
import { shownMarketOf, useOpenPanels, usePanelInstances } from '../../workspace/index.ts'
import { panelKind } from '../docking/index.ts'
import { OFFER_TOPICS, offerCommands, offeringPanel, offersOf } from './panel-offer-commands.ts'

export const PanelOffers = (): ReactNode => OFFER_TOPICS.map(({ topic }) => <Offers key={topic} topic={topic} />)

function Offers({ topic }: { topic: OfferTopic }): ReactNode {
  const offering = useOfferingPanels()
  const used = useOpenPanels((panels) => panels.used)
  const panel = offeringPanel(topic, offering, used)
  const kind = usePanelInstances(({ panels }) => panels[panel ?? '']?.kind)
  const market = usePanelInstances(({ panels }) => shownMarketOf(panels[panel ?? '']?.market ?? null))
  const about = useTopicValue(market === null ? null : { kind: 'instrument', market }, ({ title }) => title) ?? null
  useCommands(
    useMemo(() => {
      if (panel === null || kind === undefined) return offerCommands(topic, null)
      const { title } = panelKind(kind)
      const name = about === null ? title : `${title}, ${about}`
      return offerCommands(topic, { offers: offersOf(panel, topic, offering), name })
    }, [topic, panel, kind, about, offering]),
  )
  return null
}
