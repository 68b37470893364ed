import { describe, expect, it } from 'vitest'
import type { FlattenProtection } from '../../../contract/flatten.ts'
import { DEFAULT_LIMITS } from '../../../contract/limits.ts'
import { failure } from '../testing/model-venue.ts'
import { openTradingSetup, type SetupOptions, type TradingSetup } from '../testing/setup.ts'
import type { ReversalInput } from './reversals.ts'

const ID = '00000000-0000-4000-8000-0000000000fe'
const free = () => null
const LONG = 60_000
const view = (setup: TradingSetup) => setup.trading.topics.view({ kind: 'reversals' }) ?? []
const ask = (more: Partial<ReversalInput> = {}): ReversalInput => ({
  requestId: ID,
  close: {
    ...{ kind: 'close', asset: 'NYCTMP1', position: 'long', size: null },
    protection: { kind: 'worst', price: '568.00' as never, bound: null },
  },
  worst: '568.00' as never,
  ...more,
})

/** 3 are held long; orders fill unless stated otherwise. */
async function holding(more: SetupOptions = {}) {
  const setup = await openTradingSetup(more)
  setup.venue.position = '3' as never
  setup.venue.behaviour = 'fill'
  await setup.clock.advanceAsync(11_000)
  return setup
}

async function reverse(setup: TradingSetup, ms = 8_000) {
  const request = setup.trading.reversePosition(ask(), free).catch((error: unknown) => error)
  await setup.clock.advanceAsync(ms)
  return request
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

  it('stops and reports where the close filled in part', async () => {
    const setup = await holding()
    setup.venue.meets = () => '1.5' as never
    await reverse(setup, LONG)
    expect(view(setup)).toMatchObject([
      {
        state: 'partly',
        closed: '1.5',
        message: expect.stringMatching(
          /1\.5 of 3 closed within the worst price; 1\.5 still open, so nothing was opened\./,
        ),
      },
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

  it('opens nothing automatically once an answer to the close was missing', async () => {
    const setup = await holding()
    setup.venue.fail('submit', failure('no_answer', 'timeout', 'No answer.'), true)
    await reverse(setup, LONG)
    expect(view(setup)).toMatchObject([
      {
        state: 'closed',
        message: expect.stringMatching(/The result of the close was unknown for too long, so nothing was opened\./),
      },
    ])
    expect(setup.venue.position).toBe('0')
  })

  it('that opened reports a failed journal write', async () => {
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

  it('whose opening cannot be journalled opens nothing, and reports what closed', async () => {
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

  it('that stops on an unexpected error is not reported as closed with nothing opened: the next start reports it', async () => {
    const setup = await holding()
    const bar = () => {
      if (setup.reversals.read(ID)?.state === 'opening') throw new Error('unforeseen')
      return null
    }
    void setup.trading.reversePosition(ask(), bar)
    await setup.clock.advanceAsync(LONG)
    const message =
      'It stopped halfway: unforeseen. The position may have changed: check Positions. The next start of Isotherm shows the result.'
    expect(view(setup)).toMatchObject([{ state: 'opening', message }])
    await setup.restart()
    await setup.clock.advanceAsync(LONG)
    expect(view(setup)).toMatchObject([{ state: 'closed' }])
    expect(setup.venue.position).toBe('0')
  })

  it('reports the lapsed part of the opening', async () => {
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
    for (const [limits, text] of [
      [{ position: '2' }, /could reach −3/],
      [{ orderValue: '1000' }, /Order value 1,704\.00 USDC exceeds your limit of 1,000 USDC\. Nothing was closed\./],
    ] as const) {
      const setup = await holding({ limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, ...(limits as object) }) })
      const error = await reverse(setup)
      expect(String(error)).toMatch(text)
      expect(String(error)).toMatch(/Nothing was closed/)
      expect([setup.venue.position, view(setup)]).toEqual(['3', []])
    }
  })

  it('is refused before the close where that takes the last order of the minute', async () => {
    let ordersPerMinute = 1
    const setup = await holding({ limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, ordersPerMinute }) })
    const error = await reverse(setup)
    expect(String(error)).toMatch(
      /0 orders went out in the last minute; your limit is 1 per minute\. This needs 2 orders\. Nothing was closed\./,
    )
    expect([setup.venue.position, view(setup)]).toEqual(['3', []])
    ordersPerMinute = 2
    await reverse(setup)
    expect(view(setup)).toMatchObject([{ state: 'reversed', opened: '3' }])
  })

  it('is refused when two reads lack the position, and not for one', async () => {
    const setup = await holding()
    setup.venue.emptyPositions = 2
    expect(String(await reverse(setup))).toMatch(/no position in NYCTMP1 to reverse/)
    setup.venue.emptyPositions = 1
    await reverse(setup)
    expect(view(setup)).toMatchObject([{ state: 'reversed', closed: '3', opened: '3' }])
  })

  it('is refused for a window that may not open, for a position that turned, and when one is under way', async () => {
    const setup = await holding()
    const bar = () => ({ code: 'not_armed', message: 'Not armed.', field: null }) as const
    const notified = async (request: Promise<unknown>) => {
      const answer = request.catch(String)
      await setup.clock.advanceAsync(1_000)
      return answer
    }
    expect(await notified(setup.trading.reversePosition(ask(), bar))).toMatch(/Not armed/)
    const { close } = ask()
    expect(
      await notified(setup.trading.reversePosition(ask({ close: { ...close, position: 'short' } }), free)),
    ).toMatch(/The position in NYCTMP1 has changed sides\./)
    expect(
      await notified(setup.trading.reversePosition(ask({ close: { ...close, size: '1' as never } }), free)),
    ).toMatch(/A reversal closes the whole position and names its side\./)
    setup.venue.answersAfter = 1_000
    void setup.trading.reversePosition(ask(), free)
    await setup.clock.advanceAsync(100)
    expect(await notified(setup.trading.reversePosition(ask({ requestId: setup.id(9) }), free))).toMatch(
      /The position in NYCTMP1 is already being reversed\./,
    )
    await setup.clock.advanceAsync(LONG)
    expect(setup.venue.position).toBe('-3')
  })

  it('requested from two windows at once runs once: the second is refused', async () => {
    const setup = await holding()
    const requests = [ID, setup.id(9)].map((requestId) =>
      setup.trading.reversePosition(ask({ requestId }), free).catch(String),
    )
    await setup.clock.advanceAsync(LONG)
    expect(await Promise.all(requests)).toEqual([
      { id: ID },
      expect.stringMatching(/The position in NYCTMP1 is already being reversed\./),
    ])
    expect(setup.venue.position).toBe('-3')
  })

  it('of a position that grew during the close opens no more than was held at the click, and reports that', async () => {
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

  it('opens nothing after the machine slept meanwhile, although its monotonic clock stopped', async () => {
    const setup = await holding()
    setup.venue.answersAfter = 500
    void setup.trading.reversePosition(ask(), free)
    await setup.clock.advanceAsync(200)
    setup.clock.setWall(setup.clock.now() + 8 * 3_600_000)
    await setup.clock.advanceAsync(LONG)
    expect(setup.venue.position).toBe('0')
    expect(view(setup)).toMatchObject([
      {
        state: 'closed',
        message: expect.stringMatching(/The result of the close was still unknown after 10 s, so nothing was opened\./),
      },
    ])
  })

  it.each(['flatten', 'cancelAll'] as const)('opens nothing once %s was requested', async (how) => {
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
    'that was interrupted by the end of the terminal at %s never opens automatically',
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

  it('that was interrupted while its close was under way is reported by the close’s result, and opens nothing', async () => {
    const setup = await holding()
    setup.venue.fail('submit', 'hang', true)
    await reverse(setup, 2_000)
    await setup.restart()
    await setup.clock.advanceAsync(LONG)
    expect(setup.venue.position).toBe('0')
    expect(view(setup)).toMatchObject([
      {
        state: 'closed',
        closed: '3',
        message: expect.stringMatching(/Isotherm stopped halfway, so nothing was opened\./),
      },
    ])
  })
})

describe('a reversal while another wallet signs in', () => {
  const OTHER = `0x${'cd'.repeat(20)}` as never

  /** Runs a function once, during the read of the position after the close. */
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

  it('during the read after the close: nothing is opened for the other wallet', async () => {
    const setup = await holding()
    whileRead(setup, () => {
      setup.address = OTHER
    })
    await reverse(setup)
    expect(setup.venue.position).toBe('0')
    expect(setup.reversals.read(ID)).toMatchObject({ state: 'closed', message: 'Another wallet is signed in.' })
  })

  it('with a notification: nothing more is opened, whoever is signed in when it continues', async () => {
    const setup = await holding()
    const own = setup.address
    whileRead(setup, () => {
      setup.signIn(OTHER)
      setup.signIn(own)
    })
    await reverse(setup, LONG)
    expect(setup.venue.position).toBe('0')
    expect(view(setup)).toMatchObject([{ state: 'closed', message: 'Stopped by a wallet change: nothing was opened.' }])
  })
})
