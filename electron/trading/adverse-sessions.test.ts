import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ActionState, isFinal } from '../../contract/action.ts'
import { absolute, add, compare, type Decimal, type Size, signOf, subtract } from '../../contract/decimal.ts'
import { DEFAULT_LIMITS } from '../../contract/limits.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import type { StoredAction } from '../storage/index.ts'
import { failure } from './testing/model-failure.ts'
import { ASSET } from './testing/model-venue.ts'
import { BUY, openTradingSetup, type TradingSetup } from './testing/setup.ts'

/**
 * A service that answers in any way that nothing forbids: a refusal status for an accepted order, a false outage, pages shorter than requested,
 * incomplete lists, a jumping clock, and lost orders that arrive late.
 */
type Move =
  | { readonly kind: 'order'; readonly side: 'buy' | 'sell'; readonly tif: 'GTC' | 'IOC'; readonly does: Behavior }
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly code: string
      readonly own: boolean
      readonly taken: boolean
    }
  | { readonly kind: 'hang'; readonly taken: boolean }
  | { readonly kind: 'read'; readonly route: 'open' | 'history' | 'fills' | 'account'; readonly status: number }
  | { readonly kind: 'cap'; readonly rows: number }
  | { readonly kind: 'empty' }
  | { readonly kind: 'leap'; readonly ms: number }
  | { readonly kind: 'late'; readonly pick: number }
  | { readonly kind: 'fill'; readonly pick: number }
  | { readonly kind: 'cancel'; readonly pick: number }
  | { readonly kind: 'kill' }
  | { readonly kind: 'wait'; readonly ms: number }
type Behavior = 'rest' | 'fill' | 'half'

const CODES = ['already_submitted', 'stale_prepared_action', 'insufficient_margin', 'internal', 'upstream_timeout', 'x']
/** Statuses that prove that the service did nothing; 404 and 409 prove less without the service's own code. */
const REFUSING = new Set([400, 401, 403, 405, 410, 415, 422, 423, 429])
const CERTAIN_CODES = new Set(['insufficient_margin'])

const kind = <K extends Move['kind']>(name: K) => fc.constant(name)
const status = fc.constantFrom(302, 400, 403, 404, 408, 409, 423, 429, 500, 502, 503, 504)
const pick = fc.nat(20)
const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: kind('order'),
      side: fc.constantFrom('buy', 'sell'),
      tif: fc.constantFrom('GTC', 'IOC'),
      does: fc.constantFrom<Behavior>('rest', 'fill', 'half'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind('answer'),
      status,
      code: fc.constantFrom(...CODES),
      own: fc.boolean(),
      taken: fc.boolean(),
    }),
  },
  fc.record({ kind: kind('hang'), taken: fc.boolean() }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('read'),
      route: fc.constantFrom('open', 'history', 'fills', 'account'),
      status,
    }),
  },
  fc.record({ kind: kind('cap'), rows: fc.integer({ min: 20, max: 60 }) }),
  fc.record({ kind: kind('empty') }),
  fc.record({ kind: kind('leap'), ms: fc.constantFrom(-3_600_000, 0, 3_600_000) }),
  fc.record({ kind: kind('late'), pick }),
  fc.record({ kind: kind('fill'), pick }),
  fc.record({ kind: kind('cancel'), pick }),
  fc.record({ kind: kind('kill') }),
  { weight: 3, arbitrary: fc.record({ kind: kind('wait'), ms: fc.constantFrom(0, 50, 400, 3_500, 40_000) }) },
)

const LIMIT = '6' as Size

/** Whether the answer is one that a service gives only when it has done nothing; a false one is found out by reads alone. */
const isRefusal = ({ status: code, code: text, own }: Extract<Move, { kind: 'answer' }>): boolean => {
  if (text === 'already_submitted' || text === 'stale_prepared_action') return false
  return REFUSING.has(code) || ((code === 404 || code === 409) && (own || CERTAIN_CODES.has(text)))
}

class Session {
  readonly setup: TradingSetup
  /** Whether anything was refused but accepted all the same: limits are then enforced only once reads show it. */
  hasLied = false
  actions = 0
  /** Orders that were sent and lost, by their action: they may arrive late. */
  readonly lost: StoredAction[] = []

  constructor(setup: TradingSetup) {
    this.setup = setup
  }

  async take(step: Move): Promise<void> {
    const { setup } = this
    const { venue } = setup
    const order = 'pick' in step ? venue.orders[step.pick % Math.max(1, venue.orders.length)] : undefined
    switch (step.kind) {
      case 'order': {
        venue.behaviour = step.does
        const price = (step.side === 'buy' ? '570.50' : '571.50') as never
        void setup.trading.submit(setup.id(this.actions), { ...BUY, side: step.side, price, tif: step.tif })
        this.actions += 1
        await setup.clock.advanceAsync(20)
        return
      }
      case 'answer': {
        const { status: code, code: text, own, taken } = step
        if (taken && isRefusal(step)) this.hasLied = true
        venue.fail('submit', failure('problem', text, 'Words.', { status: code, isProblem: own }), taken)
        return
      }
      case 'hang':
        venue.fail('submit', 'hang', step.taken)
        return
      case 'read':
        venue.fail(step.route, failure('problem', 'x', 'Down.', { status: step.status, isProblem: false }))
        return
      case 'cap':
        venue.pageCap = step.rows
        return
      case 'empty':
        venue.emptyPositions = 1
        return
      case 'leap':
        setup.measuredOffset = step.ms
        return
      case 'late':
        this.#arriveLate(step.pick)
        return
      case 'fill':
        if (order !== undefined) venue.fill(order.oid, '0.7' as Size)
        return
      case 'cancel':
        if (order === undefined) return
        void setup.trading.submit(setup.id(this.actions), {
          kind: 'cancel',
          asset: ASSET,
          oid: order.oid,
          cloid: order.cloid,
        })
        this.actions += 1
        return
      case 'kill':
        await setup.restart()
        return
      case 'wait':
        await setup.clock.advanceAsync(step.ms)
        return
    }
  }

  /** A sent order that the venue lacks arrives after all. */
  #arriveLate(index: number): void {
    const { venue, journal } = this.setup
    const gone = journal
      .recent('model', 100)
      .filter(({ steps }) => steps.some(({ state }) => state === 'sent'))
      .filter(({ intent, cloid }) => intent.kind === 'place' && !venue.orders.some((order) => order.cloid === cloid))
    const one = gone[index % Math.max(1, gone.length)]
    if (one?.intent.kind !== 'place') return
    if (isFinal(one.state)) this.hasLied = true
    venue.place({ ...one.intent, cloid: one.cloid }, venue.behaviour)
  }

  /** Positions and resting orders of the venue, against the position limit. */
  expectWithinLimit(): void {
    const { venue } = this.setup
    for (const side of ['buy', 'sell'] as const) {
      let most: Size = venue.position
      for (const order of venue.orders) {
        if (order.side !== side || (order.status !== 'resting' && order.status !== 'partially_filled')) continue
        const left = subtract(order.size, order.filled)
        most = side === 'buy' ? add(most, left) : subtract(most, left)
      }
      const isOver = compare(absolute(most), LIMIT) > 0 && compare(absolute(most), absolute(venue.position)) > 0
      expect(isOver, `${side}: ${venue.position} held, ${most} at most`).toBe(false)
    }
  }

  /** Every order of the venue is reported correctly, and the venue has nothing of what is reported as over. */
  expectAgreement(): void {
    const { venue, journal } = this.setup
    const reports = journal.recent('model', 500).filter(({ intent }) => intent.kind === 'place')
    for (const action of reports) {
      const order = venue.orders.find(({ cloid }) => cloid === action.cloid)
      const context = action.steps.map(({ state, detail }) => `${state} ${detail ?? ''}`).join('; ')
      if (order === undefined) {
        expect(['refused', 'rejected', 'expired', 'unknown'], context).toContain(action.state)
        continue
      }
      /** One that lapsed at once without a fill came to nothing, whichever status was reported for it. */
      const isOver = order.status !== 'resting' && order.status !== 'partially_filled'
      if (isOver && signOf(order.filled) === 0 && isFinal(action.state)) continue
      const as: { readonly [status: string]: ActionState } = { resting: 'resting', partially_filled: 'partly_filled' }
      expect(action.state, context).toBe(as[order.status] ?? order.status)
      expect(compare(action.filled ?? ('0' as Size), order.filled), context).toBe(0)
    }
    const cloids = venue.orders.map(({ cloid }) => cloid)
    expect(new Set(cloids).size, 'an order is there twice').toBe(cloids.length)
    const sum = reports.reduce((total, { intent, filled }) => {
      if (intent.kind !== 'place') return total
      const size = filled ?? ('0' as Size)
      return intent.side === 'buy' ? add(total, size) : subtract(total, size)
    }, '0' as Decimal)
    expect(compare(sum as Size, venue.position), 'what was reported sums up to what is held').toBe(0)
  }
}

async function play(moves: readonly Move[]): Promise<void> {
  const setup = await openTradingSetup({
    limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, position: LIMIT }),
  })
  const session = new Session(setup)
  const external: string[] = []
  const listen = () => setup.trading.onExternal((found) => external.push(JSON.stringify(found)))
  listen()
  for (const step of moves) {
    await session.take(step)
    if (step.kind === 'kill') listen()
    if (!session.hasLied) session.expectWithinLimit()
  }
  const { venue } = setup
  for (const list of Object.values(venue.faults)) list.length = 0
  venue.emptyPositions = 0
  setup.measuredOffset = 0
  /** A restart gives up hanging requests; sent actions expire, and the reads come to rest. */
  await setup.restart()
  listen()
  await setup.clock.advanceAsync(120_000)
  session.expectAgreement()
  expect(external, 'own orders are not reported as another client’s').toEqual([])
  setup.trading.stop()
}

describe('random sessions against a service that answers anything', () => {
  it('end with everything reported correctly, and never exceed the position limit', async () => {
    await fc.assert(fc.asyncProperty(fc.array(move, { minLength: 2, maxLength: 18 }), play), {
      numRuns: runs(40, 10_000),
    })
  })
})
