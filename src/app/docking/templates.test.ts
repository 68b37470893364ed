import { describe, expect, it } from 'vitest'
import { LIVE } from '../../../contract/market-ref.ts'
import type { LayoutSpace } from './default-sizes.ts'
import { layOut } from './layout-plan.ts'
import { panelKind } from './panel-table.tsx'
import { GAP } from './saved-positions.ts'
import { TEMPLATE_IDS, templateFor } from './templates.ts'

/** The workspace of a window: minus its bars and side gaps. */
const workspace = (width: number, height: number, scale = 1): LayoutSpace => ({
  width: width - 8,
  height: height - Math.round(62 * scale),
  scale,
  row: Math.round(22 * scale),
})
const ROOMS = [
  workspace(1280, 800),
  workspace(1280, 800, 1.3),
  workspace(1280, 800, 1.5),
  workspace(1920, 1080),
  workspace(3840, 2160, 14 / 12),
]

let made = 0
const newId = (kind: string): string => {
  made += 1
  return `${kind}-${made}`
}

interface Node {
  readonly type: string
  readonly size: number
  readonly data: readonly Node[] | { readonly views: readonly string[] }
}
interface Box {
  readonly views: readonly string[]
  readonly width: number
  readonly height: number
}

/** Every group with its size; rows and columns alternate. */
function boxes({ data, size }: Node, across: number, isRow: boolean): readonly Box[] {
  if (!('views' in data)) return data.flatMap((child) => boxes(child, size, !isRow))
  return [{ views: data.views, width: isRow ? across : size, height: isRow ? size : across }]
}

describe('a template', () => {
  it.each(TEMPLATE_IDS.flatMap((id) => ROOMS.map((room) => [id, room.width, room.height, room] as const)))(
    '%s fills %i × %i, and gives each panel at least its minimum',
    (id, _width, _height, room) => {
      const { layout, panels } = templateFor(id, room, newId)
      const kinds = new Map(panels.map((panel) => [panel.id, panel.kind]))
      const root = layout.grid.root as unknown as Node
      const check = ({ data, size }: Node, across: number): void => {
        if ('views' in data) return
        const used = data.reduce((sum, child) => sum + child.size, 0) + GAP * (data.length - 1)
        expect(used).toBeCloseTo(across, 0)
        for (const child of data) check(child, size)
      }
      check(root, room.width)
      const shown = boxes(root, room.width, true)
      for (const { views, width, height } of shown) {
        for (const view of views) {
          const { least } = panelKind(kinds.get(view) ?? '')
          expect(width, view).toBeGreaterThanOrEqual(least.width)
          expect(height, view).toBeGreaterThanOrEqual(least.height)
        }
      }
      expect(shown.flatMap(({ views }) => views).sort()).toEqual(panels.map((panel) => panel.id).sort())
    },
  )

  it.each(ROOMS)('for every family keeps each in view regardless of the choice in its list of markets: %o', (room) => {
    const { panels } = templateFor('everything', room, newId)
    const marketsOf = (kind: string) => panels.flatMap((panel) => (panel.kind === kind ? [panel.market] : []))
    const [list] = marketsOf('markets')
    const [strip] = marketsOf('bucket')
    expect(list).toMatchObject({ by: 'link', group: 3 })
    expect(strip).toEqual({ by: 'pin', market: LIVE })
    for (const kind of ['chart', 'book', 'ticket']) {
      expect(marketsOf(kind)).toMatchObject([{ group: 1 }, { group: 2 }, { group: 3 }])
    }
  })

  it('nests only rows in columns and columns in rows', () => {
    const row = { row: [{ row: [{ tabs: [{ kind: 'chart' as const }] }] }] }
    expect(() => layOut(row, workspace(1280, 800), newId)).toThrow('a row stands in a row')
  })

  it('gives a market to every panel that shows one', () => {
    for (const id of TEMPLATE_IDS) {
      for (const { kind, market } of templateFor(id, workspace(1920, 1080), newId).panels) {
        expect(market === null, kind).toBe(panelKind(kind).shows === null)
      }
    }
  })
})
