import { describe, expect, it } from 'vitest'
import { sameLayout } from './workspaces.ts'

const layout = (market: object, more: object = {}) => ({
  version: 2,
  layout: { activeGroup: '1' },
  panels: [{ id: 'book-1', kind: 'book', market, options: {} }],
  ...more,
})
const linked = (shown: string, stays = false, group = 3) => ({ by: 'link', group, shown, stays })

describe('two layouts', () => {
  it('are the same for any market of a link group, drafts, front tab and order of rows', () => {
    const before = layout(linked('scalar/live'))
    expect(sameLayout(before, layout(linked('outcome/3601/0', true)))).toBe(true)
    expect(sameLayout(before, layout(linked('scalar/live'), { drafts: { 'book-1': { size: '1' } } }))).toBe(true)
    expect(sameLayout(before, layout(linked('scalar/live'), { layout: { activeGroup: '2' } }))).toBe(true)
    const sorted = (column: string) =>
      layout(linked('scalar/live'), { panels: [{ id: 'fills-1', options: { table: { sort: { column } } } }] })
    expect(sameLayout(sorted('time'), sorted('size'))).toBe(true)
  })

  it('differ where a panel is in another group, or pinned to another market', () => {
    expect(sameLayout(layout(linked('scalar/live')), layout(linked('scalar/live', false, 4)))).toBe(false)
    const pinned = (market: string) => layout({ by: 'pin', market })
    expect(sameLayout(pinned('scalar/A'), pinned('scalar/B'))).toBe(false)
    expect(sameLayout(pinned('scalar/A'), null)).toBe(false)
  })
})
