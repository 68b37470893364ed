import { describe, expect, it } from 'vitest'
import type { VenueEvent } from '../core/index.ts'
import { ALICE, BOB, quietVenue, refusal, START } from '../testing/quiet-venue.ts'

const END = START + 3_600_000

describe('the life of a bucket', () => {
  it('goes from trading through the final window and settling to the other asset', () => {
    const { core, asset, waiting } = quietVenue()
    const now = () => [core.bucket().current?.asset ?? null, core.bucket().current?.phase, core.bucket().next?.asset]
    expect(now()).toEqual([asset, 'trading', waiting])
    core.advanceTo(END - 120_000)
    expect(now()).toEqual([asset, 'final_window', waiting])
    core.advanceTo(END - 1)
    expect(now()).toEqual([asset, 'final_window', waiting])
    core.advanceTo(END)
    expect(now()).toEqual([null, undefined, waiting])
    expect(core.markets().map((market) => market.status)).toEqual(
      asset === 'NYCTMP1' ? ['settling', 'waiting'] : ['waiting', 'settling'],
    )
    core.advanceTo(END + 4999)
    expect(now()).toEqual([null, undefined, waiting])
    core.advanceTo(END + 5000)
    expect(now()).toEqual([waiting, 'trading', asset])
    expect(core.ticker(waiting).status).toBe('active')
    expect(core.ticker(asset).status).toBe('waiting')
  })

  it('reports every change of phase once', () => {
    const { core } = quietVenue()
    const times: number[] = []
    core.on((event) => event.kind === 'bucket' && times.push(core.now() - END))
    for (let time = END - 130_000; time <= END + 10_000; time += 500) core.advanceTo(time)
    expect(times).toEqual([-120_000, 0, 5000])
  })

  it('expires resting orders and pays positions out at the average of the last 120 readings', () => {
    const { core, place, asset } = quietVenue()
    place(BOB, 'buy', '2', '570')
    place(ALICE, 'sell', '2', '570')
    const { oid } = place(ALICE, 'buy', '1', '400', { cloid: '0x05' })
    core.advanceTo(END - 120_000)
    const readings: number[] = []
    for (let time = END - 120_000; time < END; time += 1000) {
      core.advanceTo(time)
      readings.push(Number(core.ticker(asset).mark))
    }
    core.advanceTo(END)
    const mark = Math.floor((readings.reduce((sum, reading) => sum + Math.round(reading * 100), 0) * 2 + 120) / 240)
    const settled = core.settlements(2)
    expect(settled[0]).toEqual({ asset, end: END, mark: (mark / 100).toFixed(2) })
    expect(settled[1]).toMatchObject({ end: END - 7_200_000 })
    expect(settled[1]?.asset).not.toBe(asset)
    expect(core.order(ALICE, { oid })?.status).toBe('expired')
    expect(core.openOrders(ALICE)).toEqual([])
    expect(core.account(ALICE).positions).toEqual([])
    const profit = ((57_000 - mark) * 2) / 100
    expect(core.fills(ALICE, 1, null)).toMatchObject([
      { oid: 'settlement', side: 'buy', size: '2.0000', fee: '0.000000', realized_pnl: profit.toFixed(6), time: END },
    ])
    const { usdc, available, equity } = core.account(ALICE).account
    expect([available, equity]).toEqual([usdc, usdc])
    expect(Number(usdc)).toBeCloseTo(10_000 + profit - 0.513, 6)
    expect(core.imbalance()).toBe(0n)
    core.advanceTo(END + 5000)
    expect(place(ALICE, 'buy', '1', '400', { asset: core.bucket().current?.asset ?? '', cloid: '0x05' }).status).toBe(
      'resting',
    )
  })

  it('counts a new state of an asset when it opens, closes or is forced, not on trades', () => {
    const { core, place, asset, waiting } = quietVenue()
    const [before, other] = [core.stateVersion(asset), core.stateVersion(waiting)]
    place(BOB, 'buy', '2', '570')
    place(ALICE, 'sell', '2', '570')
    core.advanceTo(END - 1)
    expect([core.stateVersion(asset), core.stateVersion(waiting)]).toEqual([before, other])
    core.advanceTo(END)
    expect([core.stateVersion(asset), core.stateVersion(waiting)]).toEqual([before + 1, other])
    core.advanceTo(END + 5000)
    expect([core.stateVersion(asset), core.stateVersion(waiting)]).toEqual([before + 1, other + 1])
    core.forceStatus(asset, 'paused')
    expect(core.stateVersion(asset)).toBe(before + 2)
  })

  it('keeps its schedule in a short bucket', () => {
    const { core } = quietVenue({ bucketMinutes: 1 })
    core.advanceTo(START + 60_000)
    expect(core.bucket().current).toBeNull()
    core.advanceTo(START + 65_000)
    expect(core.bucket().current).toMatchObject({
      start: START + 60_000,
      end: START + 120_000,
      phase: 'trading',
    })
    core.advanceTo(START + 105_000)
    expect(core.bucket().current?.phase).toBe('final_window')
  })
})

describe('accepted orders', () => {
  it('are only those in the live asset', () => {
    const { core, place, waiting } = quietVenue()
    expect(refusal(() => place(ALICE, 'buy', '1', '570', { asset: waiting }))).toMatchObject({
      status: 409,
      code: 'market_closed',
      detail: `${waiting} is waiting; NYCTMP1 is the live asset until 14:00:00 UTC.`,
    })
    core.advanceTo(END)
    expect(refusal(() => place(ALICE, 'buy', '1', '570', { asset: waiting }))).toMatchObject({
      code: 'market_closed',
      detail: `The last bucket is settling; ${waiting} opens at 14:00:05 UTC.`,
    })
  })

  it.each([
    ['paused', 423],
    ['unavailable', 409],
    ['settled', 409],
  ] as const)('are none while %s, except cancels', (status, code) => {
    const { core, place, asset } = quietVenue()
    const { oid } = place(ALICE, 'buy', '1', '500')
    core.forceStatus(asset, status)
    expect(core.ticker(asset).status).toBe(status)
    expect(refusal(() => place(ALICE, 'buy', '1', '500'))).toMatchObject({ status: code, code: 'market_closed' })
    if (status === 'settled') expect(core.order(ALICE, { oid })?.status).toBe('expired')
    else expect(core.cancel(ALICE, asset, { oid }).status).toBe('cancelled')
    core.forceStatus(asset, null)
    expect(place(ALICE, 'buy', '1', '500').status).toBe('resting')
  })

  it('are only reducing ones while close-only', () => {
    const { core, place, asset } = quietVenue()
    place(BOB, 'buy', '2', '570')
    place(ALICE, 'sell', '2', '570')
    core.forceStatus(asset, 'close_only')
    expect(refusal(() => place(ALICE, 'buy', '1', '569'))).toMatchObject({
      code: 'market_closed',
      field: 'reduce_only',
    })
    expect(refusal(() => place(ALICE, 'sell', '1', '580', { reduceOnly: true })).code).toBe(
      'reduce_only_would_increase',
    )
    expect(place(ALICE, 'buy', '1', '569', { reduceOnly: true }).status).toBe('resting')
  })
})

describe('events', () => {
  it('come once for each changed thing of an operation, trades first', () => {
    const { core, place, asset } = quietVenue()
    place(BOB, 'sell', '1', '570')
    place(BOB, 'sell', '1', '571')
    const events: VenueEvent[] = []
    const stop = core.on((event) => events.push(event))
    place(ALICE, 'buy', '2', '571')
    expect(events.map((event) => event.kind)).toEqual(['trade', 'trade', 'book', 'account', 'account'])
    events.length = 0
    core.advanceTo(core.now() + 1000)
    expect(events).toEqual([
      { kind: 'context', asset: 'NYCTMP1' },
      { kind: 'context', asset: 'NYCTMP2' },
    ])
    stop()
    core.forceStatus(asset, 'paused')
    expect(events).toHaveLength(2)
  })
})

describe('liquidation', () => {
  /** Alice is long 10 from 570 at 10×; her margin is 57 per contract. */
  function longAlice() {
    const venue = quietVenue()
    venue.place(BOB, 'sell', '10', '570')
    venue.place(ALICE, 'buy', '10', '570')
    return venue
  }

  it('spares a position whose equity covers maintenance', () => {
    const { core } = longAlice()
    const price = Number(core.account(ALICE).positions[0]?.liquidation_px)
    core.setTemperature((price - 500 + 0.01).toFixed(2))
    expect(core.account(ALICE).positions).toHaveLength(1)
    core.setTemperature((price - 500).toFixed(2))
    expect(core.account(ALICE).positions).toHaveLength(0)
  })

  it('sells into the book first, no worse than bankruptcy, and transfers the rest to the insurance account at the mark', () => {
    const { core, place } = longAlice()
    place(BOB, 'buy', '4', '530')
    place(BOB, 'buy', '4', '512.99')
    const { oid } = place(ALICE, 'buy', '1', '500')
    const free = core.account(ALICE).account.usdc
    core.setTemperature('38')
    expect(core.fills(ALICE, 9, null)).toMatchObject([
      { oid: 'liquidation', size: '6.0000', price: '538.00', realized_pnl: '-192.000000' },
      { size: '4.0000', price: '530.00', liquidity: 'taker', realized_pnl: '-160.000000' },
      { oid: '2' },
    ])
    expect(core.order(ALICE, { oid })?.status).toBe('cancelled')
    // 570 margin less 352 loss and a fee of 4.5 bps on 2,120.
    expect(Number(core.account(ALICE).account.usdc) - Number(free)).toBeCloseTo(570 - 352 - 0.954, 6)
    expect(core.imbalance()).toBe(0n)
  })

  it('never costs more than the position’s margin, however far the mark jumps', () => {
    const { core } = longAlice()
    const free = core.account(ALICE).account.usdc
    core.setTemperature('-50')
    expect(core.account(ALICE)).toMatchObject({ positions: [], account: { usdc: free, equity: free } })
    expect(core.imbalance()).toBe(0n)
  })
})
