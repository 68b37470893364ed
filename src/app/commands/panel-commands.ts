/** Commands that open and show panels, and switch tabs. Pure. */
import type { Command } from '../../commands/index.ts'
import type { OfferingPanel, OfferTopic, PanelOffer } from '../../ui/index.ts'

interface PanelPort<Kind extends string = string> {
  readonly kinds: readonly { readonly id: Kind; readonly title: string }[]
  /** Kinds with an open panel. */
  readonly open: ReadonlySet<string>
  /** The id of the last used panel; null while none is open. */
  readonly current: string | null
  /** Brings the last used panel of a kind to the front, opening one when there is none. */
  readonly show: (kind: Kind) => void
  readonly add: (kind: Kind) => void
  readonly turnTab: (id: string, step: 1 | -1) => void
}

/** Per kind, a command to show one and to open another; and those that switch the tabs of the panel in use. */
export function panelCommands<Kind extends string>(port: PanelPort<Kind>): readonly Command[] {
  const { kinds, open, current, show, add, turnTab } = port
  const turn = (id: string, title: string, step: 1 | -1, code: string): Command => ({
    id: `panel/tab/${id}`,
    title,
    scope: 'window',
    keys: [{ code, mod: true }],
    aliases: ['panel'],
    impossible: current === null ? 'No panel is open' : null,
    run: () => {
      if (current !== null) turnTab(current, step)
    },
  })
  return [
    ...kinds.flatMap(({ id, title }) => [
      {
        id: `panel/show/${id}`,
        title: `Show ${title}`,
        scope: 'window' as const,
        aliases: ['panel'],
        run: () => show(id),
      },
      {
        id: `panel/open/${id}`,
        title: `Open another ${title}`,
        scope: 'window' as const,
        aliases: ['panel', 'new', 'add'],
        selected: open.has(id),
        menu: { menu: 'View', section: 'Panels', label: title },
        run: () => add(id),
      },
    ]),
    turn('next', 'Next tab', 1, 'PageDown'),
    turn('previous', 'Previous tab', -1, 'PageUp'),
  ]
}

// Commands that choose something in a panel: each acts on the last used of the panels that offer the choice.

interface TopicText {
  readonly topic: OfferTopic
  readonly title: string
  /** The title where there is nothing to choose from; defaults to the same title. */
  readonly whole?: string
  readonly aliases: readonly string[]
  /** Why there is nothing to choose from. */
  readonly missing: string
}

/** All topics of choices in panels. */
export const OFFER_TOPICS: readonly TopicText[] = [
  {
    topic: 'order',
    title: 'Order type',
    aliases: ['ticket', 'algo', 'ladder of limits', 'twap', 'time slices'],
    missing: 'No order ticket in view',
  },
  {
    topic: 'range',
    title: 'Chart range',
    aliases: ['time', 'span', 'zoom'],
    missing: 'No chart in view',
  },
  {
    topic: 'length',
    title: 'Candle length',
    aliases: ['chart', 'resolution', 'interval'],
    missing: 'No candle chart in view',
  },
  {
    topic: 'unit',
    title: 'Price unit',
    aliases: ['prices as', 'odds', 'percent', 'temperature', 'mark'],
    missing: 'No panel with prices in view',
  },
  {
    topic: 'grouping',
    title: 'Grouping of the order book',
    aliases: ['step', 'tick', 'aggregate', 'levels'],
    missing: 'No order book in view',
  },
  {
    topic: 'chart-table',
    title: 'Show or hide',
    whole: 'Show or hide the chart table',
    aliases: ['chart table', 'figures', 'rows'],
    missing: 'No chart in view',
  },
  {
    topic: 'columns',
    title: 'Columns and copy',
    aliases: ['table', 'csv', 'filter', 'hide', 'rows'],
    missing: 'No table in view',
  },
]

interface OfferTarget {
  readonly offers: readonly PanelOffer[]
  /** Its title with its market: `Chart, NYCTMP1`. */
  readonly name: string
}

/** The id of the last used panel that offers the choice; never-used ones come last. */
export function offeringPanel(
  topic: OfferTopic,
  offering: readonly OfferingPanel[],
  used: readonly string[],
): string | null {
  const able = offering.filter((one) => one.topic === topic).map(({ panel }) => panel)
  return used.find((id) => able.includes(id)) ?? able[0] ?? null
}

/** All choices of one panel for a topic, without duplicates. */
export function offersOf(panel: string, topic: OfferTopic, offering: readonly OfferingPanel[]): readonly PanelOffer[] {
  const all = offering.filter((one) => one.panel === panel && one.topic === topic).flatMap(({ offers }) => offers)
  return all.filter(({ id }, at) => all.findIndex((one) => one.id === id) === at)
}

/** One command per choice; where there is none, a single one that states what is missing. */
export function offerCommands(topic: OfferTopic, target: OfferTarget | null): readonly Command[] {
  const known = OFFER_TOPICS.find((one) => one.topic === topic)
  if (known === undefined) return []
  const { title, whole = title, aliases: terms, missing } = known
  if (target === null) {
    return [
      {
        id: `choose/${topic}`,
        title: whole,
        scope: 'window',
        aliases: terms,
        impossible: missing,
        run: () => undefined,
      },
    ]
  }
  return target.offers.map(({ id, label, selected, choose }) => ({
    id: `choose/${topic}/${id}`,
    title: `${title}: ${label}, in ${target.name}`,
    scope: 'window',
    aliases: ['choose', ...terms],
    ...(selected === undefined ? {} : { selected }),
    run: choose,
  }))
}
