import { describe, expect, it } from 'vitest'
import { price, size } from '../../contract/decimal.ts'
import { addsExposure, requestedOrderOf } from '../../contract/requested-order.ts'
import { closeProtectionNow } from '../positions/index.ts'
import { type Closing, changedClosing, closingOf, enterClosing, isClosing } from './closing.ts'
import type { SizeQuestion } from './preview-action-line.ts'
import { quickOrderDistance } from './testing/distances.ts'

type ClosingContext = Parameters<typeof enterClosing>[1]
type ClosedPosition = Closing['position']

const held = (family: ClosedPosition['family'], asset: string, much: string): ClosedPosition => ({
  ...{ family, asset, size: size(much), entryPx: price('0.5') },
})
const found = (much: SizeQuestion, position: ClosedPosition | null, sizeDecimals = 4) =>
  closingOf(much, { asset: position?.asset ?? 'NYCTMP1', sizeDecimals }, {
    positions: position === null ? [] : [position],
  } as never)
const closing = (much: SizeQuestion, position: ClosedPosition) => {
  const { closing: made } = found(much, position)
  if (made === null) throw new Error('nothing to close')
  return made
}
const live = (bid: string, ask: string, mark: string) =>
  ({ bid: price(bid), ask: price(ask), mark: price(mark), mid: null, stale: false }) as never
const context = (now: ClosedPosition | undefined, more: Partial<ClosingContext> = {}): ClosingContext => ({
  ...{ now, permission: { orders: 'any' }, isUnderWay: false, duplicate: null, question: null },
  protection: { kind: 'distance', distance: price('0.10'), bound: price('1') },
  ...more,
})
const LONG = held('scalar', 'NYCTMP1', '7')

describe('a close by line or key', () => {
  it.each<[string, ClosedPosition, unknown, unknown]>([
    ['long', LONG, live('571.48', '571.51', '571.50'), { price: '571.38', bound: '570.48' }],
    [
      'short',
      held('scalar', 'NYCTMP1', '-7'),
      live('571.48', '571.51', '571.50'),
      { price: '571.61', bound: '572.51' },
    ],
    ['UP', held('binary', 'GBETA', '40'), live('0.540', '0.560', '0.550'), { price: '0.520', bound: '0.490' }],
    ['DOWN', held('binary', 'GBETA', '-40'), live('0.540', '0.560', '0.550'), { price: '0.580', bound: '0.610' }],
    ['shares', held('outcome', '#70', '41'), live('0.40', '0.42', '0.41'), { price: '0.38', bound: '0.35' }],
  ])(
    'of %s is sent at its first price and widens to its bound, never more than is held',
    (_way, position, ticker, reach) => {
      const tickSize = price(position.family === 'binary' ? '0.001' : '0.01')
      const terms = { tickSize, distance: quickOrderDistance(position.family) }
      const protection = closeProtectionNow(position, ticker as never, terms)
      const does = enterClosing(closing({ of: 'all' }, position), context(position, { protection }))
      if (does.does !== 'send') throw new Error(does.text)
      expect(does.intent).toMatchObject({
        kind: 'close',
        size: null,
        protection: { kind: 'worst', ...(reach as object) },
      })
      expect(addsExposure(does.intent)).toBe(false)
      expect(requestedOrderOf(does.intent)?.tif).toBe('IOC')
    },
  )

  it('calculates its distances when planned, if no live price is known', () => {
    const stale = { bid: price('1'), ask: price('2'), mark: price('1'), mid: null, stale: true } as never
    for (const ticker of [undefined, stale]) {
      expect(closeProtectionNow(LONG, ticker, { tickSize: null, distance: quickOrderDistance('scalar') })).toEqual({
        ...{ kind: 'distance', distance: '0.10', bound: '1' },
      })
    }
  })

  it.each<[SizeQuestion, string, string | null]>([
    [{ of: 'half' }, '5', '2.5000'],
    [{ of: 'half' }, '-0.0003', '0.0001'],
    [{ of: 'percent', value: '25' as never }, '5', '1.2500'],
    [{ of: 'percent', value: '100' as never }, '5', null],
    [{ of: 'size', size: size('3') }, '5', '3'],
    [{ of: 'all' }, '-7', null],
  ])('%j of %s', (much, of, part) => {
    expect(closing(much, held('scalar', 'NYCTMP1', of)).size).toBe(part)
  })

  it.each<[SizeQuestion, ClosedPosition | null, RegExp]>([
    [{ of: 'half' }, null, /No position in this market/],
    [{ of: 'half' }, held('binary', 'GBETA', '0'), /No position in this market/],
    [{ of: 'size', size: size('8') }, LONG, /The position is only 7/],
    [{ of: 'half' }, held('outcome', '#70', '1'), /Half of 1 is below the minimum size/],
  ])('%j has a reason why there is none: %#', (much, position, text) => {
    expect(found(much, position, 0).why).toMatch(text)
  })

  it('is sent from a window that is not armed, and only asks about an identical recent one', () => {
    const permission = { orders: 'reducing', reason: 'not armed' } as const
    const half = closing({ of: 'half' }, LONG)
    expect(enterClosing(half, context(LONG, { permission })).does).toBe('send')
    const request = enterClosing(half, context(LONG, { permission, duplicate: 'Same order sent 4 s ago.' }))
    if (request.does !== 'ask') throw new Error(request.does)
    const again = { permission, duplicate: 'Same order sent 5 s ago.', question: request.key }
    expect(enterClosing(half, context(LONG, again)).does).toBe('send')
  })

  it.each<[string, SizeQuestion, ClosedPosition | undefined, RegExp | null]>([
    ['the position is gone', { of: 'all' }, undefined, /No position in this market/],
    ['it has reversed', { of: 'all' }, held('scalar', 'NYCTMP1', '-7'), /The position is now short 7: start again\./],
    ['the market has changed', { of: 'all' }, held('scalar', 'NYCTMP2', '7'), /The market is NYCTMP2 now/],
    ['less is held than the part', { of: 'half' }, held('scalar', 'NYCTMP1', '3'), /The position is only 3 now\./],
    ['less is held, and all is closed', { of: 'all' }, held('scalar', 'NYCTMP1', '3'), null],
    ['more is held, and a part is closed', { of: 'half' }, held('scalar', 'NYCTMP1', '9'), null],
  ])('once %s', (_what, much, now, text) => {
    const does = enterClosing(closing(much, LONG), context(now))
    if (text === null) expect(does.does).toBe('send')
    else expect(does).toMatchObject({ does: 'refuse', text: expect.stringMatching(text) })
  })

  it('of a part waits for one in progress; of all it is sent', () => {
    const actions = [{ intent: { kind: 'close', asset: 'NYCTMP1' }, state: 'sent' }] as never
    const isUnderWay = isClosing(actions, 'NYCTMP1', null)
    expect([isUnderWay, isClosing(actions, 'GBETA', null)]).toEqual([true, false])
    expect(enterClosing(closing({ of: 'half' }, LONG), context(LONG, { isUnderWay })).does).toBe('refuse')
    expect(enterClosing(closing({ of: 'all' }, LONG), context(LONG, { isUnderWay })).does).toBe('send')
  })

  it('of a part waits after one that just ended until the account is re-read; one that closed nothing does not block', () => {
    const ended = (state: string, filled: string | null) =>
      [{ intent: { kind: 'close', asset: 'NYCTMP1' }, state, filled, updatedAt: 500 }] as never
    const under = (actions: never, readAt: number) => isClosing(actions, 'NYCTMP1', readAt as never)
    expect([499, 500, 501].map((at) => under(ended('filled', '3.5'), at))).toEqual([true, true, false])
    expect(under(ended('cancelled', '1'), 499)).toBe(true)
    expect(under(ended('cancelled', null), 499)).toBe(true)
    expect(under(ended('cancelled', '0'), 499)).toBe(false)
    for (const state of ['refused', 'rejected']) expect(under(ended(state, null), 499)).toBe(false)
    const half = closing({ of: 'half' }, LONG)
    const isUnderWay = under(ended('filled', '3.5'), 499)
    expect(enterClosing(half, context(LONG, { isUnderWay }))).toMatchObject({
      does: 'refuse',
      text: expect.stringMatching(/just ended/),
    })
  })

  it('is changed by keys up to the whole position, and never to zero', () => {
    const part = closing({ of: 'size', size: size('6') }, LONG)
    expect(changedClosing(part, { kind: 'size', by: -10 })).toBe(part)
    expect(changedClosing(part, { kind: 'size', by: -1 }).size).toBe('5')
    expect(changedClosing(part, { kind: 'size', by: 1 }).size).toBeNull()
    expect(changedClosing(closing({ of: 'all' }, LONG), { kind: 'size', by: -1 }).size).toBe('6')
    expect(changedClosing(part, { kind: 'set-size', size: size('50') }).size).toBeNull()
    expect(changedClosing(part, { kind: 'price', ticks: 1 })).toBe(part)
  })
})
