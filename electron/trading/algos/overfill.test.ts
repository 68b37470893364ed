import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AlgoRequest, isAlgoFinal } from '../../../contract/algo.ts'
import { add, compare, type Size, ZERO } from '../../../contract/decimal.ts'
import { DEFAULT_LIMITS } from '../../../contract/limits.ts'
import { sizeOfAll } from '../../../contract/scale.ts'
import { runs } from '../../../contract/testing/property-runs.ts'
import { cameToNothing } from '../moves/index.ts'
import { resumeAlgo } from '../testing/algo-text.ts'
import { isOpen, type Lie } from '../testing/model-core.ts'
import { failure, type Route } from '../testing/model-venue.ts'
import { openTradingSetup, type TradingSetup } from '../testing/setup.ts'

const ID = '00000000-0000-4000-8000-0000000a1903'
/** Long enough for everything to expire and be missed. */
const LONG = 90_000

type What =
  | { readonly kind: 'fill'; readonly size: string; readonly which: 'first' | 'last' }
  | { readonly kind: 'fault'; readonly route: Route; readonly arrives: boolean; readonly how: number }
  | { readonly kind: 'lie'; readonly route: Route; readonly how: Lie; readonly times: number }
  | { readonly kind: 'keptCancel' }
  | { readonly kind: 'bid'; readonly up: boolean }
  | {
      readonly kind:
        | 'kill'
        | 'pause'
        | 'resume'
        | 'resumeHeld'
        | 'stop'
        | 'cancelAll'
        | 'stale'
        | 'fresh'
        | 'hand'
        | 'wallet'
    }

/** An event this many ms after the start. */
interface Happening {
  readonly at: number
  readonly what: What
}

const FAULTS = [
  failure('no_answer', 'timeout', 'No answer.'),
  failure('unreachable', 'network', 'Refused.'),
  failure('problem', 'bad_gateway', 'Bad gateway.', { status: 502 }),
  failure('problem', 'stale_prepared_action', 'Stale.'),
  failure('problem', 'market_closed', 'Closed.', { status: 409 }),
]

const what: fc.Arbitrary<What> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('fill' as const),
      size: fc.constantFrom('0.3', '0.7', '1', '2', '9'),
      which: fc.constantFrom('first' as const, 'last' as const),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      route: fc.constantFrom<Route>('prepare', 'submit', 'submit', 'open', 'history', 'fills', 'account'),
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
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('bid' as const), up: fc.boolean() }) },
  { weight: 4, arbitrary: fc.constantFrom<What>({ kind: 'resume' }, { kind: 'resumeHeld' }) },
  {
    weight: 5,
    arbitrary: fc.constantFrom<What>(
      ...(['kill', 'pause', 'stale', 'fresh', 'hand', 'wallet', 'cancelAll', 'stop'] as const).map((kind) => ({
        kind,
      })),
    ),
  },
)

const scene = fc.record({
  algo: fc.constantFrom('scale' as const, 'cross' as const, 'passive' as const, 'passive' as const),
  behaviour: fc.constantFrom('rest' as const, 'half' as const, 'fill' as const),
  arrivesAfter: fc.constantFrom(0, 0, 40, 700),
  answersAfter: fc.constantFrom(0, 30, 900),
  throttleFills: fc.constantFrom(1, 2, 50),
  happenings: fc.array(
    fc.record({ at: fc.oneof(fc.nat(60), fc.nat(2_500), fc.nat(40_000)), what }) as fc.Arbitrary<Happening>,
    { maxLength: 12 },
  ),
})
type Scene = typeof scene extends fc.Arbitrary<infer One> ? One : never

const resume = (setup: TradingSetup, bar: () => null): void => resumeAlgo(setup, ID, bar)

const request = (algo: Scene['algo']): AlgoRequest => ({
  ...{ requestId: ID, asset: 'NYCTMP1', side: 'buy', reduceOnly: false, by: { kind: 'form' } },
  acceptsUntil: false,
  terms:
    algo === 'scale'
      ? {
          kind: 'scale',
          tif: 'GTC',
          orders: ['570.9', '570.7', '570.5', '570.3'].map((price) => ({ price, size: '1' })) as never,
        }
      : {
          kind: 'slices',
          ...{ total: '4' as never, slices: 4, every: 5, worst: '571' as never, requotes: 3 },
          how: algo === 'cross' ? 'cross' : 'passive',
        },
})

/** What a scale was to place when it was resumed: its children from that one on. */
interface Promised {
  readonly from: number
  readonly most: Size
}

interface Played {
  readonly setup: TradingSetup
  readonly promises: readonly Promised[]
  /** What was in the market once everything had come to rest. */
  readonly open: readonly string[]
}

/** Plays all events, then leaves enough time for everything to come to rest, resuming whenever it waits. */
async function play({ algo, happenings, throttleFills, ...venueHow }: Scene): Promise<Played> {
  const limits = () => ({ ...DEFAULT_LIMITS, dayLoss: null, throttleFills })
  const setup = await openTradingSetup({ limits })
  const promises: Promised[] = []
  const { venue, clock, facts } = setup
  const { address } = setup
  let bid = 57050
  setup.facts = {
    ...facts,
    ticker(asset) {
      const found = facts.ticker(asset)
      return found === null ? null : { ...found, bid: (bid / 100).toFixed(2) as never, ask: '571.00' as never }
    },
  }
  Object.assign(venue, venueHow)
  const hand = (): void => {
    const one = setup.trading.topics.view({ kind: 'algos' })?.[0]
    const shown = one?.resumesWith ?? null
    try {
      resume(setup, () => null)
      if (shown !== null) promises.push({ from: one?.children.length ?? 0, most: sizeOfAll(shown) })
    } catch {
      // It does not wait.
    }
  }
  const happen = async (one: What): Promise<void> => {
    const open = venue.orders.filter(({ status }) => status === 'resting' || status === 'partially_filled')
    if (one.kind === 'fill') {
      const order = one.which === 'first' ? open[0] : open.at(-1)
      if (order !== undefined) venue.fill(order.oid, one.size as never)
    } else if (one.kind === 'fault') {
      venue.fail(one.route, FAULTS[one.how] as Error, one.route === 'submit' && one.arrives)
    } else if (one.kind === 'lie') {
      for (let i = 0; i < one.times; i++) venue.lie(one.route, one.how)
    } else if (one.kind === 'keptCancel') venue.keptCancels += 1
    else if (one.kind === 'bid') bid += one.up ? 10 : -10
    else if (one.kind === 'kill') await setup.restart()
    else if (one.kind === 'pause') {
      try {
        setup.trading.algos.pause(ID)
      } catch {
        // It is not at work.
      }
    } else if (one.kind === 'stop') {
      try {
        setup.trading.algos.stop(ID, true)
      } catch {
        // It is over.
      }
    } else if (one.kind === 'resume') hand()
    else if (one.kind === 'resumeHeld') {
      setup.trading.resumeHeld(ID, 'RESUME')
      hand()
    } else if (one.kind === 'stale') setup.stale = true
    else if (one.kind === 'fresh') setup.stale = false
    else if (one.kind === 'hand') {
      const order = open.at(-1)
      if (order !== undefined) venue.end(order.oid, 'cancelled')
    } else if (one.kind === 'wallet') {
      setup.signIn(null)
      setup.signIn(address)
    } else void setup.trading.cancelAll(setup.id(50), null).catch(() => undefined)
  }
  await setup.trading.algos.begin(request(algo), () => null).catch(() => undefined)
  let now = 0
  for (const one of [...happenings].sort((a, b) => a.at - b.at)) {
    await clock.advanceAsync(one.at - now)
    now = one.at
    await happen(one.what)
  }
  for (const list of Object.values(venue.faults)) list.length = 0
  setup.stale = false
  for (let turn = 0; turn < 4; turn++) {
    await clock.advanceAsync(LONG)
    setup.trading.resumeHeld(ID, 'RESUME')
    hand()
  }
  await clock.advanceAsync(LONG)
  const open = venue.orders.filter(isOpen).map(({ oid }) => oid)
  // Any resting order fills completely, as far as it can.
  for (const { oid } of venue.orders) venue.fill(oid, '100' as never)
  await clock.advanceAsync(LONG)
  return { setup, promises, open }
}

const calm = { behaviour: 'rest', arrivesAfter: 0, answersAfter: 0, throttleFills: 50, happenings: [] } as const
const EXAMPLES: readonly Scene[] = [
  { ...calm, algo: 'scale', happenings: [] },
  { ...calm, algo: 'cross', behaviour: 'fill', happenings: [] },
  { ...calm, algo: 'cross', behaviour: 'half', happenings: [] },
  { ...calm, algo: 'passive', happenings: [{ at: 6_000, what: { kind: 'bid', up: true } }] },
  { ...calm, algo: 'passive', happenings: [{ at: 900, what: { kind: 'cancelAll' } }] },
  { ...calm, algo: 'passive', happenings: [{ at: 900, what: { kind: 'stop' } }] },
]

describe('an algo order never trades more than its total', () => {
  it(
    'in every interleaving of fills, cancels, faults, lagging and doubled reads, failed cancels, kills, pauses and confirmations',
    async () => {
      const reached = new Map<string, number>()
      await fc.assert(
        fc.asyncProperty(scene, async (one) => {
          const { setup, promises, open } = await play(one)
          const traded = setup.venue.fills.map(({ size }) => size).reduce(add, ZERO as Size)
          expect(compare(traded, '4' as never), `${traded} traded`).toBeLessThanOrEqual(0)
          for (const { price } of setup.venue.orders) expect(compare(price, '571' as never)).toBeLessThanOrEqual(0)
          const record = setup.algos.read(ID)
          if (record !== null) {
            expect(new Set(record.children.map(({ id }) => id)).size).toBe(record.children.length)
            expect(setup.venue.orders.length).toBeLessThanOrEqual(record.children.length)
            const [view] = setup.trading.topics.view({ kind: 'algos' }) ?? []
            if (isAlgoFinal(record.state) && record.state === 'done')
              expect(compare(view?.filled ?? ZERO, traded)).toBe(0)
          }
          for (const [i, { from, most }] of promises.entries()) {
            const placed = (record?.children ?? [])
              .slice(from, promises[i + 1]?.from)
              .filter(({ id }) => !cameToNothing(setup.journal.read(id)))
            expect(compare(sizeOfAll(placed), most), `${sizeOfAll(placed)} placed, ${most} shown`).toBeLessThanOrEqual(
              0,
            )
          }
          const isOver = record !== null && record.terms.kind === 'slices' && isAlgoFinal(record.state)
          if (isOver && !/look|cancel all/i.test(record.message ?? '')) expect(open).toEqual([])
          const end = record?.state ?? 'refused'
          reached.set(end, (reached.get(end) ?? 0) + 1)
          setup.trading.stop()
        }),
        { numRuns: runs(20, 10_000), examples: EXAMPLES.map((one): [Scene] => [one]) },
      )
      for (const state of ['done', 'stopped']) expect(reached.get(state) ?? 0, state).toBeGreaterThan(0)
    },
    runs(120_000, 1_800_000),
  )
})

describe('an algo order that is killed at every write of its record', () => {
  it.each(['scale', 'cross', 'passive'] as const)(
    '(%s) sends nothing automatically, and no child twice',
    async (algo) => {
      for (let at = 1; at <= 12; at++) {
        const setup = await openTradingSetup()
        const { facts } = setup
        setup.facts = {
          ...facts,
          ticker(asset) {
            const found = facts.ticker(asset)
            return found === null ? null : { ...found, bid: '570.50' as never, ask: '571.00' as never }
          },
        }
        if (algo === 'cross') setup.venue.behaviour = 'half'
        const { write } = setup.algos
        let left = at
        setup.algos.write = (record) => {
          write(record)
          left -= 1
          if (left === 0) throw new Error('killed')
        }
        await setup.trading.algos.begin(request(algo), () => null).catch(() => undefined)
        for (let step = 0; step < 60 && left > 0; step++) await setup.clock.advanceAsync(500)
        setup.algos.write = write
        await setup.restart()
        const sent = setup.venue.orders.length
        await setup.clock.advanceAsync(LONG)
        const state = setup.algos.read(ID)?.state
        expect(setup.venue.orders, `${at}`).toHaveLength(sent)
        expect(['paused', 'resting', 'done'], `${at}`).toContain(state)
        if (state === 'paused') resume(setup, () => null)
        await setup.clock.advanceAsync(LONG)
        for (const { oid } of setup.venue.orders) setup.venue.fill(oid, '100' as never)
        await setup.clock.advanceAsync(LONG)
        const traded = setup.venue.fills.map(({ size }) => size).reduce(add, ZERO as Size)
        expect(compare(traded, '4' as never), `${at}: ${traded}`).toBeLessThanOrEqual(0)
        if (algo === 'scale') expect(compare(traded, '4' as never), `${at}: ${traded}`).toBe(0)
        expect(new Set(setup.venue.arrivals).size).toBe(setup.venue.arrivals.length)
        setup.trading.stop()
      }
    },
  )
})
