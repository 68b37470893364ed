import { describe, expect, it } from 'vitest'
import type { AlgoRequest, AlgoView, SlicesTerms } from '../../../contract/algo.ts'
import { trimZeros } from '../../../contract/decimal.ts'
import { millis } from '../../../contract/time.ts'
import type { Refusal } from '../actions/index.ts'
import { resumeAlgo } from '../testing/algo-text.ts'
import { failure, TRADER, YES } from '../testing/model-venue.ts'
import { openTradingSetup, type TradingSetup } from '../testing/setup.ts'

const ID = '00000000-0000-4000-8000-0000000a1902'

const slices = (terms: Partial<SlicesTerms> = {}, more: Partial<AlgoRequest> = {}): AlgoRequest => ({
  requestId: ID,
  asset: 'NYCTMP1',
  side: 'buy',
  reduceOnly: false,
  terms: {
    kind: 'slices',
    total: '10' as never,
    slices: 5,
    every: 60,
    worst: '571.20' as never,
    how: 'cross',
    requotes: 2,
    ...terms,
  },
  by: { kind: 'form' },
  acceptsUntil: false,
  ...more,
})

const free = (): null => null
/** A setup whose bid and ask can be set. */
async function opened(
  extra: Parameters<typeof openTradingSetup>[0] = {},
): Promise<TradingSetup & { bid: string; ask: string }> {
  const setup = Object.assign(await openTradingSetup(extra), { bid: '570.90', ask: '571.10' })
  const { ticker } = setup.facts
  setup.facts = {
    ...setup.facts,
    ticker(asset) {
      const found = ticker(asset)
      return found === null ? null : { ...found, bid: setup.bid as never, ask: setup.ask as never }
    },
  }
  return setup
}
const begin = (setup: TradingSetup, terms?: Partial<SlicesTerms>, more?: Partial<AlgoRequest>) =>
  setup.trading.algos.begin(slices(terms, more), free)
const resume = (setup: TradingSetup, bar: () => Refusal | null): void => resumeAlgo(setup, ID, bar)
const view = (setup: TradingSetup): AlgoView => {
  const [one] = setup.trading.topics.view({ kind: 'algos' }) ?? []
  if (one === undefined) throw new Error('no algo order')
  return one
}
const sent = ({ venue }: TradingSetup): string[] =>
  venue.orders.map(({ tif, size, price, filled, status }) => `${tif} ${trimZeros(size)} @ ${price} ${filled} ${status}`)
const rest = ({ venue }: TradingSetup): string[] =>
  venue.orders.filter(({ status }) => status === 'resting').map(({ size, price }) => `${trimZeros(size)} @ ${price}`)
const flattened = ({ trading, id }: TradingSetup, cancelOrders = true): void => {
  const distance = { kind: 'distance', distance: '3', bound: null }
  const protection = { scalar: distance, probability: { ...distance, distance: '0.05' } } as never
  void trading.flatten({ requestId: id(51), protection, cancelOrders })
}

describe('crossing slices', () => {
  it('send an equal part at each time, at once, at the worst price, and are done when everything filled', async () => {
    const setup = await opened()
    setup.venue.behaviour = 'fill'
    await begin(setup)
    await setup.clock.advanceAsync(5_000)
    expect(sent(setup)).toEqual(['IOC 2 @ 571.20 2 filled'])
    await setup.clock.advanceAsync(50_000)
    expect(setup.venue.orders).toHaveLength(1)
    await setup.clock.advanceAsync(10_000)
    expect(setup.venue.orders).toHaveLength(2)
    await setup.clock.advanceAsync(240_000)
    expect(sent(setup)).toEqual(Array(5).fill('IOC 2 @ 571.20 2 filled'))
    expect(view(setup)).toMatchObject({ state: 'done', filled: '10', message: 'All of 10 filled.' })
  })

  it('carry unfilled size into later ones, up to three equal slices, and report the rest at the end', async () => {
    const setup = await opened()
    await begin(setup)
    await setup.clock.advanceAsync(190_000)
    setup.venue.behaviour = 'fill'
    await setup.clock.advanceAsync(120_000)
    expect(sent(setup)).toEqual([
      'IOC 2 @ 571.20 0 cancelled',
      'IOC 4 @ 571.20 0 cancelled',
      'IOC 6 @ 571.20 0 cancelled',
      'IOC 6 @ 571.20 0 cancelled',
      'IOC 6 @ 571.20 6 filled',
    ])
    expect(view(setup)).toMatchObject({
      state: 'done',
      message: '4 of 10 did not fill at 571.20 or better, in 5 slices.',
    })
  })

  it('leave size that is too small for an order of its own to the next slice, when passive', async () => {
    const setup = await opened({ profile: { minimumValue: { scalar: '500' } } })
    await begin(setup, { how: 'passive', total: '4' as never, slices: 2 })
    await setup.clock.advanceAsync(2_000)
    const [first] = setup.venue.orders
    expect(rest(setup)).toEqual(['2 @ 570.90'])
    setup.venue.fill(first?.oid ?? '', '1.5' as never)
    setup.bid = '571.00'
    await setup.clock.advanceAsync(10_000)
    expect(rest(setup)).toEqual([])
    expect(view(setup)).toMatchObject({ state: 'working', message: null })
    await setup.clock.advanceAsync(55_000)
    expect(rest(setup)).toEqual(['2.5 @ 571.00'])
  })

  it('treat an order without a match as a miss, and any other refusal as a reason to pause', async () => {
    const setup = await opened()
    setup.venue.behaviour = 'fill'
    setup.venue.fail('submit', failure('problem', 'rejected', 'Order could not immediately match.', { status: 400 }))
    await begin(setup)
    await setup.clock.advanceAsync(70_000)
    expect(sent(setup)).toEqual(['IOC 4 @ 571.20 4 filled'])
    setup.venue.fail('prepare', failure('problem', 'market_closed', 'Closed.', { status: 409 }))
    await setup.clock.advanceAsync(60_000)
    expect(view(setup)).toMatchObject({ state: 'paused', message: 'Slice 3 of 5 was not accepted: Closed.' })
    await setup.clock.advanceAsync(600_000)
    expect(setup.venue.orders).toHaveLength(1)
  })

  it('report the filled size, its average price, and when the next one is due', async () => {
    const setup = await opened()
    setup.venue.behaviour = 'fill'
    await begin(setup)
    await setup.clock.advanceAsync(75_000)
    const { children, begunAt, average, nextAt } = view(setup)
    expect(children.map(({ filled }) => trimZeros(filled ?? ('0' as never)))).toEqual(['2', '2'])
    expect([average, nextAt]).toEqual(['571.2000', (begunAt ?? 0) + 60_000])
    setup.trading.algos.pause(ID)
    expect(view(setup).nextAt).toBeNull()
  })

  it('wait and report that while prices are stale, and are not sent faster than scheduled afterwards', async () => {
    const setup = await opened()
    setup.venue.behaviour = 'fill'
    await begin(setup)
    await setup.clock.advanceAsync(5_000)
    setup.stale = true
    await setup.clock.advanceAsync(200_000)
    expect(setup.venue.orders).toHaveLength(1)
    expect(view(setup)).toMatchObject({
      state: 'working',
      waits: expect.stringContaining('Prices for NYCTMP1 are stale. Waiting for fresh prices.'),
    })
    setup.stale = false
    await setup.clock.advanceAsync(2_000)
    expect(setup.venue.orders).toHaveLength(2)
    expect(view(setup).waits).toBeNull()
    await setup.clock.advanceAsync(50_000)
    expect(setup.venue.orders).toHaveLength(2)
  })

  it('end before the final window, and are refused where they would take longer', async () => {
    const setup = await opened()
    setup.venue.behaviour = 'fill'
    const end = setup.clock.now() + 600_000
    const bucket = { asset: 'NYCTMP1', start: millis(0), end: millis(end), phaseText: null }
    setup.facts = { ...setup.facts, bucket: () => ({ current: bucket, phase: 'trading', twapWindow: 120_000 }) }
    await expect(begin(setup, { every: 100 })).rejects.toThrow(
      /The slices take 8 min, but the final window starts in 7 min\. Nothing was sent\./,
    )
    await begin(setup, { every: 90 })
    await setup.clock.advanceAsync(5_000)
    setup.trading.algos.pause(ID)
    await setup.clock.advanceAsync(200_000)
    resume(setup, free)
    await setup.clock.advanceAsync(600_000)
    expect(view(setup)).toMatchObject({
      state: 'ended',
      message: expect.stringMatching(/The final window is about to start\. 2 of 10 did not fill\./),
    })
    const last = setup.venue.orders.at(-1)?.time ?? 0
    expect(last).toBeLessThan(end - 130_000)
    expect(() => resume(setup, free)).toThrow()
  })

  it('are paused after a restart, even if another wallet signs in and out, and resume only on request', async () => {
    const setup = await opened()
    setup.venue.behaviour = 'fill'
    await begin(setup)
    await setup.clock.advanceAsync(65_000)
    await setup.restart()
    setup.signIn(null)
    await setup.clock.advanceAsync(300_000)
    setup.signIn(TRADER)
    await setup.clock.advanceAsync(300_000)
    expect(setup.venue.orders).toHaveLength(2)
    expect(view(setup)).toMatchObject({ state: 'paused', begun: 2, filled: '4' })
    resume(setup, free)
    await setup.clock.advanceAsync(5_000)
    expect(setup.venue.orders).toHaveLength(3)
    await setup.clock.advanceAsync(50_000)
    expect(setup.venue.orders).toHaveLength(3)
  })

  it('of shares are sent at market within the worst price', async () => {
    const setup = await opened()
    setup.bid = '0.399'
    setup.ask = '0.401'
    setup.venue.behaviour = 'fill'
    await begin(setup, { worst: '0.420' as never }, { asset: YES })
    await setup.clock.advanceAsync(65_000)
    expect(setup.venue.orders.map(({ asset, size, filled }) => `${asset} ${trimZeros(size)} ${filled}`)).toEqual([
      `${YES} 2 2`,
      `${YES} 2 2`,
    ])
  })
})

describe('passive slices', () => {
  const PASSIVE = { how: 'passive' } as const

  it('rest at the best price of their own side, never beyond the worst one, and not on the other side', async () => {
    const setup = await opened()
    await begin(setup, PASSIVE)
    await setup.clock.advanceAsync(5_000)
    expect(sent(setup)).toEqual(['ALO 2 @ 570.90 0 resting'])
    const high = await opened()
    high.bid = '571.50'
    await begin(high, PASSIVE)
    await high.clock.advanceAsync(5_000)
    expect(rest(high)).toEqual(['2 @ 571.20'])
  })

  it('follow the price as often as allowed within one slice, up to the worst price, and then stay', async () => {
    const setup = await opened()
    await begin(setup, PASSIVE)
    await setup.clock.advanceAsync(5_000)
    for (const bid of ['570.95', '571.00', '571.05']) {
      setup.bid = bid
      await setup.clock.advanceAsync(6_000)
    }
    expect(sent(setup)).toEqual([
      'ALO 2 @ 570.90 0 cancelled',
      'ALO 2 @ 570.95 0 cancelled',
      'ALO 2 @ 571.00 0 resting',
    ])
    expect(view(setup)).toMatchObject({ requotes: 2, begun: 1 })
    // A price that moved away is not followed.
    setup.bid = '570.00'
    await setup.clock.advanceAsync(20_000)
    expect(rest(setup)).toEqual(['2 @ 571.00'])
  })

  it('deduct fills from the following order, and carry the rest into the next slice', async () => {
    const setup = await opened()
    await begin(setup, PASSIVE)
    await setup.clock.advanceAsync(5_000)
    setup.venue.fill('1000', '0.5' as never)
    setup.bid = '571.00'
    await setup.clock.advanceAsync(8_000)
    expect(sent(setup)).toEqual(['ALO 2 @ 570.90 0.5 cancelled', 'ALO 1.5 @ 571.00 0 resting'])
    await setup.clock.advanceAsync(55_000)
    expect(rest(setup)).toEqual(['3.5 @ 571.00'])
    expect(view(setup)).toMatchObject({ begun: 2, requotes: 0, filled: '0.5' })
  })

  it('pause when the trader cancels their order, and cancel it when they are paused', async () => {
    const setup = await opened()
    await begin(setup, PASSIVE)
    await setup.clock.advanceAsync(5_000)
    setup.venue.end('1000', 'cancelled')
    await setup.clock.advanceAsync(8_000)
    expect(view(setup)).toMatchObject({
      state: 'paused',
      message: expect.stringContaining(
        'The order of slice 1 ended early: you, another client or the venue canceled it.',
      ),
    })
    await setup.clock.advanceAsync(300_000)
    expect(setup.venue.orders).toHaveLength(1)
    resume(setup, free)
    await setup.clock.advanceAsync(5_000)
    expect(rest(setup)).toHaveLength(1)
    setup.trading.algos.pause(ID)
    await setup.clock.advanceAsync(8_000)
    expect(rest(setup)).toEqual([])
    expect(view(setup).state).toBe('paused')
  })

  it('leave the order in place while prices are stale, for the rest of its slice, and send none', async () => {
    const setup = await opened()
    await begin(setup, PASSIVE)
    await setup.clock.advanceAsync(5_000)
    setup.stale = true
    setup.bid = '571.10'
    await setup.clock.advanceAsync(40_000)
    expect(rest(setup)).toEqual(['2 @ 570.90'])
    await setup.clock.advanceAsync(40_000)
    expect(rest(setup)).toEqual([])
    expect(view(setup).waits).toMatch(/Prices for NYCTMP1 are stale\. Waiting for fresh prices\./)
    expect(setup.venue.orders).toHaveLength(1)
  })

  it('stop with resting orders left, or canceled', async () => {
    for (const cancel of [false, true]) {
      const setup = await opened()
      await begin(setup, PASSIVE)
      await setup.clock.advanceAsync(5_000)
      setup.trading.algos.stop(ID, cancel)
      await setup.clock.advanceAsync(20_000)
      expect(rest(setup)).toHaveLength(cancel ? 0 : 1)
      expect(view(setup).state).toBe('stopped')
      await setup.clock.advanceAsync(200_000)
      expect(setup.venue.orders).toHaveLength(1)
    }
  })

  it('stopped by Close all leave nothing behind that could reopen what it closed', async () => {
    const setup = await opened()
    await begin(setup, PASSIVE)
    await setup.clock.advanceAsync(5_000)
    expect(rest(setup)).toHaveLength(1)
    flattened(setup, false)
    await setup.clock.advanceAsync(20_000)
    expect(rest(setup)).toEqual([])
    expect(view(setup)).toMatchObject({ state: 'stopped', message: expect.stringMatching(/^Stopped by Close all/) })
  })

  it.each([
    ['stopped', (setup: TradingSetup) => setup.trading.algos.stop(ID, false)],
    ['stopped with resting orders canceled', (setup: TradingSetup) => setup.trading.algos.stop(ID, true)],
    ['stopped by Cancel all', (setup: TradingSetup) => void setup.trading.cancelAll(setup.id(50), null)],
    ['stopped by Flatten', (setup: TradingSetup) => flattened(setup)],
  ])('that are paused and then %s while a cancel is under way come to their end', async (_, act) => {
    const setup = await opened()
    await begin(setup, PASSIVE)
    await setup.clock.advanceAsync(5_000)
    setup.venue.answersAfter = 3_000
    setup.bid = '571.00'
    await setup.clock.advanceAsync(1_500)
    setup.trading.algos.pause(ID)
    act(setup)
    await setup.clock.advanceAsync(60_000)
    expect(rest(setup)).toEqual([])
    expect(view(setup).state).toBe('stopped')
    expect(setup.venue.orders).toHaveLength(1)
  })

  it('cancel their order although the first cancels are refused at once', async () => {
    const setup = await opened()
    await begin(setup, PASSIVE)
    await setup.clock.advanceAsync(5_000)
    for (let time = 0; time < 3; time++) {
      setup.venue.fail('prepare', failure('problem', 'too_many', 'Too many requests.', { status: 409 }))
    }
    setup.trading.algos.pause(ID)
    await setup.clock.advanceAsync(10_000)
    expect(rest(setup)).toEqual([])
  })

  it('report an order that could not be canceled, and cancel it when they are stopped', async () => {
    const setup = await opened()
    const reports: string[] = []
    setup.trading.onAlgoNews(({ text: message }) => reports.push(message))
    await begin(setup, PASSIVE)
    await setup.clock.advanceAsync(5_000)
    for (let time = 0; time < 5; time++) {
      setup.venue.fail('prepare', failure('problem', 'too_many', 'Too many requests.', { status: 409 }))
    }
    setup.trading.algos.pause(ID)
    await setup.clock.advanceAsync(10_000)
    expect(rest(setup)).toHaveLength(1)
    expect(reports).toEqual([
      expect.stringContaining('Could not be canceled: buy 2 @ 570.90. Cancel it in Open orders.'),
    ])
    setup.trading.algos.stop(ID, true)
    await setup.clock.advanceAsync(10_000)
    expect(rest(setup)).toEqual([])
  })

  it('are not offered where orders cannot be canceled', async () => {
    const setup = await openTradingSetup({ profile: { routes: { cancelPrepare: null, cancelSubmit: null } } })
    await expect(begin(setup, PASSIVE)).rejects.toThrow(/no route for cancels/)
  })

  it('end with their order canceled before the market ends', async () => {
    const setup = await opened()
    const end = setup.clock.now() + 435_000
    const bucket = { asset: 'NYCTMP1', start: millis(0), end: millis(end), phaseText: null }
    setup.facts = { ...setup.facts, bucket: () => ({ current: bucket, phase: 'trading', twapWindow: 120_000 }) }
    await begin(setup, PASSIVE)
    setup.trading.algos.pause(ID)
    await setup.clock.advanceAsync(30_000)
    resume(setup, free)
    await setup.clock.advanceAsync(285_000)
    expect(view(setup).state).toBe('ended')
    expect(rest(setup)).toEqual([])
  })
})
