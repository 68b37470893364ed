import { describe, expect, it } from 'vitest'
import { DEFAULT_CHOICES, type PanelChoices } from '../../workspace/index.ts'
import { PANEL_IDS } from './panel-table.tsx'
import { choicesOf, fromSaved, savedDrafts, toSaved } from './saved-layout.ts'

type Layout = Parameters<typeof toSaved>[0]
const layout = (ids: readonly string[] = PANEL_IDS): Layout =>
  ({
    grid: { root: { type: 'branch', data: [] }, height: 100, width: 100, orientation: 'HORIZONTAL' },
    panels: Object.fromEntries(ids.map((id) => [id, { id, contentComponent: id }])),
  }) as unknown as Layout

describe('a saved layout', () => {
  it('comes back as it went', () => {
    expect(fromSaved(JSON.parse(JSON.stringify(toSaved(layout(), DEFAULT_CHOICES, {}))))).toEqual(layout())
  })

  it('brings along what was typed, as it was kept', () => {
    expect(savedDrafts(toSaved(layout(), DEFAULT_CHOICES, { binary: { amount: '25' } }))).toEqual({
      binary: { amount: '25' },
    })
    expect(savedDrafts(null)).toBeUndefined()
  })

  it('comes back without the panels that were closed', () => {
    const some = layout(PANEL_IDS.slice(1))
    expect(fromSaved(toSaved(some, DEFAULT_CHOICES, {}))).toEqual(some)
  })

  it.each([
    ['nothing', null],
    ['text', 'layout'],
    ['a list', []],
    ['another version', { version: 2, layout: layout() }],
    ['no grid', { version: 1, layout: { panels: layout().panels } }],
    ['an unknown panel', toSaved(layout([...PANEL_IDS.slice(1), 'ladder']), DEFAULT_CHOICES, {})],
    ['a panel under another name', { version: 1, layout: { ...layout(), panels: { ...layout().panels, book: {} } } }],
  ])('is not taken when it is %s', (_what, saved) => {
    expect(fromSaved(saved)).toBeNull()
  })
})

describe('the choices made inside panels', () => {
  it('come back as they went', () => {
    const choices: PanelChoices = { ...DEFAULT_CHOICES, resolution: 300, chartStyle: 'line', slippage: '1' }
    expect(choicesOf(JSON.parse(JSON.stringify(toSaved(layout(), choices, {}))))).toEqual(choices)
  })

  it.each([
    ['nothing was saved', null],
    ['an older version kept none', { version: 1, layout: layout() }],
    ['they are no choices', { choices: { resolution: 7, chartStyle: 'bars', slippage: '50' } }],
  ])('are the defaults when %s', (_what, saved) => {
    expect(choicesOf(saved)).toEqual(DEFAULT_CHOICES)
  })
})
