import { beforeEach, describe, expect, it } from 'vitest'
import { bucketOf, outcomeOf } from './testing/fake-service.ts'
import { contextMessage, outcomeBookMessage, outcomePricesMessage, outcomeTradesMessage } from './testing/messages.ts'
import { type FeedDesk, openFeedDesk, START } from './testing/setup.ts'

const YES = '#360'
const NO = '#361'
const BOOK = { kind: 'book', asset: YES, step: null, levels: 5 } as const
const TICKER = { kind: 'ticker', asset: YES } as const
const TRADES = { kind: 'trades', asset: YES } as const
const BEAT = contextMessage('NYCTMP1')

let desk: FeedDesk

beforeEach(async () => {
  desk = openFeedDesk({ scalar: true, outcomes: true })
  desk.service.current = bucketOf('NYCTMP1', START - 60_000)
  desk.service.outcomesNow = [outcomeOf(36, 'Rain')]
  desk.feed.start()
  await desk.pass(500, BEAT)
})

const coinMessages = () => desk.wanted().filter((text) => text.includes('#'))

describe('a coin', () => {
  it('costs only the channels that its topics need', async () => {
    desk.watch(TICKER)
    await desk.pass(10)
    expect(coinMessages()).toEqual([`subscribe outcomePrices ${YES}`])
    desk.watch(BOOK)
    desk.watch(TRADES)
    await desk.pass(10)
    expect(coinMessages().at(-1)).toBe(`subscribe outcomeBook,outcomeTrades ${YES}`)
    desk.unwatch(BOOK)
    await desk.pass(29_000, BEAT)
    expect(coinMessages()).toHaveLength(2)
    await desk.pass(2000, BEAT)
    expect(coinMessages().at(-1)).toBe(`unsubscribe outcomeBook ${YES}`)
    desk.unwatch(TICKER)
    desk.unwatch(TRADES)
    await desk.pass(31_000, BEAT)
    expect(coinMessages().at(-1)).toBe(`unsubscribe outcomePrices,outcomeTrades ${YES}`)
    expect(desk.view(TICKER)).toBeUndefined()
  })

  it('is subscribed once outcomes are on and its market is known, and not before', async () => {
    desk = openFeedDesk()
    desk.feed.start()
    desk.watch(TICKER)
    await desk.pass(3000)
    expect(desk.service.calls.outcomes).toBe(0)
    expect(coinMessages()).toEqual([])
    desk.families = { scalar: true, binary: false, outcomes: true }
    await desk.pass(1000)
    expect(desk.service.calls.outcomes).toBe(1)
    expect(coinMessages()).toEqual([])
    desk.service.outcomesNow = [outcomeOf(36, 'Rain')]
    await desk.pass(61_000)
    expect(coinMessages()).toEqual([`subscribe outcomePrices ${YES}`])
  })

  it('that the service no longer tells of is dropped without a word, and stale', async () => {
    desk.watch(TICKER)
    desk.watch({ kind: 'outcomes' })
    await desk.pass(10)
    desk.sockets.last.say(outcomePricesMessage({ [YES]: '0.6' }))
    expect(desk.view(TICKER)?.stale).toBe(false)
    desk.service.outcomesNow = []
    await desk.pass(16_000, BEAT)
    expect(desk.view(TICKER)?.stale).toBe(true)
    expect(coinMessages()).toEqual([`subscribe outcomePrices ${YES}`])
    desk.sockets.last.end()
    await desk.pass(1000, BEAT)
    expect(coinMessages()).toEqual([])
  })

  it('is asked for anew on every connection, and never over REST', async () => {
    desk.watch(BOOK)
    await desk.pass(10)
    const { ticker, book } = desk.service.calls
    desk.sockets.last.end()
    await desk.pass(1000, BEAT)
    expect(coinMessages()).toEqual([`subscribe outcomeBook,outcomePrices ${YES}`])
    expect(desk.service.calls.book - book + desk.service.calls.ticker - ticker).toBe(2)
  })
})

describe('the ticker of a coin', () => {
  beforeEach(() => desk.watch(TICKER))

  it('has the price as mark, a probability without a temperature, at the market’s precision', () => {
    desk.sockets.last.say(outcomePricesMessage({ [YES]: '0.6', [NO]: '0.4' }, START))
    expect(desk.view(TICKER)).toEqual({
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
      receivedAt: desk.clock.now(),
      stale: false,
    })
    expect(desk.feed.ticker(NO)).toBeNull()
  })

  it('has bid, ask and mid from its book while that is watched, and none after', async () => {
    desk.watch(BOOK)
    desk.sockets.last.say(outcomePricesMessage({ [YES]: '0.6' }))
    desk.sockets.last.say(outcomeBookMessage(YES, 1000))
    expect(desk.view(TICKER)).toMatchObject({ bid: '0.598', ask: '0.602', mid: '0.600' })
    desk.unwatch(BOOK)
    await desk.pass(31_000, BEAT)
    expect(desk.view(TICKER)).toMatchObject({ mark: '0.600', bid: null, ask: null, mid: null })
    expect(desk.view(BOOK)).toBeUndefined()
  })

  it('has the last price and the status of its market', async () => {
    desk.watch(TRADES)
    desk.watch({ kind: 'outcomes' })
    desk.sockets.last.say(outcomePricesMessage({ [YES]: '0.6' }))
    desk.sockets.last.say(outcomeTradesMessage(YES, [1, START, '0.61']))
    expect(desk.view(TICKER)).toMatchObject({ last: '0.610', status: 'active' })
    desk.service.outcomesNow = [outcomeOf(36, 'Rain', { settling: true })]
    await desk.pass(16_000, BEAT)
    expect(desk.view(TICKER)?.status).toBe('settling')
    desk.service.outcomesNow = [outcomeOf(36, 'Rain', { expired: true })]
    await desk.pass(16_000, BEAT)
    expect(desk.view(TICKER)?.status).toBe('settled')
  })

  it('loses its mark when the service says that there is none', () => {
    desk.sockets.last.say(outcomePricesMessage({ [YES]: '0.6' }))
    desk.sockets.last.say(outcomePricesMessage({ [YES]: null }))
    expect(desk.view(TICKER)?.mark).toBeNull()
  })

  it.each([
    ['{"channel":"outcomePrices"}'],
    ['{"channel":"outcomePrices","data":{"prices":[]}}'],
    ['{"channel":"outcomePrices","data":{"time":1,"prices":{"#360":"1.01"}}}'],
    ['{"channel":"outcomePrices","data":{"time":1,"prices":{"#360":"-0.1"}}}'],
    ['{"channel":"outcomePrices","data":{"time":1,"prices":{"#360":"high"}}}'],
    ['{"channel":"outcomePrices","data":{"time":1,"prices":{"#360":{}}}}'],
  ])('keeps out %s, with one line for all', (text) => {
    desk.sockets.last.say(outcomePricesMessage({ [YES]: '0.6' }))
    for (let i = 0; i < 3; i += 1) desk.sockets.last.sayText(text)
    expect(desk.view(TICKER)?.mark).toBe('0.600')
    expect(desk.log.lines.filter(({ message }) => message === 'feed message kept out')).toMatchObject([
      { facts: { kind: 'outcomePrices' } },
    ])
  })

  it('takes the readable prices of a message in which another is not', () => {
    desk.sockets.last.say(outcomePricesMessage({ [NO]: 'x', [YES]: 0.7 }))
    expect(desk.view(TICKER)?.mark).toBe('0.700')
    expect(desk.logged()).toContain('feed message kept out')
  })
})

describe('the book and the trades of a coin', () => {
  beforeEach(() => {
    desk.watch(BOOK)
    desk.watch(TRADES)
  })

  it('come by channels of their own, at the market’s precision', () => {
    desk.sockets.last.say(outcomeBookMessage(YES, 1000, [['0.59', '20']], [['0.6', '30.5']]))
    desk.sockets.last.say(outcomeTradesMessage(YES, [1, START, '0.6']))
    expect(desk.view(BOOK)).toMatchObject({
      bids: [{ px: '0.590', sz: '20.00', own: false }],
      asks: [{ px: '0.600', sz: '30.50' }],
      spread: '0.010',
      mid: '0.595',
      stale: false,
    })
    expect(desk.view(TRADES)?.trades).toMatchObject([{ asset: YES, px: '0.600', sz: '1.50', side: 'buy' }])
  })

  it('may come in another shape of JSON', () => {
    desk.sockets.last.sayText(JSON.stringify(outcomeBookMessage(YES, 1000), null, 1))
    expect(desk.view(BOOK)?.bids).toHaveLength(1)
  })

  it('mark own orders, of which fills are heard even while no window looks', async () => {
    desk.feed.setOwnOrders([
      { asset: YES, side: 'buy', price: '0.598' as never },
      { asset: NO, side: 'buy', price: '0.3' as never },
    ])
    desk.sockets.last.say(outcomeBookMessage(YES, 1000))
    expect(desk.view(BOOK)?.bids[0]?.own).toBe(true)
    await desk.pass(10)
    expect(coinMessages().at(-1)).toBe(`subscribe outcomePrices,outcomeTrades ${NO}`)
    // What a subscription begins with may have happened long before; a coin that never traded begins with nothing.
    desk.sockets.last.say(outcomeTradesMessage(NO, [4, START, '0.3'], [5, desk.clock.now(), '0.3']))
    expect(desk.trades).toMatchObject([{ asset: NO, tid: '5' }])
    desk.feed.setOwnOrders([])
    expect(desk.view(BOOK)?.bids[0]?.own).toBe(false)
    await desk.pass(31_000, BEAT)
    expect(coinMessages().at(-1)).toBe(`unsubscribe outcomePrices,outcomeTrades ${NO}`)
  })

  it('a bad book is kept out, counted, and makes the book stale', () => {
    desk.sockets.last.say(outcomeBookMessage(YES, 1000))
    desk.sockets.last.say(outcomeBookMessage(YES, 1001, [['0.7', '1']], [['0.6', '1']]))
    expect(desk.view(BOOK)).toMatchObject({ time: 1000, stale: true })
    expect(desk.view({ kind: 'connection' })?.reason).toMatch(/The #360 book is kept out/)
  })
})

describe('data of a coin', () => {
  beforeEach(() => {
    desk.watch(TICKER)
    desk.watch(BOOK)
    desk.sockets.last.say(outcomePricesMessage({ [YES]: '0.6' }))
    desk.sockets.last.say(outcomeBookMessage(YES, 1000))
  })
  const stale = () => [desk.view(TICKER)?.stale, desk.view(BOOK)?.stale]

  it('does not age while the feed is alive: a quiet market is no stale one', async () => {
    await desk.pass(60_000, BEAT)
    expect(stale()).toEqual([false, false])
  })

  it('is stale when the feed brings nothing of any market, though the socket answers', async () => {
    await desk.pass(1000)
    expect(stale()).toEqual([false, false])
    desk.changes.length = 0
    await desk.pass(2000)
    expect(stale()).toEqual([true, true])
    expect(desk.changes).toContain(`ticker/${YES}`)
    await desk.pass(1000, BEAT)
    expect(stale()).toEqual([false, false])
  })

  it('is stale from a cut until it comes again', async () => {
    desk.sockets.last.end()
    expect(stale()).toEqual([true, true])
    await desk.pass(1000, BEAT)
    expect(stale()).toEqual([true, true])
    desk.sockets.last.say(outcomePricesMessage({ [YES]: '0.6' }))
    expect(stale()).toEqual([false, true])
    desk.sockets.last.say(outcomeBookMessage(YES, 10))
    expect(stale()).toEqual([false, false])
  })

  it('is kept coming for main itself', async () => {
    const release = desk.feed.need(NO)
    await desk.pass(10)
    expect(coinMessages().at(-1)).toBe(`subscribe outcomePrices ${NO}`)
    desk.sockets.last.say(outcomePricesMessage({ [NO]: '0.4' }))
    expect(desk.feed.ticker(NO)?.mark).toBe('0.400')
    release()
    await desk.pass(31_000, BEAT)
    expect(desk.feed.ticker(NO)).toBeNull()
  })
})
