/** A panel's tab: its title, how many rows wait behind it, and closing it. It is the handle that drags the panel; `tab-menu.tsx` is its menu. */
import type { IDockviewPanelHeaderProps } from 'dockview-react'
import type { ReactNode } from 'react'
import { useTopic } from '../../market-data/index.ts'
import { classNames, sided, telling } from '../../ui/index.ts'
import { shownMarketOf, usePanelInstances } from '../../workspace/index.ts'
import { closePanel, kindOf } from './docking.ts'
import { GroupMark } from './group-mark.tsx'
import styles from './panel-tab.module.css'
import { panelKind } from './panel-table.tsx'
import { useTabPlace } from './tab-place.ts'

export function PanelTab({ api, containerApi }: IDockviewPanelHeaderProps): ReactNode {
  const { id } = api
  const place = useTabPlace(api, containerApi)
  const market = usePanelInstances(({ panels }) => panels[id]?.market) ?? null
  const kind = kindOf(id)
  if (kind === null) return null
  const { title, short, useCount, shows } = panelKind(kind)
  return (
    <div className={classNames(styles.tab, place !== 'only' && styles.named)} data-market={shows !== null}>
      {place !== 'further' && <TabTitle title={title} short={short} />}
      {place !== 'only' && <TabMarket id={id} title={title} />}
      {/* The link of a panel that is behind another: that of the one in front stands at the head's start. */}
      {place === 'only' && market !== null && (
        <span className={styles.mark}>
          <GroupMark group={market.by === 'link' ? market.group : null} />
        </span>
      )}
      {useCount !== undefined && <Count useCount={useCount} />}
      {/* For the mouse: a button within a tab could not be told by assistive technology, which has the Delete key and the tab's menu. */}
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

// The short form is drawn and read as the whole one: the tab's name stays its title.
const TabTitle = ({ title, short }: { title: string; short: string | undefined }): ReactNode =>
  short === undefined ? (
    <span className={styles.title}>{title}</span>
  ) : (
    <span className={classNames(styles.title, styles.short)} data-short={short} data-title={title}>
      <span className={styles.whole}>{title}</span>
    </span>
  )

/** A name of more characters gives way before the others of its group. */
const LONG = 10

/** What tells the market of a panel from the others': its whole name is the tab's tooltip. */
function TabMarket({ id, title }: { id: string; title: string }): ReactNode {
  const market = usePanelInstances(({ panels }) => shownMarketOf(panels[id]?.market ?? null))
  const name = useTopic(market === null ? null : { kind: 'instrument', market })?.title
  const words = name === undefined ? 'No market' : telling(name)[1]
  const [told, side] = sided(words)
  return (
    <span
      className={styles.market}
      title={name === undefined ? title : `${title}, ${name}`}
      data-long={words.length > LONG}
    >
      <span className={styles.told}>{told}</span>
      {side !== '' && <span className={styles.side}>{side}</span>}
    </span>
  )
}

// Drawn, not written: the tab's name stays its title. Where there is room its place stays while there is nothing to count, so that no tab
// moves under the pointer, where a press would close it.
function Count({ useCount }: { useCount: () => number | undefined }): ReactNode {
  const count = useCount() ?? 0
  return <span className={classNames(styles.count, count === 0 && styles.none)} data-count={count} />
}
