import { describe, expect, it } from 'vitest'
import { GLOSSARY, SECTIONS } from '../../contract/glossary.ts'
import { LIMIT_FIELDS } from '../../contract/limits.ts'
import { findTerms, termOf } from './term-at.ts'

describe('the glossary', () => {
  it('has unique names', () => {
    const names = GLOSSARY.flatMap(({ name, also = [] }) => [name, ...also]).map((name) => name.toLowerCase())
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  it('covers every section, in short and complete sentences', () => {
    expect([...new Set(GLOSSARY.map(({ section }) => section))]).toEqual([...SECTIONS])
    for (const { name, text: message } of GLOSSARY) {
      expect(message, name).toMatch(/^[A-Z0-9].*\.$/)
      expect(message.length, name).toBeLessThan(260)
    }
  })

  it.each([
    'ALO',
    'GTC',
    'IOC',
    'TWAP-120',
    'Midpoint',
    'Negate',
    'Merge question',
    'Split',
    'Merge',
    'Crosses',
    'Reduce only',
    'Leverage',
    'Mark',
    'Bucket',
    'Final window',
    'Weather station',
    'Contract value',
    'Entry cutoff',
    'Worst price',
    'Slippage',
    'Liquidation',
    'Unexplained',
    'Agent',
    'Practice',
    'Expiry',
    'Time in force',
  ])('explains %s', (name) => {
    expect(termOf(name)).not.toBeNull()
  })

  it('explains every limit in the limit’s own terms', () => {
    for (const { name, explanation } of Object.values(LIMIT_FIELDS)) expect(termOf(name)?.text).toBe(explanation)
  })
})

describe('a text on the screen', () => {
  it.each([
    ['Mark', 'Mark'],
    ['mark', 'Mark'],
    [' Stop… ', 'Stop'],
    ['Time in force:', 'Time in force'],
    ['Equity, USDC', 'Equity'],
    ['To mark (°F)', null],
    ['Worst price (mark)', 'Worst price'],
    ['Entry ▲', 'Entry'],
    ['Queue ≤', 'Queue'],
    ['', null],
    ['A mark that nobody knows anything of, however long it is', null],
  ])('%j is %s', (text, name) => {
    expect(termOf(text)?.name ?? null).toBe(name)
  })
})

describe('a search', () => {
  it('finds all terms without a query, names before definitions, and nothing without a match', () => {
    expect(findTerms(' ')).toBe(GLOSSARY)
    expect(findTerms('twap')[0]?.name).toBe('TWAP-120')
    expect(findTerms('gtc')[0]?.name).toBe('GTC')
    expect(findTerms('taker')[0]?.name).toBe('Maker')
    expect(findTerms('zzz')).toEqual([])
  })
})
