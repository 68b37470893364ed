import { describe, expect, it } from 'vitest'
import type { OutcomeOrderIntent, PlaceIntent } from '../../../contract/intent.ts'
import { DEFAULT_LIMITS } from '../../../contract/limits.ts'
import type { StoredAction } from '../../storage/index.ts'
import { DIRECT, DIRECT_PROFILE } from '../testing/direct-orders.ts'
import { failure, YES } from '../testing/model-venue.ts'
import { BUY, openTradingSetup, type SetupOptions, type TradingSetup } from '../testing/setup.ts'
import { newOrderOf } from './move.ts'
import type { MoveInput } from './moves.ts'

const ID = '00000000-0000-4000-8000-00000000307e'
const free = () => null
const view = (setup: TradingSetup) => setup.trading.topics.view({ kind: 'moves' }) ?? []
const open = (setup: TradingSetup) =>
  setup.venue.orders
    .filter(({ status }) => status === 'resting' || status === 'partially_filled')
    .map(({ price, size, filled }) => `${size} at ${price}, ${filled} filled`)
const ask = (more: Partial<MoveInput> = {}): MoveInput => ({
  ...{ requestId: ID, asset: 'NYCTMP1', oid: '1000', price: '570.60' as never, size: '2.0000' as never },
  ...more,
})

/** A bid for 2 at 570.50 rests. */
async function resting(more: SetupOptions = {}) {
  const setup = await openTradingSetup(more)
  await setup.submit(1)
  await setup.clock.advanceAsync(2_000)
  return setup
}

async function move(setup: TradingSetup, more: Partial<MoveInput> = {}, ms = 8_000): Promise<void> {
  const request = setup.trading.moveOrder(ask(more), free)
  await setup.clock.advanceAsync(ms)
  await request
}

const refused = async (setup: TradingSetup, more: Partial<MoveInput> = {}) => {
  const request = setup.trading.moveOrder(ask(more), free).catch((error: unknown) => error)
  await setup.clock.advanceAsync(1_000)
  return request
}

describe('a move', () => {
  it('cancels, reads the end and the fills, and places the rest at the new price', async () => {
    const setup = await resting()
    await move(setup)
    expect(open(setup)).toEqual(['2 at 570.60, 0 filled'])
    expect(view(setup)).toMatchObject([
      { id: ID, state: 'moved', filled: '0', placed: '2', price: '570.60', order: { price: '570.50' }, message: null },
    ])
    expect(setup.trading.inFlight()).toBe(0)
  })

  it('places only what the old order did not trade, including trades during the cancel', async () => {
    const setup = await resting()
    setup.venue.fill('1000', '0.5' as never)
    await setup.clock.advanceAsync(3_000)
    setup.venue.arrivesAfter = 500
    const request = setup.trading.moveOrder(ask(), free)
    await setup.clock.advanceAsync(300)
    setup.venue.fill('1000', '0.3' as never)
    await setup.clock.advanceAsync(10_000)
    await request
    expect(open(setup)).toEqual(['1.2 at 570.60, 0 filled'])
    expect(view(setup)).toMatchObject([{ state: 'moved', filled: '0.8', placed: '1.2' }])
  })

  it('places nothing after the machine slept meanwhile, although its monotonic clock stopped', async () => {
    const setup = await resting()
    setup.venue.answersAfter = 500
    const request = setup.trading.moveOrder(ask(), free)
    await setup.clock.advanceAsync(200)
    setup.clock.setWall(setup.clock.now() + 8 * 3_600_000)
    await setup.clock.advanceAsync(20_000)
    await request
    expect(open(setup)).toEqual([])
    expect(view(setup)).toMatchObject([
      {
        state: 'not_replaced',
        message: expect.stringMatching(/The result of the cancel was still unknown after 10 s\./),
      },
    ])
  })

  it('places nothing where the whole wanted size has filled meanwhile', async () => {
    const setup = await resting()
    setup.venue.arrivesAfter = 500
    const request = setup.trading.moveOrder(ask({ size: '1' as never }), free)
    await setup.clock.advanceAsync(300)
    setup.venue.fill('1000', '1.4' as never)
    await setup.clock.advanceAsync(10_000)
    await request
    expect(open(setup)).toEqual([])
    expect(view(setup)).toMatchObject([{ state: 'filled', filled: '1.4', placed: null }])
  })

  it('is shown to every window of the account, and to no other account', async () => {
    const setup = await resting()
    await move(setup)
    setup.address = `0x${'cd'.repeat(20)}` as never
    expect(view(setup)).toEqual([])
  })

  it('keeps side and time in force', async () => {
    const setup = await resting()
    await setup.submit(2, { ...BUY, side: 'sell', price: '575.00' as never, tif: 'ALO' })
    await move(setup, { oid: '1001', price: '574.50' as never })
    expect(setup.venue.orders.at(-1)).toMatchObject({ side: 'sell', price: '574.50', tif: 'ALO', status: 'resting' })
  })

  it('stays reduce-only, and takes a time in force that the service omits from the original intent', () => {
    const order = { asset: 'NYCTMP1', side: 'sell', tif: null, reduceOnly: true } as never
    const wanted = { price: '574.50' as never, size: '1' as never }
    expect(newOrderOf(order, { ...BUY, tif: 'ALO' }, wanted)).toMatchObject({
      tif: 'ALO',
      reduceOnly: true,
      side: 'sell',
    })
    expect(newOrderOf(order, null, wanted)).toMatchObject({ tif: 'GTC' })
  })

  it('moves an order for shares, even a sale of the whole holding', async () => {
    const setup = await openTradingSetup()
    const sale: OutcomeOrderIntent = {
      ...{ kind: 'outcome_order', asset: YES, side: 'sell', size: '5' as never },
      mode: { kind: 'limit', price: '0.70' as never },
    }
    setup.venue.outcomes.shares.set(YES, '5' as never)
    await setup.clock.advanceAsync(3_000)
    await setup.submit(1, sale)
    await setup.clock.advanceAsync(3_000)
    await move(setup, { asset: YES, price: '0.65' as never, size: '5' as never })
    expect(view(setup)).toMatchObject([{ state: 'moved', placed: '5' }])
    expect(open(setup)).toEqual(['5 at 0.65, 0 filled'])
  })

  it('is journalled before its cancel and before its order, with their ids', async () => {
    const before: string[] = []
    let setup: TradingSetup | null = null
    const onStep: SetupOptions['onStep'] = (state, { id, intent }) => {
      const record = setup?.moves.read(ID)
      if (state !== 'drafted' || record == null) return
      const named = intent.kind === 'cancel' ? record.cancelId === id : record.placeIds.includes(id)
      before.push(`${intent.kind} ${record.state} ${named}`)
    }
    setup = await resting({ onStep })
    await move(setup)
    expect(before).toEqual(['cancel cancelling true', 'place placing true'])
  })

  it('is not repeated for the same request', async () => {
    const setup = await resting()
    await move(setup)
    await move(setup)
    expect(setup.venue.orders).toHaveLength(2)
  })

  it('does nothing when it cannot be journalled', async () => {
    const setup = await resting()
    setup.moves.failing = new Error('disk full')
    expect(String(await refused(setup))).toMatch(/so nothing was done: disk full/)
    expect(open(setup)).toEqual(['2.0000 at 570.50, 0 filled'])
  })
})

describe('an impossible move is refused before the cancel is sent', () => {
  it.each([
    ['a price off the tick', { price: '570.505' }, 'price', /multiple of 0.01/],
    ['a size too precise', { size: '2.00001' }, 'size', /at most 4 decimals/],
    ['a price outside the band', { price: '800.00' }, 'price', /price band is 10 °F/],
    ['a value over the limit', { size: '1000' }, 'size', /limit for one order|margin|could reach/],
    ['an unchanged order', { price: '570.50' }, 'price', /Price and size are unchanged/],
    ['no size', { size: '0' }, 'size', /greater than 0/],
    ['an order that no longer rests', { oid: '7' }, 'oid', /no longer rests/],
  ])('%s', async (_what, more, field, text) => {
    const setup = await resting({ limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, orderValue: '50000' as never }) })
    const error = await refused(setup, more as never)
    expect(error).toMatchObject({ about: field, message: expect.stringMatching(text) })
    expect(open(setup)).toEqual(['2.0000 at 570.50, 0 filled'])
    expect(view(setup)).toEqual([])
  })

  it('for a size that has filled already', async () => {
    const setup = await resting()
    setup.venue.fill('1000', '1' as never)
    await setup.clock.advanceAsync(3_000)
    expect(await refused(setup, { size: '1' as never })).toMatchObject({
      message: expect.stringMatching(
        /1 already filled; the total size must be larger\. To drop the rest, cancel the order\./,
      ),
    })
  })

  it('for an intent that the window may not send', async () => {
    const setup = await resting()
    const bar = () => ({ code: 'not_armed', message: 'This window is not armed.', field: null }) as const
    await expect(setup.trading.moveOrder(ask(), bar)).rejects.toThrow(/not armed/)
    expect(open(setup)).toEqual(['2.0000 at 570.50, 0 filled'])
  })

  it('in a market that takes no orders', async () => {
    const setup = await resting()
    const { facts } = setup
    const ticker = { mark: '571.00', mid: '571.00', status: 'paused', stale: false }
    setup.facts = { ...facts, ticker: () => ticker as never }
    expect(String(await refused(setup))).toMatch(/paused/)
    expect(open(setup)).toEqual(['2.0000 at 570.50, 0 filled'])
  })

  it('without room in the limit on orders a minute, of which the check uses nothing', async () => {
    let ordersPerMinute = 2
    const setup = await resting({ limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, ordersPerMinute }) })
    await move(setup)
    expect(view(setup)).toMatchObject([{ state: 'moved' }])
    expect(String(await refused(setup, { requestId: setup.id(9), oid: '1001', price: '570.70' as never }))).toMatch(
      /2 orders went out in the last minute; your limit is 2 per minute\./,
    )
    ordersPerMinute = 120
    expect(open(setup)).toEqual(['2 at 570.60, 0 filled'])
  })

  it('but the margin and the size of the old order count as free', async () => {
    const setup = await resting({ limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, position: '2' as never }) })
    setup.venue.available = '10'
    await setup.clock.advanceAsync(11_000)
    const { account } = setup.venue.service
    const freed = async (...args: Parameters<typeof account>) => {
      if (open(setup).length === 0) setup.venue.available = '500'
      return account(...args)
    }
    Object.assign(setup.venue.service, { account: freed })
    await move(setup)
    expect(view(setup)).toMatchObject([{ state: 'moved' }])
  })

  it.each([
    ['of another client', { kind: 'foreign' }, /Another client/],
    [
      'that the trader’s wallet signed',
      { kind: 'wallet' },
      /Your wallet signed this order and would have to sign each move\. Cancel it, then place a new one\./,
    ],
  ])('for an order %s', async (_what, { kind }, text) => {
    const setup = await openTradingSetup()
    Object.assign(setup.venue.service.profile, { directOrder: DIRECT_PROFILE })
    if (kind === 'wallet') await setup.submit(1, DIRECT)
    else setup.venue.place({ ...BUY, cloid: null } as never, 'rest')
    await setup.clock.advanceAsync(3_000)
    expect(String(await refused(setup))).toMatch(text)
    expect(open(setup)).toHaveLength(1)
  })

  it('on a deployment without a route for cancels', async () => {
    const setup = await resting({ profile: { routes: { cancelPrepare: null } } })
    expect(String(await refused(setup))).toMatch(/no route for cancels/)
  })

  it('for an order that is being moved already', async () => {
    const setup = await resting()
    setup.venue.answersAfter = 1_000
    const first = setup.trading.moveOrder(ask(), free)
    await setup.clock.advanceAsync(50)
    await expect(setup.trading.moveOrder(ask({ requestId: setup.id(9) }), free)).rejects.toThrow(
      /This order is already being moved\. Wait until that is done\./,
    )
    await setup.clock.advanceAsync(10_000)
    await first
    expect(setup.venue.orders).toHaveLength(2)
  })

  it('for two simultaneous moves', async () => {
    const setup = await resting()
    const both = [ask(), ask({ requestId: setup.id(9) })].map((one) => setup.trading.moveOrder(one, free).catch(String))
    await setup.clock.advanceAsync(10_000)
    expect(await Promise.all(both)).toEqual([
      { id: ID },
      expect.stringMatching(/This order is already being moved\. Wait until that is done\./),
    ])
    expect(open(setup)).toHaveLength(1)
  })
})

describe('a move whose cancel', () => {
  it('is refused keeps the order unchanged, with the message of the refusal', async () => {
    const setup = await resting()
    setup.venue.fail('submit', failure('problem', 'market_closed', 'The market is closed.', { status: 409 }))
    await move(setup, {}, 60_000)
    expect(view(setup)).toMatchObject([{ state: 'kept', message: expect.stringMatching(/closed/) }])
    expect(open(setup)).toEqual(['2.0000 at 570.50, 0 filled'])
  })

  it('has no answer is being checked, and places nothing automatically, even once it turns out to be done', async () => {
    const setup = await resting()
    setup.venue.fail('submit', failure('no_answer', 'timeout', 'No answer.'), true)
    setup.venue.fail('open', failure('no_answer', 'timeout', 'No answer.'))
    await move(setup, {}, 20)
    expect(view(setup)).toMatchObject([{ state: 'checking' }])
    await setup.clock.advanceAsync(60_000)
    expect(view(setup)).toMatchObject([
      {
        state: 'not_replaced',
        filled: '0',
        message: expect.stringMatching(/The result of the cancel was unknown for too long\./),
      },
    ])
    expect(open(setup)).toEqual([])
  })

  it('took too long, with its reads, places nothing automatically', async () => {
    const setup = await resting()
    for (let i = 0; i < 200; i++) setup.venue.fail('history', failure('problem', 'down', 'Down.', { status: 500 }))
    await move(setup, {}, 15_000)
    setup.venue.faults.history = []
    await setup.clock.advanceAsync(60_000)
    expect(view(setup)).toMatchObject([
      {
        state: 'not_replaced',
        message: expect.stringMatching(/The result of the cancel was still unknown after 10 s\./),
      },
    ])
    expect(open(setup)).toEqual([])
  })
})

describe('a move whose cancel is done', () => {
  it('is not reported as kept by a lagging list of open orders: it is read again', async () => {
    const setup = await resting()
    const { openOrders } = setup.venue.service
    const before = setup.venue.order('1000')
    let lagging = 2
    const read = async (...args: Parameters<typeof openOrders>) => {
      const now = await openOrders(...args)
      if (setup.moves.read(ID)?.state !== 'reading' || lagging === 0) return now
      lagging -= 1
      return [before, ...now]
    }
    Object.assign(setup.venue.service, { openOrders: read })
    await move(setup, {}, 15_000)
    expect(lagging).toBe(0)
    expect(view(setup)).toMatchObject([{ state: 'moved', placed: '2' }])
    expect(open(setup)).toEqual(['2 at 570.60, 0 filled'])
  })
})

describe('a canceled order without a replacement', () => {
  const notReplaced = async () => {
    const setup = await resting()
    let refuse = false
    const bar = () => (refuse ? ({ code: 'not_armed', message: 'Disarmed meanwhile.', field: null } as const) : null)
    setup.venue.answersAfter = 100
    const request = setup.trading.moveOrder(ask(), bar)
    await setup.clock.advanceAsync(50)
    refuse = true
    await setup.clock.advanceAsync(10_000)
    await request
    return setup
  }

  it('is reported with the reason of the refusal', async () => {
    const setup = await notReplaced()
    expect(view(setup)).toMatchObject([{ state: 'not_replaced', filled: '0', message: 'Disarmed meanwhile.' }])
    expect(open(setup)).toEqual([])
  })

  it('is placed once when the trader retries', async () => {
    const setup = await notReplaced()
    await setup.trading.retryMove(ID, free)
    await expect(setup.trading.retryMove(ID, free)).rejects.toThrow(/This is no longer waiting for you\./)
    await setup.clock.advanceAsync(10_000)
    expect(view(setup)).toMatchObject([{ state: 'moved', placed: '2' }])
    expect(open(setup)).toEqual(['2 at 570.60, 0 filled'])
  })

  it('is not placed by a window that may not send', async () => {
    const setup = await notReplaced()
    const bar = () => ({ code: 'not_armed', message: 'Not armed.', field: null }) as const
    await expect(setup.trading.retryMove(ID, bar)).rejects.toThrow(/Not armed/)
    expect(view(setup)).toMatchObject([{ state: 'not_replaced' }])
  })

  it('ends as it is when the trader leaves it', async () => {
    const setup = await notReplaced()
    setup.trading.abandonMove(ID)
    expect(view(setup)).toMatchObject([{ state: 'left' }])
    await expect(setup.trading.retryMove(ID, free)).rejects.toThrow(/This is no longer waiting for you\./)
  })
})

describe('a move whose new order was submitted', () => {
  it('reports a failed journal write, and a retry places nothing besides it', async () => {
    const setup = await resting()
    const { write } = setup.moves
    setup.moves.write = (record) => {
      if (record.state === 'moved') throw new Error('disk full')
      write(record)
    }
    await move(setup)
    expect(view(setup)).toMatchObject([{ state: 'moved', message: 'The journal could not be written: disk full' }])
    await setup.trading.retryMove(ID, free).catch(() => undefined)
    await setup.clock.advanceAsync(10_000)
    expect(open(setup)).toEqual(['2 at 570.60, 0 filled'])
    setup.moves.write = write
    await setup.restart()
    await setup.clock.advanceAsync(5_000)
    expect(view(setup)).toMatchObject([{ state: 'moved', message: null }])
  })

  it('and that stops on an unexpected error is not reported as not replaced: the next start reports it', async () => {
    const setup = await resting()
    const bar = () => {
      if (setup.moves.read(ID)?.state === 'placing') throw new Error('unforeseen')
      return null
    }
    void setup.trading.moveOrder(ask(), bar)
    await setup.clock.advanceAsync(10_000)
    const message =
      'It stopped halfway: unforeseen. The new order may be open: check Open orders. The next start of Isotherm shows the result.'
    expect(view(setup)).toMatchObject([{ state: 'placing', message }])
    await setup.restart()
    await setup.clock.advanceAsync(10_000)
    expect(view(setup)).toMatchObject([{ state: 'not_replaced' }])
  })

  it.each([
    ['rests', '0'],
    ['traded', '2'],
  ])('after it had been reported as never arrived, and %s: a retry places no second one', async (_what, filled) => {
    const setup = await resting()
    const onWrite = setup.moves.write
    setup.moves.write = (record) => {
      onWrite(record)
      if (record.state === 'placing') setup.venue.fail('submit', failure('no_answer', 'timeout', 'No answer.'))
    }
    await move(setup, {}, 120_000)
    expect(view(setup)).toMatchObject([{ state: 'not_replaced' }])
    const lost = setup.journal.read(setup.moves.read(ID)?.placeIds[0] ?? '')
    expect(lost?.state).toBe('expired')
    const { cloid, intent } = lost as StoredAction
    const { oid } = setup.venue.place({ ...(intent as PlaceIntent), cloid }, 'rest')
    setup.venue.fill(oid ?? '', filled as never)
    await setup.clock.advanceAsync(10_000)
    await setup.trading.retryMove(ID, free)
    await setup.clock.advanceAsync(10_000)
    expect(setup.venue.orders).toHaveLength(2)
    expect(view(setup)).toMatchObject([{ state: 'moved', message: null }])
  })
})

describe('a flatten or a cancel ends a move', () => {
  it.each(['flatten', 'cancelAll', 'cancel'] as const)(
    '%s while its cancel is under way: it never places',
    async (how) => {
      const setup = await resting()
      setup.venue.answersAfter = 1_000
      const request = setup.trading.moveOrder(ask(), free)
      await setup.clock.advanceAsync(200)
      if (how === 'flatten') {
        const within = (distance: string) => ({ kind: 'distance', distance: distance as never, bound: null }) as const
        const terms = { protection: { scalar: within('3'), probability: within('0.05') } }
        void setup.trading.flatten({ requestId: setup.id(8), cancelOrders: true, ...terms }).catch(() => {})
      } else if (how === 'cancelAll') void setup.trading.cancelAll(setup.id(8), null).catch(() => {})
      else void setup.trading.submit(setup.id(8), { kind: 'cancel', asset: 'NYCTMP1', oid: '1000', cloid: null })
      await setup.clock.advanceAsync(60_000)
      await request
      expect(open(setup)).toEqual([])
      expect(setup.venue.orders).toHaveLength(1)
      expect(view(setup)).toMatchObject([{ state: 'stopped', filled: '0' }])
    },
  )

  it('while its new order is prepared: that is refused', async () => {
    let at = 0
    let setup: TradingSetup | null = null
    const onStep: SetupOptions['onStep'] = (state, { intent }) => {
      if (intent.kind !== 'place' || state !== 'prepared' || setup?.moves.read(ID) == null) return
      at += 1
      void setup.trading.cancelAll(setup.id(8), null).catch(() => {})
    }
    setup = await resting({ onStep })
    await move(setup, {}, 30_000)
    expect(at).toBe(1)
    expect(open(setup)).toEqual([])
    expect(view(setup)).toMatchObject([{ state: 'stopped' }])
  })
})

describe('a move while another wallet signs in', () => {
  const OTHER = `0x${'cd'.repeat(20)}` as never

  /** Runs a function once, during the read of the canceled order's free margin. */
  function whileFreed(setup: TradingSetup, happens: () => Promise<void> | void): void {
    const { account } = setup.venue.service
    let isDone = false
    const freed = async (...args: Parameters<typeof account>) => {
      if (setup.moves.read(ID)?.state === 'reading' && !isDone) {
        isDone = true
        await happens()
      }
      return account(...args)
    }
    Object.assign(setup.venue.service, { account: freed })
  }

  it('during the last read before the new order: that is not placed for the other wallet', async () => {
    const setup = await resting()
    whileFreed(setup, () => {
      setup.address = OTHER
    })
    await move(setup)
    expect(setup.venue.orders).toHaveLength(1)
    expect(setup.moves.read(ID)).toMatchObject({ state: 'not_replaced', message: 'Another wallet is signed in.' })
  })

  it('with a notification: nothing more is placed, whoever is signed in when it continues', async () => {
    const setup = await resting()
    const own = setup.address
    whileFreed(setup, () => {
      setup.signIn(OTHER)
      setup.signIn(own)
    })
    await move(setup)
    expect(open(setup)).toEqual([])
    expect(view(setup)).toMatchObject([
      { state: 'stopped', message: 'Stopped by a wallet change: nothing was placed.' },
    ])
  })

  it('places nothing where that read takes until 10 s have passed', async () => {
    const setup = await resting()
    whileFreed(setup, () => new Promise<void>((resolve) => void setup.clock.after(12_000, resolve)))
    await move(setup, {}, 40_000)
    expect(open(setup)).toEqual([])
    expect(view(setup)).toMatchObject([
      {
        state: 'not_replaced',
        message: expect.stringMatching(/The result of the cancel was still unknown after 10 s\./),
      },
    ])
  })
})
