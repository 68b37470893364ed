/** One docked panel: its title on the docking's tab, its link and market in its head, with its own error boundary. */
import type { DockviewApi, DockviewPanelApi } from 'dockview-react'
import { type ReactNode, type RefCallback, useCallback, useEffect, useMemo, useState } from 'react'
import { fullTitleOf } from '../../../contract/instrument.ts'
import { LINK_GROUPS, type LinkGroup } from '../../../contract/link.ts'
import { reportError, useBridge, useCall } from '../../bridge/index.ts'
import { InView, useTopic, useTopicValue } from '../../market-data/index.ts'
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

// The start of a panel's head: its link as a numbered square or a pin, and after its tabs the market, with the group's market where that differs.

/** The panel's link: a click chooses a group, or the panel's own market. */
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

/** The market that a group currently shows. */
function GroupMarket({ group }: { group: LinkGroup }): ReactNode {
  const market = useTopicValue({ kind: 'links' }, (links) => links[group]) ?? null
  const instrument = useTopic(market === null ? null : { kind: 'instrument', market })
  return market === null ? 'no market yet' : (instrument?.title ?? '')
}

/**
 * The panel's market, which a click or typing changes, and the group's market where the panel did not follow.
 * @param isNamed whether its tab already names the market
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

function Follow({ group }: { group: LinkGroup }): ReactNode {
  const { id } = usePanel()
  return (
    <span className={styles.follow} role="status">
      <span className={styles.went}>
        <GroupMark group={group} /> went to <GroupMarket group={group} />
      </span>
      <Button size="small" onClick={() => followGroup(id)}>
        {MESSAGES.follow}
      </Button>
    </span>
  )
}

/** Width of the tabs of the panel's group, px, which the panel's head keeps free at its start. */
function useTabsWidth(api: DockviewPanelApi): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    let observer: ResizeObserver | null = null
    const observe = (): void => {
      observer?.disconnect()
      const tabs = api.group.element.querySelector('.dv-tabs-container')
      if (tabs === null) return
      observer = new ResizeObserver(() => setWidth(Math.ceil(tabs.getBoundingClientRect().width)))
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

/** Whether the panel's tab is in front. */
function useVisible(api: DockviewPanelApi): boolean {
  const [visible, setVisible] = useState(api.isVisible)
  useEffect(() => {
    setVisible(api.isVisible)
    const changed = api.onDidVisibilityChange((event) => setVisible(event.isVisible))
    return () => changed.dispose()
  }, [api])
  return visible
}

/** Publishes the width of the buttons at the end of a panel's head, which the tabs must leave free. */
function useActionsWidth(api: DockviewPanelApi): RefCallback<HTMLElement> {
  return useCallback(
    (actions) => {
      if (actions === null) return undefined
      // A panel behind another is detached from the page and has no size to report.
      const observer = new ResizeObserver(() => {
        if (actions.isConnected) api.group.element.style.setProperty('--head-actions', `${actions.offsetWidth}px`)
      })
      observer.observe(actions)
      return () => observer.disconnect()
    },
    [api],
  )
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
      <Hosted api={api} docking={docking} kind={kind}>
        {children}
      </Hosted>
    </PanelProvider>
  )
}

function Hosted({ api, docking, kind, children }: DockedPanelProps): ReactNode {
  const bridge = useBridge()
  const leadWidth = useTabsWidth(api)
  const visible = useVisible(api)
  const isNamed = useTabPlace(api, docking) !== 'only'
  const actions = useActionsWidth(api)
  const about = useInstrument()?.title ?? null
  const market = kind.shows !== null
  // The docking names its tabs by it, which distinguishes several panels of a kind.
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
        <InView inView={visible}>{children}</InView>
      </ErrorBoundary>
    </PanelHostProvider>
  )
}
