/** What importing a workspace would add: its windows, their panels and the panels' markets. Main reads nothing else in a layout. Pure. */

import { refText } from '../../contract/market-ref.ts'
import { isRecord } from '../../contract/record.ts'
import {
  type PreviewedPanel,
  readStoredMarket,
  undescribedKinds,
  unreadMarket,
  type WindowLayout,
  type WorkspacePreview,
} from '../../contract/workspace.ts'
import type { ReadWorkspace } from './exported.ts'

/** Maximum number of listed panels of a window, each kind with each market once; of named kinds; and length of a name. */
const LISTED = 60
const LONGEST = 60

/** @param name a free one. @param known the kinds of panels in the requesting window. */
export function previewOf(
  { windows, repeated }: ReadWorkspace,
  name: string,
  known: readonly string[],
): WorkspacePreview {
  const panels = windows.map(({ layout }) => panelsIn(layout))
  const isKnown = (kind: string): boolean => known.includes(kind)
  const kinds = new Set(windows.flatMap(({ layout }) => kindsIn(layout)))
  return {
    name,
    windows: windows.map(({ place: { state, width, height }, layout }, index) => {
      const all = alike(panels[index] ?? [])
      const places = placesIn(layout)
      const isEmpty = places !== null && Object.keys(places).length === 0
      const more = all.slice(LISTED).reduce((sum, { count }) => sum + count, 0)
      const undescribed = new Set(layout === null ? [] : undescribedKinds(layout, isKnown))
      return {
        state,
        width,
        height,
        panels: all.slice(0, LISTED),
        isEmpty,
        more,
        undescribed: [...undescribed].slice(0, LISTED),
      }
    }),
    unknownKinds: [...kinds]
      .filter((kind) => !isKnown(kind))
      .sort()
      .slice(0, LISTED),
    repeatedIds: repeated.slice(0, LISTED).map((id) => id.slice(0, LONGEST)),
  }
}

/** Of all stored panels, including closed ones. */
const kindsIn = (layout: WindowLayout | null): readonly string[] =>
  Array.isArray(layout?.panels)
    ? layout.panels.flatMap((panel: unknown) =>
        isRecord(panel) && typeof panel.kind === 'string' ? [panel.kind.slice(0, LONGEST)] : [],
      )
    : []

/** The places of panels, by their ids; null where that cannot be read. */
const placesIn = (layout: WindowLayout | null): Readonly<Record<string, unknown>> | null =>
  isRecord(layout?.layout) && isRecord(layout.layout.panels) ? layout.layout.panels : null

/** The panels in a layout: `panels` lists them, each with its `kind`, including closed ones, which have no place. */
function panelsIn(layout: WindowLayout | null): readonly PreviewedPanel[] {
  if (!Array.isArray(layout?.panels)) return []
  const places = placesIn(layout)
  return layout.panels.flatMap((panel: unknown) => {
    if (!isRecord(panel) || typeof panel.kind !== 'string') return []
    if (places !== null && !isPlacedAs(panel.kind, places[String(panel.id)])) return []
    const market = readStoredMarket(panel.market)
    const shown = market === null ? null : market.by === 'pin' ? market.market : market.shown
    return [
      {
        kind: panel.kind.slice(0, LONGEST),
        market: shown === null ? null : refText(shown),
        group: market?.by === 'link' ? market.group : null,
        unread: unreadMarket(panel.market),
        count: 1,
      },
    ]
  })
}

/** A place that names another kind is not the panel's. */
const isPlacedAs = (kind: string, place: unknown): boolean => isRecord(place) && place.contentComponent === kind

/** Each once with its count, by kind. */
function alike(panels: readonly PreviewedPanel[]): readonly PreviewedPanel[] {
  const counted = new Map<string, PreviewedPanel>()
  for (const panel of panels) {
    const key = JSON.stringify([panel.kind, panel.group, panel.market, panel.unread])
    counted.set(key, { ...panel, count: (counted.get(key)?.count ?? 0) + 1 })
  }
  return [...counted].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, panel]) => panel)
}
