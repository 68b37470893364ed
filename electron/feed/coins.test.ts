import { beforeEach, describe, expect, it } from 'vitest'
import { bucketOf, outcomeOf } from './testing/fake-service.ts'
import { contextMessage, outcomeBookMessage, outcomePricesMessage, outcomeTradesMessage } from './testing/messages.ts'
import { type FeedSetup, openFeedSetup, START } from './testing/setup.ts'

const YES = '#360'
const NO = '#361'
const BOOK = { kind: 'book', asset: YES, step: null, levels: 5 } as const
const TICKER = { kind: 'ticker', asset: YES } as const
const TRADES = { kind: 'trades', asset: YES } as const
const BEAT = contextMessage('NYCTMP1')

/** An order without fills. */
const whole = (size: string) => ({ size: size as never, filled: '0' as never })

let setup: FeedSetup

beforeEach(async () => {
  setup = openFeedSetup({ scalar: true, outcomes: true })
  setup.service.current = bucketOf('NYCTMP1', START - 60_000)
  setup.service.outcomesNow = [outcomeOf(36, 'Rain')]
  setup.feed.start()
  await setup.pass(500, BEAT)
})

const coinMessages = () => setup.wanted().filter((text) => text.includes('#'))

describe('a coin', () => {
  it('costs only the channels that its topics need', async () => {
    setup.watch(TICKER)
    await setup.pass(10)
    expect(coinMessages()).toEqual([`subscribe outcomePrices ${YES}`])
    setup.watch(BOOK)
    setup.watch(TRADES)
    await setup.pass(10)
    expect(coinMessages().at(-1)).toBe(`subscribe outcomeBook,outcomeTrades ${YES}`)
    setup.unwatch(BOOK)
    await setup.pass(29_000, BEAT)
    expect(coinMessages()).toHaveLength(2)
    await setup.pass(2000, BEAT)
    expect(coinMessages().at(-1)).toBe(`unsubscribe outcomeBook ${YES}`)
    setup.unwatch(TICKER)
    setup.unwatch(TRADES)
    await setup.pass(31_000, BEAT)
    expect(coinMessages().at(-1)).toBe(`unsubscribe outcomePrices,outcomeTrades ${YES}`)
    expect(setup.view(TICKER)).toBeUndefined()
  })

  it('is subscribed once outcomes are on and its market is known, and not before', async () => {
    setup = openFeedSetup()
    setup.feed.start()
    setup.watch(TICKER)
    await setup.pass(3000)
    expect(setup.service.calls.outcomes).toBe(0)
    expect(coinMessages()).toEqual([])
    setup.families = { scalar: true, binary: false, outcomes: true }
    await setup.pass(1000)
    expect(setup.service.calls.outcomes).toBe(1)
    expect(coinMessages()).toEqual([])
    setup.service.outcomesNow = [outcomeOf(36, 'Rain')]
    await setup.pass(61_000)
    expect(coinMessages()).toEqual([`subscribe outcomePrices ${YES}`])
  })

  it('that the service no longer lists is dropped silently, and stale', async () => {
    setup.watch(TICKER)
    setup.watch({ kind: 'outcomes' })
    await setup.pass(10)
    setup.sockets.last.say(outcomePricesMessage({ [YES]: '0.6' }))
    expect(setup.view(TICKER)?.stale).toBe(false)
    setup.service.outcomesNow = []
    await setup.pass(16_000, BEAT)
    expect(setup.view(TICKER)?.stale).toBe(true)
    expect(coinMessages()).toEqual([`subscribe outcomePrices ${YES}`])
    setup.sockets.last.end()
    await setup.pass(1000, BEAT)
    expect(coinMessages()).toEqual([])
  })

  it('is subscribed again on every connection, and never read over REST', async () => {
    setup.watch(BOOK)
    await setup.pass(10)
    const { ticker, book } = setup.service.calls
    setup.sockets.last.end()
    await setup.pass(1000, BEAT)
    expect(coinMessages()).toEqual([`subscribe outcomeBook,outcomePrices ${YES}`])
    expect(setup.service.calls.book - book + setup.service.calls.ticker - ticker).toBe(2)
  })
})

describe('the ticker of a coin', () => {
  beforeEach(() => setup.watch(TICKER))

  it('has the price as mark, a probability without a temperature, at the market’s precision', () => {
    setup.sockets.last.say(outcomePricesMessage({ [YES]: '0.6', [NO]: '0.4' }, START))
    expect(setup.view(TICKER)).toEqual({
      asset: YES,
      mark: '0.600',
      temperature: null,
      oracle: null,
      mid: null,
      bid: null,
      ask: null,
      last: null,
      volume24h: null,
      openInterest: null,
      prevDay: null,
      status: 'active',
      time: START,
      receivedAt: setup.clock.now(),
      stale: false,
    })
    expect(setup.feed.ticker(NO)).toBeNull()
  })

  it('has bid, ask and mid from its book while that is watched, and none after', async () => {
    setup.watch(BOOK)
    setup.sockets.last.say(outcomePricesMessage({ [YES]: '0.6' }))
    setup.sockets.last.say(outcomeBookMessage(YES, 1000))
    expect(setup.view(TICKER)).toMatchObject({ bid: '0.598', ask: '0.602', mid: '0.600' })
    setup.unwatch(BOOK)
    await setup.pass(31_000, BEAT)
    expect(setup.view(TICKER)).toMatchObject({ mark: '0.600', bid: null, ask: null, mid: null })
    expect(setup.view(BOOK)).toBeUndefined()
  })

  it('has the last price and the status of its market', async () => {
    setup.watch(TRADES)
    setup.watch({ kind: 'outcomes' })
    setup.sockets.last.say(outcomePricesMessage({ [YES]: '0.6' }))
    setup.sockets.last.say(outcomeTradesMessage(YES, [1, START, '0.61']))
    expect(setup.view(TICKER)).toMatchObject({ last: '0.610', status: 'active' })
    setup.service.outcomesNow = [outcomeOf(36, 'Rain', { settling: true })]
    await setup.pass(16_000, BEAT)
    expect(setup.view(TICKER)?.status).toBe('settling')
    setup.service.outcomesNow = [outcomeOf(36, 'Rain', { expired: true })]
    await setup.pass(16_000, BEAT)
    expect(setup.view(TICKER)?.status).toBe('settled')
  })

  it('loses its mark when the service reports that there is none', () => {
    setup.sockets.last.say(outcomePricesMessage({ [YES]: '0.6' }))
    setup.sockets.last.say(outcomePricesMessage({ [YES]: null }))
    expect(setup.view(TICKER)?.mark).toBeNull()
  })

  it.each([
    ['{"channel":"outcomePrices"}'],
    ['{"channel":"outcomePrices","data":{"prices":[]}}'],
    ['{"channel":"outcomePrices","data":{"time":1,"prices":{"#360":"1.01"}}}'],
    ['{"channel":"outcomePrices","data":{"time":1,"prices":{"#360":"-0.1"}}}'],
    ['{"channel":"outcomePrices","data":{"time":1,"prices":{"#360":"high"}}}'],
    ['{"channel":"outcomePrices","data":{"time":1,"prices":{"#360":{}}}}'],
  ])('rejects %s, with one log line for all', (text) => {
    setup.sockets.last.say(outcomePricesMessage({ [YES]: '0.6' }))
    for (let i = 0; i < 3; i += 1) setup.sockets.last.sayText(text)
    expect(setup.view(TICKER)?.mark).toBe('0.600')
    expect(setup.log.lines.filter(({ message }) => message === 'feed message rejected')).toMatchObject([
      { facts: { kind: 'outcomePrices' } },
    ])
  })

  it('uses the readable prices of a message in which another is not', () => {
    setup.sockets.last.say(outcomePricesMessage({ [NO]: 'x', [YES]: 0.7 }))
    expect(setup.view(TICKER)?.mark).toBe('0.700')
    expect(setup.logged()).toContain('feed message rejected')
  })
})

describe('the book and the trades of a coin', () => {
  beforeEach(() => {
    setup.watch(BOOK)
    setup.watch(TRADES)
  })

  it('come on channels of their own, at the market’s precision', () => {
    setup.sockets.last.say(outcomeBookMessage(YES, 1000, [['0.59', '20']], [['0.6', '30.5']]))
    setup.sockets.last.say(outcomeTradesMessage(YES, [1, START, '0.6']))
    expect(setup.view(BOOK)).toMatchObject({
      bids: [{ px: '0.590', sz: '20.00', own: false }],
      asks: [{ px: '0.600', sz: '30.50' }],
      spread: '0.010',
      mid: '0.595',
      stale: false,
    })
    expect(setup.view(TRADES)?.trades).toMatchObject([{ asset: YES, px: '0.600', sz: '1.50', side: 'buy' }])
  })

  it('may come in another shape of JSON', () => {
    setup.sockets.last.sayText(JSON.stringify(outcomeBookMessage(YES, 1000), null, 1))
    expect(setup.view(BOOK)?.bids).toHaveLength(1)
  })

  it('mark own orders, whose fills are received even while no window watches', async () => {
    setup.feed.setOwnOrders([
      { asset: YES, side: 'buy', price: '0.598' as never, ...whole('10') },
      { asset: NO, side: 'buy', price: '0.3' as never, ...whole('10') },
    ])
    setup.sockets.last.say(outcomeBookMessage(YES, 1000))
    expect(setup.view(BOOK)?.bids[0]?.own).toBe(true)
    await setup.pass(10)
    expect(coinMessages().at(-1)).toBe(`subscribe outcomePrices,outcomeTrades ${NO}`)
    // The first trades of a subscription may be old; a coin that never traded begins with none.
    setup.sockets.last.say(outcomeTradesMessage(NO, [4, START, '0.3'], [5, setup.clock.now(), '0.3']))
    expect(setup.trades).toMatchObject([{ asset: NO, tid: '5' }])
    setup.feed.setOwnOrders([])
    expect(setup.view(BOOK)?.bids[0]?.own).toBe(false)
    await setup.pass(31_000, BEAT)
    expect(coinMessages().at(-1)).toBe(`unsubscribe outcomePrices,outcomeTrades ${NO}`)
  })

  it('mark an order of the other side where the book has it mirrored', () => {
    setup.watch({ ...BOOK, asset: NO })
    setup.feed.setOwnOrders([
      { asset: YES, side: 'buy', price: '0.4' as never, size: '12' as never, filled: '2' as never },
    ])
    const own = () => setup.view({ ...BOOK, asset: NO })?.asks.map((row) => row.own)
    setup.sockets.last.say(
      outcomeBookMessage(
        NO,
        1000,
        [['0.55', '1']],
        [
          ['0.6', '10'],
          ['0.62', '10'],
        ],
      ),
    )
    expect(own()).toEqual([true, false])
    setup.sockets.last.say(
      outcomeBookMessage(
        NO,
        1001,
        [['0.55', '1']],
        [
          ['0.6', '9.99'],
          ['0.62', '10'],
        ],
      ),
    )
    expect(own()).toEqual([false, false])
    setup.feed.setOwnOrders([])
    setup.sockets.last.say(outcomeBookMessage(NO, 1002, [['0.55', '1']], [['0.6', '10']]))
    expect(own()).toEqual([false])
  })

  it('reject a bad book, count it, and make the book stale', () => {
    setup.sockets.last.say(outcomeBookMessage(YES, 1000))
    setup.sockets.last.say(outcomeBookMessage(YES, 1001, [['0.7', '1']], [['0.6', '1']]))
    expect(setup.view(BOOK)).toMatchObject({ time: 1000, stale: true })
    expect(setup.view({ kind: 'connection' })?.reason).toMatch(
      /The #360 book is rejected: best bid not below best ask\./,
    )
  })
})

describe('data of a coin', () => {
  beforeEach(() => {
    setup.watch(TICKER)
    setup.watch(BOOK)
    setup.sockets.last.say(outcomePricesMessage({ [YES]: '0.6' }))
    setup.sockets.last.say(outcomeBookMessage(YES, 1000))
  })
  const stale = () => [setup.view(TICKER)?.stale, setup.view(BOOK)?.stale]

  it('does not age while the feed is alive: a quiet market is not stale', async () => {
    await setup.pass(60_000, BEAT)
    expect(stale()).toEqual([false, false])
  })

  it('is stale when the feed brings nothing of any market, though the socket answers', async () => {
    await setup.pass(3000, BEAT)
    await setup.pass(1000)
    expect(stale()).toEqual([false, false])
    setup.changes.length = 0
    await setup.pass(1000)
    expect(stale()).toEqual([true, true])
    expect(setup.changes).toContain(`ticker/${YES}`)
    await setup.pass(1000, BEAT)
    expect(stale()).toEqual([false, false])
  })

  it('is stale from a cut until it arrives again', async () => {
    setup.sockets.last.end()
    expect(stale()).toEqual([true, true])
    await setup.pass(1000, BEAT)
    expect(stale()).toEqual([true, true])
    setup.sockets.last.say(outcomePricesMessage({ [YES]: '0.6' }))
    expect(stale()).toEqual([false, true])
    setup.sockets.last.say(outcomeBookMessage(YES, 10))
    expect(stale()).toEqual([false, false])
  })

  it('stays subscribed for main itself', async () => {
    const release = setup.feed.need(NO)
    await setup.pass(10)
    expect(coinMessages().at(-1)).toBe(`subscribe outcomePrices ${NO}`)
    setup.sockets.last.say(outcomePricesMessage({ [NO]: '0.4' }))
    expect(setup.feed.ticker(NO)?.mark).toBe('0.400')
    release()
    await setup.pass(31_000, BEAT)
    expect(setup.feed.ticker(NO)).toBeNull()
  })
})
