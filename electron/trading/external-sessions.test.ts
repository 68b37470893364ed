import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AccountView, Fill } from '../../contract/account.ts'
import { type Size, signOf } from '../../contract/decimal.ts'
import { DEFAULT_LIMITS } from '../../contract/limits.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import { ASSET } from './testing/model-venue.ts'
import { BUY, openTradingSetup, type TradingSetup } from './testing/setup.ts'

/**
 * Own orders, another client's, and actions of the service itself, in any order, while fills and positions are listed late, each by another lag, and
 * the terminal is killed now and then.
 */
type Move =
  | { readonly kind: 'own' | 'external'; readonly side: 'buy' | 'sell'; readonly does: 'rest' | 'fill' | 'half' }
  | { readonly kind: 'fill'; readonly pick: number }
  | { readonly kind: 'settle'; readonly says: boolean }
  | { readonly kind: 'liquidate' }
  | { readonly kind: 'lag'; readonly fills: number; readonly positions: number }
  | { readonly kind: 'answer'; readonly after: number }
  | { readonly kind: 'kill' }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'shift'; readonly size: string }

const kind = <K extends Move['kind']>(name: K) => fc.constant(name)
const terms = { side: fc.constantFrom('buy', 'sell'), does: fc.constantFrom('rest', 'fill', 'half') } as const
const lag = fc.constantFrom(0, 0, 300, 2_500, 6_000)
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: kind('own'), ...terms }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('external'), ...terms }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('fill'), pick: fc.nat(20) }) },
  fc.record({ kind: kind('settle'), says: fc.boolean() }),
  fc.record({ kind: kind('liquidate') }),
  { weight: 2, arbitrary: fc.record({ kind: kind('lag'), fills: lag, positions: lag }) },
  fc.record({ kind: kind('answer'), after: fc.constantFrom(0, 1_500, 5_000) }),
  fc.record({ kind: kind('kill') }),
  { weight: 5, arbitrary: fc.record({ kind: kind('wait'), ms: fc.constantFrom(0, 100, 1_000, 4_000, 20_000) }) },
  fc.record({ kind: kind('shift'), size: fc.constantFrom('9', '-4.5', '0.25') }),
)

/** Two account reads and their delays, ms. */
const TWO_READS = 5_000

class Session {
  readonly setup: TradingSetup
  readonly external = new Set<string>()
  /** When each external fill's order was first listed, and each report with its time. */
  readonly listed = new Map<string, number>()
  readonly notified = new Map<string, number[]>()
  changes = 0
  shifts = 0
  actions = 0
  startedAt: number
  #lags = { fills: 0, positions: 0 }
  readonly #positions: { readonly at: number; readonly size: Size }[]

  constructor(setup: TradingSetup) {
    this.setup = setup
    const { venue, clock } = setup
    this.startedAt = clock.now()
    this.#positions = [{ at: 0, size: venue.position }]
    venue.onFill.push(() => this.#moved())
    const { fills, account } = venue.service
    Object.assign(venue.service, {
      fills: async (...args: Parameters<typeof fills>): Promise<readonly Fill[]> => {
        const until = clock.now() - this.#lags.fills
        const rows = (await fills(...args)).filter(({ time }) => time <= until)
        for (const { oid } of rows) if (!this.listed.has(oid ?? '')) this.listed.set(oid ?? '', clock.now())
        return rows
      },
      account: async (...args: Parameters<typeof account>): Promise<AccountView> => {
        const until = clock.now() - this.#lags.positions
        const size = this.#positions.findLast(({ at }) => at <= until)?.size ?? venue.position
        const now = venue.position
        venue.position = size
        return account(...args).finally(() => {
          venue.position = now
        })
      },
    })
    this.#listen()
  }

  #listen(): void {
    this.setup.trading.onExternal((found) => {
      if (found.kind === 'positions') this.changes += 1
      const ids = found.kind === 'orders' ? found.orders.map(({ oid }) => oid) : []
      const traded = found.kind === 'trades' ? found.trades.map(({ id }) => id) : []
      for (const id of [...ids, ...traded])
        this.notified.set(id, [...(this.notified.get(id) ?? []), this.setup.clock.now()])
    })
  }

  #moved(): void {
    this.#positions.push({ at: this.setup.clock.now(), size: this.setup.venue.position })
  }

  async take(step: Move): Promise<void> {
    const { setup } = this
    const { venue, clock } = setup
    switch (step.kind) {
      case 'own':
        venue.behaviour = step.does
        void setup.trading.submit(setup.id(this.actions), { ...BUY, side: step.side })
        this.actions += 1
        await clock.advanceAsync(20)
        return
      case 'external':
        this.external.add(venue.place({ ...BUY, side: step.side, cloid: null }, step.does).oid ?? '')
        return
      case 'fill': {
        const order = venue.orders[step.pick % Math.max(1, venue.orders.length)]
        if (order !== undefined) venue.fill(order.oid, '0.7' as Size)
        return
      }
      case 'settle':
      case 'liquidate': {
        if (signOf(venue.position) === 0) return
        const side = signOf(venue.position) > 0 ? 'sell' : 'buy'
        const size = venue.position.replace('-', '') as Size
        const text = step.kind === 'settle' ? 'settlement' : 'liquidation'
        if (step.kind === 'liquidate' || step.says) venue.fillBy(text, { asset: ASSET, side, price: BUY.price, size })
        else {
          // No fill shows it, but a read shows the position gone: around the end of a bucket nothing trades.
          while (setup.trading.inFlight() > 0) await clock.advanceAsync(1_000)
          await clock.advanceAsync(this.#lags.positions)
          venue.position = '0' as Size
          this.#moved()
          await clock.advanceAsync(this.#lags.positions + this.#lags.fills + 30_000)
        }
        return
      }
      case 'lag':
        this.#lags = step
        return
      case 'answer':
        venue.answersAfter = step.after
        return
      case 'kill':
        await setup.restart()
        this.startedAt = clock.now()
        this.#listen()
        return
      case 'wait':
        await clock.advanceAsync(step.ms)
        return
      case 'shift': {
        // Earlier changes have come to rest, so that it is this change and no other.
        await clock.advanceAsync(60_000)
        const [before, position] = [this.changes, venue.position]
        if (position === step.size) return
        venue.position = step.size as Size
        this.#moved()
        this.shifts += 1
        await clock.advanceAsync(30_000)
        expect(this.changes, `from ${position} to ${step.size}`).toBe(before + 1)
        return
      }
    }
  }

  expectReported(): void {
    const { venue, clock, journal } = this.setup
    /** Until an own order has its id, another one in the same asset may be it. */
    const answered = journal.recent('model', 500).map(({ steps }) => {
      const sent = steps.findIndex(({ state }) => state === 'sent')
      return steps[sent + 1]?.at ?? 0
    })
    for (const { oid, time } of venue.orders) {
      const reports = this.notified.get(oid) ?? []
      expect(reports.length, `order ${oid}`).toBe(this.external.has(oid) ? 1 : 0)
      const [at] = reports
      const listed = Math.max(this.listed.get(oid) ?? Number.POSITIVE_INFINITY, this.startedAt, time)
      if (at === undefined || listed >= clock.now()) continue
      const from = Math.max(listed, ...answered.filter((one) => one <= at))
      expect(at - from).toBeLessThanOrEqual(TWO_READS)
    }
    expect(this.notified.size).toBe(this.external.size)
    expect(this.changes, 'positions that no fill tells of').toBe(this.shifts)
  }
}

async function play(moves: readonly Move[]): Promise<void> {
  const setup = await openTradingSetup({ limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null }) })
  await setup.clock.advanceAsync(15_000)
  const session = new Session(setup)
  for (const step of moves) await session.take(step)
  await setup.clock.advanceAsync(60_000)
  session.expectReported()
  setup.trading.stop()
}

describe('random sessions with another client, and lists that lag behind one another', () => {
  it('report everything that this terminal did not do, once and within two reads, and nothing that it did', async () => {
    await fc.assert(fc.asyncProperty(fc.array(move, { minLength: 2, maxLength: 20 }), play), {
      numRuns: runs(25, 10_000),
    })
  })
})
