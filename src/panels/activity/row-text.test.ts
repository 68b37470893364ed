import { describe, expect, it } from 'vitest'
import type { ActionRecord } from '../../../contract/action.ts'
import { PLAIN_NAMES } from '../../trade-forms/index.ts'
import { type Line, rowsWith } from './row-labels.ts'

const action = (id: string, more: object = {}): ActionRecord =>
  ({
    ...{ id, state: 'filled', steps: [], createdAt: 1, updatedAt: 1, oid: `7${id}`, cloid: `0xab${id}`, filled: '2' },
    ...{ code: null, message: null, field: null, mismatches: [] },
    intent: { kind: 'place', asset: 'NYCTMP1', side: 'buy', price: '553.10', size: '2', tif: 'GTC', reduceOnly: false },
    ...more,
  }) as unknown as ActionRecord
const actions = [action('1'), action('2', { state: 'rejected', message: 'Insufficient margin' })]
const rows = [
  ...actions.map((one) => ({ kind: 'action', id: one.id, action: one, cancels: null, reason: one.message })),
  { kind: 'ending', id: 'end/1', ending: { id: '1', kind: 'settled', text: 'NYCTMP2 settled at 54.50 °F' } as never },
  { kind: 'trade', id: 'trade/9', trade: { id: '99', side: 'sell', asset: 'NYCTMP1' } as never },
] as unknown as readonly Line[]
const found = (typed: string) => rowsWith(typed, rows, PLAIN_NAMES).map(({ id }) => id)

describe('the search in Activity', () => {
  it.each<[string, readonly string[]]>([
    ['', ['1', '2', 'end/1', 'trade/9']],
    ['nyctmp1', ['1', '2', 'trade/9']],
    ['FILLED nyctmp1', ['1']],
    ['margin', ['2']],
    ['settled 54.50', ['end/1']],
    ['71', ['1']],
    ['0xab2', ['2']],
    ['99', ['trade/9']],
    ['nothing of the kind', []],
  ])('%j finds %j', (typed, ids) => {
    expect(found(typed)).toEqual(ids)
  })
})
