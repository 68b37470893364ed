/** Orders in every state, and a service that is late, loses answers and fills meanwhile: a Flatten that reports completion is right. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Intent } from '../../../contract/intent.ts'
import { runs } from '../../../contract/testing/property-runs.ts'
import { ASSET, failure } from '../testing/model-venue.ts'
import { BUY, openTradingSetup, type TradingSetup } from '../testing/setup.ts'

const PREDICT: Intent = {
  kind: 'predict',
  asset: ASSET,
  targetF: '72' as never,
  size: '2' as never,
  direction: 'long',
  protection: { kind: 'worst', price: '576.00' as never },
}
const press = fc.record({
  intent: fc.constantFrom<Intent>(
    BUY,
    { ...BUY, tif: 'IOC' },
    { ...BUY, side: 'sell', price: '571.50' as never },
    PREDICT,
  ),
  behaviour: fc.constantFrom('rest', 'fill', 'half'),
  /** Delay before the next request, ms. */
  pause: fc.constantFrom(0, 5, 80, 700),
  /** Result of its submit, or of another client's that comes first. */
  fault: fc.constantFrom('none', 'none', 'none', 'lost', 'lost answer', 'unavailable'),
})
const session = fc.record({
  presses: fc.array(press, { maxLength: 6 }),
  position: fc.constantFrom('-3', '0', '3'),
  prepareTakes: fc.constantFrom(0, 60, 600),
  arrivesAfter: fc.constantFrom(0, 30, 700),
  answersAfter: fc.constantFrom(0, 150, 1_500),
  /** Duration of a read of the open orders. */
  openTakes: fc.constantFrom(0, 100, 900),
  /** A resting order fills this long after the click on Flatten, ms. */
  fills: fc.array(fc.constantFrom(1, 40, 120, 400, 1_600), { maxLength: 3 }),
})

function slowPrepares(setup: TradingSetup, ms: number): void {
  const { service } = setup.venue
  for (const name of ['prepareOrder', 'prepareClose', 'prepareCancel', 'preparePredict'] as const) {
    const prepare = service[name] as (...args: unknown[]) => Promise<unknown>
    Object.assign(service, {
      [name]: async (...args: unknown[]) => {
        if (ms > 0) await new Promise<void>((resolve) => setup.clock.after(ms, resolve))
        return prepare(...args)
      },
    })
  }
}

const LOST = () => failure('no_answer', 'timeout', 'No answer.')

function failNext({ venue }: TradingSetup, fault: string): void {
  if (fault === 'lost') venue.fail('submit', LOST(), false)
  else if (fault === 'lost answer') venue.fail('submit', LOST(), true)
  else if (fault === 'unavailable') venue.fail('submit', failure('problem', 'down', 'Down.', { status: 503 }), true)
}

it('a Flatten that reports completion leaves no order, no position, and nothing under way', async () => {
  await fc.assert(
    fc.asyncProperty(
      session,
      async ({ presses, position, prepareTakes, arrivesAfter, answersAfter, openTakes, fills }) => {
        const setup = await openTradingSetup()
        const { venue, clock, trading } = setup
        venue.position = position as never
        Object.assign(venue, { arrivesAfter, answersAfter })
        slowPrepares(setup, prepareTakes)
        await clock.advanceAsync(3_000)
        for (const [i, { intent, behaviour, pause, fault }] of presses.entries()) {
          venue.behaviour = behaviour as never
          failNext(setup, fault)
          void trading.submit(setup.id(i + 1), intent)
          await clock.advanceAsync(pause)
        }
        venue.takes = { open: openTakes }
        const flatten = trading.flatten({
          requestId: setup.id(99),
          protection: {
            scalar: { kind: 'distance', distance: '3', bound: null },
            probability: { kind: 'distance', distance: '0.05', bound: null },
          } as never,
          cancelOrders: true,
        })
        for (const ms of fills) {
          clock.after(ms, () => {
            const order = venue.orders.find(({ status }) => status === 'resting')
            if (order !== undefined) venue.fill(order.oid, order.size)
          })
        }
        await clock.advanceAsync(60_000)
        const report = await flatten
        const says = report.unknown.length === 0 && report.failures.length === 0
        const done = report.markets.every(
          (market) =>
            market.cancelled === market.orders && (market.position === 'closed' || market.position === 'none'),
        )
        // A stopped action is never sent, regardless of the report.
        await clock.advanceAsync(600_000)
        for (const { id } of report.stopped) {
          const action = setup.journal.read(id)
          expect(action).toMatchObject({ state: 'refused', code: 'stopped' })
        }
        expect(new Set(venue.arrivals).size).toBe(venue.arrivals.length)
        if (!says || !done) return
        expect(venue.orders.filter(({ status }) => status === 'resting')).toEqual([])
        expect(Number(venue.position)).toBe(0)
      },
    ),
    { numRuns: runs(25, 3_000) },
  )
})
