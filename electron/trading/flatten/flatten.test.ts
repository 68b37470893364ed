import { describe, expect, it } from 'vitest'
import type { AccountView, Position } from '../../../contract/account.ts'
import type { ActionState } from '../../../contract/action.ts'
import type { Intent } from '../../../contract/intent.ts'
import { createFakeClock } from '../../../contract/testing/fake-clock.ts'
import type { StoredAction } from '../../storage/index.ts'
import { LIMIT } from '../testing/intents.ts'
import { failure } from '../testing/model-failure.ts'
import { ASSET, TRADER, YES } from '../testing/model-venue.ts'
import { BUY, openTradingSetup, type TradingSetup } from '../testing/setup.ts'
import { type FlattenStep, flatten, nextOfFlatten } from './flatten.ts'

const request = {
  requestId: '00000000-0000-4000-8000-00000000f1a7',
  protection: {
    scalar: { kind: 'distance', distance: '3', bound: null },
    probability: { kind: 'distance', distance: '0.05', bound: null },
  } as never,
  cancelOrders: true,
}
async function run(setup: TradingSetup, change: Partial<typeof request> = {}, ms = 30_000) {
  const report = setup.trading.flatten({ ...request, ...change })
  await setup.clock.advanceAsync(ms)
  return report
}

describe('the steps of a flatten', () => {
  /** Its steps, where these facts hold throughout. */
  function stepsOf(isMissed: boolean, mayHaveFilled: boolean): readonly FlattenStep[] {
    const done: FlattenStep[] = []
    for (let step = nextOfFlatten({ done, isMissed, mayHaveFilled }); ; ) {
      done.push(step)
      if (step === 'report' || done.length > 9) return done
      step = nextOfFlatten({ done, isMissed, mayHaveFilled })
    }
  }

  it('are one round where nothing rested and every position was seen, else a second one that cancels first', () => {
    expect(stepsOf(false, false)).toEqual(['close', 'report'])
    expect(stepsOf(false, true)).toEqual(['close', 'cancel', 'report'])
    expect(stepsOf(true, false)).toEqual(['close', 'wait', 'cancel', 'report'])
    expect(stepsOf(true, true)).toEqual(['close', 'wait', 'cancel', 'report'])
  })
})

describe('cancel all and flatten', () => {
  it('closes and cancels, and reports by market', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1)
    await setup.submit(2)
    setup.venue.position = '3' as never
    expect(await run(setup)).toEqual({
      markets: [{ asset: ASSET, orders: 2, cancelled: 2, position: 'closed', message: null }],
      ...{ stopped: [], unknown: [], failures: [] },
    })
    expect(setup.venue.position).toBe('0')
    expect(setup.venue.orders.filter(({ status }) => status === 'resting')).toEqual([])
  })

  it('closes what one read omitted, once the next one shows it', async () => {
    const setup = await openTradingSetup()
    setup.venue.position = '10' as never
    await setup.clock.advanceAsync(3_000)
    setup.venue.emptyPositions = 1
    expect((await run(setup)).markets).toMatchObject([{ asset: ASSET, position: 'closed' }])
    expect(setup.venue.position).toBe('0')
  })

  it('closes positions that fills show and account reads do not show yet', async () => {
    const setup = await openTradingSetup()
    await setup.clock.advanceAsync(15_000)
    setup.venue.behaviour = 'fill'
    setup.venue.emptyPositions = 1_000
    await setup.submit(1)
    await setup.clock.advanceAsync(1_000)
    expect((await run(setup)).markets).toMatchObject([{ asset: ASSET, position: 'closed' }])
    expect(setup.venue.position).toBe('0')
  })

  it('is done once for the same request, however often it is repeated', async () => {
    const setup = await openTradingSetup()
    setup.venue.position = '3' as never
    const [first, second] = [setup.trading.flatten(request), setup.trading.flatten(request)]
    await setup.clock.advanceAsync(5_000)
    expect(await first).toBe(await second)
    expect(setup.venue.arrivals).toHaveLength(1)
  })

  it('closes although the orders cannot be read, and reports what failed', async () => {
    const setup = await openTradingSetup()
    setup.venue.position = '-3' as never
    setup.venue.fail('open', failure('problem', 'down', 'Orders are down.', { status: 500 }))
    const report = await run(setup)
    expect(report.markets).toMatchObject([{ position: 'closed' }])
    expect(report.failures).toEqual(['Open orders could not be read: Orders are down.'])
  })

  it('cancels and closes what can be read although outcome orders cannot, and reports that', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1)
    await setup.clock.advanceAsync(1_000)
    setup.venue.position = '3' as never
    for (let read = 0; read < 50; read++) {
      setup.venue.fail('openOutcomes', failure('unreachable', 'network', 'Outcomes are down.'))
    }
    const report = await run(setup)
    expect(report.markets).toMatchObject([{ asset: ASSET, cancelled: 1, position: 'closed' }])
    expect(report.failures).toEqual(['Open outcome orders could not be read: Outcomes are down.'])
  })

  it('reports refusals with the service’s message', async () => {
    const setup = await openTradingSetup()
    setup.venue.position = '3' as never
    setup.venue.fail('prepare', failure('problem', 'market_closed', 'The market is settling.'))
    expect((await run(setup)).markets).toEqual([
      { asset: ASSET, orders: 0, cancelled: 0, position: 'failed', message: 'The market is settling.' },
    ])
  })

  it('continues to close when a cancel has no answer, and reports that', async () => {
    const setup: TradingSetup = await openTradingSetup({
      onStep: (state, { intent }) => {
        if (state === 'sent' && intent.kind === 'cancel') setup.venue.fail('submit', 'hang')
      },
    })
    await setup.submit(1)
    setup.venue.position = '3' as never
    const report = await run(setup)
    expect(report.markets).toMatchObject([{ orders: 1, cancelled: 0, position: 'closed' }])
  })

  it('reports an order that filled before its cancel arrived as filled, and closes what it opened', async () => {
    const setup: TradingSetup = await openTradingSetup({
      onStep: (state, { intent }) => {
        if (state === 'sent' && intent.kind === 'cancel') setup.venue.fill('1000', '2' as never)
      },
    })
    await setup.submit(1)
    await setup.submit(2)
    setup.venue.position = '3' as never
    const report = await run(setup)
    expect(setup.venue.position).toBe('0')
    expect(report.markets).toMatchObject([{ orders: 1, cancelled: 1, position: 'closed' }])
    expect(report.markets[0]?.message).toMatch(/Order 1000 filled: /)
  })

  it('closes what an order opened that filled after the positions were read and before the orders were', async () => {
    const setup: TradingSetup = await openTradingSetup()
    await setup.submit(1)
    setup.venue.position = '3' as never
    setup.venue.takes = { open: 200 }
    await setup.clock.advanceAsync(10_000)
    setup.clock.after(100, () => setup.venue.fill('1000', '2' as never))
    const report = await run(setup)
    expect(setup.venue.position).toBe('0')
    expect(report.markets).toMatchObject([{ position: 'closed' }])
  })

  it('sells shares that a resting order would sell once that is canceled, and never before', async () => {
    const handed: string[] = []
    const setup = await openTradingSetup({
      onStep: (state, { intent }) => void (state === 'drafted' && handed.push(intent.kind)),
    })
    setup.venue.outcomes.shares.set(YES, '10' as never)
    await setup.clock.advanceAsync(3_000)
    await setup.submit(1, { ...LIMIT, side: 'sell', size: '4' as never })
    expect(setup.action(1).state).toBe('resting')
    await setup.clock.advanceAsync(2_000)
    const report = await run(setup)
    expect(handed).toEqual(['outcome_order', 'cancel', 'close'])
    expect(report.markets).toMatchObject([{ asset: YES, orders: 1, cancelled: 1 }])
  })

  it('is never blocked by the limit on orders a minute', async () => {
    const setup = await openTradingSetup()
    for (let number = 1; number <= 120; number++) await setup.submit(number, { ...BUY, size: '0.0001' as never })
    setup.venue.position = '3' as never
    expect((await run(setup)).markets).toMatchObject([{ cancelled: 120, position: 'closed' }])
  })

  it('leaves orders alone when only positions are to be closed', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1)
    setup.venue.position = '3' as never
    expect((await run(setup, { cancelOrders: false })).markets).toMatchObject([{ orders: 0, position: 'closed' }])
    expect(setup.venue.orders[0]?.status).toBe('resting')
  })

  it('reports nothing when there is nothing', async () => {
    expect(await run(await openTradingSetup())).toEqual({ markets: [], stopped: [], unknown: [], failures: [] })
  })
})

describe('positions of every family', () => {
  const position = (family: string, asset: string, size: string) => ({ family, asset, size }) as unknown as Position
  const positions = [
    position('scalar', 'NYCTMP1', '-3'),
    position('binary', 'GBETA', '36.81'),
    position('outcome', '#20634060', '10'),
    position('outcome', '#20634061', '0'),
  ]

  /** Executes every close at once, with the result of `endOf`. */
  async function close(endOf: (asset: string) => Partial<StoredAction> & { state: ActionState }) {
    const actions = new Map<string, StoredAction>()
    const sent: Intent[] = []
    const report = await flatten(
      { ...request, cancelOrders: false },
      TRADER,
      {
        actionLog: {
          get: (id) => actions.get(id) ?? null,
          live: () => [],
          offer: async () => false,
          onChange: () => () => {},
        },
        isCurrent: () => true,
        clock: createFakeClock(),
        lastOpenOrders: () => [],
        lastPositions: () => [],
        freshOpenOrders: async () => ({ orders: [], failures: [] }),
        positionsByFills: () => [],
        freshAccount: async () => ({ positions }) as unknown as AccountView,
        submit: async (id, intent) => {
          sent.push(intent)
          const end = { filled: null, message: null, ...endOf('asset' in intent ? intent.asset : '') }
          actions.set(id, { id, intent, ...end } as unknown as StoredAction)
        },
      },
      { firstRound: 1, note: () => {} },
    )
    return { report, sent }
  }

  it('are closed, each once and none that is empty', async () => {
    const { report, sent } = await close(() => ({ state: 'filled' }))
    expect(sent).toEqual(
      [
        ['NYCTMP1', 'short', '3'],
        ['GBETA', 'long', '0.05'],
        ['#20634060', 'long', '0.05'],
      ].map(([asset, position, distance]) => ({
        ...{ kind: 'close', asset, position, size: null },
        protection: { kind: 'distance', distance, bound: null },
      })),
    )
    expect(report.markets.map((market) => market.position)).toEqual(['closed', 'closed', 'closed'])
  })

  it('with a refused close report why, and the others are closed', async () => {
    const { report } = await close((asset) =>
      asset === 'GBETA' ? { state: 'refused', message: 'The phase is over.' } : { state: 'filled' },
    )
    expect(report.markets).toMatchObject([
      { asset: 'NYCTMP1', position: 'closed', message: null },
      { asset: 'GBETA', position: 'failed', message: 'The phase is over.' },
      { asset: '#20634060', position: 'closed', message: null },
    ])
  })

  it('that closed in part report the remaining size', async () => {
    const { report } = await close(() => ({ state: 'cancelled', filled: '1' as never }))
    expect(report.markets[0]?.message).toBe('1 of 3 filled within the slippage cap; the rest is still open.')
  })
})
