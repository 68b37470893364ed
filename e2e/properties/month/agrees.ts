/** Compares everything that panels read about the past with the venue's own ledger, exactly. */

import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { explained, isUnexplained, RESULTS_BY, resultRows } from '../../../contract/books/index.ts'
import { COLLATERALS, type Collateral, collateralOf } from '../../../contract/collateral.ts'
import { add, compare, type Decimal, subtract, trimZeros, ZERO } from '../../../contract/decimal.ts'
import { isCoin } from '../../../contract/outcome.ts'
import type { PastKind } from '../../../contract/past.ts'
import { readRecords } from '../../../contract/testing/read-csv.ts'
import type { Account } from '../../../venue/market/index.ts'
import { type Booked, bookedIn } from './booked.ts'
import type { Terminal } from './terminal.ts'
import type { Ledger, LongVenue } from './venue.ts'

/** The sum of amounts; null, undefined and empty CSV fields count as 0. */
const sum = (values: readonly (Decimal | string | null | undefined)[]): Decimal =>
  values.reduce<Decimal>((all, one) => (one == null || one === '' ? all : add(all, one as Decimal)), ZERO as Decimal)
/** Without trailing zeros, for comparison. */
const plain = (value: Decimal | string | null): string | null => (value === null ? null : trimZeros(value as Decimal))
const isSettlement = ({ oid }: { readonly oid: string | null }): boolean => oid === 'settlement'

/** Fails unless all of it agrees. @param terminal with `account` signed in, after reading all history */
export function expectAgreement(terminal: Terminal, venue: LongVenue, account: Account): Booked {
  const ledger = venue.ledger(account)
  const booked = bookedIn(ledger, [...venue.markets.values()])
  expect(terminal.failed).toEqual([])
  expect(terminal.backFill.reach()).toMatchObject({ fills: { isWhole: true }, orders: { isWhole: true } })
  expectRecords(terminal, ledger, booked)
  expectResults(terminal, booked)
  expectTrades(terminal, booked)
  expectCalibration(terminal, venue, booked)
  expectConversions(terminal, venue, ledger)
  expectBalances(terminal, venue, account, booked)
  return booked
}

/** Fills, orders and settlements: rows, totals and exported files. */
function expectRecords(terminal: Terminal, ledger: Ledger, { fills }: Booked): void {
  const settled = fills.filter(isSettlement)
  const orders = [...ledger.orders.values()]
  const ids = terminal.rows('fills').map((one) => [one.tid, one.oid, one.asset, plain(one.price), plain(one.size)])
  expect(ids.toSorted()).toEqual(
    fills.map((one) => [String(one.tid), one.oid, one.asset, plain(one.price), plain(one.size)]).toSorted(),
  )
  const rows = terminal.rows('orders').map(({ oid, asset, status, filled }) => [oid, asset, status, plain(filled)])
  expect(rows.toSorted()).toEqual(
    orders.map(({ oid, asset, status, filled }) => [oid, asset, status, plain(filled)]).toSorted(),
  )
  const ends = terminal
    .rows('settlements')
    .map(({ asset, at, price, result }) => [asset, at, plain(price), plain(result)])
  expect(ends.toSorted()).toEqual(
    settled.map((one) => [one.asset, one.time, plain(one.price), plain(one.realized_pnl)]).toSorted(),
  )

  const files = {
    fills: readRecords(readFileSync(terminal.export('fills'), 'utf8')),
    orders: readRecords(readFileSync(terminal.export('orders'), 'utf8')),
    settlements: readRecords(readFileSync(terminal.export('settlements'), 'utf8')),
  }
  expect([files.fills.length, files.orders.length, files.settlements.length]).toEqual([
    fills.length,
    orders.length,
    settled.length,
  ])
  for (const collateral of COLLATERALS) {
    const isOwn = ({ family }: { readonly family: Parameters<typeof collateralOf>[0] }) =>
      collateralOf(family, 'USDH') === collateral
    const own = fills.filter(isOwn)
    const fees = sum(own.map(({ fee }) => fee))
    const realised = sum(own.map((one) => one.realized_pnl))
    const traded = sum(own.filter((one) => !isSettlement(one)).map(({ size }) => size))
    const known = { feesUnknown: 0, realisedUnknown: 0, collateral }
    expect(totalOf(terminal, 'fills', collateral)).toEqual(
      own.length === 0 ? undefined : { ...known, count: own.length, fees, realised, traded },
    )
    const ofFile = files.fills.filter((row) => row.Currency === collateral)
    expect(sum(ofFile.map(({ Fee }) => Fee))).toBe(fees)
    expect(sum(ofFile.map(({ Realized }) => Realized))).toBe(realised)
    const tradesOfFile = ofFile.filter(({ Order }) => Order !== 'settlement')
    expect(sum(tradesOfFile.map(({ Size }) => Size))).toBe(traded)

    const ownOrders = orders.filter(isOwn)
    const filled = sum(ownOrders.map((one) => one.filled))
    expect(totalOf(terminal, 'orders', collateral)).toEqual(
      ownOrders.length === 0
        ? undefined
        : { ...known, count: ownOrders.length, fees: null, realised: null, traded: filled },
    )
    const ordersOfFile = files.orders.filter((row) => (row.Family === 'outcome') === (collateral === 'USDH'))
    expect(sum(ordersOfFile.map(({ Filled }) => Filled))).toBe(filled)

    const ownEnds = settled.filter(isOwn)
    const results = sum(ownEnds.map((one) => one.realized_pnl))
    const feesOfEnds = sum(ownEnds.map(({ fee }) => fee))
    expect(totalOf(terminal, 'settlements', collateral)).toEqual(
      ownEnds.length === 0
        ? undefined
        : { ...known, count: ownEnds.length, fees: feesOfEnds, realised: results, traded: null },
    )
    const endsOfFile = files.settlements.filter((row) => row.Currency === collateral)
    expect(sum(endsOfFile.map((row) => row['P&L before fees']))).toBe(results)
  }
}

/** A total of the terminal, formatted like the sums here. */
function totalOf(terminal: Terminal, kind: PastKind, collateral: Collateral) {
  const total = terminal.totals(kind).totals.find((one) => one.collateral === collateral)
  if (total === undefined) return undefined
  const { fees, realised, traded } = total
  const same = (value: Decimal | null) => (value === null ? null : sum([value]))
  return { ...total, fees: same(fees), realised: same(realised), traded: same(traded) }
}

/** Results by day, bucket, market and family. */
function expectResults(terminal: Terminal, booked: Booked): void {
  const { days, isWhole, reachesBack } = terminal.books.results('all')
  expect([isWhole, reachesBack]).toEqual([true, true])
  for (const by of RESULTS_BY) {
    const rows = new Map(resultRows(days, by, 'USDH').map((row) => [row.id, row]))
    for (const [id, { fees, fills, traded, realised }] of booked.rows[by]) {
      const row = rows.get(id)
      if (row === undefined) throw new Error(`there is no row ${id} by ${by}`)
      const figures = [plain(row.fees), row.fills, plain(row.traded), row.unknown, row.feesUnknown, row.computed]
      expect([by, id, ...figures]).toEqual([by, id, plain(fees), fills, plain(traded), 0, 0, 0])
      // No fill has the P&L that a conversion realizes: `expectBalances` compares it with the ledger.
      const isOfFills = row.collateral === 'USDC' || (row.asset !== null && !booked.converted.has(row.asset))
      if (isOfFills) expect([by, id, plain(row.realised)]).toEqual([by, id, plain(realised)])
      rows.delete(id)
    }
    for (const row of rows.values()) {
      // A row without fills comes from conversions alone.
      expect([row.collateral, row.fills, plain(row.fees), row.unknown]).toEqual(['USDH', 0, '0', 0])
      if (row.asset !== null) expect(booked.converted).toContain(row.asset)
    }
  }
}

/** The trade log and the calibration. */
function expectTrades(terminal: Terminal, booked: Booked): void {
  const { count, sums } = terminal.books.trades('all')
  const trades = terminal.rows('trades')
  expect(readRecords(readFileSync(terminal.export('trades'), 'utf8'))).toHaveLength(count)
  expect(count).toBe(booked.trades.USDC + booked.trades.USDH)
  expect(trades).toHaveLength(count)
  const { days } = terminal.books.results('all')
  const open = Object.entries(terminal.heldAtEnd()?.open ?? {})
  for (const collateral of COLLATERALS) {
    const own = sums.find((one) => one.collateral === collateral)?.sums
    const ofLog = trades.filter(({ family }) => collateralOf(family, 'USDH') === collateral)
    expect([own?.known ?? 0, own?.unknown ?? 0]).toEqual([booked.trades[collateral], 0])
    expect((own?.wins ?? 0) + (own?.losses ?? 0)).toBeLessThanOrEqual(booked.trades[collateral])
    const made = sum([own?.won, own?.lost])
    expect(sum(ofLog.map(({ result }) => result))).toBe(made)
    expect(plain(totalOf(terminal, 'trades', collateral)?.realised ?? '0')).toBe(plain(made))
    const ofDays = days.filter(({ family }) => collateralOf(family, 'USDH') === collateral)
    const all = subtract(sum(ofDays.map(({ realised }) => realised)), sum(ofDays.map(({ fees }) => fees)))
    const left = open.filter(([asset]) => isCoin(asset) === (collateral === 'USDH')).map(([, trade]) => trade)
    const ofOpen = subtract(sum(left.map(({ realised }) => realised)), sum(left.map(({ fees }) => fees)))
    expect(compare(add(made, ofOpen), all)).toBe(0)
  }
}

/** Calibration: purchases by tenth of their price and by result, counted here from the ledger. */
function expectCalibration(terminal: Terminal, venue: LongVenue, { openings, fills }: Booked): void {
  const paid = new Map(fills.filter(isSettlement).map(({ asset, price }) => [asset, Number(price) === 1]))
  const reports = openings.map((one) => ({ ...one, cameTrue: cameTrue(one, venue, paid) }))
  const { openings: judged } = terminal.books.calibration('all')
  for (let band = 0; band < 10; band++) {
    const own = reports.filter((one) => one.band === band)
    const judgedCount = (outcome: boolean | null) =>
      judged.filter((one) => one.band === band && one.cameTrue === outcome).reduce((all, one) => all + one.entries, 0)
    const count = (outcome: boolean) => own.filter((one) => one.cameTrue === outcome)
    expect([band, judgedCount(true) + judgedCount(false) + judgedCount(null)]).toEqual([band, own.length])
    for (const outcome of [true, false]) {
      // The result of sold shares comes from a list that a market leaves an hour after its end: main may have been off in that hour.
      const certain = count(outcome).filter(({ family, asset }) => family === 'binary' || paid.has(asset))
      expect(judgedCount(outcome)).toBeGreaterThanOrEqual(certain.length)
      expect(judgedCount(outcome)).toBeLessThanOrEqual(count(outcome).length)
    }
  }
}

/** Whether the purchased side won; null while its market is open, or if the venue does not report the result. @param paid coins with a settlement */
function cameTrue(
  { family, asset, end, isDown }: Booked['openings'][number],
  { ended, markets }: LongVenue,
  paid: ReadonlyMap<string, boolean>,
) {
  if (family === 'binary') {
    const isUp = ended.get(`${asset}/${end}`)
    return isUp === undefined ? null : isUp !== isDown
  }
  const isReported = paid.get(asset)
  if (isReported !== undefined) return isReported
  for (const { sides, winner } of markets.values()) {
    const side = sides.find(({ coin }) => coin === asset)
    if (side !== undefined) return winner === null ? null : winner === side.index
  }
  return null
}

/** Conversions, row by row, with the coins given and received. */
function expectConversions(terminal: Terminal, venue: LongVenue, ledger: Ledger): void {
  const { conversions, notBooked } = terminal.equity.transfers()
  expect(notBooked).toEqual([])
  const rows = conversions.map((one) => [one.id, one.conversion, plain(one.amount), one.time, one.gives, one.takes])
  const coinsOf = (outcomeId: number | null) => venue.markets.get(outcomeId ?? -1)?.sides.map(({ coin }) => coin) ?? []
  const yesOf = (questionId: number | null, but: number | null = null): string[] =>
    [...venue.markets.values()]
      .filter(({ questions, outcomeId }) => questions.some(({ id }) => id === questionId) && outcomeId !== but)
      .toSorted((a, b) => a.outcomeId - b.outcomeId)
      .flatMap(({ sides }) => sides[0]?.coin ?? [])
  const expected = [...ledger.conversions.values()].map(({ id, kind, amount, time, outcomeId, questionId }) => {
    const sides = coinsOf(outcomeId)
    const coins = {
      split: [[], sides],
      merge: [sides, []],
      merge_question: [yesOf(questionId), []],
      negate: [sides.slice(1), yesOf(questionId, outcomeId)],
    }
    return [id, kind, plain(amount), time, ...coins[kind ?? 'split']]
  })
  const byId = (a: readonly unknown[], b: readonly unknown[]): number => Number(a[0]) - Number(b[0])
  expect(rows.toSorted(byId)).toEqual(expected.toSorted(byId))
}

/** Balances and shares, and the explained changes of equity. */
function expectBalances(terminal: Terminal, venue: LongVenue, account: Account, booked: Booked): void {
  const { positions, account: reported } = venue.core.account(account)
  const held = terminal.heldAtEnd()?.books ?? []
  expect(held.map(({ asset, size }) => [asset, plain(size)]).toSorted()).toEqual(
    positions.map(({ asset, size }) => [asset, plain(size)]).toSorted(),
  )
  const { deposits } = venue.ledger(account)
  const shares = sum(held.filter(({ family }) => family === 'outcome').map(({ cost }) => cost))
  const ofShares = terminal.books.results('all').days.filter(({ family }) => family === 'outcome')
  const made = subtract(sum(ofShares.map(({ realised }) => realised)), sum(ofShares.map(({ fees }) => fees)))
  expect(sum([reported.usdh, reported.usdh_outcome, shares])).toBe(sum(['1500', deposits.USDH, made]))

  const { from, latest, changes, openSince } = terminal.equity.equity('all')
  if (from === null || latest === null)
    throw new Error('equity is unknown, though the wallet was read from its first day')
  expect(openSince).toBeNull()
  expect([latest.classes.usdc, latest.classes.usdh].map(plain)).toEqual([reported.equity, reported.usdh].map(plain))
  const wasLiquidated = booked.fills.some(({ oid }) => oid === 'liquidation')
  for (const collateral of COLLATERALS) {
    const parts = explained(from, latest, changes, collateral)
    if (parts === null) throw new Error('a change is not explained, though the venue reports every amount')
    expect([collateral, plain(parts.open)]).toEqual([collateral, '0'])
    // The venue may cover a loss beyond a margin in the same read as a deposit.
    const beyond = subtract(add(parts.unexplained, parts.covered), deposits[collateral])
    if (wasLiquidated && collateral === 'USDC') expect(compare(beyond, ZERO)).toBeGreaterThanOrEqual(0)
    else
      expect([collateral, plain(parts.unexplained), plain(parts.covered)]).toEqual([
        collateral,
        plain(deposits[collateral]),
        '0',
      ])
    const ofFills = sum(
      booked.fills.filter(({ family }) => collateralOf(family, 'USDH') === collateral).map(({ fee }) => fee),
    )
    expect(plain(parts.fees)).toBe(plain(ofFills))
  }
  const { changes: all } = terminal.equity.transfers()
  for (const [collateral, balances] of [
    ['USDC', ['usdc']],
    ['USDH', ['usdh', 'usdh_outcome']],
  ] as const) {
    if (wasLiquidated && collateral === 'USDC') continue
    const deposited = all.filter((one) => isUnexplained(one) && (balances as readonly string[]).includes(one.balance))
    expect(plain(sum(deposited.map(({ amount }) => amount)))).toBe(plain(deposits[collateral]))
  }
}
