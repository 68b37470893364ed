/** The arrangement of a first start: bucket over chart over positions, the book and trades beside them, ticket and activity outside. */
import type { AddPanelPositionOptions, DockviewApi } from 'dockview-react'
import { rowHeight, textScale } from '../../ui/index.ts'
import { defaultSizes, type Sizes } from './default-sizes.ts'
import { GAP } from './kept-places.ts'
import { BUCKET_HEIGHT, type PanelId, panelKind } from './panel-table.tsx'

const sizesNow = (api: DockviewApi): Sizes =>
  defaultSizes({ width: api.width, height: api.height, scale: textScale(), row: rowHeight() })

type Place = AddPanelPositionOptions
interface Size {
  readonly width?: number
  readonly height?: number
}

function add(api: DockviewApi, id: PanelId, position?: Place, size: Size = {}) {
  const { title, least, strip } = panelKind(id)
  const panel = api.addPanel({
    id,
    component: id,
    title,
    minimumWidth: least.width,
    minimumHeight: least.height,
    ...(strip === undefined ? {} : { maximumHeight: strip }),
    ...(position === undefined ? {} : { position }),
    ...(size.width === undefined ? {} : { initialWidth: size.width }),
    ...(size.height === undefined ? {} : { initialHeight: size.height }),
  })
  if (strip !== undefined) {
    panel.group.header.hidden = true
    panel.group.locked = 'no-drop-target'
  }
  return panel
}

/** Clears the docking and arranges the panels anew. */
export function arrangeDefault(api: DockviewApi): void {
  api.clear()
  const sizes = sizesNow(api)
  add(api, 'chart')
  add(api, 'book', { referencePanel: 'chart', direction: 'right' }, { width: sizes.book })
  add(api, 'ticket', { referencePanel: 'book', direction: 'right' }, { width: sizes.ticket })
  add(api, 'binary', { referencePanel: 'ticket', direction: 'within' })
  if (sizes.outcomes === null) add(api, 'outcomes', { referencePanel: 'chart', direction: 'within' })
  const bucket = add(api, 'bucket', { referencePanel: 'chart', direction: 'above' }, { height: BUCKET_HEIGHT })
  add(api, 'positions', { referencePanel: 'chart', direction: 'below' }, { height: sizes.bottom })
  if (sizes.outcomes !== null) {
    add(api, 'outcomes', { referencePanel: 'chart', direction: 'below' }, { height: sizes.outcomes })
  }
  add(api, 'open-orders', { referencePanel: 'positions', direction: sizes.ordersBeside ? 'right' : 'within' })
  add(api, 'alerts', { referencePanel: 'open-orders', direction: 'within' })
  add(api, 'trades', { referencePanel: 'book', direction: 'below' }, { height: sizes.trades })
  add(api, 'activity', { referencePanel: 'ticket', direction: 'below' }, { height: sizes.activity })
  for (const id of ['ticket', 'chart', 'open-orders', 'positions'] as const) api.getPanel(id)?.api.setActive()

  api.getPanel('positions')?.group.api.setSize({ height: sizes.bottom })
  if (sizes.outcomes !== null) {
    // What is set takes from the last of its column: the chart gives first, and leaves the positions what they have.
    const chart = api.height - BUCKET_HEIGHT - sizes.outcomes - sizes.bottom - 3 * GAP
    api.getPanel('chart')?.group.api.setSize({ height: chart })
    api.getPanel('outcomes')?.group.api.setSize({ height: sizes.outcomes })
  }
  api.getPanel('trades')?.group.api.setSize({ height: sizes.trades })
  api.getPanel('activity')?.group.api.setSize({ height: sizes.activity })
  bucket.group.api.setSize({ height: BUCKET_HEIGHT })
  api.getPanel('chart')?.group.api.setSize({ width: api.width - sizes.book - sizes.ticket - 2 * GAP })
  api.getPanel('book')?.group.api.setSize({ width: sizes.book })
}

/** Opens a panel that was closed, near where it belongs, and leaves the others where they are. */
export function showAgain(api: DockviewApi, id: PanelId): void {
  const sizes = sizesNow(api)
  const { home, strip } = panelKind(id)
  const beside = home.beside.find(([other]) => api.getPanel(other) !== undefined)
  const direction = beside?.[1] ?? home.edge
  const width = home.width === 'half' ? Math.round(api.width / 2) : sizes[home.width ?? 'book']
  const size: Size =
    strip !== undefined
      ? { height: strip }
      : direction === 'left' || direction === 'right'
        ? { width }
        : { height: direction === 'above' ? Math.round(api.height * 0.6) : sizes.bottom }
  const panel = add(
    api,
    id,
    beside === undefined ? { direction: home.edge } : { referencePanel: beside[0], direction: beside[1] },
    direction === 'within' ? {} : size,
  )
  if (direction !== 'within') panel.group.api.setSize(size)
}
