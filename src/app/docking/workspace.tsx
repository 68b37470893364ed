/** The docked workspace: restores the layout of the window, or applies the default, and saves the trader's changes. */
import { type DockviewApi, DockviewReact, type DockviewTheme, type IDockviewPanelProps } from 'dockview-react'
import { type FunctionComponent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useCall } from '../../bridge/index.ts'
import { useMarketData, useTopic } from '../../market-data/index.ts'
import { EmptyState, useStillness, useTextScale, useWatchStill } from '../../ui/index.ts'
import {
  fillTicket,
  followLinks,
  isStillOf,
  marketOfTicket,
  newPanelId,
  panelInstance,
  registerLayoutSave,
  shownMarketOf,
  useOpenPanels,
  usePanelDrafts,
  usePanelInstances,
  usePendingPrice,
} from '../../workspace/index.ts'
import { attachDocking, followText, kindOf, openPanel } from './docking.ts'
import { restore } from './left-out.ts'
import { layoutToSave, takeArrivals } from './panel-moves.ts'
import { PanelTab } from './panel-tab.tsx'
import { createLayoutSaver } from './saved-layout.ts'
import { GAP } from './saved-positions.ts'
import { UndoLayoutChange } from './strip.tsx'
import { TabMenus } from './tab-menu.tsx'
import { Trouble } from './trouble.tsx'
import 'dockview-react/dist/styles/dockview.css'
import './dockview.css'
import { fullTitleOf } from '../../../contract/instrument.ts'
import { useFormat } from '../../format/index.ts'
import { useSettings } from '../../queries/index.ts'
import { DockedPanel } from './docked-panel.tsx'
import { MESSAGES } from './messages.ts'
import { PanelMarketStates } from './panel-market-states.tsx'
import { type KindId, PANELS, type PanelKind } from './panel-table.tsx'
import { Strip } from './strip.tsx'

/** Longest title that main accepts. */
const LONGEST = 120

/** The window's name: the market of the last used panel, so that windows are distinguishable in the task bar. */
function WindowTitle(): null {
  const call = useCall()
  const { open, used } = useOpenPanels()
  const market = usePanelInstances(({ panels }) =>
    [...used, ...open].map((id) => shownMarketOf(panels[id]?.market ?? null)).find((shown) => shown !== null),
  )
  const instrument = useTopic(market === undefined ? null : { kind: 'instrument', market })
  const title = instrument === undefined ? '' : fullTitleOf(instrument)
  useEffect(() => {
    document.title = title === '' ? 'Isotherm' : `${title} – Isotherm`
    call('setTitle', { title: title.slice(0, LONGEST) }).catch(() => undefined)
  }, [call, title])
  return null
}

/** The state of the docking. */
interface Shown {
  readonly api: DockviewApi
  /** The text size that a new layout was created for, %; null for a saved layout. */
  readonly createdForTextSize: number | null
}

const shownTextSize = (): number => Number(document.documentElement.dataset.textSize ?? 100)

/** Keeps a window's layout in proportion to its text: strips at once, columns when another text size is chosen. */
function useFollowText(shown: Shown | null): void {
  // Unknown at first; a saved layout is for the size that is known then.
  const textSize = useSettings()?.textSize
  const scale = useTextScale()
  const followed = useRef<number | null>(null)
  useEffect(() => {
    if (shown === null || textSize === undefined) return
    const before = followed.current ?? shown.createdForTextSize
    followed.current = textSize
    if (before !== null && before !== textSize) followText(shown.api, textSize / before)
  }, [shown, textSize])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scale is what strips follow
  useEffect(() => {
    if (shown !== null) followText(shown.api, 1)
  }, [shown, scale])
}

/** Watches what each group of panels shows: the panel in front, in its place. Its kind is on the element, for what is placed beside it. */
function useStillGroups(api: DockviewApi | null): void {
  const watch = useWatchStill()
  const stillness = useStillness()
  useEffect(() => {
    if (api === null || watch === null || stillness === null) return
    const watched = new Map<string, () => void>()
    const add = (group: DockviewApi['groups'][number]): void => {
      const content = group.element.querySelector<HTMLElement>('.dv-content-container')
      if (content === null) throw new Error('a group of panels has lost its content')
      const front = (): string | null => group.activePanel?.id ?? null
      const named = (): void => {
        content.dataset.front = kindOf(front() ?? '') ?? ''
      }
      named()
      const stop = watch(content, front)
      const fronts = group.api.onDidActivePanelChange(() => {
        named()
        stillness.check()
      })
      watched.set(group.id, () => {
        fronts.dispose()
        stop()
      })
    }
    for (const group of api.groups) add(group)
    const watching = [
      api.onDidAddGroup(add),
      api.onDidRemoveGroup(({ id }) => {
        watched.get(id)?.()
        watched.delete(id)
      }),
    ]
    return () => {
      for (const one of watching) one.dispose()
      for (const stop of watched.values()) stop()
    }
  }, [api, watch, stillness])
}

const leave = (): void => usePendingPrice.setState({ untaken: null })

/** A clicked price without a ticket: reports it, and offers to open one. */
function UntakenPrice(): ReactNode {
  const untaken = usePendingPrice((state) => state.untaken)
  const market = untaken?.market
  const instrument = useTopic(market === undefined ? null : { kind: 'instrument', market })
  const isOver = untaken !== null && !isStillOf(untaken, instrument)
  useEffect(() => {
    if (isOver) leave()
  }, [isOver])
  if (untaken === null || isOver) return null
  const open = (): void => {
    const from = untaken.from === null ? undefined : panelInstance(untaken.from)
    const id = newPanelId('ticket')
    openPanel({ id, kind: 'ticket', market: marketOfTicket(untaken, from), options: {} })
    fillTicket(id, untaken)
    leave()
  }
  return (
    <Strip action={MESSAGES.openTicket} onAction={open} onLeave={leave}>
      No ticket in this window shows {instrument?.title ?? 'this market'}, so {untaken.price} was not filled in.
    </Strip>
  )
}

const panelComponents: Readonly<Record<string, FunctionComponent<IDockviewPanelProps>>> = Object.fromEntries(
  PANELS.map((kind) => [kind.id, docked(kind)]),
)

const theme: DockviewTheme = { name: 'isotherm', className: 'isotherm-docking', gap: GAP, dndPanelOverlay: 'group' }

const NoPanels = (): ReactNode => (
  <EmptyState>All panels are closed. Use View above to open panels or reset the layout.</EmptyState>
)

export function Workspace(): ReactNode {
  const call = useCall()
  const { clock, store } = useMarketData()
  const [api, setApi] = useState<DockviewApi | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  useFollowText(shown)
  useStillGroups(api)
  // Main reports a layout that cannot be saved as a notice.
  const save = useEffectEvent((docking: DockviewApi) =>
    call('saveLayout', { layout: layoutToSave(docking) }).then(
      () => undefined,
      () => undefined,
    ),
  )

  useEffect(() => {
    if (api === null) return
    let stopped = false
    const saver = createLayoutSaver(() => save(api), clock.after)
    let stopWatching = (): void => undefined
    // The docking calls its groups regions; the regions of this window are its panels, and each has one name.
    const naming = api.onDidAddGroup((group) => group.element.setAttribute('role', 'group'))
    const begin = (saved: unknown): void => {
      if (stopped) return
      const closed = restore(api, saved)
      const detach = attachDocking(api, call, closed ?? [])
      setShown({ api, createdForTextSize: closed === null ? shownTextSize() : null })
      const unfollow = followLinks(store, call)
      const stopArrivals = takeArrivals(store, call)
      const watching = api.onDidLayoutChange(() => saver.changed())
      const stopPanels = usePanelInstances.subscribe(() => saver.changed())
      const stopDrafts = usePanelDrafts.subscribe(() => saver.changed())
      // The state before any input: main recognizes the trader's changes by comparing later saves. And a workspace saved at a first start restores
      // these panels, with their typed text.
      saver.changed()
      stopWatching = () => {
        detach()
        unfollow()
        stopArrivals()
        watching.dispose()
        stopPanels()
        stopDrafts()
      }
    }
    call('readLayout', {}).then(begin, () => begin(null))
    const onLeave = (): void => void saver.flush()
    const stopKeeping = registerLayoutSave(saver.flush)
    window.addEventListener('pagehide', onLeave)
    return () => {
      stopped = true
      naming.dispose()
      stopWatching()
      stopKeeping()
      onLeave()
      window.removeEventListener('pagehide', onLeave)
    }
  }, [api, call, clock, store])

  return (
    <TabMenus>
      <DockviewReact
        theme={theme}
        components={panelComponents}
        defaultTabComponent={PanelTab}
        watermarkComponent={NoPanels}
        onReady={(event) => setApi(event.api)}
        disableFloatingGroups
        disableTabsOverflowList
        scrollbars="native"
      />
      <UntakenPrice />
      <UndoLayoutChange />
      <Trouble />
      {api !== null && <WindowTitle />}
    </TabMenus>
  )
}

function docked(kind: PanelKind<KindId>): FunctionComponent<IDockviewPanelProps> {
  const Content = kind.component
  return function Docked({ api, containerApi }) {
    // A new format rerenders everything in the panel at once.
    useFormat()
    return (
      <DockedPanel api={api} docking={containerApi} kind={kind}>
        <PanelMarketStates kind={kind}>
          <Content />
        </PanelMarketStates>
      </DockedPanel>
    )
  }
}
