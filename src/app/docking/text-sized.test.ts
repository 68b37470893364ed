import { describe, expect, it } from 'vitest'
import { textSized } from './default-sizes.ts'
import type { DockLayout } from './saved-positions.ts'

const leaf = (view: string, size: number) => ({
  type: 'leaf',
  size,
  data: { views: [view], activeView: view, id: view },
})
const branch = (size: number, ...data: readonly unknown[]) => ({ type: 'branch', size, data })
const arranged = (root: unknown): DockLayout =>
  ({ grid: { root, width: 1272, height: 700, orientation: 'HORIZONTAL' }, panels: {} }) as unknown as DockLayout
const stretches = (id: string): boolean => id.startsWith('chart')
const isTicket = (id: string): boolean => id === 'ticket'
const panels = {
  ...{ stretches, isTicket },
  least: (id: string): number => (id === 'bucket' ? 440 : 100),
  needs: (id: string): number => (id === 'ladder' ? 450 : 130),
}
const sizesIn = ({ grid }: DockLayout): unknown => {
  const of = (node: { size?: number; data: unknown }): unknown =>
    Array.isArray(node.data) ? [node.size, node.data.map(of)] : node.size
  return of(grid.root as never)
}

const scalar = arranged(
  branch(
    700,
    branch(720, leaf('bucket', 72), leaf('chart', 440), leaf('positions', 180)),
    branch(240, leaf('book', 510), leaf('trades', 186)),
    branch(304, leaf('ticket', 510), leaf('activity', 186)),
  ),
)

describe('a layout for another text size', () => {
  it('widens panels beside a chart with the text, and changes heights only beside a ticket', () => {
    expect(sizesIn(textSized(scalar, 1.25, panels))).toEqual([
      700,
      [
        [584, [72, 440, 180]],
        [300, [510, 186]],
        [380, [547, 149]],
      ],
    ])
  })

  it('is restored when the text size is', () => {
    expect(sizesIn(textSized(textSized(scalar, 1.25, panels), 1 / 1.25, panels))).toEqual(sizesIn(scalar))
  })

  it('leaves a chart more than a quarter of the row', () => {
    const [, [first]] = sizesIn(textSized(scalar, 2.5, panels)) as [number, [[number, unknown]]]
    expect(first[0]).toBeGreaterThan(1264 / 4)
  })

  it('widens a ticket before the others of its row, and leaves each what its figures need', () => {
    const scalp = arranged(
      branch(
        700,
        branch(540, leaf('bucket', 72), leaf('chart', 620)),
        leaf('ladder', 420),
        branch(304, leaf('ticket', 510), leaf('activity', 186)),
      ),
    )
    expect(sizesIn(textSized(scalp, 1.2, panels))).toEqual([700, [[440, [72, 620]], 459, [365, [541, 155]]]])
    // The figures of the ladder would overlap in less.
    expect(sizesIn(textSized(scalp, 1.3, panels))).toEqual([700, [[440, [72, 620]], 450, [374, [553, 143]]]])
  })

  it('keeps the proportions of a row without a chart', () => {
    const row = arranged(branch(700, leaf('positions', 600), leaf('open-orders', 400)))
    expect(sizesIn(textSized(row, 1.5, panels))).toEqual([700, [600, 400]])
  })

  it('fits the content of a narrowed part into it', () => {
    const list = branch(500, branch(716, leaf('markets', 340), leaf('chart', 376)), leaf('positions', 180))
    const row = arranged(branch(700, branch(720, ...list.data), leaf('book', 240), leaf('ticket', 304)))
    const [, parts] = sizesIn(textSized(row, 1.25, panels)) as [number, [[number, [[number, number[]], number]]]]
    const [width, [[, [markets = 0, chart = 0]]]] = parts[0]
    expect(width).toBe(584)
    expect(markets + chart).toBeCloseTo(584, 0)
    expect(chart).toBeGreaterThan(584 / 4)
  })
})
