import { describe, expect, it } from 'vitest'
import { layOut } from './layout-plan.ts'
import { fromSaved, toSaved } from './saved-layout.ts'

describe('the layout of a plan', () => {
  it('has a branch at its root even with a single panel, as in a window made for a moved panel', () => {
    const { layout, panels } = layOut(
      { row: [{ tabs: [{ kind: 'ticket' }] }] },
      { width: 720, height: 560 },
      () => 'ticket-1',
    )
    expect(layout.grid.root).toMatchObject({
      type: 'branch',
      size: 560,
      data: [{ type: 'leaf', size: 720, data: { views: ['ticket-1'] } }],
    })
    expect(fromSaved(toSaved({ layout, panels }, {}))?.panels).toEqual(panels)
  })

  it('gives parts without a size the remaining space, minus the gaps between them', () => {
    const { layout } = layOut(
      { row: [{ tabs: [{ kind: 'chart' }] }, { size: 300, tabs: [{ kind: 'ticket' }] }] },
      { width: 1000, height: 500 },
      (kind) => kind,
    )
    expect(layout.grid.root.data).toMatchObject([{ size: 696 }, { size: 300 }])
  })
})
