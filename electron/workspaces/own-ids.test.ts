import { describe, expect, it } from 'vitest'
import type { WindowLayout } from '../../contract/workspace.ts'
import { repeatedIn, withOwnIds } from './exported.ts'

/** A window with its panels side by side, each in its own tabs, and a closed one. */
const layout = (...ids: readonly string[]): WindowLayout => ({
  version: 2,
  layout: {
    activeGroup: '1',
    panels: Object.fromEntries(ids.map((id) => [id, { id, contentComponent: 'book' }])),
    grid: {
      root: {
        type: 'branch',
        data: ids.map((id) => ({ type: 'leaf', data: { id: '1', views: [id], activeView: id } })),
      },
    },
  },
  panels: [...ids, `closed-${ids[0]}`].map((id) => ({ id, kind: 'book', market: null, options: {} })),
})

describe('panels of several windows', () => {
  it('stay unchanged where each has a unique id', () => {
    const layouts = [layout('a', 'b'), null, layout('c')]
    expect(withOwnIds(layouts)).toEqual({ layouts, repeated: [] })
  })

  it('of a copied window get new ids in all places, without any other change', () => {
    const { layouts, repeated } = withOwnIds([layout('book', 'a-2'), layout('book'), layout('book', 'c')])
    expect(repeated).toEqual(['book', 'closed-book'])
    const copy = layout('book-2')
    expect(layouts).toEqual([
      layout('book', 'a-2'),
      {
        ...copy,
        panels: (copy.panels as { id: string }[]).map((one, at) => (at === 0 ? one : { ...one, id: 'closed-book-2' })),
      },
      {
        ...layout('book-3', 'c'),
        panels: ['book-3', 'c', 'closed-book-3'].map((id) => ({ id, kind: 'book', market: null, options: {} })),
      },
    ])
  })

  it('never get an id that another panel has', () => {
    const { layouts } = withOwnIds([layout('a'), layout('a'), layout('a-2')])
    const ids = layouts.flatMap((one) => ((one?.panels ?? []) as { id: string }[]).map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toContain('a-2')
  })
})

describe('an id within one window', () => {
  it('used for two panels, or in two places, is found', () => {
    const twice = layout('a', 'b')
    expect(repeatedIn(twice)).toBeNull()
    expect(repeatedIn(null)).toBeNull()
    expect(repeatedIn({ ...twice, panels: [...(twice.panels as unknown[]), { id: 'b', kind: 'chart' }] })).toBe('b')
    expect(repeatedIn({ ...layout('a', 'b', 'a'), panels: twice.panels })).toBe('a')
  })

  it('does not matter where there is no layout', () => {
    for (const odd of [{}, { panels: [7, null, {}] }, { panels: [{ id: 'a' }], layout: { grid: 7 } }]) {
      expect(repeatedIn(odd)).toBeNull()
      expect(withOwnIds([odd, odd]).layouts).toHaveLength(2)
    }
  })
})
