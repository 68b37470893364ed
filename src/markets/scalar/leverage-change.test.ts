import { describe, expect, it } from 'vitest'
import type { Position } from '../../../contract/account.ts'
import { type Money, money, price, size } from '../../../contract/decimal.ts'
import { leverageChange } from './liquidation.ts'

const held = (signed: string, over: Partial<Position> = {}): Position => ({
  family: 'scalar',
  asset: 'NYCTMP1',
  size: size(signed),
  entryPx: price('550.00'),
  markPx: price('553.00'),
  leverage: 10,
  margin: money('2200'),
  unrealizedPnl: null,
  realizedPnl: null,
  liquidationPx: price('521.05'),
  ...over,
})
const FACTS: Parameters<typeof leverageChange>[3] = {
  maxLeverage: 10,
  tickSize: price('0.01'),
  mark: price('553.00'),
  available: money('5000'),
  unit: 'f',
}

describe('changing the leverage of an open position', () => {
  it('shows margin, worst case, liquidation, distance and remaining balance, now and after', () => {
    const { now, after, warning, rows } = leverageChange(held('40'), 10, 5, FACTS)
    expect(rows.map(({ name }) => name)).toEqual(['Margin', 'Liquidation', 'From the mark', 'Max loss', 'Available'])
    expect(now).toMatchObject({
      margin: { main: '2,200.00' },
      lost: { main: '− 2,200.00' },
      liquidation: { main: '21.05 °F', note: '521.05' },
      distance: { main: '31.95 °F' },
      free: { main: '5,000.00' },
    })
    // 40 × 550 ÷ 5; liquidated at (22,000 − 4,400) ÷ 40 × 20 ÷ 19.
    expect(after).toMatchObject({
      margin: { main: '4,400.00' },
      lost: { main: '− 4,400.00' },
      liquidation: { main: '-36.84 °F', note: '463.16' },
      distance: { main: '89.84 °F' },
      free: { main: '2,800.00' },
    })
    expect(warning).toBeNull()
  })
  it('of a short shows a liquidation above, in marks when those are chosen', () => {
    const short = held('-40', { liquidationPx: price('576.19') })
    const { now, after } = leverageChange(short, 10, 5, { ...FACTS, unit: 'mark' })
    expect(now.liquidation).toMatchObject({ main: '576.19', note: '76.19\u00a0°F' })
    expect(after.liquidation?.main).toBe('628.57')
    expect(after.distance?.main).toBe('75.57 °F')
  })
  it('warns of an immediate liquidation, and of missing margin', () => {
    const deep = held('40', { margin: money('6000'), leverage: 4, liquidationPx: null })
    expect(leverageChange(deep, 4, 10, { ...FACTS, mark: price('520.00') }).warning).toMatch(/liquidated at once/)
    expect(leverageChange(held('40'), 10, 2, FACTS).warning).toBe(
      'This takes 3,800.00 USDC more margin than available. The venue will reject it.',
    )
  })
  it('omits what is unknown', () => {
    const { now, after } = leverageChange(held('40', { margin: null }), 10, 5, {
      ...FACTS,
      mark: null,
      available: null as Money | null,
    })
    expect(now.margin?.main).toBe('2,200.00')
    expect([after.distance, after.free]).toEqual([undefined, undefined])
  })
})
