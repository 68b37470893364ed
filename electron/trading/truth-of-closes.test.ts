/** A close affects nothing but its position, and is reported by the service's answer, never by the request. */
import { describe, expect, it } from 'vitest'
import type { CloseIntent } from '../../contract/intent.ts'
import { failure } from './testing/model-venue.ts'
import { BUY, openTradingSetup, type TradingSetup } from './testing/setup.ts'

const CLOSE: CloseIntent = {
  ...{ kind: 'close', asset: BUY.asset, position: 'long', size: null },
  protection: { kind: 'worst', price: '568.00' as never, bound: null },
}

/** 4 are held, and two bids rest. */
async function holding(): Promise<TradingSetup> {
  const setup = await openTradingSetup()
  await setup.submit(1)
  setup.venue.position = '4' as never
  await setup.clock.advanceAsync(11_000)
  await setup.submit(2, { ...BUY, price: '569.00' as never, size: '1' as never })
  await setup.clock.advanceAsync(11_000)
  setup.venue.behaviour = 'fill'
  return setup
}

const resting = ({ venue }: TradingSetup): string[] =>
  venue.orders.flatMap(({ status, side, price }) => (status === 'resting' ? [`${side} at ${price}`] : []))

describe('a close', () => {
  it('leaves every resting order in place, and sends no cancel', async () => {
    const setup = await holding()
    const before = resting(setup)
    expect(before).toEqual(['buy at 570.50', 'buy at 569.00'])
    expect(await setup.submit(3, CLOSE)).toMatchObject({ state: 'filled' })
    await setup.clock.advanceAsync(11_000)
    expect(resting(setup)).toEqual(before)
    expect(setup.trading.topics.view({ kind: 'actions' })?.map(({ intent }) => intent.kind)).not.toContain('cancel')
  })

  it('with an unfilled part is not reported as filled', async () => {
    const setup = await holding()
    setup.venue.meets = () => '1.5' as never
    const { state, execution } = await setup.submit(3, CLOSE)
    expect(state).not.toBe('filled')
    expect(execution?.size ?? '1.5').toBe('1.5')
    expect(setup.venue.position).toBe('2.5')
  })

  it.each([
    ['refused by the venue', failure('problem', 'market_closed', 'Closed.', { status: 409 }), false, 'rejected'],
    ['without an answer', failure('no_answer', 'timeout', 'No answer.'), false, 'unknown'],
  ])('%s is never reported as done', async (_what, error, arrives, state) => {
    const setup = await holding()
    setup.venue.fail('submit', error, arrives)
    const action = await setup.submit(3, CLOSE)
    expect(action.state).toBe(state)
    expect(action.steps.map((step) => step.state)).not.toContain('filled')
    expect(setup.venue.position).toBe('4')
  })
})
