import { describe, expect, it } from 'vitest'
import type { AlgoRequest, AlgoView } from '../../../contract/algo.ts'
import { DEFAULT_LIMITS } from '../../../contract/limits.ts'
import type { Refusal } from '../actions/index.ts'
import { resumeAlgo } from '../testing/algo-text.ts'
import { failure, NO, TRADER, YES } from '../testing/model-venue.ts'
import { openTradingSetup, type TradingSetup } from '../testing/setup.ts'

const ID = '00000000-0000-4000-8000-0000000a1901'
const OTHER = `0x${'cd'.repeat(20)}` as never

const scale = (more: Partial<AlgoRequest> = {}): AlgoRequest => ({
  requestId: ID,
  asset: 'NYCTMP1',
  side: 'buy',
  reduceOnly: false,
  terms: {
    kind: 'scale',
    tif: 'GTC',
    orders: ['570.90', '570.70', '570.50'].map((price) => ({ price, size: '2.0000' })) as never,
  },
  by: { kind: 'form' },
  acceptsUntil: false,
  ...more,
})

const free = (): null => null
const begin = (setup: TradingSetup, more?: Partial<AlgoRequest>, bar: () => Refusal | null = free) =>
  setup.trading.algos.begin(scale(more), bar)
const resume = (setup: TradingSetup, bar: () => Refusal | null): void => resumeAlgo(setup, ID, bar)
const view = (setup: TradingSetup): AlgoView => {
  const [one] = setup.trading.topics.view({ kind: 'algos' }) ?? []
  if (one === undefined) throw new Error('no algo order')
  return one
}
const resting = ({ venue }: TradingSetup): string[] =>
  venue.orders.filter(({ status }) => status === 'resting').map(({ side, size, price }) => `${side} ${size} @ ${price}`)

describe('a scale', () => {
  it('places exactly the orders of its preview, one by one, and is done once none of them rests', async () => {
    const setup = await openTradingSetup()
    const reports: string[] = []
    setup.trading.onAlgoNews(({ title, text: message }) => reports.push(`${title}: ${message}`))
    await begin(setup)
    expect(view(setup)).toMatchObject({ state: 'working', total: '6' })
    await setup.clock.advanceAsync(3_000)
    expect(resting(setup)).toEqual(['buy 2.0000 @ 570.90', 'buy 2.0000 @ 570.70', 'buy 2.0000 @ 570.50'])
    expect(view(setup)).toMatchObject({ state: 'resting', placed: 3, filled: '0', resting: { orders: 3, size: '6' } })
    expect(setup.trading.inFlight()).toBe(0)
    setup.venue.fill('1000', '0.5' as never)
    await setup.clock.advanceAsync(3_000)
    expect(view(setup)).toMatchObject({ filled: '0.5', resting: { orders: 3, size: '5.5' } })
    for (const { oid } of setup.venue.orders) setup.venue.fill(oid, '9' as never)
    await setup.clock.advanceAsync(5_000)
    expect(view(setup)).toMatchObject({ state: 'done', message: 'All of 6 filled.' })
    expect(reports).toEqual(['Scale in NYCTMP1 done: All of 6 filled.'])
  })

  it('starts once for one request', async () => {
    const setup = await openTradingSetup()
    await Promise.all([begin(setup), begin(setup)])
    await begin(setup)
    await setup.clock.advanceAsync(3_000)
    await setup.restart()
    await begin(setup)
    await setup.clock.advanceAsync(3_000)
    expect(setup.venue.orders).toHaveLength(3)
  })

  it('is refused before anything is sent: by the window, by its orders, by all of them, by stale prices', async () => {
    const setup = await openTradingSetup()
    const barred: Refusal = { code: 'not_armed', message: 'This window is not armed.', field: null }
    await expect(begin(setup, {}, () => barred)).rejects.toThrow('This window is not armed.')
    const at = (...prices: string[]) =>
      scale({
        terms: { kind: 'scale', tif: 'GTC', orders: prices.map((price) => ({ price, size: '2' })) as never },
      })
    await expect(begin(setup, at('570.90', '570.901'))).rejects.toThrow(/multiple of 0.01.*Nothing was sent/)
    await expect(begin(setup, at('570.90', '570.90'))).rejects.toThrow(/same price/)
    await expect(begin(setup, { asset: 'NYCBIN1' })).rejects.toThrow(
      /Scales and slices are not available in NYCBIN1\. Nothing was sent\./,
    )
    setup.stale = true
    await expect(begin(setup)).rejects.toThrow(
      /Prices for NYCTMP1 are stale\. Waiting for fresh prices\. Nothing was sent\./,
    )
    setup.stale = false
    const small = await openTradingSetup({
      limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, position: '5' as never }),
    })
    await expect(begin(small)).rejects.toThrow(/could reach 6.*limit is 5/)
    const poor = await openTradingSetup({}, (venue) => {
      venue.available = '300'
    })
    await expect(begin(poor)).rejects.toThrow(/margin/)
    const worst = await openTradingSetup({
      limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, worstCase: '300' as never }),
    })
    await expect(begin(worst)).rejects.toThrow(
      /Max loss would be 3,424\.20 USDC with every order filled and every stop at its slippage cap;/,
    )
    for (const { venue } of [setup, small, poor, worst]) expect(venue.count('submit')).toBe(0)
  })

  it('reports what refuses each order, and the max loss, before it is confirmed', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1, { ...scale(), kind: 'place', side: 'sell', price: '570.80', size: '1', tif: 'GTC' } as never)
    const { requestId: _, by: __, ...order } = scale()
    const checked = await setup.trading.algos.check(order)
    expect(checked.issues).toEqual([
      {
        order: 0,
        message: expect.stringContaining(
          'This order could trade with your own order: sell 1 at 570.80. Cancel that one first, or change the price.',
        ),
      },
    ])
    expect(Number(checked.worst?.after.loss)).toBeGreaterThan(Number(checked.worst?.now.loss))
    expect(setup.venue.count('prepare')).toBe(1)
  })

  it('waits while prices are stale or the minute’s limit is used up, and continues automatically', async () => {
    const setup = await openTradingSetup({
      limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, heldOrdersPerMinute: 2 }),
    })
    await begin(setup)
    await setup.clock.advanceAsync(5_000)
    expect(resting(setup)).toHaveLength(2)
    expect(view(setup).waits).toMatch(
      /2 orders went out automatically in the last minute; your limit is 2 per minute\./,
    )
    setup.stale = true
    await setup.clock.advanceAsync(70_000)
    expect(resting(setup)).toHaveLength(2)
    expect(view(setup)).toMatchObject({
      state: 'working',
      waits: expect.stringContaining('Prices for NYCTMP1 are stale. Waiting for fresh prices.'),
    })
    setup.stale = false
    await setup.clock.advanceAsync(3_000)
    expect(resting(setup)).toHaveLength(3)
    expect(view(setup)).toMatchObject({ state: 'resting', waits: null })
  })

  it('shows that it cannot act while automated orders are blocked, and clears that once they can be sent', async () => {
    const setup = await openTradingSetup({
      limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, heldOrdersPerMinute: 2 }),
    })
    await begin(setup)
    await setup.clock.advanceAsync(5_000)
    const before = view(setup).waits
    let reported = 0
    setup.trading.topics.onChange(({ kind }) => {
      if (kind === 'algos') reported += 1
    })
    setup.cannot = 'The venue cannot be reached: This computer is asleep.'
    setup.trading.algos.followActing()
    expect(reported).toBe(1)
    expect(view(setup).waits).toBe(setup.cannot)
    setup.cannot = null
    setup.trading.algos.followActing()
    expect(view(setup).waits).toBe(before)
  })

  it('pauses at a refused order, and places only that and the rest when resumed', async () => {
    const setup = await openTradingSetup()
    await begin(setup)
    setup.venue.fail('prepare', failure('problem', 'market_closed', 'Closed for a moment.', { status: 409 }))
    await setup.clock.advanceAsync(5_000)
    expect(view(setup)).toMatchObject({ state: 'paused', message: expect.stringContaining('Closed for a moment.') })
    const before = setup.venue.orders.length
    await setup.clock.advanceAsync(60_000)
    expect(setup.venue.orders).toHaveLength(before)
    resume(setup, free)
    await setup.clock.advanceAsync(5_000)
    expect(resting(setup).toSorted()).toEqual(['buy 2.0000 @ 570.50', 'buy 2.0000 @ 570.70', 'buy 2.0000 @ 570.90'])
  })

  it('resumes only for a window that may send', async () => {
    const setup = await openTradingSetup()
    await begin(setup)
    setup.trading.algos.pause(ID)
    await setup.clock.advanceAsync(5_000)
    const barred: Refusal = { code: 'not_armed', message: 'This window is not armed.', field: null }
    expect(() => resume(setup, () => barred)).toThrow('This window is not armed.')
    expect(setup.venue.orders).toHaveLength(0)
  })

  it('that is stopped sends nothing more; resting orders stay, or are canceled', async () => {
    for (const cancel of [false, true]) {
      const setup = await openTradingSetup({
        limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, heldOrdersPerMinute: 2 }),
      })
      await begin(setup)
      await setup.clock.advanceAsync(5_000)
      setup.trading.algos.stop(ID, cancel)
      await setup.clock.advanceAsync(90_000)
      expect(resting(setup)).toHaveLength(cancel ? 0 : 2)
      expect(setup.venue.orders).toHaveLength(2)
      expect(view(setup)).toMatchObject({ state: 'stopped', resting: { orders: cancel ? 0 : 2 } })
      expect(setup.trading.inFlight()).toBe(0)
    }
  })

  it('is stopped by Flatten and Cancel all before they do anything, but not by Cancel all of another market', async () => {
    const setup = await openTradingSetup({
      limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, heldOrdersPerMinute: 2 }),
    })
    await begin(setup)
    await setup.clock.advanceAsync(5_000)
    await setup.trading.cancelAll(setup.id(50), '#10')
    expect(view(setup).state).toBe('working')
    const cancelled = setup.trading.cancelAll(setup.id(51), null)
    expect(view(setup)).toMatchObject({ state: 'stopped', message: 'Stopped by Cancel all.' })
    await setup.clock.advanceAsync(90_000)
    await cancelled
    expect(resting(setup)).toEqual([])
    expect(setup.venue.orders).toHaveLength(2)
  })

  it('waits for its wallet, sends nothing for another one, and resumes only on request', async () => {
    const setup = await openTradingSetup({
      limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, heldOrdersPerMinute: 2 }),
    })
    await begin(setup)
    await setup.clock.advanceAsync(5_000)
    setup.signIn(OTHER)
    await setup.clock.advanceAsync(90_000)
    expect(setup.trading.topics.view({ kind: 'algos' })).toEqual([])
    expect(() => resume(setup, free)).toThrow(/It has changed\. Check its row\./)
    expect(() => setup.trading.algos.paused(ID)).toThrow(/It has changed\. Check its row\./)
    setup.signIn(TRADER)
    await setup.clock.advanceAsync(90_000)
    expect(setup.venue.orders).toHaveLength(2)
    expect(view(setup)).toMatchObject({ state: 'paused', message: expect.stringContaining('signed out') })
    expect(setup.trading.algos.paused(ID)).toMatchObject({ asset: 'NYCTMP1', terms: { kind: 'scale' } })
    resume(setup, free)
    await setup.clock.advanceAsync(5_000)
    expect(setup.venue.orders).toHaveLength(3)
  })

  it('that fills too fast is paused with its resting orders canceled, until the word is typed and it is resumed', async () => {
    const setup = await openTradingSetup({ limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, throttleFills: 2 }) })
    await begin(setup)
    await setup.clock.advanceAsync(3_000)
    setup.venue.fill('1000', '2' as never)
    setup.venue.fill('1001', '2' as never)
    await setup.clock.advanceAsync(15_000)
    expect(resting(setup)).toEqual([])
    expect(view(setup)).toMatchObject({ state: 'paused', message: expect.stringContaining('RESUME'), filled: '4' })
    expect(() => resume(setup, free)).toThrow(/RESUME/)
    expect(setup.trading.resumeHeld(ID, 'RESUME')).toBe(true)
    // Resuming would place what was canceled, and does.
    expect(view(setup).resumesWith).toEqual([{ price: '570.50', size: '2.0000' }])
    resume(setup, free)
    await setup.clock.advanceAsync(5_000)
    expect(resting(setup)).toEqual(['buy 2.0000 @ 570.50'])
    expect(view(setup)).toMatchObject({ state: 'resting', placed: 3 })
    setup.venue.fill('1003', '9' as never)
    await setup.clock.advanceAsync(15_000)
    expect(view(setup)).toMatchObject({ state: 'done', message: 'All of 6 filled.' })
  })

  describe('with canceled orders', () => {
    /** Two orders filled too fast, one of them in part; the third and the rest of the second were canceled. */
    async function throttled(): Promise<TradingSetup> {
      const setup = await openTradingSetup({ limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, throttleFills: 2 }) })
      await begin(setup)
      await setup.clock.advanceAsync(3_000)
      setup.venue.fill('1000', '2' as never)
      setup.venue.fill('1001', '0.5' as never)
      await setup.clock.advanceAsync(15_000)
      expect(resting(setup)).toEqual([])
      return setup
    }
    const LEFT = [
      { price: '570.70', size: '1.5' },
      { price: '570.50', size: '2.0000' },
    ]
    const RESTORED = ['buy 1.5 @ 570.70', 'buy 2.0000 @ 570.50']

    it('places exactly the rest of each again, at its price', async () => {
      const setup = await throttled()
      expect(view(setup).resumesWith).toEqual(LEFT)
      setup.trading.resumeHeld(ID, 'RESUME')
      resume(setup, free)
      await setup.clock.advanceAsync(5_000)
      expect(resting(setup)).toEqual(RESTORED)
      expect(view(setup)).toMatchObject({ state: 'resting', placed: 3, filled: '2.5', resumesWith: null })
    })

    it('shows the same after a restart, and places it once', async () => {
      const setup = await throttled()
      await setup.restart()
      await setup.clock.advanceAsync(5_000)
      expect(view(setup).resumesWith).toEqual(LEFT)
      setup.trading.resumeHeld(ID, 'RESUME')
      resume(setup, free)
      await setup.clock.advanceAsync(5_000)
      await setup.restart()
      await setup.clock.advanceAsync(5_000)
      expect(resting(setup)).toEqual(RESTORED)
      expect(setup.venue.orders).toHaveLength(5)
    })

    it('places nothing where the total would exceed what was shown', async () => {
      const setup = await throttled()
      setup.trading.resumeHeld(ID, 'RESUME')
      expect(() => setup.trading.algos.resume(ID, free, '3.4' as never)).toThrow(
        /The orders it would place have changed\. Check them again\./,
      )
      expect(() => setup.trading.algos.resume(ID, free, null)).toThrow(
        /The orders it would place have changed\. Check them again\./,
      )
      expect(view(setup).state).toBe('paused')
      setup.trading.algos.resume(ID, free, '3.5' as never)
      await setup.clock.advanceAsync(5_000)
      expect(resting(setup)).toEqual(RESTORED)
    })

    it('skips orders that the trader canceled, and those that could not be canceled and still rest', async () => {
      const setup = await openTradingSetup({ limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, throttleFills: 1 }) })
      await begin(setup)
      await setup.clock.advanceAsync(3_000)
      for (let time = 0; time < 15; time++) {
        setup.venue.fail('prepare', failure('problem', 'too_many', 'Too many requests.', { status: 409 }))
      }
      setup.venue.fill('1000', '0.5' as never)
      await setup.clock.advanceAsync(60_000)
      expect(view(setup)).toMatchObject({
        ...{ state: 'paused', resumesWith: [], resting: { orders: 3 } },
        message: expect.stringContaining(
          'Scale paused: 1 of its orders filled within 10 s. It sends nothing that adds exposure until you type RESUME.',
        ),
      })
      setup.venue.end('1001', 'cancelled')
      await setup.clock.advanceAsync(15_000)
      expect(view(setup)).toMatchObject({ resumesWith: [], resting: { orders: 2 } })
      setup.trading.resumeHeld(ID, 'RESUME')
      resume(setup, free)
      await setup.clock.advanceAsync(5_000)
      expect(view(setup).state).toBe('resting')
      expect(setup.venue.orders).toHaveLength(3)
    })

    it('counts in max loss while it may be placed again', async () => {
      const setup = await throttled()
      const loss = (): number => Number(setup.trading.topics.view({ kind: 'worst_case' })?.now?.loss)
      const before = loss()
      setup.trading.algos.stop(ID, true)
      await setup.clock.advanceAsync(1_000)
      expect(loss()).toBeLessThan(before)
    })
  })

  it('is paused after a restart, shows that, and sends nothing until resumed', async () => {
    const setup = await openTradingSetup({
      limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, heldOrdersPerMinute: 2 }),
    })
    await begin(setup)
    await setup.clock.advanceAsync(5_000)
    await setup.restart()
    await setup.clock.advanceAsync(90_000)
    expect(setup.venue.orders).toHaveLength(2)
    expect(view(setup)).toMatchObject({
      state: 'paused',
      message: expect.stringContaining('Isotherm quit while it was running. Check it, then resume it.'),
    })
    resume(setup, free)
    await setup.clock.advanceAsync(5_000)
    expect(setup.venue.orders).toHaveLength(3)
    expect(view(setup).state).toBe('resting')
  })

  it('counts what it may still send in max loss, as long as it may be resumed', async () => {
    const setup = await openTradingSetup({
      limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, heldOrdersPerMinute: 2 }),
    })
    const loss = (): number => {
      const found = setup.trading.topics.view({ kind: 'worst_case' })
      return Number(found?.now?.loss)
    }
    await begin(setup)
    await setup.clock.advanceAsync(5_000)
    const whole = loss()
    setup.trading.algos.pause(ID)
    expect(loss()).toBe(whole)
    setup.trading.algos.stop(ID, false)
    expect(loss()).toBeLessThan(whole)
    expect(loss()).toBeGreaterThan(0)
  })

  it('of shares never sells more than the holding', async () => {
    const setup = await openTradingSetup({}, (venue) => {
      venue.outcomes.shares.set(YES, '5' as never)
    })
    const sell = (size: string) =>
      scale({
        asset: YES,
        side: 'sell',
        terms: { kind: 'scale', tif: 'GTC', orders: ['0.60', '0.62'].map((price) => ({ price, size })) as never },
      })
    await expect(begin(setup, sell('3'))).rejects.toThrow(/You hold only 5 Yes shares\. Nothing was sent\./)
    await expect(begin(setup, { ...sell('1'), asset: NO })).rejects.toThrow(
      /You hold only 0 No shares\. Nothing was sent\./,
    )
    await begin(setup, sell('2'))
    await setup.clock.advanceAsync(5_000)
    expect(resting(setup)).toEqual(['sell 2 @ 0.60', 'sell 2 @ 0.62'])
  })
})
