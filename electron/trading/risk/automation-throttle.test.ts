import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AutomatedWork, AutomationPause } from '../../../contract/action.ts'
import type { Price, Size } from '../../../contract/decimal.ts'
import type { Intent } from '../../../contract/intent.ts'
import { DEFAULT_LIMITS } from '../../../contract/limits.ts'
import { runs } from '../../../contract/testing/property-runs.ts'
import { failure } from '../testing/model-venue.ts'
import { BUY, openTradingSetup, type TradingSetup } from '../testing/setup.ts'

const SLICES: AutomatedWork = { id: 'slices-1', what: 'Slices' }
const OTHER: AutomatedWork = { id: 'scale-1', what: 'Scale' }
const small: Intent = { ...BUY, size: '0.0100' as Size, price: '570.50' as Price }

const paused = ({ trading }: TradingSetup): readonly AutomationPause[] =>
  trading.topics.view({ kind: 'held_pauses' }) ?? []

/** Sends one automated order, and has it fill in two parts. */
async function fillOne(
  setup: TradingSetup,
  number: number,
  held: AutomatedWork | undefined,
  intent = small,
): Promise<void> {
  await setup.trading.submit(setup.id(number), intent, { held })
  await setup.clock.advanceAsync(50)
  const { oid } = setup.action(number)
  if (oid === null) return
  for (const part of ['0.004', '0.006']) {
    setup.venue.fill(oid, part as Size)
    await setup.clock.advanceAsync(600)
  }
}

describe('automated work with fills', () => {
  it('five times in 10 s is paused, with the next order refused and the parts of one counted once', async () => {
    const setup = await openTradingSetup()
    const reports: AutomationPause[] = []
    setup.trading.onHeldPaused((pause) => reports.push(pause))
    for (let number = 1; number <= 4; number++) await fillOne(setup, number, SLICES)
    expect(paused(setup)).toEqual([])
    await fillOne(setup, 5, SLICES)
    expect(paused(setup)).toMatchObject([{ ...SLICES, fills: 5, seconds: 10 }])
    expect(reports).toEqual(paused(setup))
    await setup.trading.submit(setup.id(6), small, { held: SLICES })
    await setup.clock.advanceAsync(50)
    expect(setup.action(6)).toMatchObject({ state: 'refused', code: 'held_paused' })
    expect(setup.action(6).message).toBe(
      'Slices paused: 5 of its orders filled within 10 s. It sends nothing that adds exposure until you type RESUME.',
    )
  })

  it('is paused alone: other work and manual orders continue, and so do its closes', async () => {
    const setup = await openTradingSetup()
    for (let number = 1; number <= 5; number++) await fillOne(setup, number, SLICES)
    await fillOne(setup, 6, OTHER)
    await fillOne(setup, 7, undefined)
    expect([setup.action(6).code, setup.action(7).code]).toEqual([null, null])
    const close: Intent = { ...BUY, side: 'sell', reduceOnly: true, size: '0.0100' as Size, price: '571.00' as Price }
    await setup.trading.submit(setup.id(8), close, { held: SLICES })
    await setup.clock.advanceAsync(50)
    expect(setup.action(8).code).not.toBe('held_paused')
  })

  it('is also paused for orders that were reported as refused and reappear filled, each counted once', async () => {
    const limits = () => ({ ...DEFAULT_LIMITS, dayLoss: null, throttleFills: 2, throttleSeconds: 300 })
    const setup = await openTradingSetup({ limits })
    setup.venue.behaviour = 'fill'
    const shown = async (number: number): Promise<void> => {
      setup.venue.fail('submit', failure('problem', 'market_closed', 'Closed.', { status: 409 }), true)
      await setup.trading.submit(setup.id(number), { ...small, tif: 'IOC' } as Intent, { held: SLICES })
      await setup.clock.advanceAsync(60_000)
      expect(setup.states(number)).toEqual(expect.arrayContaining(['rejected', 'filled']))
    }
    await shown(1)
    expect(paused(setup)).toEqual([])
    await shown(2)
    expect(paused(setup)).toMatchObject([{ ...SLICES, fills: 2 }])
  })

  it('stays paused across a restart, and resumes only on the typed word', async () => {
    const setup = await openTradingSetup()
    for (let number = 1; number <= 5; number++) await fillOne(setup, number, SLICES)
    await setup.restart()
    expect(paused(setup)).toHaveLength(1)
    expect(setup.trading.resumeHeld(SLICES.id, 'resume')).toBe(false)
    expect(setup.trading.resumeHeld('another', 'RESUME')).toBe(false)
    await setup.trading.submit(setup.id(6), small, { held: SLICES })
    await setup.clock.advanceAsync(50)
    expect(setup.action(6).code).toBe('held_paused')
    expect(setup.trading.resumeHeld(SLICES.id, 'RESUME')).toBe(true)
    expect(paused(setup)).toEqual([])
    for (let number = 7; number <= 10; number++) await fillOne(setup, number, SLICES)
    expect(paused(setup)).toEqual([])
  })

  it('at longer intervals is not paused, nor are manual orders', async () => {
    const setup = await openTradingSetup()
    for (let number = 1; number <= 8; number++) {
      await fillOne(setup, number, SLICES)
      await setup.clock.advanceAsync(1500)
    }
    for (let number = 11; number <= 18; number++) await fillOne(setup, number, undefined)
    expect(paused(setup)).toEqual([])
  })

  it('never continues past the fifth within 10 s, whenever they come', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 6000 }), { minLength: 5, maxLength: 12 }), async (gaps) => {
        const setup = await openTradingSetup()
        const at: number[] = []
        for (const [number, gap] of gaps.entries()) {
          await setup.clock.advanceAsync(gap)
          const before = paused(setup).length
          await fillOne(setup, number, SLICES)
          const went = setup.action(number).state !== 'refused'
          expect(went).toBe(before === 0)
          if (went) at.push(setup.clock.monotonic())
          const five = at.slice(-5)
          /** A fill is seen at most a second before its order is checked here. */
          if (five.length === 5 && Math.max(...five) - Math.min(...five) < 9000) expect(paused(setup)).toHaveLength(1)
        }
      }),
      { numRuns: runs(10, 200) },
    )
  })
})
