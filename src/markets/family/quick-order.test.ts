import { expect, it } from 'vitest'
import { money, price, size } from '../../../contract/decimal.ts'
import { scalarQuickOrderAt } from '../../quick-order/testing/scalar-hand.ts'

it('a quick order below the minimum value is refused with the reason', () => {
  const order = { side: 'buy', price: price('571'), size: size('0.01'), tif: 'GTC', reduceOnly: false } as const
  const { hand } = scalarQuickOrderAt(price('571'), money('10'))
  expect(hand.plan(order)).toMatchObject({
    intent: null,
    issue: 'Order value is 5.71 USDC; the minimum is 10 USDC. Increase the size.',
  })
  expect(hand.plan({ ...order, size: size('0.02') }).issue).toBeNull()
})
