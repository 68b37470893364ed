import { describe, expect, it } from 'vitest'
import type { PredictIntent } from '../../../contract/intent.ts'
import { UP } from '../testing/intents.ts'
import { ASSET, failure } from '../testing/model-venue.ts'
import { BUY, openTradingSetup, type SetupOptions, type TradingSetup } from '../testing/setup.ts'

const PREDICT: PredictIntent = {
  kind: 'predict',
  asset: ASSET,
  targetF: '72' as never,
  size: '2' as never,
  direction: 'long',
  protection: { kind: 'worst', price: '576.00' as never },
}
const request = {
  requestId: '00000000-0000-4000-8000-00000000f1a7',
  protection: {
    scalar: { kind: 'distance', distance: '3', bound: null },
    probability: { kind: 'distance', distance: '0.05', bound: null },
  } as never,
  cancelOrders: true,
}
const STOPPED = { state: 'refused', code: 'stopped', message: 'Stopped by Flatten: nothing was sent.' }

async function flattened(setup: TradingSetup, ms = 60_000) {
  const report = setup.trading.flatten(request)
  await setup.clock.advanceAsync(ms)
  return report
}

/** A terminal whose next prepare takes this long, ms. */
async function withSlowPrepare(ms: number, more: SetupOptions = {}) {
  const setup = await openTradingSetup(more)
  const { prepareOrder } = setup.venue.service
  let next = ms
  Object.assign(setup.venue.service, {
    prepareOrder: async (...args: Parameters<typeof prepareOrder>) => {
      const wait = next
      next = 0
      if (wait > 0) await new Promise<void>((resolve) => setup.clock.after(wait, resolve))
      return prepareOrder(...args)
    },
  })
  return setup
}

describe('actions under way during a Flatten', () => {
  it('include an order that is still being prepared, which is stopped and opens nothing afterwards', async () => {
    const setup = await withSlowPrepare(600)
    setup.venue.behaviour = 'fill'
    setup.venue.position = '3' as never
    void setup.trading.submit(setup.id(1), BUY)
    await setup.clock.advanceAsync(50)
    const report = await flattened(setup)
    expect(setup.action(1)).toMatchObject(STOPPED)
    expect(report.stopped).toEqual([{ id: setup.id(1), intent: BUY }])
    expect(report).toMatchObject({ markets: [{ position: 'closed' }], unknown: [], failures: [] })
    expect(setup.venue.position).toBe('0')
    expect(setup.venue.arrivals).toHaveLength(1)
  })

  it('are no error of the terminal when stopped during their prepare', async () => {
    const errors: unknown[] = []
    const log = { debug() {}, info() {}, warn() {}, error: (...what: unknown[]) => void errors.push(what) }
    const setup = await withSlowPrepare(600, { log })
    void setup.trading.submit(setup.id(1), BUY)
    await setup.clock.advanceAsync(50)
    await flattened(setup)
    expect(setup.states(1)).toEqual(['drafted', 'checked', 'journalled', 'refused'])
    expect(errors).toEqual([])
  })

  it.each([
    ['a prediction', PREDICT],
    ['a binary prediction', UP],
  ])(
    'include %s that waits for a confirmation, which is stopped, and the confirmation comes too late',
    async (_, intent) => {
      const setup = await openTradingSetup()
      setup.venue.behaviour = 'fill'
      await setup.submit(1, intent)
      const estimateId = setup.action(1).estimate?.id ?? ''
      expect(estimateId).not.toBe('')
      const before = setup.venue.arrivals.length
      const report = await flattened(setup, 50)
      expect(report.stopped).toHaveLength(1)
      expect(setup.action(1)).toMatchObject(STOPPED)
      expect(setup.trading.confirmEstimate(setup.id(1), estimateId, true)).toBe('not_waiting')
      await setup.clock.advanceAsync(60_000)
      expect(setup.action(1)).toMatchObject(STOPPED)
      expect(setup.venue.arrivals).toHaveLength(before)
    },
  )

  it('include an unverified order that waits for a confirmation, which is stopped too', async () => {
    const setup = await openTradingSetup()
    setup.venue.bare = true
    await setup.submit(1)
    await flattened(setup, 50)
    expect(setup.action(1)).toMatchObject(STOPPED)
    expect(setup.trading.confirmUnverified(setup.id(1), true)).toBe(false)
  })

  it('are stopped at every step before they are sent', async () => {
    for (const step of ['drafted', 'checked', 'journalled', 'prepared', 'verified'] as const) {
      let flatten: Promise<unknown> | null = null
      const setup: TradingSetup = await openTradingSetup({
        onStep: (state, { id }) => {
          if (state === step && id === setup.id(1)) flatten = setup.trading.flatten(request)
        },
      })
      setup.venue.behaviour = 'fill'
      await setup.submit(1)
      await setup.clock.advanceAsync(5_000)
      expect(flatten, step).not.toBeNull()
      expect(setup.action(1), step).toMatchObject(STOPPED)
      expect(setup.venue.arrivals, step).toEqual([])
    }
  })

  it('include a sent order, which is awaited, and what it opened is closed', async () => {
    const setup = await openTradingSetup()
    setup.venue.behaviour = 'fill'
    setup.venue.answersAfter = 1_500
    void setup.trading.submit(setup.id(1), BUY)
    await setup.clock.advanceAsync(20)
    expect(setup.action(1).state).toBe('sent')
    const report = await flattened(setup)
    expect(setup.action(1).state).toBe('filled')
    expect(setup.venue.position).toBe('0')
    expect(report).toMatchObject({ markets: [{ asset: ASSET, position: 'closed' }], unknown: [], stopped: [] })
  })

  it('include a sent order that comes to rest, which is canceled', async () => {
    const setup = await openTradingSetup()
    setup.venue.answersAfter = 800
    void setup.trading.submit(setup.id(1), BUY)
    await setup.clock.advanceAsync(20)
    const report = await flattened(setup)
    expect(setup.venue.orders.map(({ status }) => status)).toEqual(['cancelled'])
    expect(report.markets).toMatchObject([{ orders: 1, cancelled: 1 }])
  })

  it('include an order without an answer, which is reported as unknown after a bounded wait and not sent again', async () => {
    const setup = await openTradingSetup()
    for (let read = 0; read < 400; read++) setup.venue.fail('history', failure('unreachable', 'network', 'Down.'))
    setup.venue.fail('submit', failure('problem', 'stale_prepared_action', 'Stale.', { status: 409 }))
    await setup.submit(1)
    expect(setup.action(1).state).toBe('unknown')
    const flatten = setup.trading.flatten(request)
    await setup.clock.advanceAsync(20_000)
    expect((await flatten).unknown).toEqual([{ id: setup.id(1), intent: BUY }])
    setup.venue.faults.history = []
    await setup.clock.advanceAsync(120_000)
    expect(setup.venue.arrivals).toEqual([])
    expect(setup.venue.orders).toEqual([])
  })

  it('include an order that is looked up after a stale answer, which is not prepared again after the Flatten', async () => {
    const setup = await openTradingSetup()
    const { openOrders } = setup.venue.service
    let slow = false
    Object.assign(setup.venue.service, {
      openOrders: async (...args: Parameters<typeof openOrders>) => {
        if (slow) await new Promise<void>((resolve) => setup.clock.after(400, resolve))
        return openOrders(...args)
      },
    })
    setup.venue.fail('submit', failure('problem', 'stale_prepared_action', 'Stale.', { status: 409 }))
    slow = true
    void setup.trading.submit(setup.id(1), BUY)
    await setup.clock.advanceAsync(50)
    expect(setup.action(1).state).toBe('unknown')
    await flattened(setup)
    expect(setup.venue.arrivals).toEqual([])
    expect(setup.action(1)).toMatchObject({ state: 'refused', code: 'stopped' })
    expect(setup.action(1).message).toMatch(
      /Stopped by Flatten: the first attempt left no trace and was not repeated\./,
    )
  })

  it('keep reduce-only orders', async () => {
    const setup = await withSlowPrepare(600)
    setup.venue.position = '3' as never
    const reduces = { ...BUY, side: 'sell', price: '571.50', reduceOnly: true } as never
    void setup.trading.submit(setup.id(1), reduces)
    await setup.clock.advanceAsync(50)
    const report = setup.trading.flatten({ ...request, cancelOrders: false })
    await setup.clock.advanceAsync(20_000)
    expect((await report).stopped).toEqual([])
    expect(setup.action(1).code).not.toBe('stopped')
  })
})

describe('actions under way during Cancel all', () => {
  async function cancelledAll(setup: TradingSetup, asset: string | null = null) {
    const report = setup.trading.cancelAll('00000000-0000-4000-8000-0000000000aa', asset)
    await setup.clock.advanceAsync(30_000)
    return report
  }

  it('include an order that is still being prepared, which is stopped and rests nowhere afterwards', async () => {
    const setup = await withSlowPrepare(600)
    void setup.trading.submit(setup.id(1), BUY)
    await setup.clock.advanceAsync(50)
    const report = await cancelledAll(setup)
    expect(setup.action(1)).toMatchObject({ ...STOPPED, message: 'Stopped by Cancel all: nothing was sent.' })
    expect(report).toEqual({ actionIds: [], stopped: [{ id: setup.id(1), intent: BUY }], unknown: [] })
    expect(setup.venue.orders).toEqual([])
  })

  it('include a sent order, which is canceled once it rests', async () => {
    const setup = await openTradingSetup()
    setup.venue.answersAfter = 800
    void setup.trading.submit(setup.id(1), BUY)
    await setup.clock.advanceAsync(20)
    const report = await cancelledAll(setup)
    expect(report.actionIds).toHaveLength(1)
    expect(setup.venue.orders.map(({ status }) => status)).toEqual(['cancelled'])
  })

  it('of one market leave the orders of the others', async () => {
    const setup = await withSlowPrepare(600)
    void setup.trading.submit(setup.id(1), BUY)
    await setup.clock.advanceAsync(50)
    expect((await cancelledAll(setup, 'GBETA')).stopped).toEqual([])
    expect(setup.action(1).state).toBe('resting')
  })
})
