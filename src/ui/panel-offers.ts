/** What panels let be chosen from elsewhere in the window, by a command: each says what it has to choose from while it is in view. */
import { useEffect, useMemo } from 'react'
import { create } from 'zustand'
import { usePanelId, usePanelVisible } from './panel.tsx'
import { useSteady } from './use-steady.ts'

/** What is chosen. */
export type OfferTopic = 'order' | 'range' | 'length' | 'unit' | 'grouping' | 'chart-table' | 'columns'

/** One choice. */
export interface PanelOffer {
  /** Among those of its panel about one topic. */
  readonly id: string
  /** As its menu calls it: `1 h`. */
  readonly label: string
  /** Whether it is so already. */
  readonly selected?: boolean
  readonly choose: () => void
}

/** A panel with what it has to choose from. */
export interface OfferingPanel {
  readonly topic: OfferTopic
  /** Its id. */
  readonly panel: string
  readonly offers: readonly PanelOffer[]
}

const useOffering = create<{ readonly offering: readonly OfferingPanel[] }>(() => ({ offering: [] }))

/** All panels in view with what they have to choose from. */
export const useOfferingPanels = (): readonly OfferingPanel[] => useOffering(({ offering }) => offering)

/** Lets something of the panel around be chosen by a command; nothing with no offers, or outside of the docking. */
export function usePanelOffers(topic: OfferTopic, offers: readonly PanelOffer[]): void {
  const panel = usePanelId()
  const visible = usePanelVisible()
  const choose = useSteady((id: string) => offers.find((one) => one.id === id)?.choose())
  // In one text, so that only other words or another choice tell anybody.
  const said = JSON.stringify(offers.map(({ id, label, selected }) => ({ id, label, selected })))
  const own = useMemo(
    () =>
      (JSON.parse(said) as readonly Omit<PanelOffer, 'choose'>[]).map((one) => ({
        ...one,
        choose: () => choose(one.id),
      })),
    [said, choose],
  )
  useEffect(() => {
    if (panel === null || !visible || own.length === 0) return
    const offered: OfferingPanel = { topic, panel, offers: own }
    useOffering.setState(({ offering }) => ({ offering: [...offering, offered] }))
    return () => useOffering.setState(({ offering }) => ({ offering: offering.filter((one) => one !== offered) }))
  }, [topic, panel, visible, own])
}
