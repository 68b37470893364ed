import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Ledger } from './ledger.ts'

const books = () => new Ledger({ maxLeverage: 10, defaultLeverage: 10, insuranceFund: 1_000_000n })
const LONG = true
const SHORT = false

function funded(usdc = 10_000_000_000n) {
  const ledger = books()
  const account = ledger.open('trader', false)
  ledger.deposit(account, usdc, 0n)
  return { ledger, account, holding: ledger.holding(account, 0) }
}

describe('the ledger', () => {
  it('averages the entry price when adding and keeps it when reducing', () => {
    const { ledger, account, holding } = funded()
    ledger.applyFill(account, 0, LONG, 56_000, 10_000, 'none')
    ledger.applyFill(account, 0, LONG, 57_000, 30_000, 'none')
    expect([holding.lots, holding.cost]).toEqual([40_000, 56_000n * 10_000n + 57_000n * 30_000n])
    const { realized } = ledger.applyFill(account, 0, SHORT, 57_000, 20_000, 'none')
    expect(realized).toBe(BigInt((57_000 - 56_750) * 20_000))
    expect(holding.cost).toBe(56_750n * 20_000n)
    expect(holding.realized).toBe(realized)
  })

  it('flips a position: closes it all, then opens the rest with a new record', () => {
    const { ledger, account, holding } = funded()
    ledger.applyFill(account, 0, LONG, 56_000, 10_000, 'none')
    const { realized } = ledger.applyFill(account, 0, SHORT, 55_900, 15_000, 'none')
    expect(realized).toBe(-1_000_000n)
    expect([holding.lots, holding.cost, holding.margin]).toEqual([-5000, -279_500_000n, 27_950_000n])
    expect(holding.realized).toBe(0n)
  })

  it('posts isolated margin on opening and releases it in proportion', () => {
    const { ledger, account, holding } = funded()
    ledger.applyFill(account, 0, LONG, 56_000, 10_000, 'none')
    expect([holding.margin, account.usdc]).toEqual([56_000_000n, 9_944_000_000n])
    ledger.applyFill(account, 0, SHORT, 56_000, 2500, 'none')
    expect([holding.margin, account.usdc]).toEqual([42_000_000n, 9_958_000_000n])
  })

  it('pays a loss from the margin only; the insurance account pays the rest', () => {
    const { ledger, account } = funded()
    ledger.applyFill(account, 0, LONG, 56_000, 10_000, 'none')
    const free = account.usdc
    ledger.applyFill(account, 0, SHORT, 50_000, 10_000, 'none')
    expect(account.usdc).toBe(free)
    expect(ledger.insurance.usdc).toBe(1_000_000n - 4_000_000n)
  })

  it('takes a fee from the margin when no free money is left', () => {
    const { ledger, account, holding } = funded(56_000_000n)
    const { fee } = ledger.applyFill(account, 0, LONG, 56_000, 10_000, 'taker')
    expect(fee).toBe(252_000n)
    expect([account.usdc, holding.margin, ledger.fees]).toEqual([0n, 56_000_000n - 252_000n, 252_000n])
  })

  it('conserves money to the last unit over any fills between accounts, including settlement', () => {
    const step = fc.tuple(
      fc.nat(3),
      fc.nat(3),
      fc.integer({ min: 50_000, max: 60_000 }),
      fc.integer({ min: 1, max: 999_999 }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 50_000, max: 60_000 }), (steps, mark) => {
        const ledger = books()
        const accounts = ['a', 'b', 'c', 'd'].map((name, i) => {
          const account = ledger.open(name, false)
          ledger.deposit(account, BigInt(10 ** (6 + i)), 0n)
          ledger.holding(account, 0).leverage = 1 + 3 * i
          return account
        })
        for (const [buyer, seller, price, lots] of steps) {
          const [long, short] = [accounts[buyer], accounts[seller]]
          if (long === undefined || short === undefined || long === short) continue
          ledger.applyFill(long, 0, true, price, lots, 'taker')
          ledger.applyFill(short, 0, false, price, lots, 'maker')
          expect(ledger.imbalance()).toBe(0n)
          expect(accounts.reduce((sum, account) => sum + ledger.holding(account, 0).lots, 0)).toBe(0)
        }
        for (const account of accounts) {
          const { lots } = ledger.holding(account, 0)
          if (lots !== 0) ledger.applyFill(account, 0, lots < 0, mark, Math.abs(lots), 'none')
        }
        const held = ledger.accounts.reduce((sum, account) => sum + account.usdc, 0n)
        expect(held + ledger.fees).toBe(ledger.deposited)
        expect(ledger.openInterest(0)).toBe(0)
        for (const account of accounts) {
          expect(account.usdc).toBeGreaterThanOrEqual(0n)
          expect(ledger.holding(account, 0)).toMatchObject({ lots: 0, cost: 0n, margin: 0n })
        }
      }),
      { numRuns: 150 },
    )
  })
})
