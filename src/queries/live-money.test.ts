import { describe, expect, it } from 'vitest'
import type { AccountView, Position } from '../../contract/account.ts'
import { type Money, price, size } from '../../contract/decimal.ts'
import { liveMoney } from './live-money.ts'

const position = (asset: string, held: string, mark: string | null, pnl: string | null): Position => ({
  family: 'scalar',
  asset,
  size: size(held),
  entryPx: price('571.12'),
  markPx: mark === null ? null : price(mark),
  leverage: 10,
  margin: null,
  unrealizedPnl: pnl as Money | null,
  realizedPnl: null,
  liquidationPx: null,
})
const account = (positions: Position[], equity: string | null = '10000.00'): AccountView => ({
  address: '0x00' as AccountView['address'],
  positions,
  money: { equity: equity as Money | null, available: null, usdc: null, usdh: null, usdhOutcome: null },
  readAt: 0 as AccountView['readAt'],
})

describe('equity between two reads', () => {
  it('moves with the mark of the live asset, both ways and both sides, exactly', () => {
    const long = account([position('A', '450.0000', '571.84', '324.00')])
    expect(liveMoney(long, 'A', price('571.94'))).toEqual({ equity: '10045', unrealised: '369' })
    const short = account([position('A', '-0.3', '571.84', '-0.216')])
    expect(liveMoney(short, 'A', price('571.94'))).toEqual({ equity: '9999.97', unrealised: '-0.246' })
  })

  it('keeps other assets and unknown marks as read', () => {
    const view = account([position('A', '450', null, '324.00'), position('B', '10', '570.00', '6.00')])
    expect(liveMoney(view, 'A', null)).toEqual({ equity: '10000', unrealised: '330' })
    expect(liveMoney(view, null, price('600'))).toEqual({ equity: '10000', unrealised: '330' })
  })

  it('keeps unreported values unknown', () => {
    const view = account([position('A', '450', '571.84', null)], null)
    expect(liveMoney(view, 'A', price('572'))).toEqual({ equity: null, unrealised: '396' })
    expect(liveMoney(view, 'B', price('572'))).toEqual({ equity: null, unrealised: null })
  })
})
