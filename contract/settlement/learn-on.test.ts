import { expect, it } from 'vitest'
import { Forecaster, type Moment, pathOf, USUAL_ASSUMPTIONS } from './index.ts'

const HOUR = 3_600_000
const STEP = 300_000
const NOTHING = pathOf(0, STEP, new Float64Array(0))

/** A week of marks, every five minutes: a daily pattern plus a random walk. */
function week(): ConstructorParameters<typeof Forecaster>[0]['days'] {
  let seed = 7
  let mark = 560
  const marks = Float64Array.from({ length: 7 * 288 }, (_, i) => {
    seed = (seed * 16_807) % 2_147_483_647
    mark += seed / 2_147_483_647 - 0.5
    return mark + 5 * Math.sin((i / 288) * 2 * Math.PI)
  })
  return pathOf(0, STEP, marks)
}

it('learning in slices gives the same forecast as learning at once, and is then complete', () => {
  const history = { days: week(), hours: NOTHING, minutes: NOTHING }
  const now = 7 * 24 * HOUR
  const moment = (left: number): Moment => ({ now, end: now + left, window: 120_000, mark: 561, soFar: null })
  for (const left of [HOUR, HOUR + 61_000, 2 * HOUR - 1]) {
    const at = moment(left)
    const sliced = new Forecaster(history)
    expect(sliced.isReady(at)).toBe(false)
    let slices = 1
    while (!sliced.learnOn(at)) slices += 1
    // Many short slices, none of which delays a frame.
    expect(slices).toBeGreaterThan(10)
    expect(sliced.isReady(at)).toBe(true)
    const atOnce = new Forecaster(history).forecast(at, USUAL_ASSUMPTIONS)
    const text = (one: unknown): string => JSON.stringify(one)
    expect(text(sliced.forecast(at, USUAL_ASSUMPTIONS))).toBe(text(atOnce))
    expect(atOnce.is).toBe('forecast')
  }
})

it('a forecast requested halfway learns the rest at once', () => {
  const history = { days: week(), hours: NOTHING, minutes: NOTHING }
  const now = 7 * 24 * HOUR
  const at: Moment = { now, end: now + HOUR, window: 120_000, mark: 561, soFar: null }
  const begun = new Forecaster(history)
  begun.learnOn(at)
  begun.learnOn(at)
  expect(JSON.stringify(begun.forecast(at, USUAL_ASSUMPTIONS))).toBe(
    JSON.stringify(new Forecaster(history).forecast(at, USUAL_ASSUMPTIONS)),
  )
  expect(begun.isReady(at)).toBe(true)
})
