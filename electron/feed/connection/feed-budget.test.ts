import { expect, it } from 'vitest'
import { FeedBudget } from './socket-health.ts'

/** Sends at a rate for 90 s in steps of 50 ms; ms until the budget was exceeded, null when it never was. */
function play(rate: number, bytes: number, kind: 'book' | 'other'): number | null {
  const budget = new FeedBudget(0)
  for (let now = 0; now <= 90_000; now += 50) {
    for (let i = 0; i < rate / 20; i += 1) {
      budget.received(bytes, now)
      budget.message(kind === 'book' ? bytes : 0, 0, now)
      if (budget.excess !== null) return now
    }
  }
  return null
}

it.each([
  ['10,000 books of 25 levels a second', 10_000, 2_000, 'book'],
  ['10,000 trades a second', 10_000, 100, 'other'],
  ['contexts of 1,000 assets and 4,000 trades a second', 5_000, 300, 'other'],
] as const)('allows %s', (_, rate, bytes, kind) => {
  expect(play(rate, bytes, kind)).toBeNull()
})

it('pauses no service that sends 15,000 messages a second, but one that sends several thousand at once', () => {
  const budget = new FeedBudget(0)
  for (let now = 0; now < 10_000; now += 10) {
    for (let i = 0; i < 150; i += 1) budget.message(100, 0, now)
    expect(budget.pause(now)).toBe(0)
  }
  for (let i = 0; i < 4_000; i += 1) budget.message(0, 0, 20_000)
  expect(budget.pause(20_000)).toBeGreaterThan(50)
})

it.each([
  ['16,000 books a second', 16_000, 500, 'book', 76_000],
  ['40 MB of books a second', 4_000, 10_000, 'book', 20_000],
  ['3 MB of anything else a second', 300, 10_000, 'other', 5_000],
] as const)('is exceeded by %s', (_, rate, bytes, kind, within) => {
  expect(play(rate, bytes, kind)).toBeLessThanOrEqual(within)
})

it('is exceeded by messages that take more than 40 % of main for some seconds, however few they are', () => {
  const budget = new FeedBudget(0)
  for (let now = 0; now < 60_000; now += 1_000) {
    budget.message(0, 300, now)
    expect(budget.excess).toBeNull()
  }
  let now = 60_000
  for (; budget.excess === null; now += 100) budget.message(0, 80, now)
  expect(now).toBeLessThanOrEqual(65_000)
  expect(budget.excess).toBe("The venue's messages take more than 40 % of the terminal's time.")
})

it('is not exceeded by one message during which the machine slept', () => {
  const budget = new FeedBudget(0)
  budget.message(0, 3_600_000, 3_600_000)
  expect(budget.excess).toBeNull()
})

it('is full again after five quiet seconds', () => {
  const budget = new FeedBudget(0)
  budget.received(7_500_000, 0)
  expect(budget.excess).toBeNull()
  budget.received(7_500_000, 5_000)
  expect(budget.excess).toBeNull()
  budget.received(1, 5_000)
  expect(budget.excess).toBe('The venue sends more than 1.5 MB per second besides order books.')
})
