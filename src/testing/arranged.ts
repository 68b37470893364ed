/** Arrangements of windows as they are kept (`src/app/docking/saved-layout.ts`), for specs that begin with one rather than make it by hand. */
import type { KindId } from '../app/index.ts'

/** A panel of an arrangement: its kind, and where its market comes from. */
export interface KeptPanel {
  readonly kind: KindId
  /** The text of a market that it is pinned to, or a link group, which takes `shown` where it has no market yet. */
  readonly market?: string | { readonly group: number; readonly shown?: string }
}

const keptMarket = (market: KeptPanel['market']): object | null => {
  if (market === undefined) return null
  return typeof market === 'string'
    ? { by: 'pin', market }
    : { by: 'link', group: market.group, shown: market.shown ?? null, stays: false }
}

/**
 * Columns of panels one over the other, all as large.
 * @param name tells the panels' ids from those of other windows.
 */
export function arranged(
  name: string,
  columns: readonly (readonly KeptPanel[])[],
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
      // The strip has no tabs, and nothing joins it.
      ...(columns[column]?.[row]?.kind === 'bucket' ? { locked: 'no-drop-target', hideHeader: true } : {}),
    },
  })
  const root = {
    type: 'branch',
    size: height,
    data: columns.map((panels, column) => {
      const across = width / columns.length
      // A column of one panel is that panel: the docking knows no branch of one part.
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

/** What a data folder keeps of windows that were open on a deployment. */
export const keptWindows = (profile: string, windows: readonly Record<string, unknown>[]): string =>
  JSON.stringify({
    windows: Object.fromEntries([
      ['#open', windows.map((_, at) => ({ name: `window-${at + 1}`, profile }))],
      ...windows.map((layout, at) => [`window-${at + 1}`, layout]),
    ]),
  })
