import { describe, expect, it } from 'vitest'
import { decimal, price, size } from '../../contract/decimal.ts'
import { LIVE } from '../../contract/market-ref.ts'
import type { TypedPrice } from '../markets/quick-order.ts'
import { changed, type EnterState, enter, newPreview, type Preview, priced, type RequestedOrder } from './preview.ts'
import { changeOf } from './preview-keys.ts'
import { instrument, scalarQuickOrderAt } from './testing/scalar-hand.ts'

const { hand, quotes: ticker } = scalarQuickOrderAt(price('571.48'))
const asked = (more: Partial<RequestedOrder> = {}): RequestedOrder => ({
  side: 'buy',
  size: size('10'),
  price: { kind: 'quote', quote: 'bid' },
  tif: 'GTC',
  reduceOnly: false,
  exits: null,
  ...more,
})
const shown = (more: Partial<RequestedOrder> = {}, origin: 'line' | 'keys' = 'line'): Preview =>
  priced(newPreview(1, origin, LIVE, asked(more)), { instrument, quotes: ticker, hand })
const typed = (value: string, unit: 'own' | 'fahrenheit' | 'percent' = 'own'): TypedPrice => ({
  kind: 'typed',
  value: decimal(value),
  unit,
})
const standing = (preview: Preview, more: Partial<EnterState> = {}): EnterState => ({
  plan: preview.order === null ? { intent: null, issue: null, figures: [] } : hand.plan(preview.order),
  asset: 'NYCTMP1',
  permission: { orders: 'any' },
  stale: null,
  far: null,
  duplicate: null,
  ...more,
})
const asking = (preview: Preview, more: Partial<EnterState>): Preview => {
  const first = enter(preview, standing(preview, more))
  return { ...preview, question: first.does === 'ask' ? first.key : null }
}

describe('the price of a preview', () => {
  it.each([
    ['buy', { kind: 'quote', quote: 'bid' }, '571.48'],
    ['buy', { kind: 'quote', quote: 'ask' }, '571.51'],
    ['buy', { kind: 'quote', quote: 'mid' }, '571.49'],
    ['sell', { kind: 'quote', quote: 'mid' }, '571.50'],
    ['buy', typed('71.5', 'fahrenheit'), '571.50'],
    ['buy', typed('571.5'), '571.50'],
  ] as const)('of a %s at %j is %s, the mid rounded to the passive tick', (side, at, expected) => {
    expect(shown({ side, price: at }).order?.price).toBe(expected)
  })

  it.each([
    [typed('71.5'), '71.5 could be a temperature. Type 71.5F, or the mark: 571.5.'],
    [typed('62', 'percent'), 'a mark or a temperature'],
  ])('%j is refused where it is ambiguous: %s', (at, text) => {
    expect(shown({ price: at }).issue).toContain(text)
  })

  it('is fixed once: later price changes do not affect it', () => {
    const preview = shown()
    const moved = { ...ticker, bid: price('570.00') }
    expect(priced(preview, { instrument, quotes: moved, hand })).toBe(preview)
  })

  it('waits for prices, and shows where there are none', () => {
    const preview = newPreview(1, 'keys', LIVE, asked())
    expect(priced(preview, { instrument, quotes: null, hand })).toBe(preview)
    expect(priced(preview, { instrument, quotes: { bid: null, ask: null }, hand }).issue).toBe('No bid now.')
  })

  it('changes by ticks and the size by whole steps, never to zero', () => {
    const press = (key: string, shiftKey = false) => changeOf({ key, code: key, shiftKey }, LIVE)
    const by = (...keys: [string, boolean?][]) =>
      keys.reduce(
        (one, [key, shift]) => changed(one, press(key, shift) ?? { kind: 'size', by: 0 }, instrument.tick),
        shown(),
      ).order
    expect(by(['ArrowUp'], ['ArrowUp', true])?.price).toBe('571.59')
    expect(by(['ArrowDown', true])?.price).toBe('571.38')
    expect(by(['ArrowRight'], ['ArrowRight', true])?.size).toBe('21')
    expect(by(['ArrowLeft', true])?.size).toBe('10')
    expect(changeOf({ key: '3', code: 'Digit3', shiftKey: false }, LIVE)).toEqual({ kind: 'set-size', size: '10' })
  })
})

describe('Enter on a preview', () => {
  it('sends exactly what is shown, by the input it came from', () => {
    const intent = {
      kind: 'place',
      asset: 'NYCTMP1',
      side: 'buy',
      price: '571.48',
      size: '10',
      tif: 'GTC',
      reduceOnly: false,
    }
    expect(enter(shown(), standing(shown()))).toEqual({ does: 'send', intent, by: { kind: 'form' } })
    expect(enter(shown({}, 'keys'), standing(shown({}, 'keys')))).toMatchObject({
      by: { kind: 'keys', mode: 'preview' },
    })
  })

  it('on stale prices shows their age, and sends on the second one', () => {
    const stale = { stale: '4 s old' }
    expect(enter(shown(), standing(shown(), stale))).toMatchObject({
      does: 'ask',
      text: 'Prices are 4 s old. Press Enter again to send.',
    })
    const again = asking(shown(), stale)
    expect(enter(again, standing(again, stale)).does).toBe('send')
  })

  it('asks once about an order that was just sent, but not about keys', () => {
    const duplicate = { duplicate: 'Same order sent 4 s ago.' }
    expect(enter(shown(), standing(shown(), duplicate)).does).toBe('ask')
    const again = asking(shown(), duplicate)
    expect(enter(again, standing(again, duplicate)).does).toBe('send')
    expect(enter(shown({}, 'keys'), standing(shown({}, 'keys'), duplicate)).does).toBe('send')
  })

  it('asks once about a price far through the best one, together with all other questions', () => {
    const far = { far: '5.90 °F through the ask', duplicate: 'Same order sent 4 s ago.' }
    expect(enter(shown(), standing(shown(), far))).toMatchObject({
      does: 'ask',
      text: 'The price is 5.90 °F through the ask. Same order sent 4 s ago. Press Enter again to send.',
    })
    const again = asking(shown(), far)
    expect(enter(again, standing(again, far)).does).toBe('send')
  })

  it('asks again when the subject of the question, or the order, has changed since', () => {
    const again = asking(shown(), { duplicate: 'Same order sent 4 s ago.' })
    expect(enter(again, standing(again, { stale: '2 s old', duplicate: 'x' })).does).toBe('ask')
    const other = changed(asking(shown(), { stale: '4 s old' }), { kind: 'price', ticks: 1 }, instrument.tick)
    expect(enter(other, standing(other, { stale: '4 s old' })).does).toBe('ask')
  })

  it.each([
    [{ permission: { orders: 'reducing', reason: 'not armed' } }, 'not armed'],
    [{ permission: { orders: 'none', reason: 'settling' } }, 'settling'],
    [{ asset: 'NYCTMP2' }, 'The market is NYCTMP2 now, not NYCTMP1: start again.'],
  ] as const)('is refused with a reason: %j', (more, text) => {
    expect(enter(shown(), standing(shown(), more))).toEqual({ does: 'refuse', text })
  })

  it('sends a reducing order on stale prices and from a window that is not armed', () => {
    const preview = shown({ side: 'sell', reduceOnly: true })
    const reducing = { permission: { orders: 'reducing', reason: 'not armed' }, stale: '9 s old' } as const
    expect(enter(preview, standing(preview, reducing)).does).toBe('send')
  })

  it('refuses a post-only order that would trade', () => {
    const preview = shown({ price: { kind: 'quote', quote: 'ask' }, tif: 'ALO' })
    expect(enter(preview, standing(preview))).toMatchObject({ does: 'refuse' })
  })
})
