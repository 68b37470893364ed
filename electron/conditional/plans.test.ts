import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isConditionalFinal } from '../../contract/conditional.ts'
import {
  absolute,
  add,
  compare,
  type Decimal,
  fromUnits,
  type Price,
  type Size,
  signOf,
  subtract,
  ZERO,
} from '../../contract/decimal.ts'
import type { ExitTerms } from '../../contract/exit-plan.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import { millis } from '../../contract/time.ts'
import { type ConditionalSetup, openBinarySetup, openConditionalSetup } from './testing/setup.ts'

const NONE: ExitTerms = { stop: null, targets: [], breakEven: null, trail: null, outBefore: null }
const away = (distance: string) => ({ by: 'distance', distance: distance as Price }) as const
const percent = (share: string) => ({ of: 'position', percent: share as Decimal }) as const
const target = (distance: string, share: string) => ({ level: away(distance), share: percent(share) })
const SCALP: ExitTerms = {
  ...NONE,
  stop: away('0.35'),
  targets: [target('0.50', '50'), target('1.00', '50')],
}
const ENTRY = '11111111-0000-4000-8000-000000000001'
const same = (a: Decimal | null, b: string): boolean => a !== null && compare(a, b as Decimal) === 0
const expectSize = (setup: ConditionalSetup, plan: string, sizes: Record<string, string>): void => {
  for (const [role, size] of Object.entries(sizes)) {
    const { plan: exit } = setup.exit(plan, role === 'stop' || role === 'time' ? role : Number(role))
    expect(`${role} ${Number(exit?.size)}`).toBe(`${role} ${Number(size)}`)
  }
}

describe('an exit plan on a position', () => {
  it('places its stop and targets from the entry, and closes each part once', async () => {
    const setup = openConditionalSetup()
    const plan = await setup.plan({ terms: SCALP })
    expect(same(setup.exit(plan, 'stop').trigger, '570.65')).toBe(true)
    expect(same(setup.exit(plan, 0).trigger, '571.50')).toBe(true)
    expectSize(setup, plan, { stop: '10', 0: '5', 1: '5' })
    setup.mark('571.50')
    await setup.idle()
    expect([...setup.taken.values()].map(({ size }) => Number(size))).toEqual([5])
    setup.position = '5.0000'
    setup.finish('filled', { filled: '5' as never })
    expect(setup.exit(plan, 0).state).toBe('done')
    expectSize(setup, plan, { stop: '5', 1: '5' })
    setup.mark('570.60')
    await setup.idle()
    setup.finish('filled', { filled: '5' as never })
    await setup.flat()
    expect(setup.states().sort()).toEqual(['cancelled', 'done', 'done'])
  })

  it.each<[string, object, RegExp]>([
    ['without an exit', { terms: NONE }, /Set a stop, a target, a trail or a time exit: a plan needs at least one\./],
    [
      'on the wrong side',
      { terms: { ...NONE, stop: { by: 'price', price: '571.50' } } },
      /The stop must be below 571\.00 \(mark\); 571\.50 is not\./,
    ],
    ['finer than the tick', { terms: { ...NONE, stop: away('0.001') } }, /one tick, 0.01/],
    ['that closes within less than a tick', { protection: { distance: '0.004', bound: null } }, /at least one tick/],
    ['of more than the position', { covers: '11' }, /The position is 10; 11 is more than that\./],
    ['of a side without a position', { position: 'short' }, /no short position/],
    [
      'with a target behind its stop',
      {
        terms: {
          ...NONE,
          stop: { by: 'price', price: '570.50' },
          targets: [{ level: { by: 'price', price: '570.40' }, share: percent('50') }],
        },
      },
      /The take-profit must be above 571\.00 \(mark\); 570\.40 is not\./,
    ],
  ])('%s is refused, and nothing is set', async (_what, change, text) => {
    const setup = openConditionalSetup()
    await expect(setup.plan({ terms: SCALP, ...change })).rejects.toThrow(text)
    expect(setup.rows.size).toBe(0)
  })

  it('is refused when two reads lack the position, and not for one', async () => {
    const setup = openConditionalSetup()
    setup.emptyReads = 2
    await expect(setup.plan({ terms: SCALP })).rejects.toThrow(/There is no long position/)
    setup.emptyReads = 1
    await setup.plan({ terms: SCALP })
    expect(setup.states()).toEqual(['armed', 'armed', 'armed'])
  })

  it('is refused, with the reason, while the row of the position is unreadable', async () => {
    const setup = openConditionalSetup()
    setup.emptyReads = Number.POSITIVE_INFINITY
    setup.unreadable = [{ list: 'positions', text: '{}', asset: null, time: null, reason: 'No size.' }] as never
    await expect(setup.plan({ terms: SCALP })).rejects.toThrow(/The position in NYCTMP1 may be unreadable: No size\./)
    expect(setup.rows.size).toBe(0)
  })

  it('is set once for one request, and not over what others protect', async () => {
    const setup = openConditionalSetup()
    const requestId = '22222222-0000-4000-8000-000000000001'
    await setup.plan({ requestId, terms: SCALP, covers: '4' as Size })
    await setup.plan({ requestId, terms: SCALP, covers: '4' as Size })
    expect(setup.rows.size).toBe(3)
    await expect(setup.plan({ terms: SCALP, covers: '7' as Size })).rejects.toThrow(
      /The position is 10 and exits already cover 4; at most 6 can be covered\./,
    )
    const rest = await setup.plan({ terms: SCALP })
    expectSize(setup, rest, { stop: '6' })
  })

  it('ends with the position, once two reads agree', async () => {
    const setup = openConditionalSetup()
    const plan = await setup.plan({ terms: SCALP })
    for (const [position, size] of [
      ['14', '14'],
      ['3', '3'],
    ] as const) {
      setup.position = position
      await setup.accountChanged()
      expect(same(setup.exit(plan, 'stop').plan?.size ?? null, size)).toBe(false)
      await setup.clock.advanceAsync(3_500)
      expectSize(setup, plan, { stop: size })
    }
    setup.position = '0'
    await setup.accountChanged()
    expect(setup.states()).toEqual(['armed', 'armed', 'armed'])
    await setup.clock.advanceAsync(3_500)
    expect(setup.states()).toEqual(['expired', 'expired', 'expired'])
    expect(setup.notified.filter((title) => /expired/.test(title))).toHaveLength(1)
  })

  it('continues with what the position grew by while it was closed', async () => {
    const setup = openConditionalSetup()
    const plan = await setup.plan({ terms: SCALP })
    setup.mark('570.60')
    await setup.idle()
    setup.position = '15'
    await setup.accountChanged()
    expectSize(setup, plan, { stop: '15' })
    setup.position = '5'
    setup.finish('filled', { filled: '10' as never })
    expect(setup.exit(plan, 'stop').state).toBe('armed')
    expectSize(setup, plan, { stop: '5' })
    setup.mark('570.60')
    await setup.idle()
    setup.finish('filled', { filled: '5' as never })
    await setup.flat()
    expect(setup.exit(plan, 'stop').state).toBe('done')
  })

  it('keeps the stop working after a refused close, and after one read without the position', async () => {
    const setup = openConditionalSetup()
    const plan = await setup.plan({ terms: SCALP })
    const position = setup.position
    setup.position = '0'
    await setup.accountChanged()
    setup.position = position
    await setup.accountChanged()
    await setup.clock.advanceAsync(4_000)
    expect(setup.exit(plan, 'stop').state).toBe('armed')
    setup.mark('570.60')
    await setup.idle()
    setup.finish('rejected', { message: 'no' })
    await setup.clock.advanceAsync(300)
    expect(setup.taken.size).toBe(2)
    expect(setup.exit(plan, 0).state).toBe('armed')
  })

  it('is canceled as a whole', async () => {
    const setup = openConditionalSetup()
    const plan = await setup.plan({ terms: SCALP })
    setup.conditionals.cancelPlan(plan)
    expect(setup.states()).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(() => setup.conditionals.cancelPlan(plan)).toThrow(/All exits of this plan have ended\./)
  })
})

describe('an exit plan of an order', () => {
  const waiting = async (setup: ConditionalSetup, terms = SCALP): Promise<string> => {
    setup.position = '0'
    const plan = await setup.plan({ entry: ENTRY, terms })
    setup.entry(ENTRY, {})
    return plan
  }

  it('protects exactly what is filled after each fill, from the average price paid', async () => {
    const setup = openConditionalSetup()
    const plan = await waiting(setup)
    expect(setup.states()).toEqual(['waiting', 'waiting', 'waiting'])
    setup.position = '12'
    setup.entry(ENTRY, { state: 'partly_filled', filled: '12' as never })
    expectSize(setup, plan, { stop: '12', 0: '6', 1: '6' })
    expect(same(setup.exit(plan, 'stop').trigger, '570.65')).toBe(true)
    setup.position = '50'
    setup.entry(ENTRY, { state: 'filled', filled: '50' as never })
    expectSize(setup, plan, { stop: '50', 0: '25', 1: '25' })
    const execution = { side: 'buy', size: '50', average: '570.90', fee: '5', realised: null, token: 'USDC', at: 0 }
    setup.entry(ENTRY, { execution: execution as never })
    expectSize(setup, plan, { stop: '50', 0: '25', 1: '25' })
    expect(same(setup.exit(plan, 'stop').trigger, '570.55')).toBe(true)
  })

  it.each([
    ['long', '570.50', '570.00', '569.60', '569.50'],
    ['short', '569.50', '570.00', '570.40', '570.50'],
  ] as const)(
    'of a marketable order leaves the stop of a %s the most room until its fills are read',
    async (side, request, paid, stop, hit) => {
      const setup = openConditionalSetup()
      setup.position = '0'
      setup.mark(paid)
      const terms = { ...NONE, stop: away('0.40') }
      const plan = await setup.plan({ entry: ENTRY, position: side, terms })
      setup.position = side === 'long' ? '50' : '-50'
      const intent = {
        kind: 'place',
        asset: setup.asset,
        side: side === 'long' ? 'buy' : 'sell',
        price: request,
        tif: 'IOC',
      }
      setup.entry(ENTRY, { state: 'filled', filled: '50' as never, intent: intent as never })
      setup.mark(paid)
      await setup.idle()
      expect(setup.exit(plan, 'stop').state).toBe('armed')
      expect(same(setup.exit(plan, 'stop').trigger, stop)).toBe(true)
      // Nor does it move away from the mark meanwhile.
      setup.mark(side === 'long' ? '569.80' : '570.20')
      await setup.clock.advanceAsync(1_000)
      expect(same(setup.exit(plan, 'stop').trigger, stop)).toBe(true)
      const average = side === 'long' ? '570.02' : '569.98'
      const execution = { side: 'buy', size: '50', average, fee: '5', realised: null, token: 'USDC', at: 0 }
      setup.entry(ENTRY, { execution: execution as never })
      expect(same(setup.exit(plan, 'stop').trigger, side === 'long' ? '569.62' : '570.38')).toBe(true)
      setup.mark(hit)
      expect(setup.exit(plan, 'stop').state).toBe('triggered')
    },
  )

  it('is not shrunk by a read of the position that lags behind its fills', async () => {
    const setup = openConditionalSetup()
    const plan = await waiting(setup)
    setup.entry(ENTRY, { state: 'partly_filled', filled: '12' as never })
    await setup.accountChanged()
    await setup.clock.advanceAsync(10_000)
    expectSize(setup, plan, { stop: '12' })
  })

  it('keeps protecting what still fills after an exit has closed its part', async () => {
    const setup = openConditionalSetup()
    const plan = await waiting(setup)
    setup.position = '10'
    setup.entry(ENTRY, { state: 'partly_filled', filled: '10' as never })
    setup.mark('570.60')
    await setup.idle()
    setup.position = '0'
    setup.finish('filled', { filled: '10' as never })
    expect(setup.exit(plan, 'stop').state).toBe('armed')
    expectSize(setup, plan, { stop: '0', 0: '0' })
    setup.position = '7'
    setup.entry(ENTRY, { state: 'filled', filled: '17' as never })
    setup.mark('570.60')
    await setup.idle()
    expect([...setup.taken.values()].length).toBe(2)
    setup.finish('filled', { filled: '7' as never })
    expect(setup.states().every((state) => state === 'done' || state === 'cancelled')).toBe(true)
  })

  it.each([
    ['stop', SCALP, '570.60'],
    ['time', { ...NONE, outBefore: 30 }, null],
    [0, { ...NONE, targets: [target('0.50', '100')] }, '571.50'],
  ] as const)('does not end while it protects what filled during the close of its %s', async (role, terms, price) => {
    const setup = openConditionalSetup()
    const plan = await waiting(setup, terms)
    setup.position = '10'
    setup.entry(ENTRY, { state: 'partly_filled', filled: '10' as never })
    if (price !== null) setup.mark(price)
    else await setup.clock.skip(setup.exit(plan, 'time').target.end - 120_000 - 29_000 - setup.clock.now())
    await setup.idle()
    setup.position = '50'
    setup.entry(ENTRY, { state: 'filled', filled: '50' as never })
    expect(setup.exit(plan, role).state).toBe('submitted')
    setup.position = '40'
    setup.finish('filled', { filled: '10' as never })
    expect(setup.exit(plan, role).state).toBe('armed')
    expectSize(setup, plan, { [role]: '40' })
    expect(setup.notified.at(-1)).toMatch(/partially closed, still active/)
    if (price !== null) setup.mark(price)
    await setup.clock.advanceAsync(600)
    expect([...setup.taken.values()].map(({ size }) => Number(size))).toEqual([10, 40])
    setup.position = '0'
    setup.finish('filled', { filled: '40' as never })
    expect(setup.exit(plan, role).state).toBe('done')
    expect(setup.states().every((state) => state === 'done' || state === 'cancelled')).toBe(true)
  })

  it('continues with everything that it protects by then once a close filled in part', async () => {
    const setup = openConditionalSetup()
    const plan = await waiting(setup)
    setup.position = '10'
    setup.entry(ENTRY, { state: 'partly_filled', filled: '10' as never })
    setup.mark('570.60')
    await setup.idle()
    setup.position = '50'
    setup.entry(ENTRY, { state: 'filled', filled: '50' as never })
    setup.position = '46'
    setup.finish('cancelled', { filled: '4' as never })
    await setup.clock.advanceAsync(600)
    expect([...setup.taken.values()].map(({ size }) => Number(size))).toEqual([10, 46])
    setup.position = '0'
    setup.finish('filled', { filled: '46' as never })
    expect(setup.exit(plan, 'stop').state).toBe('done')
  })

  it('continues with the replacement of a moved order, in any state that a crash leaves the move', async () => {
    const setup = openConditionalSetup()
    const plan = await waiting(setup)
    const MOVED = '33333333-0000-4000-8000-000000000001'
    const move = { order: { oid: '7' }, placeIds: [] as string[], state: 'reading' } as const
    setup.entry(ENTRY, { oid: '7', state: 'partly_filled', filled: '12' as never })
    setup.moves = [move as never]
    setup.entry(ENTRY, { state: 'cancelled' })
    await setup.restart()
    expect(setup.exit(plan, 'stop').plan?.isEntryOver).toBe(false)
    setup.moves = [{ ...move, state: 'moved', placeIds: [MOVED] } as never]
    setup.entry(MOVED, { oid: '8', state: 'resting', intent: { kind: 'place', price: '570.70' } as never })
    await setup.restart()
    expectSize(setup, plan, { stop: '12' })
    setup.entry(MOVED, { state: 'filled', filled: '38' as never })
    expectSize(setup, plan, { stop: '50', 0: '25', 1: '25' })
    // 12 at 571.00 and 38 at 570.70 are 570.772 on average.
    expect(same(setup.exit(plan, 'stop').trigger, '570.43')).toBe(true)
    expect(setup.exit(plan, 'stop').plan?.isEntryOver).toBe(true)
  })

  it('ends with its position while a move has placed no replacement, and continues once it is placed', async () => {
    const setup = openConditionalSetup()
    const plan = await waiting(setup)
    const MOVED = '33333333-0000-4000-8000-000000000002'
    const move = { order: { oid: '7' }, placeIds: [] as string[], state: 'not_replaced' } as const
    setup.entry(ENTRY, { oid: '7', state: 'partly_filled', filled: '12' as never })
    setup.moves = [move as never]
    setup.position = '12'
    setup.entry(ENTRY, { state: 'cancelled' })
    for (const position of ['5', '0']) {
      setup.position = position
      await setup.accountChanged()
      await setup.clock.advanceAsync(3_500)
      expectSize(setup, plan, { stop: position })
      expect(setup.exit(plan, 'stop').state).toBe('armed')
    }
    setup.moves = [{ ...move, state: 'moved', placeIds: [MOVED] } as never]
    setup.position = '30'
    setup.entry(MOVED, { oid: '8', state: 'filled', filled: '30' as never })
    expectSize(setup, plan, { stop: '30' })
  })

  it.each([
    ['fills', () => undefined],
    ['is being closed', (setup: ConditionalSetup) => setup.mark('570.60')],
  ])('leaves other plans at the position while its order %s', async (_what, then) => {
    const setup = openConditionalSetup()
    const own = await setup.plan({ terms: { ...NONE, stop: away('2') } })
    await setup.plan({ entry: ENTRY, terms: SCALP })
    setup.position = '22'
    setup.entry(ENTRY, { state: 'partly_filled', filled: '12' as never })
    then(setup)
    await setup.idle()
    setup.position = '4'
    await setup.accountChanged()
    await setup.clock.advanceAsync(3_500)
    expectSize(setup, own, { stop: '4' })
    setup.position = '0'
    await setup.accountChanged()
    await setup.clock.advanceAsync(3_500)
    expect(setup.exit(own, 'stop').state).toBe('expired')
  })

  it.each([
    ['was refused', { state: 'refused', message: 'no margin' }, /without a fill. no margin/],
    ['was canceled unfilled', { state: 'cancelled' }, /without a fill/],
  ])('ends quietly when its order %s', async (_what, change, text) => {
    const setup = openConditionalSetup()
    const plan = await waiting(setup)
    setup.entry(ENTRY, change as never)
    expect(setup.exit(plan, 'stop').message).toMatch(text)
    expect(setup.states()).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(setup.notified).toEqual([])
  })

  it('cancels the rest of its order once a stop of it fires, once, and not for a target', async () => {
    const setup = openConditionalSetup()
    setup.entry(ENTRY, { filled: '10' as Size, oid: '77', cloid: null })
    await setup.plan({ entry: ENTRY, terms: SCALP })
    setup.mark('571.50')
    await setup.idle()
    expect(setup.cancels).toEqual([])
    setup.mark('570.60')
    await setup.clock.advanceAsync(5_000)
    expect(setup.cancels).toEqual(['77'])
    expect(setup.notified.some((title) => /canceling the rest of the order/.test(title))).toBe(true)
    await setup.restart()
    await setup.clock.advanceAsync(5_000)
    expect(setup.cancels).toEqual(['77'])
  })

  it('cancels its order once the exit time comes and nothing of it has filled', async () => {
    const setup = openConditionalSetup()
    setup.entry(ENTRY, { oid: '77', cloid: null })
    const plan = await setup.plan({ entry: ENTRY, terms: { ...SCALP, outBefore: 30 } })
    const { end } = setup.exit(plan, 'time').target
    await setup.clock.skip(end - 120_000 - 31_000 - setup.clock.now())
    expect(setup.cancels).toEqual([])
    await setup.clock.advanceAsync(1_500)
    expect(setup.cancels).toEqual(['77'])
    expect(setup.notified.some((title) => /canceling the rest of the order/.test(title))).toBe(true)
    setup.entry(ENTRY, { state: 'cancelled', filled: '0' as Size })
    await setup.clock.advanceAsync(1_000)
    expect(setup.exit(plan, 'time').state).toBe('cancelled')
    expect(setup.taken.size).toBe(0)
  })

  it('retries while its order rests, and reports when that comes to nothing', async () => {
    const setup = openConditionalSetup()
    setup.entry(ENTRY, { filled: '10' as Size, oid: '77', cloid: null })
    await setup.plan({ entry: ENTRY, terms: SCALP })
    setup.cancelEnds = 'rejected'
    setup.mark('570.60')
    await setup.clock.advanceAsync(60_000)
    expect(setup.cancels).toHaveLength(6)
    expect(setup.notified.filter((title) => /rest of the order still open/.test(title))).toHaveLength(1)
  })

  it('is set again where its order was believed never to have arrived and reappears', async () => {
    const setup = openConditionalSetup()
    const gone = { state: 'expired', code: 'never_arrived' as never, message: 'It never arrived.' } as const
    setup.entry(ENTRY, gone)
    const plan = await setup.plan({ entry: ENTRY, terms: SCALP })
    expect(setup.states()).toEqual(['cancelled', 'cancelled', 'cancelled'])
    setup.entry(ENTRY, { state: 'partly_filled', filled: '20' as Size, oid: '77', cloid: null })
    const found = { id: ENTRY } as never
    setup.surfaced(found)
    setup.surfaced(found)
    await setup.clock.advanceAsync(1_000)
    expect(setup.rows.size).toBe(6)
    expect(setup.exit(plan, 'stop').state).toBe('cancelled')
    const again = [...setup.rows.values()].find(({ kind, state }) => kind === 'stop' && state === 'armed')
    expect(Number(again?.plan?.size)).toBe(20)
    expect(setup.notified.filter((title) => /are active again/.test(title))).toHaveLength(1)
  })

  it('that the trader has canceled is not set again: what a late order fills is reported as without an exit', async () => {
    const setup = openConditionalSetup()
    setup.entry(ENTRY, {})
    const plan = await setup.plan({ entry: ENTRY, terms: SCALP })
    setup.conditionals.cancelPlan(plan)
    setup.entry(ENTRY, { state: 'filled', filled: '20' as Size })
    setup.surfaced({ id: ENTRY } as never)
    await setup.clock.advanceAsync(1_000)
    expect(setup.rows.size).toBe(3)
    expect(setup.notified.some((title) => /Late order in .* filled without exits/.test(title))).toBe(true)
    expect(setup.offered).toEqual([setup.asset])
  })

  it('is set again without the target that the trader had canceled: the stop protects what the late order fills', async () => {
    const setup = openConditionalSetup()
    const plan = await waiting(setup)
    setup.conditionals.cancel(setup.exit(plan, 0).id)
    setup.entry(ENTRY, { state: 'expired', code: 'never_arrived' as never, message: 'It never arrived.' })
    expect(setup.states()).toEqual(['cancelled', 'cancelled', 'cancelled'])
    setup.entry(ENTRY, { state: 'resting', filled: '0' as Size, oid: '77', cloid: null })
    setup.surfaced({ id: ENTRY } as never)
    setup.surfaced({ id: ENTRY } as never)
    await setup.clock.advanceAsync(1_000)
    const again = [...setup.rows.values()].filter(({ state }) => state === 'waiting')
    expect(again.map((one) => one.plan?.role)).toEqual(['stop', 1])
    expect(setup.notified).toHaveLength(1)
    setup.entry(ENTRY, { state: 'partly_filled', filled: '20' as Size, oid: '77', cloid: null })
    await setup.clock.advanceAsync(1_000)
    const stop = [...setup.rows.values()].find(({ kind, state }) => kind === 'stop' && state === 'armed')
    expect(Number(stop?.plan?.size)).toBe(20)
  })

  it('that the trader has canceled leaves a late resting order without an exit, which is reported before it fills', async () => {
    const setup = openConditionalSetup()
    const plan = await waiting(setup)
    setup.conditionals.cancelPlan(plan)
    setup.entry(ENTRY, { state: 'expired', code: 'never_arrived' as never, message: 'It never arrived.' })
    setup.surfaced({ id: ENTRY } as never)
    expect(setup.notified).toEqual([])
    setup.entry(ENTRY, { state: 'resting', code: null, message: null, oid: '77', cloid: null })
    setup.surfaced({ id: ENTRY } as never)
    expect(setup.rows.size).toBe(3)
    expect(setup.notified.filter((title) => /rests without exits/.test(title))).toHaveLength(1)
  })

  it('covers fills of an order that was believed to be over', async () => {
    const setup = openConditionalSetup()
    setup.entry(ENTRY, { state: 'cancelled', filled: '10' as Size })
    const plan = await setup.plan({ entry: ENTRY, terms: SCALP })
    await setup.clock.advanceAsync(1_000)
    expectSize(setup, plan, { stop: '10' })
    setup.entry(ENTRY, { state: 'partly_filled', filled: '15' as Size })
    await setup.clock.advanceAsync(1_000)
    expectSize(setup, plan, { stop: '15' })
    expect(setup.exit(plan, 'stop').plan?.isEntryOver).toBe(false)
  })

  it('ends when its order never comes', async () => {
    const setup = openConditionalSetup()
    const plan = await setup.plan({ entry: ENTRY, terms: SCALP })
    for (let second = 0; second < 62; second += 1) {
      setup.mark('571.00')
      await setup.clock.advanceAsync(1_000)
    }
    expect(setup.exit(plan, 'stop').message).toMatch(/never sent/)
  })

  it('is set again where its order comes after all, because the machine slept in between', async () => {
    const setup = openConditionalSetup()
    await setup.plan({ entry: ENTRY, terms: SCALP })
    await setup.clock.advanceAsync(61_000)
    expect(setup.states()).toEqual(['cancelled', 'cancelled', 'cancelled'])
    setup.entry(ENTRY, { state: 'filled', filled: '10' as Size, oid: '77', cloid: null })
    await setup.clock.advanceAsync(5_000)
    const again = [...setup.rows.values()].find(({ kind, state }) => kind === 'stop' && state === 'armed')
    expect(Number(again?.plan?.size)).toBe(10)
    expect(setup.rows.size).toBe(6)
    expect(setup.notified.filter((title) => /are active again/.test(title))).toHaveLength(1)
  })

  it('after any number of crashes at any step still protects what is filled', async () => {
    const crashes = fc.array(fc.tuple(fc.constantFrom('write', 'submit', 'submitted'), fc.nat(3)), { maxLength: 4 })
    const fills = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(crashes, fills, async (plan, parts) => {
        const setup = openConditionalSetup()
        const id = await waiting(setup)
        const left = [...plan]
        let count = 0
        setup.crashAt = (effect) => {
          const [next] = left
          if (next === undefined || next[0] !== effect || count++ < next[1]) return false
          left.shift()
          count = 0
          return true
        }
        let sum = 0
        for (const [index, part] of parts.entries()) {
          sum += part
          setup.position = String(sum)
          const isLast = index === parts.length - 1
          setup.entry(ENTRY, { state: isLast ? 'filled' : 'partly_filled', filled: String(sum) as never })
          await setup.restart()
          setup.mark('571.00')
        }
        setup.crashAt = () => false
        await setup.restart()
        setup.mark('571.00')
        await setup.clock.advanceAsync(600)
        expectSize(setup, id, { stop: String(sum) })
        const targets = [0, 1].map((role) => setup.exit(id, role).plan?.size ?? ZERO)
        expect(compare(add(targets[0] as Size, targets[1] as Size), String(sum) as Size)).toBe(0)
      }),
      { numRuns: runs(20, 2_000) },
    )
  })
})

describe('a stop that moves automatically', () => {
  const TRAIL: ExitTerms = {
    ...NONE,
    stop: away('0.50'),
    trail: { distance: '0.25' as Price, after: { when: 'at_once' } },
  }
  const stopOf = (setup: ConditionalSetup, plan: string): string => Number(setup.exit(plan, 'stop').trigger).toFixed(2)

  it('follows fresh prices only, by whole ticks, and never back', async () => {
    const setup = openConditionalSetup()
    const plan = await setup.plan({ terms: TRAIL })
    setup.mark('571.00')
    expect(stopOf(setup, plan)).toBe('570.75')
    setup.mark('572.00', { stale: true })
    expect(stopOf(setup, plan)).toBe('570.75')
    setup.mark('571.403')
    expect(stopOf(setup, plan)).toBe('571.15')
    setup.mark('571.20')
    expect(stopOf(setup, plan)).toBe('571.15')
    setup.mark('571.15')
    expect(setup.exit(plan, 'stop').state).toBe('triggered')
  })

  it.each([
    ['further under its entry than the distance', '570.70', '570.45'],
    ['the distance under it', '570.75', '570.50'],
    ['less than the distance under it', '570.80', '570.75'],
  ])('trails from the start on a position that is %s, and is not moved back to its entry', async (_, now, expected) => {
    const setup = openConditionalSetup()
    setup.mark(now)
    const terms = { ...NONE, trail: { distance: '0.25' as Price, after: { when: 'at_once' } } } as const
    const plan = await setup.plan({ terms })
    expect(stopOf(setup, plan)).toBe(expected)
    setup.mark('570.85')
    setup.position = '10.5000'
    expect(Number(stopOf(setup, plan))).toBeGreaterThanOrEqual(Number(expected))
    setup.mark('572.00')
    expect(stopOf(setup, plan)).toBe('571.75')
  })

  it('continues after a restart from its stored trigger and best price', async () => {
    const setup = openConditionalSetup()
    const plan = await setup.plan({ terms: TRAIL })
    setup.mark('571.60')
    expect(Number(setup.exit(plan, 'stop').plan?.best)).toBe(571.6)
    setup.mark('571.50')
    await setup.restart()
    expect(stopOf(setup, plan)).toBe('571.35')
    setup.mark('571.70')
    expect(stopOf(setup, plan)).toBe('571.45')
    const moves = setup.exit(plan, 'stop').steps.filter(({ isMove }) => isMove === true)
    expect(moves).toHaveLength(1)
  })

  it('starts once the price moved in its favor, even when that was before a restart', async () => {
    const setup = openConditionalSetup()
    const trail = { distance: '1.00' as Price, after: { when: 'moved', distance: '0.40' as Price } } as const
    const plan = await setup.plan({ terms: { ...TRAIL, stop: away('0.30'), trail } })
    setup.mark('571.39')
    expect(setup.exit(plan, 'stop').plan?.best).toBeNull()
    setup.mark('571.40')
    await setup.restart()
    expect(stopOf(setup, plan)).toBe('570.70')
    setup.mark('571.30')
    setup.mark('571.80')
    expect(stopOf(setup, plan)).toBe('570.80')
  })

  it('goes to break-even with both fees once the first target is closed, and the trail takes over', async () => {
    const setup = openConditionalSetup()
    const terms: ExitTerms = {
      ...SCALP,
      breakEven: { when: 'first_target' },
      trail: { distance: '0.25' as Price, after: { when: 'moved', distance: '0.90' as Price } },
    }
    const plan = await setup.plan({ terms })
    setup.mark('571.60')
    await setup.idle()
    expect(stopOf(setup, plan)).toBe('570.65')
    setup.position = '5'
    setup.finish('filled', { filled: '5' as never })
    setup.mark('571.80')
    // 5 bp of 571 twice are 0.571.
    expect(stopOf(setup, plan)).toBe('571.58')
    expect(setup.exit(plan, 'stop').plan?.moved).toBe('break_even')
    setup.mark('571.95')
    expect(stopOf(setup, plan)).toBe('571.70')
  })

  it('of a short goes down with the price', async () => {
    const setup = openConditionalSetup()
    setup.position = '-10'
    const plan = await setup.plan({ position: 'short', terms: { ...TRAIL, stop: null } })
    expect(stopOf(setup, plan)).toBe('571.25')
    setup.mark('570.40')
    expect(stopOf(setup, plan)).toBe('570.65')
    setup.mark('570.65')
    expect(setup.exit(plan, 'stop').state).toBe('triggered')
  })

  it('never goes back and is never beyond the price, on any path with restarts and stale data', async () => {
    const steps = fc.array(
      fc.record({ cents: fc.integer({ min: 57_080, max: 57_400 }), stale: fc.boolean(), restart: fc.boolean() }),
      { maxLength: 20 },
    )
    await fc.assert(
      fc.asyncProperty(steps, async (path) => {
        const setup = openConditionalSetup()
        const plan = await setup.plan({ terms: TRAIL })
        let best = 57_100
        for (const { cents, stale, restart } of path) {
          const before = setup.exit(plan, 'stop')
          if (before.state !== 'armed') break
          setup.mark(fromUnits(BigInt(cents), 2), { stale })
          if (restart) await setup.restart()
          if (!stale && compare(before.trigger as Price, fromUnits(BigInt(cents), 2)) < 0) best = Math.max(best, cents)
          const after = setup.exit(plan, 'stop')
          expect(compare(after.trigger as Price, before.trigger as Price)).toBeGreaterThanOrEqual(0)
          if (after.state === 'armed') {
            const wanted = fromUnits(BigInt(Math.max(best - 25, 57_050)), 2)
            expect(compare(after.trigger as Price, wanted)).toBeLessThanOrEqual(0)
          }
        }
      }),
      { numRuns: runs(20, 2_000) },
    )
  })
})

describe('a time exit', () => {
  const OUT: ExitTerms = { ...NONE, outBefore: 30 }

  it('closes everything that long before the final window, even without a known price', async () => {
    const setup = openConditionalSetup()
    const plan = await setup.plan({ terms: OUT })
    const end = setup.exit(plan, 'time').target.end
    setup.mark('571.00', { stale: true })
    const before = end - 120_000 - 31_000 - setup.clock.now()
    await setup.clock.skip(before)
    expect(setup.exit(plan, 'time').state).toBe('armed')
    expect(setup.view()[0]?.paused).toBeNull()
    await setup.clock.advanceAsync(1_500)
    expect([...setup.taken.values()].map(({ kind }) => kind)).toEqual(['close'])
    setup.finish('filled', { filled: '10' as never })
    await setup.flat()
    expect(setup.states()).toEqual(['done'])
  })

  it('whose time passed while the terminal was off closes late and reports that', async () => {
    const setup = openConditionalSetup()
    const plan = await setup.plan({ terms: OUT })
    setup.conditionals.stop()
    await setup.clock.skip(setup.exit(plan, 'time').target.end - 60_000 - setup.clock.now())
    await setup.restart()
    await setup.clock.advanceAsync(600)
    expect(setup.exit(plan, 'time').steps.some(({ detail }) => /^Late: /.test(detail ?? ''))).toBe(true)
    expect(setup.taken.size).toBe(1)
  })

  it('is refused once its time has come: it would close at once', async () => {
    const setup = openConditionalSetup()
    const end = (setup.bucket as NonNullable<ConditionalSetup['bucket']>).current?.end ?? 0
    await setup.clock.skip(end - 120_000 - 20_000 - setup.clock.now())
    setup.mark('571.00')
    await expect(setup.plan({ terms: OUT })).rejects.toThrow(
      /The time exit is already due: 20 s left before the final window\. It would close immediately\. Enter fewer seconds or none\./,
    )
    await setup.plan({ terms: { ...OUT, outBefore: 10 } })
    expect(setup.states()).toEqual(['armed'])
  })

  it('closes the same time before the final window while the live bucket is unknown', async () => {
    const setup = openConditionalSetup()
    const plan = await setup.plan({ terms: OUT })
    setup.conditionals.stop()
    setup.bucket = null
    await setup.restart()
    const { end } = setup.exit(plan, 'time').target
    await setup.clock.skip(end - 120_000 - 31_000 - setup.clock.now())
    expect(setup.exit(plan, 'time').state).toBe('armed')
    await setup.clock.advanceAsync(1_500)
    expect(setup.taken.size).toBe(1)
  })

  it('of binary contracts uses the cut-off', async () => {
    const setup = openBinarySetup('10')
    const cutoff = setup.clock.now() + 600_000
    setup.binaryIs({ status: { entryCutoff: millis(cutoff) } })
    const plan = await setup.plan({ terms: OUT })
    await setup.clock.skip(568_000)
    expect(setup.exit(plan, 'time').state).toBe('armed')
    await setup.clock.advanceAsync(3_000)
    expect(setup.taken.size).toBe(1)
  })
})

describe('an exit plan of shares', () => {
  const COIN = '#36010'
  const shares = (): ConditionalSetup => {
    const setup = openConditionalSetup()
    setup.asset = COIN
    setup.position = '60'
    const side = { index: 0, name: 'Yes', coin: COIN }
    const market = { outcomeId: 3601, name: 'Rain', sides: [side], questions: [], expired: false, settling: false }
    setup.outcome = {
      side,
      market: { ...market, expiry: setup.clock.now() + 7_200_000, winner: null, sizeDecimals: 0, tickSize: '0.001' },
    } as never
    setup.mark('0.640')
    return setup
  }
  const TERMS: ExitTerms = {
    ...NONE,
    stop: { by: 'price', price: '0.500' as Price },
    targets: [{ level: { by: 'price', price: '0.800' as Price }, share: percent('50') }],
    outBefore: 60,
  }

  it('sells the holding, in whole shares and never beyond it', async () => {
    const setup = shares()
    const plan = await setup.plan({ terms: TERMS })
    expectSize(setup, plan, { stop: '60', 0: '30', time: '60' })
    setup.position = '20'
    setup.mark('0.800')
    await setup.idle()
    const [close] = setup.taken.values()
    expect(close).toMatchObject({ kind: 'close', asset: COIN, position: 'long', size: '20' })
  })

  it('waits while its market settles, and ends with it', async () => {
    const setup = shares()
    const plan = await setup.plan({ terms: TERMS })
    const facts = setup.outcome as NonNullable<ConditionalSetup['outcome']>
    setup.outcome = { ...facts, market: { ...facts.market, settling: true } }
    setup.mark('0.400')
    expect(setup.exit(plan, 'stop').state).toBe('armed')
    expect(setup.view()[0]?.paused).toMatch(/settling/)
    setup.outcome = { ...facts, market: { ...facts.market, expired: true } }
    await setup.clock.advanceAsync(5_000)
    expect(setup.states()).toEqual(['expired', 'expired', 'expired'])
  })

  it('that triggered and could not sell before the expiry reports that the market expired', async () => {
    const setup = shares()
    const plan = await setup.plan({ terms: { ...NONE, stop: TERMS.stop } })
    setup.accountFails = true
    setup.mark('0.400')
    await setup.idle()
    const facts = setup.outcome as NonNullable<ConditionalSetup['outcome']>
    setup.outcome = { ...facts, market: { ...facts.market, expired: true } }
    await setup.clock.advanceAsync(7_000)
    expect(setup.exit(plan, 'stop')).toMatchObject({
      state: 'expired',
      message: 'The market of Yes expired before the position was closed.',
    })
  })

  it('watches the best bid where that was chosen, on a fresh book only, even after a restart', async () => {
    const setup = shares()
    setup.book({ bid: '0.630' as Price, ask: '0.650' as Price, stale: false })
    const plan = await setup.plan({ terms: { ...NONE, stop: TERMS.stop }, source: 'touch' })
    expect([...setup.needed]).toEqual([COIN, `${COIN}/book`])
    setup.mark('0.400')
    expect(setup.exit(plan, 'stop').state).toBe('armed')
    setup.book({ bid: '0.480' as Price, ask: '0.650' as Price, stale: true })
    await setup.clock.advanceAsync(1_000)
    expect(setup.exit(plan, 'stop').state).toBe('armed')
    expect(setup.view()[0]?.paused).toMatch(/Paused: the #36010 book is stale\./)
    setup.book({ bid: null, ask: '0.450' as Price, stale: false })
    await setup.clock.advanceAsync(1_000)
    expect(setup.view()[0]?.paused).toMatch(/no bids in #36010/)
    await setup.restart()
    setup.book({ bid: '0.500' as Price, ask: '0.650' as Price, stale: false })
    await setup.idle()
    expect(setup.taken.size).toBe(1)
    expect(
      setup
        .exit(plan, 'stop')
        .steps.map(({ detail }) => detail)
        .join(),
    ).toMatch(/The best bid was 0.500/)
  })

  it('is refused with a trigger that the bid has passed already, where the bid is watched', async () => {
    const setup = shares()
    setup.book({ bid: '0.490' as Price, ask: '0.650' as Price, stale: false })
    const request = setup.plan({ terms: { ...NONE, stop: TERMS.stop }, source: 'touch' })
    await expect(request).rejects.toThrow(/below 0\.490 \(best bid\)/)
  })

  it('is refused without a holding', async () => {
    await expect(shares().plan({ terms: TERMS, position: 'short' })).rejects.toThrow(/Shares cannot be short\./)
  })
})

describe('how long exits can act', () => {
  it('is shown for each, and confirmed where it is before the market ends', async () => {
    const setup = openConditionalSetup()
    setup.acting = { ...setup.acting, agent: millis(setup.clock.now() + 3_600_000) }
    await expect(setup.plan({ terms: SCALP })).rejects.toThrow(
      /It works only until the agent approval expires, 60 min before the market ends\. Set it anyway\?/,
    )
    expect(setup.rows.size).toBe(0)
    await setup.plan({ terms: SCALP, acceptsUntil: true })
    expect(setup.view()[0]?.until).toMatchObject({ because: 'agent' })
    setup.acting = { ...setup.acting, agent: null }
    expect(setup.view()[0]?.until).toMatchObject({ because: 'market' })
  })

  it.each([
    ['a connection', 'The venue cannot be reached: the network is gone.'],
    ['a machine that is awake', 'The venue cannot be reached: This computer is asleep.'],
  ])('shows in each row that it cannot act without %s, at once, and clears that once it can', async (_, cannot) => {
    const setup = openConditionalSetup()
    await setup.plan({ terms: SCALP })
    const rows = () => setup.view().map(({ paused }) => paused)
    const before = rows()
    setup.acting = { ...setup.acting, cannot }
    setup.say('connection')
    expect(rows().every((text) => text === `Cannot act: ${cannot}`)).toBe(true)
    setup.acting = { ...setup.acting, cannot: null }
    setup.say('connection')
    expect(rows()).toEqual(before)
  })
})

describe('exits together', () => {
  const action = fc.oneof(
    fc.record({ do: fc.constant('fill' as const), size: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ do: fc.constant('last' as const), size: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ do: fc.constant('price' as const), size: fc.integer({ min: 0, max: 6 }) }),
    fc.record({ do: fc.constant('close' as const), size: fc.integer({ min: 0, max: 100 }) }),
    fc.record({ do: fc.constant('hand' as const), size: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ do: fc.constant('restart' as const), size: fc.constant(0) }),
    fc.record({ do: fc.constant('hold' as const), size: fc.constant(0) }),
    fc.record({ do: fc.constant('send' as const), size: fc.constant(0) }),
    fc.record({ do: fc.constant('wait' as const), size: fc.integer({ min: 1, max: 8 }) }),
  )
  const PRICES = ['570.00', '570.65', '570.90', '571.00', '571.20', '571.50', '572.00']

  it('never have more under way than the position, nor close more than filled, on any path', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 30 }), async (path) => {
        const setup = openConditionalSetup()
        setup.position = '10'
        const own = await setup.plan({ terms: SCALP, covers: '10' as Size })
        const entered = await setup.plan({
          entry: ENTRY,
          terms: { ...SCALP, trail: { distance: '0.30' as Price, after: { when: 'moved', distance: '0.2' as Price } } },
        })
        setup.entry(ENTRY, {})
        let filled = 0
        let isOver = false
        const over = new Set<string>()
        /** Submitted closes that are not over, with the size they may still close. */
        const underWay = () => [...setup.taken].filter(([id]) => !over.has(id) && !setup.withdrawn.has(id))
        for (const { do: what, size } of path) {
          if (what === 'fill' || what === 'last') {
            if (isOver) continue
            isOver = what === 'last'
            filled += size
            setup.position = add(setup.position as Size, String(size) as Size)
            setup.entry(ENTRY, { state: isOver ? 'filled' : 'partly_filled', filled: String(filled) as never })
          } else if (what === 'price') setup.mark(PRICES[size] as string)
          else if (what === 'hand') {
            // The service accepts manual closes only for what is not under way.
            if (underWay().length === 0 && Number(setup.position) >= size) {
              setup.position = subtract(setup.position as Size, String(size) as Size)
            }
          } else if (what === 'restart') await setup.restart()
          else if (what === 'hold') setup.holdsBack = !setup.holdsBack
          else if (what === 'send') setup.send()
          else if (what === 'wait') {
            await setup.clock.advanceAsync(size * 500)
            setup.mark(setup.ticker?.mark ?? '571.00')
          } else {
            const [one] = underWay()
            if (one !== undefined) {
              const [id, { size: request }] = one
              const all = request ?? absolute(setup.position as Size)
              const part = size > 60 ? all : size > 30 ? ('0' as Size) : (String(Math.floor(Number(all) / 2)) as Size)
              over.add(id)
              setup.position = subtract(setup.position as Size, part)
              setup.finishOne(id, compare(part, all) === 0 ? 'filled' : 'cancelled', { filled: part as never })
            }
          }
          await setup.idle()
          const sum = underWay().reduce<Decimal>((total, [, { size: request }]) => {
            return add(total, request ?? absolute(setup.position as Size))
          }, ZERO)
          expect(compare(sum, absolute(setup.position as Size))).toBeLessThanOrEqual(0)
          for (const [plan, whole] of [
            [own, 10],
            [entered, filled],
          ] as const) {
            const exits = [...setup.rows.values()].filter((row) => row.plan?.id === plan)
            const closed = exits.reduce<Decimal>((total, row) => add(total, row.closed ?? ZERO), ZERO)
            expect(compare(closed, String(whole) as Decimal)).toBeLessThanOrEqual(0)
            const live = exits.filter(({ state }) => !isConditionalFinal(state))
            // An exit that still protects something ends only with the position, never by its own close.
            const [one] = exits
            const rest = subtract(subtract(String(whole) as Size, one?.plan?.gone ?? ZERO), closed as Size)
            const hasEnded = live.length === 0 && !exits.some(({ state }) => state === 'expired')
            if (hasEnded && signOf(setup.position as Size) > 0) expect(signOf(rest)).toBeLessThanOrEqual(0)
            const stop = live.find(({ plan: exit }) => exit?.role === 'stop')?.plan?.size
            if (stop === undefined) continue
            const targets = live
              .filter(({ kind }) => kind === 'take_profit')
              .reduce<Decimal>((total, row) => add(total, row.plan?.size ?? ZERO), ZERO)
            expect(compare(targets, stop)).toBeLessThanOrEqual(0)
            expect(compare(add(stop, closed), String(whole) as Decimal)).toBeLessThanOrEqual(0)
          }
        }
      }),
      { numRuns: runs(40, 3_000) },
    )
  })
})
