import { describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS, LIMIT_FIELDS } from './limits.ts'
import {
  LIMITS_TEST_SUBJECTS,
  type LimitsTestRow,
  limitsTestSummary,
  limitsTestText,
  limitsTestValue,
} from './limits-test.ts'

const row = (verdict: LimitsTestRow['verdict']): LimitsTestRow => ({
  ...{ subject: 'orderValue', name: 'Largest order', value: '250,000 USDC', verdict, tries: [], note: null },
})

describe('the test of limits', () => {
  it('leaves no limit of the table out, and tests none twice', () => {
    const subjects = new Set<string>(LIMITS_TEST_SUBJECTS)
    expect(Object.keys(LIMIT_FIELDS).filter((field) => !subjects.has(field))).toEqual([])
    expect(subjects.size).toBe(LIMITS_TEST_SUBJECTS.length)
  })

  it('writes each value with its unit, and none where a limit is off', () => {
    expect(limitsTestValue('orderValue', DEFAULT_LIMITS)).toBe('250,000 USDC')
    expect(limitsTestValue('worstCase', DEFAULT_LIMITS)).toBe('none')
    expect(limitsTestValue('arm', DEFAULT_LIMITS)).toBe('everywhere but on practice')
    expect(limitsTestValue('kill', DEFAULT_LIMITS)).toBeNull()
  })

  it.each([
    [['passed', 'passed'], 'None failed: 2 passed.'],
    [['passed', 'off', 'not_playable'], 'None failed: 1 passed, 1 off, 1 not tried.'],
    [['failed', 'passed', 'failed'], '2 FAILED: 1 passed.'],
  ] as const)('comes to a sentence that hides nothing: %j', (verdicts, sentence) => {
    expect(limitsTestSummary(verdicts.map(row))).toBe(sentence)
  })

  it('is text with a line for each thing that was tried', () => {
    const tries = [{ asked: 'Buy 2', meant: 'refused', came: 'Went out.', isRight: false }] as const
    const sheet = { deployment: 'home', at: 0, version: '1', tookMs: 1 }
    expect(limitsTestText({ ...sheet, rows: [{ ...row('failed'), tries, note: 'A note.' }] }, '12:10 UTC')).toBe(
      'Test of limits of home, 12:10 UTC, Isotherm 1\n1 FAILED: 0 passed.\nFAILED\tLargest order\t250,000 USDC\n\tWRONG. Must be refused: Buy 2. Went out.\n\tA note.\n',
    )
  })
})
