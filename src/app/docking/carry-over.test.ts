/** Arrangements of version 0.1, from the data folder that is kept for the end-to-end specs. */
import { describe, expect, it } from 'vitest'
import { LIVE } from '../../../contract/market-ref.ts'
import layouts from '../../../e2e/fixtures/data-0.1/layouts.json'
import { linkedTo } from '../../workspace/index.ts'
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
      '*chart outcomes',
      '*trades positions open-orders alerts',
      '*book',
      '*ticket binary',
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
    expect(carried('window-1').panels.find(({ kind }) => kind === 'positions')?.options).toEqual({
      slippage: '0.5',
      probabilitySlippage: '5',
    })
  })

  it('is not taken when it is damaged', () => {
    const layout = windows['window-1']?.layout as { panels: Record<string, unknown> }
    const other = { ...layout, panels: { ...layout.panels, ladder: { id: 'ladder', contentComponent: 'ladder' } } }
    expect(fromSaved({ version: 1, layout: other }, counted())).toBeNull()
  })
})
