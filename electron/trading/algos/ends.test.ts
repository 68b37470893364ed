import { describe, expect, it } from 'vitest'
import type { AlgoRequest, AlgoView, ScaleTerms, SlicesTerms } from '../../../contract/algo.ts'
import { trimZeros } from '../../../contract/decimal.ts'
import { millis } from '../../../contract/time.ts'
import { resumeAlgo } from '../testing/algo-text.ts'
import { isOpen } from '../testing/model-core.ts'
import { failure, TRADER } from '../testing/model-venue.ts'
import { openTradingSetup, type TradingSetup } from '../testing/setup.ts'

const ID = '00000000-0000-4000-8000-0000000a1904'
const MINUTE = 60_000
const OTHER = `0x${'cd'.repeat(20)}` as never
const free = (): null => null
const MET_NOBODY = failure('problem', 'rejected', 'Order could not immediately match against any resting orders.')
const TOO_MANY = failure('problem', 'too_many', 'Too many requests.', { status: 409 })

type Opened = TradingSetup & { bid: string; readonly notified: string[] }

/** A setup whose bid can be set, with its notifications. */
async function opened(): Promise<Opened> {
  const setup = Object.assign(await openTradingSetup(), { bid: '570.90', notified: [] as string[] })
  const { ticker } = setup.facts
  setup.facts = {
    ...setup.facts,
    ticker(asset) {
      const found = ticker(asset)
      return found === null ? null : { ...found, bid: setup.bid as never, ask: '571.10' as never }
    },
  }
  setup.trading.onAlgoNews(({ text: message }) => setup.notified.push(message))
  return setup
}
const begin = (setup: TradingSetup, terms: AlgoRequest['terms']) =>
  setup.trading.algos.begin({ requestId: ID, asset: 'NYCTMP1', side: 'buy', reduceOnly: false, terms }, free)
const slices = (more: Partial<SlicesTerms> = {}): SlicesTerms => ({
  ...{ kind: 'slices', total: '4' as never, slices: 2, every: 60, worst: '571.20' as never },
  ...{ how: 'cross', requotes: 2, ...more },
})
const SCALE: ScaleTerms = {
  ...{ kind: 'scale', tif: 'GTC' },
  orders: ['570.90', '570.70'].map((price) => ({ price, size: '2' })) as never,
}
const view = (setup: TradingSetup): AlgoView => {
  const [one] = setup.trading.topics.view({ kind: 'algos' }) ?? []
  if (one === undefined) throw new Error('no algo order')
  return one
}
const open = ({ venue }: TradingSetup): string[] =>
  venue.orders.filter(isOpen).map(({ size, price }) => `${trimZeros(size)} @ ${price}`)
/** The order of a child appears at the service after it was reported as over. */
function returns(setup: TradingSetup, child: number): void {
  const id = view(setup).children[child]?.id
  const action = id === undefined ? null : setup.journal.read(id)
  if (action?.intent.kind !== 'place') throw new Error('no such child')
  setup.venue.place({ ...action.intent, tif: 'GTC', cloid: action.cloid }, 'rest')
}
const refuseCancels = (setup: TradingSetup, times: number): void => {
  for (let time = 0; time < times; time++) setup.venue.fail('prepare', TOO_MANY)
}
const endsAt = (setup: TradingSetup, end: number): void => {
  const bucket = { asset: 'NYCTMP1', start: millis(0), end: millis(end), phaseText: null }
  setup.facts = { ...setup.facts, bucket: () => ({ current: bucket, phase: 'trading', twapWindow: 120_000 }) }
}

/** Crossing slices whose first order found no match, reappears, and cannot be canceled at first. */
async function withReturned(more: Partial<SlicesTerms> = {}): Promise<Opened> {
  const setup = await opened()
  setup.venue.fail('submit', MET_NOBODY)
  await begin(setup, slices(more))
  await setup.clock.advanceAsync(5_000)
  returns(setup, 0)
  refuseCancels(setup, 5)
  await setup.clock.advanceAsync(20_000)
  expect(open(setup)).toEqual(['2 @ 571.20'])
  return setup
}

describe('at its end a parent order leaves nothing of its own in the market', () => {
  it('an ended order that reappears is canceled at once, and reported', async () => {
    const setup = await opened()
    setup.venue.fail('submit', MET_NOBODY)
    await begin(setup, slices())
    await setup.clock.advanceAsync(5_000)
    returns(setup, 0)
    await setup.clock.advanceAsync(20_000)
    expect(open(setup)).toEqual([])
    expect(setup.notified).toEqual(['One of its orders, reported as ended, was still open and was canceled.'])
  })

  it('slices that were all started', async () => {
    const setup = await withReturned()
    setup.venue.fail('submit', MET_NOBODY)
    await setup.clock.advanceAsync(70_000)
    expect(open(setup)).toEqual([])
    expect(view(setup)).toMatchObject({
      state: 'done',
      message: '4 of 4 did not fill at 571.20 or better, in 2 slices.',
    })
  })

  it('slices whose total looks filled while one of their orders is back', async () => {
    const setup = await withReturned({ slices: 3, total: '6' as never })
    setup.venue.behaviour = 'fill'
    await setup.clock.advanceAsync(130_000)
    expect(open(setup)).toEqual([])
    expect(view(setup)).toMatchObject({
      ...{ state: 'done', filled: '4' },
      message: '2 of 6 did not fill at 571.20 or better, in 3 slices.',
    })
  })

  it('slices whose market ends', async () => {
    const setup = await opened()
    endsAt(setup, setup.clock.now() + 255_000)
    setup.venue.fail('submit', MET_NOBODY)
    await begin(setup, slices())
    await setup.clock.advanceAsync(5_000)
    setup.trading.algos.pause(ID)
    await setup.clock.advanceAsync(90_000)
    resumeAlgo(setup, ID, free)
    setup.stale = true
    await setup.clock.advanceAsync(1_000)
    returns(setup, 0)
    refuseCancels(setup, 5)
    await setup.clock.advanceAsync(10_000)
    expect(open(setup)).toEqual(['2 @ 571.20'])
    await setup.clock.advanceAsync(30_000)
    expect(view(setup)).toMatchObject({ state: 'ended', message: expect.stringMatching(/4 of 4 did not fill\.$/) })
    expect(open(setup)).toEqual([])
  })

  it('or reports what could not be canceled', async () => {
    const setup = await withReturned()
    setup.trading.algos.stop(ID, true)
    refuseCancels(setup, 5)
    await setup.clock.advanceAsync(80_000)
    expect(view(setup)).toMatchObject({
      state: 'stopped',
      message: expect.stringContaining(
        'You stopped it. 0 of 4 filled. Could not be canceled: buy 2 @ 571.20. Cancel it in Open orders.',
      ),
    })
    expect(open(setup)).toEqual(['2 @ 571.20'])
  })

  it.each([
    ['stopped', (setup: Opened) => setup.trading.algos.stop(ID, true)],
    ['stopped with resting orders left', (setup: Opened) => setup.trading.algos.stop(ID, false)],
  ])('slices that were %s, including an order that reappears only afterwards', async (_, act) => {
    const setup = await opened()
    setup.venue.fail('submit', MET_NOBODY)
    await begin(setup, slices())
    await setup.clock.advanceAsync(5_000)
    act(setup)
    await setup.clock.advanceAsync(5_000)
    expect(view(setup).state).toBe('stopped')
    returns(setup, 0)
    await setup.clock.advanceAsync(20_000)
    expect(open(setup)).toEqual([])
    expect(setup.notified.at(-1)).toMatch(/One of its orders, reported as ended, was still open and was canceled\./)
  })

  it('a scale that is done, except one that still waits for the order in its place', async () => {
    const setup = await opened()
    setup.venue.fail('submit', failure('problem', 'insufficient_margin', 'No.'))
    await begin(setup, SCALE)
    await setup.clock.advanceAsync(3_000)
    resumeAlgo(setup, ID, free)
    await setup.clock.advanceAsync(5_000)
    for (const { oid } of setup.venue.orders) setup.venue.fill(oid, '9' as never)
    await setup.clock.advanceAsync(15_000)
    expect(view(setup)).toMatchObject({ state: 'done', filled: '4' })
    returns(setup, 0)
    await setup.clock.advanceAsync(20_000)
    expect(open(setup)).toEqual([])
    expect(view(setup)).toMatchObject({ filled: '4' })
  })

  it('a scale that is done, including an order that the service had reported as canceled', async () => {
    const setup = await opened()
    await begin(setup, SCALE)
    await setup.clock.advanceAsync(3_000)
    setup.venue.end('1000', 'cancelled')
    setup.venue.fill('1001', '2' as never)
    await setup.clock.advanceAsync(15_000)
    expect(view(setup)).toMatchObject({ state: 'done', message: '2 of 4 filled.' })
    Object.assign(setup.venue.order('1000'), { status: 'resting', statusText: 'resting' })
    await setup.clock.advanceAsync(20_000)
    expect(open(setup)).toEqual([])
    expect(setup.notified.at(-1)).toMatch(/One of its orders, reported as ended, was still open and was canceled\./)
  })

  it('is reported after a restart where resting orders were not canceled yet', async () => {
    const setup = await opened()
    await begin(setup, slices({ how: 'passive' }))
    await setup.clock.advanceAsync(5_000)
    refuseCancels(setup, 9)
    setup.trading.algos.pause(ID)
    await setup.clock.advanceAsync(300)
    await setup.restart()
    expect(open(setup)).toEqual(['2 @ 570.90'])
    expect(view(setup)).toMatchObject({
      state: 'paused',
      message: expect.stringContaining(
        'Isotherm quit before its orders were canceled. Could not be canceled: buy 2 @ 570.90. Cancel it in Open orders.',
      ),
    })
  })
})

describe('canceling an order', () => {
  it('never has its cancel signed by another wallet', async () => {
    const setup = await opened()
    await begin(setup, slices({ how: 'passive' }))
    await setup.clock.advanceAsync(5_000)
    const { signatures } = setup
    setup.trading.algos.pause(ID)
    setup.signIn(OTHER)
    await setup.clock.advanceAsync(90_000)
    expect([setup.signatures, open(setup).length]).toEqual([signatures, 1])
    setup.signIn(TRADER)
    setup.trading.algos.stop(ID, true)
    await setup.clock.advanceAsync(10_000)
    expect(open(setup)).toEqual([])
  })

  it('continues where cancels are refused for a while, however fast they are refused', async () => {
    const setup = await opened()
    await begin(setup, slices({ how: 'passive' }))
    await setup.clock.advanceAsync(5_000)
    refuseCancels(setup, 50)
    setup.trading.algos.pause(ID)
    await setup.clock.advanceAsync(1_000)
    expect(open(setup)).toEqual(['2 @ 570.90'])
    Object.assign(setup.venue.faults, { prepare: [] })
    await setup.clock.advanceAsync(10_000)
    expect([open(setup), setup.notified]).toEqual([[], []])
  })

  it('waits for lagging reads, and counts what they show then', async () => {
    const setup = await opened()
    await begin(setup, slices({ how: 'passive' }))
    await setup.clock.advanceAsync(5_000)
    setup.venue.fill('1000', '0.5' as never)
    const { venue } = setup
    const cancel = venue.cancel.bind(venue)
    // Gone from the open orders, while its own entry does not say yet that it is over.
    venue.cancel = (oid) => {
      const done = cancel(oid)
      Object.assign(venue.order(oid), { status: 'unknown' })
      return done
    }
    setup.trading.algos.pause(ID)
    await setup.clock.advanceAsync(4_000)
    expect([open(setup), view(setup).children[0]?.filled]).toEqual([[], null])
    Object.assign(venue.order('1000'), { status: 'cancelled' })
    await setup.clock.advanceAsync(60_000)
    expect(view(setup).children[0]).toMatchObject({ filled: '0.5' })
    expect(view(setup).message).toBe('You paused it.')
    resumeAlgo(setup, ID, free)
    await setup.clock.advanceAsync(10_000)
    expect(open(setup)).toEqual(['3.5 @ 570.90'])
  })
})

describe('the end of its market', () => {
  /** The final window begins 10 s and two minutes before the end: slices of two minutes end a minute after they begin. */
  async function nearEnd(): Promise<Opened> {
    const setup = await opened()
    endsAt(setup, setup.clock.now() + 6 * MINUTE)
    await begin(setup, slices())
    await setup.clock.advanceAsync(1_000)
    expect(view(setup).state).toBe('working')
    return setup
  }

  it('ends nothing by an adjusted machine clock', async () => {
    const setup = await nearEnd()
    setup.clock.setWall(setup.clock.now() + 3 * 60 * MINUTE)
    await setup.clock.advanceAsync(5_000)
    expect([view(setup).state, setup.notified]).toEqual(['working', []])
  })

  it('ends and sends nothing while the service’s time is unconfirmed; it ends paused orders once it is confirmed', async () => {
    const setup = await nearEnd()
    setup.isClockConfirmed = false
    setup.measuredOffset = 3 * 60 * MINUTE
    const sent = setup.venue.orders.length
    await setup.clock.advanceAsync(2 * MINUTE)
    expect(view(setup)).toMatchObject({ state: 'working', waits: expect.stringMatching(/time is not confirmed/) })
    expect(setup.venue.orders).toHaveLength(sent)
    setup.isClockConfirmed = true
    await setup.clock.advanceAsync(5_000)
    expect(view(setup).state).toBe('ended')
  })

  it('ends nothing before an end that the service has postponed', async () => {
    const setup = await opened()
    endsAt(setup, setup.clock.now() + 6 * MINUTE)
    await begin(setup, slices({ every: 100 }))
    await setup.clock.advanceAsync(1_000)
    endsAt(setup, setup.clock.now() + 60 * MINUTE)
    setup.isClockConfirmed = true
    setup.measuredOffset = 5 * MINUTE
    await setup.clock.advanceAsync(5_000)
    expect(view(setup).state).toBe('working')
  })
})

describe('a market end that the service moves', () => {
  it.each([60, 12])('to %i minutes from now is adopted by a paused scale, on disk too', async (minutes) => {
    const setup = await opened()
    const began = setup.clock.now()
    endsAt(setup, began + 30 * MINUTE)
    await begin(setup, SCALE)
    setup.trading.algos.pause(ID)
    endsAt(setup, began + minutes * MINUTE)
    setup.trading.algos.followEnds()
    const ends = began + minutes * MINUTE - 130_000
    expect([view(setup).ends, setup.algos.read(ID)?.ends]).toEqual([ends, ends])
  })

  it('to a later time lets a paused scale resume beyond the earlier end', async () => {
    const setup = await opened()
    endsAt(setup, setup.clock.now() + 6 * MINUTE)
    await begin(setup, SCALE)
    setup.trading.algos.pause(ID)
    endsAt(setup, setup.clock.now() + 60 * MINUTE)
    setup.trading.algos.followEnds()
    await setup.clock.advanceAsync(10 * MINUTE)
    resumeAlgo(setup, ID, free)
    expect(view(setup).state).toBe('working')
  })

  it('is ignored where it belongs to a later bucket, or has passed', async () => {
    const setup = await opened()
    const end = setup.clock.now() + 6 * MINUTE
    endsAt(setup, end)
    await begin(setup, SCALE)
    setup.trading.algos.pause(ID)
    endsAt(setup, setup.clock.now() - MINUTE)
    setup.trading.algos.followEnds()
    const later = { asset: 'NYCTMP1', start: millis(end), end: millis(end + 60 * MINUTE), phaseText: null }
    setup.facts = { ...setup.facts, bucket: () => ({ current: later, phase: 'trading', twapWindow: 120_000 }) }
    setup.trading.algos.followEnds()
    expect(view(setup).ends).toBe(end - 130_000)
  })
})

describe('how long a parent order can act', () => {
  const AT = 90_000

  it('is shown where the token or the agent’s approval expires before its last slice is over', async () => {
    const setup = await opened()
    const order = { asset: 'NYCTMP1', side: 'buy', reduceOnly: false, terms: slices() } as const
    expect(await setup.trading.algos.check(order)).toMatchObject({ until: null, early: null })
    setup.last = { token: millis(setup.clock.now() + AT), agent: null }
    const text = 'It works only until the access token expires, 1 min before its last slice ends. Start anyway?'
    expect(await setup.trading.algos.check(order)).toMatchObject({ until: { because: 'token' }, early: text })
    await expect(begin(setup, slices())).rejects.toMatchObject({ code: 'acts_until', message: text })
    expect([setup.venue.count('submit'), setup.trading.topics.view({ kind: 'algos' })]).toEqual([0, []])
    // Orders of a scale are placed at once, and then rest at the service.
    expect(await setup.trading.algos.check({ ...order, terms: SCALE })).toMatchObject({ early: null })
    await setup.trading.algos.begin({ requestId: ID, ...order, acceptsUntil: true }, free)
    expect(view(setup).until).toEqual({ at: setup.last.token, because: 'token' })
  })

  it('is on the watch list while it sends; with the reason why it is paused, after its wallet signed out', async () => {
    const setup = await opened()
    const { algos } = setup.trading
    const watch = () => algos.watchEntries().map(({ label, account, watch: { at } }) => [label, account, at])
    setup.stale = false
    await begin(setup, slices({ how: 'passive' }))
    const [label, account] = [expect.stringMatching(/^Slices on /), TRADER]
    expect(watch()).toEqual([[label, account, 'watched']])
    setup.cannot = 'The venue cannot be reached.'
    expect(algos.watchEntries()[0]?.watch).toMatchObject({ at: 'not_watched', isCertain: true })
    setup.cannot = null
    setup.signIn(OTHER)
    // The pause was reported as it began.
    expect(algos.watchEntries()[0]?.watch).toMatchObject({ at: 'not_watched', isKnown: true })
    setup.signIn(TRADER)
    await setup.clock.advanceAsync(30_000)
    expect(watch()).toEqual([[label, account, 'not_watched']])
    algos.stop(ID, true)
    await setup.clock.advanceAsync(30_000)
    expect(watch()).toEqual([])
  })
})
