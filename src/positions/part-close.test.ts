import { describe, expect, it } from 'vitest'
import { size } from '../../contract/decimal.ts'
import { partIssue } from './part-close.tsx'

describe('the size of a partial close', () => {
  it.each<[string, RegExp | null]>([
    ['2.5', null],
    ['10', null],
    ['10.0000', null],
    ['', /not a number/],
    ['x', /not a number/],
    ['0', /greater than 0/],
    ['-1', /greater than 0/],
    ['10.0001', /position is only 10/],
    ['1.00001', /4 decimals/],
  ])('%j', (text, message) => {
    const issue = partIssue(text, size('10.0000'), 4)
    if (message === null) expect(issue).toBeNull()
    else expect(issue).toMatch(message)
  })
})
