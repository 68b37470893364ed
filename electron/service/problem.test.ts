import { describe, expect, it } from 'vitest'
import { retryAfterOf } from './problem.ts'

const NOW = Date.parse('2026-03-04T12:00:00Z')

describe('Retry-After', () => {
  it.each<[header: string | null, ms: number | null]>([
    [null, null],
    ['0', 0],
    ['3', 3_000],
    ['1.5', 1_500],
    ['31536000', 86_400_000],
    ['9'.repeat(400), 86_400_000],
    ['-5', null],
    ['-3600', null],
    ['soon', null],
    ['', null],
    ['Wed, 04 Mar 2026 12:00:07 GMT', 7_000],
    ['Wed, 04 Mar 2026 11:00:00 GMT', 0],
    ['Tue, 04 Mar 2036 12:00:00 GMT', 86_400_000],
  ])('%s', (header, ms) => {
    expect(retryAfterOf(header, NOW)).toBe(ms)
  })
})
