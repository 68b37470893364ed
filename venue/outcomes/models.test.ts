import { describe, expect, it } from 'vitest'
import { Oracle } from '../oracle.ts'
import { Catalogue } from './catalogue.ts'

const NOON = Date.UTC(2026, 10, 21, 17)
const HOUR = 3_600_000
const FIRST_DAY = Math.floor(NOON / (24 * HOUR))

/** Mean price and win rate of Yes, by fifths of the price, for each day's outcomes with these indexes. */
function calibration(kind: RegExp, places: readonly number[], hoursLeft: number[], seeds: number, days: number) {
  const bins = Array.from({ length: 5 }, () => ({ sum: 0, wins: 0, n: 0 }))
  for (let seed = 0; seed < seeds; seed++) {
    const catalogue = new Catalogue(new Oracle(seed), seed)
    for (let day = FIRST_DAY; day < FIRST_DAY + days; day++) {
      for (const place of places) {
        const question = catalogue.byOutcome(day * 100 + place)
        expect(question?.title).toMatch(kind)
        if (question === null) continue
        const winners = question.model.winners()
        for (const hours of hoursLeft) {
          const fair = question.model.probabilities(question.expiry / 1000 - hours * 3600)
          fair.forEach(([yes = 0], place) => {
            const bin = bins[Math.min(4, Math.floor(yes * 5))]
            if (bin === undefined) return
            bin.sum += yes
            bin.wins += winners[place] === 0 ? 1 : 0
            bin.n++
          })
        }
      }
    }
  }
  return bins.filter(({ n }) => n >= 100).map(({ sum, wins, n }) => [sum / n, wins / n] as const)
}

describe('outcome prices', () => {
  it.each([
    ['the daily high', /high/, [1], [24, 14, 9, 7, 5], 8, 10],
    ['the overnight low', /low/, [5], [20, 8, 4, 2], 8, 10],
    ['a reading', /above .* UTC/, [42, 43, 44, 45, 46], [1, 0.5, 0.1], 8, 20],
    ['rain', /Rain/, [4], [48, 20, 6, 1], 20, 30],
  ])('of %s are calibrated', (_, kind, places, hoursLeft, seeds, days) => {
    const bins = calibration(kind, places, hoursLeft, seeds, days)
    expect(bins.length).toBeGreaterThan(2)
    for (const [price, won] of bins) expect(Math.abs(price - won)).toBeLessThan(0.1)
  })

  it('add up to 1 over the sides of an outcome, and over the outcomes of an exclusive question', () => {
    const catalogue = new Catalogue(new Oracle(4), 4)
    for (const question of catalogue.at(NOON)) {
      for (let left = -HOUR; left < 8 * 24 * HOUR; left += 3.7 * HOUR) {
        const fair = question.model.probabilities((question.expiry - left) / 1000)
        for (const sides of fair) expect(sides.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9)
        for (const p of fair.flat()) expect(p >= 0 && p <= 1).toBe(true)
        if (question.exclusive) expect(fair.reduce((sum, [yes = 0]) => sum + yes, 0)).toBeCloseTo(1, 9)
      }
      const winners = question.model.winners()
      if (question.exclusive) expect(winners.filter((side) => side === 0)).toHaveLength(1)
    }
  })

  it('do not jump without news: within an hour they move in small steps', () => {
    const question = new Catalogue(new Oracle(1), 1).at(NOON).find(({ title }) => title.includes('high'))
    let before = question?.model.probabilities(NOON / 1000)[0]?.[0] ?? 0
    for (let second = NOON / 1000; second < NOON / 1000 + 3600; second += 10) {
      const now = question?.model.probabilities(second)[0]?.[0] ?? 0
      expect(Math.abs(now - before)).toBeLessThan(0.05)
      before = now
    }
  })
})

describe('the season’s market', () => {
  it('ends as the oracle does, and rules out parts that have passed', () => {
    for (let seed = 0; seed < 12; seed++) {
      const question = new Catalogue(new Oracle(seed), seed).byOutcome(2027)
      const [winner = -1] = question?.model.winners() ?? []
      const last = (question?.expiry ?? 0) / 1000
      expect(question?.model.probabilities(last - 1)[0]?.[winner]).toBeGreaterThan(0.99)
      const july20 = question?.model.probabilities(Date.UTC(2027, 6, 20) / 1000)[0] ?? []
      if (winner >= 2) expect(july20.slice(0, 2)).toEqual([0, 0])
      else expect(july20[winner]).toBe(1)
    }
  })
})

describe('the catalogue', () => {
  it.each([0, 7, 17 * 60 + 59, 23 * 60 + 30])('has a full set of markets at minute %i of a day', (minute) => {
    const now = Date.UTC(2026, 10, 21) + minute * 60_000
    const questions = new Catalogue(new Oracle(1), 1).at(now)
    expect(questions.length).toBeGreaterThanOrEqual(4)
    const open = questions.filter(({ expiry }) => now < expiry)
    expect(open.length).toBeGreaterThanOrEqual(4)
    expect(open.flatMap(({ outcomes }) => outcomes).length).toBeGreaterThanOrEqual(8)
    expect(open.some(({ expiry }) => expiry - now <= HOUR)).toBe(true)
    expect(questions.some(({ expiry, paysAt }) => expiry <= now && now < paysAt)).toBe(true)
    expect(questions.some(({ paysAt }) => paysAt <= now)).toBe(true)
    expect(questions.some(({ outcomes }) => outcomes.length > 2)).toBe(true)
    expect(questions.some(({ outcomes }) => (outcomes[0]?.sides.length ?? 0) > 2)).toBe(true)
    const ids = questions.flatMap(({ outcomes }) => outcomes.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('returns the same question for the same seed and time, in any order', () => {
    const describeAll = (now: number, ids: number[]) =>
      ids.map((id) => {
        const question = new Catalogue(new Oracle(9), 9).byOutcome(id)
        return [question?.title, question?.rules, question?.outcomes, question?.model.probabilities(now / 1000)]
      })
    const ids = new Catalogue(new Oracle(9), 9).at(NOON).flatMap(({ outcomes }) => outcomes.map(({ id }) => id))
    expect(describeAll(NOON, ids)).toEqual(describeAll(NOON, ids))
    expect(describeAll(NOON, ids).every(([title]) => title !== undefined)).toBe(true)
  })
})
