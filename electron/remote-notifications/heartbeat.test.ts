import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import type { Outcome } from './delivery.ts'
import { createHeartbeat } from './heartbeat.ts'

const MINUTE = 60_000
const TAKEN: Outcome = { isTaken: true }
const FAILED: Outcome = { isTaken: false, text: 'answered 503', mayPass: true }

function setup() {
  const clock = createFakeClock()
  const world = { isWanted: true, every: 5 * MINUTE, answer: TAKEN as Outcome | null }
  const pings: number[] = []
  const heartbeat = createHeartbeat({
    clock,
    random: () => 0.5,
    async ping() {
      pings.push(clock.monotonic())
      return world.answer
    },
    isWanted: () => world.isWanted,
    every: () => world.every,
  })
  heartbeat.review()
  return { clock, world, pings, heartbeat }
}

describe('a heartbeat', () => {
  it('is sent at once, and then at its interval', async () => {
    const { clock, pings, heartbeat } = setup()
    expect(heartbeat.isBeating).toBe(true)
    await clock.advanceAsync(15 * MINUTE)
    expect(pings).toEqual([0, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE])
  })

  it('is not sent while it is not wanted, and at once when it is again', async () => {
    const { clock, world, pings, heartbeat } = setup()
    await clock.advanceAsync(MINUTE)
    world.isWanted = false
    heartbeat.review()
    await clock.advanceAsync(60 * MINUTE)
    expect([pings, heartbeat.isBeating, clock.waiting]).toEqual([[0], false, 0])
    world.isWanted = true
    heartbeat.review()
    await clock.advanceAsync(0)
    expect(pings).toEqual([0, 61 * MINUTE])
  })

  it('does not flood where automated orders come and go', async () => {
    const { clock, world, pings, heartbeat } = setup()
    for (let second = 0; second < 60; second += 1) {
      world.isWanted = second % 2 === 0
      heartbeat.review()
      await clock.advanceAsync(1_000)
    }
    expect(pings.length).toBeLessThanOrEqual(1 + MINUTE / 10_000)
  })

  it('is not postponed by a review that changes nothing', async () => {
    const { clock, pings, heartbeat } = setup()
    for (let minute = 0; minute < 10; minute += 1) {
      heartbeat.review()
      await clock.advanceAsync(MINUTE)
    }
    expect(pings).toEqual([0, 5 * MINUTE, 10 * MINUTE])
  })

  it('that fails is retried a few times before the next is due, and the next keeps its time', async () => {
    const { clock, world, pings } = setup()
    world.answer = FAILED
    await clock.advanceAsync(5 * MINUTE - 1)
    expect(pings).toEqual([0, 10_000, 25_000])
    world.answer = TAKEN
    await clock.advanceAsync(6 * MINUTE)
    expect(pings.slice(3)).toEqual([25_000 + 5 * MINUTE, 25_000 + 10 * MINUTE])
  })

  it('adopts another interval at once', async () => {
    const { clock, world, pings, heartbeat } = setup()
    await clock.advanceAsync(2 * MINUTE)
    world.every = MINUTE
    heartbeat.review()
    await clock.advanceAsync(2 * MINUTE)
    expect(pings).toEqual([0, 2 * MINUTE, 3 * MINUTE, 4 * MINUTE])
  })

  it('ends for good', async () => {
    const { clock, pings, heartbeat } = setup()
    await clock.advanceAsync(1)
    heartbeat.stop()
    heartbeat.review()
    await clock.advanceAsync(60 * MINUTE)
    expect([pings, clock.waiting]).toEqual([[0], 0])
  })
})
