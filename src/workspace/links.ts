/** The window's side of link groups: panels follow theirs, and a choice in one of them moves the group. */
import type { Instrument, MarketsView } from '../../contract/instrument.ts'
import { LINK_GROUPS, type LinkGroup, type LinksView } from '../../contract/link.ts'
import { ACTIVE, LIVE, type MarketRef, sameRef } from '../../contract/market-ref.ts'
import type { Cancel } from '../../contract/time.ts'
import type { useCall } from '../bridge/index.ts'
import type { TopicStore } from '../market-data/index.ts'
import { holdOf } from './held-panels.ts'
import { groupMoved, joined, marketChosen, pinned } from './link-follow.ts'
import { dropPrices } from './panel-drafts.ts'
import { changePanel, type PanelMarket, panelInstance, shownMarketOf, usePanelInstances } from './panel-instances.ts'

type Call = ReturnType<typeof useCall>

/** What main said last of the groups; null before that. */
let known: LinksView | null = null

/** The market of a group as main said it last. */
const marketOfGroup = (group: LinkGroup): MarketRef | null => known?.[group] ?? null

/** Gives a panel its market; a price that was typed for another one goes. */
function show(id: string, market: PanelMarket | null): void {
  const before = panelInstance(id)?.market ?? null
  if (before === market) return
  if (!sameRef(shownMarketOf(before), shownMarketOf(market)) && shownMarketOf(before) !== null) dropPrices(id)
  changePanel(id, { market })
}

function afterGroup(id: string, market: MarketRef | null, isHeld: boolean): void {
  const panel = panelInstance(id)?.market
  if (panel?.by === 'link') show(id, groupMoved(panel, market, isHeld))
}

/**
 * Shows another market in a panel, and in its whole link group.
 * @param known what the market is, by the list that it was chosen from: its name is there at once then.
 */
export function chooseMarket(id: string, market: MarketRef, call: Call, known?: Instrument): void {
  const listed = known ?? markets?.read()?.instruments.find(({ ref }) => sameRef(ref, market))
  if (listed !== undefined) markets?.expect(listed)
  const panel = panelInstance(id)?.market ?? null
  show(id, marketChosen(panel, market))
  if (panel?.by !== 'link') return
  // What main refuses did not happen: the panel goes back to its group.
  call('setLink', { group: panel.group, market }).catch(() => afterGroup(id, marketOfGroup(panel.group), false))
}

/** Follows the group after all. */
export function followGroup(id: string): void {
  const panel = panelInstance(id)?.market
  if (panel?.by === 'link') show(id, marketChosen(panel, marketOfGroup(panel.group) ?? panel.shown ?? LIVE))
}

/** Links a panel to a group, whose market it takes; a group that nobody gave a market takes the panel's. */
export function joinGroup(id: string, group: LinkGroup, call: Call): void {
  const market = marketOfGroup(group)
  const after = joined(panelInstance(id)?.market ?? null, group, market, holdOf(id) !== null)
  show(id, after)
  if (market === null) giveMarket(group, after.shown, call)
}

/** Pins a panel to the market that it shows. */
export const pinPanel = (id: string): void => show(id, pinned(panelInstance(id)?.market ?? null))

/** What the first groups show that nobody has given a market; `outcome` is the one that ends first. The others are for the trader to say. */
const FIRST: Partial<Record<LinkGroup, MarketRef | 'outcome'>> = { 1: LIVE, 2: ACTIVE, 3: 'outcome' }

function giveMarket(group: LinkGroup, market: MarketRef | null, call: Call): void {
  const first = market ?? FIRST[group]
  const give = (ref: MarketRef): void => void call('setLink', { group, market: ref }).catch(() => undefined)
  if (first === 'outcome') giveFirstOutcome(group, give)
  else if (first !== undefined) give(first)
}

/** Waits for the list of markets, and gives the group the outcome that ends first, unless it got a market meanwhile. */
function giveFirstOutcome(group: LinkGroup, give: (ref: MarketRef) => void): void {
  if (markets === null || waiting.has(group)) return
  const { subscribe, read } = markets
  const take = (view: MarketsView): void => {
    const first = firstOutcome(view)
    if (first === null && marketOfGroup(group) === null) return
    waiting.get(group)?.()
    waiting.delete(group)
    if (first !== null && marketOfGroup(group) === null) give(first)
  }
  waiting.set(group, subscribe(take))
  const present = read()
  if (present !== undefined) take(present)
}

/** Groups that wait for the list of markets, with the way to stop. */
const waiting = new Map<LinkGroup, Cancel>()
let markets: {
  readonly subscribe: (take: (view: MarketsView) => void) => Cancel
  readonly read: () => MarketsView | undefined
  readonly expect: (instrument: Instrument) => void
} | null = null

/** Of the outcomes that can be traded, the first side of the one that ends first; null while there is none. Pure. */
export function firstOutcome({ instruments }: Pick<MarketsView, 'instruments'>): MarketRef | null {
  const open = instruments.filter(({ family, phase }) => family === 'outcome' && phase.word === 'open')
  const [first] = open.toSorted((a, b) => (a.end ?? Number.MAX_SAFE_INTEGER) - (b.end ?? Number.MAX_SAFE_INTEGER))
  return first?.ref ?? null
}

/** Lets every panel of the window follow its group from now on; returns the way to stop. */
export function followLinks(store: Pick<TopicStore, 'subscribe' | 'read' | 'expect'>, call: Call): Cancel {
  const take = (links: LinksView): void => {
    const before = known
    known = links
    for (const group of LINK_GROUPS) {
      // Only what moved: a panel that just chose is not sent back by news of another group.
      if (before === null || !sameRef(before[group], links[group])) groupIs(group, links[group], call)
    }
  }
  markets = {
    subscribe: (listener) => store.subscribe({ kind: 'markets' }, listener),
    read: () => store.read({ kind: 'markets' }),
    expect: (instrument) => store.expect(instrument),
  }
  const stop = store.subscribe({ kind: 'links' }, take)
  const present = store.read({ kind: 'links' })
  if (present !== undefined) take(present)
  return () => {
    stop()
    for (const cancel of waiting.values()) cancel()
    waiting.clear()
    markets = null
    known = null
  }
}

function groupIs(group: LinkGroup, market: MarketRef | null, call: Call): void {
  const linked = Object.values(usePanelInstances.getState().panels).flatMap(({ id, market: own }) =>
    own?.by === 'link' && own.group === group ? [{ id, shown: own.shown }] : [],
  )
  if (market === null && linked.length > 0) {
    giveMarket(group, linked.find(({ shown }) => shown !== null)?.shown ?? null, call)
  }
  for (const { id } of linked) afterGroup(id, market, holdOf(id) !== null)
}

/** A panel that was just added takes its group's market, or gives the group its own. */
export function follows(id: string, call: Call): void {
  const panel = panelInstance(id)?.market
  if (panel?.by !== 'link' || known === null) return
  const market = marketOfGroup(panel.group)
  if (market === null) giveMarket(panel.group, panel.shown, call)
  else afterGroup(id, market, holdOf(id) !== null)
}
