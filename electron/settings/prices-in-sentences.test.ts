import { expect, it } from 'vitest'
import type { Price } from '../../contract/decimal.ts'
import { priceLabel } from '../../contract/price-text.ts'
import { DEFAULT_SETTINGS } from '../../contract/settings-table.ts'
import type { SettingsStore } from '../storage/index.ts'
import { TerminalSettings } from './terminal-settings.ts'

it('main formats prices in the saved unit, from its start and from each change on', () => {
  const store = { readSettings: () => ({ ...DEFAULT_SETTINGS, prices: 'temperature' }), saveSettings: () => undefined }
  const settings = new TerminalSettings(store as unknown as SettingsStore)
  const price = '571.84' as Price
  expect(priceLabel(price)).toBe('71.84 °F')
  let received = ''
  settings.source.onChange(() => {
    received = priceLabel(price)
  })
  settings.change({ prices: 'mark' })
  expect(received).toBe('571.84')
})
