import { beforeEach, describe, expect, it } from 'vitest'
import { outcomeEntry } from '../../../contract/entry.ts'
import type { OutcomeMarket } from '../../../contract/outcome.ts'
import { safeName } from '../../../contract/safe-text.ts'
import { millis } from '../../../contract/time.ts'
import { outcomeOf } from '../testing/fake-service.ts'
import { contextMessage } from '../testing/messages.ts'
import { type FeedSetup, openFeedSetup, START } from '../testing/setup.ts'

const TOPIC = { kind: 'outcomes' } as const
const BEAT = contextMessage('NYCTMP1')
const EXPIRY = START + 300_000

let setup: FeedSetup

const markets = (): readonly OutcomeMarket[] => setup.view(TOPIC)?.markets ?? []
async function readsIn(ms: number): Promise<number> {
  const before = setup.service.calls.outcomes
  await setup.pass(ms, BEAT)
  return setup.service.calls.outcomes - before
}

beforeEach(async () => {
  setup = openFeedSetup({ outcomes: true })
  setup.service.outcomesNow = [outcomeOf(36, 'Rain'), outcomeOf(37, 'Above 70 °F', { expiry: millis(EXPIRY) })]
  setup.feed.start()
  await setup.pass(100)
})

describe('the outcome markets', () => {
  it('are read at the start, every minute without watchers, and every 15 s with watchers', async () => {
    expect(setup.service.calls.outcomes).toBe(1)
    expect(await readsIn(60_500)).toBe(1)
    await setup.pass(20_000, BEAT)
    setup.watch(TOPIC)
    await setup.pass(10, BEAT)
    expect(setup.service.calls.outcomes).toBe(3)
    expect(await readsIn(45_500)).toBe(3)
    setup.unwatch(TOPIC)
    expect(await readsIn(30_000)).toBe(0)
  })

  it('are known to main by their coins', () => {
    expect(setup.feed.outcome('#361')).toMatchObject({ market: { name: 'Rain' }, side: { index: 1, name: 'No' } })
    expect(setup.feed.outcome('#380')).toBeNull()
  })

  it('stay the same objects while they do not change', async () => {
    setup.watch(TOPIC)
    const before = markets()
    setup.changes.length = 0
    await setup.pass(16_000, BEAT)
    expect(markets()).toBe(before)
    expect(setup.view(TOPIC)?.receivedAt).toBeGreaterThan(setup.clock.now() - 2000)
    expect(setup.changes).not.toContain('outcomes')
    setup.service.outcomesNow = [
      outcomeOf(36, 'Rain'),
      outcomeOf(37, 'Above 70 °F', { expiry: millis(EXPIRY), settling: true }),
      outcomeOf(38, 'Snow'),
    ]
    await setup.pass(16_000, BEAT)
    expect(markets()).toHaveLength(3)
    expect(markets()[0]).toBe(before[0])
    expect(markets()[1]).not.toBe(before[1])
    expect(setup.feed.outcome('#370')?.market).toBe(markets()[1])
  })

  it('are read again after 3 s for confirmation when a read changes the state of one', async () => {
    await setup.pass(5000, BEAT)
    setup.service.outcomesNow = [outcomeOf(36, 'Rain'), outcomeOf(37, 'Above 70 °F', { expired: true })]
    setup.feed.refreshMarkets()
    await setup.pass(1000, BEAT)
    expect(setup.feed.outcome('#370')?.market.expired).toBe(false)
    expect(await readsIn(3000)).toBe(1)
    expect(setup.feed.outcome('#370')?.market.expired).toBe(true)
    expect(await readsIn(4000)).toBe(1)
    expect(await readsIn(30_000)).toBe(0)
  })

  const changed = (change: Partial<OutcomeMarket>) => [
    outcomeOf(36, 'Rain'),
    outcomeOf(37, 'Above 70 °F', { expiry: millis(EXPIRY), ...change }),
  ]
  it.each([
    ['expired', { expired: true }],
    ['paid out', { winner: 0 }],
    ['with an earlier expiry', { expiry: millis(EXPIRY - 200_000) }],
    ['without an expiry', { expiry: null }],
  ])('stay unchanged where one answer reports one as %s, even one that it misses meanwhile', async (_, change) => {
    const before = markets()
    for (const wrong of [changed(change), [outcomeOf(36, 'Rain')], changed(change)]) {
      setup.service.outcomesNow = wrong
      setup.feed.refreshMarkets()
      await setup.pass(500, BEAT)
    }
    expect(setup.feed.outcome('#370')?.market).toEqual(before[1])
    setup.service.outcomesNow = changed({})
    setup.feed.refreshMarkets()
    await setup.pass(20_000, BEAT)
    expect(setup.feed.outcome('#370')?.market).toEqual(before[1])
  })

  it('accept a postponed expiry at once, so that nothing ends at the earlier one', async () => {
    setup.service.outcomesNow = changed({ expiry: millis(EXPIRY + 3_600_000) })
    setup.feed.refreshMarkets()
    await setup.pass(500, BEAT)
    expect(setup.feed.outcome('#370')?.market.expiry).toBe(EXPIRY + 3_600_000)
  })

  it('are read at once when one expires, by the service’s clock, and soon again until the service reports it', async () => {
    // The clock is measured by another family's reads.
    setup.families = { scalar: false, binary: true, outcomes: true }
    setup.service.offset = 7000
    await setup.pass(62_000, BEAT)
    await setup.pass(EXPIRY - 7000 - setup.clock.now() - 20_000, BEAT)
    setup.watch(TOPIC)
    await setup.pass(15_500, BEAT)
    setup.unwatch(TOPIC)
    const before = setup.service.calls.outcomes
    await setup.clock.advanceAsync(EXPIRY - 7000 - setup.clock.now() - 1)
    expect(setup.service.calls.outcomes).toBe(before)
    await setup.clock.advanceAsync(251)
    expect(setup.service.calls.outcomes).toBe(before + 1)
    const soon = await readsIn(10_000)
    expect(soon).toBeGreaterThanOrEqual(4)
    expect(soon).toBeLessThanOrEqual(5)
    setup.service.outcomesNow = [outcomeOf(36, 'Rain'), outcomeOf(37, 'Above 70 °F', { expired: true, winner: 0 })]
    await setup.pass(2500, BEAT)
    // A second read confirms the first one.
    expect(await readsIn(30_000)).toBe(1)
    expect(setup.feed.outcome('#370')?.market.winner).toBe(0)
  })

  it('whose end the service never confirms are not read frequently forever', async () => {
    await setup.pass(EXPIRY + 62_000 - setup.clock.now(), BEAT)
    expect(await readsIn(120_000)).toBeLessThanOrEqual(2)
  })

  it('that cannot be read show why, become stale, and come back; the log has a line for each', async () => {
    setup.watch(TOPIC)
    await setup.pass(10, BEAT)
    setup.service.failures.outcomes = new Error('Outcome data is unavailable.')
    await setup.pass(20_000, BEAT)
    expect(setup.view(TOPIC)).toMatchObject({ error: 'Outcome data is unavailable.', stale: false })
    expect(markets()).toHaveLength(2)
    setup.changes.length = 0
    await setup.pass(20_000, BEAT)
    expect(setup.view(TOPIC)?.stale).toBe(true)
    expect(setup.changes).toContain('outcomes')
    expect(await readsIn(60_000)).toBeLessThanOrEqual(4)
    delete setup.service.failures.outcomes
    await setup.pass(16_000, BEAT)
    expect(setup.view(TOPIC)).toMatchObject({ error: null, stale: false })
    expect(setup.logged().filter((line) => line.includes('outcome'))).toEqual([
      'could not be read: the outcome markets',
      'can be read again: the outcome markets',
    ])
  })

  it('are not read where they are off, and nothing is shown', async () => {
    setup = openFeedSetup({ scalar: true, binary: true })
    setup.feed.start()
    setup.watch(TOPIC)
    await setup.pass(20_000, BEAT)
    expect(setup.service.calls.outcomes).toBe(0)
    expect(setup.view(TOPIC)).toEqual({ markets: [], error: null, receivedAt: null, stale: true })
  })
})

describe('the collateral of outcome markets', () => {
  const named = (collateral: string, more: Partial<OutcomeMarket> = {}): OutcomeMarket =>
    outcomeOf(40, 'Wind', { collateral: safeName(collateral), ...more })
  async function openWith(
    markets: readonly OutcomeMarket[],
    known: Parameters<typeof openFeedSetup>[2] = {},
  ): Promise<void> {
    setup = openFeedSetup({ outcomes: true }, null, known)
    setup.service.outcomesNow = [...markets]
    setup.feed.start()
    await setup.pass(100)
  }

  it.each<[string, readonly OutcomeMarket[], Parameters<typeof openFeedSetup>[2], string]>([
    ['is named by their metadata', [outcomeOf(36, 'Rain'), named('USDC')], {}, 'USDC'],
    ['is named by the deployment, overriding their metadata', [named('USDC')], { ofProfile: 'USDH' }, 'USDH'],
    ['is the last named one where none names it', [outcomeOf(36, 'Rain')], { before: 'USDC' }, 'USDC'],
    ['is USDH where nothing names it', [outcomeOf(36, 'Rain')], {}, 'USDH'],
    ['stays while one market still names it', [named('USDC'), named('USDH', { outcomeId: 41 })], {}, 'USDH'],
    ['is not taken from an expired market', [named('USDC', { expired: true })], {}, 'USDH'],
  ])('%s', async (_, markets, known, collateral) => {
    await openWith(markets, known)
    expect(setup.feed.outcomeCollateral()).toBe(collateral)
    expect(setup.view({ kind: 'outcome_collateral' })).toBe(collateral)
  })

  it('blocks purchases in a market that names another one, with the reason, and allows sales', async () => {
    await openWith([named('USDT')])
    const [market] = markets()
    expect(market === undefined ? null : outcomeEntry(market, START)).toEqual({
      ...{ takes: 'reducing', code: 'market_closed' },
      reason: 'This market takes no entries: paid in USDT, others in USDH.',
    })
  })
})
