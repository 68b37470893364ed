import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, compare, greater, type Size, signOf, ZERO } from '../../../contract/decimal.ts'
import { isMoveFinal, isMoveUnderWay } from '../../../contract/move.ts'
import { runs } from '../../../contract/testing/property-runs.ts'
import type { Lie } from '../testing/model-core.ts'
import { failure, type Route } from '../testing/model-venue.ts'
import { openTradingSetup, type TradingSetup } from '../testing/setup.ts'

const ID = '00000000-0000-4000-8000-00000000307e'
/** Long enough for everything to expire and be missed. */
const LONG = 90_000

/** An event this many ms after the click; at 0 just before it. */
interface Happening {
  readonly at: number
  readonly what:
    | { readonly kind: 'fill'; readonly size: string; readonly order: 'old' | 'new' }
    | { readonly kind: 'fault'; readonly route: Route; readonly arrives: boolean; readonly how: number }
    | { readonly kind: 'lie'; readonly route: Route; readonly how: Lie; readonly times: number }
    | { readonly kind: 'keptCancel' }
    | { readonly kind: 'kill' }
    | { readonly kind: 'retry' }
    | { readonly kind: 'cancelAll' }
}

const FAULTS = [
  failure('no_answer', 'timeout', 'No answer.'),
  failure('unreachable', 'network', 'Refused.'),
  failure('problem', 'bad_gateway', 'Bad gateway.', { status: 502 }),
  failure('problem', 'stale_prepared_action', 'Stale.'),
  failure('problem', 'market_closed', 'Closed.', { status: 409 }),
]

const what = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('fill' as const),
      size: fc.constantFrom('0.3', '0.7', '1', '2'),
      order: fc.constantFrom('old' as const, 'old' as const, 'new' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      route: fc.constantFrom<Route>('prepare', 'submit', 'open', 'history', 'fills', 'account'),
      arrives: fc.boolean(),
      how: fc.nat(4),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('lie' as const),
      route: fc.constantFrom<Route>('open', 'history', 'fills', 'account'),
      how: fc.constantFrom<Lie>('again', 'again', 'twice'),
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'keptCancel' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'kill' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'retry' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'cancelAll' as const }) },
)
const happening: fc.Arbitrary<Happening> = fc.record({
  at: fc.oneof(fc.nat(60), fc.nat(2_500), fc.nat(40_000)),
  what,
})

const scene = fc.record({
  wanted: fc.constantFrom('1', '2.0000', '3.5'),
  filledBefore: fc.constantFrom('0', '0.4'),
  arrivesAfter: fc.constantFrom(0, 0, 40, 700),
  answersAfter: fc.constantFrom(0, 30, 900),
  happenings: fc.array(happening, { maxLength: 8 }),
})
type Scene = typeof scene extends fc.Arbitrary<infer One> ? One : never

/** Plays one move through all events; then it comes to rest, and is retried until nothing waits. */
async function play({ wanted, filledBefore, arrivesAfter, answersAfter, happenings }: Scene): Promise<TradingSetup> {
  const setup = await openTradingSetup()
  const { venue, clock } = setup
  await setup.submit(1)
  if (filledBefore !== '0') venue.fill('1000', filledBefore as never)
  await clock.advanceAsync(3_000)
  Object.assign(venue, { arrivesAfter, answersAfter })
  const ask = () =>
    setup.trading
      .moveOrder(
        { requestId: ID, asset: 'NYCTMP1', oid: '1000', price: '570.60' as never, size: wanted as never },
        () => null,
      )
      .catch(() => undefined)
  const happen = async ({ what: one }: Happening): Promise<void> => {
    if (one.kind === 'fill') {
      venue.fill(one.order === 'old' ? '1000' : (venue.orders.at(-1)?.oid ?? '1000'), one.size as never)
    } else if (one.kind === 'fault') {
      venue.fail(one.route, FAULTS[one.how] as Error, one.route === 'submit' && one.arrives)
    } else if (one.kind === 'lie') {
      for (let i = 0; i < one.times; i++) venue.lie(one.route, one.how)
    } else if (one.kind === 'keptCancel') venue.keptCancels += 1
    else if (one.kind === 'kill') await setup.restart()
    else if (one.kind === 'retry') await setup.trading.retryMove(ID, () => null).catch(() => undefined)
    else void setup.trading.cancelAll(setup.id(50), null).catch(() => undefined)
  }
  for (const one of happenings) if (one.at === 0) await happen(one)
  void ask()
  let now = 0
  for (const one of [...happenings].sort((a, b) => a.at - b.at)) {
    if (one.at === 0) continue
    await clock.advanceAsync(one.at - now)
    now = one.at
    await happen(one)
  }
  await clock.advanceAsync(3_000)
  for (const list of Object.values(venue.faults)) list.length = 0
  await clock.advanceAsync(LONG)
  await setup.trading.retryMove(ID, () => null).catch(() => undefined)
  await clock.advanceAsync(LONG)
  // Any resting order fills completely, as far as it can.
  for (const { oid } of venue.orders) venue.fill(oid, '100' as never)
  await clock.advanceAsync(5_000)
  return setup
}

const calm: Omit<Scene, 'happenings'> = { wanted: '2.0000', filledBefore: '0', arrivesAfter: 0, answersAfter: 0 }
const refused: Happening = { at: 0, what: { kind: 'fault', route: 'submit', arrives: false, how: 4 } }
const all: Happening = { at: 50, what: { kind: 'fill', size: '2', order: 'old' } }
/** Played in every run, so that each result is reached. */
const EXAMPLES: readonly Scene[] = [
  { ...calm, happenings: [] },
  { ...calm, arrivesAfter: 700, happenings: [all] },
  { ...calm, happenings: [refused] },
  { ...calm, answersAfter: 900, happenings: [{ at: 300, what: { kind: 'cancelAll' } }] },
]

const sum = (sizes: readonly Size[]): Size => sizes.reduce(add, ZERO)

describe('old and new order together never trade more than the wanted size, in every interleaving', () => {
  it('of fills, faults, lagging and doubled reads, failed cancels, crashes, retries and cancels', async () => {
    const reached = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(scene, async (one) => {
        const setup = await play(one)
        const [old, ...rest] = setup.venue.orders
        const oldFilled = old?.filled ?? ZERO
        const traded = sum(setup.venue.fills.map(({ size }) => size))
        /** What the old order had traded before its end cannot be undone; beyond it, never more than the whole wanted size. */
        const most = greater(one.wanted as never as Size, oldFilled)
        expect(compare(traded, most), `${traded} traded, ${most} at most`).toBeLessThanOrEqual(0)
        // Unless it was raised, never more than the original order.
        if (compare(one.wanted as never, '2' as never) <= 0)
          expect(compare(traded, '2' as never)).toBeLessThanOrEqual(0)
        expect(rest.length).toBeLessThanOrEqual(2)
        const record = setup.moves.read(ID)
        if (record !== null) {
          expect(isMoveUnderWay(record.state), record.state).toBe(false)
          if (record.filled !== null && old?.status !== 'resting') expect(compare(record.filled, oldFilled)).toBe(0)
          if (record.state === 'filled') expect(signOf(oldFilled)).toBe(1)
        }
        reached.set(record?.state ?? 'refused', (reached.get(record?.state ?? 'refused') ?? 0) + 1)
        setup.trading.stop()
      }),
      { numRuns: runs(30, 20_000), examples: EXAMPLES.map((one): [Scene] => [one]) },
    )
    for (const state of ['moved', 'filled', 'kept', 'stopped'])
      expect(reached.get(state) ?? 0, state).toBeGreaterThan(0)
  })

  it('with a fill at any single step', async () => {
    for (let step = 0; step < 40; step++) {
      let left = Number.POSITIVE_INFINITY
      let setup: TradingSetup | null = null
      const fill = (): void => {
        left -= 1
        if (left === 0) setup?.venue.fill('1000', '0.7' as never)
      }
      setup = await openTradingSetup({ onStep: fill })
      await setup.submit(1)
      await setup.clock.advanceAsync(3_000)
      left = step
      void setup.trading.moveOrder(
        { requestId: ID, asset: 'NYCTMP1', oid: '1000', price: '570.60' as never, size: '2' as never },
        () => null,
      )
      await setup.clock.advanceAsync(20_000)
      for (const { oid } of setup.venue.orders) setup.venue.fill(oid, '100' as never)
      expect(compare(sum(setup.venue.fills.map(({ size }) => size)), '2' as never), `${step}`).toBe(0)
      setup.trading.stop()
    }
  })
})

describe('a move that was interrupted by the end of the terminal', () => {
  const STATES = ['cancelling', 'reading', 'placing'] as const

  it.each(STATES)('at %s is read to its end at the next start, and places nothing automatically', async (state) => {
    const setup = await openTradingSetup()
    await setup.submit(1)
    await setup.clock.advanceAsync(3_000)
    const { write } = setup.moves
    let isKilled = false
    setup.moves.write = (record) => {
      write(record)
      if (record.state !== state || isKilled) return
      isKilled = true
      throw new Error('killed')
    }
    const request = setup.trading.moveOrder(
      { requestId: ID, asset: 'NYCTMP1', oid: '1000', price: '570.60' as never, size: '2' as never },
      () => null,
    )
    const reported = request.catch((error: unknown) => error)
    await setup.clock.advanceAsync(3_000)
    await reported
    setup.moves.write = write
    await setup.restart()
    await setup.clock.advanceAsync(LONG)
    expect(setup.venue.orders).toHaveLength(1)
    const [view] = setup.trading.topics.view({ kind: 'moves' }) ?? []
    if (state === 'cancelling') expect(view).toMatchObject({ state: 'kept' })
    else expect(view).toMatchObject({ state: 'not_replaced', filled: '0' })
    expect(setup.trading.inFlight()).toBe(0)
    await setup.restart()
    await setup.clock.advanceAsync(LONG)
    expect(setup.venue.orders).toHaveLength(1)
    if (state === 'cancelling') return
    await setup.trading.retryMove(ID, () => null)
    await setup.clock.advanceAsync(LONG)
    expect(setup.venue.orders.map(({ price, status }) => `${price} ${status}`)).toEqual([
      '570.50 cancelled',
      '570.60 resting',
    ])
  })

  it('while its new order was under way is reported by the result of that order', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1)
    await setup.clock.advanceAsync(3_000)
    void setup.trading.moveOrder(
      { requestId: ID, asset: 'NYCTMP1', oid: '1000', price: '570.60' as never, size: '2' as never },
      () => null,
    )
    const { write } = setup.moves
    setup.moves.write = (record) => {
      write(record)
      if (record.state === 'placing') setup.venue.fail('submit', 'hang', true)
    }
    await setup.clock.advanceAsync(2_000)
    expect(setup.moves.read(ID)?.state).toBe('placing')
    await setup.restart()
    await setup.clock.advanceAsync(LONG)
    expect(setup.trading.topics.view({ kind: 'moves' })).toMatchObject([{ state: 'moved' }])
    expect(setup.venue.orders).toHaveLength(2)
    expect(isMoveFinal('moved')).toBe(true)
  })
})
