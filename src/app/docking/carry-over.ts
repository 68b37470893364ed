/**
 * Arrangements of version 0.1 (layout version 1), which had one panel of each kind, named by its kind, and choices that were the whole
 * window's. Every panel stays where it was. Pure.
 */
import type { SerializedDockview } from 'dockview-react'
import { ACTIVE, type Family, LIVE, type MarketRef } from '../../../contract/market-ref.ts'
import { isRecord } from '../../../contract/record.ts'
import {
  type FormsBefore,
  linkedTo,
  type PanelInstance,
  type PanelMarket,
  shownMarketOf,
} from '../../workspace/index.ts'
import { type Arranged, dockedAs } from './arranged.ts'

type Before = { readonly kind: string; readonly market: PanelMarket | null; readonly keeps?: readonly string[] }

/** What stands in the place of each panel of version 1, the one in front first. */
const NOW: Readonly<Record<string, (outcome: MarketRef | null) => readonly Before[]>> = {
  bucket: () => [{ kind: 'bucket', market: linkedTo(1, LIVE) }],
  chart: () => [
    { kind: 'chart', market: linkedTo(1, LIVE), keeps: ['resolution', 'chartStyle', 'lastLine', 'midLine'] },
  ],
  book: () => [{ kind: 'book', market: linkedTo(1, LIVE) }],
  trades: () => [{ kind: 'trades', market: linkedTo(1, LIVE) }],
  ticket: () => [{ kind: 'ticket', market: linkedTo(1, LIVE) }],
  binary: () => [
    { kind: 'ticket', market: linkedTo(2, ACTIVE) },
    { kind: 'phase', market: linkedTo(2, ACTIVE) },
  ],
  outcomes: (outcome) => [
    { kind: 'markets', market: linkedTo(3, outcome) },
    { kind: 'question', market: linkedTo(3, outcome) },
    { kind: 'ticket', market: linkedTo(3, outcome) },
    { kind: 'shares', market: linkedTo(3, outcome) },
  ],
  positions: () => [
    { kind: 'positions', market: null, keeps: ['closeDistance', 'closeBound', 'closeCentsFirst', 'closeCents'] },
  ],
  'open-orders': () => [{ kind: 'open-orders', market: null }],
  alerts: () => [{ kind: 'alerts', market: null }],
  activity: () => [{ kind: 'activity', market: null }],
  limits: () => [{ kind: 'limits', market: null }],
  account: () => [{ kind: 'account', market: null }],
}

/** A layout of version 1 with what was chosen in its panels; null when it is damaged. */
export function carriedOver(
  layout: SerializedDockview,
  choices: unknown,
  drafts: unknown,
  newId: (kind: string) => string,
): Arranged | null {
  const chosen = isRecord(choices) ? choices : {}
  const outcome = outcomeOf(drafts)
  const now = new Map<string, readonly PanelInstance[]>()
  for (const [id, panel] of Object.entries(layout.panels)) {
    const made = Object.hasOwn(NOW, id) ? NOW[id] : undefined
    if (made === undefined || !isRecord(panel) || panel.id !== id || panel.contentComponent !== id) return null
    now.set(
      id,
      made(outcome).map(({ kind, market, keeps = [] }) => ({
        id: newId(kind),
        kind,
        market,
        options: Object.fromEntries(keeps.filter((name) => name in chosen).map((name) => [name, chosen[name]])),
      })),
    )
  }
  const panels = [...now.values()].flat()
  const named = (id: string): readonly string[] => (now.get(id) ?? []).map((panel) => panel.id)
  return {
    layout: {
      ...layout,
      grid: { ...layout.grid, root: renamed(layout.grid.root, named) },
      panels: Object.fromEntries(panels.map(({ id, kind }) => [id, dockedAs(id, kind)])),
    },
    panels,
  }
}

/** Which panels take what was typed where version 1 had one form of each family; the ticket where its own panel is gone. */
export function formsBefore({ panels }: Arranged): FormsBefore {
  const tickets = panels.filter(({ kind }) => kind === 'ticket')
  const of = (family: Family, group: number): string | null => {
    const own = tickets.find(
      ({ market }) => shownMarketOf(market)?.family === family || (market?.by === 'link' && market.group === group),
    )
    return (own ?? tickets[0])?.id ?? null
  }
  return { scalar: of('scalar', 1), binary: of('binary', 2), outcome: of('outcome', 3) }
}

/** The outcome market that was looked at, as the drafts of version 1 say. */
function outcomeOf(drafts: unknown): MarketRef | null {
  const outcomes = isRecord(drafts) ? drafts.outcomes : null
  if (!isRecord(outcomes)) return null
  const { outcomeId, index: side } = outcomes
  const isIndex = (value: unknown): value is number =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
  return isIndex(outcomeId) && isIndex(side) ? { family: 'outcome', outcomeId, side } : null
}

type Node = SerializedDockview['grid']['root']

function renamed(node: Node, named: (id: string) => readonly string[]): Node {
  const { data } = node
  if (Array.isArray(data)) return { ...node, data: data.map((child) => renamed(child, named)) }
  const { activeView } = data
  const front = activeView === undefined ? undefined : named(activeView)[0]
  const { activeView: _before, ...rest } = data
  return {
    ...node,
    data: { ...rest, views: data.views.flatMap(named), ...(front === undefined ? {} : { activeView: front }) },
  } as Node
}
