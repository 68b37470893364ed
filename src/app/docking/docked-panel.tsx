/** One docked panel: the title of its tab, the link and market in its head, and its own error boundary. */
import type { DockviewApi, DockviewPanelApi } from 'dockview-react'
import { type ReactNode, type RefCallback, startTransition, useCallback, useEffect, useMemo, useState } from 'react'
import { fullTitleOf } from '../../../contract/instrument.ts'
import { LINK_GROUPS, type LinkGroup } from '../../../contract/link.ts'
import { reportError, useBridge, useCall } from '../../bridge/index.ts'
import { InView, useMarketData, useTopic, useTopicValue } from '../../market-data/index.ts'
import { Button, ErrorBoundary, Menu, PanelHostProvider, Shortened } from '../../ui/index.ts'
import {
  followGroup,
  joinGroup,
  PanelProvider,
  pinPanel,
  useInstrument,
  useMarketRef,
  usePanel,
} from '../../workspace/index.ts'
import styles from './docked-panel.module.css'
import { GroupMark } from './group-mark.tsx'
import { MarketChooser } from './market-chooser.tsx'
import { MESSAGES } from './messages.ts'
import { type KindId, type PanelKind, panelKind } from './panel-table.tsx'
import { PanelMenuButton } from './tab-menu.tsx'
import { useTabPlace } from './tab-place.ts'

// A panel's head starts with its link (a numbered square or a pin), its tabs and its market; then the group's market if the panel did not follow it.

/** The panel's link. A click chooses a group, or pins the panel to its market. */
function LinkChip(): ReactNode {
  const call = useCall()
  const { id, kind, market } = usePanel()
  const { title } = panelKind(kind)
  const group = market?.by === 'link' ? market.group : null
  return (
    <Menu
      label={`${MESSAGES.linkOf(title)}: ${group === null ? 'this market only' : `group ${group}`}`}
      placement="bottom start"
      bare
      entries={[
        ...LINK_GROUPS.map((one) => ({
          id: String(one),
          label: `Group ${one}`,
          section: 'Show the market of a group',
          mark: <GroupMark group={one} />,
          note: <GroupMarket group={one} />,
          selected: one === group,
          onAction: () => joinGroup(id, one, call),
        })),
        {
          id: 'pin',
          label: MESSAGES.thisMarket,
          section: 'No group',
          mark: <GroupMark group={null} />,
          selected: group === null,
          onAction: () => pinPanel(id),
        },
      ]}
    >
      <GroupMark group={group} />
    </Menu>
  )
}

function GroupMarket({ group }: { group: LinkGroup }): ReactNode {
  const market = useTopicValue({ kind: 'links' }, (links) => links[group]) ?? null
  const instrument = useTopic(market === null ? null : { kind: 'instrument', market })
  return market === null ? 'no market yet' : (instrument?.title ?? '')
}

/**
 * The panel's market, which a click or typing changes, and the group's market if the panel did not follow it.
 * @param isNamed whether the tab already shows the market
 */
function PanelMarketTitle({ isNamed }: { isNamed: boolean }): ReactNode {
  const { kind, market } = usePanel()
  const shown = useMarketRef()
  const instrument = useInstrument()
  const message = instrument?.title ?? (shown === null ? 'No market' : '')
  const full = instrument === undefined ? message : fullTitleOf(instrument)
  const subtitle = instrument?.here === true ? instrument.subtitle : null
  return (
    <>
      <MarketChooser look="head" label={`${MESSAGES.marketOf(panelKind(kind).title)}: ${full}`}>
        <span
          className={styles.market}
          data-named={isNamed}
          title={subtitle === null ? message : `${message} · ${subtitle}`}
        >
          {!isNamed && <Shortened text={message} />}
          {full !== message && (
            <span className={styles.question}>
              <Shortened text={full.slice(message.length)} />
            </span>
          )}{' '}
          <span aria-hidden="true">▾</span>
        </span>
      </MarketChooser>
      {market?.by === 'link' && market.stays && <Follow group={market.group} />}
    </>
  )
}

/** Shown when the panel did not follow its group: the group's market, and the button that follows. */
function Follow({ group }: { group: LinkGroup }): ReactNode {
  const { id } = usePanel()
  return (
    <span className={styles.follow} role="status">
      <span className={styles.went}>
        <GroupMark group={group} /> switched to <GroupMarket group={group} />
      </span>
      <Button size="small" onClick={() => followGroup(id)}>
        {MESSAGES.follow}
      </Button>
    </span>
  )
}

/** Width of the tabs, px: they are drawn over the panel's head, which keeps that width free. */
function useTabsWidth(api: DockviewPanelApi): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    let observer: ResizeObserver | null = null
    const observe = (): void => {
      observer?.disconnect()
      const tabs = api.group.element.querySelector('.dv-tabs-container')
      if (tabs === null) return
      observer = new ResizeObserver(([entry]) => setWidth(Math.ceil(entry?.borderBoxSize[0]?.inlineSize ?? 0)))
      observer.observe(tabs)
    }
    observe()
    const moved = api.onDidGroupChange(observe)
    return () => {
      observer?.disconnect()
      moved.dispose()
    }
  }, [api])
  return width
}

/** Whether the panel's tab is the selected one of its group. */
function useVisible(api: DockviewPanelApi): boolean {
  const [visible, setVisible] = useState(api.isVisible)
  useEffect(() => {
    setVisible(api.isVisible)
    const changed = api.onDidVisibilityChange((event) => setVisible(event.isVisible))
    return () => changed.dispose()
  }, [api])
  return visible
}

/** Sets the CSS variable `--head-actions`: the width of the buttons at the end of the head, which the tabs keep free. */
function useActionsWidth(api: DockviewPanelApi): RefCallback<HTMLElement> {
  return useCallback(
    (actions) => {
      if (actions === null) return undefined
      const observer = new ResizeObserver(([entry]) => {
        const tabs = api.group.element.querySelector<HTMLElement>('.dv-tabs-container')
        const width = Math.round(entry?.borderBoxSize[0]?.inlineSize ?? 0)
        // The panel of an unselected tab is detached from the page: its width would be 0.
        if (actions.isConnected) tabs?.style.setProperty('--head-actions', `${width}px`)
      })
      observer.observe(actions)
      return () => observer.disconnect()
    },
    [api],
  )
}

/** Panels that a trader needs first when a window opens, in this order. */
const FIRST: readonly KindId[] = ['book', 'ladder', 'ticket']
/** A hidden panel of a busy window renders after this at the latest, ms; a visible one also in a window that gets no frames. */
const HIDDEN_AFTER = 2_000
const NO_FRAMES_AFTER = 500
/** How long the other panels wait for the first books, ms. */
const BOOKS_WITHIN = 400

/** The visible panels of a window that opens, which render one by one. */
const waiting: { readonly rank: number; readonly render: () => void }[] = []
/** Whether all of them have rendered: panels that open later render at once. Null before the first one. */
let isOpen: boolean | null = null

/** @param mayRender whether the first books are there, or late. */
function renderNext(mayRender: () => boolean): void {
  let isOver = false
  const next = (may: boolean): void => {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    if (may) {
      waiting.sort((a, b) => a.rank - b.rank)
      waiting.shift()?.render()
      isOpen = waiting.length === 0
    }
    if (isOpen !== true) renderNext(mayRender)
  }
  const timer = setTimeout(() => next(true), NO_FRAMES_AFTER)
  // The frame after this one begins when this one is painted, with the books that have arrived.
  requestAnimationFrame(() => {
    const may = mayRender()
    requestAnimationFrame(() => next(may))
  })
}

/**
 * Whether the content of a panel renders. The panels of a window that opens share one thread: books and ladders render first, the other visible ones
 * one by one, with a paint after each, and those behind other tabs when they are shown, or the window is idle.
 */
function useRenders(kind: KindId, visible: boolean): boolean {
  const { clock, store } = useMarketData()
  const rank = FIRST.includes(kind) ? FIRST.indexOf(kind) : FIRST.length
  const [turn, setTurn] = useState<'now' | 'queue' | 'shown'>(() => {
    if (isOpen === true || (visible && rank < FIRST.length - 1)) return 'now'
    return visible ? 'queue' : 'shown'
  })
  const renders = turn === 'now' || (turn === 'shown' && visible)
  useEffect(() => {
    if (isOpen === null) {
      isOpen = false
      const began = clock.monotonic()
      renderNext(() => !store.awaitsBook() || clock.monotonic() - began >= BOOKS_WITHIN)
    }
    if (turn === 'now') return
    const render = (): void => setTurn('now')
    if (renders || isOpen === true) {
      render()
      return
    }
    if (turn === 'shown') {
      const idle = requestIdleCallback(() => startTransition(render), { timeout: HIDDEN_AFTER })
      return () => cancelIdleCallback(idle)
    }
    const panel = { rank, render }
    waiting.push(panel)
    return () => {
      const at = waiting.indexOf(panel)
      if (at >= 0) waiting.splice(at, 1)
    }
  }, [turn, renders, rank, clock, store])
  return renders
}

interface DockedPanelProps {
  readonly api: DockviewPanelApi
  readonly docking: DockviewApi
  readonly kind: PanelKind<KindId>
  readonly children: ReactNode
}

export function DockedPanel({ api, docking, kind, children }: DockedPanelProps): ReactNode {
  return (
    <PanelProvider id={api.id}>
      <HostedPanel api={api} docking={docking} kind={kind}>
        {children}
      </HostedPanel>
    </PanelProvider>
  )
}

function HostedPanel({ api, docking, kind, children }: DockedPanelProps): ReactNode {
  const bridge = useBridge()
  const leadWidth = useTabsWidth(api)
  const visible = useVisible(api)
  const renders = useRenders(kind.id, visible)
  const isNamed = useTabPlace(api, docking) !== 'only'
  const actions = useActionsWidth(api)
  const about = useInstrument()?.title ?? null
  const market = kind.shows !== null
  // The title names the tab, so that several panels of one kind are distinguishable.
  useEffect(() => api.setTitle(about === null ? kind.title : `${kind.title}, ${about}`), [api, kind.title, about])
  const host = useMemo(
    () => ({
      docked: true,
      leadWidth,
      visible,
      kind: kind.id,
      id: api.id,
      about,
      start: market ? <LinkChip /> : null,
      actions,
      market: market ? <PanelMarketTitle isNamed={isNamed} /> : null,
      // A panel with a tab has its menu there.
      corner: kind.strip === undefined ? null : <PanelMenuButton />,
    }),
    [leadWidth, visible, isNamed, actions, about, market, api.id, kind.id, kind.strip],
  )
  return (
    <PanelHostProvider value={host}>
      <ErrorBoundary title={kind.title} onError={(error) => reportError(bridge, error)}>
        <InView inView={visible}>{renders && children}</InView>
      </ErrorBoundary>
    </PanelHostProvider>
  )
}
