import { describe, expect, it } from 'vitest'
import type { RefText } from '../../contract/market-ref.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import type { FrameBatch, PayloadOf, Topic } from '../../contract/topics.ts'
import { FrameTiming } from './frame-timing.ts'
import { Pacer } from './pacer.ts'
import { createPublisher } from './publisher.ts'
import type { TopicChange, TopicSource } from './topic-source.ts'

const EPOCH = 1_700_000_000_000
const PERIOD = 1000 / 60

class FakeSource implements TopicSource {
  readonly kinds = ['ticker', 'book', 'connection', 'instrument'] as const
  readonly watching: string[] = []
  views = 0
  value = 0
  broken = false
  /** Kinds without a payload while it is broken; default all. */
  breaks: readonly string[] | null = null
  readonly leads: Partial<Record<Topic['kind'], readonly Topic[]>> = {}
  #listener: ((change: TopicChange) => void) | null = null

  view<T extends Topic>({ kind }: T): PayloadOf<T> | undefined {
    this.views += 1
    if (this.broken && (this.breaks === null || this.breaks.includes(kind))) throw new Error('a mistake')
    return this.value as unknown as PayloadOf<T>
  }
  onChange(listener: (change: TopicChange) => void) {
    this.#listener = listener
    return () => {
      this.#listener = null
    }
  }
  leadsTo({ kind }: Topic) {
    return this.leads[kind] ?? []
  }
  watched(topic: Topic) {
    this.watching.push(topic.kind)
  }
  unwatched(topic: Topic) {
    this.watching.splice(this.watching.indexOf(topic.kind), 1)
  }
  change(asset: string | null = 'A', kind: Topic['kind'] = 'ticker', market: RefText | null = null) {
    this.value += 1
    this.#listener?.({ kind, asset, market })
  }
}

function setUp() {
  const clock = createFakeClock(EPOCH)
  const source = new FakeSource()
  const batches: { at: number; seq: number; updates: readonly (readonly [string, unknown])[] }[] = []
  const publisher = createPublisher({
    clock,
    epochMs: () => EPOCH + clock.monotonic(),
    sources: [source],
    send: ({ seq, updates }) => {
      batches.push({ at: clock.monotonic(), seq, updates })
    },
  })
  /** Changes every ms; the window paints at frames with the given phase and answers 1 ms later, if at all. */
  const run = (ms: number, { answers = true, phase = 3, period = PERIOD, delay = 1.2 } = {}) => {
    let nextFrame = Math.ceil((clock.monotonic() - phase) / period) * period + phase
    let painted = batches.at(-1)?.seq ?? 0
    const paints: number[] = []
    for (let i = 0; i < ms; i += 1) {
      source.change()
      clock.advance(1)
      while (clock.monotonic() >= nextFrame + 1) {
        const arrived = batches.filter(({ at }) => at + delay <= nextFrame).at(-1)
        if (answers && arrived !== undefined && arrived.seq > painted) {
          painted = arrived.seq
          paints.push(nextFrame - arrived.at)
          publisher.painted(arrived.seq, EPOCH + nextFrame)
        }
        nextFrame += period
      }
    }
    return paints
  }
  return { clock, source, batches, publisher, run }
}

describe('a window is sent', () => {
  it('the payloads of topics that another one leads to, except watched ones, without watching them', () => {
    const { clock, source, batches, publisher } = setUp()
    const instrument = (asset: string): Topic => ({ kind: 'instrument', market: { family: 'scalar', asset } })
    source.leads.connection = ['A', 'B', 'A'].map(instrument)
    publisher.watch('instrument/scalar/B')
    clock.advance(20)
    publisher.watch('connection')
    clock.advance(20)
    expect(batches.at(-1)?.updates.map(([key]) => key)).toEqual(['connection', 'instrument/scalar/A'])
    expect(source.watching).toEqual(['instrument', 'connection'])
    source.change(null, 'instrument', 'scalar/A' as RefText)
    clock.advance(20)
    expect(batches).toHaveLength(2)
  })

  it('only changed instruments', () => {
    const { clock, source, batches, publisher } = setUp()
    publisher.watch('instrument/scalar/live')
    publisher.watch('instrument/outcome/1/0')
    clock.advance(20)
    source.change(null, 'instrument', 'outcome/1/0' as RefText)
    clock.advance(20)
    expect(batches.at(-1)?.updates.map(([key]) => key)).toEqual(['instrument/outcome/1/0'])
  })

  it('what it watches, once at first and then on changes, the latest state only', () => {
    const { clock, source, batches, publisher } = setUp()
    expect(publisher.watch('ticker/A')).toBeNull()
    clock.advance(20)
    expect(batches).toMatchObject([{ seq: 1, updates: [['ticker/A', 0]] }])
    for (let i = 0; i < 5; i += 1) source.change()
    source.change('B')
    source.change(null, 'connection')
    clock.advance(20)
    expect(batches).toHaveLength(2)
    expect(batches[1]).toMatchObject({ seq: 2, updates: [['ticker/A', 7]] })
    clock.advance(5000)
    expect(batches).toHaveLength(2)
  })

  it('every topic of a kind when a change names no asset', () => {
    const { clock, source, batches, publisher } = setUp()
    for (const key of ['ticker/A', 'ticker/B', 'connection']) publisher.watch(key)
    clock.advance(20)
    source.change(null, 'ticker')
    clock.advance(20)
    expect(batches.at(-1)?.updates.map(([key]) => key)).toEqual(['ticker/A', 'ticker/B'])
  })

  it('changes at once after a pause, and then at most one batch a frame however much happens', () => {
    const { clock, source, batches, publisher, run } = setUp()
    publisher.watch('ticker/A')
    clock.advance(1000)
    source.change()
    clock.advance(1)
    expect(batches.at(-1)?.at).toBeLessThanOrEqual(1001)
    const before = batches.length
    source.views = 0
    run(2000)
    expect(batches.length - before).toBeGreaterThan(110)
    expect(batches.length - before).toBeLessThanOrEqual(121)
    expect(source.views).toBe(batches.length - before)
    const gaps = batches.slice(1).map(({ at }, i) => at - (batches[i]?.at ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(12)
  })

  it('nothing more of unwatched topics, and everything again of rewatched ones', () => {
    const { clock, source, batches, publisher } = setUp()
    publisher.watch('ticker/A')
    clock.advance(20)
    publisher.watch('ticker/A')
    clock.advance(20)
    expect(batches).toHaveLength(2)
    expect(source.watching).toEqual(['ticker'])
    publisher.unwatch('ticker/A')
    publisher.unwatch('ticker/A')
    source.change()
    clock.advance(100)
    expect(batches).toHaveLength(2)
    expect(source.watching).toEqual([])
  })

  it('only existing topics, and not too many', () => {
    const { publisher, source } = setUp()
    for (const key of ['', 'x', 'book/A/-/0', 'book/A/-1/5', 'session', '__proto__']) {
      expect(publisher.watch(key)).toBe('unknown topic')
    }
    for (let i = 0; i < 256; i += 1) expect(publisher.watch(`ticker/A${i}`)).toBeNull()
    expect(publisher.watch('ticker/more')).toBe('too many topics')
    expect(publisher.watch('ticker/A3')).toBeNull()
    publisher.reset()
    expect(source.watching).toEqual([])
  })

  it('one batch a second while it is hidden, and at once when it shows again', () => {
    const { clock, batches, publisher, run } = setUp()
    publisher.watch('ticker/A')
    run(500)
    publisher.setVisible(false)
    const before = batches.length
    run(5000, { answers: false })
    expect(batches.length - before).toBeGreaterThanOrEqual(4)
    expect(batches.length - before).toBeLessThanOrEqual(5)
    publisher.setVisible(true)
    clock.advance(17)
    const after = batches.length
    run(1000)
    expect(batches.length - after).toBeGreaterThan(50)
  })

  it('about ten batches a second while it does not answer, and frames again when it does', () => {
    const { batches, publisher, run } = setUp()
    publisher.watch('ticker/A')
    run(500)
    const before = batches.length
    run(2000, { answers: false })
    expect(batches.length - before).toBeGreaterThanOrEqual(19)
    expect(batches.length - before).toBeLessThanOrEqual(25)
    run(200)
    const after = batches.length
    run(1000)
    expect(batches.length - after).toBeGreaterThan(55)
  })

  it('a topic that it has just asked for, also while it has not painted what came before', () => {
    const { publisher, source, clock, batches } = setUp()
    publisher.watch('connection')
    clock.advance(20)
    for (let i = 0; i < 3; i += 1) {
      source.change(null, 'connection')
      clock.advance(40)
    }
    const before = batches.length
    for (const key of ['ticker/A', 'book/A/-/15'] as const) publisher.watch(key)
    clock.advance(10)
    expect(batches.slice(before).flatMap(({ updates }) => updates.map(([key]) => key))).toEqual(
      expect.arrayContaining(['ticker/A', 'book/A/-/15']),
    )
  })

  it('the next batch when it had nothing to paint of the previous one, without timing information', () => {
    const { clock, source, batches, publisher } = setUp()
    publisher.watch('ticker/A')
    for (let i = 0; i < 40; i += 1) {
      source.change()
      clock.advance(20)
      publisher.painted(batches.at(-1)?.seq ?? 0, null)
    }
    expect(batches).toHaveLength(40)
  })

  it('the next batch after one with a failed payload', () => {
    const { clock, source, batches, publisher } = setUp()
    publisher.watch('ticker/A')
    clock.advance(20)
    source.broken = true
    source.change()
    expect(() => clock.advance(20)).toThrow('a mistake')
    source.broken = false
    source.change()
    clock.advance(20)
    expect(batches.at(-1)?.updates).toEqual([['ticker/A', source.value]])
    expect(batches).toHaveLength(2)
  })

  it('all other changes together with a failed payload', () => {
    const { clock, source, batches, publisher } = setUp()
    for (const key of ['book/A/-/5', 'ticker/A', 'connection']) publisher.watch(key)
    clock.advance(20)
    Object.assign(source, { broken: true, breaks: ['book'] })
    source.change('A', 'book')
    source.change('A', 'ticker')
    source.change(null, 'connection')
    expect(() => clock.advance(20)).toThrow('a mistake')
    expect(batches.at(-1)?.updates.map(([key]) => key)).toEqual(['ticker/A', 'connection'])
  })

  it('less and less while its page hangs, and everything at once when it is back', () => {
    const { batches, publisher, run } = setUp()
    publisher.watch('ticker/A')
    run(500)
    const before = batches.length
    run(600_000, { answers: false })
    expect(batches.length - before).toBeLessThan(150)
    run(10_100)
    const after = batches.length
    run(1000)
    expect(batches.length - after).toBeGreaterThan(55)
  })

  it('nothing after it is closed', () => {
    const { clock, source, batches, publisher } = setUp()
    publisher.watch('ticker/A')
    publisher.close()
    source.change()
    clock.advance(1000)
    expect(batches).toEqual([])
    expect(clock.waiting).toBe(0)
    expect(publisher.watch('ticker/A')).toBe('unknown topic')
  })
})

const row = (px: string, sz: string) => ({ px, sz, total: sz, depth: 0.5, own: false })
const BOOK = {
  asset: 'A',
  bids: [row('9', '1'), row('8', '2')],
  asks: [],
  mid: null,
  spread: null,
  time: 0,
  stale: false,
}

/** A window on a book and on the connection; `say` changes one of them. */
function calmWindow({ attended = false, clockOffset = 0, turnComesAt = 0 } = {}) {
  const clock = createFakeClock(EPOCH)
  const now: Record<string, unknown> = { book: BOOK, connection: { socket: 'live', at: 0 } }
  let report: (change: TopicChange) => void = () => undefined
  const sent: (FrameBatch & { readonly at: number })[] = []
  const publisher = createPublisher({
    clock,
    epochMs: () => EPOCH + clock.monotonic(),
    sources: [
      {
        kinds: ['book', 'connection'],
        view: ({ kind }) => now[kind] as never,
        onChange: (listener) => {
          report = listener
          return () => undefined
        },
      },
    ],
    send: (batch) => void sent.push({ at: clock.monotonic(), ...batch }),
    clockOffset: () => clockOffset,
    isAttended: () => attended,
    pace: { ...new Pacer().join(), earliest: (now) => (now < EPOCH + 800 ? now : EPOCH + turnComesAt) },
  })
  const say = (kind: 'book' | 'connection', change: object): void => {
    now[kind] = { ...(now[kind] as object), ...change }
    report({ kind, asset: null })
  }
  publisher.watch('book/A/-/5')
  publisher.watch('connection')
  clock.advance(100)
  sent.splice(0)
  return { clock, publisher, sent, say }
}
const DEEP = { bids: [row('9', '1'), row('8', '3')] }
const BEST = { bids: [row('10', '1'), row('8', '3')] }

describe('an update that needs no immediate paint', () => {
  it('is sent in its latest state shortly before the service’s next second, when it is only a time or a rate', () => {
    const { clock, sent, say } = calmWindow({ clockOffset: -300 })
    for (let i = 1; i <= 9; i += 1) {
      say('book', { time: i })
      say('connection', { at: i })
      clock.advance(50)
    }
    clock.advance(599)
    expect(sent.map(({ at }) => at)).toEqual([150])
    clock.advance(1)
    expect(sent.slice(1)).toMatchObject([
      {
        at: 1150,
        updates: [
          ['book/A/-/5', { time: 9 }],
          ['connection', { at: 9 }],
        ],
      },
    ])
    clock.advance(5000)
    expect(sent).toHaveLength(2)
  })

  it('is sent with the first visible change', () => {
    const { clock, sent, say } = calmWindow()
    say('connection', { at: 1 })
    clock.advance(30)
    say('book', BEST)
    clock.advance(30)
    expect(sent).toMatchObject([
      {
        updates: [
          ['book/A/-/5', BEST],
          ['connection', { at: 1 }],
        ],
      },
    ])
  })

  it('is in a batch once, even when it changed again while held', () => {
    const { clock, sent, say } = calmWindow()
    say('book', DEEP)
    clock.advance(30)
    say('book', BEST)
    clock.advance(30)
    expect(sent.map(({ updates }) => updates)).toEqual([[['book/A/-/5', { ...BOOK, ...BEST }]]])
  })

  it('waits at most half a second for others when it is a size, or behind the best prices; every second time it may wait for the clocks', () => {
    const { clock, sent, say } = calmWindow()
    say('book', DEEP)
    clock.advance(100)
    say('book', { ...DEEP, time: 5 })
    clock.advance(149)
    expect(sent).toEqual([])
    clock.advance(1)
    expect(sent).toMatchObject([{ at: 350, updates: [['book/A/-/5', { ...DEEP, time: 5 }]] }])
    expect(sent[0]?.withClocks).toBeUndefined()
    say('book', { bids: [row('9', '6'), row('8', '3')] })
    clock.advance(499)
    expect(sent).toHaveLength(1)
    clock.advance(1)
    expect(sent[1]).toMatchObject({ at: 850, withClocks: true })
  })

  it('does not wait for the clocks when a visible change came meanwhile', () => {
    const { clock, sent, say } = calmWindow()
    say('connection', { at: 1 })
    clock.advance(749)
    say('book', BEST)
    clock.advance(30)
    expect(sent).toMatchObject([{ updates: [{ 0: 'book/A/-/5' }, { 0: 'connection' }] }])
    expect(sent[0]?.withClocks).toBeUndefined()
  })

  it.each([980, 1100])(
    'does not wait for the clocks when its turn comes as they are painted, or after: %i ms',
    (turnComesAt) => {
      const { clock, sent, say } = calmWindow({ turnComesAt })
      clock.advance(300)
      say('book', DEEP)
      clock.advance(1000)
      expect(sent).toMatchObject([{ at: turnComesAt, updates: [{ 0: 'book/A/-/5' }] }])
      expect(sent[0]?.withClocks).toBeUndefined()
    },
  )

  it('does not wait for the clocks in a window that comes back into view just before them', () => {
    const { clock, publisher, sent, say } = calmWindow({ turnComesAt: 900 })
    clock.advance(300)
    say('book', DEEP)
    clock.advance(460)
    publisher.setVisible(false)
    publisher.setVisible(true)
    clock.advance(50)
    expect(sent).toMatchObject([{ at: 900 }])
    expect(sent[0]?.withClocks).toBeUndefined()
  })

  it('is sent at once to a window with a trader, or that is watched again, or comes back into view', () => {
    const attended = calmWindow({ attended: true })
    attended.say('book', DEEP)
    attended.clock.advance(20)
    expect(attended.sent).toHaveLength(1)

    const again = calmWindow()
    again.publisher.watch('book/A/-/5')
    again.clock.advance(20)
    expect(again.sent).toHaveLength(1)

    const shown = calmWindow()
    shown.say('book', DEEP)
    shown.clock.advance(20)
    shown.publisher.setVisible(false)
    shown.publisher.setVisible(true)
    shown.clock.advance(20)
    expect(shown.sent).toHaveLength(1)
  })

  it.each([20, 740])(
    'is sent at once when a trader comes back, and does not wait for the clocks: after %i ms',
    (ms) => {
      const { clock, publisher, sent, say } = calmWindow()
      clock.advance(ms)
      say('book', DEEP)
      clock.advance(5)
      expect(sent).toEqual([])
      publisher.attended()
      clock.advance(20)
      expect(sent).toMatchObject([{ updates: [{ 0: 'book/A/-/5' }] }])
      expect(sent[0]?.withClocks).toBeUndefined()
      clock.advance(5000)
      expect(sent).toHaveLength(1)
      publisher.attended()
      clock.advance(5000)
      expect(sent).toHaveLength(1)
    },
  )

  it('is dropped with its topic, and leaves no timer', () => {
    const { clock, publisher, sent, say } = calmWindow()
    say('book', DEEP)
    clock.advance(20)
    expect(clock.waiting).toBe(1)
    publisher.unwatch('book/A/-/5')
    expect(clock.waiting).toBe(0)
    clock.advance(5000)
    expect(sent).toEqual([])
  })
})

describe('timing by the window’s frames', () => {
  it.each([3, 11, 16])('sends a few ms before each frame, at any phase (%i ms)', (phase) => {
    const { publisher, run } = setUp()
    publisher.watch('ticker/A')
    run(1000, { phase })
    const early = run(2000, { phase })
    expect(early.length).toBeGreaterThan(110)
    const late = early.filter((ms) => ms > 9)
    expect(late.length).toBeLessThan(early.length * 0.06)
  })

  it('learns the period of other displays', () => {
    const timing = new FrameTiming()
    for (const rate of [50, 60, 75, 120]) {
      const period = 1000 / rate
      for (let i = 1; i < 200; i += 1) timing.painted(i, i * period * (rate === 120 ? 2 : 1), i * period * 2 + 1)
      const steps = timing.period / period
      expect(Math.abs(steps - Math.round(steps))).toBeLessThan(0.01)
    }
  })

  it('sends earlier after a missed frame, and slowly later while all goes well', () => {
    const timing = new FrameTiming()
    timing.painted(0, 1000, 1001)
    const frame = timing.nextFrame(1002, 0) ?? 0
    const lead = timing.lead
    timing.sent(1, frame)
    timing.painted(1, frame + PERIOD, frame + PERIOD + 1)
    expect(timing.lead).toBe(lead + 1)
    const next = timing.nextFrame(frame + PERIOD + 2, 0) ?? 0
    timing.sent(2, next)
    timing.painted(2, next, next + 1)
    expect(timing.lead).toBeLessThan(lead + 1)
  })

  it('knows no frame before the first report, and forgets its estimate after 250 ms', () => {
    const timing = new FrameTiming()
    expect(timing.nextFrame(1000, 0)).toBeNull()
    timing.painted(1, 1000, 1001)
    expect(timing.nextFrame(1251, 0)).not.toBeNull()
    expect(timing.nextFrame(1252, 0)).toBeNull()
  })

  it('corrects for a window whose clock differs', () => {
    for (const skew of [-5000, 5000]) {
      const timing = new FrameTiming()
      for (let i = 1; i < 40; i += 1) timing.painted(i, i * PERIOD + skew, i * PERIOD + 3)
      const now = 40 * PERIOD
      const frame = timing.nextFrame(now, 0) ?? 0
      expect(frame).toBeGreaterThan(now)
      expect(frame).toBeLessThan(now + 3 * PERIOD)
    }
  })
})
