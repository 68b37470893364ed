import { describe, expect, it } from 'vitest'
import { CallError } from '../../errors.ts'
import { derivedId } from '../actions/index.ts'
import { ASSET, failure } from '../testing/model-venue.ts'
import { openTradingSetup, type SetupOptions, type TradingSetup } from '../testing/setup.ts'

const ID = '00000000-0000-4000-8000-00000000f1a7'
const request = {
  requestId: ID,
  protection: {
    scalar: { kind: 'distance', distance: '3', bound: null },
    probability: { kind: 'distance', distance: '0.05', bound: null },
  } as never,
  cancelOrders: true,
}
const view = (setup: TradingSetup) => setup.trading.topics.view({ kind: 'flattens' })
const resting = (setup: TradingSetup) => setup.venue.orders.filter(({ status }) => status === 'resting').length

/** Two orders rest, 3 are held. */
async function withSomething(more: SetupOptions = {}) {
  const setup = await openTradingSetup(more)
  await setup.submit(1)
  await setup.submit(2)
  setup.venue.position = '3' as never
  return setup
}

/** Killed in the middle of a Flatten: its close is prepared, its cancels are out. */
async function cutOff() {
  let armed = true
  const setup = await withSomething({
    onStep: (state, { intent }) =>
      armed && intent.kind === 'close' && state === 'prepared' ? new Promise<never>(() => {}) : undefined,
  })
  void setup.trading.flatten(request).catch(() => undefined)
  await setup.clock.advanceAsync(2_000)
  armed = false
  await setup.restart()
  await setup.clock.advanceAsync(2_000)
  return setup
}

describe('the record of a flatten', () => {
  it('is on disk before each of its effects, with the ids of its actions', async () => {
    const before: string[] = []
    const setup: TradingSetup = await withSomething({
      onStep: (state, { id, intent }) => {
        if (state !== 'drafted' || (intent.kind !== 'cancel' && intent.kind !== 'close')) return
        const record = setup.flattens.read(ID)
        const named = record?.children.some((child) => child.id === id && child.kind === intent.kind) === true
        before.push(`${intent.kind} ${record?.state} ${named}`)
      },
    })
    const report = setup.trading.flatten(request)
    expect(setup.flattens.writes.map(({ state }) => state)).toEqual(['asked'])
    await setup.clock.advanceAsync(20_000)
    expect(before).toEqual(['close closing true', 'cancel cancelling true', 'cancel cancelling true'])
    expect(setup.flattens.read(ID)).toMatchObject({ state: 'done', rounds: 2, report: await report })
    expect(view(setup)).toEqual([])
  })

  it('is shown to every window of the account while it is under way, and to no other account', async () => {
    const setup = await withSomething()
    setup.venue.answersAfter = 1_000
    let reported = 0
    setup.trading.topics.onChange(({ kind }) => {
      if (kind === 'flattens') reported += 1
    })
    const report = setup.trading.flatten(request)
    await setup.clock.advanceAsync(50)
    expect(view(setup)).toMatchObject([{ id: ID, cancelOrders: true, state: 'cancelling', left: null }])
    expect(reported).toBeGreaterThan(1)
    expect(setup.trading.inFlight()).toBeGreaterThan(0)
    const own = setup.address
    setup.address = `0x${'cd'.repeat(20)}` as never
    expect(view(setup)).toEqual([])
    setup.address = own
    await setup.clock.advanceAsync(20_000)
    await report
    expect(view(setup)).toEqual([])
    expect(setup.trading.inFlight()).toBe(0)
  })

  it('prevents everything when it cannot be written', async () => {
    const setup = await withSomething()
    setup.flattens.failing = new Error('disk full')
    await expect(setup.trading.flatten(request)).rejects.toThrow(/so nothing was done: disk full/)
    await setup.clock.advanceAsync(5_000)
    expect([setup.venue.position, resting(setup)]).toEqual(['3', 2])
    expect(view(setup)).toEqual([])
  })

  it('never includes another wallet’s orders and positions', async () => {
    const setup = await withSomething()
    const { account } = setup.venue.service
    Object.assign(setup.venue.service, {
      account: async (...args: Parameters<typeof account>) => {
        await new Promise<void>((resolve) => setup.clock.after(500, resolve))
        return account(...args)
      },
    })
    const report = setup.trading.flatten({ ...request, cancelOrders: false })
    await setup.clock.advanceAsync(50)
    setup.address = `0x${'cd'.repeat(20)}` as never
    await setup.clock.advanceAsync(20_000)
    expect((await report).failures).toEqual(['Stopped: Another wallet is signed in; the rest was left unchanged.'])
    expect(setup.venue.position).toBe('3')
  })
})

describe('a flatten that was interrupted by the end of the terminal', () => {
  it('is reported at the next start, with what is left, and never continues by itself', async () => {
    const setup = await cutOff()
    const { at } = setup.flattens.writes[0] as { at: number }
    expect(view(setup)).toEqual([
      {
        id: ID,
        cancelOrders: true,
        state: 'cut_off',
        at,
        left: { orders: 0, positions: [{ asset: ASSET, size: '3' }] },
      },
    ])
    expect(setup.flattens.read(ID)?.state).toBe('cut_off')
    await setup.clock.advanceAsync(3_600_000)
    expect(setup.venue.position).toBe('3')
    await setup.restart()
    expect(view(setup)).toMatchObject([{ id: ID, state: 'cut_off' }])
  })

  it('counts resting orders, and orders with unknown results', async () => {
    const setup = await cutOff()
    setup.venue.fail('submit', 'hang')
    await setup.submit(3)
    await setup.submit(4)
    await setup.clock.advanceAsync(10_000)
    expect(view(setup)?.[0]?.left?.orders).toBe(2)
  })

  it('continues with its own actions: everything is closed, and nothing twice', async () => {
    const setup = await cutOff()
    const first = setup.flattens.read(ID)
    await setup.submit(5)
    const report = setup.trading.resumeFlatten(ID)
    await setup.clock.advanceAsync(20_000)
    expect(await report).toMatchObject({ markets: [{ asset: ASSET, orders: 1, cancelled: 1, position: 'closed' }] })
    expect([setup.venue.position, resting(setup)]).toEqual(['0', 0])
    const second = setup.flattens.read(ID)
    expect(second).toMatchObject({ state: 'done', rounds: (first?.rounds ?? 0) + 2 })
    const ids = second?.children.map(({ id }) => id) ?? []
    expect(new Set(ids).size).toBe(ids.length)
    expect(setup.journal.read(derivedId(ID, `close/${ASSET}/1`))).toMatchObject({ state: 'refused', code: 'stopped' })
    expect(setup.journal.read(derivedId(ID, `close/${ASSET}/2`))?.state).toBe('filled')
    expect(new Set(setup.venue.arrivals).size).toBe(setup.venue.arrivals.length)
    expect(view(setup)).toEqual([])
  })

  it('continues once, whichever windows ask for it', async () => {
    const setup = await cutOff()
    const both = [setup.trading.resumeFlatten(ID), setup.trading.resumeFlatten(ID)]
    await setup.clock.advanceAsync(20_000)
    expect(await both[0]).toEqual(await both[1])
    await expect(setup.trading.resumeFlatten(ID)).rejects.toThrow(CallError)
    expect(setup.venue.arrivals.length).toBe(new Set(setup.venue.arrivals).size)
  })

  it('is interrupted again by another crash, and can continue once more', async () => {
    const setup = await cutOff()
    setup.venue.fail('prepare', 'hang')
    void setup.trading.resumeFlatten(ID).catch(() => undefined)
    await setup.clock.advanceAsync(300)
    await setup.restart()
    await setup.clock.advanceAsync(2_000)
    expect(view(setup)).toMatchObject([{ state: 'cut_off' }])
    const report = setup.trading.resumeFlatten(ID)
    await setup.clock.advanceAsync(20_000)
    expect(await report).toMatchObject({ markets: [{ position: 'closed' }] })
    expect(setup.flattens.read(ID)?.rounds).toBe(3)
  })

  it('ends as it is when the trader leaves it', async () => {
    const setup = await cutOff()
    setup.trading.dismissFlatten(ID)
    expect(view(setup)).toEqual([])
    expect(setup.flattens.read(ID)?.state).toBe('left')
    await setup.restart()
    expect(view(setup)).toEqual([])
    expect(() => setup.trading.dismissFlatten(ID)).toThrow(/This is no longer waiting for you\./)
    expect(setup.venue.position).toBe('3')
  })

  it('is not repeated by a window that requests it again under its id', async () => {
    const setup = await cutOff()
    await expect(setup.trading.flatten(request)).rejects.toThrow(/This request was interrupted before\./)
    expect(setup.venue.position).toBe('3')
  })

  it('can be continued only by its own account', async () => {
    const setup = await cutOff()
    setup.address = `0x${'cd'.repeat(20)}` as never
    await expect(setup.trading.resumeFlatten(ID)).rejects.toThrow(CallError)
    expect(setup.flattens.read(ID)?.state).toBe('cut_off')
  })

  it('reports what it could not read when it continues', async () => {
    const setup = await cutOff()
    for (let i = 0; i < 20; i++)
      setup.venue.fail('account', failure('problem', 'down', 'The account is down.', { status: 500 }))
    const report = setup.trading.resumeFlatten(ID)
    await setup.clock.advanceAsync(20_000)
    expect((await report).failures).toEqual(['Positions could not be read: The account is down.'])
  })
})
