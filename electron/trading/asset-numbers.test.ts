import { describe, expect, it } from 'vitest'
import type { CancelIntent, Intent, LeverageIntent } from '../../contract/intent.ts'
import { memoryAssetNumbers } from '../storage/testing/memory-asset-numbers.ts'
import { AWAITING_CONFIRMATION } from './actions/index.ts'
import { type CountedAssets, EXCHANGE, openCountedAssets, SECOND } from './testing/counted-assets.ts'
import { CLOSE_BINARY, closeOf, LIMIT, LONG, SETUP, UP } from './testing/intents.ts'
import { failure } from './testing/model-failure.ts'
import { ASSET, MARKET } from './testing/model-venue.ts'
import { BUY } from './testing/setup.ts'

const ASKED = { state: 'prepared', code: AWAITING_CONFIRMATION }
const NUMBER = EXCHANGE[0] ?? 0
const QUESTION = { asset: ASSET, listed: 0, signed: NUMBER }
const LEARNED = { asset: ASSET, number: NUMBER, from: 'learned' }
const SECOND_BUY = { ...BUY, asset: SECOND }

/** Confirms every question of an action, and lets the reads follow. */
async function take(setup: CountedAssets, number: number, accept = true) {
  const { code, estimate } = setup.action(number)
  if (code === 'awaiting_estimate') setup.trading.confirmEstimate(setup.id(number), estimate?.id ?? '', accept)
  else expect(setup.trading.confirmUnverified(setup.id(number), accept)).toBe(true)
  await setup.clock.advanceAsync(1_000)
  return setup.action(number)
}

/** The number of the first asset is learned from a resting order. */
async function learned(more: Parameters<typeof openCountedAssets>[0] = {}): Promise<CountedAssets> {
  const setup = await openCountedAssets(more)
  await setup.submit(1)
  await take(setup, 1)
  expect(setup.known()).toMatchObject([LEARNED])
  setup.news.length = 0
  return setup
}

describe('an asset that the market list only counts', () => {
  it('is signed under the exchange’s number on the trader’s confirmation, which states its meaning', async () => {
    const setup = await openCountedAssets()
    const request = await setup.submit(1)
    expect(request).toMatchObject({ ...ASKED, question: QUESTION })
    expect(request.message).toBe(
      "Not verified against your order. It matches your order, but NYCTMP1 would be signed as number 110004, and the market list says 0. An order in another asset with the same side, price and size would look identical. Compare 110004 with the venue's published list before you sign. You are asked each time until one of your orders appears in NYCTMP1 under that number.",
    )
    expect([setup.signatures, setup.known()]).toEqual([0, []])
    expect(await take(setup, 1)).toMatchObject({ state: 'resting' })
    expect(setup.action(1).steps.find(({ state }) => state === 'verified')?.detail).toBe(
      'not verified; signed as you confirmed: NYCTMP1 signed as number 110004',
    )
  })

  it('needs no further confirmation once its order rests in the reads, even after a restart', async () => {
    const setup = await openCountedAssets()
    await setup.submit(1)
    await take(setup, 1)
    expect(setup.known()).toMatchObject([LEARNED])
    expect(setup.news).toMatchObject([{ level: 'info', title: 'NYCTMP1 is number 110004' }])
    expect(await setup.submit(2)).toMatchObject({ state: 'resting' })
    await setup.restart()
    expect(await setup.submit(3)).toMatchObject({ state: 'resting' })
    expect(setup.action(3).steps.find(({ state }) => state === 'verified')?.detail).toBeNull()
  })

  it('needs a confirmation each time until then', async () => {
    const setup = await openCountedAssets()
    for (let read = 0; read < 40; read++) setup.venue.fail('open', failure('unreachable', 'network', 'Refused.'))
    await setup.submit(1)
    expect(await take(setup, 1)).toMatchObject({ state: 'acknowledged' })
    expect(await setup.submit(2)).toMatchObject(ASKED)
    expect(setup.known()).toEqual([])
  })

  it('is learned even after a restart between the confirmation and the first look', async () => {
    const setup = await openCountedAssets()
    for (let read = 0; read < 6; read++) setup.venue.fail('open', failure('unreachable', 'network', 'Refused.'))
    await setup.submit(1)
    await take(setup, 1)
    expect(setup.known()).toEqual([])
    setup.venue.faults.open = []
    await setup.restart()
    await setup.clock.advanceAsync(1_000)
    expect(setup.known()).toMatchObject([LEARNED])
  })

  it('is not learned from a rejected order', async () => {
    const setup = await openCountedAssets()
    await setup.submit(1)
    for (let read = 0; read < 2; read++) setup.venue.fail('open', failure('unreachable', 'network', 'Refused.'))
    setup.trading.confirmUnverified(setup.id(1), true)
    await setup.clock.advanceAsync(1)
    setup.venue.end('1000', 'rejected')
    await setup.clock.advanceAsync(5_000)
    expect(setup.action(1).state).toBe('rejected')
    expect(setup.known()).toEqual([])
  })

  it('has nothing signed and nothing learned when the trader declines', async () => {
    const setup = await openCountedAssets()
    await setup.submit(1)
    expect(await take(setup, 1, false)).toMatchObject({ state: 'refused', code: 'declined' })
    expect(setup.signatures).toBe(0)
    expect(await setup.submit(2)).toMatchObject(ASKED)
  })

  it('is refused where the settings refuse unverified actions, naming the deployment’s field', async () => {
    const setup = await openCountedAssets({ unverifiedActions: () => 'refuse' })
    const action = await setup.submit(1)
    expect(action).toMatchObject({ state: 'refused', code: 'unverified' })
    expect(action.message).toMatch(
      /Your settings refuse unverified actions\..*add "assetNumbers": \{ "NYCTMP1": 110004 \} to/,
    )
    expect(setup.signatures).toBe(0)
  })

  it('is confirmed for each asset separately, under its own name', async () => {
    const setup = await learned()
    expect(await setup.submit(2, SECOND_BUY)).toMatchObject({
      ...ASKED,
      question: { asset: SECOND, listed: 1, signed: 110_005 },
    })
  })

  it('needs no confirmation where the prepared action has the listed number', async () => {
    const setup = await openCountedAssets()
    setup.numbers = {}
    expect(await setup.submit(1)).toMatchObject({ state: 'resting' })
    expect(setup.action(1).question).toBeUndefined()
    expect(setup.known()).toEqual([])
  })

  it('cannot be confirmed when anything else differs, or nothing can be compared', async () => {
    const setup = await openCountedAssets()
    const { tamper } = setup.venue
    setup.venue.tamper = (action) => {
      const [order] = action.orders as object[]
      return tamper({ ...action, orders: [{ ...order, s: '3' }] })
    }
    expect(await setup.submit(1)).toMatchObject({
      state: 'refused',
      code: 'mismatch',
      mismatches: [{ field: 'asset' }, { field: 'size' }],
    })
    setup.venue.tamper = tamper
    setup.venue.bare = true
    expect(await setup.submit(2)).toMatchObject({ ...ASKED, message: expect.stringMatching(/did not send the action/) })
    expect(setup.action(2).question).toBeUndefined()
  })

  it('needs a confirmation even where the list counts in another order, or in its own', async () => {
    const setup = await openCountedAssets()
    const listed = [
      { ...MARKET, asset: SECOND, assetId: 1 },
      { ...MARKET, assetId: 0, ordinal: 1 },
    ]
    Object.assign(setup.venue.service, { markets: async () => listed })
    expect(await setup.submit(1)).toMatchObject({ ...ASKED, question: QUESTION })
  })

  it.each([
    ['of the other asset in the list', 1, /Number 1 is NYCTMP2, not NYCTMP1/],
    ['of a coin', 100_036_010, /The venue prepared something other than your order \(asset\)\. Nothing was signed\./],
  ])('is refused under the number %s', async (_, number, text) => {
    const setup = await openCountedAssets()
    setup.numbers = { 0: number }
    const action = await setup.submit(1)
    expect(action).toMatchObject({ state: 'refused', code: 'mismatch', message: expect.stringMatching(text) })
    expect(action.mismatches).toEqual([{ field: 'asset', request: '0', prepared: String(number) }])
    expect(setup.signatures).toBe(0)
  })

  it('is refused under any other number when the list has the exchange’s own', async () => {
    const setup = await openCountedAssets()
    const { facts } = setup
    setup.facts = { ...facts, market: () => ({ ...MARKET, assetId: 110_004 }) }
    setup.numbers = { 0: 110_005 }
    expect(await setup.submit(1)).toMatchObject({ state: 'refused', code: 'mismatch' })
    setup.numbers = { 0: 110_004 }
    expect(await setup.submit(2)).toMatchObject({ state: 'resting' })
  })
})

describe('a number of the deployment', () => {
  const profile = { assetNumbers: { [ASSET]: NUMBER } }

  it('is signed without a confirmation, regardless of the list, and cannot be forgotten', async () => {
    const setup = await openCountedAssets({ profile })
    expect(await setup.submit(1)).toMatchObject({ state: 'resting' })
    expect(setup.known()).toEqual([{ asset: ASSET, number: NUMBER, from: 'profile' }])
    expect(setup.trading.forgetAssetNumber(ASSET, NUMBER)).toBe(false)
  })

  it.each([0, 110_005])('excludes every other number: %s', async (number) => {
    const setup = await openCountedAssets({ profile })
    setup.numbers = { 0: number }
    const action = await setup.submit(1)
    expect(action).toMatchObject({ state: 'refused', code: 'mismatch' })
    expect(action.message).toMatch(/The profile gives NYCTMP1 the number 110004/)
    expect(setup.signatures).toBe(0)
  })

  it('belongs to no other asset', async () => {
    const setup = await openCountedAssets({ profile })
    setup.numbers = { 1: NUMBER }
    expect(await setup.submit(1, SECOND_BUY)).toMatchObject({
      state: 'refused',
      message: expect.stringMatching(/Number 110004 is NYCTMP1, not NYCTMP2/),
    })
  })
})

describe('a learned number', () => {
  it('is never replaced without a confirmation: the contradiction is refused and reported once', async () => {
    const setup = await learned()
    setup.numbers = { 0: 110_009 }
    for (const number of [2, 3]) {
      expect(await setup.submit(number)).toMatchObject({
        state: 'refused',
        code: 'mismatch',
        mismatches: [{ field: 'asset', request: String(NUMBER), prepared: '110009' }],
        message: expect.stringMatching(/One of your orders confirmed number 110004 for NYCTMP1/),
      })
    }
    expect(setup.news).toMatchObject([{ level: 'error', title: 'The venue reports another number for NYCTMP1' }])
    expect(setup.known()).toMatchObject([LEARNED])
  })

  it('takes precedence over the listed number', async () => {
    const setup = await learned()
    setup.numbers = {}
    expect(await setup.submit(2)).toMatchObject({ state: 'refused', code: 'mismatch' })
  })

  it('needs a new confirmation once the trader has forgotten it', async () => {
    const setup = await learned()
    expect(setup.trading.forgetAssetNumber(ASSET, 5)).toBe(false)
    expect(setup.trading.forgetAssetNumber(ASSET, NUMBER)).toBe(true)
    expect(setup.known()).toEqual([])
    setup.numbers = { 0: 110_009 }
    expect(await setup.submit(2)).toMatchObject({ ...ASKED, question: { ...QUESTION, signed: 110_009 } })
  })

  it('belongs to no other asset', async () => {
    const setup = await learned()
    setup.numbers = { 1: NUMBER }
    expect(await setup.submit(2, SECOND_BUY)).toMatchObject({
      state: 'refused',
      code: 'mismatch',
      message: expect.stringMatching(/Number 110004 is NYCTMP1, not NYCTMP2/),
    })
  })

  it('is stored by the service’s address, regardless of the deployment’s name', async () => {
    const assetNumbers = memoryAssetNumbers()
    await learned({ assetNumbers, profile: { name: 'mine' } })
    const renamed = await openCountedAssets({
      assetNumbers,
      profile: { name: 'yours', baseUrl: 'http://127.0.0.1:1/v9' },
    })
    expect(await renamed.submit(1)).toMatchObject({ state: 'resting' })
    const elsewhere = await openCountedAssets({
      assetNumbers,
      profile: { name: 'mine', baseUrl: 'http://127.0.0.1:2' },
    })
    expect(await elsewhere.submit(1)).toMatchObject(ASKED)
    const otherNetwork = await openCountedAssets({ assetNumbers, profile: { name: 'mine', network: 'testnet' } })
    expect(await otherNetwork.submit(1)).toMatchObject(ASKED)
  })
})

describe('two assets that are signed under one number before either is learned', () => {
  it('never share it: the first that the reads show has it, and the other one is reported as an error', async () => {
    const setup = await openCountedAssets()
    setup.numbers = { 0: NUMBER, 1: NUMBER }
    for (let read = 0; read < 60; read++) setup.venue.fail('open', failure('unreachable', 'network', 'Refused.'))
    await setup.submit(1)
    await take(setup, 1)
    await setup.submit(2, SECOND_BUY)
    await take(setup, 2)
    expect(setup.known()).toEqual([])
    setup.venue.faults.open = []
    await setup.clock.advanceAsync(5_000)
    expect(setup.known()).toHaveLength(1)
    const [{ asset = '' } = {}] = setup.known()
    const other = asset === ASSET ? SECOND : ASSET
    expect(setup.news.map(({ level, title }) => [level, title])).toEqual([
      ['info', `${asset} is number ${NUMBER}`],
      ['error', `The number of ${other} cannot be ${NUMBER}`],
    ])
  })

  it('use the deployment’s number, regardless of what was learned before', async () => {
    const assetNumbers = memoryAssetNumbers()
    await learned({ assetNumbers })
    const setup = await openCountedAssets({ assetNumbers, profile: { assetNumbers: { [SECOND]: NUMBER } } })
    expect(setup.known()).toEqual([{ asset: SECOND, number: NUMBER, from: 'profile' }])
    expect(await setup.submit(1)).toMatchObject({
      state: 'refused',
      message: expect.stringMatching(/Number 110004 is NYCTMP2, not NYCTMP1/),
    })
  })
})

describe('an order that appears in another asset than requested', () => {
  it('teaches no number, is reported as it is, and nothing is signed under that number again', async () => {
    const setup = await openCountedAssets()
    setup.showsAs = SECOND
    await setup.submit(1)
    await take(setup, 1)
    expect(setup.known()).toMatchObject([{ asset: ASSET, number: NUMBER, from: 'disproved', shownAs: SECOND }])
    expect(setup.news).toMatchObject([{ level: 'error', title: 'Order for NYCTMP1 appeared in NYCTMP2' }])
    expect(setup.news[0]?.text).toMatch(/Check positions and open orders in NYCTMP2 now/)
    setup.showsAs = ASSET
    expect(await setup.submit(2)).toMatchObject({
      state: 'refused',
      code: 'mismatch',
      message: expect.stringMatching(/An order signed as number 110004 for NYCTMP1 appeared in NYCTMP2/),
    })
    expect(setup.trading.forgetAssetNumber(ASSET, NUMBER)).toBe(true)
    expect(await setup.submit(3)).toMatchObject(ASKED)
  })
})

describe('the number of an action other than a limit order', () => {
  const LEVERAGE: LeverageIntent = { kind: 'leverage', asset: ASSET, leverage: 3 }

  it('is confirmed with the estimate of a prediction, and learned from its fills', async () => {
    const setup = await openCountedAssets()
    setup.venue.behaviour = 'fill'
    const request = await setup.submit(1, LONG)
    expect(request).toMatchObject({ state: 'prepared', code: 'awaiting_estimate', question: QUESTION })
    expect(request.message).toMatch(/^Not verified against your order\. .* 110004.* Confirm or discard\.$/)
    expect(await take(setup, 1)).toMatchObject({ state: 'filled' })
    expect(setup.known()).toMatchObject([LEARNED])
    expect((await setup.submit(2, LONG)).message).toBe('Confirm or discard the estimate.')
  })

  it('needs another confirmation when a prediction is prepared again under another number', async () => {
    const setup = await openCountedAssets()
    setup.venue.behaviour = 'fill'
    const first = await setup.submit(1, LONG)
    setup.venue.fail('submit', failure('problem', 'stale_prepared_action', 'The prepared action has expired.'))
    setup.numbers = { 0: 110_009 }
    setup.trading.confirmEstimate(setup.id(1), first.estimate?.id ?? '', true)
    await setup.clock.advanceAsync(5_000)
    expect(setup.action(1)).toMatchObject({ code: 'awaiting_estimate', question: { ...QUESTION, signed: 110_009 } })
    await take(setup, 1)
    // Two numbers were accepted for one order: it teaches neither.
    expect(setup.action(1).state).toBe('filled')
    expect(setup.known()).toEqual([])
  })

  it('is not covered by the first confirmation when a new prepare has the listed number', async () => {
    const setup = await openCountedAssets()
    setup.venue.fail('submit', failure('problem', 'stale_prepared_action', 'The prepared action has expired.'))
    await setup.submit(1)
    setup.numbers = {}
    setup.trading.confirmUnverified(setup.id(1), true)
    await setup.clock.advanceAsync(8_000)
    expect(setup.action(1).state).toBe('resting')
    expect(setup.known()).toEqual([])
  })

  it('is compared with the list for a close even in a pause that the service asks for', async () => {
    const setup = await openCountedAssets()
    setup.venue.position = '2' as never
    setup.venue.service.budget.socketRefused(60_000)
    expect(await setup.submit(1, closeOf(ASSET))).toMatchObject({ ...ASKED, question: QUESTION })
  })

  it('is learned from the order of a close', async () => {
    const setup = await openCountedAssets()
    setup.venue.position = '2' as never
    expect(await setup.submit(1, closeOf(ASSET))).toMatchObject({ ...ASKED, question: QUESTION })
    expect(await take(setup, 1)).toMatchObject({ state: 'filled' })
    expect(setup.known()).toMatchObject([LEARNED])
  })

  it('is learned from a cancel once the order shows as canceled', async () => {
    const setup = await openCountedAssets()
    setup.numbers = {}
    await setup.submit(1)
    await setup.clock.advanceAsync(1_000)
    setup.numbers = EXCHANGE
    const { oid, cloid } = setup.action(1)
    const cancel: CancelIntent = { kind: 'cancel', asset: ASSET, oid: oid ?? '', cloid }
    expect(await setup.submit(2, cancel)).toMatchObject({ ...ASKED, question: QUESTION })
    expect(await take(setup, 2)).toMatchObject({ state: 'done' })
    await setup.clock.advanceAsync(5_000)
    expect(setup.known()).toMatchObject([LEARNED])
  })

  it('needs a confirmation for a leverage change, which no read confirms', async () => {
    const assetNumbers = memoryAssetNumbers()
    const setup = await openCountedAssets({ assetNumbers })
    for (const number of [1, 2]) {
      expect(await setup.submit(number, LEVERAGE)).toMatchObject({ ...ASKED, question: QUESTION })
      expect(await take(setup, number)).toMatchObject({ state: 'done' })
    }
    expect(setup.known()).toEqual([])
    await setup.clock.advanceAsync(3_000)
    expect(assetNumbers.openConfirmations({ origin: 'http://127.0.0.1:1', network: 'practice' })).toEqual([])
  })

  it('of an outcome’s share follows from its name, and needs no confirmation', async () => {
    const setup = await openCountedAssets()
    setup.venue.tamper = (action) => {
      const [order] = action.orders as object[]
      return { ...action, orders: [{ ...order, a: 110_004 }] }
    }
    expect(await setup.submit(1, LIMIT)).toMatchObject({ state: 'refused', code: 'mismatch' })
  })
})

describe('the numbers of binary assets', () => {
  const confirmed = async (setup: CountedAssets, number: number, intent: Intent) => {
    await setup.submit(number, intent)
    return take(setup, number)
  }

  it('are confirmed with the setup, with a prediction until its fills show them, and then no more', async () => {
    const setup = await openCountedAssets()
    const request = await setup.submit(1, SETUP)
    expect(request).toMatchObject(ASKED)
    expect(request.message).toMatch(/The market list numbers the binary assets BIN1 2, BIN2 3\..*110010, 110011/)
    expect(await take(setup, 1)).toMatchObject({ state: 'done' })
    expect(setup.known()).toEqual([])
    expect(await confirmed(setup, 2, UP)).toMatchObject({ state: 'filled' })
    expect(setup.known()).toMatchObject([{ asset: 'BIN1', number: 110_010, from: 'learned' }])
    expect(await setup.submit(3, CLOSE_BINARY)).toMatchObject({ state: 'filled' })
  })

  it('are refused in a setup that names a market that is not binary', async () => {
    const setup = await learned()
    setup.numbers = { 2: NUMBER, 3: 110_011 }
    expect(await setup.submit(2, SETUP)).toMatchObject({ state: 'refused', code: 'mismatch' })
    setup.numbers = { 2: 1, 3: 110_011 }
    expect(await setup.submit(3, SETUP)).toMatchObject({ state: 'refused', code: 'mismatch' })
    expect(setup.signatures).toBe(1)
  })

  it('come from the deployment, where it has them', async () => {
    const setup = await openCountedAssets({ profile: { assetNumbers: { BIN1: 110_010, BIN2: 110_011 } } })
    expect(await setup.submit(1, SETUP)).toMatchObject({ state: 'done', code: null })
    expect((await setup.submit(2, UP)).message).toBe('Confirm or discard the estimate.')
  })
})

describe('whether a stop in an asset is sent without a confirmation', () => {
  const confirm = (why: string) => ({ why, answer: 'confirm' })

  it('is determined for each asset separately: one asset’s number proves nothing about another’s', async () => {
    const setup = await learned()
    expect(setup.trading.unverifiable(ASSET)).toBeNull()
    expect(setup.trading.unverifiable(SECOND)).toEqual(confirm('perhaps_number'))
    await setup.submit(2, SECOND_BUY)
    expect(setup.trading.unverifiable(SECOND)).toEqual(confirm('number'))
    expect(setup.trading.unverifiable(ASSET)).toBeNull()
    await take(setup, 2, false)
    expect(await setup.submit(3)).toMatchObject({ state: 'resting' })
    expect(setup.trading.unverifiable(SECOND)).toEqual(confirm('number'))
  })

  it('does not depend on a missing number of another asset', async () => {
    const setup = await openCountedAssets({
      unverifiedActions: () => 'refuse',
      profile: { assetNumbers: { [ASSET]: NUMBER } },
    })
    expect(await setup.submit(1, SECOND_BUY)).toMatchObject({ state: 'refused', code: 'unverified' })
    expect(setup.trading.unverifiable(ASSET)).toBeNull()
    expect(setup.trading.unverifiable(SECOND)).toEqual({ why: 'number', answer: 'refuse' })
  })

  it('is reported for a forgotten number', async () => {
    const setup = await learned()
    expect(await setup.submit(2)).toMatchObject({ state: 'resting' })
    setup.trading.forgetAssetNumber(ASSET, NUMBER)
    expect(setup.trading.unverifiable(ASSET)).toEqual(confirm('number'))
  })

  it('does not follow from a setup of binary leverage, whose numbers no question names', async () => {
    const setup = await learned({ unverifiedActions: () => 'confirm' })
    expect(await setup.submit(2, SETUP)).toMatchObject(ASKED)
    expect(setup.trading.unverifiable(ASSET)).toBeNull()
  })

  it('is not in question where the listed numbers are the signed ones', async () => {
    const setup = await openCountedAssets()
    setup.numbers = {}
    await setup.submit(1)
    expect([setup.trading.unverifiable(ASSET), setup.trading.unverifiable(SECOND)]).toEqual([null, null])
  })
})
