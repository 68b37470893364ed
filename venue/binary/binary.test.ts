import { describe, expect, it } from 'vitest'
import { createVenueCore, type VenueCore } from '../core/index.ts'
import { ALICE, BOB, refusal, START } from '../testing/quiet-venue.ts'
import type { BinaryDirection } from './interface.ts'

/** GBETA's bucket opens at 12:00 UTC; START is its middle. */
const END = START + 3_600_000

function venue(startTime = START, more: object = {}): VenueCore {
  const core = createVenueCore({ seed: 1, startTime, ...more })
  for (const account of [ALICE, BOB]) {
    core.createAccount(account, { usdc: '10000', usdh: '0' })
    core.binary.setup(account)
  }
  return core
}

/** Sets the reading to the midpoint, and lets the makers follow: even odds late in a bucket. */
function balance(core: VenueCore): void {
  core.setTemperature((Number(core.binary.bucket().midpoint) - 500).toFixed(2))
  core.advanceTo(core.now() + 2000)
}

/** Finds the reading at even odds, by bisection. */
function evenOdds(core: VenueCore): void {
  let low = Number(core.binary.bucket().midpoint) - 530
  let high = low + 60
  for (let i = 0; i < 14; i++) {
    const middle = (low + high) / 2
    core.setTemperature(middle.toFixed(2))
    if (Number(core.binary.ticker(live(core)).mark) < 0.5) low = middle
    else high = middle
  }
  core.advanceTo(core.now() + 2000)
}

const live = (core: VenueCore): string => core.binary.status().active_asset

function predict(core: VenueCore, direction: BinaryDirection, amount = '100', account = ALICE) {
  const asset = live(core)
  const order = core.binary.predictOrder({ account, asset, direction, amount_usdc: amount, slippage_pct: '40' })
  return { order, result: core.binary.place(order) }
}

describe('a binary position', () => {
  it.each(['UP', 'DOWN'] as const)('%s costs at most the amount, half of it as margin, at leverage 2', (direction) => {
    const core = venue()
    const before = Number(core.account(ALICE).account.usdc)
    const { order, result } = predict(core, direction)
    expect(result.status).toBe('filled')
    const [position] = core.account(ALICE).positions
    expect(position).toMatchObject({ family: 'binary', asset: live(core), leverage: 2 })
    expect(Math.sign(Number(position?.size))).toBe(direction === 'UP' ? 1 : -1)
    const entry = Number(position?.entry_px)
    const cost = Number(result.filled_contracts) * (direction === 'UP' ? entry : 1 - entry)
    expect(cost).toBeLessThanOrEqual(100)
    expect(cost).toBeGreaterThan(60)
    expect(Number(position?.margin)).toBeCloseTo(cost / 2, 1)
    const fee = Number(core.fills(ALICE, 1, null)[0]?.fee)
    expect(fee).toBeGreaterThan(0)
    expect(before - Number(core.account(ALICE).account.usdc)).toBeCloseTo(Number(position?.margin) + totalFees(core), 6)
    for (const fill of core.fills(ALICE, 50, null)) {
      const within = direction === 'UP' ? fill.price <= order.price : fill.price >= order.price
      expect(within).toBe(true)
    }
    expect(core.imbalance()).toBe(0n)
  })

  it.each(['UP', 'DOWN'] as const)('%s closes by its direction, partly and then completely', (direction) => {
    const core = venue()
    predict(core, direction)
    const asset = live(core)
    const half = { account: ALICE, asset, direction, contracts: '20.00', slippage_pct: '10' } as const
    const before = Math.abs(Number(core.account(ALICE).positions[0]?.size))
    expect(core.binary.place(core.binary.closeOrder(half))).toMatchObject({ filled_contracts: '20.00' })
    expect(Math.abs(Number(core.account(ALICE).positions[0]?.size))).toBeCloseTo(before - 20, 2)
    expect(core.binary.place(core.binary.closeOrder({ ...half, contracts: null })).status).toBe('filled')
    expect(core.account(ALICE).positions).toEqual([])
    expect(core.imbalance()).toBe(0n)
    expect(refusal(() => core.binary.closeOrder(half)).code).toBe('reduce_only_would_increase')
  })

  it('pays exactly 1 per contract to the winning side, and costs the loser no more than its margin', () => {
    const core = venue(END - 185_000)
    balance(core)
    const asset = live(core)
    expect(predict(core, 'UP', '20', ALICE).result.status).not.toBe('cancelled')
    expect(predict(core, 'DOWN', '20', BOB).result.status).not.toBe('cancelled')
    const held = [ALICE, BOB].map((account) => core.account(account))
    core.advanceTo(END)
    const [last] = core.binary.settlements(1)
    expect(last).toMatchObject({ asset, end: END })
    expect(Number(last?.mark) > Number(last?.midpoint) ? 'UP' : 'DOWN').toBe(last?.result)
    const winner = last?.result === 'UP' ? ALICE : BOB
    const before = held[winner === ALICE ? 0 : 1]
    const position = before?.positions[0]
    const loan = Math.abs(Number(position?.size)) * ownEntry(position) - Number(position?.margin)
    const pay = Math.abs(Number(position?.size)) - loan
    expect(Number(core.account(winner).account.usdc) - Number(before?.account.usdc)).toBeCloseTo(pay, 1)
    expect(core.fills(winner, 1, null)[0]).toMatchObject({
      oid: 'settlement',
      price: winner === ALICE ? '1.000' : '0.000',
      size: position?.size.replace('-', ''),
    })
    const loser = winner === ALICE ? BOB : ALICE
    const cash = Number(held[winner === ALICE ? 1 : 0]?.account.usdc)
    expect(Number(core.account(loser).account.usdc)).toBeGreaterThanOrEqual(cash)
    expect(core.account(loser).positions).toEqual([])
    expect(core.imbalance()).toBe(0n)
  })

  it('is liquidated when its value falls below 1.1 times its loan', () => {
    const core = venue()
    predict(core, 'UP')
    core.advanceTo(START + 1000)
    expect(core.account(ALICE).positions).toHaveLength(1)
    core.setTemperature('-50')
    expect(core.account(ALICE).positions).toEqual([])
    expect(core.account(ALICE).account.usdc.startsWith('-')).toBe(false)
    expect(Number(core.account(ALICE).account.usdc)).toBeGreaterThan(9940)
    expect(core.imbalance()).toBe(0n)
  })

  it('survives a restart in its bucket, and is paid out when the bucket ended in between', () => {
    const core = venue()
    predict(core, 'DOWN')
    const saved = JSON.parse(JSON.stringify(core.exportAccounts([ALICE])))
    const again = createVenueCore({ seed: 1, startTime: START + 1000 })
    again.importAccounts(saved)
    expect(again.account(ALICE).positions).toMatchObject([
      {
        family: 'binary',
        size: core.account(ALICE).positions[0]?.size,
        margin: core.account(ALICE).positions[0]?.margin,
      },
    ])
    expect(again.binary.leverage(ALICE, 'GBETB')).toBe(2)
    expect(again.fills(ALICE, 50, null)).toEqual(core.fills(ALICE, 50, null))
    expect(again.imbalance()).toBe(0n)
    const later = createVenueCore({ seed: 1, startTime: END + 60_000 })
    later.importAccounts(saved)
    expect(later.account(ALICE).positions).toEqual([])
    expect(later.fills(ALICE, 1, null)[0]).toMatchObject({ oid: 'settlement', family: 'binary' })
    expect(later.imbalance()).toBe(0n)
    const [last] = later.binary.settlements(1)
    const gained = Number(later.account(ALICE).account.usdc) > Number(core.account(ALICE).account.usdc)
    expect(gained).toBe(last?.result === 'DOWN')
  })
})

const predictBig = (core: VenueCore) => {
  const asset = live(core)
  return core.binary.predictOrder({ account: ALICE, asset, direction: 'UP', amount_usdc: '50000', slippage_pct: '5' })
}

const ownEntry = (position: { size: string; entry_px: string } | undefined): number =>
  position?.size.startsWith('-') ? 1 - Number(position.entry_px) : Number(position?.entry_px)

const totalFees = (core: VenueCore): number =>
  core.fills(ALICE, 100, null).reduce((sum, fill) => sum + Number(fill.fee), 0)

describe('the phases of a bucket', () => {
  it('go STAGING, TRADING, RAMP, SETTLED, and the next asset takes over', () => {
    const core = venue(END - 181_000)
    const asset = live(core)
    const phases: string[] = []
    core.binary.on((event) => {
      if (event.kind !== 'bucket') return
      const { asset: name, phase } = core.binary.bucket()
      phases.push(`${name} ${phase}`)
    })
    core.advanceTo(END + 10_000)
    const next = live(core)
    expect(next).not.toBe(asset)
    expect(phases).toEqual([`${asset} RAMP`, `${asset} SETTLED`, `${next} STAGING`, `${next} TRADING`])
  })

  it.each([
    [END - 181_000, null],
    [END - 180_000, 'BINARY_ENTRY_CUTOFF'],
    [END - 60_000, 'BINARY_ENTRY_CUTOFF'],
    [END + 1000, 'binary_wrong_phase'],
    [END + 3000, 'binary_wrong_phase'],
  ])('accept entries only in TRADING before the cutoff', (time, code) => {
    const core = venue(Math.min(time, END - 181_000) - 2000)
    balance(core)
    core.advanceTo(time)
    const act = () => predict(core, 'UP', '10')
    if (code === null) expect(act().result.status).toBe('filled')
    else expect(refusal(act).code).toBe(code)
  })

  it('accept closes in RAMP', () => {
    const core = venue(END - 200_000)
    balance(core)
    predict(core, 'UP', '10')
    core.advanceTo(END - 119_000)
    balance(core)
    expect(core.binary.status()).toMatchObject({ phase: 'RAMP', seconds_to_cutoff: 0 })
    expect(core.account(ALICE).positions).toHaveLength(1)
    const close = { account: ALICE, asset: live(core), direction: 'UP', contracts: null, slippage_pct: '50' } as const
    expect(core.binary.place(core.binary.closeOrder(close)).status).not.toBe('cancelled')
  })

  it('have a midpoint between two ticks', () => {
    expect(venue().binary.bucket().midpoint).toMatch(/^\d{3}\.\d\d5$/)
  })
})

describe('a binary order is refused', () => {
  it('at any leverage but 2', () => {
    const core = createVenueCore({ seed: 1, startTime: START })
    core.createAccount(ALICE, { usdc: '1000', usdh: '0' })
    expect(refusal(() => predict(core, 'UP'))).toMatchObject({ code: 'leverage_must_be_2', status: 409 })
    expect(refusal(() => core.binary.setLeverage(ALICE, 'GBETA', 3)).code).toBe('leverage_must_be_2')
    core.binary.setup(ALICE)
    expect(predict(core, 'UP').result.status).toBe('filled')
  })

  it('while paused or close-only, for the waiting asset, and beyond the available money', () => {
    const core = venue()
    const other = live(core) === 'GBETA' ? 'GBETB' : 'GBETA'
    const request = { account: ALICE, asset: other, direction: 'UP', amount_usdc: '10', slippage_pct: '1' } as const
    expect(refusal(() => core.binary.predictOrder(request)).code).toBe('binary_wrong_phase')
    expect(refusal(() => core.binary.predictOrder({ ...request, asset: 'X' })).code).toBe('unknown_asset')
    balance(core)
    expect(refusal(() => core.binary.place(predictBig(core))).code).toBe('insufficient_margin')
    expect(refusal(() => predict(core, 'UP', '0.001')).code).toBe('bad_request')
    core.binary.forceStatus(live(core), 'close_only')
    expect(refusal(() => predict(core, 'UP')).code).toBe('market_closed')
    core.binary.forceStatus(live(core), 'paused')
    expect(refusal(() => predict(core, 'UP'))).toMatchObject({ code: 'market_closed', status: 423 })
    expect(core.binary.status().paused).toBe(true)
  })
})

describe('the binary book', () => {
  it('has both sides around the fair price, never crossed, with wider spreads towards settlement', () => {
    const core = venue(START - 3_000_000)
    const spreadAt = (from: number): number => {
      core.advanceTo(from)
      let sum = 0
      for (let i = 0; i < 100; i++) {
        if (i % 10 === 0) evenOdds(core)
        core.advanceTo(core.now() + 500)
        const { bid, ask, mark } = core.binary.ticker(live(core))
        if (bid === null || ask === null) continue
        expect(Number(bid)).toBeLessThan(Number(ask))
        expect(Math.abs((Number(bid) + Number(ask)) / 2 - Number(mark))).toBeLessThan(0.05)
        sum += (Number(ask) - Number(bid)) / Math.sqrt(Math.max(0.01, 4 * Number(mark) * (1 - Number(mark))))
      }
      return sum / 100
    }
    const early = spreadAt(START - 2_900_000)
    evenOdds(core)
    expect(core.binary.book(live(core), 50).levels.map((side) => side.length >= 8)).toEqual([true, true])
    expect(core.binary.recentTrades(live(core), 100).length).toBeGreaterThan(3)
    expect(spreadAt(END - 300_000)).toBeGreaterThan(early * 1.1)
  })

  it('has candles that end at the current mark and stay between 0 and 1', () => {
    const core = venue()
    const rows = core.binary.candles(live(core), 60, START - 3_600_000 * 30, START)
    expect(rows.length).toBeGreaterThan(500)
    for (const row of rows) {
      expect(Number(row.low)).toBeGreaterThanOrEqual(0)
      expect(Number(row.high)).toBeLessThanOrEqual(1)
    }
    expect(rows.at(-1)?.close).toBe(core.binary.ticker(live(core)).mark)
  })
})
