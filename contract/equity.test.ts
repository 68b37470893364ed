import { expect, it } from 'vitest'
import type { AccountView, Order } from './account.ts'
import { money, price, size } from './decimal.ts'
import { equityOf } from './equity.ts'

const share = (asset: string, amount: string, markPx: string | null) =>
  ({ family: 'outcome', asset, size: amount, entryPx: '0.5', markPx }) as unknown as AccountView['positions'][number]
const MONEY = {
  equity: money('10178.5'),
  available: money('1235.9'),
  usdc: money('9000'),
  usdh: money('800'),
  usdhOutcome: money('200'),
}
const order = (asset: string, side: Order['side'], at: string, amount: string, filled: string) => ({
  ...{ asset, side, price: price(at), size: size(amount), filled: size(filled) },
})

it('equity covers every class by name, with its free and reserved amounts', () => {
  const positions = [share('#360', '400', '0.5'), share('#361', '100', '0.25')]
  const orders = [
    order('#360', 'buy', '0.5', '120', '20'),
    order('#360', 'sell', '0.6', '50', '0'),
    order('NYCTMP1', 'buy', '570', '3', '0'),
  ]
  const equity = equityOf({ money: MONEY, positions }, orders, (coin) => price(coin === '#360' ? '0.49' : '0.2'))
  expect(equity.classes).toEqual([
    { id: 'usdc', free: '1235.9', held: '8942.6', total: '10178.5' },
    { id: 'usdh', free: '800', held: '0', total: '800' },
    { id: 'usdh_outcome', free: '150', held: '50', total: '200' },
    { id: 'shares', free: null, held: null, total: '225' },
  ])
  expect(equity).toMatchObject({ total: '11403.5', exitValue: '216', atExit: '11394.5', missing: [] })
})

it('a value that the service omits is unknown, and reported as missing', () => {
  const without = { ...MONEY, usdh: null, usdhOutcome: null }
  const equity = equityOf({ money: without, positions: [share('#360', '10', null)] })
  expect(equity).toMatchObject({
    total: '10178.5',
    missing: ['usdh', 'usdh_outcome', 'shares'],
    exitValue: null,
    atExit: null,
  })
  expect(equityOf({ money: { ...MONEY, equity: null }, positions: [] }).total).toBeNull()
})

it('when outcome markets settle in USDC, no USDH is missing and money counts once', () => {
  const money = { equity: '9000', available: '9000', usdc: '9000', usdh: null, usdhOutcome: null } as never
  const equity = equityOf({ money, positions: [] }, [], () => null, '9000' as never, 'USDC')
  expect(equity).toMatchObject({ total: '9000', missing: [] })
  expect(equity.classes.map(({ id }) => id)).toEqual(['usdc', 'shares'])
})
