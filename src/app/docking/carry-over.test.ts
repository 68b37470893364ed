/** Arrangements of version 0.1, from the data folder that is kept for the end-to-end specs. */
import { describe, expect, it } from 'vitest'
import { ACTIVE, LIVE } from '../../../contract/market-ref.ts'
import layouts from '../../../e2e/fixtures/data-0.1/layouts.json'
import { linkedTo } from '../../workspace/index.ts'
import { formsBefore } from './carry-over.ts'
import { fromSaved } from './saved-layout.ts'

const windows = layouts.windows as unknown as Record<string, Record<string, unknown>>

const counted = (): ((kind: string) => string) => {
  let count = 0
  return (kind) => {
    count += 1
    return `${kind}-${count}`
  }
}
const carried = (window: 'window-1' | 'window-2') => {
  const read = fromSaved(windows[window], counted())
  if (read === null) throw new Error(`${window} was not carried over`)
  return read
}
/** The kinds behind each other in each group, the one in front marked. */
function groups(node: unknown): string[] {
  const { data } = node as { data: unknown }
  if (Array.isArray(data)) return data.flatMap(groups)
  const { views, activeView } = data as { views: string[]; activeView: string }
  return [views.map((id) => `${id === activeView ? '*' : ''}${id.replace(/-\d+$/, '')}`).join(' ')]
}

describe('a window of version 0.1', () => {
  it('has its panels where they were', () => {
    expect(groups(carried('window-1').layout.grid.root)).toEqual([
      '*chart markets question ticket shares',
      '*trades positions open-orders alerts',
      '*book',
      '*ticket ticket phase',
      '*activity',
    ])
    expect(groups(carried('window-2').layout.grid.root)[0]).toBe('*bucket')
  })

  it('has its panels as large as they were', () => {
    const sizes = (node: unknown): unknown => {
      const { size, data } = node as { size?: number; data: unknown }
      return [size, Array.isArray(data) ? data.map(sizes) : null]
    }
    const before = windows['window-2']?.layout as { grid: { root: unknown } }
    expect(sizes(carried('window-2').layout.grid.root)).toEqual(sizes(before.grid.root))
  })

  it('shows the live scalar market in link group 1, with the choices that were made', () => {
    const chart = carried('window-1').panels.find(({ kind }) => kind === 'chart')
    expect(chart?.market).toEqual(linkedTo(1, LIVE))
    expect(chart?.options).toEqual({ resolution: 300, chartStyle: 'candles' })
    // A slippage in per cent is none of the distances that are chosen now.
    expect(carried('window-1').panels.find(({ kind }) => kind === 'positions')?.options).toEqual({})
  })

  it('has the active binary market in link group 2, in front where it was in front', () => {
    expect(groups(carried('window-2').layout.grid.root).find((group) => group.includes('phase'))).toBe(
      'ticket *ticket phase',
    )
    const { panels } = carried('window-2')
    expect(panels.filter(({ kind }) => kind === 'ticket').map(({ market }) => market)).toEqual([
      linkedTo(3),
      linkedTo(1, LIVE),
      linkedTo(2, ACTIVE),
    ])
  })

  it('shows the outcome that was looked at', () => {
    const outcomes = { outcomeId: 36, index: 1, side: 'buy', mode: 'limit', price: '', slippage: '2', size: '' }
    const read = fromSaved({ ...windows['window-1'], drafts: { outcomes } }, counted())
    const shown = { family: 'outcome', outcomeId: 36, side: 1 }
    expect(read?.panels.find(({ kind }) => kind === 'question')?.market).toMatchObject({ group: 3, shown })
  })

  it('has what was typed in the panels that took the place of its forms', () => {
    const { panels } = carried('window-2')
    const forms = formsBefore({ layout: carried('window-2').layout, panels })
    const group = (id: string | null) => panels.find((panel) => panel.id === id)?.market
    expect([forms.scalar, forms.binary, forms.outcome].map(group)).toMatchObject([
      { group: 1 },
      { group: 2 },
      { group: 3 },
    ])
  })

  it('is not taken when it is damaged', () => {
    const layout = windows['window-1']?.layout as { panels: Record<string, unknown> }
    const other = { ...layout, panels: { ...layout.panels, ladder: { id: 'ladder', contentComponent: 'ladder' } } }
    expect(fromSaved({ version: 1, layout: other }, counted())).toBeNull()
  })
})
