import { describe, expect, it } from 'vitest'
import type { CloseIntent } from '../../contract/intent.ts'
import { BINARY } from './testing/model-binary.ts'
import { ASSET, failure } from './testing/model-venue.ts'
import { openTradingSetup } from './testing/setup.ts'

const CLOSE: CloseIntent = {
  kind: 'close',
  asset: ASSET,
  position: 'long',
  size: null,
  protection: { kind: 'distance', distance: '3', bound: null } as never,
}

const WITHIN = { kind: 'distance', distance: '0.1' as never, bound: null } as const

describe('a close', () => {
  it('of a position that has turned is refused, and nothing is sent', async () => {
    const setup = await openTradingSetup()
    setup.venue.position = '-4' as never
    const action = await setup.submit(1, CLOSE)
    expect(action).toMatchObject({ state: 'refused', code: 'position_turned' })
    expect(action.message).toMatch(
      /The position in NYCTMP1 is now short; the close was for a long\. Nothing was closed\./,
    )
    expect(setup.venue.count('prepare')).toBe(0)
  })

  it('that is prepared again does not close a position that has turned meanwhile', async () => {
    const setup = await openTradingSetup()
    setup.venue.position = '4' as never
    setup.venue.lifetime = 100
    setup.venue.bare = true
    await setup.submit(1, CLOSE)
    await setup.clock.advanceAsync(1_000)
    setup.venue.position = '-4' as never
    setup.trading.confirmUnverified(setup.id(1), true)
    await setup.clock.advanceAsync(50)
    expect(setup.action(1)).toMatchObject({ state: 'refused', code: 'position_turned' })
    expect(setup.venue.arrivals).toEqual([])
  })

  it.each([
    ['has no date in its answers', undefined],
    ['has a date in its answers', 30_000],
  ])('is sent however far ahead the machine’s clock is, at a service that %s', async (_, life) => {
    const setup = await openTradingSetup()
    setup.measuredOffset = null
    setup.venue.position = '4' as never
    setup.venue.machineAhead = 31_000
    setup.venue.life = life
    expect(await setup.submit(1, CLOSE)).toMatchObject({ state: 'filled' })
  })

  it('is prepared again once its prepared action has expired, by the monotonic clock', async () => {
    const setup = await openTradingSetup()
    setup.venue.position = '4' as never
    setup.venue.life = 30_000
    setup.venue.bare = true
    await setup.submit(1, CLOSE)
    // The machine's clock is set an hour ahead while the trader is asked: nothing expires because of that.
    setup.clock.setWall(setup.clock.now() + 3_600_000)
    setup.venue.machineAhead = 3_600_000
    await setup.clock.advanceAsync(29_000)
    setup.trading.confirmUnverified(setup.id(1), true)
    await setup.clock.advanceAsync(50)
    expect([setup.action(1).state, setup.venue.count('prepare')]).toEqual(['filled', 1])
    setup.venue.position = '4' as never
    await setup.submit(2, CLOSE)
    await setup.clock.advanceAsync(30_000)
    setup.trading.confirmUnverified(setup.id(2), true)
    await setup.clock.advanceAsync(50)
    expect(setup.venue.count('prepare')).toBe(3)
  })

  it.each([1, 3])('is sent for a position that %i reads of the account omit', async (reads) => {
    const setup = await openTradingSetup()
    setup.venue.position = '4' as never
    await setup.clock.advanceAsync(15_000)
    setup.venue.emptyPositions = reads
    expect((await setup.submit(1, CLOSE)).state).toBe('filled')
  })

  it('is refused for a position that no read has shown for ten seconds', async () => {
    const setup = await openTradingSetup()
    setup.venue.position = '4' as never
    await setup.clock.advanceAsync(15_000)
    setup.venue.emptyPositions = 1_000
    await setup.clock.advanceAsync(30_000)
    const action = await setup.submit(1, CLOSE)
    expect(action).toMatchObject({ state: 'refused', message: `There is no position in ${ASSET} to close.` })
  })

  it('is sent for a position that just filled, by its fills, though account reads lag', async () => {
    const setup = await openTradingSetup()
    await setup.clock.advanceAsync(15_000)
    setup.venue.behaviour = 'fill'
    setup.venue.emptyPositions = 1_000
    expect((await setup.submit(1)).state).toBe('filled')
    await setup.clock.advanceAsync(1_000)
    expect(await setup.submit(2, CLOSE)).toMatchObject({ state: 'filled', filled: '2' })
  })

  it('is sent for the held side', async () => {
    const setup = await openTradingSetup()
    setup.venue.position = '4' as never
    expect((await setup.submit(1, CLOSE)).state).toBe('filled')
  })

  it('of binary contracts is limited to the held side too', async () => {
    const setup = await openTradingSetup()
    setup.venue.binary.position = '-3' as never
    expect((await setup.submit(1, { ...CLOSE, asset: BINARY, protection: WITHIN })).code).toBe('position_turned')
  })
})

describe('a close that is withdrawn', () => {
  it('while it waits for the trader’s confirmation is refused, sends nothing, and can no longer be confirmed', async () => {
    const setup = await openTradingSetup()
    setup.venue.position = '4' as never
    setup.venue.bare = true
    await setup.submit(1, CLOSE)
    expect(setup.trading.waitsForWord(setup.action(1))).toBe(true)
    await setup.trading.withdrawClose(setup.id(1), 'The stop takes priority.')
    expect(setup.action(1)).toMatchObject({
      ...{ state: 'refused', code: 'stopped', message: 'The stop takes priority. Nothing was sent.' },
    })
    setup.trading.confirmUnverified(setup.id(1), true)
    await setup.clock.advanceAsync(5_000)
    expect(setup.venue.arrivals).toEqual([])
  })

  it('before it was prepared is never sent', async () => {
    const setup = await openTradingSetup()
    setup.venue.position = '4' as never
    void setup.trading.submit(setup.id(1), CLOSE)
    await setup.trading.withdrawClose(setup.id(1), 'The stop takes priority.')
    await setup.clock.advanceAsync(5_000)
    expect(setup.action(1)).toMatchObject({ state: 'refused', code: 'stopped' })
    expect(setup.venue.arrivals).toEqual([])
  })

  it('after it was sent stays as it is', async () => {
    const setup = await openTradingSetup()
    setup.venue.position = '4' as never
    await setup.submit(1, CLOSE)
    await setup.trading.withdrawClose(setup.id(1), 'The stop takes priority.')
    expect(setup.action(1).state).toBe('filled')
    expect(setup.venue.arrivals).toHaveLength(1)
  })
})

describe('while the feed is stale and reads work', () => {
  it('a close uses the current price, read over REST, and is sent', async () => {
    const setup = await openTradingSetup()
    setup.venue.position = '4' as never
    setup.venue.mark = '540.00' as never
    setup.stale = true
    const action = await setup.submit(1, CLOSE)
    expect(action).toMatchObject({ state: 'filled', mismatches: [] })
    expect(setup.venue.count('ticker')).toBe(1)
  })

  it('a close without any readable price uses the account’s price', async () => {
    const setup = await openTradingSetup()
    setup.venue.position = '4' as never
    setup.stale = true
    setup.venue.fail('ticker', failure('no_answer', 'timeout', 'No answer.'))
    expect((await setup.submit(1, CLOSE)).state).toBe('filled')
  })

  it('an order’s price band is counted from the current price', async () => {
    const setup = await openTradingSetup()
    setup.venue.mark = '470.00' as never
    setup.stale = true
    expect(await setup.submit(1)).toMatchObject({ state: 'refused', code: 'limit_price_band' })
  })

  it.each([
    [1_000, 'prepared', 'awaiting_estimate'],
    [5_000, 'refused', 'limit_no_mark'],
  ])('a binary prediction without a readable price waits for the feed: %i ms', async (ms, state, code) => {
    const setup = await openTradingSetup()
    setup.stale = true
    const protection = { kind: 'worst', price: '0.6' }
    const terms = { direction: 'UP', amount: '20', protection, setsLeverage: true } as never
    void setup.trading.submit(setup.id(1), { kind: 'binary_predict', asset: BINARY, ...(terms as object) } as never)
    await setup.clock.advanceAsync(ms)
    setup.stale = false
    await setup.clock.advanceAsync(200)
    expect(setup.action(1)).toMatchObject({ state, code })
  })

  it('a market without a readable price accepts no added exposure', async () => {
    const setup = await openTradingSetup()
    setup.stale = true
    setup.venue.fail('ticker', failure('no_answer', 'timeout', 'No answer.'))
    expect(await setup.submit(1)).toMatchObject({ state: 'refused', code: 'timeout' })
    expect(setup.venue.arrivals).toEqual([])
  })
})

describe('whether this deployment’s actions can be verified', () => {
  it('is unknown before the first action, and then follows the last one', async () => {
    const setup = await openTradingSetup()
    expect(setup.trading.unverifiable('NYCTMP1')).toBeNull()
    setup.venue.bare = true
    const action = await setup.submit(1)
    expect(setup.trading.waitsForWord(action)).toBe(true)
    expect(setup.trading.unverifiable('NYCTMP1')).toEqual({ why: 'left_out', answer: 'confirm' })
    setup.trading.confirmUnverified(setup.id(1), true)
    await setup.clock.advanceAsync(50)
    expect(setup.trading.waitsForWord(setup.action(1))).toBe(false)
    await setup.restart({ unverifiedActions: () => 'refuse' })
    expect(setup.trading.unverifiable('NYCTMP1')).toEqual({ why: 'left_out', answer: 'refuse' })
    setup.venue.bare = false
    await setup.submit(2)
    expect(setup.trading.unverifiable('NYCTMP1')).toBeNull()
  })
})
