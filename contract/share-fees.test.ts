import { describe, expect, it } from 'vitest'
import type { Fill } from './account.ts'
import { money } from './decimal.ts'
import { shareFee, shareFeesOf } from './share-fees.ts'

const fill = (terms: object): Fill => ({ asset: '#10', cause: null, size: '100', ...terms }) as Fill

describe('what trades in shares are charged', () => {
  it('is what the last of its kind was, purchases, sales and settlements apart', () => {
    const fills = [
      fill({ side: 'sell', price: '1', fee: '0.07', cause: 'settlement' }),
      fill({ side: 'sell', price: '0', fee: '0', cause: 'settlement' }),
      fill({ side: 'sell', price: '0.7', fee: null }),
      fill({ side: 'sell', price: '0.7', fee: '0.049' }),
      fill({ side: 'buy', price: '0.6', fee: '0' }),
      fill({ side: 'buy', price: '0.6', fee: '9' }),
      fill({ asset: 'NYCTMP1', side: 'sell', price: '571', fee: '7' }),
    ]
    expect(shareFeesOf(fills)).toEqual({ buy: '0', sell: '7', settled: '7' })
    expect(shareFee(money('100'), '7' as never)).toBe('0.07')
  })

  it('is not known before the first, and of a side that is paid nothing', () => {
    const lost = fill({ side: 'sell', price: '0', fee: '0', cause: 'settlement' })
    expect(shareFeesOf([lost])).toEqual({ buy: null, sell: null, settled: null })
  })
})
