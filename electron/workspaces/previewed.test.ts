import { describe, expect, it } from 'vitest'
import { text } from '../../contract/safe-text.ts'
import type { WindowLayout } from '../../contract/workspace.ts'
import type { ReadWorkspace } from './exported.ts'
import { previewOf } from './previewed.ts'

const display = { x: 0, y: 0, width: 1920, height: 1080 }
const place = {
  state: 'normal',
  left: 0,
  top: 0,
  width: 1600,
  height: 960,
  display: { ...display, workArea: display, scale: 1, isPrimary: true },
} as const

const read = (layout: WindowLayout): ReadWorkspace => ({
  format: 'isotherm-workspace',
  version: 1,
  name: text`Two`,
  windows: [{ place, layout }],
  repeated: [],
})
const KINDS = ['book', 'chart', 'bucket', 'positions']
const windowOf = (layout: WindowLayout) => previewOf(read(layout), 'Two', KINDS).windows[0]

type Kept = { readonly id: string; readonly kind: string; readonly market?: unknown }
const placed = (...panels: readonly Kept[]) =>
  Object.fromEntries(panels.map(({ id, kind }) => [id, { id, contentComponent: kind }]))

const linked = (group: unknown, shown: unknown) => ({ by: 'link', group, shown, stays: false })
const pin = (market: unknown) => ({ by: 'pin', market })

describe('the preview of an exported workspace', () => {
  it('lists each panel, with market and link group, combining equal ones', () => {
    const panels: readonly Kept[] = [
      { id: 'a', kind: 'book', market: linked(1, 'scalar/NYCTMP1') },
      { id: 'b', kind: 'chart', market: pin('outcome/3601/0') },
      { id: 'c', kind: 'chart', market: pin('outcome/3601/0') },
      { id: 'd', kind: 'chart', market: linked(2, null) },
      { id: 'e', kind: 'positions', market: null },
    ]
    expect(windowOf({ version: 2, panels, layout: { panels: placed(...panels) } })?.panels).toEqual([
      { kind: 'book', market: 'scalar/NYCTMP1', group: 1, unread: null, count: 1 },
      { kind: 'chart', market: null, group: 2, unread: null, count: 1 },
      { kind: 'chart', market: 'outcome/3601/0', group: null, unread: null, count: 2 },
      { kind: 'positions', market: null, group: null, unread: null, count: 1 },
    ])
  })

  it('reports places without a panel, and lists neither them nor panels without a place', () => {
    const [book, chart, closed] = [
      { id: 'a', kind: 'book' },
      { id: 'b', kind: 'chart' },
      { id: 'c', kind: 'bucket' },
    ]
    const other = { id: 'd', kind: 'positions' }
    const layout = {
      panels: { ...placed(book as Kept, chart as Kept), d: { id: 'd', contentComponent: 'radar' }, e: 7 },
    }
    const window = windowOf({ version: 2, panels: [book, closed, other], layout })
    expect(window?.panels.map(({ kind }) => kind)).toEqual(['book'])
    expect(window?.undescribed).toEqual(['chart', 'radar', 'e'])
  })

  it('distinguishes a window whose panels are all closed from one without a layout', () => {
    const panels = [{ id: 'a', kind: 'chart' }]
    expect(windowOf({ version: 2, panels, layout: { panels: {} } })).toMatchObject({ panels: [], isEmpty: true })
    for (const layout of [
      { version: 2, panels: [] },
      { version: 2, panels, layout: { panels: { b: 7 } } },
    ]) {
      expect(windowOf(layout)).toMatchObject({ panels: [], isEmpty: false })
    }
  })

  it('reports a panel of an unknown kind as such, for any content of its place', () => {
    const layout = { panels: { a: { id: 'a', contentComponent: 'chart' } } }
    const preview = previewOf(read({ version: 2, panels: [{ id: 'a', kind: 'radar' }], layout }), 'Two', KINDS)
    expect(preview).toMatchObject({ windows: [{ panels: [], undescribed: [] }], unknownKinds: ['radar'] })
  })

  it.each([
    [pin('weather/NYC'), 'weather/NYC', null],
    [pin(7), '7', null],
    [linked(9, 'scalar/NYCTMP1'), 'link group 9', null],
    [linked(3, 'weather/NYC'), 'weather/NYC', 3],
    ['odd', 'odd', null],
    [{ by: 'wind' }, '{"by":"wind"}', null],
    [pin('x'.repeat(500)), 'x'.repeat(60), null],
  ])('reports an unreadable market: %j', (market, unread, group) => {
    const panels = [{ id: 'a', kind: 'chart', market }]
    expect(windowOf({ version: 2, panels, layout: { panels: placed(...panels) } })?.panels).toEqual([
      { kind: 'chart', market: null, group, unread, count: 1 },
    ])
  })

  it('lists no more than a trader can read, for any text, and counts the rest', () => {
    const panels = Array.from({ length: 5000 }, (_, at) => ({ id: `p${at}`, kind: `${at}${'x'.repeat(500)}` }))
    const layout = { version: 2, panels, layout: { panels: { ...placed(...panels), gone: {} } } }
    const preview = previewOf(read(layout), 'Two', KINDS)
    expect(preview.windows[0]).toMatchObject({ more: 4940, undescribed: ['gone'] })
    expect(preview.windows[0]?.panels).toHaveLength(60)
    expect(preview.unknownKinds).toHaveLength(60)
    expect(JSON.stringify(preview).length).toBeLessThan(20_000)
  })
})
