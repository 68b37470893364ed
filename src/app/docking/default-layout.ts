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
  binary: { width: 280, height: 240 },
  outcomes: { width: 320, height: 160 },
  positions: { width: 320, height: 90 },
  'open-orders': { width: 320, height: 90 },
  alerts: { width: 320, height: 90 },
  activity: { width: 220, height: 90 },
  limits: { width: 240, height: 160 },
  account: { width: 320, height: 200 },
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

type Place = AddPanelPositionOptions
interface Size {
  readonly width?: number
  readonly height?: number
}

function add(api: DockviewApi, id: PanelId, position?: Place, size: Size = {}) {
  const panel = api.addPanel({
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
  if (id === 'bucket') {
    panel.group.header.hidden = true
    panel.group.locked = 'no-drop-target'
  }
  return panel
}

/** Clears the docking and arranges the panels anew. */
export function arrangeDefault(api: DockviewApi): void {
  api.clear()
  const sizes = defaultSizes(api.width, api.height)
  add(api, 'chart')
  add(api, 'book', { referencePanel: 'chart', direction: 'right' }, { width: sizes.book })
  add(api, 'ticket', { referencePanel: 'book', direction: 'right' }, { width: sizes.ticket })
  add(api, 'binary', { referencePanel: 'ticket', direction: 'within' })
  add(api, 'outcomes', { referencePanel: 'chart', direction: 'within' })
  const bucket = add(api, 'bucket', { referencePanel: 'chart', direction: 'above' }, { height: BUCKET_HEIGHT })
  add(api, 'positions', { referencePanel: 'chart', direction: 'below' }, { height: sizes.bottom })
  add(api, 'open-orders', { referencePanel: 'positions', direction: 'within' })
  add(api, 'alerts', { referencePanel: 'positions', direction: 'within' })
  add(api, 'trades', { referencePanel: 'book', direction: 'below' }, { height: sizes.bottom })
  add(api, 'activity', { referencePanel: 'ticket', direction: 'below' }, { height: sizes.bottom })
  for (const id of ['ticket', 'chart', 'positions'] as const) api.getPanel(id)?.api.setActive()

  for (const id of ['positions', 'trades', 'activity'] as const) {
    api.getPanel(id)?.group.api.setSize({ height: sizes.bottom })
  }
  bucket.group.api.setSize({ height: BUCKET_HEIGHT })
  api.getPanel('book')?.group.api.setSize({ width: sizes.book })
  api.getPanel('ticket')?.group.api.setSize({ width: sizes.ticket })
}

type Direction = 'left' | 'right' | 'above' | 'below'

/** Beside which panel one that was closed comes back: the first of these that is open, else the edge of the workspace. */
const HOMES: Readonly<
  Record<PanelId, { readonly beside: readonly (readonly [PanelId, Direction | 'within'])[]; readonly edge: Direction }>
> = {
  bucket: { beside: [['chart', 'above']], edge: 'above' },
  chart: {
    beside: [
      ['outcomes', 'within'],
      ['bucket', 'below'],
      ['positions', 'above'],
      ['open-orders', 'above'],
    ],
    edge: 'left',
  },
  book: {
    beside: [
      ['trades', 'above'],
      ['ticket', 'left'],
      ['chart', 'right'],
    ],
    edge: 'right',
  },
  trades: {
    beside: [
      ['book', 'below'],
      ['activity', 'left'],
    ],
    edge: 'right',
  },
  binary: {
    beside: [
      ['ticket', 'within'],
      ['activity', 'above'],
      ['book', 'right'],
    ],
    edge: 'right',
  },
  outcomes: {
    beside: [
      ['chart', 'within'],
      ['positions', 'above'],
    ],
    edge: 'left',
  },
  ticket: {
    beside: [
      ['binary', 'within'],
      ['activity', 'above'],
      ['book', 'right'],
    ],
    edge: 'right',
  },
  positions: {
    beside: [
      ['open-orders', 'within'],
      ['chart', 'below'],
    ],
    edge: 'below',
  },
  alerts: {
    beside: [
      ['open-orders', 'within'],
      ['positions', 'within'],
    ],
    edge: 'below',
  },
  'open-orders': {
    beside: [
      ['positions', 'within'],
      ['chart', 'below'],
    ],
    edge: 'below',
  },
  activity: {
    beside: [
      ['ticket', 'below'],
      ['trades', 'right'],
    ],
    edge: 'right',
  },
  limits: {
    beside: [
      ['positions', 'within'],
      ['activity', 'within'],
    ],
    edge: 'right',
  },
  account: { beside: [['chart', 'within']], edge: 'right' },
}

/** Opens a panel that was closed, near where it belongs, and leaves the others where they are. */
export function bringBack(api: DockviewApi, id: PanelId): void {
  const { ticket, book, bottom } = defaultSizes(api.width, api.height)
  const home = HOMES[id]
  const beside = home.beside.find(([other]) => api.getPanel(other) !== undefined)
  const direction = beside?.[1] ?? home.edge
  const wide = id === 'ticket' || id === 'binary' || id === 'activity' ? ticket : book
  const size: Size =
    id === 'bucket'
      ? { height: BUCKET_HEIGHT }
      : direction === 'left' || direction === 'right'
        ? { width: id === 'chart' || id === 'outcomes' ? Math.round(api.width / 2) : wide }
        : { height: direction === 'above' ? Math.round(api.height * 0.6) : bottom }
  const panel = add(
    api,
    id,
    beside === undefined ? { direction: home.edge } : { referencePanel: beside[0], direction: beside[1] },
    direction === 'within' ? {} : size,
  )
  if (direction !== 'within') panel.group.api.setSize(size)
}
