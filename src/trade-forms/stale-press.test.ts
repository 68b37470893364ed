import { describe, expect, it } from 'vitest'
import { pressOnStale } from './stale-press.ts'

describe('A7: a market order on prices past their age', () => {
  const presses = (stale: boolean, ...made: readonly (readonly [string, number])[]) => {
    let asked: string | null = null
    return made.map(([what, clicks]) => {
      const next = pressOnStale({ stale, asked }, what, clicks)
      asked = next.asked
      return next.sends
    })
  }
  it('goes out at once while prices are current', () => expect(presses(false, ['buy 4', 1])).toEqual([true]))
  it('needs a second press', () => expect(presses(true, ['buy 4', 1], ['buy 4', 1])).toEqual([false, true]))
  it('which the second click of a double click is not', () =>
    expect(presses(true, ['buy 4', 1], ['buy 4', 2], ['buy 4', 1])).toEqual([false, false, true]))
  it('nor is a press for something else', () =>
    expect(presses(true, ['buy 4', 1], ['sell 4', 1], ['buy 4', 1], ['buy 4', 1])).toEqual([false, false, false, true]))
  it('the next order asks again', () =>
    expect(presses(true, ['buy 4', 0], ['buy 4', 0], ['buy 4', 0])).toEqual([false, true, false]))
})
