/** Brings another panel to the front from inside a panel. The docking implements it; panels only know the kind or the id of the other one. */
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
  /** An open panel, by its id. */
  readonly instance: (id: string) => void
}

const NONE: Shows = { kind: () => undefined, instance: () => undefined }
let shows = NONE

/** Registers the implementation. Returns a function that unregisters it. */
export function showsPanels(run: Shows): () => void {
  shows = run
  return () => {
    if (shows === run) shows = NONE
  }
}

/**
 * Brings the last used panel of a kind to the front, opening one when there is none; does nothing while there is no docking.
 * @param options choices to set in it
 * @throws when there is no such kind of panel
 */
export const showPanel = (kind: string, options?: Options): void => shows.kind(kind, options)

/** Brings an open panel to the front of its tabs; one already there stays as it is. */
export const bringToFront = (id: string): void => shows.instance(id)

interface OpenPanels {
  /** Ids. */
  readonly open: readonly string[]
  /** Of the used ones, the last first. */
  readonly used: readonly string[]
}

/** The open panels of this window, and the recently used ones. */
export const useOpenPanels = create<OpenPanels>()(() => ({ open: [], used: [] }))

/** Sets the open panels. */
export function panelsAreOpen(open: readonly string[]): void {
  useOpenPanels.setState(({ used }) => ({ open, used: used.filter((id) => open.includes(id)) }))
}

/** Records the use of a panel. */
export const panelUsed = (id: string): void =>
  useOpenPanels.setState((before) =>
    before.used[0] === id ? before : { used: [id, ...before.used.filter((other) => other !== id)] },
  )

/** The open panels, the last used one first. */
export function panelsByUse(): readonly PanelInstance[] {
  const { panels } = usePanelInstances.getState()
  const { open, used } = useOpenPanels.getState()
  return [...used, ...open.filter((id) => !used.includes(id))].flatMap((id) => panels[id] ?? [])
}

/** The kind of panel that accepts prices. */
export const TICKET = 'ticket'

/**
 * The ticket that shows the same market: of the same link group before others, and of those the last used one. Pure.
 * @param panels the open ones, the last used one first
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

/** The ticket that shows a market; null where the window has none. */
export interface TicketFound {
  readonly market: MarketRef
  readonly ticket: string | null
  /** The traded asset of the market; null while unknown. */
  readonly asset: string | null
}

/** Finds the ticket that shows a market at the time of the call. `asset` is its traded asset where the caller knows it. */
export function useFindTicket(): (market: MarketRef, asset?: string | null) => TicketFound {
  const panel = usePanel()
  const { store } = useMarketData()
  return useCallback(
    (market, known = null) => {
      // `live` and the live asset are one market.
      const assetOf = (ref: MarketRef): string | null => {
        const instrument = store.read({ kind: 'instrument', market: ref })
        return instrument?.here === true ? instrument.asset : null
      }
      const asset = known ?? assetOf(market)
      const isSame = (shown: MarketRef): boolean =>
        sameRef(shown, market) || (assetOf(shown) ?? refText(shown)) === (asset ?? refText(market))
      return { market, ticket: ticketFor(panelsByUse(), market, panel, isSame), asset }
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

// The link to the panel "Account", wherever a feature lacks an access token or a wallet.

interface OpenAccountProps {
  /** The feature needs an agent wallet too. */
  readonly signs?: boolean
}

/** Renders nothing once the trader is known, and where signing is needed, once there is an agent or a pending one. */
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
