import { describe, expect, it } from 'vitest'
import { callNames } from '../../contract/ipc.ts'
import { CALL_RULES, RATES, rateOf } from './call-rates.ts'

const intent = (kind: string, more: object = {}) => ({ requestId: 'id', intent: { kind, ...more } })

describe('the rules of calls', () => {
  it('have a row for each call of the contract, and no others', () => {
    expect(Object.keys(CALL_RULES).sort()).toEqual([...callNames].sort())
  })

  it.each([
    ['cancel', {}],
    ['close', {}],
    ['place', { reduceOnly: true }],
  ])('count %s %j separately from orders', (kind, more) => {
    expect(rateOf('submit', intent(kind, more))).toBe('reducing')
  })

  it.each([
    ['place', { reduceOnly: false }],
    ['predict', {}],
    ['outcome_order', { side: 'sell' }],
    ['leverage', {}],
    ['approve_agent', {}],
  ])('count %s %j as an order', (kind, more) => {
    expect(rateOf('submit', intent(kind, more))).toBe('orders')
  })

  it('never limit a user who clicks five times a second, for any duration', () => {
    for (const name of ['orders', 'answers', 'reducing'] as const) {
      expect(RATES[name].everyMs).toBeLessThanOrEqual(200)
      expect(RATES[name].burst).toBeGreaterThanOrEqual(20)
    }
  })

  it('count windows across all of them: one that opens another gets its full buckets', () => {
    for (const name of ['openWindow', 'chooseProfile'] as const) expect(RATES[rateOf(name, {})].of).toBe('terminal')
  })

  it('limit mails in the trader’s name to a low rate, across all windows', () => {
    expect(RATES[rateOf('requestAccess', {})]).toMatchObject({ of: 'terminal', burst: 3, everyMs: 60_000 })
  })

  it('count a refusal and a disarming separately from what they undo', () => {
    expect(rateOf('confirmEstimate', { accept: true })).not.toBe(rateOf('confirmEstimate', { accept: false }))
    expect(rateOf('arm', { armed: true })).not.toBe(rateOf('arm', { armed: false }))
  })
})
