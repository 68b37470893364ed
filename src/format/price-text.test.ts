import { expect, it } from 'vitest'
import type { Price } from '../../contract/decimal.ts'
import { DEFAULT_SETTINGS } from '../../contract/settings-table.ts'
import { bothPrices, priceLabel, setFormat } from './index.ts'

it('the sentences of a window follow its format', () => {
  const price = '571.84' as Price
  setFormat({ ...DEFAULT_SETTINGS, zone: 'UTC', prices: 'temperature' })
  expect([priceLabel(price), bothPrices(price), priceLabel('0.62' as Price)]).toEqual([
    '71.84 °F',
    '71.84 °F (571.84)',
    '0.62',
  ])
  setFormat({ ...DEFAULT_SETTINGS, zone: 'UTC' })
  expect([priceLabel(price), bothPrices(price)]).toEqual(['571.84', '571.84 (71.84 °F)'])
})
