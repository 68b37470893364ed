import { describe, expect, it } from 'vitest'
import { ALICE, BOB, quietVenue, refusal } from '../testing/quiet-venue.ts'

describe('placing orders', () => {
  it('rests a GTC order, fills it partly and then completely, on both sides', () => {
    const { core, place } = quietVenue()
    const { oid } = place(ALICE, 'buy', '5', '569.50', { cloid: '0xAB' })
    expect(place(BOB, 'sell', '2', '569.00')).toEqual({
      status: 'filled',
      oid: '2',
      filled: '2.0000',
      avg_px: '569.5000',
    })
    expect(core.order(ALICE, { cloid: '0xab' })).toMatchObject({ oid, filled: '2.0000', status: 'partially_filled' })
    expect(place(BOB, 'sell', '4', '569.50')).toMatchObject({ status: 'partially_filled', filled: '3.0000' })
    expect(core.order(ALICE, { oid })?.status).toBe('filled')
    expect(core.openOrders(ALICE)).toEqual([])
    expect(core.openOrders(BOB)).toMatchObject([{ oid: '3', size: '4.0000', filled: '3.0000' }])
    expect(core.account(ALICE).positions[0]).toMatchObject({
      size: '5.0000',
      entry_px: '569.5000',
      margin: '284.750000',
    })
    expect(core.account(BOB).positions[0]).toMatchObject({ size: '-5.0000', entry_px: '569.5000' })
    expect(core.fills(ALICE, 10, null)).toMatchObject([
      { tid: '2', oid: '1', side: 'buy', size: '3.0000', liquidity: 'maker', fee: '0.170850' },
      { tid: '1', oid: '1', side: 'buy', size: '2.0000', liquidity: 'maker', fee: '0.113900' },
    ])
    expect(core.fills(BOB, 1, null)).toMatchObject([{ tid: '2', oid: '3', liquidity: 'taker', fee: '0.768825' }])
    expect(core.recentTrades('NYCTMP1', 5).concat(core.recentTrades('NYCTMP2', 5))).toMatchObject([
      { side: 'A', px: '569.50', sz: '3.0000', tid: 2 },
      { side: 'A', px: '569.50', sz: '2.0000', tid: 1 },
    ])
  })

  it('never rests an IOC order', () => {
    const { core, place, asset } = quietVenue()
    expect(place(ALICE, 'buy', '1', '570', { tif: 'IOC' })).toMatchObject({
      status: 'cancelled',
      filled: '0.0000',
      avg_px: null,
    })
    place(BOB, 'sell', '1', '570')
    expect(place(ALICE, 'buy', '3', '570.50', { tif: 'IOC' })).toMatchObject({
      status: 'partially_filled',
      filled: '1.0000',
    })
    expect(core.book(asset, 5).levels).toEqual([[], []])
    expect(core.orderHistory(ALICE, 1, null)).toMatchObject([{ status: 'cancelled', filled: '1.0000', size: '3.0000' }])
  })

  it('reserves margin for resting orders and releases it on cancel', () => {
    const { core, place, asset } = quietVenue()
    const { oid } = place(ALICE, 'buy', '10', '560.00')
    expect(core.account(ALICE).account).toMatchObject({ usdc: '10000.000000', available: '9440.000000' })
    expect(core.cancel(ALICE, asset, { oid })).toMatchObject({ status: 'cancelled' })
    expect(core.account(ALICE).account.available).toBe('10000.000000')
    expect(core.book(asset, 5).levels[0]).toEqual([])
  })

  it('cancels the resting order when an account meets itself', () => {
    const { core, place } = quietVenue()
    const { oid } = place(ALICE, 'sell', '1', '570')
    expect(place(ALICE, 'buy', '1', '570')).toMatchObject({ status: 'resting' })
    expect(core.order(ALICE, { oid })?.status).toBe('cancelled')
    expect(core.fills(ALICE, 5, null)).toEqual([])
  })

  it('shrinks resting reduce-only orders with the position, and cancels them without one', () => {
    const { core, place } = quietVenue()
    place(BOB, 'buy', '10', '570')
    place(ALICE, 'sell', '10', '570')
    const near = place(ALICE, 'buy', '8', '569.00', { reduceOnly: true }).oid
    const far = place(ALICE, 'buy', '10', '568.00', { reduceOnly: true }).oid
    expect(core.account(ALICE).account.available).toBe(core.account(ALICE).account.usdc)
    place(BOB, 'sell', '6', '569.00')
    expect(core.order(ALICE, { oid: near })).toMatchObject({
      size: '8.0000',
      filled: '6.0000',
      status: 'partially_filled',
    })
    expect(core.order(ALICE, { oid: far })).toMatchObject({ size: '4.0000', filled: '0.0000', status: 'resting' })
    place(BOB, 'sell', '2', '569.00')
    expect(core.order(ALICE, { oid: far })).toMatchObject({ size: '2.0000' })
    place(BOB, 'sell', '9', '567.00')
    expect(core.account(ALICE).positions).toEqual([])
    expect(core.order(ALICE, { oid: far })?.status).toBe('filled')
    place(BOB, 'sell', '1', '570')
    place(ALICE, 'buy', '1', '570')
    const lost = place(ALICE, 'sell', '1', '580', { reduceOnly: true }).oid
    place(BOB, 'buy', '1', '575')
    place(ALICE, 'sell', '1', '575')
    expect(core.order(ALICE, { oid: lost })?.status).toBe('cancelled')
  })

  it.each(['taker', 'maker'])(
    'lets a closing order rest without margin, and once closed as %s cancels the newest orders that lack margin',
    (role) => {
      const { core, place } = quietVenue()
      place(BOB, 'buy', '100', '570')
      place(ALICE, 'sell', '100', '570')
      const covered = place(BOB, 'sell', '100', '571').oid
      expect(core.account(BOB).account.available).toBe(core.account(BOB).account.usdc)
      const bid = place(BOB, 'buy', '70', '530').oid
      // Closed 5 % lower, the position no longer covers the resting sale, and its margin has shrunk.
      const close = () => place(BOB, 'sell', '100', '540', { reduceOnly: true })
      if (role === 'maker') close()
      place(ALICE, 'buy', '100', '540')
      if (role === 'taker') close()
      expect(core.account(BOB).positions).toEqual([])
      expect(core.order(BOB, { oid: bid })?.status).toBe('cancelled')
      expect(core.order(BOB, { oid: covered })?.status).toBe('resting')
      const { usdc, available } = core.account(BOB).account
      expect(Number(usdc) - Number(available)).toBeCloseTo(5710, 6)
    },
  )
})

describe('refusals', () => {
  const cases: [string, Parameters<ReturnType<typeof quietVenue>['request']>, object][] = [
    ['a price off the tick', [ALICE, 'buy', '1', '570.005'], { status: 400, code: 'bad_request', field: 'price' }],
    ['a price of zero', [ALICE, 'buy', '1', '0.00'], { status: 400, code: 'bad_request', field: 'price' }],
    ['a negative price', [ALICE, 'buy', '1', '-5'], { status: 400, code: 'bad_request', field: 'price' }],
    ['a price above 1000', [ALICE, 'buy', '1', '1000.01'], { status: 400, code: 'bad_request', field: 'price' }],
    ['a price that is not a number', [ALICE, 'buy', '1', '5e2'], { status: 400, code: 'bad_request', field: 'price' }],
    ['a size of zero', [ALICE, 'buy', '0', '570'], { status: 400, code: 'bad_request', field: 'size' }],
    [
      'a size beyond the precision',
      [ALICE, 'buy', '0.00001', '570'],
      { status: 400, code: 'bad_request', field: 'size' },
    ],
    ['an enormous size', [ALICE, 'buy', '1000001', '570'], { status: 400, code: 'bad_request', field: 'size' }],
    [
      'more than the account can carry',
      [ALICE, 'buy', '200', '570.00'],
      {
        status: 409,
        code: 'insufficient_margin',
        detail: 'Needs 11400.000000 USDC margin at 10×; 10000.000000 is available.',
      },
    ],
    [
      'an add-liquidity-only order that would trade',
      [ALICE, 'sell', '1', '565', { tif: 'ALO' }],
      { code: 'alo_would_cross' },
    ],
    [
      'reduce-only without a position',
      [ALICE, 'sell', '1', '575', { reduceOnly: true }],
      { code: 'reduce_only_would_increase' },
    ],
    ['an unknown asset', [ALICE, 'buy', '1', '570', { asset: 'LONTMP1' }], { status: 404, code: 'unknown_asset' }],
    ['an unknown account', [`0x${'c'.repeat(40)}`, 'buy', '1', '570'], { status: 404, code: 'unknown_account' }],
    ['a client order id in use', [BOB, 'buy', '1', '500', { cloid: '0x01' }], { status: 409, code: 'duplicate_cloid' }],
  ]
  it.each(cases)('%s', (_, args, expected) => {
    const { core, place } = quietVenue()
    place(BOB, 'buy', '1', '569', { cloid: '0x01' })
    const before = JSON.stringify([core.exportAccounts([ALICE, BOB]), core.book('NYCTMP1', 9), core.book('NYCTMP2', 9)])
    expect(refusal(() => place(...args))).toMatchObject(expected)
    expect(JSON.stringify([core.exportAccounts([ALICE, BOB]), core.book('NYCTMP1', 9), core.book('NYCTMP2', 9)])).toBe(
      before,
    )
  })

  it('require margin for a sell at the price it would get, not at a low limit', () => {
    const { place } = quietVenue()
    place(BOB, 'buy', '170', '570')
    place(ALICE, 'buy', '5', '500')
    expect(refusal(() => place(ALICE, 'sell', '180', '1', { tif: 'IOC' })).code).toBe('insufficient_margin')
    expect(place(ALICE, 'sell', '160', '1', { tif: 'IOC' }).status).toBe('filled')
  })

  it('cover reduce-only orders that exceed the position or go the wrong way', () => {
    const { place } = quietVenue()
    place(BOB, 'buy', '1', '570')
    place(ALICE, 'sell', '1', '570')
    expect(refusal(() => place(ALICE, 'buy', '1.0001', '569', { reduceOnly: true }))).toMatchObject({
      code: 'reduce_only_would_increase',
      detail: 'Reduce-only, but the order of 1.0001 would do more than close the position of -1.0000.',
    })
    expect(refusal(() => place(ALICE, 'sell', '1', '580', { reduceOnly: true })).code).toBe(
      'reduce_only_would_increase',
    )
  })

  it('cover the open-interest cap, but never a close', () => {
    const { core, place, asset } = quietVenue({ openInterestCap: 10 })
    place(BOB, 'buy', '6', '570')
    place(ALICE, 'sell', '6', '570')
    expect(core.openInterest().find((row) => row.asset === asset)).toEqual({
      asset,
      open_interest: '6.0000',
      cap: '10.0000',
    })
    expect(refusal(() => place(BOB, 'buy', '4.0001', '560'))).toMatchObject({ status: 409, code: 'oi_cap_exceeded' })
    expect(place(BOB, 'buy', '4', '560').status).toBe('resting')
    expect(place(BOB, 'sell', '6', '570').status).toBe('resting')
  })

  it('cover cancels of orders that are not open', () => {
    const { core, place, asset, waiting } = quietVenue()
    const { oid } = place(ALICE, 'buy', '1', '500')
    expect(refusal(() => core.cancel(BOB, asset, { oid }))).toMatchObject({ status: 404, code: 'unknown_order' })
    expect(refusal(() => core.cancel(ALICE, waiting, { oid })).detail).toContain(`is not in ${waiting}`)
    core.cancel(ALICE, asset, { oid })
    expect(refusal(() => core.cancel(ALICE, asset, { oid })).detail).toContain('was already canceled')
  })
})

describe('leverage', () => {
  it("starts at the maximum and adjusts the position's margin", () => {
    const { core, place, asset } = quietVenue()
    expect(core.leverage(ALICE, asset)).toBe(10)
    place(BOB, 'sell', '10', '570')
    place(ALICE, 'buy', '10', '570')
    core.setLeverage(ALICE, asset, 5)
    expect(core.account(ALICE).positions[0]).toMatchObject({ leverage: 5, margin: '1140.000000' })
    core.setLeverage(ALICE, asset, 10)
    expect(core.account(ALICE).positions[0]).toMatchObject({ leverage: 10, margin: '570.000000' })
    expect(core.account(ALICE).account.usdc).toBe('9427.435000')
  })

  it('is refused when the money for position or orders is missing, and then nothing has changed', () => {
    const { core, place, asset } = quietVenue()
    place(BOB, 'sell', '100', '570')
    place(ALICE, 'buy', '100', '570')
    const before = JSON.stringify(core.account(ALICE))
    expect(refusal(() => core.setLeverage(ALICE, asset, 1))).toMatchObject({ status: 409, code: 'insufficient_margin' })
    place(BOB, 'buy', '50', '500')
    expect(refusal(() => core.setLeverage(BOB, asset, 1)).code).toBe('insufficient_margin')
    expect(JSON.stringify(core.account(ALICE))).toBe(before)
    expect(core.leverage(BOB, asset)).toBe(10)
  })

  it('is refused when the position would be liquidated at once', () => {
    const { core, place, asset } = quietVenue()
    core.setLeverage(ALICE, asset, 2)
    place(BOB, 'sell', '1', '570')
    place(ALICE, 'buy', '1', '570')
    core.setTemperature('30')
    expect(refusal(() => core.setLeverage(ALICE, asset, 10)).detail).toContain('would be liquidated at once')
    expect(core.account(ALICE).positions[0]).toMatchObject({ leverage: 2, margin: '285.000000' })
  })

  it.each([0, 11, 2.5])('cannot be %s', (leverage) => {
    const { core, asset } = quietVenue()
    expect(refusal(() => core.setLeverage(ALICE, asset, leverage))).toMatchObject({
      code: 'bad_request',
      field: 'leverage',
    })
  })
})

describe('estimates and closing', () => {
  it('walk the book up to the slippage bound', () => {
    const { core, place, asset } = quietVenue()
    place(BOB, 'sell', '1', '570.10')
    place(BOB, 'sell', '2', '570.20')
    place(BOB, 'sell', '5', '580')
    place(BOB, 'buy', '1', '569.90')
    expect(core.estimate(asset, true, '2', '0.1')).toEqual({
      avg_px: '570.1500',
      worst_px: '570.20',
      fillable: '2.0000',
      limit_px: '570.57',
    })
    expect(core.estimate(asset, true, '9', '0.1')).toMatchObject({ fillable: '3.0000' })
    expect(core.estimate(asset, false, '1', '0')).toMatchObject({
      fillable: '0.0000',
      avg_px: null,
      limit_px: '570.00',
    })
    expect(refusal(() => core.estimate(asset, true, '1', '51'))).toMatchObject({
      code: 'bad_request',
      field: 'slippage_pct',
    })
  })

  it('return the reduce-only order that closes a position', () => {
    const { core, place, asset } = quietVenue()
    expect(refusal(() => core.closeOrder(ALICE, asset, null, '1')).code).toBe('reduce_only_would_increase')
    place(BOB, 'buy', '3', '570')
    place(ALICE, 'sell', '3', '570')
    place(BOB, 'sell', '3', '570.40')
    expect(refusal(() => core.closeOrder(ALICE, asset, '3.1', '1')).code).toBe('reduce_only_would_increase')
    const { estimate, ...order } = core.closeOrder(ALICE, asset, null, '1')
    expect(estimate).toMatchObject({ avg_px: '570.4000', fillable: '3.0000' })
    expect(order).toMatchObject({ isBuy: true, size: '3.0000', tif: 'IOC', reduceOnly: true })
    expect(core.place(order).status).toBe('filled')
    expect(core.account(ALICE).positions).toEqual([])
    expect(core.fills(ALICE, 1, null)[0]?.realized_pnl).toBe('-1.200000')
  })
})
