/** The arrangement of a first start: bucket over chart over positions, the book and trades beside them, ticket and activity outside. */
import type { AddPanelPositionOptions, DockviewApi } from 'dockview-react'
import { PANEL_TITLES, type PanelId } from './panel-ids.ts'

/** The bucket strip keeps its height, px. */
export const BUCKET_HEIGHT = 72

/** Least sizes of the other panels, px: what still shows something useful. */
const LEAST: Readonly<Record<PanelId, { readonly width: number; readonly height: number }>> = {
  bucket: { width: 480, height: BUCKET_HEIGHT },
  chart: { width: 320, height: 160 },
  book: { width: 220, height: 240 },
  trades: { width: 200, height: 90 },
  ticket: { width: 280, height: 240 },
  positions: { width: 320, height: 90 },
  'open-orders': { width: 320, height: 90 },
  activity: { width: 220, height: 90 },
}

/** Sizes for a workspace of this many px. */
export function defaultSizes(width: number, height: number) {
  const roomy = width >= 1600
  return {
    ticket: roomy ? 318 : 304,
    book: roomy ? 292 : 240,
    bottom: Math.round(Math.min(264, Math.max(150, height * 0.25))),
  }
}

/** Clears the docking and arranges the panels anew. */
export function arrangeDefault(api: DockviewApi): void {
  api.clear()
  const sizes = defaultSizes(api.width, api.height)
  const panel = (id: PanelId, position?: AddPanelPositionOptions, size: { width?: number; height?: number } = {}) =>
    api.addPanel({
      id,
      component: id,
      title: PANEL_TITLES[id],
      minimumWidth: LEAST[id].width,
      minimumHeight: LEAST[id].height,
      ...(id === 'bucket' ? { maximumHeight: BUCKET_HEIGHT } : {}),
      ...(position === undefined ? {} : { position }),
      ...(size.width === undefined ? {} : { initialWidth: size.width }),
      ...(size.height === undefined ? {} : { initialHeight: size.height }),
    })
  panel('chart')
  panel('book', { referencePanel: 'chart', direction: 'right' }, { width: sizes.book })
  panel('ticket', { referencePanel: 'book', direction: 'right' }, { width: sizes.ticket })
  const bucket = panel('bucket', { referencePanel: 'chart', direction: 'above' }, { height: BUCKET_HEIGHT })
  panel('positions', { referencePanel: 'chart', direction: 'below' }, { height: sizes.bottom })
  panel('open-orders', { referencePanel: 'positions', direction: 'within' })
  panel('trades', { referencePanel: 'book', direction: 'below' }, { height: sizes.bottom })
  panel('activity', { referencePanel: 'ticket', direction: 'below' }, { height: sizes.bottom })
  api.getPanel('positions')?.api.setActive()
  bucket.group.header.hidden = true
  bucket.group.locked = 'no-drop-target'

  for (const id of ['positions', 'trades', 'activity'] as const) {
    api.getPanel(id)?.group.api.setSize({ height: sizes.bottom })
  }
  bucket.group.api.setSize({ height: BUCKET_HEIGHT })
  api.getPanel('book')?.group.api.setSize({ width: sizes.book })
  api.getPanel('ticket')?.group.api.setSize({ width: sizes.ticket })
}
