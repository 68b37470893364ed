import type { DockviewApi, SerializedDockview } from 'dockview-react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { PanelInstance } from '../../workspace/index.ts'
import type { SavedLayout } from './layout-plan.ts'
import { toSaved } from './saved-layout.ts'
import { without } from './saved-positions.ts'

/** The layouts shown by the docking, and the reported messages. */
const seen = vi.hoisted(() => ({ shown: [] as unknown[], reports: [] as string[], refuses: false }))
vi.mock('./docking.ts', () => ({
  load(_api: unknown, { layout }: SavedLayout) {
    if (seen.refuses) throw new Error('no such grid')
    seen.shown.push(Object.keys(layout.panels))
  },
  applyTemplate: (_api: unknown, id: string) => void seen.shown.push(id),
}))
vi.mock('./trouble.tsx', () => ({ showFailure: (text: string) => void seen.reports.push(text) }))

const { restore } = await import('./left-out.ts')

const api = {} as DockviewApi
const book: PanelInstance = { id: 'book-1', kind: 'book', market: null, options: {} }
const layout = {
  grid: {
    root: { type: 'branch', size: 600, data: [{ type: 'leaf', size: 800, data: { id: '1', views: ['book-1'] } }] },
    width: 800,
    height: 600,
    orientation: 'HORIZONTAL',
  },
  panels: { 'book-1': { id: 'book-1', contentComponent: 'book' } },
  activeGroup: '1',
} as unknown as SerializedDockview

beforeEach(() => Object.assign(seen, { shown: [], reports: [], refuses: false }))

it('a window whose last panel moved to another window is restored without panels', () => {
  const empty = without(layout, new Set(['book-1']), () => false)
  expect(restore(api, toSaved({ layout: empty, panels: [] }, {}))).toEqual([])
  expect(seen).toMatchObject({ shown: [[]], reports: [] })
})

it('a window whose last panel was closed is restored without it, and can reopen it', () => {
  const empty = without(layout, new Set(['book-1']), () => false)
  expect(restore(api, toSaved({ layout: empty, panels: [book] }, {}))).toEqual(['book-1'])
  expect(seen).toMatchObject({ shown: [[]], reports: [] })
})

it('a window without a saved layout is a first start, and nothing is reported', () => {
  for (const saved of [null, {}, { drafts: {} }]) expect(restore(api, saved)).toBeNull()
  expect(seen).toMatchObject({ shown: ['scalar', 'scalar', 'scalar'], reports: [] })
})

it('shows the first start’s layout, with a report, where the docking refuses the saved one', () => {
  seen.refuses = true
  expect(restore(api, toSaved({ layout, panels: [book] }, {}))).toBeNull()
  expect(seen.shown).toEqual(['scalar'])
  expect(seen.reports).toEqual([
    expect.stringContaining(
      'The saved layout of this window could not be read, so the default layout is shown. Drafts are lost; orders are not affected.',
    ),
  ])
})
