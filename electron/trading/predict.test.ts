import { describe, expect, it } from 'vitest'
import type { Intent, PredictIntent } from '../../contract/intent.ts'
import { DEFAULT_LIMITS } from '../../contract/limits.ts'
import { AWAITING_ESTIMATE } from './actions/state-machine.ts'
import { failure } from './testing/model-failure.ts'
import { ASSET } from './testing/model-venue.ts'
import { type Desk, openDesk } from './testing/setup.ts'

const LONG: PredictIntent = {
  kind: 'predict',
  asset: ASSET,
  targetF: '72.5' as never,
  size: '2' as never,
  direction: 'long',
  slippagePct: '0.5' as never,
}
const wordOn = (desk: Desk, accept = true, id = desk.action(1).estimate?.id ?? '') =>
  desk.trading.confirmEstimate(desk.id(1), id, accept)

describe('a prediction', () => {
  it('shows average, worst, limit and target, and signs nothing before the trader confirms', async () => {
    const desk = await openDesk()
    const action = await desk.submit(1, LONG)
    expect(action).toMatchObject({ state: 'prepared', code: AWAITING_ESTIMATE })
    expect(action.estimate).toEqual({
      id: 'prepared-1',
      average: '571.2',
      worst: '571.4',
      limit: '573',
      targetMark: '572.5',
      contracts: null,
      validUntil: desk.clock.now() - 50 + 30_000,
    })
    expect(desk.signatures).toBe(0)
    desk.venue.behaviour = 'fill'
    expect(wordOn(desk)).toBe('taken')
    expect(wordOn(desk)).toBe('not_waiting')
    await desk.clock.advanceAsync(100)
    expect(desk.action(1)).toMatchObject({ state: 'filled', filled: '2', code: null })
    expect(desk.venue.arrivals).toEqual(['prepared-1'])
  })

  it('that is let go is refused, and nothing was signed', async () => {
    const desk = await openDesk()
    await desk.submit(1, LONG)
    expect(wordOn(desk, false)).toBe('taken')
    await desk.clock.advanceAsync(10)
    expect(desk.action(1)).toMatchObject({ state: 'refused', code: 'declined' })
    expect(desk.signatures).toBe(0)
  })

  it('is estimated anew before the estimate runs out, twice, and then ends', async () => {
    const desk = await openDesk()
    await desk.submit(1, LONG)
    await desk.clock.advanceAsync(29_000)
    expect(desk.action(1).estimate?.id).toBe('prepared-2')
    await desk.clock.advanceAsync(29_000)
    expect(desk.action(1).estimate?.id).toBe('prepared-3')
    await desk.clock.advanceAsync(29_500)
    expect(desk.action(1)).toMatchObject({ state: 'refused', code: 'not_confirmed' })
    expect(desk.venue.count('prepare')).toBe(3)
    expect(desk.signatures).toBe(0)
  })

  it('is confirmed by the estimate that was seen, never by the one that replaced it', async () => {
    const desk = await openDesk()
    await desk.submit(1, LONG)
    const seen = desk.action(1).estimate?.id ?? ''
    await desk.clock.advanceAsync(29_000)
    expect(wordOn(desk, true, seen)).toBe('changed')
    expect(desk.action(1).state).toBe('prepared')
    expect(wordOn(desk)).toBe('taken')
  })

  it.each([
    ['no worse', ['573', '572.9'], 'filled'],
    ['worse', ['572.9', '573'], 'prepared'],
  ])('prepared again after the word with a limit that is %s', async (_, limits, state) => {
    const desk = await openDesk()
    desk.venue.behaviour = 'fill'
    desk.venue.predictLimits.push(...limits)
    await desk.submit(1, LONG)
    desk.venue.fail('submit', failure('answered', 'stale_prepared_action', 'Too old.'))
    wordOn(desk)
    await desk.clock.advanceAsync(100)
    expect(desk.action(1).state).toBe(state)
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['of another size', { s: '20' }, 'size'],
    ['of the other side', { b: false }, 'side'],
    ['beyond the slippage', { p: '580' }, 'price'],
    ['that would rest', { t: { limit: { tif: 'Gtc' } } }, 'time in force'],
  ])('%s is refused before it is shown', async (_, change, field) => {
    const desk = await openDesk()
    desk.venue.tamper = (action) => ({ ...action, orders: [{ ...(action.orders as object[])[0], ...change }] })
    const action = await desk.submit(1, LONG)
    expect(action).toMatchObject({ state: 'refused', code: 'mismatch' })
    expect(action.mismatches.map((mismatch) => mismatch.field)).toContain(field)
    expect(action.estimate ?? null).toBeNull()
  })

  it.each<[string, Partial<PredictIntent>, string]>([
    ['a wild slippage', { slippagePct: '21' as never }, 'limit_slippage'],
    ['too large a value', { size: '9000' as never }, 'limit_order_value'],
    ['too fine a size', { size: '0.00001' as never }, 'too_precise'],
    ['an unknown market', { asset: 'OTHER' }, 'unknown_market'],
  ])('with %s is refused before anything is prepared', async (_, change, code) => {
    const desk = await openDesk()
    desk.venue.available = '100000000'
    await desk.clock.advanceAsync(3_000)
    expect(await desk.submit(1, { ...LONG, ...change } as Intent)).toMatchObject({ state: 'refused', code })
    expect(desk.venue.count('prepare')).toBe(0)
  })

  it('without an answer is found by what it looks like, and never sent again', async () => {
    const desk = await openDesk()
    desk.venue.behaviour = 'fill'
    await desk.submit(1, LONG)
    desk.venue.fail('submit', failure('maybe_sent', 'timeout', 'No answer.'), true)
    wordOn(desk)
    await desk.clock.advanceAsync(3_000)
    expect(desk.action(1)).toMatchObject({ state: 'filled', oid: '1000' })
    expect(desk.venue.arrivals).toHaveLength(1)
  })

  it('is refused at a restart that comes before the word', async () => {
    const desk = await openDesk()
    await desk.submit(1, LONG)
    await desk.restart()
    expect(desk.action(1)).toMatchObject({ state: 'refused', code: 'stopped' })
    expect(desk.trading.confirmEstimate(desk.id(1), 'prepared-1', true)).toBe('not_waiting')
  })

  it('without an action says that it is not verified, next to the estimate', async () => {
    const desk = await openDesk()
    desk.venue.bare = true
    const action = await desk.submit(1, LONG)
    expect(action.message).toMatch(/^Not verified against your order/)
    expect(action.estimate).toMatchObject({ limit: null })
    expect(desk.signatures).toBe(0)
  })
})

describe('the loss of the day', () => {
  const limits = () => ({ ...DEFAULT_LIMITS, dayLoss: '100' as never })
  const lose = (desk: Desk, pnl: string, fee: string | null = null) => {
    const fill = { oid: '1', asset: ASSET, side: 'sell', price: '571', size: '1', liquidity: null } as const
    const tid = String(desk.venue.fills.length + 1)
    desk.venue.fills.push({ ...fill, tid, fee, realizedPnl: pnl, time: desk.clock.now() } as never)
  }

  it('lets only reducing orders out once it is reached, and names itself', async () => {
    const desk = await openDesk({ limits })
    desk.venue.position = '5' as never
    lose(desk, '-60', '0.5')
    await desk.clock.advanceAsync(2_000)
    // Entry 571, mark 571: nothing unrealised.
    expect((await desk.submit(1)).state).toBe('resting')
    lose(desk, '-39', '0.5')
    await desk.restart()
    const refused = await desk.submit(2)
    expect(refused).toMatchObject({ state: 'refused', code: 'limit_day_loss' })
    expect(refused.message).toMatch(/-100 USDC; this terminal's limit for the day's loss is 100 USDC/)
    const reducing: Intent = { ...(refused.intent as never as object), side: 'sell', reduceOnly: true } as never
    expect((await desk.submit(3, reducing)).state).not.toBe('refused')
    const close: Intent = { kind: 'close', asset: ASSET, size: '1' as never, slippagePct: '0.5' as never }
    expect((await desk.submit(4, close)).state).not.toBe('refused')
  })

  it('counts what positions have lost at the live mark', async () => {
    const desk = await openDesk({ limits })
    desk.venue.position = '50' as never
    await desk.clock.advanceAsync(3_000)
    desk.facts = { ...desk.facts, ticker: () => ({ mark: '568.9' as never, mid: null, status: 'active' }) }
    expect(await desk.submit(1)).toMatchObject({ state: 'refused', code: 'limit_day_loss' })
  })

  it('that cannot be known refuses, with the reason', async () => {
    const desk = await openDesk({ limits })
    desk.venue.fail('fills', failure('answered', 'stale_market_data', 'Fills are not available.', { status: 503 }))
    const action = await desk.submit(1)
    expect(action).toMatchObject({ state: 'refused', code: 'limit_day_loss_unknown' })
    expect(action.message).toContain('Fills are not available.')
  })

  it('forgets the day before', async () => {
    const desk = await openDesk({ limits })
    lose(desk, '-500')
    await desk.clock.advanceAsync(86_400_000)
    expect((await desk.submit(1)).state).toBe('resting')
  })
})
