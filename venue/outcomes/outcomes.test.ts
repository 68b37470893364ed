import { describe, expect, it } from 'vitest'
import { createVenueCore, type VenueCore } from '../core/index.ts'
import type { Account } from '../market/index.ts'
import { ALICE, BOB, refusal } from '../testing/quiet-venue.ts'
import type { ConversionRequest } from './interface.ts'
import type { OutcomeInfo } from './market-reads.ts'

/** 13:07 UTC: a reading expires at 13:30. */
const NOW = Date.UTC(2026, 10, 21, 13, 7)

function venue(options: { traders?: boolean; startTime?: number } = {}): VenueCore {
  const core = createVenueCore({ seed: 1, startTime: NOW, traders: false, ...options })
  for (const account of [ALICE, BOB]) {
    core.createAccount(account, { usdc: '0', usdh: '1000' })
    core.outcomes.transfer(account, '900')
  }
  return core
}

const open = (core: VenueCore): OutcomeInfo[] =>
  core.outcomes.meta().filter(({ settling, expired }) => !settling && !expired)
/** An outcome of an exclusive question. */
const bucket = (core: VenueCore): OutcomeInfo =>
  open(core).find(({ questions }) => questions[0]?.exclusive) as OutcomeInfo

function place(
  core: VenueCore,
  account: Account,
  outcomeId: number,
  side: number,
  isBuy: boolean,
  price: string,
  size: string,
  more = {},
) {
  return core.outcomes.place({ account, outcomeId, side, isBuy, price, size, tif: 'GTC', cloid: null, ...more })
}

const cash = (core: VenueCore, account: Account): string => core.account(account).account.usdh_outcome
const shares = (core: VenueCore, account: Account): Record<string, string> =>
  Object.fromEntries(core.account(account).positions.map(({ asset, size }) => [asset, size]))
const sound = (core: VenueCore): void => {
  expect(core.imbalance()).toBe(0n)
  expect(core.imbalanceUsdh()).toBe(0n)
}

it('every question about a day at the station names its zone, because the UTC day differs', () => {
  const titles = venue()
    .outcomes.meta()
    .flatMap(({ questions }) => questions.map(({ title }) => title))
  const ofDays = titles.filter((title) => /\d (January|February|March|[A-Z][a-z]+ber)\b/.test(title))
  expect(new Set(ofDays.map((title) => title.split(' ')[0]))).toEqual(new Set(['New', 'Overnight', 'Rain']))
  expect(ofDays.filter((title) => !title.endsWith(' (EST)'))).toEqual([])
})

describe('orders on an outcome', () => {
  it('match across sides: a buyer of Yes and a buyer of No create a pair, each at its own price', () => {
    const core = venue()
    const { outcomeId, sides } = bucket(core)
    expect(place(core, ALICE, outcomeId, 0, true, '0.400', '100').status).toBe('resting')
    expect(core.outcomes.book(sides[1]?.coin ?? '', 5).levels[1]).toEqual([{ px: '0.600', sz: '100.00', n: 1 }])
    expect(place(core, BOB, outcomeId, 1, true, '0.650', '40')).toMatchObject({ status: 'filled', avg_px: '0.6000' })
    expect(cash(core, ALICE)).toBe('884.000000')
    expect(cash(core, BOB)).toBe('876.000000')
    expect(shares(core, ALICE)).toEqual({ [sides[0]?.coin ?? '']: '40.00' })
    expect(shares(core, BOB)).toEqual({ [sides[1]?.coin ?? '']: '40.00' })
    sound(core)
    // Two sellers dissolve pairs.
    expect(
      core.outcomes.cancel(ALICE, outcomeId, 0, { oid: core.outcomes.openOrders(ALICE)[0]?.oid ?? '' }).status,
    ).toBe('cancelled')
    place(core, ALICE, outcomeId, 0, false, '0.300', '40')
    expect(place(core, BOB, outcomeId, 1, false, '0.700', '40')).toMatchObject({ status: 'filled', avg_px: '0.7000' })
    expect([cash(core, ALICE), cash(core, BOB)]).toEqual(['896.000000', '904.000000'])
    expect(shares(core, ALICE)).toEqual({})
    sound(core)
  })

  it('are refused without the money, the shares, the side, or valid text; nothing changes', () => {
    const core = venue()
    const { outcomeId } = bucket(core)
    const before = JSON.stringify(core.account(ALICE))
    const code = (act: () => unknown) => refusal(act).code
    expect(code(() => place(core, ALICE, outcomeId, 0, true, '0.500', '1801'))).toBe('insufficient_margin')
    expect(code(() => place(core, ALICE, outcomeId, 0, false, '0.500', '1'))).toBe('insufficient_shares')
    expect(code(() => place(core, ALICE, outcomeId, 2, true, '0.500', '1'))).toBe('bad_request')
    expect(code(() => place(core, ALICE, 5, 0, true, '0.500', '1'))).toBe('unknown_outcome')
    for (const price of ['0', '1', '0.0005', '-0.5', 'x']) {
      expect(code(() => place(core, ALICE, outcomeId, 0, true, price, '1'))).toBe('bad_request')
    }
    expect(code(() => place(core, ALICE, outcomeId, 0, true, '0.5', '0.001'))).toBe('bad_request')
    expect(JSON.stringify(core.account(ALICE))).toBe(before)
  })

  it('reserve money and shares while they rest', () => {
    const core = venue()
    const { outcomeId } = bucket(core)
    place(core, ALICE, outcomeId, 0, true, '0.500', '1800', { cloid: `0x${'1'.repeat(32)}` })
    expect(refusal(() => place(core, ALICE, outcomeId, 1, true, '0.001', '1')).code).toBe('insufficient_margin')
    expect(refusal(() => core.outcomes.transfer(ALICE, '1', 'to_ordinary')).code).toBe('insufficient_margin')
    const by = { cloid: `0x${'1'.repeat(32)}` }
    expect(core.outcomes.order(ALICE, by)).toMatchObject({ status: 'resting', family: 'outcome' })
    expect(core.outcomes.cancel(ALICE, outcomeId, 0, by).status).toBe('cancelled')
    expect(core.outcomes.order(ALICE, by)?.status).toBe('cancelled')
    expect(core.orderHistory(ALICE, 5, null)[0]).toMatchObject({ family: 'outcome', status: 'cancelled' })
    core.outcomes.transfer(ALICE, '900', 'to_ordinary')
    expect(core.account(ALICE).account).toMatchObject({ usdh: '1000.000000', usdh_outcome: '0.000000' })
  })

  it('in market mode reach the best price and stay within the slippage', () => {
    const core = venue({ traders: true })
    for (const { outcomeId, sides } of open(core)) {
      for (const { index } of sides) {
        const mode = { kind: 'market', slippageBps: 500 } as const
        const terms = core.outcomes.orderTerms({ outcomeId, side: index, isBuy: true, sz: '2', mode })
        const ask = core.outcomes.book(terms.coin, 1).levels[1][0]
        if (ask === undefined) continue
        expect(Number(terms.price)).toBeGreaterThanOrEqual(Number(ask.px))
        expect(Number(terms.price)).toBeLessThanOrEqual(Number(ask.px) * 1.05 + 1e-9)
        const result = core.outcomes.place({ ...terms, account: ALICE, cloid: null })
        expect(result.status).toBe('filled')
        expect(Number(result.avg_px)).toBeLessThanOrEqual(Number(terms.price))
        expect(terms.assetId).toBe(100_000_000 + 10 * outcomeId + index)
        expect(terms.coin).toBe(`#${10 * outcomeId + index}`)
      }
    }
    sound(core)
  })
})

describe('conversions', () => {
  const convert = (core: VenueCore, kind: ConversionRequest['kind'], rest: Partial<ConversionRequest>) =>
    core.outcomes.convert({ account: ALICE, kind, outcomeId: null, questionId: null, amount: null, ...rest })

  it('split and merge, of two sides and of more, exactly', () => {
    for (const more of [false, true]) {
      const core = venue()
      const market = open(core).find(({ sides }) => sides.length > 2 === more) as OutcomeInfo
      convert(core, 'split', { outcomeId: market.outcomeId, amount: '10.25' })
      expect(cash(core, ALICE)).toBe('889.750000')
      expect(shares(core, ALICE)).toEqual(Object.fromEntries(market.sides.map(({ coin }) => [coin, '10.25'])))
      sound(core)
      convert(core, 'merge', { outcomeId: market.outcomeId, amount: '0.25' })
      convert(core, 'merge', { outcomeId: market.outcomeId })
      expect(cash(core, ALICE)).toBe('900.000000')
      expect(shares(core, ALICE)).toEqual({})
      sound(core)
      expect(core.outcomes.conversions(ALICE).map(({ kind, amount }) => [kind, amount])).toEqual([
        ['merge', '10.00'],
        ['merge', '0.25'],
        ['split', '10.25'],
      ])
    }
  })

  it('negate: No of one becomes Yes of all the others; with a split and a question merge that is worth nothing or 1, exactly', () => {
    const core = venue()
    const { outcomeId, questions } = bucket(core)
    const question = questions[0]
    const questionId = question?.id ?? 0
    convert(core, 'split', { outcomeId, amount: '8' })
    convert(core, 'negate', { outcomeId, questionId })
    const yes = question?.outcomes.map((id) => `#${10 * id}`) ?? []
    expect(shares(core, ALICE)).toEqual(Object.fromEntries(yes.map((coin) => [coin, '8.00'])))
    sound(core)
    convert(core, 'merge_question', { questionId, amount: '3' })
    expect(cash(core, ALICE)).toBe('895.000000')
    convert(core, 'merge_question', { questionId })
    expect(cash(core, ALICE)).toBe('900.000000')
    expect(shares(core, ALICE)).toEqual({})
    sound(core)
  })

  it('are refused for shares that are missing or offered in orders, and for questions that are not exclusive, unknown, or over', () => {
    const core = venue()
    const { outcomeId } = bucket(core)
    const alone = open(core).find(({ questions }) => !questions[0]?.exclusive) as OutcomeInfo
    const code = (kind: ConversionRequest['kind'], rest: Partial<ConversionRequest>) =>
      refusal(() => convert(core, kind, rest)).code
    expect(code('merge', { outcomeId })).toBe('insufficient_shares')
    expect(code('split', { outcomeId, amount: '900.01' })).toBe('insufficient_margin')
    expect(code('split', { outcomeId })).toBe('bad_request')
    expect(code('negate', { outcomeId: alone.outcomeId, questionId: alone.questions[0]?.id ?? 0 })).toBe('bad_request')
    expect(code('merge_question', { questionId: 3 })).toBe('unknown_question')
    convert(core, 'split', { outcomeId, amount: '5' })
    place(core, ALICE, outcomeId, 0, false, '0.900', '5')
    expect(code('merge', { outcomeId, amount: '1' })).toBe('insufficient_shares')
    const settling = core.outcomes.meta().find((market) => market.settling)
    expect(code('split', { outcomeId: settling?.outcomeId ?? 0, amount: '1' })).toBe('market_closed')
  })
})

describe('the life of an outcome', () => {
  it('goes from open through settling to paid out at 1 or 0, exactly', () => {
    const core = venue()
    const market = open(core)[0] as OutcomeInfo
    expect(market.expiry - NOW).toBeLessThan(3_600_000)
    const { outcomeId } = market
    core.outcomes.convert({ account: ALICE, kind: 'split', outcomeId, questionId: null, amount: '20' })
    place(core, ALICE, outcomeId, 0, false, '0.250', '20')
    place(core, BOB, outcomeId, 0, true, '0.250', '20')
    place(core, BOB, outcomeId, 0, true, '0.100', '20')
    const state = () => core.outcomes.meta().find((entry) => entry.outcomeId === outcomeId)
    core.advanceTo(market.expiry)
    expect(state()).toMatchObject({ settling: true, expired: false, winner: null })
    expect(core.outcomes.openOrders(BOB)).toEqual([])
    expect(core.orderHistory(BOB, 1, null)[0]?.status).toBe('expired')
    expect(refusal(() => place(core, BOB, outcomeId, 0, true, '0.5', '1')).code).toBe('market_closed')
    expect(cash(core, BOB)).toBe('895.000000')
    core.advanceTo(market.expiry + 30 * 60_000)
    const winner = state()?.winner
    expect(state()).toMatchObject({ settling: false, expired: true })
    expect(cash(core, ALICE)).toBe(winner === 1 ? '905.000000' : '885.000000')
    expect(cash(core, BOB)).toBe(winner === 1 ? '895.000000' : '915.000000')
    expect(core.outcomes.prices()[market.sides[winner ?? 0]?.coin ?? '']).toBe('1.000')
    expect(core.fills(BOB, 1, null)[0]).toMatchObject({ oid: 'settlement', family: 'outcome' })
    expect(core.account(BOB).positions).toEqual([])
    sound(core)
    core.advanceTo(market.expiry + 91 * 60_000)
    expect(state()).toBeUndefined()
    expect(refusal(() => core.outcomes.book(market.sides[0]?.coin ?? '', 5)).code).toBe('unknown_coin')
    expect(core.fills(BOB, 1, null)).toHaveLength(1)
  })

  it('has 7 days of prices at the start, continuous with the current price, for every coin', () => {
    const core = venue({ traders: true })
    const prices = core.outcomes.prices()
    for (const { sides, expiry } of open(core)) {
      for (const { coin } of sides) {
        const points = core.outcomes.priceHistory([coin])[coin] ?? []
        expect(points.length).toBeGreaterThan(300)
        expect(NOW - (points[0]?.time ?? NOW)).toBeGreaterThanOrEqual(7 * 86_400_000)
        expect(points.at(-1)).toEqual({ time: Math.min(NOW, expiry), price: prices[coin] })
        const [last, before] = [points.at(-1), points.at(-2)]
        expect(Math.abs(Number(last?.price) - Number(before?.price))).toBeLessThan(0.1)
        expect(points.every(({ time }, i) => i === 0 || time > (points[i - 1]?.time ?? 0))).toBe(true)
      }
    }
  })

  it('survives a restart with shares, open orders and conversions; and is paid out when it ended in between', () => {
    const core = venue()
    const { outcomeId, expiry, sides } = open(core)[0] as OutcomeInfo
    core.outcomes.convert({ account: ALICE, kind: 'split', outcomeId, questionId: null, amount: '20' })
    place(core, ALICE, outcomeId, 0, false, '0.900', '5')
    place(core, ALICE, outcomeId, 1, true, '0.050', '7')
    const saved = JSON.parse(JSON.stringify(core.exportAccounts([ALICE])))
    const again = createVenueCore({ seed: 1, startTime: NOW + 1000, traders: true })
    again.importAccounts(saved)
    expect(shares(again, ALICE)).toEqual(shares(core, ALICE))
    expect(again.outcomes.openOrders(ALICE)).toEqual(core.outcomes.openOrders(ALICE))
    expect(again.outcomes.conversions(ALICE)).toEqual(core.outcomes.conversions(ALICE))
    sound(again)
    const later = createVenueCore({ seed: 1, startTime: expiry + 86_400_000 })
    later.importAccounts(saved)
    expect(cash(later, ALICE)).toBe('900.000000')
    expect(later.fills(ALICE, 5, null).map(({ asset, oid }) => [asset, oid])).toEqual(
      expect.arrayContaining(sides.map(({ coin }) => [coin, 'settlement'])),
    )
    expect(later.outcomes.openOrders(ALICE)).toEqual([])
    sound(later)
  })

  it('can be paused or close-only', () => {
    const core = venue()
    const { outcomeId } = bucket(core)
    core.outcomes.convert({ account: ALICE, kind: 'split', outcomeId, questionId: null, amount: '2' })
    const version = core.outcomes.stateVersion(outcomeId)
    core.outcomes.forceStatus(outcomeId, 'close_only')
    expect(core.outcomes.stateVersion(outcomeId)).toBeGreaterThan(version)
    expect(refusal(() => place(core, ALICE, outcomeId, 0, true, '0.5', '1')).code).toBe('market_closed')
    expect(place(core, ALICE, outcomeId, 0, false, '0.9', '1').status).toBe('resting')
    core.outcomes.forceStatus(outcomeId, 'paused')
    expect(refusal(() => place(core, ALICE, outcomeId, 0, false, '0.9', '1')).status).toBe(423)
  })
})

describe('the venue’s own traders', () => {
  it('keep both sides of every open market quoted around its fair price', () => {
    const core = venue({ traders: true })
    const events = new Set<string>()
    core.outcomes.on(({ kind }) => events.add(kind))
    for (let i = 0; i < 120; i++) {
      core.advanceTo(core.now() + 1000)
      const prices = core.outcomes.prices()
      for (const { sides, questions } of open(core)) {
        const books = sides.map(({ coin }) => core.outcomes.book(coin, 20).levels)
        for (const [bids, asks] of books) {
          if (bids[0] && asks[0]) expect(Number(bids[0].px)).toBeLessThan(Number(asks[0].px))
        }
        if (sides.length === 2) {
          expect(Number(books[0]?.[0][0]?.px ?? 0) + Number(books[1]?.[0][0]?.px ?? 0)).toBeLessThanOrEqual(1)
          const mid = Number(prices[sides[0]?.coin ?? ''])
          if (i === 0 && mid > 0.15 && mid < 0.85) {
            for (const side of books.flat()) expect(side.length).toBeGreaterThanOrEqual(8)
          }
        }
        if (questions[0]?.exclusive) {
          const sum = questions[0].outcomes.reduce((total, id) => total + Number(prices[`#${10 * id}`]), 0)
          expect(Math.abs(sum - 1)).toBeLessThan(0.06)
        }
      }
    }
    expect([...events].sort()).toEqual(['book', 'prices', 'trade'])
    sound(core)
  })
})
