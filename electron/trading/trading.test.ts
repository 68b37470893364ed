import { describe, expect, it } from 'vitest'
import { money, price, type Size, size } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import { DEFAULT_LIMITS } from '../../contract/limits.ts'
import { AWAITING_CONFIRMATION } from './actions/index.ts'
import { writtenAt } from './testing/memory-journal.ts'
import { failure } from './testing/model-failure.ts'
import { ASSET, TRADER } from './testing/model-venue.ts'
import { BUY, openTradingSetup } from './testing/setup.ts'

const close: Intent = {
  kind: 'close',
  position: 'long',
  asset: ASSET,
  size: null,
  protection: { kind: 'distance', distance: '3', bound: null } as never,
}
const cancelOf = (oid: string): Intent => ({ kind: 'cancel', asset: ASSET, oid, cloid: null })
const UNTIL_SENT = ['drafted', 'checked', 'journalled', 'prepared', 'verified', 'signed', 'sent']

describe('an order', () => {
  it('goes through every step in order, each journalled, and ends as the reads show', async () => {
    const setup = await openTradingSetup()
    const action = await setup.submit(1)
    expect(setup.states(1)).toEqual([...UNTIL_SENT, 'acknowledged', 'resting'])
    const written = action.steps.map(({ state }) => state).filter((state) => writtenAt(state) === state)
    expect(setup.journal.writes.map((write) => write.state)).toEqual(written)
    expect(action.oid).toBe('1000')
    expect(action.cloid).toBe(setup.venue.orders[0]?.cloid)

    setup.venue.fill('1000', size('0.5'))
    await setup.clock.advanceAsync(1_000)
    expect(setup.action(1)).toMatchObject({ state: 'partly_filled', filled: '0.5' })
    setup.venue.fill('1000', size('1.5'))
    await setup.clock.advanceAsync(1_000)
    expect(setup.action(1).state).toBe('filled')
  })

  it('begins a flush before it is prepared, and is on the drive with all earlier steps before it is sent', async () => {
    const setup = await openTradingSetup()
    const seen: [string, ...(readonly string[])][] = []
    const { prepareOrder, submitPrepared } = setup.venue.service
    setup.venue.service.prepareOrder = (...args) => {
      seen.push(['prepare', ...(setup.journal.flushes.at(-1) ?? [])])
      return prepareOrder(...args)
    }
    setup.venue.service.submitPrepared = (...args) => {
      seen.push(['submit', ...(setup.journal.flushes.at(-1) ?? [])])
      return submitPrepared(...args)
    }
    setup.venue.behaviour = 'fill'
    await setup.submit(1)
    await setup.clock.advanceAsync(5_000)
    expect(setup.action(1).state).toBe('filled')
    expect(seen).toEqual([
      ['prepare', 'syncing', 'journalled'],
      ['submit', 'synced', 'sent'],
    ])
    expect(setup.journal.flushes).toHaveLength(2)
  })

  it('keeps the figures that the window showed, which do not change the order', async () => {
    const none = { average: null, worst: null, fee: null, mark: null, mid: null, bookAge: null }
    const wild = {
      average: price('1'),
      worst: price('999999'),
      fee: money('-5'),
      mark: price('0'),
      mid: null,
      bookAge: 9e9,
    }
    const setup = await openTradingSetup()
    for (const [number, shown] of [undefined, none, wild].entries()) {
      void setup.trading.submit(setup.id(number), BUY, { shown })
      await setup.clock.advanceAsync(50)
      expect(setup.journal.read(setup.id(number))?.shown).toEqual(shown)
      expect(setup.trading.action(setup.id(number))?.shown).toEqual(shown)
    }
    const made = setup.venue.orders.map(({ oid: _oid, cloid: _cloid, time: _time, ...order }) => order)
    expect(made[1]).toEqual(made[0])
    expect(made[2]).toEqual(made[0])
  })

  it('is journalled as sent before the request leaves', async () => {
    const setup = await openTradingSetup()
    const seen: (string | undefined)[] = []
    const submit = setup.venue.service.submitPrepared
    setup.venue.service.submitPrepared = (...signed) => {
      seen.push(setup.journal.writes.at(-1)?.state)
      return submit(...signed)
    }
    await setup.submit(1)
    expect(seen).toEqual(['sent'])
  })

  it('is executed once for the same request, and always for different ones', async () => {
    const setup = await openTradingSetup()
    const first = setup.trading.submit(setup.id(1), BUY)
    const second = setup.trading.submit(setup.id(1), BUY)
    const other = setup.trading.submit(setup.id(2), BUY)
    await setup.clock.advanceAsync(100)
    expect([await first, await second, await other].map((answer) => answer.repeated)).toEqual([false, true, false])
    expect(setup.venue.arrivals).toHaveLength(2)
    await setup.restart()
    expect(await setup.trading.submit(setup.id(1), BUY)).toEqual({ actionId: setup.id(1), repeated: true })
    await setup.clock.advanceAsync(100)
    expect(setup.venue.arrivals).toHaveLength(2)
  })

  it.each([
    ['fill', 'GTC', 'filled', '2.0000'],
    ['half', 'IOC', 'cancelled', '1.0000'],
    ['rest', 'IOC', 'cancelled', '0'],
    ['half', 'GTC', 'partly_filled', '1.0000'],
  ] as const)('that should %s as %s ends %s', async (behaviour, tif, state, filled) => {
    const setup = await openTradingSetup()
    setup.venue.behaviour = behaviour
    const action = await setup.submit(1, { ...BUY, tif })
    expect(action.state).toBe(state)
    expect(Number(action.filled)).toBe(Number(filled))
  })

  it('that was canceled, expired or rejected by the market shows the service’s status', async () => {
    const setup = await openTradingSetup()
    for (const [number, status] of (['cancelled', 'expired', 'rejected'] as const).entries()) {
      await setup.submit(number)
      setup.venue.end(String(1000 + number), status, `${status} by settlement`)
      await setup.clock.advanceAsync(1_000)
      expect(setup.action(number).state).toBe(status)
      expect(setup.action(number).steps.at(-1)?.detail).toBe(`${status} by settlement`)
    }
  })
})

describe('nothing is prepared when the terminal refuses', () => {
  const table: readonly [string, Intent, string, 'price' | 'size' | null, RegExp][] = [
    ['off the tick', { ...BUY, price: price('570.505') }, 'off_tick', 'price', /multiple of 0\.01/],
    ['negative', { ...BUY, size: size('-1') }, 'not_positive', 'size', /greater than 0/],
    ['too precise', { ...BUY, size: size('0.00001') }, 'too_precise', 'size', /4 decimals/],
    ['beyond the account', { ...BUY, size: size('180') }, 'exceeds_account', 'size', /10,000\.00 is available/],
    ['reducing no position', { ...BUY, reduceOnly: true }, 'reduce_only_would_increase', 'size', /no position/],
    [
      'too valuable',
      { ...BUY, size: size('440') },
      'limit_order_value',
      'size',
      /^Order value [\d,.]+ USDC exceeds your limit of 250,000 USDC\.$/,
    ],
    [
      'far below the mark',
      { ...BUY, price: price('560.99') },
      'limit_price_band',
      'price',
      /^560\.99 is 10\.01 °F below the mark of 571\.00\. Your price band is 10 °F: no further than 561\.00\.$/,
    ],
    [
      'far above the mark',
      { ...BUY, price: price('581.01') },
      'limit_price_band',
      'price',
      /10\.01 °F above the mark .* no further than 581\.00/,
    ],
    ['of an unlisted market', { ...BUY, asset: 'X' }, 'unknown_market', null, /lists no market X/],
    ['a close without a position', close, 'reduce_only_would_increase', 'size', /no position in NYCTMP1/],
    [
      'a wild distance',
      { ...close, protection: { kind: 'distance', distance: '25.01' as never, bound: null } } as Intent,
      'limit_slippage',
      'price',
      /at most 25 °F; 25.01 °F is more/,
    ],
    ['too much leverage', { kind: 'leverage', asset: ASSET, leverage: 11 }, 'leverage_too_high', null, /at most 10×/],
  ]
  it.each(table)('%s', async (_, intent, code, field, text) => {
    const setup = await openTradingSetup()
    if (code === 'limit_order_value') setup.venue.available = '1000000'
    await setup.restart()
    const action = await setup.submit(1, intent)
    expect(action).toMatchObject({ state: 'refused', code, field })
    expect(action.message).toMatch(text)
    expect(setup.venue.count('prepare')).toBe(0)
  })

  it('an order that could exceed the largest position, counting resting orders and those under way', async () => {
    const limits = { ...DEFAULT_LIMITS, orderValue: '9000000', position: '5', dayLoss: null }
    const setup = await openTradingSetup({ limits: () => limits as never })
    setup.venue.position = size('1')
    await setup.clock.advanceAsync(2_000)
    void setup.trading.submit(setup.id(1), BUY)
    void setup.trading.submit(setup.id(2), BUY)
    void setup.trading.submit(setup.id(3), BUY)
    await setup.clock.advanceAsync(50)
    expect([1, 2, 3].map((number) => setup.action(number).state)).toEqual(['resting', 'resting', 'refused'])
    expect(setup.action(3)).toMatchObject({ code: 'limit_position' })
    expect(setup.action(3).message).toContain('limit is 5 contracts')
    const sell = await setup.submit(4, { ...BUY, side: 'sell', price: price('571.50') })
    expect(sell.state).toBe('resting')
  })

  it('the 121st order of a minute, but no cancel', async () => {
    const setup = await openTradingSetup()
    const small = { ...BUY, size: size('0.0001') }
    for (let number = 0; number < 121; number++) void setup.trading.submit(setup.id(number), small)
    await setup.clock.advanceAsync(100)
    expect(setup.action(119).state).toBe('resting')
    expect(setup.action(120)).toMatchObject({ state: 'refused', code: 'limit_orders_per_minute' })
    expect(setup.action(120).message).toContain('120 orders went out in the last minute; your limit is 120 per minute.')
    expect((await setup.submit(200, cancelOf('1000'))).state).toBe('done')
    await setup.clock.advanceAsync(60_000)
    expect((await setup.submit(121, small)).state).toBe('resting')
  })

  it.each([
    [
      'settling',
      { phase: 'settling', current: null },
      'active',
      /Settling\. Trading resumes when the next bucket is live\./,
    ],
    ['another live asset', { phase: 'trading', current: { asset: 'NYCTMP2' } }, 'active', /NYCTMP2 is/],
    ['paused', null, 'paused', /NYCTMP1 is paused: reduce-only orders only\./],
    ['close-only', null, 'close_only', /NYCTMP1 is close-only: orders must be reduce-only\./],
  ])('an entry while the market is %s, but not a reduction', async (_, bucket, status, text) => {
    const setup = await openTradingSetup()
    setup.venue.position = size('-5')
    await setup.clock.advanceAsync(2_000)
    setup.facts = {
      ...setup.facts,
      bucket: () => bucket as never,
      ticker: () => ({ mark: price('571'), mid: null, status: status as never, stale: false }),
    }
    const action = await setup.submit(1)
    expect(action).toMatchObject({ state: 'refused', code: 'market_closed' })
    expect(action.message).toMatch(text)
    expect((await setup.submit(2, { ...BUY, reduceOnly: true })).state).toBe('filled')
  })

  it('everything while nobody is signed in, with the reason', async () => {
    const setup = await openTradingSetup()
    setup.address = null
    expect(await setup.submit(1)).toMatchObject({
      state: 'refused',
      message: 'No access token. Import one from the clipboard.',
    })
    await expect(setup.trading.cancelAll(setup.id(2), null)).rejects.toThrow('No access token')
  })

  it('an order whose journal cannot be written: nothing is sent, and that is reported', async () => {
    const setup = await openTradingSetup()
    setup.journal.failing = new Error('disk full')
    await setup.trading.submit(setup.id(1), BUY)
    await setup.clock.advanceAsync(100)
    const topic = setup.trading.topics.view({ kind: 'actions' })
    expect(topic?.[0]).toMatchObject({ state: 'refused', code: 'journal_failed' })
    expect(topic?.[0]?.message).toContain('disk full')
    expect(setup.venue.count('prepare')).toBe(0)
  })

  it('an order whose journal fails just before it would be sent', async () => {
    const setup = await openTradingSetup({
      onStep: (state) => {
        if (state === 'verified') setup.journal.failing = new Error('disk full')
      },
    })
    await setup.trading.submit(setup.id(1), BUY)
    await setup.clock.advanceAsync(100)
    expect(setup.venue.count('submit')).toBe(0)
    expect(setup.trading.topics.view({ kind: 'actions' })?.[0]).toMatchObject({ state: 'refused' })
  })
})

describe('a prepared action', () => {
  it('that differs from the request is refused with both sides shown, and nothing is signed', async () => {
    const setup = await openTradingSetup()
    setup.venue.tamper = (action) => ({ ...action, orders: [{ ...(action.orders as object[])[0], s: '20' }] })
    const action = await setup.submit(1)
    expect(action).toMatchObject({ state: 'refused', code: 'mismatch' })
    expect(action.mismatches).toEqual([{ field: 'size', request: '2', prepared: '20' }])
    expect(setup.signatures).toBe(0)
  })

  it('that cannot be verified waits for the trader, and is sent once they confirm', async () => {
    const setup = await openTradingSetup()
    setup.venue.bare = true
    const waiting = await setup.submit(1)
    expect(waiting).toMatchObject({ state: 'prepared', code: AWAITING_CONFIRMATION })
    const unverified = 'The venue did not send the action and nonce that the hash covers.'
    expect(waiting).toMatchObject({ unverified, message: `Not verified against your order. ${unverified}` })
    expect(setup.signatures).toBe(0)
    expect(setup.trading.confirmUnverified(setup.id(1), true)).toBe(true)
    await setup.clock.advanceAsync(50)
    expect(setup.action(1)).toMatchObject({ state: 'resting', code: null, message: null })
    expect(setup.trading.confirmUnverified(setup.id(1), true)).toBe(false)
  })

  it('that cannot be verified is refused when the trader declines, or the settings refuse it', async () => {
    const setup = await openTradingSetup()
    setup.venue.bare = true
    await setup.submit(1)
    setup.trading.confirmUnverified(setup.id(1), false)
    await setup.clock.advanceAsync(50)
    expect(setup.action(1)).toMatchObject({ state: 'refused', code: 'declined' })
    await setup.restart({ unverifiedActions: () => 'refuse' })
    expect(await setup.submit(2)).toMatchObject({ state: 'refused', code: 'unverified' })
    expect(setup.signatures).toBe(0)
  })

  it('that expired while it waited is prepared again instead of being signed', async () => {
    const setup = await openTradingSetup()
    setup.venue.bare = true
    await setup.submit(1)
    await setup.clock.advanceAsync(31_000)
    setup.trading.confirmUnverified(setup.id(1), true)
    await setup.clock.advanceAsync(50)
    /** Nothing distinguishes the new prepared action from the confirmed one. */
    expect(setup.action(1)).toMatchObject({ state: 'prepared', code: 'awaiting_confirmation' })
    setup.trading.confirmUnverified(setup.id(1), true)
    await setup.clock.advanceAsync(50)
    expect(setup.action(1).state).toBe('resting')
    expect(setup.venue.arrivals).toEqual(['prepared-2'])
  })

  it('that is stale is prepared again, at most twice, under the same client order id', async () => {
    const setup = await openTradingSetup()
    const stale = failure('problem', 'stale_prepared_action', 'The market has changed. Prepare it again.')
    setup.venue.fail('submit', stale)
    setup.venue.fail('submit', stale)
    await setup.submit(1)
    await setup.clock.advanceAsync(7_000)
    const action = setup.action(1)
    expect(action.state).toBe('resting')
    expect(setup.states(1).filter((state) => state === 'sent')).toHaveLength(3)
    expect(action.steps.map((step) => step.detail)).toContain('The market has changed. Prepare it again.')
    const cloids = setup.venue.calls
      .filter(({ route }) => route === 'prepare')
      .map(({ what }) => (what as { cloid: string }).cloid)
    expect(new Set(cloids).size).toBe(1)

    for (let i = 0; i < 3; i++) setup.venue.fail('submit', stale)
    await setup.submit(2)
    await setup.clock.advanceAsync(10_000)
    /** “Stale” does not prove for any of the three that it did nothing: only their expiry and the reads do. */
    expect(setup.action(2)).toMatchObject({ state: 'unknown', code: 'stale_prepared_action' })
    await setup.clock.advanceAsync(60_000)
    expect(setup.action(2)).toMatchObject({ state: 'expired', code: 'never_arrived' })
    expect(setup.venue.orders).toHaveLength(1)
  })

  it('that only reduces needs an approved agent: it is approved once and prepared again; else it is refused with both reasons', async () => {
    const setup = await openTradingSetup({}, (venue) => {
      venue.position = '6' as Size
    })
    const reducing: Intent = { ...BUY, side: 'sell', reduceOnly: true }
    const missing = failure('problem', 'outcome_agent_not_approved', 'No approved agent.')
    setup.venue.fail('prepare', missing)
    expect((await setup.submit(1, reducing)).state).not.toBe('refused')
    expect(setup.approvals).toBe(1)
    expect(setup.action(1).steps.map((step) => step.detail)).toContain('No approved agent.')

    setup.approval = {
      kind: 'refused',
      refusal: { code: 'no_wallet_key', message: 'No wallet key.', field: null },
    }
    setup.venue.fail('prepare', missing)
    expect(await setup.submit(2, reducing)).toMatchObject({
      state: 'refused',
      message: 'No approved agent. No wallet key.',
    })

    setup.approval = { kind: 'approved', agent: TRADER }
    setup.venue.fail('prepare', missing)
    setup.venue.fail('prepare', missing)
    expect((await setup.submit(3, reducing)).state).toBe('rejected')
    expect(setup.approvals).toBe(3)
  })

  it('whose agent is missing asks no other wallet that signs in meanwhile for an approval', async () => {
    const setup = await openTradingSetup({}, (venue) => {
      venue.position = '6' as Size
    })
    const { prepareOrder } = setup.venue.service
    const missing = failure('problem', 'outcome_agent_not_approved', 'No approved agent.')
    Object.assign(setup.venue.service, {
      prepareOrder: async (order: never) => {
        setup.signIn(`0x${'cd'.repeat(20)}` as never)
        setup.venue.fail('prepare', missing)
        return prepareOrder(order)
      },
    })
    const action = await setup.submit(1, { ...BUY, side: 'sell', reduceOnly: true })
    expect([action.state, action.code]).toEqual(['refused', 'identity_changed'])
    expect([setup.approvals, setup.signatures]).toEqual([0, 0])
  })
})

describe('a refusal of the service', () => {
  it.each([
    ['prepare', 'limitPx', 'price'],
    ['prepare', 'sz', 'size'],
    ['submit', 'body.size', 'size'],
    ['submit', 'asset', null],
  ] as const)('at %s about %s is shown verbatim at the right field', async (route, name, field) => {
    const setup = await openTradingSetup()
    setup.venue.fail(route, failure('problem', 'insufficient_margin', 'You lack 3.20 USDC.', { field: name }))
    const action = await setup.submit(1)
    expect(action).toMatchObject({
      state: 'rejected',
      code: 'insufficient_margin',
      message: 'You lack 3.20 USDC.',
      field,
    })
  })

  it('401 has the session read again', async () => {
    const setup = await openTradingSetup()
    setup.venue.fail('prepare', failure('problem', 'bad_token', 'The token has expired.', { status: 401 }))
    expect((await setup.submit(1)).message).toBe('The token has expired.')
    expect(setup.unauthorized).toBe(1)
  })

  it('is not attributed to the service when the terminal knows that the request never left', async () => {
    const setup = await openTradingSetup()
    setup.venue.fail('submit', failure('unreachable', 'network', 'connect ECONNREFUSED'))
    const action = await setup.submit(1)
    expect(action.state).toBe('refused')
    expect(action.message).toBe('connect ECONNREFUSED The request was not sent. Nothing was sent.')
    await setup.clock.advanceAsync(60_000)
    expect(setup.venue.arrivals).toEqual([])
  })
})

describe('a submit without a certain answer', () => {
  const lost = [
    failure('no_answer', 'timeout', 'No answer within 10 s.'),
    failure('unreadable', 'unreadable', 'The answer cannot be read.', { status: 200 }),
    failure('problem', 'bad_gateway', 'Bad gateway', { status: 502 }),
    new Error('something unforeseen'),
  ]
  it.each(lost)('is unknown until a read shows the order, and is not sent again: %s', async (error) => {
    const setup = await openTradingSetup()
    setup.venue.fail('submit', error, true)
    void setup.trading.submit(setup.id(1), BUY)
    await setup.clock.advanceAsync(5_000)
    expect(setup.states(1)).toEqual([...UNTIL_SENT, 'unknown', 'resting'])
    expect(setup.action(1)).toMatchObject({ oid: '1000', code: null, message: null })
    await setup.clock.advanceAsync(60_000)
    expect(setup.venue.count('submit')).toBe(1)
  })

  it.each(lost)('that never arrived ends after its expiry and two clean reads, not before: %s', async (error) => {
    const setup = await openTradingSetup()
    setup.venue.fail('submit', error, false)
    void setup.trading.submit(setup.id(1), BUY)
    await setup.clock.advanceAsync(34_000)
    expect(setup.action(1).state).toBe('unknown')
    await setup.clock.advanceAsync(8_000)
    expect(setup.action(1)).toMatchObject({ state: 'expired', code: 'never_arrived' })
    expect(setup.action(1).message).toContain('never arrived')
    expect(setup.venue.count('submit')).toBe(1)
  })

  it('does not count as never arrived before the service’s time is known, however long that takes', async () => {
    const setup = await openTradingSetup()
    setup.measuredOffset = null
    setup.venue.fail('submit', failure('no_answer', 'timeout', 'No answer.'), false)
    void setup.trading.submit(setup.id(1), BUY)
    await setup.clock.advanceAsync(3_600_000)
    expect(setup.action(1).state).toBe('unknown')
    setup.measuredOffset = 0
    await setup.clock.advanceAsync(60_000)
    expect(setup.action(1)).toMatchObject({ state: 'expired', code: 'never_arrived' })
    expect(setup.venue.count('submit')).toBe(1)
  })

  it('stays unknown for as long as the reads fail', async () => {
    const setup = await openTradingSetup()
    setup.venue.fail('submit', failure('no_answer', 'timeout', 'No answer.'), true)
    for (let i = 0; i < 40; i++) setup.venue.fail('open', failure('no_answer', 'timeout', 'No answer.'))
    void setup.trading.submit(setup.id(1), { ...BUY, tif: 'IOC' })
    await setup.clock.advanceAsync(60_000)
    expect(setup.action(1).state).toBe('unknown')
    setup.venue.faults.open = []
    await setup.clock.advanceAsync(8_000)
    expect(setup.action(1)).toMatchObject({ state: 'cancelled', oid: '1000' })
  })

  it('that filled meanwhile is found in the history', async () => {
    const setup = await openTradingSetup()
    setup.venue.behaviour = 'fill'
    setup.venue.fail('submit', failure('no_answer', 'timeout', 'No answer.'), true)
    void setup.trading.submit(setup.id(1), BUY)
    await setup.clock.advanceAsync(1_000)
    expect(setup.action(1)).toMatchObject({ state: 'filled', filled: '2' })
  })

  it('blocks no cancel, and delays the next order by two seconds at most', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1)
    setup.venue.fail('submit', 'hang')
    await setup.submit(2)
    void setup.trading.submit(setup.id(3), cancelOf('1000'))
    void setup.trading.submit(setup.id(4), BUY)
    await setup.clock.advanceAsync(1_900)
    expect([setup.action(3).state, setup.action(4).state]).toEqual(['done', 'verified'])
    await setup.clock.advanceAsync(200)
    expect(setup.action(2).state).toBe('sent')
    await setup.clock.advanceAsync(2_000)
    expect(setup.action(4).state).toBe('resting')
  })
})

describe('a cancel', () => {
  it('is done when the order is gone, and the order’s own action says canceled', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1)
    const action = await setup.submit(2, cancelOf('1000'))
    expect(action).toMatchObject({ state: 'done', oid: null })
    expect(setup.action(1).state).toBe('cancelled')
  })

  it('of an order that had filled is refused by the service, and reports the order’s fate', async () => {
    const setup = await openTradingSetup()
    setup.venue.behaviour = 'fill'
    await setup.submit(1)
    const action = await setup.submit(2, cancelOf('1000'))
    expect(action.state).toBe('rejected')
    expect(action.message).toBe('Order 1000 is filled. Order 1000 filled: 2 of 2.')
  })

  it('without an answer is found by the reads', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1)
    setup.venue.fail('submit', failure('no_answer', 'timeout', 'No answer.'), true)
    void setup.trading.submit(setup.id(2), cancelOf('1000'))
    await setup.clock.advanceAsync(2_000)
    expect(setup.action(2).state).toBe('done')
  })

  it('that never arrived reports that the order is still open', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1)
    setup.venue.fail('submit', failure('no_answer', 'timeout', 'No answer.'), false)
    void setup.trading.submit(setup.id(2), cancelOf('1000'))
    await setup.clock.advanceAsync(45_000)
    expect(setup.action(2)).toMatchObject({
      state: 'expired',
      message: 'The cancel never arrived: the order is still open.',
    })
    expect(setup.action(1).state).toBe('resting')
  })

  it('of everything makes one action per open order, and a repeat doubles nothing', async () => {
    const setup = await openTradingSetup()
    for (const number of [1, 2, 3]) await setup.submit(number)
    const [first, second] = [setup.trading.cancelAll(setup.id(9), null), setup.trading.cancelAll(setup.id(9), null)]
    await setup.clock.advanceAsync(100)
    expect(await first).toEqual(await second)
    expect((await first).actionIds).toHaveLength(3)
    expect(setup.venue.orders.every((order) => order.status === 'cancelled')).toBe(true)
    expect(setup.venue.arrivals).toHaveLength(6)
    expect([1, 2, 3].map((number) => setup.action(number).state)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  })

  it('of everything cancels what can be read although outcome orders cannot, and reports that', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1)
    await setup.submit(2)
    const down = failure('unreachable', 'network', 'Outcomes are down.')
    for (let read = 0; read < 9; read++) setup.venue.fail('openOutcomes', down)
    await expect(setup.trading.cancelAll(setup.id(8), null)).rejects.toThrow('Outcomes are down.')
    await setup.clock.advanceAsync(100)
    expect(setup.venue.orders.map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
  })

  it('of one market needs no other family', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1)
    for (let read = 0; read < 9; read++) {
      setup.venue.fail('openOutcomes', failure('unreachable', 'network', 'Outcomes are down.'))
    }
    const { actionIds } = await setup.trading.cancelAll(setup.id(9), ASSET)
    await setup.clock.advanceAsync(100)
    expect(actionIds).toHaveLength(1)
    expect(setup.venue.orders.map(({ status }) => status)).toEqual(['cancelled'])
  })

  it('of everything, repeated after a crash, cancels nothing a second time', async () => {
    let kill = true
    const setup = await openTradingSetup({
      onStep: (state, action) =>
        kill && action.intent.kind === 'cancel' && state === 'sent' ? new Promise(() => {}) : undefined,
    })
    for (const number of [1, 2]) await setup.submit(number)
    void setup.trading.cancelAll(setup.id(9), ASSET)
    await setup.clock.advanceAsync(100)
    kill = false
    await setup.restart()
    const again = setup.trading.cancelAll(setup.id(9), ASSET)
    await setup.clock.advanceAsync(60_000)
    expect((await again).actionIds).toHaveLength(2)
    expect(setup.venue.count('submit')).toBe(2)
  })
})

describe('a close', () => {
  it.each([
    ['3', '3'],
    ['-3', '3'],
  ])('of a position of %s is a reduce-only order of the other side, and is confirmed', async (held, filled) => {
    const setup = await openTradingSetup()
    setup.venue.position = size(held)
    const action = await setup.submit(1, { ...close, position: held.startsWith('-') ? 'short' : 'long' } as Intent)
    expect(action).toMatchObject({ state: 'filled', filled, oid: '1000' })
    expect(setup.venue.orders[0]).toMatchObject({ side: held.startsWith('-') ? 'buy' : 'sell', reduceOnly: true })
  })

  it('is sent as a reduce-only IOC order, at exactly its worst price', async () => {
    const setup = await openTradingSetup()
    setup.venue.position = size('3')
    await setup.submit(1, close)
    expect(setup.venue.orders[0]).toMatchObject({ price: '568.00', size: '3', tif: 'IOC', reduceOnly: true })
    setup.venue.position = size('3')
    setup.venue.tamper = (action) => ({ ...action, orders: [{ ...(action.orders as object[])[0], p: '567.99' }] })
    expect(await setup.submit(2, close)).toMatchObject({ state: 'refused', code: 'mismatch' })
  })

  it('uses the route for closes, within its bound, where the deployment places no orders', async () => {
    const setup = await openTradingSetup({ profile: { routes: { orderPrepare: null } } })
    setup.venue.position = size('3')
    expect(await setup.submit(1, close)).toMatchObject({ state: 'filled', filled: '3' })
    expect(setup.venue.orders[0]).toMatchObject({ price: '569', cloid: null })
  })

  it('without an answer is found by its expected fields', async () => {
    const setup = await openTradingSetup()
    setup.venue.position = size('3')
    setup.venue.fail('submit', failure('no_answer', 'timeout', 'No answer.'), true)
    void setup.trading.submit(setup.id(1), close)
    await setup.clock.advanceAsync(1_000)
    expect(setup.action(1)).toMatchObject({ state: 'filled', filled: '3', oid: '1000' })
  })
})

describe('leverage', () => {
  it('is done once the position shows it, or when no position can', async () => {
    const setup = await openTradingSetup()
    expect((await setup.submit(1, { kind: 'leverage', asset: ASSET, leverage: 3 })).state).toBe('done')
    setup.venue.position = size('3')
    expect((await setup.submit(2, { kind: 'leverage', asset: ASSET, leverage: 7 })).state).toBe('done')
    expect(setup.action(2).steps.at(-1)?.detail).toContain('7×')
  })

  it('without an answer is looked up in the position', async () => {
    const setup = await openTradingSetup()
    setup.venue.position = size('3')
    setup.venue.fail('submit', failure('no_answer', 'timeout', 'No answer.'), true)
    void setup.trading.submit(setup.id(1), { kind: 'leverage', asset: ASSET, leverage: 7 })
    await setup.clock.advanceAsync(1_000)
    expect(setup.action(1).state).toBe('done')
  })
})

describe('an agent approval', () => {
  const refusal = { code: 'wrong_signature', message: 'The signature is not of the wallet.', field: null } as const
  it('takes the steps of every signed action', async () => {
    const setup = await openTradingSetup()
    expect((await setup.submit(1, { kind: 'approve_agent' })).state).toBe('done')
    expect(setup.states(1)).toEqual([...UNTIL_SENT, 'acknowledged', 'done'])
  })

  it.each([
    [4, 'rejected', 'rejected'],
    [0, 'rejected', 'rejected'],
    [1, 'refused', 'refused'],
    [4, 'refused', 'refused'],
    [4, 'unknown', 'expired'],
  ] as const)('that ends after %i steps as %s is %s, with the reason', async (steps, kind, state) => {
    const setup = await openTradingSetup()
    setup.approvalSteps.length = steps
    setup.approval = { kind, refusal }
    const action = await setup.submit(1, { kind: 'approve_agent' })
    expect(action.state).toBe(state)
    expect(action.steps.map((step) => step.detail)).toContain(refusal.message)
  })
})

describe('the account', () => {
  it('is read soon after a print at one of the trader’s prices, and not for others', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1)
    const print = (px: string) =>
      setup.trading.onTrade({
        tid: '1',
        asset: ASSET,
        side: 'sell',
        px: price(px),
        sz: size('1'),
        time: setup.clock.now(),
      })
    await setup.clock.advanceAsync(300)
    setup.venue.fill('1000', size('2'))
    const before = setup.venue.count('open')
    print('570.51')
    await setup.clock.advanceAsync(60)
    expect(setup.venue.count('open')).toBe(before)
    for (let i = 0; i < 20; i++) print('570.50')
    await setup.clock.advanceAsync(60)
    expect(setup.venue.count('open')).toBe(before + 1)
    expect(setup.action(1).state).toBe('filled')
  })

  it('is read at most four times a second however many trades print', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1)
    await setup.clock.advanceAsync(1_000)
    const before = setup.venue.count('open')
    for (let i = 0; i < 100; i++) {
      setup.trading.onTrade({
        tid: '1',
        asset: ASSET,
        side: 'sell',
        px: price('570'),
        sz: size('1'),
        time: setup.clock.now(),
      })
      await setup.clock.advanceAsync(10)
    }
    expect(setup.venue.count('open') - before).toBeLessThanOrEqual(5)
    expect(setup.venue.count('open') - before).toBeGreaterThanOrEqual(3)
  })

  it('is read every two seconds, every second while an order rests, and less often while it fails', async () => {
    const setup = await openTradingSetup()
    const reads = async (ms: number) => {
      const before = setup.venue.count('account')
      await setup.clock.advanceAsync(ms)
      return setup.venue.count('account') - before
    }
    expect(await reads(10_000)).toBe(5)
    await setup.submit(1)
    await setup.clock.advanceAsync(1_000)
    expect(await reads(10_000)).toBe(10)
    for (let i = 0; i < 3; i++) setup.venue.fail('open', failure('no_answer', 'timeout', 'No answer.'))
    expect(await reads(10_000)).toBeLessThanOrEqual(4)
    expect((await setup.trading.readOpenOrders()).orders).toHaveLength(1)
  })

  it('increases its version only when something changed, and passes the trader’s own prices to market data', async () => {
    const own: string[][] = []
    const setup = await openTradingSetup({ setOwnOrders: (orders) => own.push(orders.map((order) => order.price)) })
    const version = () => setup.trading.topics.view({ kind: 'account_version' })
    const before = version()
    await setup.clock.advanceAsync(10_000)
    expect(version()).toBe(before)
    await setup.submit(1)
    expect(version()).toBeGreaterThan(before!)
    expect(own.at(-1)).toEqual(['570.50'])
    setup.venue.end('1000', 'cancelled')
    await setup.clock.advanceAsync(1_000)
    expect(own.at(-1)).toEqual([])
  })

  it('serves windows from one read at a time', async () => {
    const setup = await openTradingSetup()
    await setup.clock.advanceAsync(1_000)
    const before = setup.venue.count('account')
    const page = { limit: 50, before: null }
    await Promise.all([1, 2, 3].flatMap(() => [setup.trading.readAccount(), setup.trading.readOrderHistory(page)]))
    expect(setup.venue.count('account') - before).toBe(1)
    expect(setup.venue.count('history')).toBe(1)
  })

  it('shows the latest 500 actions, newest first, without main’s internal fields', async () => {
    const setup = await openTradingSetup({
      limits: () =>
        ({
          orderValue: '1',
          position: '1',
          priceBandDegrees: '10',
          priceBandCents: '20',
          ordersPerMinute: 1,
          dayLoss: null,
        }) as never,
    })
    for (let number = 0; number < 510; number++) await setup.trading.submit(setup.id(number), BUY)
    const actions = setup.trading.topics.view({ kind: 'actions' })!
    expect(actions).toHaveLength(500)
    expect(actions[0]?.id).toBe(setup.id(509))
    expect(Object.keys(actions[0]!)).not.toContain('prepared')
    expect(setup.trading.topics.view({ kind: 'actions' })).toBe(actions)
  })

  it('of another trader is not used for what the first one sent', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1)
    setup.address = `0x${'cd'.repeat(20)}` as never
    setup.venue.end('1000', 'cancelled')
    await setup.restart()
    await setup.clock.advanceAsync(5_000)
    expect(setup.action(1).state).toBe('resting')
  })
})
