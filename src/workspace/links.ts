/** The window's side of link groups: panels follow theirs, and a choice in one of them moves the group. */

import { FAMILY_RULES } from '../../contract/family-rules.ts'
import type { Instrument, MarketsView } from '../../contract/instrument.ts'
import { LINK_GROUPS, type LinkGroup, type LinksView } from '../../contract/link.ts'
import { type Family, LIVE, type MarketRef, sameRef } from '../../contract/market-ref.ts'
import type { Cancel } from '../../contract/time.ts'
import type { useCall } from '../bridge/index.ts'
import type { TopicStore } from '../market-data/index.ts'
import { dropPrices, isTyped } from './panel-drafts.ts'
import {
  changePanel,
  type LinkedMarket,
  type PanelMarket,
  panelInstance,
  shownMarketOf,
  usePanelInstances,
} from './panel-instances.ts'

// Reasons why a panel must not be switched during use, by panel.

/** By panel, and within it by the holding component. */
const held = new Map<string, Map<string, string>>()

/** Holds a panel for a reason; returns a function that releases it. */
export function hold(id: string, holder: string, reason: string): () => void {
  const own = held.get(id) ?? new Map<string, string>()
  own.set(holder, reason)
  held.set(id, own)
  return () => {
    own.delete(holder)
    if (own.size === 0) held.delete(id)
  }
}

/** Why a panel must not be switched to another market now; null while nothing holds it. */
function holdOf(id: string): string | null {
  const [reason] = held.get(id)?.values() ?? []
  if (reason !== undefined) return reason
  const market = shownMarketOf(panelInstance(id)?.market ?? null)
  return market !== null && isTyped(id, market.family) ? 'it has a draft' : null
}

// How a linked panel reacts to market changes of its group. It follows, unless something in it must not be switched during use (typed input, a
// pending estimate, an arming): then it stays, even after the hold ends, until the trader follows or chooses another market. Pure.

/** The panel after its group's market changed; `isHeld` is whether something in it must not be switched. */
export function groupMoved(panel: LinkedMarket, market: MarketRef | null, isHeld: boolean): LinkedMarket {
  if (market === null) return panel
  if (sameRef(panel.shown, market)) return panel.stays ? { ...panel, stays: false } : panel
  if (panel.stays) return panel
  return isHeld && panel.shown !== null ? { ...panel, stays: true } : { ...panel, shown: market }
}

/** The panel after the trader chose a market in it; a linked one moves its whole group. */
export const marketChosen = (panel: PanelMarket | null, market: MarketRef): PanelMarket =>
  panel?.by === 'link' ? { ...panel, shown: market, stays: false } : { by: 'pin', market }

/** The panel after the trader linked it to a group, which shows `market`; null where the group has none yet, and then takes the panel's. */
export function joined(
  panel: PanelMarket | null,
  group: LinkGroup,
  market: MarketRef | null,
  isHeld: boolean,
): LinkedMarket {
  return groupMoved({ by: 'link', group, shown: shownMarketOf(panel), stays: false }, market, isHeld)
}

/** The panel after the trader pinned it to what it shows; one that shows nothing stays as it is. */
export function pinned(panel: PanelMarket | null): PanelMarket | null {
  const market = shownMarketOf(panel)
  return market === null ? panel : { by: 'pin', market }
}

type Call = ReturnType<typeof useCall>

/** The groups as last published by main; null before that. */
let known: LinksView | null = null

/** The market of a group as last published by main. */
const marketOfGroup = (group: LinkGroup): MarketRef | null => known?.[group] ?? null

/** Sets a panel's market; a price typed for another one is cleared. */
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
 * @param known the market's data from the list that it was chosen from, so that its name is there at once
 */
export function chooseMarket(id: string, market: MarketRef, call: Call, known?: Instrument): void {
  const listed = known ?? markets?.read()?.instruments.find(({ ref }) => sameRef(ref, market))
  if (listed !== undefined) markets?.expect(listed)
  const panel = panelInstance(id)?.market ?? null
  show(id, marketChosen(panel, market))
  if (panel?.by !== 'link') return
  // If main refuses it, the panel returns to its group.
  call('setLink', { group: panel.group, market }).catch(() => afterGroup(id, marketOfGroup(panel.group), false))
}

/** Follows the group after all. */
export function followGroup(id: string): void {
  const panel = panelInstance(id)?.market
  if (panel?.by === 'link') show(id, marketChosen(panel, marketOfGroup(panel.group) ?? panel.shown ?? LIVE))
}

/** Links a panel to a group, whose market it takes; a group without a market takes the panel's. */
export function joinGroup(id: string, group: LinkGroup, call: Call): void {
  const market = marketOfGroup(group)
  const after = joined(panelInstance(id)?.market ?? null, group, market, holdOf(id) !== null)
  show(id, after)
  if (market === null) giveMarket(group, after.shown, call)
}

/** Pins a panel to the market that it shows. */
export const pinPanel = (id: string): void => show(id, pinned(panelInstance(id)?.market ?? null))

/** The first groups begin with the current market of a family, or its first to end. The other groups have none until the trader chooses. */
const FIRST: Partial<Record<LinkGroup, Family>> = { 1: 'scalar', 2: 'binary', 3: 'outcome' }

function giveMarket(group: LinkGroup, market: MarketRef | null, call: Call): void {
  const family = FIRST[group]
  const give = (ref: MarketRef): void => void call('setLink', { group, market: ref }).catch(() => undefined)
  const first = market ?? (family === undefined ? null : FAMILY_RULES[family].following)
  if (first !== null) give(first)
  else if (family !== undefined) giveFirstToEnd(group, family, give)
}

/** Waits for the list of markets, and sets the group to the first to end, unless it received a market in the meantime. */
function giveFirstToEnd(group: LinkGroup, family: Family, give: (ref: MarketRef) => void): void {
  if (markets === null || waiting.has(group)) return
  const { subscribe, read } = markets
  const take = (view: MarketsView): void => {
    const first = firstToEnd(family, view)
    if (first === null && marketOfGroup(group) === null) return
    waiting.get(group)?.()
    waiting.delete(group)
    if (first !== null && marketOfGroup(group) === null) give(first)
  }
  waiting.set(group, subscribe(take))
  const present = read()
  if (present !== undefined) take(present)
}

/** Groups that wait for the list of markets, with their cancel functions. */
const waiting = new Map<LinkGroup, Cancel>()
let markets: {
  readonly subscribe: (take: (view: MarketsView) => void) => Cancel
  readonly read: () => MarketsView | undefined
  readonly expect: (instrument: Instrument) => void
} | null = null

/** The tradable market of a family with the earliest end, on its first side; null while there is none. Pure. */
export function firstToEnd(family: Family, { instruments }: Pick<MarketsView, 'instruments'>): MarketRef | null {
  const open = instruments.filter((one) => one.family === family && one.phase.state === 'open')
  const [first] = open.toSorted((a, b) => (a.end ?? Number.MAX_SAFE_INTEGER) - (b.end ?? Number.MAX_SAFE_INTEGER))
  return first?.ref ?? null
}

/** Makes every panel of the window follow its group; returns a function that stops it. */
export function followLinks(store: Pick<TopicStore, 'subscribe' | 'read' | 'expect'>, call: Call): Cancel {
  const take = (links: LinksView): void => {
    const before = known
    known = links
    for (const group of LINK_GROUPS) {
      // Only changed groups: a panel that just chose is not sent back by an update of another group.
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

/** A new panel takes its group's market, or gives the group its own. */
export function follows(id: string, call: Call): void {
  const panel = panelInstance(id)?.market
  if (panel?.by !== 'link' || known === null) return
  const market = marketOfGroup(panel.group)
  if (market === null) giveMarket(panel.group, panel.shown, call)
  else afterGroup(id, market, holdOf(id) !== null)
}
