import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { absolute, add, compare, type Size, signOf, ZERO } from '../../../contract/decimal.ts'
import { isReversalFinal } from '../../../contract/reversal.ts'
import { runs } from '../../../contract/testing/property-runs.ts'
import type { Lie } from '../testing/model-core.ts'
import { ASSET, failure, type Route } from '../testing/model-venue.ts'
import { openTradingSetup, type TradingSetup } from '../testing/setup.ts'

const ID = '00000000-0000-4000-8000-0000000000fe'
const HELD = '3' as Size
/** Long enough for everything to expire and be missed. */
const LONG = 120_000

/** An event this many ms after the click; at 0 just before it. */
interface Happening {
  readonly at: number
  readonly what:
    | { readonly kind: 'fault'; readonly route: Route; readonly arrives: boolean; readonly how: number }
    | { readonly kind: 'lie'; readonly route: Route; readonly how: Lie; readonly times: number }
    | { readonly kind: 'grows' | 'leftOut' | 'kill' | 'cancelAll' | 'again' | 'sleep' }
}
const FAULTS = [
  failure('no_answer', 'timeout', 'No answer.'),
  failure('unreachable', 'network', 'Refused.'),
  failure('problem', 'bad_gateway', 'Bad gateway.', { status: 502 }),
  failure('problem', 'stale_prepared_action', 'Stale.'),
  failure('problem', 'market_closed', 'Closed.', { status: 409 }),
]
const ROUTES: readonly Route[] = ['open', 'history', 'fills', 'account']

const happening: fc.Arbitrary<Happening> = fc.record({
  at: fc.oneof(fc.nat(60), fc.nat(2_500), fc.nat(40_000)),
  what: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('fault' as const),
        route: fc.constantFrom<Route>('prepare', 'submit', 'submit', ...ROUTES),
        arrives: fc.boolean(),
        how: fc.nat(4),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('lie' as const),
        route: fc.constantFrom(...ROUTES),
        how: fc.constantFrom<Lie>('again', 'again', 'twice'),
        times: fc.integer({ min: 1, max: 6 }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.constantFrom('grows', 'leftOut', 'kill', 'cancelAll', 'again', 'sleep').map((kind) => ({
        kind: kind as 'grows',
      })),
    },
  ),
})
const scene = fc.record({
  side: fc.constantFrom<'long' | 'short'>('long', 'short'),
  /** Size available at the first price of the close; the rest at the worst one. */
  first: fc.constantFrom('0', '1', '3', '10'),
  opens: fc.constantFrom<'fill' | 'half'>('fill', 'fill', 'half'),
  arrivesAfter: fc.constantFrom(0, 0, 40, 700, 12_000),
  answersAfter: fc.constantFrom(0, 30, 900, 9_000),
  happenings: fc.array(happening, { maxLength: 8 }),
})
type Scene = typeof scene extends fc.Arbitrary<infer One> ? One : never

async function play(
  { side, first, opens, arrivesAfter, answersAfter, happenings }: Scene,
  press: (setup: TradingSetup) => Promise<unknown>,
): Promise<TradingSetup> {
  const setup = await openTradingSetup()
  const { venue, clock } = setup
  const signed = (size: string): Size => (side === 'long' ? size : `-${size}`) as Size
  venue.position = signed(HELD)
  venue.behaviour = opens
  const firstPrice = side === 'long' ? '570.50' : '571.50'
  venue.meets = ({ price, size }) => (compare(price, firstPrice as never) === 0 ? (first as Size) : size)
  await clock.advanceAsync(11_000)
  Object.assign(venue, { arrivesAfter, answersAfter })
  const happen = async ({ what }: Happening): Promise<void> => {
    if (what.kind === 'fault') {
      venue.fail(what.route, FAULTS[what.how] as Error, what.route === 'submit' && what.arrives)
    } else if (what.kind === 'lie') {
      for (let i = 0; i < what.times; i++) venue.lie(what.route, what.how)
    } else if (what.kind === 'grows') {
      if (signOf(venue.position) === signOf(signed('1'))) venue.position = add(venue.position, signed('2'))
    } else if (what.kind === 'leftOut') venue.emptyPositions += 1
    else if (what.kind === 'kill') await setup.restart()
    else if (what.kind === 'sleep') clock.setWall(clock.now() + 600_000)
    else if (what.kind === 'again') void press(setup).catch(() => undefined)
    else void setup.trading.cancelAll(setup.id(50), null).catch(() => undefined)
  }
  for (const one of happenings) if (one.at === 0) await happen(one)
  void press(setup).catch(() => undefined)
  let now = 0
  for (const one of [...happenings].sort((a, b) => a.at - b.at)) {
    if (one.at === 0) continue
    await clock.advanceAsync(one.at - now)
    now = one.at
    await happen(one)
  }
  await clock.advanceAsync(3_000)
  for (const list of [...Object.values(venue.faults), ...Object.values(venue.lies)]) list.length = 0
  venue.emptyPositions = 0
  await clock.advanceAsync(LONG)
  return setup
}

/** A refusal of an executed order is believed until reads show otherwise: reports until then are not checked here. */
const isRefusedFalsely = ({ happenings }: Scene): boolean =>
  happenings.some(
    ({ what }) => what.kind === 'fault' && what.route === 'submit' && what.arrives && [1, 4].includes(what.how),
  )

const sum = (sizes: readonly Size[]): Size => sizes.reduce((all, one) => add(all, one), ZERO)
const filledOf = (setup: TradingSetup, reduceOnly: boolean): Size =>
  sum(setup.venue.orders.filter((order) => order.reduceOnly === reduceOnly).map(({ filled }) => filled))

const reversed =
  (side: Scene['side']) =>
  ({ trading }: TradingSetup): Promise<unknown> => {
    const [price, bound, worst] = side === 'long' ? ['570.50', '570.00', '570.00'] : ['571.50', '572.00', '572.00']
    const protection = { kind: 'worst', price, bound } as never
    const close = { kind: 'close', asset: ASSET, position: side, size: null, protection } as const
    return trading.reversePosition({ requestId: ID, close, worst: worst as never }, () => null)
  }
const halved =
  (side: Scene['side']) =>
  ({ trading }: TradingSetup): Promise<unknown> => {
    const [price, bound] = side === 'long' ? ['570.50', '570.00'] : ['571.50', '572.00']
    const protection = { kind: 'worst', price, bound } as never
    const held = { id: 'exit-1', what: 'Take-profit' }
    return trading.submit(
      ID,
      { kind: 'close', asset: ASSET, position: side, size: '1.5' as Size, protection },
      { held },
    )
  }

const OPTIONS = { numRuns: runs(30, 20_000) }

describe('when the venue loses, delays, repeats or omits answers, and the terminal quits at any time', () => {
  it('a reversal opens at most once, on the other side, no more than it closed or held, and reports what it did', async () => {
    const reached = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(scene, async (one) => {
        const setup = await play(one, reversed(one.side))
        const opening = setup.venue.orders.filter(({ reduceOnly }) => !reduceOnly)
        expect(opening.length).toBeLessThanOrEqual(1)
        const [closed, opened] = [filledOf(setup, true), filledOf(setup, false)]
        for (const { side, size } of opening) {
          expect(side).toBe(one.side === 'long' ? 'sell' : 'buy')
          expect(compare(size, HELD)).toBeLessThanOrEqual(0)
          expect(compare(size, closed)).toBeLessThanOrEqual(0)
        }
        const record = setup.reversals.read(ID)
        const state = record?.state ?? 'refused'
        reached.set(state, (reached.get(state) ?? 0) + 1)
        if (record === null) expect([opened, closed]).toEqual(['0', '0'])
        else if (!isRefusedFalsely(one)) {
          expect(isReversalFinal(record.state), state).toBe(true)
          expect([state, absolute(record.closed ?? ZERO), record.opened ?? '0']).toEqual([state, closed, opened])
        }
        setup.trading.stop()
      }),
      OPTIONS,
    )
    for (const state of ['reversed', 'closed', 'partly', 'kept'])
      expect(reached.get(state) ?? 0, state).toBeGreaterThan(0)
  })

  it('an exit of a part closes no more than that part, however it widens', async () => {
    let whole = 0
    await fc.assert(
      fc.asyncProperty(scene, async (one) => {
        const setup = await play(one, halved(one.side))
        const closed = filledOf(setup, true)
        expect(compare(closed, '1.5' as Size), `${closed} closed`).toBeLessThanOrEqual(0)
        expect(filledOf(setup, false)).toBe('0')
        const action = setup.trading.action(ID)
        if (action !== null && !isRefusedFalsely(one)) expect(action.filled ?? '0').toBe(closed)
        if (compare(closed, '1.5' as Size) === 0) whole += 1
        setup.trading.stop()
      }),
      OPTIONS,
    )
    expect(whole).toBeGreaterThan(0)
  })
})
