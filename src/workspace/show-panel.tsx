/** Bringing another panel to the front from inside a panel. The docking does it; panels know only the kind or the id of the other one. */
import { type ReactNode, useCallback } from 'react'
import { create } from 'zustand'
import { type MarketRef, refText, sameRef } from '../../contract/market-ref.ts'
import { useMarketData } from '../market-data/index.ts'
import { useSession } from '../queries/index.ts'
import { Button } from '../ui/index.ts'
import { usePanel } from './panel.tsx'
import { type PanelInstance, shownMarketOf, usePanelInstances } from './panel-instances.ts'

type Options = Readonly<Record<string, unknown>>

interface Shows {
  readonly kind: (kind: string, options?: Options) => void
  /** A panel that is open, by its id. */
  readonly instance: (id: string) => void
}

const NONE: Shows = { kind: () => undefined, instance: () => undefined }
let shows = NONE

/** Names how panels are brought to the front. Gives back how to stop. */
export function showsPanels(run: Shows): () => void {
  shows = run
  return () => {
    if (shows === run) shows = NONE
  }
}

/**
 * Brings the panel of a kind that was used last to the front, opening one when there is none; does nothing while there is no docking.
 * @param options what is chosen inside it as it comes
 * @throws when there is no such kind of panel.
 */
export const showPanel = (kind: string, options?: Options): void => shows.kind(kind, options)

/** Brings a panel that is open to the front of its tabs; one that is there already stays as it is. */
export const bringToFront = (id: string): void => shows.instance(id)

interface OpenPanels {
  /** Ids. */
  readonly open: readonly string[]
  /** Of those that were used, the last one first. */
  readonly used: readonly string[]
}

/** Which panels are open in this window, and which of them were used last. */
export const useOpenPanels = create<OpenPanels>()(() => ({ open: [], used: [] }))

/** Says which panels are open. */
export function panelsAreOpen(open: readonly string[]): void {
  useOpenPanels.setState(({ used }) => ({ open, used: used.filter((id) => open.includes(id)) }))
}

/** Says that a panel is used now. */
export const panelUsed = (id: string): void =>
  useOpenPanels.setState((before) =>
    before.used[0] === id ? before : { used: [id, ...before.used.filter((other) => other !== id)] },
  )

// Which ticket of the window takes what was clicked in a panel: one that shows the same market.

/** The kind of panel that takes prices. */
export const TICKET = 'ticket'

/**
 * The ticket that shows the same market: of the same link group before others, and of those the one that was used last. Pure.
 * @param panels those that are open, the last one used first.
 */
export function ticketFor(
  panels: readonly PanelInstance[],
  market: MarketRef,
  from: PanelInstance | null,
  isSame: (a: MarketRef, b: MarketRef) => boolean = sameRef,
): string | null {
  const group = from?.market?.by === 'link' ? from.market.group : null
  const showing = panels.filter((panel) => {
    const shown = shownMarketOf(panel.market)
    return panel.kind === TICKET && shown !== null && isSame(shown, market)
  })
  const linked = showing.find((panel) => group !== null && panel.market?.by === 'link' && panel.market.group === group)
  return (linked ?? showing[0])?.id ?? null
}

interface TicketFound {
  readonly market: MarketRef
  readonly ticket: string | null
  /** What the market trades as; null while that is not known. */
  readonly asset: string | null
}

/** Finds the ticket that shows a market, as it is when it is asked for. `asset` is what it trades as where the asker knows. */
export function useFindTicket(): (market: MarketRef, asset?: string | null) => TicketFound {
  const panel = usePanel()
  const { store } = useMarketData()
  return useCallback(
    (market, known = null) => {
      // `live` and the asset that is live are one market.
      const assetOf = (ref: MarketRef): string | null => {
        const instrument = store.read({ kind: 'instrument', market: ref })
        return instrument?.here === true ? instrument.asset : null
      }
      const asset = known ?? assetOf(market)
      const { panels } = usePanelInstances.getState()
      const { open, used } = useOpenPanels.getState()
      const inOrder = [...used, ...open.filter((id) => !used.includes(id))].flatMap((id) => panels[id] ?? [])
      const isSame = (shown: MarketRef): boolean =>
        sameRef(shown, market) || (assetOf(shown) ?? refText(shown)) === (asset ?? refText(market))
      return { market, ticket: ticketFor(inOrder, market, panel, isSame), asset }
    },
    [panel, store],
  )
}

/** Finds the ticket that shows the panel's market; null where this panel shows none. */
export function useTicketOfPanel(): () => TicketFound | null {
  const panel = usePanel()
  const find = useFindTicket()
  return useCallback(() => {
    const market = shownMarketOf(panel.market)
    return market === null ? null : find(market)
  }, [panel, find])
}

// The way to the panel "Account", wherever something is off for want of an access token or a wallet.

interface OpenAccountProps {
  /** What is off needs an agent wallet too. */
  readonly signs?: boolean
}

/** Draws nothing once it is known who trades, and where it is signed, once there is an agent or one is on its way. */
export function OpenAccount({ signs = false }: OpenAccountProps): ReactNode {
  const session = useSession()
  if (session === undefined) return null
  const { identity, agent } = session
  const wantsAgent = signs && (agent.state === 'missing' || agent.state === 'failed')
  if (identity !== null && !wantsAgent) return null
  return (
    <Button size="small" onClick={() => showPanel('account')}>
      Open Account
    </Button>
  )
}
