import { describe, expect, it } from 'vitest'
import { PANEL_IDS } from './panel-ids.ts'
import { fromSaved, toSaved } from './saved-layout.ts'

type Layout = Parameters<typeof toSaved>[0]
const layout = (ids: readonly string[] = PANEL_IDS): Layout =>
  ({
    grid: { root: { type: 'branch', data: [] }, height: 100, width: 100, orientation: 'HORIZONTAL' },
    panels: Object.fromEntries(ids.map((id) => [id, { id, contentComponent: id }])),
  }) as unknown as Layout

describe('a saved layout', () => {
  it('comes back as it went', () => {
    expect(fromSaved(JSON.parse(JSON.stringify(toSaved(layout()))))).toEqual(layout())
  })

  it.each([
    ['nothing', null],
    ['text', 'layout'],
    ['a list', []],
    ['another version', { version: 2, layout: layout() }],
    ['no grid', { version: 1, layout: { panels: layout().panels } }],
    ['a missing panel', toSaved(layout(PANEL_IDS.slice(1)))],
    ['an unknown panel', toSaved(layout([...PANEL_IDS.slice(1), 'ladder']))],
    ['a panel under another name', { version: 1, layout: { ...layout(), panels: { ...layout().panels, book: {} } } }],
  ])('is not taken when it is %s', (_what, saved) => {
    expect(fromSaved(saved)).toBeNull()
  })
})
