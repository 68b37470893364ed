import { describe, expect, it } from 'vitest'
import type { AccountView, Position } from '../../../contract/account.ts'
import type { Price } from '../../../contract/decimal.ts'
import type { SetMarket } from '../../../contract/shares.ts'
import { createWorstCase, type HeldRisk } from './worst-case-now.ts'

const QUESTION = { id: 9, exclusive: true, outcomes: [1, 2, 3] } as const
const market = (outcomeId: number, questions: SetMarket['questions'] = []): SetMarket => ({
  outcomeId,
  expired: false,
  sides: [0, 1].map((index) => ({ index, name: (index === 0 ? 'Yes' : 'No') as never, coin: `#${outcomeId}${index}` })),
  questions,
})
const shares = (asset: string, size: string, mark: string): Position =>
  ({
    ...{ family: 'outcome', asset, size, entryPx: mark, markPx: mark, leverage: 1, margin: null },
    ...{ unrealizedPnl: null, realizedPnl: null, liquidationPx: null },
  }) as unknown as Position
const contracts = (size: string, more: Partial<Position> = {}): Position =>
  ({ ...shares('GBETA', size, '0.6'), family: 'binary', leverage: 2, ...more }) as Position

interface Setup {
  readonly positions: readonly Position[]
  readonly open?: readonly { asset: string; side: 'buy' | 'sell'; price: string; size: string }[]
  readonly stops?: readonly object[]
  readonly markets?: readonly SetMarket[]
}

function read({ positions, open = [], stops = [], markets = [market(1)] }: Setup) {
  const found = createWorstCase({
    unreadable: () => [],
    exposure: { open: () => open.map((one) => ({ ...one, id: null, oid: null })) as never },
    held: () => ({ orders: [], stops }) as unknown as HeldRisk,
    priceOf: () => null,
    leverageOf: () => 10,
    familyOf: (asset) => (asset === 'GBETA' ? 'binary' : 'scalar'),
    mirrorOf: (asset) => (asset.startsWith('#') ? `${asset.slice(0, -1)}${1 - Number(asset.at(-1))}` : null),
    outcomes: () => markets,
  })({ address: '0xab', positions } as unknown as AccountView)
  if (!found.ok) throw new Error(found.error)
  return found.value
}

describe('a complete set carries no max loss', () => {
  it('a split pays 1 a set in any case, even where the marks of its sides sum to more', () => {
    expect(read({ positions: [shares('#10', '100', '0.62'), shares('#11', '100', '0.45')] })).toEqual({
      loss: '0',
      parts: [],
    })
  })

  it('a Yes of every outcome of an exclusive question does too', () => {
    const markets = [1, 2, 3].map((id) => market(id, [QUESTION]))
    const positions = [shares('#10', '50', '0.5'), shares('#20', '50', '0.4'), shares('#30', '60', '0.2')]
    expect(read({ positions, markets })).toEqual({ loss: '2', parts: [{ asset: '#30', loss: '2' }] })
  })

  it('shares that are all in sets need no price', () => {
    const unpriced = [shares('#10', '100', '0.62'), shares('#11', '100', '0.4')].map((one) => ({
      ...one,
      markPx: null as Price | null,
    }))
    expect(read({ positions: unpriced }).loss).toBe('0')
  })

  it('a share that is offered, or that a stop may sell, leaves the other one of its set alone', () => {
    const positions = [shares('#10', '100', '0.62'), shares('#11', '100', '0.38')]
    const open = [{ asset: '#11', side: 'sell', price: '0.5', size: '40' } as const]
    // The 40 that may be left alone count as before.
    expect(read({ positions, open })).toEqual(
      read({ positions: [shares('#10', '40', '0.62'), shares('#11', '40', '0.38')], open, markets: [] }),
    )
    const stop = { asset: '#10', position: 'long', trigger: '0.5', bound: '0.45', size: '100' }
    expect(read({ positions, stops: [stop] }).loss).toBe('55')
  })
})

describe('binary contracts', () => {
  it('lose no more than the posted half of their cost, held or ordered', () => {
    expect(read({ positions: [contracts('100', { margin: '30' as never, unrealizedPnl: '0' as never })] }).loss).toBe(
      '30',
    )
    expect(read({ positions: [contracts('-100', { unrealizedPnl: '0' as never })] }).loss).toBe('20')
    const order = { asset: 'GBETA', price: '0.6', size: '100' } as const
    expect(read({ positions: [], open: [{ ...order, side: 'buy' }] }).loss).toBe('30')
    expect(read({ positions: [], open: [{ ...order, side: 'sell' }] }).loss).toBe('20')
  })
})
