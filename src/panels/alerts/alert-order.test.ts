import { describe, expect, it } from 'vitest'
import type { AlertRecord } from '../../../contract/alert.ts'
import { type Price, price } from '../../../contract/decimal.ts'
import { inOrder } from './alerts-panel.tsx'

const alert = (id: string, rule: object, more: object = {}): AlertRecord =>
  ({ id, rule, state: 'on', lastFiredAt: null, repeat: false, ...more }) as unknown as AlertRecord
const mark = (id: string, at: string, more: object = {}) =>
  alert(id, { kind: 'price', asset: null, price: at, direction: 'either' }, more)
const priceOf = (asset: string | null): Price | null =>
  asset === null ? price('571.60') : asset === '#10' ? price('0.40') : null
const ids = (...alerts: readonly AlertRecord[]): readonly string[] => inOrder(alerts, priceOf).map(({ id }) => id)

describe('alerts in default order', () => {
  it('have the nearest first, above or below, in either unit of the market', () => {
    const warm = alert('warm', { kind: 'temperature', asset: null, temperature: '71.70', direction: 'up' })
    expect(ids(mark('far', '575'), warm, mark('near', '571.55'))).toEqual(['near', 'warm', 'far'])
  })
  it('never compare a mark with a probability, and put those without a distance last', () => {
    const chance = (id: string, asset: string, at: string) =>
      alert(id, { kind: 'probability', asset, probability: at, direction: 'either' })
    expect(
      ids(
        alert('fill', { kind: 'fill', asset: null }),
        chance('b', '#10', '0.6'),
        chance('?', '#20', '0.4'),
        chance('a', '#10', '0.41'),
        mark('m', '580'),
      ),
    ).toEqual(['m', 'a', 'b', 'fill', '?'])
  })
  it('have triggered ones after watched ones, newest first, and disabled ones at the end', () => {
    const fired = (id: string, lastFiredAt: number) => mark(id, '571.60', { state: 'fired', lastFiredAt })
    expect(ids(mark('off', '571.60', { state: 'off' }), fired('old', 1), fired('new', 2), mark('on', '600'))).toEqual([
      'on',
      'new',
      'old',
      'off',
    ])
  })
})
