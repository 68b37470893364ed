import { beforeEach, describe, expect, it } from 'vitest'
import type { OutcomeMarket } from '../../../contract/outcome.ts'
import { millis } from '../../../contract/time.ts'
import { outcomeOf } from '../testing/fake-service.ts'
import { contextMessage } from '../testing/messages.ts'
import { type FeedDesk, openFeedDesk, START } from '../testing/setup.ts'

const TOPIC = { kind: 'outcomes' } as const
const BEAT = contextMessage('NYCTMP1')
const EXPIRY = START + 300_000

let desk: FeedDesk

const markets = (): readonly OutcomeMarket[] => desk.view(TOPIC)?.markets ?? []
async function readsIn(ms: number): Promise<number> {
  const before = desk.service.calls.outcomes
  await desk.pass(ms, BEAT)
  return desk.service.calls.outcomes - before
}

beforeEach(async () => {
  desk = openFeedDesk({ outcomes: true })
  desk.service.outcomesNow = [outcomeOf(36, 'Rain'), outcomeOf(37, 'Above 70 °F', { expiry: millis(EXPIRY) })]
  desk.feed.start()
  await desk.pass(100)
})

describe('the outcome markets', () => {
  it('are read at the start, every minute while nobody looks, and every 15 s while somebody does', async () => {
    expect(desk.service.calls.outcomes).toBe(1)
    expect(await readsIn(60_500)).toBe(1)
    await desk.pass(20_000, BEAT)
    desk.watch(TOPIC)
    await desk.pass(10, BEAT)
    expect(desk.service.calls.outcomes).toBe(3)
    expect(await readsIn(45_500)).toBe(3)
    desk.unwatch(TOPIC)
    expect(await readsIn(30_000)).toBe(0)
  })

  it('are known to main by their coins', () => {
    expect(desk.feed.outcome('#361')).toMatchObject({ market: { name: 'Rain' }, side: { index: 1, name: 'No' } })
    expect(desk.feed.outcome('#380')).toBeNull()
  })

  it('stay the same objects while nothing of them changes', async () => {
    desk.watch(TOPIC)
    const before = markets()
    desk.changes.length = 0
    await desk.pass(16_000, BEAT)
    expect(markets()).toBe(before)
    expect(desk.view(TOPIC)?.receivedAt).toBeGreaterThan(desk.clock.now() - 2000)
    expect(desk.changes).not.toContain('outcomes')
    desk.service.outcomesNow = [
      outcomeOf(36, 'Rain'),
      outcomeOf(37, 'Above 70 °F', { expiry: millis(EXPIRY), settling: true }),
      outcomeOf(38, 'Snow'),
    ]
    await desk.pass(16_000, BEAT)
    expect(markets()).toHaveLength(3)
    expect(markets()[0]).toBe(before[0])
    expect(markets()[1]).not.toBe(before[1])
    expect(desk.feed.outcome('#370')?.market).toBe(markets()[1])
  })

  it('are read at once when one expires, by the service’s clock, and soon again until the service says so', async () => {
    // The clock is measured by another family's reads.
    desk.families = { scalar: false, binary: true, outcomes: true }
    desk.service.offset = 7000
    await desk.pass(62_000, BEAT)
    await desk.pass(EXPIRY - 7000 - desk.clock.now() - 20_000, BEAT)
    desk.watch(TOPIC)
    await desk.pass(15_500, BEAT)
    desk.unwatch(TOPIC)
    const before = desk.service.calls.outcomes
    await desk.clock.advanceAsync(EXPIRY - 7000 - desk.clock.now() - 1)
    expect(desk.service.calls.outcomes).toBe(before)
    await desk.clock.advanceAsync(251)
    expect(desk.service.calls.outcomes).toBe(before + 1)
    const soon = await readsIn(10_000)
    expect(soon).toBeGreaterThanOrEqual(4)
    expect(soon).toBeLessThanOrEqual(5)
    desk.service.outcomesNow = [outcomeOf(36, 'Rain'), outcomeOf(37, 'Above 70 °F', { expired: true, winner: 0 })]
    await desk.pass(2500, BEAT)
    expect(await readsIn(30_000)).toBe(0)
    expect(desk.feed.outcome('#370')?.market.winner).toBe(0)
  })

  it('whose end the service never confirms are not asked for often for ever', async () => {
    await desk.pass(EXPIRY + 62_000 - desk.clock.now(), BEAT)
    expect(await readsIn(120_000)).toBeLessThanOrEqual(2)
  })

  it('that cannot be read say why, become stale, and come back; the log has a line for each', async () => {
    desk.watch(TOPIC)
    await desk.pass(10, BEAT)
    desk.service.failures.outcomes = new Error('Outcome data is unavailable.')
    await desk.pass(20_000, BEAT)
    expect(desk.view(TOPIC)).toMatchObject({ error: 'Outcome data is unavailable.', stale: false })
    expect(markets()).toHaveLength(2)
    desk.changes.length = 0
    await desk.pass(20_000, BEAT)
    expect(desk.view(TOPIC)?.stale).toBe(true)
    expect(desk.changes).toContain('outcomes')
    expect(await readsIn(60_000)).toBeLessThanOrEqual(4)
    delete desk.service.failures.outcomes
    await desk.pass(16_000, BEAT)
    expect(desk.view(TOPIC)).toMatchObject({ error: null, stale: false })
    expect(desk.logged().filter((line) => line.includes('outcome'))).toEqual([
      'could not be read: the outcome markets',
      'can be read again: the outcome markets',
    ])
  })

  it('are not read where they are off, and nothing is shown', async () => {
    desk = openFeedDesk({ scalar: true, binary: true })
    desk.feed.start()
    desk.watch(TOPIC)
    await desk.pass(20_000, BEAT)
    expect(desk.service.calls.outcomes).toBe(0)
    expect(desk.view(TOPIC)).toEqual({ markets: [], error: null, receivedAt: null, stale: true })
  })
})
