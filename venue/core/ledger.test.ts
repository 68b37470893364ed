/** Changes of a wallet's equity are explained by its fills, conversions, marks and fees; only external movements stay unexplained. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AccountView, Position } from '../../contract/account.ts'
import {
  APART,
  agreesWith,
  atRest,
  type BalanceChange,
  bookEntries,
  collateralOfChange,
  conversionEntryOf,
  type EquitySample,
  explained,
  fillEntryOf,
  isUnexplained,
  openLedger,
  reconcileMoney,
} from '../../contract/books/index.ts'
import { COLLATERALS } from '../../contract/collateral.ts'
import { add, compare, type Money, money, signOf, subtract, ZERO } from '../../contract/decimal.ts'
import type { Conversion, OutcomeMarket } from '../../contract/outcome.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import { millis } from '../../contract/time.ts'
import type { Account } from '../market/index.ts'
import { depositStep, newVenue, perform, step, USERS } from '../testing/family-steps.ts'
import type { VenueCore } from './index.ts'

const NOTHING = ZERO as Money
const any = fc.oneof({ weight: 6, arbitrary: step }, { weight: 1, arbitrary: depositStep })

/** A client's read of an account. */
function read(core: VenueCore, account: Account): Pick<AccountView, 'money' | 'positions'> {
  const { positions, account: reported } = core.account(account)
  return {
    positions: positions.map(
      ({ family, asset, size, entry_px, mark_px }) =>
        ({ family, asset, size, entryPx: entry_px, markPx: mark_px }) as unknown as Position,
    ),
    money: {
      equity: money(reported.equity),
      available: money(reported.available),
      usdc: money(reported.usdc),
      usdh: money(reported.usdh),
      usdhOutcome: money(reported.usdh_outcome),
    },
  }
}

/** A client that reads the account twice after each step, and the fills in between. */
function client(core: VenueCore, account: Account) {
  const markets = new Map<number, OutcomeMarket>()
  const seen = new Set<string>()
  let at = 1
  const { positions } = read(core, account)
  const since = millis(at)
  const begun = positions.reduce(
    (one, { asset }) => atRest(one, asset),
    openLedger(positions, { origin: '', since, settling: [], outcomes: 'USDH' }),
  )
  const first = reconcileMoney(begun, read(core, account), true, since)
  let { ledger } = first
  const opening = first.sample as EquitySample
  let latest = opening
  const changes: BalanceChange[] = []
  let wasLiquidated = false

  function entries() {
    for (const one of core.outcomes.meta()) markets.set(one.outcomeId, one as unknown as OutcomeMarket)
    const conversions = core.outcomes
      .conversions(account)
      .filter(({ id }) => !seen.has(id))
      .map((one) => conversionEntryOf(one as unknown as Conversion, [...markets.values()]))
      .filter((one) => one !== null)
    const fills = core
      .fills(account, 5_000, null)
      .filter(({ tid }) => !seen.has(`fill ${tid}`))
      .map((fill) => fillEntryOf({ ...fill, tid: String(fill.tid), realizedPnl: fill.realized_pnl } as never))
    for (const { id } of conversions) seen.add(id)
    for (const { tid } of fills) seen.add(`fill ${tid}`)
    wasLiquidated ||= fills.some(({ oid }) => oid === 'liquidation')
    return [...conversions.toReversed(), ...fills.toReversed()].toSorted((a, b) => a.time - b.time)
  }
  function take(): void {
    const now = read(core, account)
    const agrees = agreesWith(ledger, now.positions)
    const { ledger: next, sample, changes: fresh } = reconcileMoney(ledger, now, agrees, millis(at))
    ledger = next
    if (sample?.agrees === true) latest = sample
    changes.push(...fresh.map((change, i) => ({ ...change, id: `${at}/${i}`, as: null })))
  }
  return {
    look(): void {
      at += 1
      take()
      ledger = bookEntries(ledger, entries())
      for (let i = 0; i < 2; i++) {
        at += APART
        take()
      }
    },
    isReconciled: () => latest.at === at,
    wasLiquidated: () => wasLiquidated,
    changes,
    parts: (collateral: 'USDC' | 'USDH') => explained(opening, latest, changes, collateral),
  }
}

describe('equity is explained to the last unit', () => {
  it.each([
    ['without', false, runs(25, 600), 60],
    ['with', true, runs(2, 60), 40],
  ])('over any session in all families, %s the venue’s traders', (_, traders, numRuns, maxLength) => {
    fc.assert(
      fc.property(fc.array(any, { minLength: 10, maxLength }), (steps) => {
        const core = newVenue(traders, 1, '2000000')
        const clients = USERS.map((account) => ({ account, one: client(core, account) }))
        const deposits = new Map<string, Money>()
        for (const what of steps) {
          const account = what.do === 'deposit' ? (USERS[what.user] as Account) : null
          const before = account === null ? null : read(core, account).money
          perform(core, what)
          if (account !== null && before !== null && what.do === 'deposit') {
            const after = read(core, account).money
            const of = what.isUsdh ? 'usdh' : 'equity'
            const key = `${account}/${what.isUsdh ? 'USDH' : 'USDC'}`
            const came = subtract(after[of] ?? NOTHING, before[of] ?? NOTHING)
            deposits.set(key, add(deposits.get(key) ?? NOTHING, came))
          }
          for (const { one } of clients) one.look()
        }
        core.advanceTo(core.now() + 65 * 60_000)
        for (const { account, one } of clients) {
          one.look()
          expect(one.isReconciled()).toBe(true)
          for (const collateral of COLLATERALS) {
            const parts = one.parts(collateral)
            if (parts === null) throw new Error('the venue tells every amount')
            const { unexplained, covered, open } = parts
            expect(compare(open, ZERO)).toBe(0)
            const came = deposits.get(`${account}/${collateral}`) ?? NOTHING
            // The venue may cover a loss beyond a margin in the same read as a deposit.
            if (one.wasLiquidated()) expect(compare(add(unexplained, covered), came)).toBeGreaterThanOrEqual(0)
            else expect([compare(unexplained, came), signOf(covered)]).toEqual([0, 0])
            const rows = one.changes.filter((row) => collateralOfChange(row) === collateral && isUnexplained(row))
            expect(
              compare(
                rows.reduce((all, { amount }) => add(all, amount), NOTHING),
                unexplained,
              ),
            ).toBe(0)
          }
        }
      }),
      { numRuns },
    )
  })
})
