/** The context of the surrounding panel: its id, its market, its drafts, and its choices. */
import { createContext, type ReactNode, useCallback, useContext, useId, useLayoutEffect } from 'react'
import type { Instrument, InstrumentView } from '../../contract/instrument.ts'
import type { Side } from '../../contract/market.ts'
import type { Family, MarketRef } from '../../contract/market-ref.ts'
import { useCall } from '../bridge/index.ts'
import { useTopic } from '../market-data/index.ts'
import { chooseMarket, hold } from './links.ts'
import {
  changeDraft,
  NOTHING_TYPED,
  type PanelDrafts,
  usePanelDrafts,
  useWantedSides,
  wantSide,
} from './panel-drafts.ts'
import { changePanel, type PanelInstance, panelInstance, shownMarketOf, usePanelInstances } from './panel-instances.ts'

const PanelContext = createContext<string | null>(null)

/** Everything inside belongs to the panel with this id. */
export const PanelProvider = ({ id, children }: { id: string; children: ReactNode }): ReactNode => (
  <PanelContext value={id}>{children}</PanelContext>
)

function usePanelId(): string {
  const id = useContext(PanelContext)
  if (id === null) throw new Error('no panel: the component is outside PanelProvider')
  return id
}

/** The surrounding panel. */
export function usePanel(): PanelInstance {
  const id = usePanelId()
  const panel = usePanelInstances(({ panels }) => panels[id])
  if (panel === undefined) throw new Error(`there is no panel ${id}`)
  return panel
}

/** The market that the panel shows; null where it shows none, and until its link group's is known. */
export const useMarketRef = (): MarketRef | null => shownMarketOf(usePanel().market)

/** The current instrument of the panel's market; undefined until main publishes it. */
export function useInstrument(): InstrumentView | undefined {
  const market = useMarketRef()
  return useTopic(market === null ? null : { kind: 'instrument', market })
}

/** Shows another market: in the panel, or in its whole link group; see `chooseMarket`. */
export function useChooseMarket(): (market: MarketRef, known?: Instrument) => void {
  const id = usePanelId()
  const call = useCall()
  return useCallback((market, known) => chooseMarket(id, market, call, known), [id, call])
}

/** The draft of the panel's form of a family. */
export function useDraft<F extends Family>(family: F): PanelDrafts[F] {
  const id = usePanelId()
  return usePanelDrafts(({ drafts }) => (drafts[id] ?? NOTHING_TYPED)[family])
}

/** Changes fields of the panel's draft for a family; a stable function for the life of the panel. */
export function useChangeDraft<F extends Family>(family: F): (change: Partial<PanelDrafts[F]>) => void {
  const id = usePanelId()
  return useCallback((change) => changeDraft(id, family, change), [id, family])
}

/**
 * A choice inside the panel, saved with it.
 * @param read parses the saved value, with its default for anything unknown; must return the same value for the same input
 */
export function usePanelOption<Value>(name: string, read: (kept: unknown) => Value): [Value, (value: Value) => void] {
  const { id, options } = usePanel()
  const change = useCallback(
    (value: Value) => changePanel(id, { options: { ...panelInstance(id)?.options, [name]: value } }),
    [id, name],
  )
  return [read(options[name]), change]
}

/** For the surrounding ticket: the side that Enter triggers, from the last clicked order; Buy where there was none. */
export function useWantedSide(): {
  readonly side: Side
  /** The side of that order alone; null where there was none. */
  readonly asked: Side | null
  readonly forget: () => void
} {
  const { id } = usePanel()
  const request = useWantedSides(({ sides }) => sides[id] ?? null)
  return { side: request ?? 'buy', asked: request, forget: useCallback(() => wantSide(id, null), [id]) }
}

/**
 * While there is a reason, the surrounding panel does not follow its link group, and shows the group's market instead.
 * @param reason what would be lost: `an estimate waits`; null while nothing would
 */
export function useHold(reason: string | null): void {
  const { id } = usePanel()
  const holder = useId()
  useLayoutEffect(() => (reason === null ? undefined : hold(id, holder, reason)), [id, holder, reason])
}
