import { describe, expect, it } from 'vitest'
import type { ActionRecord } from '../../contract/action.ts'
import { price, type Size, size } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import { millis } from '../../contract/time.ts'
import { duplicateOf, duplicateText } from './sure-press.ts'

const DUPLICATE_MS = 10_000
const place: Intent = {
  kind: 'place',
  asset: 'NYCTMP1',
  side: 'buy',
  price: price('571.50'),
  size: size('10'),
  tif: 'GTC',
  reduceOnly: false,
}
const sent = (
  intent: Intent,
  createdAt: number,
  state: ActionRecord['state'] = 'resting',
  filled: Size | null = null,
) => ({
  intent,
  state,
  createdAt: millis(createdAt),
  filled,
})

describe('a duplicate order', () => {
  it('has the same market, side, price and size, in any notation, within ten seconds', () => {
    const same = { ...place, price: price('571.5'), size: size('10.0'), tif: 'ALO' as const }
    expect(duplicateOf(same, [sent(place, 1000)], 1000 + DUPLICATE_MS - 1)).not.toBeNull()
    expect(duplicateOf(same, [sent(place, 1000)], 1000 + DUPLICATE_MS)).toBeNull()
  })

  it.each([
    [{ ...place, asset: 'NYCTMP2' }],
    [{ ...place, side: 'sell' as const }],
    [{ ...place, price: price('571.51') }],
    [{ ...place, size: size('11') }],
    [{ kind: 'cancel' as const, asset: 'NYCTMP1', oid: '1', cloid: null }],
  ])('does not differ in: %j', (other) => {
    expect(duplicateOf(other, [sent(place, 1000)], 2000)).toBeNull()
  })

  it('may have another price where both fill at once or not at all, as the price follows the market', () => {
    const market = { ...place, tif: 'IOC' as const }
    expect(duplicateOf({ ...market, price: price('571.51') }, [sent(market, 1000)], 2000)).not.toBeNull()
    expect(duplicateOf({ ...market, price: price('571.51') }, [sent(place, 1000)], 2000)).toBeNull()
  })

  it.each(['refused', 'rejected', 'expired', 'cancelled'] as const)(
    'is not counted against one that had no effect: %s',
    (state) => {
      expect(duplicateOf(place, [sent(place, 1000, state)], 2000)).toBeNull()
    },
  )

  it('may repeat one that was canceled after a partial fill', () => {
    expect(duplicateOf(place, [sent(place, 1000, 'cancelled', size('4'))], 2000)).not.toBeNull()
  })

  it('is reported with its age, of several the newest', () => {
    const found = duplicateOf(place, [sent(place, 1000), sent(place, 5000, 'filled')], 9000)
    expect(found?.createdAt).toBe(5000)
    expect(duplicateText({ createdAt: millis(5000) }, 9000)).toBe('Same order sent 4 s ago.')
  })
})
