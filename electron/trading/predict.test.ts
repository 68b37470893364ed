import { describe, expect, it } from 'vitest'
import type { Intent, PredictIntent } from '../../contract/intent.ts'
import { DEFAULT_LIMITS } from '../../contract/limits.ts'
import { LONG } from './testing/intents.ts'
import { failure } from './testing/model-failure.ts'
import { ASSET, MARKET } from './testing/model-venue.ts'
import { BUY, openTradingSetup, type TradingSetup } from './testing/setup.ts'

const wordOn = (setup: TradingSetup, accept = true, id = setup.action(1).estimate?.id ?? '') =>
  setup.trading.confirmEstimate(setup.id(1), id, accept)

describe('a prediction', () => {
  it('shows average, worst, limit and target, and signs nothing before the trader confirms', async () => {
    const setup = await openTradingSetup()
    const action = await setup.submit(1, LONG)
    expect(action).toMatchObject({ state: 'prepared', code: 'awaiting_estimate' })
    expect(action.estimate).toEqual({
      id: 'prepared-1',
      average: '571.2',
      worst: '571.4',
      limit: '573',
      targetMark: '572.5',
      contracts: null,
      validUntil: setup.clock.now() - 50 + 30_000,
    })
    expect(setup.signatures).toBe(0)
    setup.venue.behaviour = 'fill'
    expect(wordOn(setup)).toBe('taken')
    expect(wordOn(setup)).toBe('not_waiting')
    await setup.clock.advanceAsync(100)
    expect(setup.action(1)).toMatchObject({ state: 'filled', filled: '2', code: null })
    expect(setup.venue.arrivals).toEqual(['prepared-1'])
  })

  describe('on a service whose assets have the exchange’s numbers', () => {
    /** The second of two scalar assets. */
    async function onExchange(signedNumber: number): Promise<TradingSetup> {
      const setup = await openTradingSetup()
      const market = { ...MARKET, assetId: 110_004, ordinal: 1 }
      setup.facts = { ...setup.facts, market: (asset) => (asset === MARKET.asset ? market : null) }
      setup.venue.tamper = (action) => ({
        ...action,
        orders: (action.orders as object[]).map((order) => ({ ...order, a: signedNumber })),
      })
      return setup
    }

    it('requests the second scalar asset as 1, and checks the number that is signed', async () => {
      const setup = await onExchange(110_004)
      expect(await setup.submit(1, LONG)).toMatchObject({ state: 'prepared', code: 'awaiting_estimate' })
      expect(setup.venue.calls.filter(({ route }) => route === 'prepare')).toMatchObject([{ what: { ordinal: 1 } }])
    })

    it('refuses an action that was prepared for another asset', async () => {
      const setup = await onExchange(110_003)
      expect(await setup.submit(1, LONG)).toMatchObject({ state: 'refused', mismatches: [{ field: 'asset' }] })
      expect(setup.signatures).toBe(0)
    })
  })

  it('that is declined is refused, with nothing signed', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1, LONG)
    expect(wordOn(setup, false)).toBe('taken')
    await setup.clock.advanceAsync(10)
    expect(setup.action(1)).toMatchObject({ state: 'refused', code: 'declined' })
    expect(setup.signatures).toBe(0)
  })

  it('is estimated again before the estimate expires, twice, and then ends', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1, LONG)
    await setup.clock.advanceAsync(29_000)
    expect(setup.action(1).estimate?.id).toBe('prepared-2')
    await setup.clock.advanceAsync(29_000)
    expect(setup.action(1).estimate?.id).toBe('prepared-3')
    await setup.clock.advanceAsync(29_500)
    expect(setup.action(1)).toMatchObject({ state: 'refused', code: 'not_confirmed' })
    expect(setup.venue.count('prepare')).toBe(3)
    expect(setup.signatures).toBe(0)
  })

  it('is confirmed by the estimate that was seen, never by the one that replaced it', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1, LONG)
    const seen = setup.action(1).estimate?.id ?? ''
    await setup.clock.advanceAsync(29_000)
    expect(wordOn(setup, true, seen)).toBe('changed')
    expect(setup.action(1).state).toBe('prepared')
    expect(wordOn(setup)).toBe('taken')
  })

  it.each([
    ['no worse', ['573', '572.9'], 'filled'],
    ['worse', ['572.9', '573'], 'prepared'],
  ])('prepared again after the confirmation with a limit that is %s', async (_, limits, state) => {
    const setup = await openTradingSetup()
    setup.venue.behaviour = 'fill'
    setup.venue.predictLimits.push(...limits)
    await setup.submit(1, LONG)
    setup.venue.fail('submit', failure('problem', 'stale_prepared_action', 'Too old.'))
    wordOn(setup)
    await setup.clock.advanceAsync(3_100)
    expect(setup.action(1).state).toBe(state)
  })

  it('whose limit is worse than its worst price is planned again, then refused with both prices, never shown', async () => {
    const setup = await openTradingSetup()
    setup.venue.predictLimits.push('573.86', '574', '580')
    expect(await setup.submit(1, LONG)).toMatchObject({
      state: 'refused',
      code: 'beyond_worst',
      message: 'The venue prepared 580, which is worse than your worst price of 573.85. Nothing was signed.',
    })
    expect(setup.venue.count('prepare')).toBe(3)
    expect(setup.signatures).toBe(0)
  })

  it('prepared within its worst price the second time is shown, and requested further inside it', async () => {
    const setup = await openTradingSetup()
    setup.venue.predictLimits.push('573.86', '573.85')
    const requests: string[] = []
    const { preparePredict } = setup.venue.service
    Object.assign(setup.venue.service, {
      preparePredict: (terms: { slippagePct: string }) => {
        requests.push(terms.slippagePct)
        return preparePredict(terms as never)
      },
    })
    expect(await setup.submit(1, LONG)).toMatchObject({ state: 'prepared', estimate: { limit: '573.85' } })
    expect(requests).toEqual(['0.4991', '0.4973'])
  })

  it('is refused where the market has passed its worst price', async () => {
    const setup = await openTradingSetup()
    setup.venue.mark = '574.00' as never
    setup.stale = true
    const action = await setup.submit(1, LONG)
    expect(action).toMatchObject({ state: 'refused', code: 'beyond_worst', field: 'price' })
    expect(action.message).toBe('The best price is now 574.00, beyond your worst price of 573.85.')
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['of another size', { s: '20' }, 'size'],
    ['of the other side', { b: false }, 'side'],
    ['that would rest', { t: { limit: { tif: 'Gtc' } } }, 'time in force'],
  ])('%s is refused before it is shown', async (_, change, field) => {
    const setup = await openTradingSetup()
    setup.venue.tamper = (action) => ({ ...action, orders: [{ ...(action.orders as object[])[0], ...change }] })
    const action = await setup.submit(1, LONG)
    expect(action).toMatchObject({ state: 'refused', code: 'mismatch' })
    expect(action.mismatches.map((mismatch) => mismatch.field)).toContain(field)
    expect(action.estimate ?? null).toBeNull()
  })

  it.each<[string, Partial<PredictIntent>, string]>([
    ['a worst price off the tick', { protection: { kind: 'worst', price: '573.855' as never } }, 'limit_slippage'],
    ['too large a value', { size: '9000' as never }, 'limit_order_value'],
    ['too fine a size', { size: '0.00001' as never }, 'too_precise'],
    ['an unknown market', { asset: 'OTHER' }, 'unknown_market'],
  ])('with %s is refused before anything is prepared', async (_, change, code) => {
    const setup = await openTradingSetup()
    setup.venue.available = '100000000'
    await setup.clock.advanceAsync(3_000)
    expect(await setup.submit(1, { ...LONG, ...change } as Intent)).toMatchObject({ state: 'refused', code })
    expect(setup.venue.count('prepare')).toBe(0)
  })

  it('without an answer is found by similarity, and never sent again', async () => {
    const setup = await openTradingSetup()
    setup.venue.behaviour = 'fill'
    await setup.submit(1, LONG)
    setup.venue.fail('submit', failure('no_answer', 'timeout', 'No answer.'), true)
    wordOn(setup)
    await setup.clock.advanceAsync(3_000)
    expect(setup.action(1)).toMatchObject({ state: 'filled', oid: '1000' })
    expect(setup.venue.arrivals).toHaveLength(1)
  })

  it('is refused at a restart that comes before the confirmation', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1, LONG)
    await setup.restart()
    expect(setup.action(1)).toMatchObject({ state: 'refused', code: 'stopped' })
    expect(setup.trading.confirmEstimate(setup.id(1), 'prepared-1', true)).toBe('not_waiting')
  })

  it('without an action shows that it is not verified, next to the estimate', async () => {
    const setup = await openTradingSetup()
    setup.venue.bare = true
    const action = await setup.submit(1, LONG)
    expect(action.message).toMatch(/^Not verified against your order/)
    expect(action.unverified).toMatch(/^The venue did not send /)
    expect(action.estimate).toMatchObject({ limit: null })
    expect(setup.signatures).toBe(0)
  })
})

describe('the loss of the day', () => {
  const limits = () => ({ ...DEFAULT_LIMITS, dayLoss: '100' as never })
  const lose = (setup: TradingSetup, pnl: string, fee: string | null = null) => {
    const fill = { oid: '1', asset: ASSET, side: 'sell', price: '571', size: '1', liquidity: null } as const
    const tid = String(setup.venue.fills.length + 1)
    setup.venue.fills.push({ ...fill, tid, fee, realizedPnl: pnl, time: setup.clock.now() } as never)
  }

  it('allows only reducing orders once its limit is reached, and is named in the refusal', async () => {
    const setup = await openTradingSetup({ limits })
    setup.venue.position = '5' as never
    lose(setup, '-60', '0.5')
    await setup.clock.advanceAsync(2_000)
    // Entry 571, mark 571: nothing unrealized.
    expect((await setup.submit(1)).state).toBe('resting')
    lose(setup, '-39', '0.5')
    await setup.restart()
    const refused = await setup.submit(2)
    expect(refused).toMatchObject({ state: 'refused', code: 'limit_day_loss' })
    expect(refused.message).toMatch(
      /Today's P&L is −100\.00 USDC; your max daily loss is 100 USDC\. Only reducing orders go out until 00:00 UTC\./,
    )
    const reducing: Intent = { ...(refused.intent as never as object), side: 'sell', reduceOnly: true } as never
    expect((await setup.submit(3, reducing)).state).not.toBe('refused')
    const close: Intent = {
      kind: 'close',
      position: 'long',
      asset: ASSET,
      size: '1' as never,
      protection: { kind: 'distance', distance: '3', bound: null } as never,
    }
    expect((await setup.submit(4, close)).state).not.toBe('refused')
  })

  it('is unknown, and blocks what adds exposure, while a position is gone without a fill', async () => {
    const setup = await openTradingSetup({ limits }, (venue) => {
      venue.position = '100' as never
    })
    await setup.clock.advanceAsync(15_000)
    expect((await setup.submit(1)).state).toBe('resting')
    setup.venue.position = '0' as never
    await setup.clock.advanceAsync(8_000)
    const refused = await setup.submit(2)
    expect(refused).toMatchObject({ state: 'refused', code: 'limit_day_loss_unknown' })
    expect(refused.message).toMatch(/the position in NYCTMP1 has not matched its fills for [3-8] s$/)
    await setup.clock.advanceAsync(15_000)
    expect((await setup.submit(3)).message).toMatch(/no fill explains the position change in NYCTMP1$/)
    const reducing: Intent = { ...(refused.intent as never as object), side: 'sell', reduceOnly: true } as never
    expect((await setup.submit(4, reducing)).code).not.toBe('limit_day_loss_unknown')
  })

  it('counts what positions have lost at the live mark', async () => {
    const setup = await openTradingSetup({ limits }, (venue) => {
      venue.position = '50' as never
    })
    await setup.clock.advanceAsync(3_000)
    setup.facts = {
      ...setup.facts,
      ticker: () => ({ mark: '568.9' as never, mid: null, status: 'active', stale: false }),
    }
    expect(await setup.submit(1)).toMatchObject({ state: 'refused', code: 'limit_day_loss' })
  })

  it('that cannot be known refuses, with the reason', async () => {
    const setup = await openTradingSetup({ limits })
    /** The account has changed since fills were read. */
    setup.venue.place({ ...BUY, cloid: null }, 'rest')
    for (let i = 0; i < 20; i++) {
      setup.venue.fail('fills', failure('problem', 'stale_market_data', 'Fills are not available.', { status: 503 }))
    }
    await setup.clock.advanceAsync(2_500)
    const action = await setup.submit(1)
    expect(action).toMatchObject({ state: 'refused', code: 'limit_day_loss_unknown' })
    expect(action.message).toContain('Fills are not available.')
  })

  it('forgets the previous day', async () => {
    const setup = await openTradingSetup({ limits })
    lose(setup, '-500')
    await setup.clock.advanceAsync(86_400_000)
    expect((await setup.submit(1)).state).toBe('resting')
  })
})
