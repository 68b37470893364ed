/** The link groups of one deployment: which market the panels of each show, over all of its windows. */
import { LINK_GROUPS, type LinkGroup, type LinksView } from '../../contract/link.ts'
import { Listeners } from '../../contract/listeners.ts'
import { ACTIVE, LIVE, type MarketRef, sameRef } from '../../contract/market-ref.ts'
import { type TopicSource, topicOf } from '../topics/index.ts'

export interface Links {
  view(): LinksView
  /** Moves a group to a market. */
  set(group: LinkGroup, market: MarketRef): void
  readonly topics: TopicSource
}

/** What most traders look at first; the other groups wait for a market to be given to them. */
const AT_FIRST = { ...Object.fromEntries(LINK_GROUPS.map((group) => [group, null])), 1: LIVE, 2: ACTIVE } as LinksView

export function createLinks(): Links {
  const listeners = new Listeners()
  let view = AT_FIRST
  return {
    view: () => view,
    set(group, market) {
      if (sameRef(view[group], market)) return
      view = { ...view, [group]: market }
      listeners.notify()
    },
    topics: topicOf('links', () => view, listeners.on),
  }
}
