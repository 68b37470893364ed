import { describe, expect, it } from 'vitest'
import { millis } from '../../contract/time.ts'
import { problemOf, retryAfterOf } from './problem.ts'

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

describe('a refusal', () => {
  const refused = (body: unknown, status = 422) =>
    problemOf(
      {
        ...{ route: 'POST /v1/order', status, statusText: 'Unprocessable', text: JSON.stringify(body) },
        ...{ contentType: 'application/json', retryAfter: null },
      },
      millis(NOW),
    )

  it('that lists faults of its fields reports them, and names the first', () => {
    const detail = [
      { loc: ['body', 'sz'], msg: 'Input should be a valid string', type: 'string_type' },
      { loc: ['body'], msg: 'Field required' },
      7,
    ]
    expect(refused({ detail })).toMatchObject({
      message: 'sz: Input should be a valid string; body: Field required',
      field: 'sz',
      code: 'http_422',
    })
    expect(refused({ detail: [] })).toMatchObject({ message: 'Unprocessable', field: null })
    expect(refused({ detail: [{ loc: 'body', msg: 9 }] })).toMatchObject({ message: 'Unprocessable' })
  })

  it.each([
    'User or API Wallet 0x0123456789abcdef0123456789abcdef01234567 does not exist.',
    'API Wallet does not exist',
  ])('with the message “%s” means a key that no wallet has approved', (detail) => {
    expect(refused({ detail }, 400)).toMatchObject({ code: 'agent_not_approved', message: detail })
  })

  it('keeps its code', () => {
    expect(refused({ code: 'unknown_account', detail: 'API Wallet does not exist' }, 400).code).toBe('unknown_account')
  })
})
