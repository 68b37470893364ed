import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Intent } from '../../contract/intent.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import { DIRECT, DIRECT_PROFILE } from './testing/direct-orders.ts'
import { LIMIT, SPLIT, TRANSFER, UP } from './testing/intents.ts'
import { BINARY, failure } from './testing/model-venue.ts'
import { BUY, openTradingSetup, type TradingSetup } from './testing/setup.ts'

const stale = failure('problem', 'stale_prepared_action', 'No prepared action has this orderId.')

/** Confirms everything that waits for the trader. */
async function say(setup: TradingSetup, accept = true): Promise<void> {
  for (const { id, estimate } of setup.journal.unfinished('model')) {
    if (estimate != null) setup.trading.confirmEstimate(id, estimate.id, accept)
    else setup.trading.confirmUnverified(id, accept)
  }
  await setup.clock.advanceAsync(50)
}

describe('an inconclusive answer is reported as unknown, and reads settle it', () => {
  it.each([
    ['503 with a code, after the order was taken', failure('problem', 'upstream_timeout', 'No.', { status: 503 })],
    ['503 of a gateway', failure('problem', 'unavailable', 'No.', { status: 503, isProblem: false })],
    ['the answer to a second copy', failure('problem', 'already_submitted', 'It was accepted as order 1000.')],
    ['404 of an ingress', failure('problem', 'http_404', 'Not found', { status: 404, isProblem: false })],
  ])('%s', async (_, error) => {
    const setup = await openTradingSetup()
    setup.venue.fail('submit', error, true)
    void setup.trading.submit(setup.id(1), BUY)
    await setup.clock.advanceAsync(2_000)
    expect(setup.states(1)).not.toContain('rejected')
    expect(setup.action(1)).toMatchObject({ state: 'resting', oid: '1000' })
    expect(setup.venue.orders).toHaveLength(1)
  })

  it('a direct order whose nonce is reported as used is looked up', async () => {
    const setup = await openTradingSetup()
    Object.assign(setup.venue.profile, { directOrder: DIRECT_PROFILE })
    setup.venue.fail('submit', failure('problem', 'nonce_reused', 'nonce must be more than the last one used.'), true)
    await setup.submit(1, DIRECT)
    await setup.clock.advanceAsync(2_000)
    expect(setup.action(1)).toMatchObject({ state: 'resting', oid: '1000' })
  })

  it('a success whose status is “rejected” is neither accepted nor refused, and ends once it is known to be nowhere', async () => {
    const setup = await openTradingSetup()
    const { service } = setup.venue
    const submitPrepared = service.submitPrepared
    Object.assign(service, {
      submitPrepared: async (...input: Parameters<typeof submitPrepared>) => {
        setup.venue.calls.push({ route: 'submit', what: input[1].orderId })
        return { status: 'rejected', oid: null, cloid: null }
      },
    })
    await setup.submit(1)
    expect(setup.action(1)).toMatchObject({ state: 'unknown', code: 'not_accepted' })
    await setup.clock.advanceAsync(60_000)
    expect(setup.action(1)).toMatchObject({ state: 'expired', code: 'never_arrived' })
  })
})

describe('a refusal within a success', () => {
  const inside = (text: string) => failure('problem', 'rejected', text, { status: 200, isProblem: false })

  it('ends the action at once, with the service’s message', async () => {
    const setup = await openTradingSetup()
    setup.venue.fail('submit', inside('Order must have minimum value of $10.'))
    await setup.submit(1)
    expect(setup.action(1)).toMatchObject({ state: 'rejected', message: 'Order must have minimum value of $10.' })
  })

  it.each<[string, Intent]>([
    ['a direct order', DIRECT],
    ['a transfer', TRANSFER],
  ])('in a single status of the answer to %s is neither accepted nor refused', async (_, intent) => {
    const setup = await openTradingSetup()
    Object.assign(setup.venue.profile, { directOrder: DIRECT_PROFILE })
    const answer = { status: 'rejected', statusText: 'rejected', oid: null, filled: null }
    Object.assign(setup.venue.service, { submitDirect: async () => answer, submitTransfer: async () => answer })
    await setup.submit(1, intent)
    expect(setup.action(1)).toMatchObject({ state: 'unknown', code: 'not_accepted' })
  })

  it('of a partly filled direct order is not reported as filled', async () => {
    const setup = await openTradingSetup()
    Object.assign(setup.venue.profile, { directOrder: DIRECT_PROFILE })
    const answer = { status: 'filled', statusText: 'filled', oid: '1000', filled: '0.5' }
    Object.assign(setup.venue.service, { submitDirect: async () => answer })
    await setup.submit(1, DIRECT)
    expect(setup.states(1)).not.toContain('filled')
  })

  it('is not confused with an immediate fill, which is reported with its size and price', async () => {
    const setup = await openTradingSetup()
    const answer = { status: 'filled', oid: '1000', cloid: null, filled: '2.0000', averagePx: '570.4' }
    Object.assign(setup.venue.service, { submitPrepared: async () => answer })
    await setup.submit(1)
    expect(setup.action(1)).toMatchObject({ state: 'filled', oid: '1000', filled: '2.0000' })
    expect(setup.action(1).steps.at(-1)?.detail).toBe('2.0000 of 2 filled at 570.4')
  })
})

describe('a submit that is answered as stale', () => {
  it.each<[string, Intent]>([
    ['a limit order', BUY],
    ['an outcome order', LIMIT],
    ['a binary prediction', UP],
    ['a conversion', SPLIT],
  ])('is not sent again when reads show that it was accepted: %s', async (_, intent) => {
    const setup = await openTradingSetup()
    if (intent.kind === 'binary_predict') {
      setup.venue.behaviour = 'fill'
      await setup.submit(1, { kind: 'binary_setup' })
    }
    const before = setup.venue.arrivals.length
    setup.venue.fail('submit', stale, true)
    await setup.submit(2, intent)
    await say(setup)
    await setup.clock.advanceAsync(60_000)
    expect(setup.venue.arrivals.slice(before)).toHaveLength(1)
    expect(['resting', 'filled', 'done']).toContain(setup.action(2).state)
  })

  it('is not sent again while the reads fail, but looked up', async () => {
    const setup = await openTradingSetup()
    setup.venue.fail('submit', stale, true)
    for (let i = 0; i < 4; i++) setup.venue.fail('open', failure('no_answer', 'timeout', 'No answer.'))
    await setup.submit(1)
    expect(setup.action(1).state).toBe('unknown')
    await setup.clock.advanceAsync(60_000)
    expect(setup.action(1).state).toBe('resting')
    expect(setup.venue.orders).toHaveLength(1)
  })

  it('is prepared again when no read shows a trace of it, including what the lists may show late', async () => {
    const setup = await openTradingSetup()
    setup.venue.fail('submit', stale)
    expect((await setup.submit(1)).state).toBe('unknown')
    await setup.clock.advanceAsync(3_000)
    expect(setup.action(1).state).toBe('resting')
    expect(setup.venue.arrivals).toEqual(['prepared-2'])
    expect(setup.states(1).filter((state) => state === 'unknown')).toHaveLength(1)
  })

  it('is never reported as rejected, even where every copy was accepted and none shows', async () => {
    const setup = await openTradingSetup()
    for (let i = 0; i < 3; i++) setup.venue.fail('submit', stale, true)
    await setup.submit(1, { kind: 'leverage', asset: 'NYCTMP1', leverage: 3 })
    await setup.clock.advanceAsync(20_000)
    expect(setup.states(1).filter((state) => state === 'sent')).toHaveLength(3)
    expect(setup.action(1).state).toBe('unknown')
    await setup.clock.advanceAsync(60_000)
    expect(setup.action(1)).toMatchObject({ state: 'expired', code: 'never_arrived' })
  })

  it('ends as unknown when the service says at the next prepare that it already has the order', async () => {
    const setup = await openTradingSetup()
    setup.venue.fail('submit', stale)
    await setup.restart({
      onStep: (state, { steps }) => {
        if (state === 'journalled' && steps.some((step) => step.state === 'sent')) {
          setup.venue.fail('prepare', failure('problem', 'duplicate_cloid', 'An open order has this cloid.'))
        }
      },
    })
    await setup.submit(1)
    await setup.clock.advanceAsync(3_100)
    expect(setup.action(1)).toMatchObject({ state: 'unknown', code: 'duplicate_cloid' })
  })

  it('is not sent again when the history shows only a moment later that it was accepted', async () => {
    const setup = await openTradingSetup()
    setup.venue.position = '10' as never
    const { service } = setup.venue
    const { orderHistory, fills } = service
    Object.assign(service, { orderHistory: async () => [], fills: async () => [] })
    setup.venue.fail('submit', stale, true)
    await setup.submit(1, {
      kind: 'close',
      position: 'long',
      asset: 'NYCTMP1',
      size: '5' as never,
      protection: { kind: 'distance', distance: '3', bound: null } as never,
    })
    await setup.clock.advanceAsync(1_000)
    Object.assign(service, { orderHistory, fills })
    await setup.clock.advanceAsync(10_000)
    expect(setup.venue.position).toBe('5')
    expect(setup.action(1).state).toBe('filled')
  })

  it('of the wallet’s own is looked up too, and never asks the wallet again', async () => {
    for (const arrives of [true, false]) {
      const setup = await openTradingSetup()
      setup.venue.fail('transferSubmit', stale, arrives)
      await setup.submit(1, TRANSFER)
      await setup.clock.advanceAsync(3_000)
      expect(setup.action(1).state).toBe(arrives ? 'done' : 'rejected')
      expect(setup.signatures).toBe(1)
    }
  })
})

describe('a confirmation of an unverified action', () => {
  it('is requested again when something else was prepared', async () => {
    const setup = await openTradingSetup()
    setup.venue.bare = true
    setup.venue.fail('submit', stale)
    await setup.submit(1)
    expect(setup.action(1).code).toBe('awaiting_confirmation')
    await say(setup)
    await setup.clock.advanceAsync(3_000)
    expect(setup.action(1)).toMatchObject({ state: 'prepared', code: 'awaiting_confirmation' })
    expect(setup.venue.arrivals).toEqual([])
    await say(setup)
    expect(setup.action(1).state).toBe('resting')
  })
})

/** Statuses that prove that the service did nothing, where it answers itself. */
const REFUSING = [400, 401, 403, 404, 405, 409, 410, 415, 422, 423, 429]

describe('for any answer to a submit', () => {
  it('the action is reported as rejected only for a refusal status, and an accepted order is found', async () => {
    const codes = fc.oneof(
      fc.constantFrom('already_submitted', 'nonce_reused', 'market_closed', 'internal', 'upstream_timeout', 'http_500'),
      fc.stringMatching(/^[a-z_]{3,12}$/),
    )
    const answer = fc.record({ status: fc.integer({ min: 300, max: 599 }), code: codes, isProblem: fc.boolean() })
    const intents = fc.constantFrom<Intent>(BUY, LIMIT, SPLIT, DIRECT)
    await fc.assert(
      fc.asyncProperty(answer, intents, fc.boolean(), async ({ status, code, isProblem }, intent, taken) => {
        const setup = await openTradingSetup()
        Object.assign(setup.venue.profile, { directOrder: DIRECT_PROFILE })
        /** A certain refusal was not accepted: an honest service does not refuse otherwise. */
        const arrives = taken && !REFUSING.includes(status)
        setup.venue.fail('submit', failure('problem', code, 'Words.', { status, isProblem }), arrives)
        await setup.submit(1, intent)
        const { state } = setup.action(1)
        if (state === 'rejected') expect(REFUSING).toContain(status)
        await setup.clock.advanceAsync(400_000)
        const after = setup.action(1).state
        if (arrives) expect(['resting', 'done']).toContain(after)
        else expect(['rejected', 'expired']).toContain(after)
        expect(setup.venue.count('submit')).toBe(1)
        setup.trading.stop()
      }),
      { numRuns: runs(20, 2_000) },
    )
  })
})

describe('absence is proven or not concluded', () => {
  it('a service that caps its pages hides no order that filled before a crash', async () => {
    const setup = await openTradingSetup()
    setup.venue.pageCap = 100
    setup.venue.behaviour = 'fill'
    setup.venue.fail('submit', 'hang', true)
    await setup.submit(1)
    setup.venue.fail('history', failure('no_answer', 'timeout', 'No answer.'))
    /** Newer orders of another client, more than fit on a page. */
    for (let i = 0; i < 120; i++) {
      await setup.clock.advanceAsync(10)
      setup.venue.place({ ...BUY, cloid: null }, 'fill')
    }
    await setup.restart()
    await setup.clock.advanceAsync(120_000)
    expect(setup.action(1)).toMatchObject({ state: 'filled', oid: '1000' })
  })

  it('a jump of the clock while an order is unknown neither loses nor resends it', async () => {
    const setup = await openTradingSetup()
    setup.venue.fail('submit', failure('no_answer', 'timeout', 'No answer.'))
    await setup.submit(1)
    setup.measuredOffset = 3_600_000
    await setup.clock.advanceAsync(5_000)
    expect(setup.action(1).state).toBe('unknown')
    await setup.clock.advanceAsync(60_000)
    expect(setup.action(1).state).toBe('expired')
  })

  it('a jump of the clock during a long wait for the answer, with reads in between, does not either', async () => {
    const setup = await openTradingSetup()
    Object.assign(setup.venue.service, {
      submitPrepared: async () => {
        await new Promise<void>((resolve) => setup.clock.after(8_000, resolve))
        throw failure('no_answer', 'timeout', 'No answer.')
      },
    })
    await setup.submit(1)
    await setup.clock.advanceAsync(8_000)
    setup.measuredOffset = 3_600_000
    await setup.clock.advanceAsync(10_000)
    expect(setup.action(1).state).toBe('unknown')
  })

  it('actions that need no open orders are settled while those cannot be read', async () => {
    const setup = await openTradingSetup()
    setup.venue.fail('submit', failure('no_answer', 'timeout', 'No answer.'), true)
    await setup.submit(1, LIMIT)
    for (let i = 0; i < 50; i++) setup.venue.fail('open', failure('problem', 'x', 'Hidden.', { status: 404 }))
    await setup.clock.advanceAsync(20_000)
    expect(setup.action(1).state).toBe('resting')
  })

  it('a new prepare without an id of its own is not searched for by the previous id', async () => {
    const setup = await openTradingSetup()
    setup.venue.fail('submit', stale)
    const { tamper } = setup.venue
    let prepares = 0
    setup.venue.tamper = (action) => {
      prepares += 1
      const [order] = action.orders as Record<string, unknown>[]
      const { c: _, ...bare } = order ?? {}
      return prepares === 1 ? tamper({ ...action, orders: [{ ...bare, c: `0x${'ef'.repeat(16)}` }] }) : action
    }
    setup.venue.binary.leverage = 2
    setup.venue.binary.position = '4' as never
    await setup.submit(1, {
      kind: 'close',
      position: 'long',
      asset: BINARY,
      size: null,
      protection: { kind: 'distance', distance: '0.2' as never, bound: null },
    })
    await setup.clock.advanceAsync(3_000)
    expect(prepares).toBe(2)
    expect(setup.action(1).cloid).toBeNull()
  })
})
