import { describe, expect, it } from 'vitest'
import { type Phase, waitBeforeRetry } from './certainty.ts'
import { ServiceError } from './errors.ts'

const none = { later: 0, now: 0 }
const half = (): number => 0.5
const answered = (status: number, retryAfterMs: number | null = null): ServiceError =>
  new ServiceError({ kind: 'problem', route: 'r', message: '' as never, code: '', status, retryAfterMs })
const cut = new ServiceError({ kind: 'no_answer', route: 'r', message: '' as never, code: '' })

describe('a request is repeated', () => {
  it.each<Phase>(['read', 'prepare'])('after 503, three times, each wait twice as long: %s', (phase) => {
    const waits = [0, 1, 2, 3].map((later) => waitBeforeRetry(answered(503), phase, { ...none, later }, half))
    expect(waits).toEqual([375, 750, 1500, null])
  })

  it('not here after 429: the request budget has done that', () => {
    expect(waitBeforeRetry(answered(429, 1_000), 'read', none, half)).toBeNull()
  })

  it('with jitter, so that clients do not come back together', () => {
    expect(waitBeforeRetry(answered(503), 'read', none, () => 0)).toBe(250)
    expect(waitBeforeRetry(answered(503), 'read', none, () => 0.999)).toBeCloseTo(499.75)
  })

  it('no sooner than the service asks, and not at all when that is long', () => {
    expect(waitBeforeRetry(answered(503, 2000), 'read', none, half)).toBe(2125)
    expect(waitBeforeRetry(answered(503, 60_000), 'read', none, half)).toBeNull()
  })

  it.each([null, 2_000, 14_000, 60_000])(
    'at most 2 s later for a close or a cancel, regardless of Retry-After: %s',
    (requests) => {
      const waits = [0, 1, 2].map((later) =>
        waitBeforeRetry(answered(503, requests), 'prepare', { ...none, later }, () => 0.999, true),
      )
      for (const wait of waits) expect(wait).toBeLessThanOrEqual(2_000)
      expect(waitBeforeRetry(answered(503, requests), 'prepare', { ...none, later: 3 }, half, true)).toBeNull()
    },
  )

  it('once after a broken connection, and only a read', () => {
    expect(waitBeforeRetry(cut, 'read', none, half)).toBe(125)
    expect(waitBeforeRetry(cut, 'read', { ...none, now: 1 }, half)).toBeNull()
    expect(waitBeforeRetry(cut, 'prepare', none, half)).toBeNull()
  })

  it.each([400, 401, 403, 404, 409, 410, 423, 500, 502])('never after %i', (status) => {
    expect(waitBeforeRetry(answered(status), 'read', none, half)).toBeNull()
  })

  it('never when it is a submit', () => {
    for (const error of [answered(503), answered(429, 1), cut]) {
      expect(waitBeforeRetry(error, 'submit', none, half)).toBeNull()
    }
  })

  it('never after an error of our own', () => {
    expect(waitBeforeRetry(new TypeError('bug'), 'read', none, half)).toBeNull()
  })
})
