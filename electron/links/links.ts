/** The link groups of one deployment: which market the panels of each show, over all of its windows, and after a restart. */
import { LINK_GROUPS, type LinkGroup, type LinksView } from '../../contract/link.ts'
import { Listeners } from '../../contract/listeners.ts'
import { ACTIVE, LIVE, type MarketRef, parseRefText, refText, sameRef } from '../../contract/market-ref.ts'
import type { Topic } from '../../contract/topics.ts'
import { type TopicSource, topicOf } from '../topics/index.ts'

export interface Links {
  view(): LinksView
  /** Moves a group to a market. */
  set(group: LinkGroup, market: MarketRef): void
  readonly topics: TopicSource
}

/** Where the markets of the groups are kept, as texts by group: those that this version cannot read are kept for the one that can. */
export interface KeptLinks {
  read(): Readonly<Record<string, string>>
  save(links: Readonly<Record<string, string>>): void
}

/** What most traders look at first; the other groups wait for a market to be given to them. */
const AT_FIRST = { ...Object.fromEntries(LINK_GROUPS.map((group) => [group, null])), 1: LIVE, 2: ACTIVE } as LinksView

export function createLinks(kept: KeptLinks): Links {
  const listeners = new Listeners()
  let view = keptView(kept.read())
  return {
    view: () => view,
    set(group, market) {
      if (sameRef(view[group], market)) return
      view = { ...view, [group]: market }
      listeners.notify()
      kept.save({ ...kept.read(), [group]: refText(market) })
    },
    topics: {
      ...topicOf('links', () => view, listeners.on),
      // Panels go to the market that they hear of: they know what it is in the same frame.
      leadsTo: () => LINK_GROUPS.flatMap((group) => instrumentOf(view[group])),
    },
  }
}

const instrumentOf = (market: MarketRef | null): readonly Topic[] =>
  market === null ? [] : [{ kind: 'instrument', market }]

function keptView(texts: Readonly<Record<string, string>>): LinksView {
  const own = LINK_GROUPS.map((group) => {
    const text = Object.hasOwn(texts, group) ? texts[group] : undefined
    return [group, (text === undefined ? null : parseRefText(text)) ?? AT_FIRST[group]] as const
  })
  return Object.fromEntries(own) as LinksView
}
