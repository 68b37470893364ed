import { describe, expect, it } from 'vitest'
import type { Fill, Position } from '../../../contract/account.ts'
import type { Price, Size } from '../../../contract/decimal.ts'
import { isAtLiquidation, newRun, sawPosition } from './position-run.ts'

type MarkPx = Position['markPx']

const BASE = { asset: 'X', size: '0' as Size, mark: 0, isAdopting: false, foreign: '0' as Size, end: null }
const SHORT = { size: '-150' as Size, liquidationPx: '563' } as Position
/** The book had not moved yet: the service bought well below the liquidation price. */
const BOUGHT = { asset: 'X', side: 'buy', price: '537.51' as Price } as Fill

/** A short that is held at the first mark, and gone in the reads at the marks after it. */
function runOf(held: string, ...gone: readonly string[]) {
  const run = newRun({ ...BASE, liquidationPx: null }, { size: '0' as Size, now: 0, fills: [], isForeign: () => false })
  sawPosition(run, SHORT, held as MarkPx, 1)
  gone.forEach((mark, read) => {
    sawPosition(run, undefined, mark as MarkPx, 2 + read)
  })
  return run
}

describe('a fill that closes what was held', () => {
  it('is the service’s when the mark leaps through the liquidation price and takes the position between two reads', () => {
    expect(isAtLiquidation(runOf('537', '617'), BOUGHT)).toBe(true)
  })

  it('is not when the mark stayed short of it, or came there when the position was gone already', () => {
    expect(isAtLiquidation(runOf('537', '562.99'), BOUGHT)).toBe(false)
    expect(isAtLiquidation(runOf('537', '540', '617'), BOUGHT)).toBe(false)
  })

  it('is not what would add to it', () => {
    expect(isAtLiquidation(runOf('537', '617'), { ...BOUGHT, side: 'sell' })).toBe(false)
  })
})
