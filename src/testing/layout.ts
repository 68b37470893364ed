/** Window layouts in their saved form (`src/app/docking/saved-layout.ts`), for specs that start with one instead of building it in the UI. */
import type { KindId } from '../app/index.ts'

/** A panel of a layout: its kind, and the source of its market. */
export interface SavedPanel {
  readonly kind: KindId
  /** The text of a pinned market, or a link group, which takes `shown` if it has no market yet. */
  readonly market?: string | { readonly group: number; readonly shown?: string }
}

const keptMarket = (market: SavedPanel['market']): object | null => {
  if (market === undefined) return null
  return typeof market === 'string'
    ? { by: 'pin', market }
    : { by: 'link', group: market.group, shown: market.shown ?? null, stays: false }
}

/**
 * Columns of panels one over the other, all of equal size.
 * @param name distinguishes the panels' ids from those of other windows
 */
export function layoutOf(
  name: string,
  columns: readonly (readonly SavedPanel[])[],
  { width, height }: { readonly width: number; readonly height: number },
): Record<string, unknown> {
  const idOf = (column: number, row: number): string => `${columns[column]?.[row]?.kind}-${name}-${column}-${row}`
  const leaf = (column: number, row: number, size: number) => ({
    type: 'leaf',
    size,
    data: {
      views: [idOf(column, row)],
      activeView: idOf(column, row),
      id: `${column}/${row}`,
      // The strip has no tabs, and nothing can join it.
      ...(columns[column]?.[row]?.kind === 'bucket' ? { locked: 'no-drop-target', hideHeader: true } : {}),
    },
  })
  const root = {
    type: 'branch',
    size: height,
    data: columns.map((panels, column) => {
      const across = width / columns.length
      // A column of one panel is that panel: the docking has no branch with one part.
      if (panels.length === 1) return leaf(column, 0, across)
      return { type: 'branch', size: across, data: panels.map((_, row) => leaf(column, row, height / panels.length)) }
    }),
  }
  const panels = columns.flatMap((column, at) =>
    column.map(({ kind, market }, row) => ({ id: idOf(at, row), kind, market: keptMarket(market), options: {} })),
  )
  const docked = Object.fromEntries(panels.map(({ id, kind }) => [id, { id, contentComponent: kind }]))
  return {
    version: 2,
    layout: { grid: { root, width, height, orientation: 'HORIZONTAL' }, panels: docked },
    panels,
    drafts: {},
  }
}

/** The saved windows of a deployment in a data folder. */
export const savedWindows = (profile: string, windows: readonly Record<string, unknown>[]): string =>
  JSON.stringify({
    windows: Object.fromEntries([
      ['#open', windows.map((_, at) => ({ name: `window-${at + 1}`, profile }))],
      ...windows.map((layout, at) => [`window-${at + 1}`, layout]),
    ]),
  })
