import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DockLayout, isSameLayout, keepPlaces, withGaps, without } from './saved-positions.ts'

type Node = DockLayout['grid']['root']

const leaf = (size: number, ...views: string[]): Node =>
  ({ type: 'leaf', size, data: { views, activeView: views[0], id: views.join('+') } }) as unknown as Node
const branch = (size: number, ...data: Node[]): Node => ({ type: 'branch', size, data }) as Node

/** The layout of a first start at 1600 × 896. */
const FIRST = {
  grid: {
    root: branch(
      896,
      branch(986, leaf(72, 'bucket'), leaf(592, 'chart', 'outcomes'), leaf(224, 'positions', 'open-orders', 'alerts')),
      branch(292, leaf(668, 'book'), leaf(224, 'trades')),
      branch(318, leaf(668, 'ticket', 'binary'), leaf(224, 'activity')),
    ),
    width: 1600,
    height: 896,
    orientation: 'HORIZONTAL',
  },
  panels: {},
} as unknown as DockLayout

const PANELS = 'bucket chart outcomes positions open-orders alerts book trades ticket binary activity'.split(' ')
const isChart = (id: string): boolean => id === 'chart'
const only = (...ids: string[]): ReadonlySet<string> => new Set(ids)

/** Sum of the sizes of a node's parts along its axis. */
const total = (node: Node): number =>
  Array.isArray(node.data) ? node.data.reduce((sum, child) => sum + (child.size ?? 0), 0) : 0

describe('the layout without a closed panel', () => {
  it('gives its space to its neighbor, and loses none of it', () => {
    const { root } = without(FIRST, only('trades'), isChart).grid
    expect(total(root)).toBe(total(FIRST.grid.root))
    expect(root.data).toHaveLength(3)
    expect(JSON.stringify(root)).toContain(JSON.stringify(leaf(292, 'book')))
  })

  it('keeps the group of a tab as it is', () => {
    const changed = without(FIRST, only('open-orders'), isChart).grid.root
    expect(JSON.stringify(changed)).toContain('"views":["positions","alerts"]')
    expect(total((changed.data as Node[])[0] as Node)).toBe(888)
  })

  it('lets the chart take the space of a whole column', () => {
    const [left, right] = without(FIRST, only('book', 'trades'), isChart).grid.root.data as Node[]
    expect([left?.size, right?.size]).toEqual([986 + 292, 318])
  })
})

describe('a loaded layout', () => {
  it('includes the gaps in its sizes, so that nothing is stretched', () => {
    const drawn = { ...FIRST, grid: { ...FIRST.grid, root: branch(896, leaf(1277, 'chart'), leaf(319, 'ticket')) } }
    const { root } = withGaps(drawn, 4).grid
    expect((root.data as Node[]).map(({ size }) => size)).toEqual([1279, 321])
    expect(total(root)).toBe(1600)
  })
})

describe('panels that are closed and reopened', () => {
  it('leave the layout unchanged, in any number and order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PANELS), { maxLength: 40 }), (toggles) => {
        const places = keepPlaces(isChart, 0)
        let shown = FIRST
        const closed = new Set<string>()
        const toggle = (id: string): void => {
          if (closed.delete(id)) {
            const back = places.opening(id, shown)
            if (back === null) throw new Error(`${id} has no place`)
            shown = back
          } else {
            places.closing(id, shown)
            closed.add(id)
            shown = without(shown, only(id), isChart)
          }
          places.settled(shown)
        }
        for (const id of toggles) toggle(id)
        for (const id of [...closed]) toggle(id)
        expect(isSameLayout(shown, FIRST)).toBe(true)
      }),
      { seed: 2, numRuns: 300 },
    )
  })

  it('use their default place once something was moved', () => {
    const places = keepPlaces(isChart, 0)
    places.closing('trades', FIRST)
    places.settled(without(FIRST, only('trades'), isChart))
    const moved = without(FIRST, only('trades', 'alerts'), isChart)
    expect(places.opening('trades', moved)).toBeNull()
  })
})
