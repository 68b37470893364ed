import { describe, expect, it } from 'vitest'
import { ALICE, BOB, quietVenue, START } from '../testing/quiet-venue.ts'
import { createVenueCore } from './index.ts'

const END = START + 3_600_000
const restart = (saved: unknown, time: number) => {
  const core = createVenueCore({ seed: 1, startTime: time, traders: false })
  core.importAccounts(JSON.parse(JSON.stringify(saved)))
  return core
}

/** Alice: a position, a resting order behind it, leverage 5 and a canceled order; the oracle is set. */
function tradedVenue() {
  const venue = quietVenue()
  const { core, place, asset } = venue
  core.setLeverage(ALICE, asset, 5)
  place(BOB, 'buy', '2', '570')
  place(ALICE, 'sell', '3', '570', { cloid: '0x0a' })
  place(ALICE, 'buy', '1', '550', { reduceOnly: true })
  core.cancel(ALICE, asset, { oid: place(ALICE, 'buy', '1', '400').oid })
  core.advanceTo(START + 60_000)
  return venue
}

describe('accounts after a restart', () => {
  it('are unchanged while their bucket still trades', () => {
    const { core, asset } = tradedVenue()
    const saved = core.exportAccounts([ALICE, BOB])
    const again = restart(saved, START + 600_000)
    core.advanceTo(START + 600_000)
    for (const account of [ALICE, BOB]) {
      expect(again.account(account)).toEqual(core.account(account))
      expect(again.openOrders(account)).toEqual(core.openOrders(account))
      expect(again.orderHistory(account, 99, null)).toEqual(core.orderHistory(account, 99, null))
      expect(again.fills(account, 99, null)).toEqual(core.fills(account, 99, null))
    }
    expect(again.leverage(ALICE, asset)).toBe(5)
    expect(again.book(asset, 9)).toEqual(core.book(asset, 9))
    expect(again.ticker(asset).mark).toBe(core.ticker(asset).mark)
    expect(again.imbalance()).toBe(0n)
    expect(again.exportAccounts([ALICE, BOB])).toEqual(core.exportAccounts([ALICE, BOB]))
  })

  it('are settled at the average of a bucket that closed in between, to the same amounts as without a restart', () => {
    const { core } = tradedVenue()
    const saved = core.exportAccounts([ALICE, BOB])
    const again = restart(saved, END + 9_000_000)
    core.advanceTo(END + 9_000_000)
    for (const account of [ALICE, BOB]) {
      expect(again.account(account)).toEqual(core.account(account))
      expect(again.orderHistory(account, 99, null)).toEqual(core.orderHistory(account, 99, null))
      const amounts = (venue: typeof core) => venue.fills(account, 99, null).map(({ tid, ...fill }) => fill)
      expect(amounts(again)).toEqual(amounts(core))
    }
    expect(again.openOrders(ALICE)).toEqual([])
    expect(again.imbalance()).toBe(0n)
  })

  it('never reuse an order or trade id', () => {
    const { core } = tradedVenue()
    const last = core.orderHistory(ALICE, 1, null)[0]?.oid
    const again = restart(core.exportAccounts([ALICE]), END + 10_000)
    const asset = again.bucket().current?.asset ?? ''
    const terms = { asset, price: '570', size: '1', tif: 'GTC', reduceOnly: false, cloid: null } as const
    const { oid } = again.place({ ...terms, account: ALICE, isBuy: true })
    expect(Number(oid)).toBeGreaterThan(Number(last))
    again.createAccount(BOB, { usdc: '1000', usdh: '0' })
    again.place({ ...terms, account: BOB, isBuy: false })
    const tids = again.fills(ALICE, 99, null).map((fill) => fill.tid)
    expect(new Set(tids).size).toBe(tids.length)
  })

  it('keep the queue: a restored order comes before newer ones', () => {
    const { core, place, asset } = quietVenue()
    place(ALICE, 'buy', '1', '560')
    const again = createVenueCore({ seed: 1, startTime: START + 60_000, traders: false })
    again.createAccount(BOB, { usdc: '1000', usdh: '0' })
    const terms = { account: BOB, asset, price: '560', size: '1', tif: 'GTC', reduceOnly: false, cloid: null } as const
    again.place({ ...terms, isBuy: true })
    again.importAccounts(core.exportAccounts([ALICE]))
    const carol = `0x${'c'.repeat(40)}` as const
    again.createAccount(carol, { usdc: '1000', usdh: '0' })
    again.place({ ...terms, account: carol, isBuy: false })
    expect(again.fills(ALICE, 9, null)).toHaveLength(1)
    expect(again.fills(BOB, 9, null)).toHaveLength(0)
  })

  it('continue to trade with the venue’s own traders', () => {
    const { core, asset } = tradedVenue()
    const again = createVenueCore({ seed: 1, startTime: START + 120_000 })
    again.importAccounts(core.exportAccounts([ALICE, BOB]))
    expect(again.account(ALICE).positions[0]).toMatchObject({ size: '-2.0000', leverage: 5 })
    expect(again.book(asset, 50).levels.map((side) => side.length >= 15)).toEqual([true, true])
    again.advanceTo(END + 60_000)
    expect(again.account(ALICE).positions).toEqual([])
    expect(again.imbalance()).toBe(0n)
  })

  it('are refused when the saved state is invalid', () => {
    const core = createVenueCore({ seed: 1, startTime: START, traders: false })
    for (const damaged of [
      null,
      {},
      { version: 2 },
      { ...(quietVenue().core.exportAccounts([]) as object), nextOid: 'x' },
    ]) {
      expect(() => core.importAccounts(damaged)).toThrow()
    }
  })
})
