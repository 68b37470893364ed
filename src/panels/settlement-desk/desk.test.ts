import { describe, expect, it } from 'vitest'
import type { Position } from '../../../contract/account.ts'
import { type Decimal, price, type Size } from '../../../contract/decimal.ts'
import { Forecaster, pathOf, USUAL_ASSUMPTIONS } from '../../../contract/settlement/index.ts'
import { millis } from '../../../contract/time.ts'
import { directionWorth, upWorth } from './binary-worth.tsx'
import { assumptionsOf, chanceText, choiceFrom, type Desk, USUAL_CHOICE, weatherDrift, windowSeen } from './desk.ts'
import { levelRows, middleOf } from './level-ladder.tsx'
import { axisOf, beyond, ownMarks, placeOf, ticksOf } from './settlement-distribution.tsx'

const NOTHING = pathOf(0, 1000, new Float64Array(0))
/** A normal distribution around 561.00, 1.00 wide. */
const found = new Forecaster({ days: NOTHING, hours: NOTHING, minutes: NOTHING }).forecast(
  { now: 0, end: 3_600_000, window: 120_000, mark: 561, soFar: null },
  { ...USUAL_ASSUMPTIONS, volatility: { by: 'own', perRootHour: 1 / Math.sqrt((58 + 2 / 3) / 60) } },
)
if (found.is !== 'forecast') throw new Error(found.is)
const forecast = found
const tick = price('0.01')
const position = {
  ...{ family: 'scalar', asset: 'NYCTMP1', size: '40' as Size, entryPx: price('560.50'), leverage: 10 },
  ...{ margin: null, realizedPnl: null, unrealizedPnl: null, liquidationPx: null },
} as unknown as Position

describe('the observed part of the window', () => {
  const estimate = (coveredMs: number) => ({
    twapEstimate: { mark: price('561.00'), temperature: '61.00' as never, coveredMs },
    twapWindow: 120_000,
  })
  const end = millis(1_000_000)

  it('represents its whole elapsed part, and reports what was missed', () => {
    expect(windowSeen(estimate(40_000), { end }, end - 80_000)).toEqual({
      ...{ mark: '561.00', seenMs: 40_000, windowMs: 120_000, missedMs: 0 },
    })
    expect(windowSeen(estimate(10_000), { end }, end - 80_000)?.missedMs).toBe(30_000)
    expect(windowSeen(estimate(130_000), { end }, end + 5000)?.seenMs).toBe(120_000)
  })

  it('is null before the window starts, and while nothing was observed', () => {
    expect(windowSeen(estimate(0), { end }, end - 121_000)).toBeNull()
    expect(windowSeen({ twapEstimate: null, twapWindow: 120_000 }, { end }, end - 80_000)).toBeNull()
  })
})

describe('the rows of the levels', () => {
  const desk = { mark: price('561.00'), seen: null, forecast, position, tick }

  it("have the probability, the position's result, and the side of the order that would rest there", () => {
    const [above, at, below] = levelRows([price('562.00'), price('561.00'), price('560.00')], desk)
    expect(above).toMatchObject({ side: 'sell', makes: '60.00', rest: null, isAtMark: false })
    expect(at).toMatchObject({ side: 'buy', makes: '20.00', isAtMark: true })
    expect(below).toMatchObject({ side: 'buy', makes: '-20.00' })
    expect(above?.chance).toBeCloseTo(0.16, 2)
    expect(below?.chance).toBeCloseTo(0.84, 2)
  })

  it('in the final window have the required average of the rest, and nothing unknown', () => {
    const seen = { mark: price('560.50'), seenMs: 60_000, windowMs: 120_000, missedMs: 0 }
    expect(levelRows([price('561.00')], { ...desk, seen })).toMatchObject([{ rest: '561.50' }])
    const missing: Desk['forecast'] = { is: 'missing', reason: 'No mark yet.' }
    expect(levelRows([price('561.00')], { ...desk, seen, forecast: missing, position: null })).toMatchObject([
      { rest: null, chance: null, makes: null },
    ])
  })
})

describe('the middle of the levels', () => {
  it('stays while the mark moves a little, and follows larger moves', () => {
    const at = (mark: string, before: ReturnType<typeof middleOf>) =>
      middleOf({ mark: price(mark), tick, forecast: { is: 'loading' } }, before)
    const first = at('561.00', null)
    expect(first).toEqual({ level: '561.00', step: '0.20' })
    expect(at('561.35', first)).toBe(first)
    expect(at('562.00', first)).toEqual({ level: '562.00', step: '0.20' })
  })

  it('is between the mark and the expected settlement', () => {
    const middle = middleOf({ mark: price('565.00'), tick, forecast }, null)
    expect(Number(middle?.level)).toBeGreaterThan(561.5)
    expect(Number(middle?.level)).toBeLessThan(562.5)
  })
})

describe('the value of UP', () => {
  it('is the probability above the midpoint: one half at a midpoint half a tick off the mean', () => {
    expect(upWorth(forecast.distribution, price('561.005'), tick)).toBeCloseTo(0.498, 3)
    expect(upWorth(forecast.distribution, price('561.00'), tick)).toBeCloseTo(0.498, 3)
    expect(upWorth(forecast.distribution, price('560.995'), tick)).toBeCloseTo(0.502, 3)
  })

  it('is compared with price and fee, and with nothing where one is unknown', () => {
    const fees = { makerBps: '1' as Decimal, takerBps: '10' as Decimal }
    const up = directionWorth('UP', { up: 0.6, price: price('0.55'), fees })
    expect(up).toMatchObject({ worth: 0.6, fee: '0.00055' })
    expect(up.difference).toBeCloseTo(0.04945, 9)
    expect(directionWorth('DOWN', { up: 0.6, price: null, fees })).toMatchObject({ worth: 0.4, difference: null })
    expect(directionWorth('UP', { up: 0.6, price: price('0.55'), fees: undefined }).difference).toBeNull()
  })
})

describe('the drawing', () => {
  it('covers the distribution, the mark and nearby holdings; farther ones are reported as beyond', () => {
    const own = ownMarks({ position, exits: [] })
    expect(own).toMatchObject([{ kind: 'entry', at: 560.5, name: expect.stringMatching(/^Long 40 from 60\.50/) }])
    const axis = axisOf(forecast.distribution, [561, null], own)
    expect(placeOf(axis, 561)).toBeCloseTo(50, 0)
    expect(beyond(axis, 561)).toBe(0)
    expect([500, 600].map((mark) => beyond(axis, mark))).toEqual([-1, 1])
    expect(ticksOf(axis).length).toBeGreaterThanOrEqual(2)
    expect(ticksOf(axis).length).toBeLessThanOrEqual(5)
  })

  it('has an axis even where nothing is uncertain any more', () => {
    const axis = axisOf({ ...forecast.distribution, deviation: 0 }, [561], [])
    expect(axis.high).toBeGreaterThan(axis.low)
  })
})

describe('assumptions', () => {
  it('fall back to the default where the saved ones are invalid', () => {
    for (const kept of [undefined, 3, 'x', null, { hours: 5, by: 'x', factor: 3 }]) {
      expect(choiceFrom(kept)).toEqual(USUAL_CHOICE)
    }
    expect(choiceFrom({ hours: 72, drift: false, by: 'own', own: '1.5' })).toMatchObject({ hours: 72, own: '1.5' })
  })

  it('are not guessed from unreadable text', () => {
    expect(assumptionsOf(USUAL_CHOICE)).toEqual(USUAL_ASSUMPTIONS)
    for (const factor of ['', 'x', '0', '11', '-1', '1e1'])
      expect(assumptionsOf({ ...USUAL_CHOICE, factor })).toBeNull()
    expect(assumptionsOf({ ...USUAL_CHOICE, by: 'own', factor: 'x', own: '0.9' })?.volatility).toEqual({
      ...{ by: 'own', perRootHour: 0.9 },
    })
  })

  it('probabilities are shown only as precisely as they are meaningful', () => {
    expect([0, 0.0504, 0.5, 0.951, 1].map(chanceText)).toEqual(['< 0.1 %', '5.0 %', '50 %', '95.1 %', '> 99.9 %'])
  })
})

describe('the drift by a weather forecast', () => {
  const HOUR = 3_600_000
  const points = [50, 52, 54].map((temperature, i) => ({
    at: millis(i * HOUR),
    temperature: String(temperature) as never,
  }))
  const of = { now: HOUR / 2, end: 2 * HOUR, window: 120_000 }

  it('is the change until the middle of the rest of the window', () => {
    const skill = { buckets: 100, with: 1, without: 2 }
    expect(weatherDrift(skill, points, of)).toBeCloseTo((2 * (2 * HOUR - 60_000 - HOUR / 2)) / HOUR, 9)
  })

  it('is none before its skill was measured on 100 buckets, and without a forecast that reaches', () => {
    expect(weatherDrift({ buckets: 99, with: 1, without: 2 }, points, of)).toBeNull()
    expect(weatherDrift(null, points, of)).toBeNull()
    const skill = { buckets: 100, with: 1, without: 2 }
    expect(weatherDrift(skill, null, of)).toBeNull()
    expect(weatherDrift(skill, points, { ...of, end: 9 * HOUR })).toBeNull()
  })

  it('moves the distribution in place of the drift of the past, and leaves its width', () => {
    const moment = { now: 0, end: 3_600_000, window: 120_000, mark: 561, soFar: null }
    const assumptions = { ...USUAL_ASSUMPTIONS, volatility: { by: 'own', perRootHour: 1 } } as const
    const forecaster = new Forecaster({ days: NOTHING, hours: NOTHING, minutes: NOTHING })
    const [without, moved] = [moment, { ...moment, outside: 0.5 }].map((of) => forecaster.forecast(of, assumptions))
    if (without?.is !== 'forecast' || moved?.is !== 'forecast') throw new Error('no forecast')
    expect(moved.distribution.mean).toBe(without.distribution.mean + 0.5)
    expect(moved.distribution.deviation).toBe(without.distribution.deviation)
    expect(moved.drift).toBe(0.5)
  })

  it('is off until it is chosen', () => {
    expect(choiceFrom(null).weather).toBe(false)
    expect(choiceFrom({ weather: 'yes' }).weather).toBe(false)
    expect(choiceFrom({ weather: true }).weather).toBe(true)
  })
})
