import { describe, expect, it } from 'vitest'
import { parseJson } from '../json.ts'
import { Wire } from '../wire.ts'
import { ordersOf } from './order.ts'
import { outcomeOrderStatusOf } from './outcome-order.ts'

const of = (value: unknown): Wire => new Wire({ route: 'GET /x', status: 200 }, parseJson(JSON.stringify(value)))

/** An order of a history with the upstream exchange's statuses. */
const ORDER = {
  oid: 7,
  coin: 'NYCTMP1',
  side: 'B',
  limitPx: '570',
  sz: '2',
  filled: '0',
  reduceOnly: false,
  timestamp: 1,
}
const read = (status: string) => ordersOf(of([{ ...ORDER, status }]))[0]

const CANCELLED = [
  'canceled marginCanceled vaultWithdrawalCanceled openInterestCapCanceled selfTradeCanceled reduceOnlyCanceled',
  'siblingFilledCanceled delistedCanceled liquidatedCanceled scheduledCancel',
].flatMap((line) => line.split(' '))
const REJECTED = [
  'rejected tickRejected minTradeNtlRejected perpMarginRejected reduceOnlyRejected badAloPxRejected iocCancelRejected',
  'badTriggerPxRejected marketOrderNoLiquidityRejected positionIncreaseAtOpenInterestCapRejected',
  'positionFlipAtOpenInterestCapRejected tooAggressiveAtOpenInterestCapRejected openInterestIncreaseRejected',
  'insufficientSpotBalanceRejected oracleRejected perpMaxPositionRejected',
].flatMap((line) => line.split(' '))

describe('the upstream exchange’s statuses of an order', () => {
  it.each(CANCELLED)('%s is canceled, and shown unchanged', (text) => {
    expect(read(text)).toMatchObject({ status: 'cancelled', statusText: text })
  })

  it.each(REJECTED)('%s is rejected, and shown unchanged', (text) => {
    expect(read(text)).toMatchObject({ status: 'rejected', statusText: text })
  })

  it.each(['open', 'triggered'])('%s is resting', (text) => expect(read(text)?.status).toBe('resting'))

  it.each([
    ['ioc_cancel_rejected', 'rejected'],
    ['IOC-CANCEL-REJECTED', 'rejected'],
    ['Delisted Canceled', 'cancelled'],
    ['PARTIALLYFILLED', 'partially_filled'],
    ['Partially-Filled', 'partially_filled'],
  ])('ignore letter case, dashes and spaces of %s', (text, status) => {
    expect(read(text)?.status).toBe(status)
  })

  it('an unknown status stays unknown, and visible', () => {
    expect(read('zappedByOperator')).toMatchObject({ status: 'unknown', statusText: 'zappedByOperator' })
  })

  it('are read in an order’s status as well, with the order and without', () => {
    const status = 'delistedCanceled'
    expect(outcomeOrderStatusOf(of({ status }))).toEqual({ order: null, status: 'cancelled', statusText: status })
    expect(outcomeOrderStatusOf(of({ order: { ...ORDER, status } }))).toMatchObject({ status: 'cancelled' })
  })
})
