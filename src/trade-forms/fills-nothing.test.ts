import { describe, expect, it } from 'vitest'
import { price, size } from '../../contract/decimal.ts'
import { fillsNothing, walkBook } from './walk-book.ts'

const book = { bids: [{ px: price('553.08'), sz: size('10') }], asks: [{ px: price('553.10'), sz: size('10') }] }
const walk = (at: string) => walkBook('buy', price(at), size('5'), book)

describe('an order without a counterparty', () => {
  it.each([
    ['one that waits rests there', '553.00', true, false],
    ['one that does not wait has no effect', '553.00', false, true],
    ['one that reaches the other side fills', '553.10', false, false],
  ] as const)('%s', (_, at, waits, nothing) => expect(fillsNothing(walk(at), waits)).toBe(nothing))
  it('is not reported while no book is known', () => expect(fillsNothing(null, false)).toBe(false))
  it('is reported where the other side is empty', () =>
    expect(fillsNothing(walkBook('buy', price('600'), size('5'), { bids: [], asks: [] }), false)).toBe(true))
})
