import { describe, expect, it } from 'vitest'
import type { MoveView } from '../../contract/move.ts'
import { DEFAULT_SETTINGS } from '../../contract/settings-table.ts'
import { setFormat } from '../format/index.ts'
import { joined } from '../trade-forms/index.ts'
import { changedPrice, moveParts, moveStateLabel, tiedUpText } from './use-move-order.ts'

const order = {
  asset: 'NYCTMP1',
  side: 'buy',
  price: '571.62',
  size: '150.0000',
  filled: '0',
  reduceOnly: false,
} as never
const move = (more: Partial<MoveView>): MoveView =>
  ({ order, price: '571.78', size: '150', state: 'moved', filled: '50', placed: '100', ...more }) as never
const line = (more: Partial<MoveView>): string => joined(moveParts(move(more)))

describe('the label of a move', () => {
  it('has side, size, both prices, and the result', () => {
    expect(line({})).toBe(
      'Move buy 150 NYCTMP1 571.62 → 571.78 (71.62\u00a0°F → 71.78\u00a0°F), canceled, 50 had filled, placed 100',
    )
    expect(line({ price: '571.62' as never, size: '100' as never, filled: '0' as never, state: 'not_replaced' })).toBe(
      'Move buy 150 → 100 NYCTMP1 571.62, canceled, nothing had filled',
    )
  })
  it('has °F first where the trader prefers it', () => {
    setFormat({ ...DEFAULT_SETTINGS, zone: 'UTC', prices: 'temperature' })
    expect(line({})).toContain('71.62\u00a0°F → 71.78\u00a0°F (571.62 → 571.78)')
    expect(line({ price: '571.62' as never })).toContain('NYCTMP1 71.62\u00a0°F, ')
    setFormat({ ...DEFAULT_SETTINGS, zone: 'UTC' })
  })
  it('keeps the trailing zeros of its prices, with the same decimals on both sides', () => {
    const resting = { ...(order as object), price: '571.60' } as never
    expect(line({ order: resting, price: '571.7' as never })).toContain(
      '571.60 → 571.70 (71.60\u00a0°F → 71.70\u00a0°F)',
    )
    expect(changedPrice('571.60' as never, '571.60' as never, 'scalar')).toBe('571.60')
    expect(changedPrice('0.450' as never, '0.450' as never, 'outcome')).toBe('0.450')
  })
  it.each([
    ['cancelling', { filled: null, placed: null }, '', 'canceling'],
    ['kept', { filled: null, placed: null }, ', not canceled', 'not moved'],
    ['filled', { filled: '150', placed: null }, ', it had already filled', 'filled'],
    ['filled', { filled: '120', placed: null }, ', canceled, 120 had filled', 'filled'],
    ['left', { placed: null }, ', canceled, 50 had filled', 'not replaced'],
  ] as const)('%s', (state, more, end, text) => {
    expect(line({ state, ...(more as object) }).endsWith(`°F)${end}`)).toBe(true)
    expect(moveStateLabel({ state })).toBe(text)
  })
})

describe('the funds of an order, before and after', () => {
  const to = { price: '571.78' as never, size: '300' as never }
  it('are the margin of the rest, or the cost of shares', () => {
    expect(tiedUpText({ order, to, leverage: 10 }, 'scalar')).toBe('margin 8,574.30 → 17,153.40 USDC at 10×')
    expect(
      tiedUpText({ order, to: { ...to, size: '150' as never, price: '571.62' as never }, leverage: 10 }, 'scalar'),
    ).toBe('margin 8,574.30 USDC at 10×')
    const shares = { ...(order as object), price: '0.35', filled: '50' } as never
    expect(
      tiedUpText({ order: shares, to: { price: '0.36' as never, size: '150' as never }, leverage: null }, 'outcome'),
    ).toBe('costs at most 35.00 → 36.00 USDH')
  })
  it('are none for one that only reduces', () => {
    expect(
      tiedUpText({ order: { ...(order as object), reduceOnly: true } as never, to, leverage: 10 }, 'scalar'),
    ).toBeNull()
    expect(
      tiedUpText({ order: { ...(order as object), side: 'sell' } as never, to, leverage: null }, 'outcome'),
    ).toBeNull()
  })
})
