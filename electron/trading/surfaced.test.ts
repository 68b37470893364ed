import { describe, expect, it } from 'vitest'
import type { ActionRecord } from '../../contract/action.ts'
import type { Intent } from '../../contract/intent.ts'
import { DEFAULT_LIMITS } from '../../contract/limits.ts'
import { LIMIT } from './testing/intents.ts'
import { failure } from './testing/model-venue.ts'
import { BUY, openTradingSetup, type TradingSetup } from './testing/setup.ts'

interface Watched {
  readonly setup: TradingSetup
  /** Actions whose order reappeared after they had ended. */
  readonly notified: ActionRecord[]
}

async function open(): Promise<Watched> {
  const setup = await openTradingSetup()
  const reports: ActionRecord[] = []
  setup.trading.onSurfaced((action) => reports.push(action))
  return { setup, notified: reports }
}

/** An order whose submit failed as far as the terminal can know, and which the service has after all. */
async function lost(kind: 'rejected' | 'refused' | 'expired', intent: Intent = BUY): Promise<Watched> {
  const watched = await open()
  const { setup } = watched
  const errors = {
    rejected: failure('problem', 'insufficient_margin', 'No.'),
    refused: failure('unreachable', 'ECONNREFUSED', 'No connection.'),
    expired: failure('no_answer', 'timeout', 'No answer.'),
  }
  setup.venue.fail('submit', errors[kind])
  await setup.submit(1, intent)
  await setup.clock.advanceAsync(kind === 'expired' ? 60_000 : 1_000)
  expect(setup.action(1).state).toBe(kind)
  return watched
}

/** The order of the action as the service accepts it late. */
const arrive = ({ setup }: Watched, behaviour: 'rest' | 'fill' | 'half' = 'rest'): void => {
  const { intent, cloid } = setup.action(1)
  if (intent.kind === 'place') setup.venue.place({ ...intent, cloid }, behaviour)
  if (intent.kind === 'outcome_order' && intent.mode.kind === 'limit') {
    const { asset, side, size, mode } = intent
    setup.venue.place({ asset, side, size, price: mode.price, tif: 'GTC', reduceOnly: false, cloid }, behaviour)
  }
}

describe('an order that reappears after its action had ended', () => {
  it.each(['rejected', 'refused', 'expired'] as const)(
    '%s: is open again at the next read, and reported at once',
    async (kind) => {
      const watched = await lost(kind)
      arrive(watched)
      await watched.setup.clock.advanceAsync(3_000)
      expect(watched.setup.action(1)).toMatchObject({ state: 'resting', oid: '1000', surfaced: { isSeen: false } })
      expect(watched.setup.states(1)).toContain(kind)
      expect(watched.notified).toHaveLength(1)
      expect(watched.notified[0]).toMatchObject({ state: 'unknown', code: 'surfaced' })
      expect(watched.notified[0]?.message).toMatch(/shows this order after all .1000, resting.*reported as ended/)
    },
  )

  it('is found by its fills where it filled at once, and counts what it traded', async () => {
    const watched = await lost('rejected')
    arrive(watched, 'fill')
    await watched.setup.clock.advanceAsync(20_000)
    expect(watched.notified).toHaveLength(1)
    expect(watched.setup.action(1)).toMatchObject({ state: 'filled', filled: '2', surfaced: {} })
  })

  it('is found by its fills even when the history could not be read at first', async () => {
    const watched = await lost('rejected')
    arrive(watched, 'fill')
    for (let i = 0; i < 2; i++) watched.setup.venue.fail('history', failure('no_answer', 'timeout', 'No answer.'))
    await watched.setup.clock.advanceAsync(60_000)
    expect(watched.notified).toHaveLength(1)
  })

  it('is found by fills that an earlier run stored and could not look up', async () => {
    const watched = await lost('rejected')
    arrive(watched, 'fill')
    for (let i = 0; i < 3; i++) watched.setup.venue.fail('history', failure('no_answer', 'timeout', 'No answer.'))
    await watched.setup.clock.advanceAsync(20_000)
    watched.setup.venue.faults.history = []
    await watched.setup.restart()
    await watched.setup.clock.advanceAsync(5_000)
    expect(watched.setup.action(1).state).toBe('filled')
  })

  it('is found even when the list had shown it while its answer was pending', async () => {
    const setup = await openTradingSetup()
    const reports: ActionRecord[] = []
    setup.trading.onSurfaced((action) => reports.push(action))
    const { submitPrepared } = setup.venue.service
    Object.assign(setup.venue.service, {
      submitPrepared: async (...input: Parameters<typeof submitPrepared>) => {
        await submitPrepared(...input)
        await new Promise<void>((resolve) => setup.clock.after(8_000, resolve))
        throw failure('problem', 'insufficient_margin', 'No.')
      },
    })
    await setup.submit(1)
    await setup.clock.advanceAsync(20_000)
    expect(reports).toHaveLength(1)
    expect(setup.action(1).state).toBe('resting')
  })

  it('is found in every family', async () => {
    const watched = await lost('expired', LIMIT)
    arrive(watched)
    await watched.setup.clock.advanceAsync(5_000)
    expect(watched.setup.action(1).state).toBe('resting')
    expect(watched.notified).toHaveLength(1)
  })

  it('is found however long ago its action ended, across restarts', async () => {
    const watched = await lost('expired')
    const { setup, notified } = watched
    for (let i = 10; i < 40; i++) await setup.submit(i, { ...BUY, price: '600' as never })
    await setup.clock.advanceAsync(3_600_000)
    await setup.restart()
    setup.trading.onSurfaced((action) => notified.push(action))
    arrive(watched)
    await setup.clock.advanceAsync(5_000)
    expect(setup.action(1).state).toBe('resting')
    expect(notified).toHaveLength(1)
  })

  it('counts in the limits from then on', async () => {
    const watched = await lost('rejected')
    const limits = { limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, position: '3' as never }) }
    await watched.setup.restart(limits)
    arrive(watched)
    await watched.setup.clock.advanceAsync(3_000)
    expect(await watched.setup.submit(2)).toMatchObject({ state: 'refused', code: 'limit_position' })
  })

  it('stays on top until the trader has seen it', async () => {
    const watched = await lost('rejected')
    arrive(watched)
    await watched.setup.clock.advanceAsync(3_000)
    const { trading } = watched.setup
    expect(trading.markSeen(watched.setup.id(7))).toBe(false)
    expect(trading.markSeen(watched.setup.id(1))).toBe(true)
    expect(trading.markSeen(watched.setup.id(1))).toBe(false)
    await watched.setup.restart()
    expect(watched.setup.action(1).surfaced?.isSeen).toBe(true)
  })
})

describe('an order does not count as reappeared', () => {
  it('when a list still shows it a moment after it was canceled', async () => {
    const { setup, notified } = await open()
    await setup.submit(1)
    const { service } = setup.venue
    const [resting] = setup.venue.orders
    const openOrders = service.openOrders
    await setup.submit(2, { kind: 'cancel', asset: 'NYCTMP1', oid: '1000', cloid: null })
    await setup.clock.advanceAsync(500)
    expect(setup.action(1).state).toBe('cancelled')
    Object.assign(service, { openOrders: async () => [resting] })
    await setup.clock.advanceAsync(2_000)
    Object.assign(service, { openOrders })
    await setup.clock.advanceAsync(20_000)
    expect(notified).toEqual([])
  })

  it('when it is over as reported', async () => {
    const { setup, notified } = await open()
    setup.venue.behaviour = 'half'
    await setup.submit(1, { ...BUY, tif: 'IOC' })
    await setup.clock.advanceAsync(60_000)
    await setup.trading.readOrderHistory({ limit: 50, before: null })
    await setup.trading.readFills({ limit: 50, before: null })
    await setup.clock.advanceAsync(5_000)
    expect(setup.action(1).state).toBe('cancelled')
    expect(notified).toEqual([])
  })
})

describe('an order that is over', () => {
  it('but stays in the list of open ones is open again', async () => {
    const { setup, notified } = await open()
    await setup.submit(1)
    const [resting] = setup.venue.orders
    await setup.submit(2, { kind: 'cancel', asset: 'NYCTMP1', oid: '1000', cloid: null })
    await setup.clock.advanceAsync(500)
    Object.assign(setup.venue.service, { openOrders: async () => [resting] })
    await setup.clock.advanceAsync(10_000)
    expect(notified).toHaveLength(1)
    expect(setup.action(1).state).toBe('resting')
  })

  it('and traded more than reported is looked up again', async () => {
    const { setup, notified } = await open()
    setup.venue.behaviour = 'half'
    await setup.submit(1, { ...BUY, tif: 'IOC' })
    await setup.clock.advanceAsync(1_000)
    expect(setup.action(1)).toMatchObject({ state: 'cancelled', filled: '1' })
    const [fill] = setup.venue.fills
    if (fill === undefined) throw new Error('no fill')
    setup.venue.fills.push({ ...fill, tid: '77', size: '0.5' as never })
    await setup.clock.advanceAsync(20_000)
    expect(notified).toHaveLength(1)
    expect(setup.action(1).filled).toBe('1.5')
  })
})
