import { describe, expect, it } from 'vitest'
import type { Decimal, Price } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import { withRiskStop } from '../exit-plan/index.ts'
import { NOTHING_TYPED } from './panel-drafts.ts'
import { lastOrderIn, repeatedBy, repeatedIn } from './repeat-order.ts'

const place = (more: object = {}): Intent =>
  ({
    kind: 'place',
    asset: 'A',
    side: 'sell',
    price: '571.5',
    size: '7',
    tif: 'ALO',
    reduceOnly: true,
    ...more,
  }) as Intent
const sent = (intent: Intent, createdAt: number, more: object = {}) =>
  ({ intent, createdAt, ...more }) as unknown as Parameters<typeof lastOrderIn>[0][number]

describe('the repeated order', () => {
  it('is the newest manual order of the market, and no cancel, close or step of an automated order', () => {
    const actions = [
      sent(place({ size: '1' }), 1),
      sent(place({ size: '2' }), 3),
      sent(place({ size: '3' }), 2),
      sent(place({ size: '4', asset: 'B' }), 9),
      sent({ kind: 'cancel', asset: 'A', oid: '1' } as Intent, 8),
      sent(place({ size: '5' }), 7, { held: { kind: 'move', id: 'm' } }),
      sent(place({ size: '6' }), 6, { step: { of: 'x', number: 2 } }),
    ]
    expect(lastOrderIn(actions, 'A')).toMatchObject({ size: '2' })
    expect(lastOrderIn(actions, 'C')).toBeNull()
    expect(lastOrderIn([], null)).toBeNull()
  })

  it('is the last one that the ticket itself sent in its market, regardless of other tickets', () => {
    const actions = [
      sent(place({ size: '1' }), 1, { id: 'a' }),
      sent(place({ size: '2', asset: 'B' }), 2, { id: 'b' }),
      sent(place({ size: '3' }), 3, { id: 'c' }),
      sent(place({ size: '4' }), 4, { id: 'd' }),
    ]
    const by = { by: { one: ['a', 'b'], two: ['c'] } }
    const repeated = (ticket: string, asset: string) => repeatedBy(ticket, actions, asset, by)
    expect(repeated('one', 'A')).toMatchObject({ size: '1' })
    expect(repeated('two', 'A')).toMatchObject({ size: '3' })
    expect(repeated('one', 'B')).toMatchObject({ size: '2' })
    // A ticket that has sent nothing in the market yet repeats its newest order.
    expect(repeated('two', 'B')).toMatchObject({ size: '2' })
    expect(repeated('three', 'A')).toMatchObject({ size: '4' })
    expect(repeatedBy('one', actions, 'C', by)).toBeNull()
  })

  it('fills the fields to request the same, in contracts, regardless of the previous draft', () => {
    const typed = {
      ...NOTHING_TYPED,
      scalar: { ...NOTHING_TYPED.scalar, unit: 'f', sizeBy: 'risk', signer: 'wallet' },
    } as const
    const { family, change, side } = repeatedIn(typed, place() as never)
    expect([family, side]).toEqual(['scalar', 'sell'])
    expect(change).toMatchObject({ size: '7', sizeBy: 'contracts', tif: 'ALO', reduceOnly: true, mode: 'limit' })
    expect(change).toMatchObject({ price: '71.5' })
    expect(change).not.toHaveProperty('signer')
    expect(change).not.toHaveProperty('exits')
  })

  it('removes the stop that a size by risk added to the exit plan, and keeps one set by the user', () => {
    const typed = (family: 'scalar' | 'binary' | 'outcome') => {
      const { exits } = NOTHING_TYPED[family]
      const own = { ...exits, texts: { ...exits.texts, stop: '0.5' } }
      return { ...NOTHING_TYPED, [family]: { ...NOTHING_TYPED[family], exits: withRiskStop(own, '0.2') } }
    }
    const predict = { kind: 'binary_predict', asset: 'A', direction: 'UP', amount: '25' }
    const shares = { kind: 'outcome_order', asset: 'A', side: 'buy', size: '9', mode: { kind: 'market' } }
    for (const [family, intent] of [
      ['scalar', place()],
      ['binary', predict],
      ['outcome', shares],
    ] as const) {
      const { change } = repeatedIn(typed(family), intent as never)
      expect(change).toMatchObject({ exits: { texts: { stop: '0.5' }, risk: { did: 'gone', stop: '0.2' } } })
    }
  })

  it.each([
    [
      { kind: 'predict', asset: 'A', targetF: '40', size: '3', direction: 'short', protection: {} },
      { family: 'scalar', side: 'sell', change: { mode: 'predict', target: '40', size: '3', sizeBy: 'contracts' } },
    ],
    [
      { kind: 'binary_predict', asset: 'A', direction: 'DOWN', amount: '25' as Decimal, protection: {} },
      { family: 'binary', side: 'sell', change: { amount: '25', amountBy: 'money' } },
    ],
    [
      { kind: 'outcome_order', asset: 'A', side: 'buy', size: '9', mode: { kind: 'limit', price: '0.5' as Price } },
      {
        family: 'outcome',
        side: 'buy',
        change: { side: 'buy', size: '9', sizeBy: 'contracts', mode: 'limit', price: '0.5' },
      },
    ],
    [
      { kind: 'outcome_order', asset: 'A', side: 'sell', size: '9', mode: { kind: 'market', protection: {} } },
      { family: 'outcome', side: 'sell', change: { side: 'sell', size: '9', sizeBy: 'contracts', mode: 'market' } },
    ],
  ])('of each family: %j', (intent, filled) => {
    expect(repeatedIn(NOTHING_TYPED, intent as never)).toEqual(filled)
  })
})
