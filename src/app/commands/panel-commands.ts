/** The commands that open and show panels, and turn tabs. Pure. */
import type { Command } from '../../commands/index.ts'
import type { OfferingPanel, OfferTopic, PanelOffer } from '../../ui/index.ts'

/** What they need of the docking. */
interface PanelPort<Kind extends string = string> {
  readonly kinds: readonly { readonly id: Kind; readonly title: string }[]
  /** Kinds of which a panel is open. */
  readonly open: ReadonlySet<string>
  /** The id of the panel that was used last; null while none is open. */
  readonly current: string | null
  /** Brings the panel of a kind that was used last to the front, opening one when there is none. */
  readonly show: (kind: Kind) => void
  readonly add: (kind: Kind) => void
  readonly turnTab: (id: string, step: 1 | -1) => void
}

/** For each kind to show one and to open another; and to turn the tabs of the panel in use. */
export function panelCommands<Kind extends string>(port: PanelPort<Kind>): readonly Command[] {
  const { kinds, open, current, show, add, turnTab } = port
  const turn = (id: string, title: string, step: 1 | -1, code: string): Command => ({
    id: `panel/tab/${id}`,
    title,
    scope: 'window',
    keys: [{ code, mod: true }],
    words: ['panel'],
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
        words: ['panel'],
        run: () => show(id),
      },
      {
        id: `panel/open/${id}`,
        title: `Open another ${title}`,
        scope: 'window' as const,
        words: ['panel', 'new', 'add'],
        selected: open.has(id),
        menu: { menu: 'View', section: 'Panels', label: title },
        run: () => add(id),
      },
    ]),
    turn('next', 'Go to the next tab', 1, 'PageDown'),
    turn('previous', 'Go to the tab before', -1, 'PageUp'),
  ]
}

// The commands that choose something in a panel: of the panels that have it to choose from, the one that was used last.

interface TopicText {
  readonly topic: OfferTopic
  readonly title: string
  /** The title where there is nothing to choose from; the same where it is left out. */
  readonly whole?: string
  readonly words: readonly string[]
  /** Why there is nothing to choose from. */
  readonly missing: string
}

/** All that is chosen in panels. */
export const OFFER_TOPICS: readonly TopicText[] = [
  {
    topic: 'order',
    title: 'Kind of order',
    words: ['ticket', 'algo', 'ladder of limits', 'twap', 'time slices'],
    missing: 'No order ticket is in view',
  },
  {
    topic: 'range',
    title: 'Chart range',
    words: ['time', 'span', 'zoom'],
    missing: 'No chart is in view',
  },
  {
    topic: 'length',
    title: 'Candle length',
    words: ['chart', 'resolution', 'interval'],
    missing: 'No chart of candles is in view',
  },
  {
    topic: 'unit',
    title: 'Price unit',
    words: ['prices as', 'odds', 'per cent', 'temperature', 'mark'],
    missing: 'No panel in view writes prices',
  },
  {
    topic: 'grouping',
    title: 'Grouping of the order book',
    words: ['step', 'tick', 'aggregate', 'levels'],
    missing: 'No order book is in view',
  },
  {
    topic: 'chart-table',
    title: 'Show or hide',
    whole: 'Show or hide the table beside a chart',
    words: ['table beside', 'figures', 'rows'],
    missing: 'No chart is in view',
  },
  {
    topic: 'columns',
    title: 'Columns and copies',
    words: ['table', 'csv', 'filter', 'hide', 'rows'],
    missing: 'No table is in view',
  },
]

/** What a panel has to choose from. */
interface OfferTarget {
  readonly offers: readonly PanelOffer[]
  /** Its title with its market: `Chart, NYCTMP1`. */
  readonly name: string
}

/** The id of the panel that was used last of those that have it to choose from; one that was never used after all others. */
export function offeringPanel(
  topic: OfferTopic,
  offering: readonly OfferingPanel[],
  used: readonly string[],
): string | null {
  const able = offering.filter((one) => one.topic === topic).map(({ panel }) => panel)
  return used.find((id) => able.includes(id)) ?? able[0] ?? null
}

/** All that one panel has to choose from of a topic, each once. */
export function offersOf(panel: string, topic: OfferTopic, offering: readonly OfferingPanel[]): readonly PanelOffer[] {
  const all = offering.filter((one) => one.panel === panel && one.topic === topic).flatMap(({ offers }) => offers)
  return all.filter(({ id }, at) => all.findIndex((one) => one.id === id) === at)
}

/** One command for each choice; a single one that says what is missing where there is none. */
export function offerCommands(topic: OfferTopic, target: OfferTarget | null): readonly Command[] {
  const known = OFFER_TOPICS.find((one) => one.topic === topic)
  if (known === undefined) return []
  const { title, whole = title, words, missing } = known
  if (target === null) {
    return [{ id: `choose/${topic}`, title: whole, scope: 'window', words, impossible: missing, run: () => undefined }]
  }
  return target.offers.map(({ id, label, selected, choose }) => ({
    id: `choose/${topic}/${id}`,
    title: `${title}: ${label}, in ${target.name}`,
    scope: 'window',
    words: ['choose', ...words],
    ...(selected === undefined ? {} : { selected }),
    run: choose,
  }))
}
