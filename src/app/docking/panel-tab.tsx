/** A panel's tab: its title, its count of rows, what is new in it, and its close button. It is the drag handle of the panel; its menu is in `tab-menu.tsx`. */
import type { DockviewPanelApi, IDockviewPanelHeaderProps } from 'dockview-react'
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useTopic } from '../../market-data/index.ts'
import { abbreviate, classNames, sided } from '../../ui/index.ts'
import { shownMarketOf, usePanelInstances } from '../../workspace/index.ts'
import { closePanel, kindOf } from './docking.ts'
import styles from './panel-tab.module.css'
import { panelKind } from './panel-table.tsx'
import { useTabPlace } from './tab-place.ts'

export function PanelTab({ api, containerApi }: IDockviewPanelHeaderProps): ReactNode {
  const { id } = api
  const place = useTabPlace(api, containerApi)
  const kind = kindOf(id)
  if (kind === null) return null
  const { title, short, useCount, useNewsTimes, shows } = panelKind(kind)
  return (
    <div className={classNames(styles.tab, place !== 'only' && styles.named)} data-market={shows !== null}>
      {place !== 'further' && <TabTitle title={title} short={short} />}
      {place !== 'only' && <TabMarket id={id} title={title} />}
      {useCount !== undefined && <Count useCount={useCount} />}
      {useNewsTimes !== undefined && <Unread api={api} useTimes={useNewsTimes} />}
      {/* For the mouse: assistive technology cannot reach a button within a tab, and uses the Delete key and the tab's menu. */}
      <span
        className={styles.close}
        title={`Close ${title}`}
        data-close={title}
        aria-hidden="true"
        onPointerDown={(event) => event.preventDefault()}
        onClick={(event) => {
          event.stopPropagation()
          closePanel(id, 'mouse')
        }}
      />
    </div>
  )
}

// The short form is only visual and is read as the full title, which stays the tab's name.
const TabTitle = ({ title, short }: { title: string; short: string | undefined }): ReactNode =>
  short === undefined ? (
    <span className={styles.title}>{title}</span>
  ) : (
    <span className={classNames(styles.title, styles.short)} data-short={short} data-title={title}>
      <span className={styles.whole}>{title}</span>
    </span>
  )

/** A name longer than this is truncated before the others of its group. */
const LONG = 10

/** The part that distinguishes the panel's market; the full name is in the tab's tooltip. */
function TabMarket({ id, title }: { id: string; title: string }): ReactNode {
  const market = usePanelInstances(({ panels }) => shownMarketOf(panels[id]?.market ?? null))
  const name = useTopic(market === null ? null : { kind: 'instrument', market })?.title
  const text = name === undefined ? 'No market' : abbreviate(name)[1]
  const [distinguishing, side] = sided(text)
  return (
    <span
      className={styles.market}
      title={name === undefined ? title : `${title}, ${name}`}
      data-long={text.length > LONG}
    >
      <span className={styles.told}>{distinguishing}</span>
      {side !== '' && <span className={styles.side}>{side}</span>}
    </span>
  )
}

// Drawn by CSS: the tab's name stays its title. Where space allows, its place is kept while there is nothing to count, so that no tab moves under the
// pointer, where a click would close it.
function Count({ useCount }: { useCount: () => number | undefined }): ReactNode {
  const count = useCount() ?? 0
  return <span className={classNames(styles.count, count === 0 && styles.none)} data-count={count} />
}

interface UnreadProps {
  readonly api: DockviewPanelApi
  readonly useTimes: () => readonly number[] | undefined
}

/** How many events came since the panel was last in front. It lies over the tab's corner, so that no tab moves. */
const Unread = ({ api, useTimes }: UnreadProps): ReactNode =>
  // The panel in front reads its events itself.
  useIsFront(api) ? null : <News useTimes={useTimes} />

function News({ useTimes }: Pick<UnreadProps, 'useTimes'>): ReactNode {
  const times = useTimes()
  /** The newest event when it left the front; null while unknown. */
  const [seen, setSeen] = useState<number | null>(null)
  const newest = times === undefined ? null : (times[0] ?? 0)
  useEffect(() => setSeen((before) => before ?? newest), [newest])
  const count = seen === null ? 0 : (times?.filter((time) => time > seen).length ?? 0)
  return count === 0 ? null : <span className={styles.unread} data-unread={Math.min(count, MAX_UNREAD)} />
}

/** Two digits have space. */
const MAX_UNREAD = 99

function useIsFront(api: DockviewPanelApi): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const watch = api.onDidVisibilityChange(changed)
      return () => watch.dispose()
    },
    [api],
  )
  return useSyncExternalStore(subscribe, () => api.isVisible)
}
