import { describe, expect, it } from 'vitest'
import type { PricePoint } from '../../contract/outcome.ts'
import type { Topic } from '../../contract/topics.ts'
import { bucketOf, outcomeOf } from '../feed/testing/fake-service.ts'
import { contextMessage, outcomeBookMessage, outcomePricesMessage } from '../feed/testing/messages.ts'
import { openFeedSetup, START } from '../feed/testing/setup.ts'
import { ServiceError } from '../service/index.ts'
import { createQuotes } from './quotes.ts'

const PRICES: Topic = { kind: 'last_prices' }
const quoteOf = (asset: string): Topic => ({ kind: 'quote', asset })

async function open() {
  const setup = openFeedSetup({ scalar: true, outcomes: true })
  setup.service.current = bucketOf('NYCTMP1', START)
  setup.service.outcomesNow = [outcomeOf(360, 'Rain'), outcomeOf(361, 'Snow', { expired: true })]
  const histories: string[][] = []
  const tickers: string[] = []
  const answers = { tickers: null as Error | null }
  const reads = {
    outcomePriceHistory: async (coins: readonly string[]) => {
      histories.push([...coins])
      return { '#3600': [{ time: START - 60_000, price: '0.4' } as unknown as PricePoint] }
    },
    ticker: (asset: string) => {
      tickers.push(asset)
      return answers.tickers === null ? setup.service.ticker(asset) : Promise.reject(answers.tickers)
    },
    candles: setup.service.candles,
  }
  const { clock, feed, log } = setup
  const budget = { held: false, view: () => (budget.held ? ({} as never) : null) }
  const quotes = createQuotes({ service: { for: () => reads as never, budget }, feed, clock, log })
  const reports: string[] = []
  quotes.topics.onChange(({ kind, asset }) => reports.push(asset === null ? kind : `${kind}/${asset}`))
  feed.start()
  await setup.pass(2000)
  return { setup, quotes, reports, histories, tickers, answers, budget }
}

describe('the topic of last prices', () => {
  it('has the feed’s and the sweep’s prices, and nothing of ended markets', async () => {
    const { setup, quotes, reports, histories } = await open()
    quotes.topics.watched?.(PRICES)
    await setup.pass(4000, contextMessage('NYCTMP1', '571.00'))
    const { prices, version } = quotes.since(0)
    const byAsset = new Map(prices.map((one) => [one.quote.asset, one]))
    expect([...byAsset.keys()].sort()).toEqual(['#3600', 'NYCTMP1', 'NYCTMP2'])
    expect(byAsset.get('NYCTMP1')?.quote.mark).toBe('571.00')
    expect(byAsset.get('NYCTMP2')?.quote).toMatchObject({ mark: '570.0', prevDay: '568', depth: null })
    expect(byAsset.get('#3600')).toMatchObject({ quote: { mark: '0.400', time: START - 60_000 }, trend: [{}] })
    expect(histories).toEqual([['#3600', '#3601']])
    expect(quotes.topics.view(PRICES)).toBe(version)
    expect(reports.filter((one) => one === 'last_prices').length).toBeLessThanOrEqual(4)
  })

  it('reads nothing while nobody watches, nor while requests wait for the limit', async () => {
    const { setup, quotes, histories, budget } = await open()
    await setup.pass(5000)
    budget.held = true
    quotes.topics.watched?.(PRICES)
    await setup.pass(5000)
    expect(histories).toEqual([])
    budget.held = false
    await setup.pass(1000)
    expect(histories).toHaveLength(1)
    quotes.topics.unwatched?.(PRICES)
    await setup.pass(60_000)
    expect(histories).toHaveLength(1)
  })

  it('does not repeat reads that the service does not serve', async () => {
    const { setup, quotes, answers, tickers } = await open()
    answers.tickers = new ServiceError({ kind: 'refused', status: 404, message: 'not found' } as never)
    quotes.topics.watched?.(PRICES)
    await setup.pass(70_000)
    expect(tickers.sort()).toEqual(['NYCTMP1', 'NYCTMP2'])
    expect(setup.logged().filter((line) => line.includes('last prices'))).toEqual([])
  })
})

describe('a quote in view', () => {
  it('has the best prices and the depth of five levels, is published at most four times a second, and is released after a second', async () => {
    const { setup, quotes, reports } = await open()
    const levels = (from: number, step: number) =>
      Array.from({ length: 7 }, (_, i) => [`0.${from + i * step}`, '10.50'] as const)
    quotes.topics.watched?.(quoteOf('#3600'))
    await setup.pass(1000, outcomePricesMessage({ '#3600': '0.6' }, START))
    for (let i = 0; i < 40; i += 1) {
      await setup.pass(25, outcomeBookMessage('#3600', START + i, levels(598, -1), levels(602, 1)))
    }
    expect(quotes.topics.view(quoteOf('#3600'))).toMatchObject({
      ...{ mark: '0.600', bid: '0.598', ask: '0.602' },
      depth: { bids: '52.50', asks: '52.50' },
    })
    expect(reports.filter((one) => one === 'quote/#3600').length).toBeLessThanOrEqual(6)
    quotes.topics.unwatched?.(quoteOf('#3600'))
    await setup.pass(900)
    expect(setup.wanted().filter((line) => line.startsWith('unsubscribe'))).toEqual([])
    await setup.pass(2000)
    expect(setup.wanted().at(-1)).toBe('unsubscribe outcomeBook,outcomePrices #3600')
    expect(quotes.topics.view(quoteOf('#3600'))).toMatchObject({ mark: '0.600' })
  })

  it('leaves an asset to its other holders', async () => {
    const { setup, quotes } = await open()
    setup.watch({ kind: 'book', asset: '#3600', step: null, levels: 5 })
    await setup.pass(1000)
    setup.unwatch({ kind: 'book', asset: '#3600', step: null, levels: 5 })
    quotes.topics.watched?.(quoteOf('#3600'))
    quotes.topics.unwatched?.(quoteOf('#3600'))
    await setup.pass(10_000)
    expect(setup.wanted().filter((line) => line.startsWith('unsubscribe'))).toEqual([])
    await setup.pass(25_000)
    expect(setup.wanted().at(-1)).toMatch(/^unsubscribe .*#3600$/)
  })
})
