import { describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../../../contract/limits.ts'
import { failure } from '../testing/model-venue.ts'
import { BUY, openTradingSetup, type TradingSetup } from '../testing/setup.ts'

const LIMITS = { ...DEFAULT_LIMITS, dayLoss: null, ordersPerMinute: 8, heldOrdersPerMinute: 4 }
const SCALE = { id: 'scale', what: 'Scale' }
const free = () => null
/** Small and away from the others, so that only the budget refuses it. */
const SMALL = { ...BUY, price: '565.00' as never, size: '0.1' as never }

const open = () => openTradingSetup({ limits: () => LIMITS })

/** Number of further manual or automated orders allowed now: sends them all. */
async function left(setup: TradingSetup, held?: typeof SCALE): Promise<number> {
  for (let sent = 0; ; sent += 1) {
    const id = setup.id((held === undefined ? 500 : 600) + sent)
    await setup.trading.submit(id, SMALL, held === undefined ? {} : { held })
    if (setup.trading.action(id)?.code === 'limit_orders_per_minute') return sent
    await setup.clock.advanceAsync(20)
  }
}

async function move(setup: TradingSetup): Promise<void> {
  await setup.submit(1)
  await setup.clock.advanceAsync(2_000)
  const ask = { requestId: setup.id(90), asset: BUY.asset, oid: '1000', price: '570.60', size: '2.0000' }
  const request = setup.trading.moveOrder(ask as never, free)
  await setup.clock.advanceAsync(8_000)
  await request
}

async function reverse(setup: TradingSetup): Promise<void> {
  setup.venue.position = '3' as never
  setup.venue.behaviour = 'fill'
  await setup.clock.advanceAsync(11_000)
  const protection = { kind: 'worst', price: '568.00', bound: null }
  const close = { kind: 'close', asset: BUY.asset, position: 'long', size: null, protection }
  const request = setup.trading.reversePosition({ requestId: setup.id(91), close, worst: '568.00' } as never, free)
  await setup.clock.advanceAsync(8_000)
  await request
  setup.venue.behaviour = 'rest'
}

describe('the limit on orders a minute', () => {
  it('counts the placed order of a move once; its cancel and the check before it count for nothing', async () => {
    const setup = await open()
    await move(setup)
    expect(setup.trading.topics.view({ kind: 'moves' })).toMatchObject([{ state: 'moved' }])
    expect(await left(setup)).toBe(8 - 2)
    expect(await left(setup, SCALE)).toBe(4)
  })

  it('counts it once even where the service had it prepared again', async () => {
    let setup: TradingSetup | null = null
    setup = await openTradingSetup({
      limits: () => LIMITS,
      onStep(state, { id, intent }) {
        if (state !== 'drafted' || intent.kind !== 'place' || id === setup?.id(1)) return
        setup?.venue.fail('submit', failure('problem', 'stale_prepared_action', 'Stale.'))
      },
    })
    await move(setup)
    expect(setup.trading.topics.view({ kind: 'moves' })).toMatchObject([{ state: 'moved' }])
    const [placed = ''] = setup.trading.topics.view({ kind: 'moves' })?.[0]?.placeIds ?? []
    expect(setup.trading.action(placed)?.steps.filter(({ state }) => state === 'sent')).toHaveLength(2)
    expect(await left(setup)).toBe(8 - 2)
  })

  it('counts the close and the opening of a reversal once each, and neither as automated', async () => {
    const setup = await open()
    await reverse(setup)
    expect(setup.trading.topics.view({ kind: 'reversals' })).toMatchObject([{ state: 'reversed' }])
    expect(await left(setup)).toBe(8 - 2)
    expect(await left(setup, SCALE)).toBe(4)
  })

  it('counts automated orders separately: neither uses up the other’s', async () => {
    const setup = await open()
    expect(await left(setup, SCALE)).toBe(4)
    await move(setup)
    expect(await left(setup)).toBe(8 - 2)
  })
})
