import { describe, expect, it } from 'vitest'
import { estimateRows } from './families.ts'

const TERMS = { leverage: 2, target: null, sideName: 'Yes', isSale: false, rests: true }
const names = (kind: Parameters<typeof estimateRows>[0], over: Partial<typeof TERMS> = {}) =>
  estimateRows(kind, { ...TERMS, ...over }).map(({ id, name }) => [id, name] as const)
const FAMILIES = [names('predict'), names('binary_predict'), names('outcome_order')] as const

describe('the rows of an estimate', () => {
  it('have one order in every family', () => {
    const places = new Map<string, number>()
    const all = [...new Set(FAMILIES.flatMap((rows) => rows.map(([id]) => id)))]
    for (const id of all) {
      const before = FAMILIES.flatMap((rows) => {
        const at = rows.findIndex(([one]) => one === id)
        return at < 0 ? [] : rows.slice(0, at).map(([one]) => one)
      })
      places.set(id, new Set(before).size)
      for (const rows of FAMILIES) {
        const at = rows.findIndex(([one]) => one === id)
        if (at >= 0)
          for (const [after] of rows.slice(at + 1)) expect(before, `${after} before ${id}`).not.toContain(after)
      }
    }
    expect(places.get('size')).toBe(0)
  })
  it.each(['size', 'margin', 'fee', 'liquidation', 'average', 'worst', 'limit'])('%s has one name', (id) => {
    const found = FAMILIES.flatMap((rows) => rows.filter(([one]) => one === id).map(([, name]) => name))
    expect(new Set(found).size).toBe(1)
  })
  it('are those that apply to the family', () => {
    expect(FAMILIES.map((rows) => rows.map(([, name]) => name))).toEqual([
      [
        ...['Fills now', 'Order value', 'Margin at 2×', 'Fee', 'Liquidation'],
        ...['Average price', 'Worst price', 'Signed limit', 'At the target'],
      ],
      [
        ...['Fills now', 'Order value', 'Margin at 2×', 'Fee', 'Liquidation'],
        ...['Average price', 'Worst price', 'Signed limit', 'If right', 'If wrong', 'If liquidated'],
      ],
      ['Fills now', 'Rests', 'Cost', 'Fee', 'Average price', 'Worst price', 'Signed limit', 'If Yes', 'If not'],
    ])
    expect(names('outcome_order', { isSale: true, rests: false }).map(([, name]) => name)).toEqual(
      expect.arrayContaining(['Canceled', 'Proceeds']),
    )
  })
})
