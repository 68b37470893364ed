import { afterEach, expect, it } from 'vitest'
import type { SettlementRow } from '../../../contract/past.ts'
import { DEFAULT_SETTINGS } from '../../../contract/settings-table.ts'
import { setFormat } from '../../format/index.ts'
import { specOf } from './settlements-panel.tsx'

const ROW = { family: 'scalar', price: '571.84', entry: '570.50' } as SettlementRow
const written = (): readonly unknown[] =>
  specOf(() => undefined)
    .columns.filter(({ id }) => id === 'price' || id === 'entry')
    .map(({ text }) => text?.(ROW).replace('\u00a0', ' '))

afterEach(() => setFormat({ ...DEFAULT_SETTINGS, zone: 'UTC' }))

it('prices of settlements are in the unit of the prices of fills and positions', () => {
  expect(written()).toEqual(['571.84', '570.50'])
  setFormat({ ...DEFAULT_SETTINGS, zone: 'UTC', prices: 'temperature', temperature: 'celsius' })
  expect(written()).toEqual(['71.84 °F', '70.50 °F'])
})
