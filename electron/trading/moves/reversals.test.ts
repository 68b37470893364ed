import { describe, expect, it } from 'vitest'
import type { FlattenProtection } from '../../../contract/flatten.ts'
import { DEFAULT_LIMITS } from '../../../contract/limits.ts'
import { failure } from '../testing/model-venue.ts'
import { openTradingSetup, type SetupOptions, type TradingSetup } from '../testing/setup.ts'
import type { ReversalAsked } from './reversals.ts'

const ID = '00000000-0000-4000-8000-0000000000fe'
const free = () => null
const LONG = 60_000
const view = (setup: TradingSetup) => setup.trading.topics.view({ kind: 'reversals' }) ?? []
const ask = (more: Partial<ReversalAsked> = {}): ReversalAsked => ({
  requestId: ID,
  close: {
    ...{ kind: 'close', asset: 'NYCTMP1', position: 'long', size: null },
    protection: { kind: 'worst', price: '568.00' as never, bound: null },
  },
  worst: '568.00' as never,
  ...more,
})

/** 3 are held long; what goes out fills, unless said otherwise. */
async function holding(more: SetupOptions = {}) {
  const setup = await openTradingSetup(more)
  setup.venue.position = '3' as never
  setup.venue.behaviour = 'fill'
  await setup.clock.advanceAsync(11_000)
  return setup
}

async function reverse(setup: TradingSetup, ms = 8_000) {
  const asked = setup.trading.reversePosition(ask(), free).catch((error: unknown) => error)
  await setup.clock.advanceAsync(ms)
  return asked
}

describe('a reversal', () => {
  it('closes, reads what closed, and opens as much on the other side at a worst price', async () => {
    const setup = await holding()
    await reverse(setup)
    expect(view(setup)).toMatchObject([{ id: ID, state: 'reversed', closed: '3', opened: '3', message: null }])
    expect(setup.venue.position).toBe('-3')
    expect(setup.venue.orders.at(-1)).toMatchObject({ side: 'sell', price: '568.00', tif: 'IOC', reduceOnly: false })
    expect(setup.trading.inFlight()).toBe(0)
  })

  it('is journalled before its close and before its opening, with their ids', async () => {
    const before: string[] = []
    let setup: TradingSetup | null = null
    const onStep: SetupOptions['onStep'] = (state, { id, intent }) => {
      const record = setup?.reversals.read(ID)
      if (state !== 'drafted' || record == null) return
      before.push(`${intent.kind} ${record.state} ${(intent.kind === 'close' ? record.closeId : record.openId) === id}`)
    }
    setup = await holding({ onStep })
    await reverse(setup)
    expect(before).toEqual(['close closing true', 'place opening true'])
  })

  it('stops and says so where the close filled in part', async () => {
    const setup = await holding()
    setup.venue.meets = () => '1.5' as never
    await reverse(setup, LONG)
    expect(view(setup)).toMatchObject([
      { state: 'partly', closed: '1.5', message: expect.stringMatching(/1.5 are still held/) },
    ])
    expect(setup.venue.position).toBe('1.5')
  })

  it('opens nothing where nothing closed', async () => {
    const setup = await holding()
    setup.venue.fail('submit', failure('problem', 'market_closed', 'The market is closed.', { status: 409 }))
    await reverse(setup, LONG)
    expect(view(setup)).toMatchObject([{ state: 'kept', message: expect.stringMatching(/closed/) }])
    expect(setup.venue.position).toBe('3')
  })

  it('opens nothing by itself once an answer to the close was missing', async () => {
    const setup = await holding()
    setup.venue.fail('submit', failure('no_answer', 'timeout', 'No answer.'), true)
    await reverse(setup, LONG)
    expect(view(setup)).toMatchObject([{ state: 'closed', message: expect.stringMatching(/no answer/) }])
    expect(setup.venue.position).toBe('0')
  })

  it('that opened says so where that cannot be journalled', async () => {
    const setup = await holding()
    const { write } = setup.reversals
    setup.reversals.write = (record) => {
      if (record.state === 'reversed') throw new Error('disk full')
      write(record)
    }
    await reverse(setup, LONG)
    expect(setup.venue.position).toBe('-3')
    expect(view(setup)).toMatchObject([
      { state: 'reversed', opened: '3', message: 'The journal could not be written: disk full' },
    ])
    setup.reversals.write = write
    await setup.restart()
    await setup.clock.advanceAsync(LONG)
    expect(view(setup)).toMatchObject([{ state: 'reversed', opened: '3', message: null }])
    expect(setup.venue.position).toBe('-3')
  })

  it('whose opening cannot be journalled opens nothing, and says what closed', async () => {
    const setup = await holding()
    const { write } = setup.reversals
    setup.reversals.write = (record) => {
      if (record.state === 'opening') throw new Error('disk full')
      write(record)
    }
    await reverse(setup, LONG)
    expect(setup.venue.position).toBe('0')
    const message = 'The journal could not be written, so nothing was opened: disk full'
    expect(view(setup)).toMatchObject([{ state: 'closed', closed: '3', openId: null, message }])
  })

  it('that stops on an unforeseen error is not told as closed with nothing opened: the next start tells it', async () => {
    const setup = await holding()
    const bar = () => {
      if (setup.reversals.read(ID)?.state === 'opening') throw new Error('unforeseen')
      return null
    }
    void setup.trading.reversePosition(ask(), bar)
    await setup.clock.advanceAsync(LONG)
    const message = 'It stopped in the middle: unforeseen. The next start tells what became of it.'
    expect(view(setup)).toMatchObject([{ state: 'opening', message }])
    await setup.restart()
    await setup.clock.advanceAsync(LONG)
    expect(view(setup)).toMatchObject([{ state: 'closed' }])
    expect(setup.venue.position).toBe('0')
  })

  it('says what of the opening lapsed', async () => {
    const setup = await holding()
    setup.venue.onFill.push(() => {
      setup.venue.behaviour = 'half'
    })
    await reverse(setup, LONG)
    expect(view(setup)).toMatchObject([
      { state: 'reversed', opened: '1.5', message: expect.stringMatching(/^1.5 of 3 opened/) },
    ])
  })

  it('is refused before the close where the opening would be, and nothing is closed', async () => {
    for (const [limits, words] of [
      [{ position: '2' }, /could reach −3/],
      [{ orderValue: '1000' }, /limit for one order/],
    ] as const) {
      const setup = await holding({ limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, ...(limits as object) }) })
      const error = await reverse(setup)
      expect(String(error)).toMatch(words)
      expect(String(error)).toMatch(/Nothing was closed/)
      expect([setup.venue.position, view(setup)]).toEqual(['3', []])
    }
  })

  it('is refused before the close where that takes the last order of the minute', async () => {
    let ordersPerMinute = 1
    const setup = await holding({ limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, ordersPerMinute }) })
    const error = await reverse(setup)
    expect(String(error)).toMatch(/limit is 1 a minute. This takes 2. Nothing was closed/)
    expect([setup.venue.position, view(setup)]).toEqual(['3', []])
    ordersPerMinute = 2
    await reverse(setup)
    expect(view(setup)).toMatchObject([{ state: 'reversed', opened: '3' }])
  })

  it('is not refused for one read that lacks the position, and is for two', async () => {
    const setup = await holding()
    setup.venue.emptyPositions = 2
    expect(String(await reverse(setup))).toMatch(/no position in NYCTMP1 to reverse/)
    setup.venue.emptyPositions = 1
    await reverse(setup)
    expect(view(setup)).toMatchObject([{ state: 'reversed', closed: '3', opened: '3' }])
  })

  it('is refused by a window that may not open, for a position that turned, and twice at a time', async () => {
    const setup = await holding()
    const bar = () => ({ code: 'not_armed', message: 'Not armed.', field: null }) as const
    const told = async (asked: Promise<unknown>) => {
      const answer = asked.catch(String)
      await setup.clock.advanceAsync(1_000)
      return answer
    }
    expect(await told(setup.trading.reversePosition(ask(), bar))).toMatch(/Not armed/)
    const { close } = ask()
    expect(await told(setup.trading.reversePosition(ask({ close: { ...close, position: 'short' } }), free))).toMatch(
      /turned/,
    )
    expect(await told(setup.trading.reversePosition(ask({ close: { ...close, size: '1' as never } }), free))).toMatch(
      /all of/,
    )
    setup.venue.answersAfter = 1_000
    void setup.trading.reversePosition(ask(), free)
    await setup.clock.advanceAsync(100)
    expect(await told(setup.trading.reversePosition(ask({ requestId: setup.id(9) }), free))).toMatch(
      /being reversed already/,
    )
    await setup.clock.advanceAsync(LONG)
    expect(setup.venue.position).toBe('-3')
  })

  it('asked for from two windows at the same moment is one: the second is refused', async () => {
    const setup = await holding()
    const asked = [ID, setup.id(9)].map((requestId) =>
      setup.trading.reversePosition(ask({ requestId }), free).catch(String),
    )
    await setup.clock.advanceAsync(LONG)
    expect(await Promise.all(asked)).toEqual([{ id: ID }, expect.stringMatching(/being reversed already/)])
    expect(setup.venue.position).toBe('-3')
  })

  it('of a position that grew while it was closed opens no more than was held at the press, and says so', async () => {
    const setup = await holding()
    const { write } = setup.reversals
    setup.reversals.write = (record) => {
      write(record)
      if (record.state === 'closing') setup.venue.position = '5' as never
    }
    await reverse(setup)
    expect(setup.venue.position).toBe('-3')
    expect(view(setup)).toMatchObject([
      { state: 'reversed', closed: '5', opened: '3', message: expect.stringMatching(/had grown to 5/) },
    ])
  })

  it('opens nothing after the machine slept meanwhile, although its clock for time-outs stood still', async () => {
    const setup = await holding()
    setup.venue.answersAfter = 500
    void setup.trading.reversePosition(ask(), free)
    await setup.clock.advanceAsync(200)
    setup.clock.setWall(setup.clock.now() + 8 * 3_600_000)
    await setup.clock.advanceAsync(LONG)
    expect(setup.venue.position).toBe('0')
    expect(view(setup)).toMatchObject([{ state: 'closed', message: expect.stringMatching(/longer than 10 s/) }])
  })

  it.each(['flatten', 'cancelAll'] as const)('opens nothing once %s was asked for', async (how) => {
    const setup = await holding()
    setup.venue.answersAfter = 500
    void setup.trading.reversePosition(ask(), free)
    await setup.clock.advanceAsync(200)
    const protection: FlattenProtection = {
      scalar: { kind: 'distance', distance: '3' as never, bound: null },
      probability: { kind: 'distance', distance: '0.2' as never, bound: null },
    }
    if (how === 'flatten')
      void setup.trading.flatten({ requestId: setup.id(8), cancelOrders: true, protection }).catch(() => {})
    else void setup.trading.cancelAll(setup.id(8), null).catch(() => {})
    await setup.clock.advanceAsync(LONG)
    expect(setup.venue.position).toBe('0')
    expect(view(setup)).toMatchObject([{ state: 'closed', message: expect.stringMatching(/^Stopped by/) }])
  })

  it.each(['closing', 'opening'] as const)(
    'that the end of the terminal cut off at %s never opens by itself',
    async (state) => {
      const setup = await holding()
      const { write } = setup.reversals
      let isKilled = false
      setup.reversals.write = (record) => {
        write(record)
        if (record.state !== state || isKilled) return
        isKilled = true
        throw new Error('killed')
      }
      await reverse(setup, 3_000)
      setup.reversals.write = write
      await setup.restart()
      await setup.clock.advanceAsync(LONG)
      expect(setup.venue.position).toBe(state === 'closing' ? '3' : '0')
      expect(view(setup)).toMatchObject([{ state: state === 'closing' ? 'kept' : 'closed' }])
      await setup.restart()
      await setup.clock.advanceAsync(LONG)
      expect(setup.venue.position).toBe(state === 'closing' ? '3' : '0')
    },
  )

  it('that was cut off while its close was on its way is told by what became of that, and opens nothing', async () => {
    const setup = await holding()
    setup.venue.fail('submit', 'hang', true)
    await reverse(setup, 2_000)
    await setup.restart()
    await setup.clock.advanceAsync(LONG)
    expect(setup.venue.position).toBe('0')
    expect(view(setup)).toMatchObject([
      { state: 'closed', closed: '3', message: expect.stringMatching(/terminal stopped/) },
    ])
  })
})

describe('a reversal while another wallet signs in', () => {
  const OTHER = `0x${'cd'.repeat(20)}` as never

  /** Does something once, while the position is read after the close. */
  function whileRead(setup: TradingSetup, happens: () => Promise<void> | void): void {
    const { account } = setup.venue.service
    let isDone = false
    const read = async (...args: Parameters<typeof account>) => {
      const closed = setup.journal.read(setup.reversals.read(ID)?.closeId ?? '')?.state === 'filled'
      if (closed && !isDone) {
        isDone = true
        await happens()
      }
      return account(...args)
    }
    Object.assign(setup.venue.service, { account: read })
  }

  it('during the read after the close: nothing is opened for the other one', async () => {
    const setup = await holding()
    whileRead(setup, () => {
      setup.address = OTHER
    })
    await reverse(setup)
    expect(setup.venue.position).toBe('0')
    expect(setup.reversals.read(ID)).toMatchObject({ state: 'closed', message: 'Another wallet is signed in now.' })
  })

  it('and is told of: nothing is opened any more, whoever is signed in when it goes on', async () => {
    const setup = await holding()
    const own = setup.address
    whileRead(setup, () => {
      setup.signIn(OTHER)
      setup.signIn(own)
    })
    await reverse(setup, LONG)
    expect(setup.venue.position).toBe('0')
    expect(view(setup)).toMatchObject([
      { state: 'closed', message: 'Stopped by a change of the wallet: nothing was opened.' },
    ])
  })
})
