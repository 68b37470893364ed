/** Shared by the panels in all windows of a deployment: the market of each link group, favorites, and the crosshairs of charts. */
import { type CrosshairView, LINK_GROUPS, type LinkGroup, type LinksView } from '../contract/link.ts'
import { Listeners } from '../contract/listeners.ts'
import { ACTIVE, LIVE, type MarketRef, parseRefText, refText, sameRef } from '../contract/market-ref.ts'
import type { Topic } from '../contract/topics.ts'
import { type TopicChange, type TopicSource, topicOf } from './topics/index.ts'

export type Links = ReturnType<typeof createLinks>

/** Storage of the groups' markets, as texts by group: those that this version cannot read are kept for one that can. */
interface KeptLinks {
  read(): Readonly<Record<string, string>>
  save(links: Readonly<Record<string, string>>): void
}

/** What most traders look at first; the other groups wait for a market. */
const AT_FIRST = { ...Object.fromEntries(LINK_GROUPS.map((group) => [group, null])), 1: LIVE, 2: ACTIVE } as LinksView

/** The link groups of one deployment: the market of each group's panels, in all of its windows, and after a restart. */
export function createLinks(kept: KeptLinks) {
  const listeners = new Listeners()
  let view = keptView(kept.read())
  const topics: TopicSource = {
    ...topicOf('links', () => view, listeners.on),
    // Panels switch to a newly announced market: its instrument is known in the same frame.
    leadsTo: () => LINK_GROUPS.flatMap((group) => instrumentOf(view[group])),
  }

  return {
    view: (): LinksView => view,
    /** Moves a group to a market. */
    set(group: LinkGroup, market: MarketRef): void {
      if (sameRef(view[group], market)) return
      view = { ...view, [group]: market }
      listeners.notify()
      kept.save({ ...kept.read(), [group]: refText(market) })
    },
    topics,
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

export type Favorites = ReturnType<typeof createFavourites>

/** Their storage, as texts; see `KeptLinks`. */
interface KeptFavourites {
  read(): readonly string[]
  save(favourites: readonly string[]): void
}

const MAX_FAVOURITES = 500

/** The trader's favorite markets on one deployment, in the order of their choice. */
export function createFavourites(kept: KeptFavourites) {
  const listeners = new Listeners()
  let view = readable(kept.read())
  return {
    /** @throws Error with the reason when there are too many. */
    set(market: MarketRef, isFavourite: boolean): void {
      const text = refText(market)
      const others = kept.read().filter((one) => one !== text)
      if (isFavourite && others.length >= MAX_FAVOURITES)
        throw new Error(`At most ${MAX_FAVOURITES} favorites. Remove one first.`)
      const texts = isFavourite ? [...others, text] : others
      view = readable(texts)
      listeners.notify()
      kept.save(texts)
    },
    topics: topicOf('favourites', () => view, listeners.on),
  }
}

const readable = (texts: readonly string[]): readonly MarketRef[] => texts.flatMap((text) => parseRefText(text) ?? [])

/** A point, and the window that it came from. */
interface Pointed {
  readonly view: CrosshairView
  readonly window: string
}

export type Crosshairs = ReturnType<typeof createCrosshairs>

const NOWHERE: CrosshairView = { time: null, by: null }

/** The crosshairs of each link group, across all windows of a deployment. Never stored. */
export function createCrosshairs() {
  const listeners = new Listeners<[change: TopicChange]>()
  const pointed = new Map<LinkGroup, Pointed>()

  /** A panel of a window points at a time, or no longer at any. */
  function point(group: LinkGroup, view: CrosshairView, window: string): void {
    const before = pointed.get(group)
    // A panel that the pointer leaves clears only its own point: another panel may have been entered before.
    if (view.time === null && before?.view.by !== view.by) return
    if (view.time === null) pointed.delete(group)
    else pointed.set(group, { view, window })
    listeners.notify({ kind: 'crosshair', asset: null, group })
  }

  const topics: TopicSource = {
    kinds: ['crosshair'],
    view: (topic: Topic) =>
      (topic.kind === 'crosshair' ? (pointed.get(topic.group)?.view ?? NOWHERE) : undefined) as never,
    onChange: listeners.on,
  }

  return {
    point,
    /** The window is gone, and its pointer with it. */
    forget(window: string): void {
      for (const group of LINK_GROUPS) {
        const of = pointed.get(group)
        if (of?.window === window) point(group, { time: null, by: of.view.by }, window)
      }
    },
    topics,
  }
}
