import { describe, expect, it } from 'vitest'
import { runs } from '../../contract/testing/property-runs.ts'
import { createVenueCore, type VenueCore } from '../core/index.ts'
import type { BookInfo } from '../market/index.ts'

const START = Date.UTC(2026, 10, 21, 13)
const END = START + 3_600_000
const USER = `0x${'a'.repeat(40)}` as const

const venue = (more: object = {}): VenueCore => createVenueCore({ seed: 1, startTime: START, ...more })
const live = (core: VenueCore): string => core.bucket().current?.asset ?? ''
const bookOf = (core: VenueCore): BookInfo => core.book(live(core), 60)
const run = (core: VenueCore, until: number, each: () => void = () => {}): void => {
  while (core.now() < until) {
    core.advanceTo(core.now() + 100)
    each()
  }
}

function expectFullBook(core: VenueCore): void {
  const mark = Number(core.ticker(live(core)).mark)
  for (const side of bookOf(core).levels) {
    const near = side.filter((level) => Math.abs(Number(level.px) - mark) <= 2)
    expect(near.length).toBeGreaterThanOrEqual(15)
  }
  const [bids, asks] = bookOf(core).levels
  const spread = Number(asks[0]?.px) - Number(bids[0]?.px)
  expect(spread).toBeGreaterThan(0)
  expect(spread).toBeLessThan(0.2)
}

describe('the venue’s own traders', () => {
  it('have a book of 15 levels or more per side from the start, and keep it', () => {
    const core = venue()
    expectFullBook(core)
    let steps = 0
    run(core, START + 600_000, () => {
      if (steps++ % 20 === 0) expectFullBook(core)
    })
  })

  it('quote around the mark with a spread of a few ticks and sizes that grow remoteNotifications', () => {
    const core = venue()
    const spreads: number[] = []
    run(core, START + 300_000, () => {
      const { mid, mark, bid, ask } = core.ticker(live(core))
      expect(Math.abs(Number(mid) - Number(mark))).toBeLessThan(0.45)
      spreads.push(Number(ask) - Number(bid))
    })
    const mean = spreads.reduce((a, b) => a + b, 0) / spreads.length
    expect(mean).toBeGreaterThan(0.02)
    expect(mean).toBeLessThan(0.09)
    const sizes = bookOf(core).levels.flatMap((side) => [side.slice(0, 8), side.slice(-8)])
    const sum = (levels: { sz: string; n: number }[] | undefined): number =>
      (levels ?? []).reduce((total, level) => total + Number(level.sz) / level.n, 0)
    expect(sum(sizes[1]) + sum(sizes[3])).toBeGreaterThan(1.3 * (sum(sizes[0]) + sum(sizes[2])))
  })

  it('move the book 5 to 15 times a second and trade a few times in ten seconds, more towards settlement', () => {
    const core = venue()
    let books = 0
    let trades = 0
    core.on((event) => {
      if (event.kind === 'book') books++
      if (event.kind === 'trade') trades++
    })
    run(core, START + 1_200_000)
    expect(books / 1200).toBeGreaterThan(5)
    expect(books / 1200).toBeLessThan(15)
    expect(trades / 120).toBeGreaterThan(1)
    expect(trades / 120).toBeLessThan(8)
    core.advanceTo(END - 600_000)
    trades = 0
    run(core, END)
    expect(trades / 60).toBeGreaterThan(3)
  })

  it('rebuild the book of the next asset when it opens', () => {
    const core = venue()
    core.advanceTo(END)
    expect([core.book('NYCTMP1', 5).levels, core.book('NYCTMP2', 5).levels]).toEqual([
      [[], []],
      [[], []],
    ])
    core.advanceTo(END + 5000)
    expectFullBook(core)
  })

  it('follow a jump of the mark at once', () => {
    const core = venue()
    core.setTemperature('90')
    core.advanceTo(START + 3000)
    expect(Math.abs(Number(core.ticker(live(core)).mid) - 590)).toBeLessThan(0.6)
    core.advanceTo(START + 20_000)
    expectFullBook(core)
  })

  it('trade against a stale order of someone else', () => {
    const core = venue()
    core.createAccount(USER, { usdc: '10000', usdh: '0' })
    const asset = live(core)
    const price = (Number(core.ticker(asset).mark) - 0.8).toFixed(2)
    core.place({ account: USER, asset, isBuy: true, price, size: '5', tif: 'GTC', reduceOnly: false, cloid: null })
    core.setTemperature((Number(price) - 502).toFixed(2))
    core.advanceTo(START + 5000)
    expect(core.account(USER).positions[0]?.size).toBe('5.0000')
    expect(core.fills(USER, 9, null).every((fill) => Number(fill.price) <= Number(price))).toBe(true)
  })

  it('keep quoting while the market is close-only, so that positions can be closed, and stop while it is paused', () => {
    const core = venue()
    let trades = 0
    core.on((event) => event.kind === 'trade' && trades++)
    core.forceStatus(live(core), 'close_only')
    run(core, START + 120_000)
    expectFullBook(core)
    expect(trades).toBe(0)
    core.forceStatus(live(core), 'paused')
    const before = bookOf(core).levels
    run(core, START + 125_000)
    expect(bookOf(core).levels).toEqual(before)
    core.forceStatus(live(core), null)
    run(core, START + 130_000)
    expectFullBook(core)
  })

  it('stay in control over many buckets in one step', () => {
    const core = venue()
    const leap = runs(2, 24) * 7_200_000
    for (let leaps = 1; leaps <= runs(1, 3); leaps++) {
      core.advanceTo(START + leaps * leap + 600_000)
      expectFullBook(core)
      for (const { open_interest } of core.openInterest()) expect(Number(open_interest)).toBeLessThan(8000)
    }
    expect(core.imbalance()).toBe(0n)
    expect(Number(core.ticker(live(core)).volume_24h)).toBeGreaterThan(1_000_000)
  })
})
