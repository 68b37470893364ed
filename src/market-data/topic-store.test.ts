import { describe, expect, it, vi } from 'vitest'
import type { InstrumentView } from '../../contract/instrument.ts'
import type { BookView, BucketView, Ticker } from '../../contract/market.ts'
import { block } from '../../contract/safe-text.ts'
import type { ConnectionView } from '../../contract/session.ts'
import { topicKey } from '../../contract/topics.ts'
import { createFakeBridge, createFakeClock } from '../testing/index.ts'
import { TopicStore } from './topic-store.ts'

const BELIEVED_FOR_MS = 1000
const UNWATCH_AFTER_MS = 1000
const connection = (over: Partial<ConnectionView> = {}): ConnectionView => ({
  socket: 'live',
  retryInMs: null,
  attempts: 0,
  latencyMs: 10,
  messageAgeMs: 50,
  messagesPerSecond: 100,
  clockOffsetMs: 0,
  stale: false,
  reason: null,
  limit: null,
  at: 0 as ConnectionView['at'],
  ...over,
})

function setUp() {
  const fake = createFakeBridge()
  const clock = createFakeClock()
  const onError = vi.fn()
  const store = new TopicStore({ bridge: fake.bridge, clock, onError })
  const stop = store.start()
  return { fake, clock, store, onError, stop }
}
const version = { kind: 'account_version' } as const

describe('watching', () => {
  it('watches a topic once for many readers and stops shortly after the last left', () => {
    const { fake, clock, store } = setUp()
    const first = store.subscribe(version, () => undefined)
    const second = store.subscribe(version, () => undefined)
    expect(fake.calls.filter((call) => call.name === 'watch' && call.input).length).toBe(2)
    first()
    second()
    second()
    clock.advance(UNWATCH_AFTER_MS - 1)
    expect(fake.watched.has('account_version')).toBe(true)
    clock.advance(1)
    expect(fake.watched.has('account_version')).toBe(false)
  })

  it('awaits a book from its request until it arrives, but no other topic', () => {
    const { fake, store } = setUp()
    const topic = { kind: 'book', asset: 'NYCTMP1', step: null, levels: 15 } as const
    store.subscribe(version, () => undefined)
    expect(store.awaitsBook()).toBe(false)
    store.subscribe(topic, () => undefined)
    expect(store.awaitsBook()).toBe(true)
    fake.publish(topic, { asset: 'NYCTMP1' } as BookView)
    fake.flush()
    expect(store.awaitsBook()).toBe(false)
  })

  it('keeps watching when a reader returns in time, with the payload still there', () => {
    const { fake, clock, store } = setUp()
    const first = store.subscribe(version, () => undefined)
    fake.publish(version, 7)
    fake.flush()
    first()
    clock.advance(UNWATCH_AFTER_MS / 2)
    store.subscribe(version, () => undefined)
    clock.advance(UNWATCH_AFTER_MS * 2)
    expect(fake.watched.has('account_version')).toBe(true)
    expect(store.read(version)).toBe(7)
  })

  it('reports a topic that cannot be watched', async () => {
    const fake = createFakeBridge()
    const onError = vi.fn()
    const refused = { code: 'bad_topic', message: block`no such topic`, status: null, about: null }
    const bridge = {
      watch: async () => ({ ok: false as const, error: refused }),
      unwatch: async () => ({ ok: true as const, value: null }),
      onFrame: fake.bridge.onFrame,
      painted: fake.bridge.painted,
    }
    const store = new TopicStore({ bridge, clock: createFakeClock(), onError })
    store.subscribe(version, () => undefined)
    await vi.waitFor(() => expect(onError).toHaveBeenCalledOnce())
    expect(String(onError.mock.calls[0]?.[0])).toContain('no such topic')
  })
})

describe('a topic that only background panels want', () => {
  const book = { kind: 'book', asset: 'A', step: null, levels: 5 } as const
  const view = (time: number, stale = false) =>
    ({ bids: [], asks: [], time, receivedAt: time, stale }) as unknown as BookView

  function resting() {
    const all = setUp()
    const { fake, clock, store } = all
    const away = store.subscribe(book, () => undefined)
    fake.publish(book, view(1))
    fake.flush()
    clock.frame()
    away()
    const stop = store.keep(book)
    clock.advance(UNWATCH_AFTER_MS)
    return { ...all, stop, key: topicKey(book) }
  }

  it('is not pushed, requests no frame, and does not affect the age of visible data', () => {
    const { fake, clock, store, key } = resting()
    expect(fake.watched.has(key)).toBe(false)
    expect(store.read(book)).toMatchObject({ time: 1 })
    clock.advance(60_000)
    expect(store.worstAge()?.what).not.toBe('book')
  })

  it('is there at once when one comes into view, then with main’s current data', () => {
    const { fake, clock, store, stop, key } = resting()
    const seen: number[] = []
    store.subscribe(book, ({ time }) => seen.push(time))
    stop()
    expect(fake.watched.has(key)).toBe(true)
    expect(store.read(book)).toMatchObject({ time: 1 })
    fake.publish(book, view(7, true))
    fake.flush()
    clock.frame()
    fake.publish(book, view(8))
    fake.flush()
    clock.frame()
    clock.advance(BELIEVED_FOR_MS)
    expect(seen).toEqual([7, 8])
    expect(store.read(book)).toMatchObject({ time: 8, stale: false })
  })

  it('is shown as stale when main does not resend it within a second', () => {
    const { clock, store } = resting()
    const seen: boolean[] = []
    store.subscribe(book, ({ stale }) => seen.push(stale))
    clock.advance(BELIEVED_FOR_MS)
    clock.frame()
    expect(store.read(book)?.stale).toBe(true)
    expect(seen).toEqual([true])
  })

  it('is dropped when nobody wants it any more', () => {
    const { store, stop } = resting()
    stop()
    expect(store.read(book)).toBeUndefined()
    expect(store.keep(book)()).toBeUndefined()
  })
})

describe('a market that a link group switches to', () => {
  const links = { kind: 'links' } as const
  const market = { kind: 'instrument', market: { family: 'outcome', outcomeId: 7, side: 0 } } as const
  const named = (title: string) => ({ here: true, title, stale: false }) as unknown as InstrumentView

  /** A window subscribed to the links, which receives a market that nobody in it watches. */
  function notified(title = 'Above 54 °F, Yes') {
    const all = setUp()
    all.store.subscribe(links, () => undefined)
    all.fake.publish(links, { 1: market.market } as never)
    all.fake.publish(market, named(title))
    all.fake.flush([topicKey(market)])
    return all
  }

  it('is known in the frame in which its panels switch, and stays so while they watch it', () => {
    const { fake, clock, store } = notified()
    clock.frame()
    expect(store.read(market)?.here).toBe(true)
    store.subscribe(market, () => undefined)
    expect(fake.watched.has(topicKey(market))).toBe(true)
    fake.flush()
    clock.frame()
    clock.advance(BELIEVED_FOR_MS + UNWATCH_AFTER_MS)
    expect(store.read(market)).toMatchObject({ title: 'Above 54 °F, Yes', stale: false })
  })

  it('is dropped shortly after when no panel switched to it', () => {
    const { fake, clock, store } = notified()
    clock.frame()
    clock.advance(UNWATCH_AFTER_MS)
    expect(store.read(market)).toBeUndefined()
    expect(fake.watched.has(topicKey(market))).toBe(false)
  })

  it('is still known when its last panel left just before, which main may not know yet', () => {
    const { fake, clock, store } = notified()
    const left = store.subscribe(market, () => undefined)
    fake.publish(market, named('Above 55 °F, Yes'))
    fake.flush()
    left()
    clock.advance(UNWATCH_AFTER_MS)
    expect(fake.watched.has(topicKey(market))).toBe(false)
    expect(store.read(market)).toMatchObject({ title: 'Above 55 °F, Yes' })
    clock.advance(UNWATCH_AFTER_MS)
    expect(store.read(market)).toBeUndefined()
  })

  it('has no effect on other topics that are not watched', () => {
    const { fake, clock, store } = setUp()
    fake.publish(version, 3)
    fake.flush([topicKey(version)])
    clock.frame()
    expect(store.read(version)).toBeUndefined()
  })
})

describe('frames', () => {
  it('notify listeners once each, with the newest payload, and report what was painted', () => {
    const { fake, clock, store } = setUp()
    const seen: number[] = []
    store.subscribe(version, (value) => seen.push(value))
    fake.publish(version, 1)
    fake.flush()
    fake.publish(version, 2)
    fake.flush()
    expect(seen).toEqual([])
    clock.frame()
    expect(seen).toEqual([2])
    expect(fake.paints).toEqual([{ seq: 2, epochMs: clock.now() }])
  })

  it('paint pending payloads together with the clocks', () => {
    const { fake, clock, store } = setUp()
    const seen: string[] = []
    store.subscribe({ kind: 'connection' }, ({ latencyMs }) => seen.push(`latency ${latencyMs}`))
    fake.publish({ kind: 'connection' }, connection())
    fake.flush()
    clock.frame()
    fake.publish({ kind: 'connection' }, connection({ latencyMs: 12 }))
    fake.flush()
    clock.advance(600)
    store.inFrame(() => seen.push('second'))
    clock.frame()
    expect(seen).toEqual(['latency 10', 'latency 12', 'second'])
    const paints = fake.paints.length
    clock.advance(500)
    clock.frame()
    expect(fake.paints.length).toBe(paints)
  })

  it('are not requested when nothing visible changed: the batch is acknowledged at once, and painted with the next frame or a second later', () => {
    const { fake, clock, store } = setUp()
    const seen: (number | null)[] = []
    const ticker = { kind: 'ticker', asset: 'A' } as const
    const at = (time: number, mark: string) => ({ mark, time, receivedAt: time, stale: false }) as unknown as Ticker
    store.subscribe(ticker, ({ time }) => seen.push(time))
    const publish = (time: number, mark = '1.00'): void => {
      fake.publish(ticker, at(time, mark))
      fake.flush()
    }
    publish(1)
    clock.frame()
    publish(2)
    expect(store.read(ticker)?.time).toBe(2)
    expect(fake.paints.at(-1)).toEqual({ seq: 2, epochMs: null })
    clock.frame()
    expect(seen).toEqual([1])
    clock.advance(1000)
    clock.frame()
    expect(seen).toEqual([1, 2])
    publish(3)
    publish(4, '1.01')
    clock.frame()
    expect(seen).toEqual([1, 2, 4])
    expect(fake.paints.at(-1)).toEqual({ seq: 4, epochMs: clock.now() })
  })

  it('paint payloads with the clocks where main allows it, but not ones never shown, or shown as stale', () => {
    const { fake, clock, store } = setUp()
    const seen: unknown[] = []
    const book = { kind: 'book', asset: 'A', step: null, levels: 5 } as const
    const level = (sz: string, stale = false): void => {
      const bids = [{ px: '1', sz, total: sz, depth: 1, own: false }]
      fake.publish(book, { asset: 'A', bids, asks: [], stale } as unknown as BookView)
      fake.flush([], true)
      clock.frame()
    }
    store.subscribe(book, ({ bids }) => seen.push(bids[0]?.sz))
    level('1')
    expect(seen).toEqual(['1'])
    level('2')
    expect(seen).toEqual(['1'])
    expect(fake.paints.at(-1)).toEqual({ seq: 2, epochMs: null })
    store.inFrame(() => seen.push('second'))
    clock.frame()
    expect(seen).toEqual(['1', '2', 'second'])
    level('2', true)
    expect(seen).toEqual(['1', '2', 'second', '2'])
    level('3')
    expect(seen).toEqual(['1', '2', 'second', '2', '3'])
  })

  it('continue when one listener throws', () => {
    const { fake, clock, store, onError } = setUp()
    const seen = vi.fn()
    store.subscribe(version, () => {
      throw new Error('painter broke')
    })
    store.subscribe(version, seen)
    fake.publish(version, 1)
    fake.flush()
    clock.frame()
    expect(seen).toHaveBeenCalledWith(1)
    expect(onError).toHaveBeenCalledOnce()
  })
})

describe('freshness of the store', () => {
  it('is fresh before main sends anything and while messages arrive', () => {
    const { fake, clock, store } = setUp()
    clock.advance(10_000)
    expect(store.freshness().stale).toBe(false)
    fake.publish({ kind: 'connection' }, connection())
    fake.flush()
    clock.frame()
    expect(store.freshness()).toMatchObject({ stale: false, text: '' })
  })

  it('needs no timer except for the moment when silence begins, and is judged five times a second from then on', () => {
    const { fake, clock, store } = setUp()
    const after = vi.spyOn(clock, 'after')
    for (let text = 0; text < 20; text += 1) {
      fake.publish({ kind: 'connection' }, connection())
      fake.flush()
      clock.frame()
      clock.advance(500)
    }
    expect(after.mock.calls.filter(([ms]) => ms === 200)).toEqual([])
    expect(after.mock.calls.length).toBeLessThan(16)
    clock.advance(1500)
    expect(store.freshness().stale).toBe(true)
    after.mockClear()
    clock.advance(1000)
    expect(after).toHaveBeenCalledTimes(5)
  })

  it('reports that a payload became stale, or current again, while the feed is fresh', () => {
    const { fake, clock, store } = setUp()
    const ticker = { kind: 'ticker', asset: 'A' } as const
    const seen: unknown[] = []
    store.subscribe(ticker, () => undefined)
    store.onFreshness(() => seen.push(store.worstAge()?.stale))
    for (const stale of [false, true, true, false]) {
      fake.publish({ kind: 'connection' }, connection())
      fake.publish(ticker, { mark: '1.00', time: 0, receivedAt: clock.now(), stale } as unknown as Ticker)
      fake.flush()
      clock.frame()
      clock.advance(100)
    }
    expect(seen).toEqual([true, false])
  })

  it('is stale within 2 s of the last message, even when main goes quiet too', () => {
    const { fake, clock, store } = setUp()
    const changed = vi.fn()
    store.onFreshness(changed)
    fake.publish({ kind: 'connection' }, connection({ messageAgeMs: 0 }))
    fake.flush()
    clock.frame()
    clock.advance(1800)
    expect(store.freshness().stale).toBe(false)
    clock.advance(200)
    expect(store.freshness()).toEqual({ stale: true, ageMs: 2000, text: '2 s old' })
    expect(store.silent()).toBe(true)
    clock.advance(1000)
    expect(store.freshness().text).toBe('3 s old')
    expect(changed).toHaveBeenCalledTimes(2)
  })

  it('counts from the last sign of life although an open socket keeps being reported', () => {
    const { fake, clock, store } = setUp()
    for (let age = 0; age <= 4000; age += 500) {
      fake.publish({ kind: 'connection' }, connection({ messageAgeMs: age, stale: age > 1800 }))
      fake.flush()
      clock.frame()
      clock.advance(500)
    }
    expect(store.freshness()).toMatchObject({ stale: true, text: '4 s old' })
    expect(store.silent()).toBe(false)
  })

  it('is fresh while main reports so, however long a quiet service sends nothing', () => {
    const { fake, clock, store } = setUp()
    for (let age = 0; age <= 600_000; age += 500) {
      fake.publish({ kind: 'connection' }, connection({ messageAgeMs: age }))
      fake.flush()
      clock.frame()
      clock.advance(500)
      expect(store.freshness().stale).toBe(false)
    }
  })

  it('recovers with the next fresh message', () => {
    const { fake, clock, store } = setUp()
    fake.publish({ kind: 'connection' }, connection({ stale: true, messageAgeMs: 90_000 }))
    fake.flush()
    clock.frame()
    expect(store.freshness().text).toBe('1 min 30 s old')
    fake.publish({ kind: 'connection' }, connection())
    fake.flush()
    clock.frame()
    expect(store.freshness().stale).toBe(false)
  })

  it('has one age while it is stale, in the status bar as in the panels, also beside an older read', () => {
    const { fake, clock, store } = setUp()
    const bucket = { kind: 'bucket' } as const
    store.subscribe(bucket, () => undefined)
    fake.publish(bucket, { current: null, receivedAt: clock.now() - 10_000, stale: true } as unknown as BucketView)
    fake.publish({ kind: 'connection' }, connection({ stale: true, messageAgeMs: 9_000 }))
    fake.flush()
    clock.frame()
    expect(store.freshness().text).toBe('9 s old')
    expect(store.worstAge()).toEqual({ what: 'data', ageMs: 9_000, stale: true })
  })

  it('ages between two messages of main', () => {
    const { fake, clock, store } = setUp()
    expect(store.worstAge()).toBeNull()
    fake.publish({ kind: 'connection' }, connection({ messageAgeMs: 100 }))
    fake.flush()
    clock.advance(300)
    expect(store.worstAge()).toEqual({ what: 'data', ageMs: 400, stale: false })
  })
})
