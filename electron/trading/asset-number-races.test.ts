import { describe, expect, it } from 'vitest'
import { memoryAssetNumbers } from '../storage/testing/memory-asset-numbers.ts'
import { AWAITING_CONFIRMATION } from './actions/index.ts'
import { type CountedAssets, EXCHANGE, openCountedAssets, SECOND } from './testing/counted-assets.ts'
import { closeOf, LONG, SETUP } from './testing/intents.ts'
import { failure } from './testing/model-failure.ts'
import { ASSET } from './testing/model-venue.ts'
import { BUY } from './testing/setup.ts'

const ASKED = { state: 'prepared', code: AWAITING_CONFIRMATION }
const NUMBER = EXCHANGE[0] ?? 0
const SECOND_BUY = { ...BUY, asset: SECOND }

async function confirm(setup: CountedAssets, number: number) {
  expect(setup.trading.confirmUnverified(setup.id(number), true)).toBe(true)
  await setup.clock.advanceAsync(1_000)
  return setup.action(number)
}

describe('a late confirmation of a number', () => {
  it('signs nothing once another number was learned of the asset', async () => {
    const setup = await openCountedAssets()
    expect(await setup.submit(1)).toMatchObject(ASKED)
    setup.numbers = { 0: 110_009 }
    expect(await setup.submit(2)).toMatchObject(ASKED)
    await confirm(setup, 1)
    expect(setup.known()).toMatchObject([{ asset: ASSET, number: NUMBER, from: 'learned' }])
    expect(await confirm(setup, 2)).toMatchObject({
      state: 'refused',
      code: 'mismatch',
      mismatches: [{ field: 'asset', request: String(NUMBER), prepared: '110009' }],
      message: expect.stringMatching(
        /The venue prepared something other than your order \(asset\)\. One of your orders confirmed number 110004 for NYCTMP1;/,
      ),
    })
    expect(setup.signatures).toBe(1)
  })

  it('signs nothing once the number turned out to be another asset’s', async () => {
    const setup = await openCountedAssets()
    setup.numbers = { 0: NUMBER, 1: NUMBER }
    await setup.submit(1)
    await setup.submit(2, SECOND_BUY)
    await confirm(setup, 1)
    expect(await confirm(setup, 2)).toMatchObject({
      state: 'refused',
      message: expect.stringMatching(/Number 110004 is NYCTMP1, not NYCTMP2/),
    })
    expect(setup.signatures).toBe(1)
  })

  it('signs an action whose number is known by now', async () => {
    const setup = await openCountedAssets()
    await setup.submit(1)
    await setup.submit(2)
    await confirm(setup, 1)
    expect(await confirm(setup, 2)).toMatchObject({ state: 'resting' })
  })

  it('on an estimate with the listed number signs nothing once another one was learned', async () => {
    const setup = await openCountedAssets()
    await setup.submit(1)
    setup.numbers = {}
    const request = await setup.submit(2, LONG)
    expect(request).toMatchObject({ code: 'awaiting_estimate' })
    expect(request.question).toBeUndefined()
    await confirm(setup, 1)
    setup.trading.confirmEstimate(setup.id(2), request.estimate?.id ?? '', true)
    await setup.clock.advanceAsync(1_000)
    expect(setup.action(2)).toMatchObject({ state: 'refused', code: 'mismatch' })
    expect(setup.signatures).toBe(1)
  })
})

describe('an action that was planned before the number of its asset was learned', () => {
  it('is sent under that number, without a confirmation', async () => {
    const setup = await openCountedAssets()
    await setup.submit(1)
    const { prepareOrder } = setup.venue.service
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    Object.assign(setup.venue.service, {
      prepareOrder: async (...args: Parameters<typeof prepareOrder>) => {
        await held
        return prepareOrder(...args)
      },
    })
    await setup.submit(2)
    await confirm(setup, 1)
    expect(setup.known()).toHaveLength(1)
    release()
    await setup.clock.advanceAsync(1_000)
    expect(setup.action(2)).toMatchObject({ state: 'resting' })
    expect(setup.action(2).steps.find(({ state }) => state === 'verified')?.detail).toBeNull()
  })
})

describe('a listed number of an asset that is known to have another', () => {
  it('does not block the asset that owns it: a list may count from 1, and the exchange from 0', async () => {
    const setup = await openCountedAssets()
    await setup.submit(1)
    setup.numbers = { 0: NUMBER, 1: 0 }
    expect(await setup.submit(2, SECOND_BUY)).toMatchObject({ state: 'refused', code: 'mismatch' })
    await confirm(setup, 1)
    expect(await setup.submit(3, SECOND_BUY)).toMatchObject({
      ...ASKED,
      question: { asset: SECOND, listed: 1, signed: 0 },
    })
    expect(await confirm(setup, 3)).toMatchObject({ state: 'resting' })
    expect(setup.known()).toHaveLength(2)
  })

  it('does not block the setup of binary leverage either', async () => {
    const setup = await openCountedAssets()
    await setup.submit(1)
    setup.numbers = { 0: NUMBER, 2: 0, 3: 110_011 }
    expect(await setup.submit(2, SETUP)).toMatchObject({ state: 'refused', code: 'mismatch' })
    await confirm(setup, 1)
    expect(await setup.submit(3, SETUP)).toMatchObject({
      ...ASKED,
      message: expect.stringMatching(/numbered 0, 110011/),
    })
  })
})

describe('a number that the list gives to one asset and a read has shown for another', () => {
  it('blocks nothing of the first asset that follows the list, least of all a cancel or a close', async () => {
    const setup = await openCountedAssets()
    await setup.submit(1)
    await confirm(setup, 1)
    const { facts } = setup
    setup.facts = {
      ...facts,
      market: (asset) => {
        const market = facts.market(asset)
        return market && asset === SECOND ? { ...market, assetId: NUMBER } : market
      },
    }
    setup.numbers = { 0: NUMBER, 1: NUMBER }
    expect(await setup.submit(2, SECOND_BUY)).toMatchObject({ state: 'resting' })
  })
})

describe('an order that was found only by similarity', () => {
  it('teaches no number: it may be another client’s, while the signed order went to another asset', async () => {
    const setup = await openCountedAssets()
    setup.venue.behaviour = 'fill'
    expect(await setup.submit(1, LONG)).toMatchObject({ code: 'awaiting_estimate' })
    setup.venue.fail('submit', failure('no_answer', 'timeout', 'No answer.'))
    setup.trading.confirmEstimate(setup.id(1), setup.action(1).estimate?.id ?? '', true)
    await setup.clock.advanceAsync(10)
    const { size, direction } = LONG
    const terms = { asset: ASSET, side: direction === 'long' ? 'buy' : 'sell', size } as const
    await setup.venue.service.submitDirect({
      order: { ...terms, price: '571' as never, tif: 'IOC', reduce_only: false, nonce: 99, timestamp: 0 },
      signature: '0x',
    })
    await setup.clock.advanceAsync(5_000)
    expect(setup.action(1)).toMatchObject({ state: 'filled', oid: '1000' })
    expect(setup.known()).toEqual([])
    expect(await setup.submit(2)).toMatchObject(ASKED)
  })
})

describe('a cancel without an answer', () => {
  it('teaches no number when its order was canceled: the end of the bucket may have done that', async () => {
    const setup = await openCountedAssets()
    setup.numbers = {}
    await setup.submit(1)
    await setup.clock.advanceAsync(1_000)
    setup.numbers = EXCHANGE
    const { oid, cloid } = setup.action(1)
    expect(await setup.submit(2, { kind: 'cancel', asset: ASSET, oid: oid ?? '', cloid })).toMatchObject(ASKED)
    setup.venue.fail('submit', failure('no_answer', 'timeout', 'No answer.'))
    setup.trading.confirmUnverified(setup.id(2), true)
    await setup.clock.advanceAsync(10)
    setup.venue.end(oid ?? '', 'cancelled')
    await setup.clock.advanceAsync(60_000)
    expect(setup.action(2).state).toBe('done')
    expect(setup.known()).toEqual([])
  })
})

describe('a number that cannot be written to disk', () => {
  it('does not affect reports of its order, and is learned once it can be written', async () => {
    const assetNumbers = memoryAssetNumbers()
    let isFull = true
    const setup = await openCountedAssets({
      assetNumbers: {
        ...assetNumbers,
        keep(...args) {
          if (isFull) throw new Error('database or disk is full')
          assetNumbers.keep(...args)
        },
      },
    })
    await setup.submit(1)
    expect(await confirm(setup, 1)).toMatchObject({ state: 'resting' })
    expect(setup.known()).toEqual([])
    isFull = false
    await setup.submit(2)
    await confirm(setup, 2)
    expect(setup.known()).toMatchObject([{ asset: ASSET, number: NUMBER, from: 'learned' }])
  })
})

describe('unreadable confirmations of numbers', () => {
  it('prevent neither the step nor its report', async () => {
    const assetNumbers = memoryAssetNumbers()
    let isBroken = false
    const setup = await openCountedAssets({
      assetNumbers: {
        ...assetNumbers,
        openConfirmations(of) {
          if (isBroken) throw new Error('disk I/O error')
          return assetNumbers.openConfirmations(of)
        },
      },
    })
    setup.numbers = {}
    await setup.submit(1)
    await setup.clock.advanceAsync(1_000)
    const { oid, cloid } = setup.action(1)
    isBroken = true
    let reported = ''
    setup.trading.topics.onChange(({ kind }) => {
      if (kind !== 'actions') return
      const [newest] = setup.trading.topics.view({ kind: 'actions' }) as readonly { state: string }[]
      reported = newest?.state ?? ''
    })
    await setup.submit(2, { kind: 'cancel', asset: ASSET, oid: oid ?? '', cloid })
    await setup.clock.advanceAsync(5_000)
    expect([setup.action(2).state, reported]).toEqual(['done', 'done'])
  })
})

describe('an unreadable market list', () => {
  it('is reported, without a false mismatch', async () => {
    const setup = await openCountedAssets()
    setup.venue.position = '2' as never
    const { markets } = setup.venue.service
    Object.assign(setup.venue.service, {
      markets: async () => {
        throw failure('unreachable', 'network', 'Refused.')
      },
    })
    const closed = await setup.submit(1, closeOf(ASSET))
    expect(closed).toMatchObject({ state: 'refused', code: 'network', mismatches: [] })
    expect(closed.message).toMatch(/^Refused\. .*Nothing was signed\.$/)
    Object.assign(setup.venue.service, { markets })
    expect(await setup.submit(2, closeOf(ASSET))).toMatchObject(ASKED)
  })
})

describe('a deployment number that overrides a learned one', () => {
  it('lets the asset be learned again when the deployment gives its number to another', async () => {
    const assetNumbers = memoryAssetNumbers()
    const before = await openCountedAssets({ assetNumbers })
    await before.submit(1)
    await confirm(before, 1)
    const setup = await openCountedAssets({ assetNumbers, profile: { assetNumbers: { [SECOND]: NUMBER } } })
    setup.numbers = { 0: 110_009 }
    expect(await setup.submit(7)).toMatchObject(ASKED)
    expect(await confirm(setup, 7)).toMatchObject({ state: 'resting' })
    expect(setup.known()).toMatchObject([
      { asset: SECOND, number: NUMBER, from: 'profile' },
      { asset: ASSET, number: 110_009, from: 'learned' },
    ])
  })

  it('frees the number for another asset when the deployment gives its asset another one', async () => {
    const assetNumbers = memoryAssetNumbers()
    const before = await openCountedAssets({ assetNumbers })
    await before.submit(1)
    await confirm(before, 1)
    const setup = await openCountedAssets({ assetNumbers, profile: { assetNumbers: { [ASSET]: 110_009 } } })
    setup.numbers = { 1: NUMBER }
    expect(await setup.submit(7, SECOND_BUY)).toMatchObject(ASKED)
    expect(await confirm(setup, 7)).toMatchObject({ state: 'resting' })
    expect(setup.known()).toMatchObject([
      { asset: ASSET, number: 110_009, from: 'profile' },
      { asset: SECOND, number: NUMBER, from: 'learned' },
    ])
  })
})

describe('a prediction whose nonce the service omits', () => {
  it('needs another confirmation when it is prepared again, since nothing ties its limit to the signed payload', async () => {
    const setup = await openCountedAssets({ profile: { assetNumbers: { [ASSET]: NUMBER } } })
    const { service } = setup.venue
    const { preparePredict } = service
    Object.assign(service, {
      preparePredict: async (...args: Parameters<typeof preparePredict>) => ({
        ...(await preparePredict(...args)),
        nonce: null,
      }),
    })
    setup.venue.fail('submit', failure('problem', 'stale_prepared_action', 'The prepared action has expired.'))
    const request = await setup.submit(1, LONG)
    expect(request).toMatchObject({
      code: 'awaiting_estimate',
      message: expect.stringMatching(/did not send the nonce/),
    })
    setup.trading.confirmEstimate(setup.id(1), request.estimate?.id ?? '', true)
    await setup.clock.advanceAsync(5_000)
    expect(setup.action(1)).toMatchObject({ state: 'prepared', code: 'awaiting_estimate' })
    expect(setup.signatures).toBe(1)
  })
})
