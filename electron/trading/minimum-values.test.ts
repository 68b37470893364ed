/** The minimum order value in main: from the metadata, the deployment, or a refusal; and what it never blocks. */
import { describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../../contract/limits.ts'
import { closeOf, LIMIT, UP } from './testing/intents.ts'
import { ASSET, failure, YES } from './testing/model-venue.ts'
import { BUY, openTradingSetup, type TradingSetup } from './testing/setup.ts'

const TEXTS = 'Order must have minimum value of $10.'
const PROFILE = { profile: { minimumValue: { scalar: '10', binary: '30', outcome: '10' } } }
const SMALL = { ...BUY, size: '0.0175' as never }
const refuse = (setup: TradingSetup): void =>
  setup.venue.fail('prepare', failure('problem', 'http_400', TEXTS, { status: 400 }))
const known = (setup: TradingSetup) => setup.trading.topics.view({ kind: 'minimum_values' })

describe('the minimum order value', () => {
  it('is none until something names it', async () => {
    const setup = await openTradingSetup()
    expect(known(setup)).toEqual({ scalar: null, binary: null, outcome: null })
    expect(await setup.submit(1, SMALL)).toMatchObject({ state: 'resting' })
  })

  it('of the deployment refuses what adds exposure below it, in each family, before the service is asked', async () => {
    const setup = await openTradingSetup(PROFILE)
    expect(await setup.submit(1, SMALL)).toMatchObject({
      ...{ state: 'refused', code: 'minimum_value', field: 'size' },
      message: 'Order value is 9.98 USDC; the minimum is 10 USDC. Increase the size.',
    })
    expect(await setup.submit(2, UP)).toMatchObject({
      message: 'Order value is 25.00 USDC; the minimum is 30 USDC. Increase the size.',
    })
    expect(await setup.submit(3, LIMIT)).toMatchObject({
      message:
        'Order value is 3.90 USDH at the lower of price and 1 − price; the minimum is 10 USDH. Increase the size.',
    })
    expect(setup.venue.calls.filter(({ route }) => route === 'prepare')).toEqual([])
    expect(await setup.submit(4)).toMatchObject({ state: 'resting' })
  })

  it("of the market's own metadata takes precedence over the deployment's", async () => {
    const setup = await openTradingSetup(PROFILE)
    const { market } = setup.facts
    setup.facts = {
      ...setup.facts,
      market: (asset) => {
        const found = market(asset)
        return found === null ? null : { ...found, minimumValue: '5' as never }
      },
    }
    expect(await setup.submit(1, SMALL)).toMatchObject({ state: 'resting' })
    expect(await setup.submit(2, { ...SMALL, size: '0.0080' as never })).toMatchObject({ code: 'minimum_value' })
  })

  it('is learned from a refusal of the service, for its family alone, and until the terminal restarts', async () => {
    const setup = await openTradingSetup()
    refuse(setup)
    expect(await setup.submit(1, SMALL)).toMatchObject({ state: 'rejected', code: 'minimum_value', message: TEXTS })
    expect(known(setup)).toEqual({ scalar: '10', binary: null, outcome: null })
    expect(await setup.submit(2, SMALL)).toMatchObject({ state: 'refused', code: 'minimum_value' })
    expect(await setup.submit(3, LIMIT)).toMatchObject({ state: 'resting' })
    await setup.restart()
    expect(known(setup)).toEqual({ scalar: null, binary: null, outcome: null })
  })

  it('of the deployment is not replaced by a refusal', async () => {
    const setup = await openTradingSetup({ profile: { minimumValue: { scalar: '5' } } })
    refuse(setup)
    await setup.submit(1, SMALL)
    expect(known(setup)).toMatchObject({ scalar: '5' })
  })

  it('blocks no close, no reduce-only order and no sale of shares', async () => {
    const setup = await openTradingSetup(PROFILE, (venue) => {
      venue.position = '0.0100' as never
      venue.outcomes.shares.set(YES, '5' as never)
    })
    const sale = { ...LIMIT, side: 'sell', size: '2' as never } as const
    expect(await setup.submit(1, sale)).toMatchObject({ state: 'resting' })
    const reduce = {
      ...BUY,
      side: 'sell',
      size: '0.0050' as never,
      price: '571.00' as never,
      reduceOnly: true,
    } as const
    expect((await setup.submit(2, reduce)).code).toBeNull()
    expect(await setup.submit(3, closeOf(ASSET))).toMatchObject({ code: null })
    expect((await setup.submit(4, { ...closeOf(YES), size: '1' as never })).code).toBeNull()
  })
})

describe('a close that the service refuses for its value', () => {
  it('is reported as too small to sell alone', async () => {
    const setup = await openTradingSetup()
    setup.venue.outcomes.shares.set(YES, '7' as never)
    refuse(setup)
    expect(await setup.submit(1, { ...closeOf(YES), size: '7' as never })).toMatchObject({
      state: 'rejected',
      code: 'minimum_value',
      message: `Too small to sell: 7 ${YES}. ${TEXTS} Sell a larger size, merge it, or let it settle.`,
    })
  })
})

describe('a scale', () => {
  it('with an order below the minimum order value is refused before its first order is sent', async () => {
    const setup = await openTradingSetup({ ...PROFILE, limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null }) })
    const orders = ['570.50', '570.40'].map((price, i) => ({ price, size: i === 0 ? '1' : '0.0175' })) as never
    const order = {
      asset: ASSET,
      side: 'buy',
      reduceOnly: false,
      terms: { kind: 'scale', tif: 'GTC', orders },
    } as const
    const { issues } = await setup.trading.algos.check(order)
    expect(issues).toEqual([
      { order: 1, message: 'Order value is 9.98 USDC; the minimum is 10 USDC. Increase the size.' },
    ])
    const begun = setup.trading.algos.begin({ ...order, requestId: setup.id(9) }, () => null)
    await expect(begun).rejects.toThrow('the minimum is 10 USDC. Increase the size. Nothing was sent.')
    expect(setup.venue.orders).toEqual([])
  })
})

describe('slices', () => {
  it('of less than the minimum order value are refused before the first is sent', async () => {
    const setup = await openTradingSetup(PROFILE)
    const terms = { kind: 'slices', total: '0.5', slices: 50, every: 5, worst: '571.50', how: 'cross', requotes: 0 }
    const order = { asset: ASSET, side: 'buy', reduceOnly: false, terms } as never
    const { issues } = await setup.trading.algos.check(order)
    expect(issues).toEqual([
      { order: 0, message: 'Order value is 5.71 USDC; the minimum is 10 USDC. Increase the size.' },
    ])
  })
})
