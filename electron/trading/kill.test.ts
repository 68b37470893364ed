import { describe, expect, it } from 'vitest'
import { codeText } from '../../contract/action-code.ts'
import type { AlgoRequest } from '../../contract/algo.ts'
import type { KillReport } from '../../contract/flatten.ts'
import type { Intent } from '../../contract/intent.ts'
import { addsExposure } from '../../contract/requested-order.ts'
import type { CallError } from '../errors.ts'
import { resumeAlgo } from './testing/algo-text.ts'
import { DIRECT, DIRECT_PROFILE } from './testing/direct-orders.ts'
import {
  closeOf,
  DOWN,
  LIMIT,
  LONG,
  MARKET_BUY,
  MERGE,
  MERGE_QUESTION,
  NEGATE,
  SETUP,
  SPLIT,
  TRANSFER,
  UP,
} from './testing/intents.ts'
import { ASSET } from './testing/model-venue.ts'
import { BUY, openTradingSetup, type SetupOptions, type TradingSetup } from './testing/setup.ts'

const free = () => null
const PROFILE = (setup: TradingSetup): string => setup.trading.killView().profile

async function opened(position = '0', more: SetupOptions = {}): Promise<TradingSetup> {
  const setup = await openTradingSetup(more, (venue) => {
    venue.position = position as never
  })
  await setup.clock.advanceAsync(3_000)
  return setup
}

async function killed(setup: TradingSetup, number = 90): Promise<KillReport> {
  const request = setup.trading.kill(setup.id(number), null)
  await setup.clock.advanceAsync(8_000)
  return request
}

async function codeOf(setup: TradingSetup, request: Promise<unknown>): Promise<string | null> {
  const thrown = request.then(
    () => null,
    (error: unknown) => (error as CallError).code ?? String(error),
  )
  await setup.clock.advanceAsync(4_000)
  return thrown
}

async function sentAs(setup: TradingSetup, number: number, intent: Intent, held = false): Promise<string | null> {
  const by = held ? { held: { id: 'work', what: 'Work' } } : {}
  await codeOf(setup, setup.trading.submit(setup.id(number), intent, by))
  const { code } = setup.action(number)
  return code === null ? null : codeText(code)
}

/** One of each existing kind: a new kind does not compile without an entry here. */
const INTENTS: { readonly [K in Intent['kind']]: readonly Intent[] } = {
  place: [BUY, { ...BUY, side: 'sell' }, { ...BUY, reduceOnly: true }, DIRECT],
  predict: [LONG, { ...LONG, direction: 'short', protection: { kind: 'worst', price: '569.00' as never } }],
  close: [closeOf(ASSET)],
  cancel: [{ kind: 'cancel', asset: ASSET, oid: 'none', cloid: null }],
  leverage: [{ kind: 'leverage', asset: ASSET, leverage: 3 } as Intent],
  approve_agent: [{ kind: 'approve_agent' }],
  binary_setup: [SETUP],
  binary_predict: [UP, DOWN],
  outcome_order: [LIMIT, MARKET_BUY, { ...LIMIT, side: 'sell' }],
  transfer: [TRANSFER],
  convert: [SPLIT, MERGE, MERGE_QUESTION, NEGATE],
}
const ALL = Object.values(INTENTS).flat()
const ALGO = '00000000-0000-4000-8000-0000000a1905'
const algo = (terms: AlgoRequest['terms']): AlgoRequest => ({
  ...{
    requestId: ALGO,
    asset: ASSET,
    side: 'buy',
    reduceOnly: false,
    terms,
    by: { kind: 'form' },
    acceptsUntil: false,
  },
})
const SCALE = algo({
  ...{ kind: 'scale', tif: 'GTC' },
  orders: ['571.10', '571.20'].map((price) => ({ price, size: '1' })) as never,
} as AlgoRequest['terms'])
const SLICES = algo({
  ...{ kind: 'slices', total: '4' as never, slices: 4, every: 5, worst: '571.20' as never, how: 'cross', requotes: 0 },
} as AlgoRequest['terms'])

/** Arrivals at the venue that open or add. */
const sent = ({ venue }: TradingSetup): number => venue.orders.filter(({ reduceOnly }) => !reduceOnly).length

describe('while the deployment is killed', () => {
  it.each(ALL.map((intent, at) => [intent.kind, at, intent] as const))(
    'a %s (%i) is refused with its code and signs nothing, exactly where it adds exposure',
    async (_, __, intent) => {
      for (const held of [false, true]) {
        const setup = await opened('0', { profile: { directOrder: DIRECT_PROFILE } })
        await killed(setup)
        const code = await sentAs(setup, 1, intent, held)
        if (addsExposure(intent)) {
          expect([code, setup.signatures, setup.approvals]).toEqual(['killed', 0, 0])
          expect(setup.action(1).message).toContain(`Trading on ${PROFILE(setup)} is stopped`)
        } else expect(code).not.toBe('killed')
      }
    },
  )

  it('no automated order starts or continues, no order is moved and no position reversed', async () => {
    const setup = await opened('-3')
    await sentAs(setup, 4, { ...BUY, price: '570.10' as never })
    // Killed by an earlier run that canceled nothing: the order still rests.
    setup.kills.keep(PROFILE(setup), setup.clock.now())
    await setup.restart()
    await setup.clock.advanceAsync(5_000)
    const oid = setup.action(4).oid ?? ''
    const to = { price: '571.10' as never, size: '2.5000' as never }
    const before = sent(setup)
    expect(
      await codeOf(setup, setup.trading.moveOrder({ requestId: setup.id(5), asset: ASSET, oid, ...to }, free)),
    ).toBe('killed')
    const protection = { kind: 'worst', price: '571.10' as never, bound: null } as const
    const close = { kind: 'close', asset: ASSET, position: 'short', size: null, protection } as const
    const reversal = { requestId: setup.id(6), close, worst: '571.10' as never }
    expect(await codeOf(setup, setup.trading.reversePosition(reversal, free))).toBe('killed')
    for (const one of [SCALE, SLICES]) expect(await codeOf(setup, setup.trading.algos.begin(one, free))).toBe('killed')
    expect([sent(setup), setup.venue.position]).toEqual([before, '-3'])
    expect(setup.venue.orders.find((one) => one.oid === oid)?.status).toBe('resting')
  })

  it.each([
    ['scale', SCALE],
    ['slices', SLICES],
  ])('the %s at work is paused, its resting orders are canceled, and resuming it sends nothing', async (_, one) => {
    const setup = await opened()
    setup.venue.answersAfter = 500
    const begun = setup.trading.algos.begin(one, free)
    await setup.clock.advanceAsync(100)
    await killed(setup)
    await begun
    await setup.clock.advanceAsync(30_000)
    const before = sent(setup)
    const state = () => setup.trading.topics.view({ kind: 'algos' })?.[0]
    expect(state()).toMatchObject({ state: 'paused', message: 'Trading was stopped.' })
    expect(setup.venue.orders.filter(({ status }) => status === 'resting')).toEqual([])
    resumeAlgo(setup, ALGO, free)
    await setup.clock.advanceAsync(30_000)
    expect(sent(setup)).toBe(before)
    expect(state()?.state).toBe('paused')
  })

  it('requested but unsent actions are stopped, even while they are being journalled', async () => {
    let letGo = (): void => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const setup = await opened('0', { onStep: (state) => (state === 'prepared' ? held : undefined) })
    void setup.trading.submit(setup.id(1), BUY)
    await setup.clock.advanceAsync(500)
    const request = setup.trading.kill(setup.id(90), null)
    letGo()
    await setup.clock.advanceAsync(8_000)
    const report = await request
    expect(report.cancelled?.stopped.map(({ id }) => id)).toEqual([setup.id(1)])
    expect([setup.action(1).state, setup.signatures, sent(setup)]).toEqual(['refused', 0, 0])
  })

  it('cancels, closes and reduce-only orders are sent, and positions are closed on request', async () => {
    const setup = await opened('3')
    await sentAs(setup, 1, { ...BUY, price: '570.10' as never })
    const distance = { kind: 'distance', distance: '3', bound: null }
    const protection = { scalar: distance, probability: { ...distance, distance: '0.05' } } as never
    const request = setup.trading.kill(setup.id(90), protection)
    await setup.clock.advanceAsync(30_000)
    expect(await request).toMatchObject({ cancelled: null, failure: null, flattened: { failures: [] } })
    expect(setup.venue.position).toBe('0')
    expect(setup.venue.orders.filter(({ status }) => status === 'resting')).toEqual([])
  })

  it('the kill holds although nobody is signed in or the orders cannot be read, and reports what was not done', async () => {
    const setup = await opened()
    setup.signIn(null)
    const report = await killed(setup)
    expect(report.failure).toMatch(/signed in|token/i)
    expect(setup.trading.killView().isKilled).toBe(true)
  })
})

describe('a kill', () => {
  it('survives a crash and a restart, and is on disk before it is reported', async () => {
    const setup = await opened()
    const reports: boolean[] = []
    setup.trading.topics.onChange(({ kind }) => {
      if (kind === 'kill') reports.push(setup.kills.read(PROFILE(setup)).isKilled)
    })
    void setup.trading.kill(setup.id(90), null)
    expect(reports).toEqual([true])
    await setup.restart()
    expect(await sentAs(setup, 1, BUY)).toBe('killed')
    await setup.restart()
    expect(await sentAs(setup, 2, LONG)).toBe('killed')
  })

  it('is lifted only by the deployment’s name, and is lifted on disk first', async () => {
    const setup = await opened()
    await killed(setup)
    for (const wrong of ['', 'kill', PROFILE(setup).toUpperCase()]) expect(setup.trading.liftKill(wrong)).toBe(false)
    setup.kills.failure = 'the disk is full'
    expect(() => setup.trading.liftKill(PROFILE(setup))).toThrow('the disk is full')
    expect(await sentAs(setup, 1, BUY)).toBe('killed')
    setup.kills.failure = null
    expect(setup.trading.liftKill(PROFILE(setup))).toBe(true)
    expect(await sentAs(setup, 2, BUY)).toBe(null)
    await setup.restart()
    expect(await sentAs(setup, 3, { ...BUY, price: '570.40' as never })).toBe(null)
    expect(setup.trading.liftKill(PROFILE(setup))).toBe(false)
  })

  it('that cannot be read counts as killed, and reports that', async () => {
    const setup = await opened()
    setup.kills.damaged = true
    await setup.restart()
    expect(setup.trading.killView()).toMatchObject({ isKilled: true, at: null, trouble: 'It is damaged.' })
    expect(await sentAs(setup, 1, BUY)).toBe('killed')
    expect(setup.trading.liftKill(PROFILE(setup))).toBe(true)
    expect(await sentAs(setup, 2, BUY)).toBe(null)
  })

  it('that cannot be written holds until the terminal quits, and reports that', async () => {
    const setup = await opened()
    setup.kills.failure = 'the disk is full'
    await killed(setup)
    expect(setup.trading.killView()).toMatchObject({ isKilled: true, trouble: expect.stringMatching(/disk is full/) })
    expect(await sentAs(setup, 1, BUY)).toBe('killed')
  })

  it('and its lifting are recorded', async () => {
    const setup = await opened()
    await killed(setup)
    setup.trading.liftKill(PROFILE(setup))
    const records = setup.trading.safety.recent()
    expect(records.map(({ kind }) => kind)).toEqual(['kill_lifted', 'killed'])
    expect(records[1]?.text).toContain('positions kept')
  })

  it('during the last checks takes effect there', async () => {
    const setup = await opened()
    const gate = { asked: 0 }
    const refusal = () => {
      gate.asked += 1
      // The second check comes right before signing.
      if (gate.asked === 2) void setup.trading.kill(setup.id(90), null)
      return null
    }
    void setup.trading.submit(setup.id(1), BUY, { refusal })
    await setup.clock.advanceAsync(8_000)
    expect([gate.asked, setup.signatures, sent(setup)]).toEqual([2, 0, 0])
    expect(setup.action(1).state).toBe('refused')
  })
})
