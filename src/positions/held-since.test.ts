import { describe, expect, it } from 'vitest'
import type { Fill } from '../../contract/account.ts'
import { heldSince } from './profit.ts'

const fill = (time: number, side: 'buy' | 'sell', size: string, asset = 'NYCTMP1'): Fill =>
  ({ asset, side, size, time }) as unknown as Fill
const since = (size: string, fills: readonly Fill[], limit = 100) =>
  heldSince({ asset: 'NYCTMP1', size: size as never }, { fills, limit })

describe('the opening time of a position', () => {
  it('is that of the opening fill, regardless of later additions and partial closes', () => {
    expect(since('8', [fill(30, 'buy', '1'), fill(20, 'sell', '3'), fill(10, 'buy', '10')])).toEqual({ at: 10 })
    expect(since('-2.5', [fill(30, 'sell', '2.5000'), fill(20, 'buy', '4'), fill(10, 'sell', '4')])).toEqual({ at: 30 })
  })
  it('is that of the fill that reversed it to this side', () => {
    expect(since('-3', [fill(20, 'sell', '5'), fill(10, 'buy', '2')])).toEqual({ at: 20 })
  })
  it('ignores other assets, and states why it is unknown where no fill shows it', () => {
    expect(since('2', [fill(30, 'sell', '9', 'BTC5'), fill(10, 'buy', '2')])).toEqual({ at: 10 })
    expect(since('12', [fill(10, 'buy', '2')])).toEqual({
      at: null,
      because: 'Your fills do not explain the full position.',
    })
    expect(since('12', [fill(10, 'buy', '2')], 1)).toMatchObject({
      because: expect.stringMatching(/^Opened before your last 1 fills/),
    })
    expect(heldSince({ asset: 'NYCTMP1', size: '1' as never }, null)).toMatchObject({
      because: expect.stringMatching(/Fills not loaded yet\./),
    })
  })
})
