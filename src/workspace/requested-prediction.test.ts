import { afterEach, describe, expect, it } from 'vitest'
import { price, size } from '../../contract/decimal.ts'
import { askPrediction, putTaker } from './take-price.ts'

const order = { side: 'sell', price: price('0.62'), size: size('25') } as const

describe('a prediction clicked in a ladder', () => {
  let done: string[] = []
  let takeAway = (): void => undefined
  const there = (off: string | null, asset = 'NYCBIN1'): void => {
    takeAway = putTaker('ticket', {
      ...{ asset, off: () => off },
      begin: ({ direction, worst, amount }) => done.push(`${direction} ${amount} at ${worst}`),
    })
  }
  const ask = (): string | null =>
    askPrediction({ ...{ ticket: 'ticket', asset: 'NYCBIN1', order }, fill: () => done.push('filled') })
  afterEach(() => {
    takeAway()
    done = []
  })

  it('fills the fields first, so that its stop is in the accompanying plan, and starts at the price of the row', () => {
    there(null)
    expect(ask()).toBeNull()
    expect(done).toEqual(['filled', 'DOWN 25 at 0.62'])
  })
  it('changes nothing in a ticket that refuses it, and shows why', () => {
    there('An estimate is open in the ticket.')
    expect(ask()).toBe('An estimate is open in the ticket. No estimate requested; the ticket is unchanged.')
    expect(done).toEqual([])
  })
  it.each([
    ['there is no form', () => undefined],
    ['the form is of another asset', () => there(null, 'NYCBIN2')],
    ['the form was unmounted', () => [there(null), takeAway()]],
  ])('changes nothing and shows why where %s', (_, put) => {
    put()
    expect(ask()).toMatch(
      /No estimate requested: this ticket takes no predictions now\. See the ticket for the reason\./,
    )
    expect(done).toEqual([])
  })
})
