import { describe, expect, it } from 'vitest'
import { price, size } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import { idle, requestFor, type Submission } from './use-submission.ts'

const buy: Intent = {
  kind: 'place',
  asset: 'NYCTMP1',
  side: 'buy',
  price: price('571.80'),
  size: size('150'),
  tif: 'GTC',
  reduceOnly: false,
}
const dearer: Intent = { ...buy, price: price('571.81') }
const ids = (): (() => string) => {
  let next = 0
  return () => `id-${++next}`
}
const accepted: Submission = { state: 'accepted', requestId: 'id-0', intent: buy, actionId: 'id-0' }

describe('one click, one order', () => {
  it('a new click is a new request', () => {
    expect(requestFor(idle, { intent: buy, clicks: 1 }, ids())).toEqual({ requestId: 'id-1', intent: buy })
    expect(requestFor(accepted, { intent: buy, clicks: 1 }, ids()).requestId).toBe('id-1')
  })
  it('a click while the first is being accepted repeats it, regardless of its request', () => {
    const sending: Submission = { state: 'sending', requestId: 'id-0', intent: buy }
    expect(requestFor(sending, { intent: dearer, clicks: 1 }, ids())).toMatchObject({ requestId: 'id-0', intent: buy })
  })
  it('the second click of a double click repeats what was accepted in between', () => {
    expect(requestFor(accepted, { intent: { ...buy }, clicks: 2 }, ids()).requestId).toBe('id-0')
  })
  it('even where the price of a market order has moved between the two clicks', () => {
    const at = (tick: string): Intent => ({ ...buy, price: price(tick), tif: 'IOC' })
    const share = (tick: string): Intent => ({
      kind: 'outcome_order',
      asset: '#360',
      side: 'buy',
      size: size('10'),
      mode: { kind: 'market', protection: { kind: 'worst', price: price(tick) } },
    })
    for (const [intent, moved] of [
      [at('571.80'), at('571.81')],
      [share('0.21'), share('0.22')],
    ] as const) {
      const sent: Submission = { state: 'accepted', requestId: 'id-0', intent, actionId: 'id-0' }
      expect(requestFor(sent, { intent: moved, clicks: 2 }, ids())).toMatchObject({ requestId: 'id-0', intent })
      expect(requestFor(sent, { intent: moved, clicks: 1 }, ids()).requestId).toBe('id-1')
    }
  })
  it.each([{ side: 'sell' as const }, { size: size('151') }, { asset: 'NYCTMP2' }, { tif: 'IOC' as const }])(
    'a quick click on something else is a separate request: %j',
    (other) => {
      expect(requestFor(accepted, { intent: { ...buy, ...other }, clicks: 2 }, ids()).requestId).toBe('id-1')
    },
  )
  it('a refused submission is retried under a new id', () => {
    const failed: Submission = { state: 'failed', requestId: 'id-0', intent: buy, message: 'no', answered: true }
    expect(requestFor(failed, { intent: buy, clicks: 1 }, ids()).requestId).toBe('id-1')
  })
  it('one without an answer may have been accepted: the same request repeats its id, another one does not', () => {
    const silent: Submission = { state: 'failed', requestId: 'id-0', intent: buy, message: 'gone', answered: false }
    expect(requestFor(silent, { intent: { ...buy }, clicks: 1 }, ids()).requestId).toBe('id-0')
    expect(requestFor(silent, { intent: dearer, clicks: 1 }, ids()).requestId).toBe('id-1')
  })
})
