import { expect, it } from 'vitest'
import { counted, listed, plural } from './plural.ts'

it.each([
  [1, '1 contract'],
  ['1', '1 contract'],
  [0, '0 contracts'],
  ['0.5', '0.5 contracts'],
  ['1.5', '1.5 contracts'],
  [1200, '1,200 contracts'],
] as const)('counts %s as %s', (count, text) => {
  expect(counted(count, 'contract', 'contracts')).toBe(text)
})

it('chooses the form of a phrase', () => {
  expect([plural(1, 'entry is', 'entries are'), plural(2, 'entry is', 'entries are')]).toEqual([
    'entry is',
    'entries are',
  ])
})

it('joins a list', () => {
  expect([['A'], ['A', 'B'], ['A', 'B', 'C']].map(listed)).toEqual(['A', 'A and B', 'A, B and C'])
})
