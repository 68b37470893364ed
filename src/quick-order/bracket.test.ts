import { describe, expect, it } from 'vitest'
import { decimal, type Price, price, size } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import type { Side } from '../../contract/market.ts'
import { bracketOf } from './bracket.ts'
import { parseOrderLine } from './order-line.ts'
import { instrument, scalarQuickOrderAt } from './testing/scalar-hand.ts'

const { hand } = scalarQuickOrderAt(price('571.48'))

/** From a line, at a price that ↑ ↓ may have changed since. */
function bracket(line: string, mark: Price | null = price('571.50'), at?: string) {
  const read = parseOrderLine(line)
  if (read?.kind !== 'order' || read.exits === null || read.price.kind !== 'typed') throw new Error(line)
  const priced = at === undefined ? hand.readPrice(read.price) : { price: price(at) }
  if ('issue' in priced) throw new Error(priced.issue)
  const order = { ...read, price: priced.price }
  return bracketOf(read.exits, { order, intent: intentOf(read.side), instrument, hand, mark, takerBps: null })
}
const intentOf = (side: Side, reduceOnly = false): Intent => ({
  ...{ kind: 'place', asset: 'NYCTMP1', side, price: price('571.50'), size: size('50') },
  ...{ tif: 'GTC', reduceOnly },
})

describe('a stop and targets typed after an order', () => {
  it('become the terms of a plan, with their results', () => {
    expect(bracket('buy 50 @ 71.5F post stop 71.2F target 72F')).toEqual({
      terms: {
        stop: { by: 'price', price: '571.20' },
        targets: [{ level: { by: 'price', price: '572.00' }, share: { of: 'position', percent: '100' } }],
        ...{ breakEven: null, trail: null, outBefore: null },
      },
      stop: '571.20',
      targets: [{ price: '572.00', percent: '100' }],
      figures: [
        { name: 'At the stop', value: '−\u00a015.00 USDC before fees' },
        { name: 'At the target', value: '+\u00a025.00 USDC before fees' },
      ],
    })
  })

  it('are split by percent, and a sale has its stop above', () => {
    expect(bracket('sell 50 @ 571.5 target 571 50% target 570.5 50% stop 572')).toMatchObject({
      terms: { targets: [{ share: { percent: '50' } }, { share: { percent: '50' } }] },
      figures: [
        { value: '−\u00a025.00 USDC before fees' },
        { name: 'At the targets', value: '+\u00a037.50 USDC before fees' },
      ],
    })
  })

  it.each([
    ['buy 50 @ 571.5 stop 571.6', 'The stop: Must be below 571.50 mark.'],
    ['buy 50 @ 571.5 target 571.4', 'The target: Must be above 571.50 mark.'],
    ['sell 50 @ 571.5 stop 571.4', 'The stop: Must be above 571.50 mark.'],
    ['buy 50 @ 571.5 stop 571.201', 'The stop: 571.201 mark is not a multiple of the tick, 0.01.'],
    ['buy 50 @ 571.5 stop 71.2', 'The stop: 71.2 could be a temperature.'],
    ['buy 50 @ 571.5 target 72', 'The target: 72 could be a temperature.'],
    ['buy 50 @ 571.5 target 572 80% target 573 40%', '120'],
  ])('%s is refused: %s', (line, text) => {
    const read = bracket(line)
    expect('issue' in read ? read.issue : read).toContain(text)
  })

  it('are checked against the current price, not the typed one', () => {
    const line = 'buy 50 @ 571.5 stop 571.2'
    expect(bracket(line, price('571.50'), '571.21')).not.toHaveProperty('issue')
    expect(bracket(line, price('571.50'), '571.20')).toHaveProperty('issue', 'The stop: Must be below 571.20 mark.')
  })

  it('are refused when the mark is already beyond the stop, as the first fill would be closed at once', () => {
    const line = 'buy 50 @ 571.5 stop 571.2'
    expect(bracket(line, price('571.10'))).toHaveProperty(
      'issue',
      'The stop would trigger at the first fill: the mark is already 571.10.',
    )
    expect(bracket(line, null), 'nothing is claimed of a mark that is not known').not.toHaveProperty('issue')
  })

  it('are refused for an order that only closes', () => {
    const exits = { stop: { kind: 'typed', value: decimal('571'), unit: 'own' } as const, targets: [] }
    const order = { side: 'buy', price: price('571.50'), size: size('5'), tif: 'GTC', reduceOnly: true } as const
    const read = bracketOf(exits, {
      order,
      intent: intentOf('buy', true),
      instrument,
      hand,
      mark: null,
      takerBps: null,
    })
    expect(read).toHaveProperty('issue', expect.stringContaining('this one only closes'))
  })
})
