import { describe, expect, it } from 'vitest'
import { binaryResults, unrealised } from '../../contract/books/index.ts'
import { type Money, money, price, size } from '../../contract/decimal.ts'
import { heldPrice } from '../../contract/family-rules.ts'
import { liquidationAt, returnPercent, settledAt, valueAt } from './profit.ts'

const long = {
  family: 'scalar' as const,
  size: size('450.0000'),
  entryPx: price('571.12'),
  margin: money('25700.4'),
  leverage: 10,
  realizedPnl: money('-5.6'),
}
const short = { ...long, size: size('-120'), entryPx: price('571.90'), realizedPnl: null, margin: null }

describe('live profit', () => {
  it('of a long rises with the mark, of a short falls with it', () => {
    expect(unrealised(long, price('571.84'))).toBe('324')
    expect(unrealised(short, price('571.84'))).toBe('7.2')
    expect(unrealised(short, price('572.00'))).toBe('-12')
  })
  it('is exact where floats are not', () => {
    expect(unrealised({ ...long, size: size('0.1'), entryPx: price('0.1') }, price('0.3'))).toBe('0.02')
  })
  it('is in percent of the margin, known or calculated from the leverage', () => {
    expect(returnPercent(long, '324' as Money)).toBe('1.26')
    expect(returnPercent(short, '7.2' as Money)).toBe('0.1')
    expect(returnPercent({ ...long, margin: money('0') }, '1' as Money)).toBeNull()
  })
  it('at settlement includes the realized result', () => {
    expect(settledAt(long, price('571.84'))).toBe('318.4')
    expect(settledAt(short, price('571.84'))).toBe('7.2')
  })
  it('values both sides positively', () => {
    expect(valueAt({ ...short, family: 'scalar' }, price('571.5'))).toBe('68580')
  })
  it('of DOWN contracts is in their own price, 1 − UP', () => {
    const down = { ...short, family: 'binary', size: size('-10'), entryPx: price('0.6') } as const
    expect(heldPrice(down, price('0.55'))).toBe('0.45')
    expect(heldPrice({ ...down, size: size('10') }, price('0.55'))).toBe('0.55')
    expect(valueAt(down, price('0.55'))).toBe('4.5')
    expect(unrealised(down, price('0.55'))).toBe('0.5')
  })
  it.each([
    ['10', '4', '-3'],
    ['-10', '6', '-2'],
  ])('%s binary contracts entered at UP 0.6 result in %s or %s', (contracts, won, lost) => {
    expect(binaryResults({ size: size(contracts), entryPx: price('0.6') })).toEqual({ won, lost })
  })

  it.each<[string, string, boolean]>([
    ['513.535', '513.54', true],
    ['531.3786', '531.37', false],
    ['524.9', '524.90', true],
    ['466.570000', '466.57', true],
  ])('a liquidation at %s is shown as %s, with the market’s decimals and never further away', (exact, shown, above) => {
    expect(liquidationAt(price(exact), 2, above)).toBe(shown)
  })
})
