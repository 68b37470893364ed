/** How a panel's head begins: its link as a numbered square or a pin, and after its tabs the market, with where its group went. */
import type { ReactNode } from 'react'
import { fullTitleOf } from '../../../contract/instrument.ts'
import { LINK_GROUPS, type LinkGroup } from '../../../contract/link.ts'
import { useCall } from '../../bridge/index.ts'
import { useTopic, useTopicValue } from '../../market-data/index.ts'
import { Button, Menu, Shortened } from '../../ui/index.ts'
import { followGroup, joinGroup, pinPanel, useInstrument, useMarketRef, usePanel } from '../../workspace/index.ts'
import { GroupMark } from './group-mark.tsx'
import { MarketChooser } from './market-chooser.tsx'
import { MESSAGES } from './messages.ts'
import styles from './panel-head.module.css'
import { panelKind } from './panel-table.tsx'

/** The panel's link: a click chooses a group, or the panel's own market. */
export function LinkChip(): ReactNode {
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
          section: 'Show what a group shows',
          mark: <GroupMark group={one} />,
          note: <GroupMarket group={one} />,
          selected: one === group,
          onAction: () => joinGroup(id, one, call),
        })),
        {
          id: 'pin',
          label: MESSAGES.thisMarket,
          section: 'Alone',
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

/** What a group shows now. */
function GroupMarket({ group }: { group: LinkGroup }): ReactNode {
  const market = useTopicValue({ kind: 'links' }, (links) => links[group]) ?? null
  const instrument = useTopic(market === null ? null : { kind: 'instrument', market })
  return market === null ? 'nothing yet' : (instrument?.title ?? '')
}

/**
 * The panel's market, which a click or typing changes, and where its group went without it.
 * @param isNamed whether its tab names the market already.
 */
export function PanelMarketTitle({ isNamed }: { isNamed: boolean }): ReactNode {
  const { kind, market } = usePanel()
  const shown = useMarketRef()
  const instrument = useInstrument()
  const words = instrument?.title ?? (shown === null ? 'No market' : '')
  const full = instrument === undefined ? words : fullTitleOf(instrument)
  const subtitle = instrument?.here === true ? instrument.subtitle : null
  return (
    <>
      <MarketChooser look="head" label={`${MESSAGES.marketOf(panelKind(kind).title)}: ${full}`}>
        <span
          className={styles.market}
          data-named={isNamed}
          title={subtitle === null ? words : `${words} · ${subtitle}`}
        >
          {!isNamed && <Shortened text={words} />}
          {full !== words && (
            <span className={styles.question}>
              <Shortened text={full.slice(words.length)} />
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
