/** What a component knows of the panel that it is in: which one, its market, what is typed in it, and what was chosen inside it. */
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

/** Everything inside belongs to the panel of this id. */
export const PanelProvider = ({ id, children }: { id: string; children: ReactNode }): ReactNode => (
  <PanelContext value={id}>{children}</PanelContext>
)

function usePanelId(): string {
  const id = useContext(PanelContext)
  if (id === null) throw new Error('no panel: the component is outside PanelProvider')
  return id
}

/** The panel that the component is in. */
export function usePanel(): PanelInstance {
  const id = usePanelId()
  const panel = usePanelInstances(({ panels }) => panels[id])
  if (panel === undefined) throw new Error(`there is no panel ${id}`)
  return panel
}

/** The market that the panel shows; null where it shows none, and until its link group's is known. */
export const useMarketRef = (): MarketRef | null => shownMarketOf(usePanel().market)

/** What the panel's market stands for right now; undefined until main has said it. */
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

/** What is typed in the panel's form of a family. */
export function useDraft<F extends Family>(family: F): PanelDrafts[F] {
  const id = usePanelId()
  return usePanelDrafts(({ drafts }) => (drafts[id] ?? NOTHING_TYPED)[family])
}

/** Changes some of what is typed in the panel's form of a family; the same function for as long as the panel lives. */
export function useChangeDraft<F extends Family>(family: F): (change: Partial<PanelDrafts[F]>) => void {
  const id = usePanelId()
  return useCallback((change) => changeDraft(id, family, change), [id, family])
}

/**
 * Something that was chosen inside the panel, kept with it.
 * @param read the value in what was kept, its default for anything that it does not know; the same value for the same input.
 */
export function usePanelOption<Value>(name: string, read: (kept: unknown) => Value): [Value, (value: Value) => void] {
  const { id, options } = usePanel()
  const change = useCallback(
    (value: Value) => changePanel(id, { options: { ...panelInstance(id)?.options, [name]: value } }),
    [id, name],
  )
  return [read(options[name]), change]
}

/** Of the ticket around: the side that Enter leads to, of the order that was pressed for last; Buy where none was. */
export function useWantedSide(): {
  readonly side: Side
  /** The side of that order alone; null where none was pressed for. */
  readonly asked: Side | null
  readonly forget: () => void
} {
  const { id } = usePanel()
  const asked = useWantedSides(({ sides }) => sides[id] ?? null)
  return { side: asked ?? 'buy', asked, forget: useCallback(() => wantSide(id, null), [id]) }
}

// Holding the panel that a component is in to its market.

/**
 * While there is a reason, the panel that the component is in does not follow its link group: it says where the group went.
 * @param reason what would be lost, in words: `an estimate waits`; null while nothing would.
 */
export function useHold(reason: string | null): void {
  const { id } = usePanel()
  const holder = useId()
  useLayoutEffect(() => (reason === null ? undefined : hold(id, holder, reason)), [id, holder, reason])
}
