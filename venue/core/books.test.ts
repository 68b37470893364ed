/** The terminal's calculation from fills and conversions agrees with what this venue booked, to the last unit. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BookEntry,
  type ConversionEntry,
  conversionEntryOf,
  createBooks,
  type DayEnd,
  dayOf,
  EMPTY_DAY,
  type Held,
  type TradeRecord,
  unrealisedAt,
} from '../../contract/books/index.ts'
import { workOut } from '../../contract/books/testing/entries.ts'
import { add, compare, type Money, money, price, subtract, ZERO } from '../../contract/decimal.ts'
import type { Conversion, OutcomeMarket } from '../../contract/outcome.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import type { Account, FillInfo } from '../market/index.ts'
import { newVenue, perform, step, USERS } from '../testing/family-steps.ts'
import type { VenueCore } from './index.ts'

type Books = ReturnType<typeof createBooks>

const sum = (values: readonly Money[]): Money => values.reduce<Money>((all, one) => add(all, one), ZERO as Money)

const DEPOSIT = '2000000'

/** A client that reads new data after each step, and keeps the books. */
function bookkeeper(core: VenueCore, account: Account) {
  const books = createBooks()
  const markets = new Map<number, OutcomeMarket>()
  const seen = new Set<string>()
  const trades: TradeRecord[] = []
  let end: DayEnd = EMPTY_DAY
  let realised = { USDC: ZERO as Money, USDH: ZERO as Money }
  let fees = { USDC: ZERO as Money, USDH: ZERO as Money }
  /** Whether the venue covered a loss beyond the account's margin. */
  let wasLiquidated = false

  function book(entry: BookEntry): void {
    for (const { family, computed, fee } of books.apply(entry)) {
      const money = family === 'outcome' ? 'USDH' : 'USDC'
      if (computed === null) throw new Error('the records begin with the account: every cost is known')
      if (entry.kind === 'fill') expect(compare(computed, entry.realizedPnl ?? ZERO)).toBe(0)
      realised = { ...realised, [money]: add(realised[money], computed) }
      fees = { ...fees, [money]: add(fees[money], fee ?? ZERO) }
    }
  }

  return {
    books,
    realised: () => realised,
    fees: () => fees,
    trades: () => trades,
    open: () => Object.entries(end.open),
    wasLiquidated: () => wasLiquidated,
    read(): void {
      for (const one of core.outcomes.meta()) markets.set(one.outcomeId, one as unknown as OutcomeMarket)
      const fills = core.fills(account, 5_000, null).filter(({ tid, oid }) => !seen.has(`${oid}/${tid}`))
      const conversions = core.outcomes.conversions(account).filter(({ id }) => !seen.has(id))
      for (const { tid, oid } of fills) seen.add(`${oid}/${tid}`)
      for (const { id } of conversions) seen.add(id)
      wasLiquidated ||= fills.some(({ oid }) => oid === 'liquidation')
      const entries = [
        ...conversions.toReversed().map((one) => entryOfConversion(one as unknown as Conversion)),
        ...fills.toReversed().map(entryOfFill),
      ]
      for (const entry of entries) book(entry)
      const made = workOut(dayOf(core.now()), end, entries, () => null)
      trades.push(...made.trades)
      end = made.end
    },
  }

  function entryOfConversion(one: Conversion): ConversionEntry {
    const entry = conversionEntryOf(one, [...markets.values()])
    if (entry === null) throw new Error(`what the conversion ${one.id} took and gave is not known`)
    return entry
  }
}

function entryOfFill(fill: FillInfo): BookEntry {
  const { asset } = fill
  const family = asset.startsWith('#') ? 'outcome' : asset.startsWith('NYCTMP') ? 'scalar' : 'binary'
  const amounts = { price: fill.price, size: fill.size, fee: fill.fee, realizedPnl: fill.realized_pnl }
  return { ...fill, kind: 'fill', family, tid: String(fill.tid), ...amounts } as unknown as BookEntry
}

/** Unrealized P&L at the venue's own marks. */
function unrealised(core: VenueCore, account: Account, books: Books, family: (one: Held) => boolean): Money {
  const { positions } = core.account(account)
  return sum(
    books
      .held()
      .filter(family)
      .map((one) => {
        const mark = positions.find(({ asset }) => asset === one.asset)?.mark_px
        return unrealisedAt(one, price(mark ?? '0')) ?? (ZERO as Money)
      }),
  )
}

describe('the results calculator compared with the ledger', () => {
  it.each([
    ['without', false, runs(25, 600), 70],
    ['with', true, runs(3, 60), 40],
  ])('agrees to the last unit over any session, %s the venue’s traders', (_, traders, numRuns, maxLength) => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength }), (steps) => {
        const core = newVenue(traders, 1, DEPOSIT)
        const keepers = USERS.map((account) => ({ account, keeper: bookkeeper(core, account) }))
        const check = () => {
          for (const { account, keeper } of keepers) {
            keeper.read()
            expectSame(core, account, keeper)
          }
        }
        for (const what of steps) {
          perform(core, what)
          check()
        }
        core.advanceTo(core.now() + 65 * 60_000)
        check()
        for (const { keeper } of keepers) expectAllInTrades(keeper)
      }),
      { numRuns },
    )
  })
})

function expectSame(core: VenueCore, account: Account, keeper: ReturnType<typeof bookkeeper>): void {
  const { positions, account: reported } = core.account(account)
  const held = keeper.books.held()
  expect(held.map(({ asset, size }) => [asset, Number(size)]).toSorted()).toEqual(
    positions.map(({ asset, size }) => [asset, Number(size)]).toSorted(),
  )
  const { USDC: realised, USDH: realisedUsdh } = keeper.realised()
  const { USDC: fees, USDH: feesUsdh } = keeper.fees()
  /** Shares are carried at cost until they are sold, merged or paid out. */
  const costOfShares = sum(held.filter(({ family }) => family === 'outcome').map(({ cost }) => cost ?? (ZERO as Money)))
  const usdh = add(money(reported.usdh), money(reported.usdh_outcome))
  expect(compare(add(usdh, costOfShares), subtract(add(money('1500'), realisedUsdh), feesUsdh))).toBe(0)
  const open = unrealised(core, account, keeper.books, ({ family }) => family !== 'outcome')
  const unexplained = subtract(money(reported.equity), subtract(add(add(money(DEPOSIT), realised), open), fees))
  if (!keeper.wasLiquidated()) expect(compare(unexplained, ZERO)).toBe(0)
  else expect(compare(unexplained, ZERO)).toBeGreaterThanOrEqual(0)
}

/** Closed and open trades add up to everything realized and paid, and each trade occurs once. */
function expectAllInTrades(keeper: ReturnType<typeof bookkeeper>): void {
  for (const collateral of ['USDC', 'USDH'] as const) {
    const ended = keeper.trades().filter(({ family }) => (family === 'outcome') === (collateral === 'USDH'))
    const open = keeper.open().filter(([asset]) => asset.startsWith('#') === (collateral === 'USDH'))
    const all = [...ended, ...open.map(([, trade]) => trade)]
    const realised = sum(all.map((trade) => trade.realised ?? money('NaN')))
    const fees = sum(all.map((trade) => trade.fees))
    expect(compare(realised, keeper.realised()[collateral])).toBe(0)
    expect(compare(fees, keeper.fees()[collateral])).toBe(0)
    const openPart = sum(open.map(([, trade]) => subtract(trade.realised ?? money('NaN'), trade.fees)))
    const results = sum(ended.map(({ result }) => result ?? money('NaN')))
    expect(compare(add(results, openPart), subtract(realised, fees))).toBe(0)
  }
  const ids = [...keeper.trades().map(({ id }) => id), ...keeper.open().map(([, { id }]) => id)]
  expect(new Set(ids).size).toBe(ids.length)
  expect(
    keeper
      .open()
      .map(([asset]) => asset)
      .toSorted(),
  ).toEqual(
    keeper.books
      .held()
      .map(({ asset }) => asset)
      .toSorted(),
  )
}
