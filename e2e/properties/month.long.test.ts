/**
 * A month of simulated trading in all families over two wallets, one signed in at a time, while main ends at random times and starts again on the
 * same folder, and so does the venue overnight: every history read of panels agrees with the venue's ledger to the last unit, and so do the exported
 * files.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Address } from '../../contract/address.ts'
import { createFakeClock, type FakeClock } from '../../contract/testing/fake-clock.ts'
import { runs, SEED } from '../../contract/testing/property-runs.ts'
import { type Step, step, USERS } from '../../venue/testing/family-steps.ts'
import { ALICE, BOB } from '../../venue/testing/quiet-venue.ts'
import { expectAgreement } from './month/agrees.ts'
import type { Booked } from './month/booked.ts'
import { startTerminal, type Terminal } from './month/terminal.ts'
import { LongVenue } from './month/venue.ts'

const WALLETS = [ALICE, BOB] as unknown as readonly [Address, Address]
const DAYS = 30
/** External deposits. */
const DEPOSITS = [
  { day: 9, user: 0, micros: 5_000_123_456, isUsdh: false },
  { day: 19, user: 1, micros: 777_654_321, isUsdh: true },
]
const HOUR_MS = 3_600_000

/** A step and what follows: how long main continues, whether it ends then, and who is signed in afterwards. */
interface Turn {
  readonly steps: readonly Step[]
  readonly ms: number
  readonly ends: boolean
  readonly wallet: number
}

/** Two of the venue's traders who meet in the live bucket: no one else trades in it. */
const meeting: fc.Arbitrary<Step[]> = fc
  .record({
    user: fc.nat(2),
    offset: fc.integer({ min: -40, max: 40 }),
    lots: fc.integer({ min: 1, max: 20_000 }),
    isBuy: fc.boolean(),
  })
  .map(({ user, isBuy, ...at }) => [
    { do: 'scalar', ...at, user, isBuy, tif: 'GTC' },
    { do: 'scalar', ...at, user: (user + 1) % USERS.length, isBuy: !isBuy, tif: 'IOC' },
  ])
/** Shares are bought, then sets of the same question are split, merged and negated. */
const converting: fc.Arbitrary<Step[]> = fc
  .record({ user: fc.nat(WALLETS.length - 1), market: fc.nat(30), lots: fc.integer({ min: 40, max: 4_000 }) })
  .map(({ user, market, lots }) => {
    const convert = (kind: number, amount: number | null): Step => ({ do: 'convert', user, market, kind, lots: amount })
    const buy = (side: number): Step => ({
      ...{ do: 'order', user, market, side, isBuy: true },
      ticks: 990,
      lots,
      ioc: true,
    })
    const transfer: Step = { do: 'transfer', user, micros: 100_000_000, back: false }
    return [transfer, buy(0), buy(1), convert(0, lots), convert(1, lots >> 1), convert(3, lots >> 2), convert(2, null)]
  })
/** Contracts are bought, and all of them closed before their bucket ends. */
const leaving: fc.Arbitrary<Step[]> = fc
  .record({
    user: fc.nat(WALLETS.length - 1),
    up: fc.boolean(),
    amount: fc.integer({ min: 2_000_000, max: 90_000_000 }),
  })
  .map(({ amount, ...of }) => [
    { do: 'predict', ...of, amount, slippage: 50 },
    { do: 'close', ...of, lots: null },
  ])
const turn: fc.Arbitrary<Turn> = fc.record({
  steps: fc.oneof(
    { weight: 5, arbitrary: step.map((one) => [one]) },
    { weight: 1, arbitrary: meeting },
    { weight: 1, arbitrary: converting },
    { weight: 1, arbitrary: leaving },
  ),
  ms: fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 4_000, max: 15_000 }) }, fc.integer({ min: 1, max: 4_000 })),
  ends: fc.integer({ min: 0, max: 7 }).map((one) => one === 0),
  wallet: fc.oneof({ weight: 8, arbitrary: fc.constant(-1) }, fc.nat(WALLETS.length - 1)),
})
/** A day: its steps, and how many hours after the start of the last one it starts, when the venue does not run overnight. */
const day = fc.record({
  turns: fc.array(turn, { minLength: runs(8, 40), maxLength: runs(16, 120), size: 'max' }),
  hours: fc.integer({ min: 21, max: 27 }),
  runsOn: fc.integer({ min: 0, max: runs(1_000_000, 3) }).map((one) => one === 1),
})

class Month {
  readonly #directory = mkdtempSync(join(tmpdir(), 'isotherm-month-'))
  readonly venue: LongVenue
  readonly #clock: FakeClock
  #wallet: Address = WALLETS[0]
  terminal: Terminal

  constructor(quirks: readonly string[]) {
    this.venue = new LongVenue(SEED, quirks)
    this.#clock = createFakeClock(this.venue.core.now())
    this.terminal = this.#start()
  }

  #start(): Terminal {
    const { venue } = this
    return startTerminal({ directory: this.#directory, venue, clock: this.#clock, wallet: this.#wallet })
  }

  /** Advances time for main, and then for the venue. */
  async pass(ms: number): Promise<void> {
    this.terminal.changed()
    await this.#clock.advanceAsync(ms)
    this.#venueAt(this.#clock.now())
  }

  /** Advances the venue to `time`: main slept until then. */
  #venueAt(time: number): void {
    this.venue.advanceTo(time)
    this.#clock.setWall(this.venue.core.now())
  }

  async do({ steps, ms, ends, wallet }: Turn): Promise<void> {
    for (const one of steps) {
      this.venue.do(one)
      this.#venueAt(this.venue.core.now() + 1)
    }
    await this.pass(ms)
    const next = WALLETS[wallet] ?? this.#wallet
    if (ends) this.restart(next)
    else this.signIn(next)
  }

  restart(wallet: Address = this.#wallet): void {
    expect(this.terminal.failed).toEqual([])
    this.terminal.end()
    this.#wallet = wallet
    this.terminal = this.#start()
  }

  signIn(wallet: Address): void {
    if (wallet === this.#wallet) return
    this.#wallet = wallet
    this.terminal.signIn(wallet)
  }

  /** Main processes both wallets. */
  async both(ms: number): Promise<void> {
    for (const wallet of WALLETS) {
      this.signIn(wallet)
      await this.pass(ms)
    }
  }

  /** A night passes; the venue keeps running, or is started again on the next day. */
  night(hours: number, runsOn: boolean): void {
    const morning = this.venue.core.now() + hours * HOUR_MS
    if (!runsOn) this.venue.restartAt(morning)
    this.#venueAt(morning)
  }

  /** Reads everything, while the venue is stopped. */
  async settle(): Promise<void> {
    for (let i = 0; i < 4; i++) {
      this.terminal.changed()
      // Opening it in a window makes main read the missing results.
      this.terminal.books.calibration('all')
      await this.#clock.advanceAsync(50_000)
    }
  }

  end(): void {
    this.terminal.end()
    rmSync(this.#directory, { recursive: true, force: true })
  }
}

it.each([
  ['as the practice venue charges them', []],
  ['in shares', ['fees-in-shares']],
])(
  'a month in all families over two wallets agrees with the venue’s ledger to the last unit, regardless of when main ends, with fees %s',
  async (_fees, quirks) => {
    const days = fc.sample(day, { seed: SEED, numRuns: DAYS })
    const month = new Month(quirks)
    try {
      await month.both(10_000)
      for (const [i, { turns, hours, runsOn }] of days.entries()) {
        for (const deposit of DEPOSITS.filter(({ day }) => day === i)) month.venue.do({ do: 'deposit', ...deposit })
        for (const one of turns) await month.do(one)
        await month.both(10_000)
        month.night(hours, runsOn)
      }
      month.night(2, true)
      const booked = []
      for (const wallet of WALLETS) {
        month.signIn(wallet)
        await month.settle()
        const before = expectAgreement(month.terminal, month.venue, wallet)
        // The data on disk alone gives the same result.
        month.restart()
        await month.settle()
        expect(expectAgreement(month.terminal, month.venue, wallet)).toEqual(before)
        booked.push(before)
      }
      // Enough happened in the month: otherwise the test would prove nothing.
      const fills = booked.flatMap((one) => one.fills)
      for (const family of ['scalar', 'binary', 'outcome']) {
        expect(fills.filter((fill) => fill.family === family).length).toBeGreaterThan(10)
      }
      for (const one of booked) {
        expect(one.fills.some(({ oid }) => oid === 'settlement')).toBe(true)
        expect(Math.min(one.trades.USDC, one.trades.USDH, one.openings.length)).toBeGreaterThan(2)
      }
      expect(booked.reduce((all, { converted }) => all + converted.size, 0)).toBeGreaterThan(4)
      const kinds = WALLETS.flatMap((wallet) =>
        [...month.venue.ledger(wallet).conversions.values()].map(({ kind }) => kind),
      )
      expect([...new Set(kinds)].toSorted()).toEqual(['merge', 'merge_question', 'negate', 'split'])
      // Bought shares were converted, and contracts were closed before their bucket ended.
      expect(booked.some(({ openings, converted }) => openings.some(({ asset }) => converted.has(asset)))).toBe(true)
      expect(booked.some((one) => closedEarly(one) > 0)).toBe(true)
    } finally {
      month.end()
    }
  },
  runs(600_000, 3_600_000),
)

/** Openings of contracts that were fully closed before settlement. */
const closedEarly = ({ openings, fills }: Booked): number =>
  openings.filter(({ family, asset, end }) => {
    const isOf = (time: number): boolean => end !== null && time >= end && time < end + 2 * HOUR_MS
    const settled = fills.some((one) => one.oid === 'settlement' && one.asset === asset && isOf(one.time))
    return family === 'binary' && !settled
  }).length
