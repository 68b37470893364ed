import { expect, it } from 'vitest'
import { LIVE } from '../../../contract/market-ref.ts'
import { linkedTo } from '../../workspace/index.ts'
import { panelWithMarket } from './announced-panel.ts'

it('announced prices are of the last requested panel while it is open, else of the panel in use', () => {
  const linked = { market: linkedTo(1, LIVE) }
  const panels = { 'chart-1': linked, 'book-2': linked, 'positions-1': { market: null }, 'gone-1': linked }
  const open = ['positions-1', 'chart-1', 'book-2']
  expect(panelWithMarket(panels, open, ['positions-1', 'book-2'], 'chart-1')).toBe('chart-1')
  expect(panelWithMarket(panels, open, ['positions-1', 'book-2'], 'gone-1')).toBe('book-2')
  expect(panelWithMarket(panels, open, [], null)).toBe('chart-1')
  expect(panelWithMarket(panels, ['positions-1'], ['positions-1'], null)).toBeNull()
})
