import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptance, certaintyOf, neverLeft } from './certainty.ts'
import { ServiceError, type ServiceErrorKind } from './errors.ts'

type Certainty = ReturnType<typeof certaintyOf>

const failed = (
  kind: ServiceErrorKind,
  status: number | null = null,
  code = status === null ? 'c' : `http_${status}`,
  more: { isProblem?: boolean; message?: string } = {},
): ServiceError => new ServiceError({ kind, route: 'r', message: 'No.' as never, status, code, ...(more as object) })

type Row = readonly [what: string, error: unknown, effect: Certainty['effect'], again: Certainty['again']]

const ALL_REFUSING = [400, 401, 403, 405, 410, 415, 422, 423, 429]

const inside = (message: string): ServiceError => failed('problem', 200, 'rejected', { message })

describe('a failed submit', () => {
  it.each<Row>([
    ['without a connection', failed('unreachable'), 'did_nothing', 'later'],
    ['without an answer', failed('no_answer'), 'not_known', 'never'],
    ['with an unreadable answer', failed('unreadable', 200), 'not_known', 'never'],
    ['without a token', failed('signed_out'), 'did_nothing', 'never'],
    ['without a route in the deployment’s settings', failed('switched_off'), 'did_nothing', 'never'],
    ['delayed by the rate limit', failed('held_back'), 'did_nothing', 'later'],
    ['by a bug of the terminal', new TypeError('bug'), 'not_known', 'never'],
    ['400', failed('problem', 400), 'did_nothing', 'never'],
    ['423', failed('problem', 423), 'did_nothing', 'later'],
    ['429', failed('problem', 429, 'rate_limited'), 'did_nothing', 'later'],
    ['404 of a gateway', failed('problem', 404), 'not_known', 'never'],
    ['409 of a gateway', failed('problem', 409, 'conflict'), 'not_known', 'never'],
    ['404 in the venue’s own form', failed('problem', 404, 'c', { isProblem: true }), 'did_nothing', 'never'],
    ['404 with a known code', failed('problem', 404, 'unknown_order'), 'did_nothing', 'never'],
    ['409 with a known code', failed('problem', 409, 'insufficient_margin'), 'did_nothing', 'never'],
    ['409 of a late entry', failed('problem', 409, 'BINARY_ENTRY_CUTOFF'), 'did_nothing', 'never'],
    ['409 of a closed market', failed('problem', 409, 'market_closed'), 'did_nothing', 'later'],
    ['503 with a code', failed('problem', 503, 'upstream_timeout', { isProblem: true }), 'not_known', 'never'],
    ['503 of a gateway', failed('problem', 503, 'unavailable'), 'not_known', 'never'],
    ['503 of missing market data', failed('problem', 503, 'stale_market_data'), 'not_known', 'never'],
    ['already submitted', failed('problem', 409, 'already_submitted', { isProblem: true }), 'did_it', 'never'],
    ['a used nonce', failed('problem', 409, 'nonce_reused', { isProblem: true }), 'did_it', 'never'],
    ['the same in another phrase', failed('problem', 400, 'nonce_used'), 'did_it', 'never'],
    ['an id that is already open', failed('problem', 409, 'duplicate_cloid'), 'did_it', 'never'],
    [
      'the phrase for a copy without a code',
      failed('problem', 400, 'http_400', { message: 'Order already exists.' }),
      'did_it',
      'never',
    ],
    ['stale', failed('problem', 409, 'stale_prepared_action', { isProblem: true }), 'not_known', 'plan_anew'],
    ['no agent', failed('problem', 403, 'agent_not_approved'), 'did_nothing', 'plan_anew'],
    ['no agent, of outcomes', failed('problem', 403, 'outcome_agent_not_approved'), 'did_nothing', 'plan_anew'],
    ['another leverage', failed('problem', 409, 'leverage_must_be_2'), 'did_nothing', 'plan_anew'],
    ['a redirect', failed('problem', 302), 'not_known', 'never'],
    ['a success that refuses with a message', inside('Order must have minimum value of $10.'), 'did_nothing', 'never'],
    ['a success that refuses for now', inside('Too many cumulative requests sent (9 > 8).'), 'did_nothing', 'later'],
    ['a success that refuses a copy', inside('Invalid nonce: duplicate nonce 7'), 'did_it', 'never'],
    ['a success that refuses with a code', failed('problem', 200, 'market_closed'), 'did_nothing', 'later'],
    [
      'a success that reports a missing agent',
      failed('problem', 202, 'agent_not_approved'),
      'did_nothing',
      'plan_anew',
    ],
    ['408', failed('problem', 408, 'request_timeout', { isProblem: true }), 'not_known', 'never'],
  ])('%s', (_, error, effect, again) => {
    expect(certaintyOf(error, 'submit')).toEqual({ effect, again })
  })

  it('is a refusal only by a listed status or within a success, with any message, and never asks for the same request again', () => {
    const kinds = fc.constantFrom<ServiceErrorKind>('no_answer', 'problem', 'unreadable')
    const codes = fc.oneof(
      fc.constantFrom('bad_request', 'market_closed', 'stale_market_data', 'internal'),
      fc.string(),
    )
    fc.assert(
      fc.property(kinds, fc.integer({ min: 100, max: 599 }), codes, fc.boolean(), (kind, status, code, isProblem) => {
        const { effect, again } = certaintyOf(failed(kind, status, code, { isProblem }), 'submit')
        if (effect === 'did_nothing') {
          expect(kind).toBe('problem')
          if (status < 200 || status > 299) expect([...ALL_REFUSING, 404, 409]).toContain(status)
          if (status === 404 || status === 409) expect(isProblem || code !== `http_${status}`).toBe(true)
        }
        expect(again).not.toBe('now')
        if (effect !== 'did_nothing') expect(again).not.toBe('later')
      }),
    )
  })
})

describe('a failed prepare or read', () => {
  it.each(['read', 'prepare'] as const)('did nothing, with any answer: %s', (phase) => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), fc.string(), (status, code) => {
        expect(certaintyOf(failed('problem', status, code), phase).effect).toBe('did_nothing')
      }),
    )
    for (const kind of ['unreachable', 'no_answer', 'unreadable', 'signed_out', 'switched_off', 'held_back'] as const) {
      expect(certaintyOf(failed(kind), phase).effect).toBe('did_nothing')
    }
  })

  it.each<[ServiceError, Certainty['again'], Certainty['again']]>([
    [failed('problem', 503), 'later', 'later'],
    [failed('problem', 429), 'later', 'later'],
    [failed('no_answer'), 'now', 'never'],
    [failed('unreachable'), 'now', 'never'],
    [failed('problem', 500), 'never', 'never'],
    [failed('problem', 400), 'never', 'never'],
  ])('%o is repeated', (error, read, prepare) => {
    expect(certaintyOf(error, 'read').again).toBe(read)
    expect(certaintyOf(error, 'prepare').again).toBe(prepare)
  })
})

describe('a network failure', () => {
  it('proves that nothing was sent only when every attempt ended before anything was written', () => {
    const refused = { code: 'ECONNREFUSED', syscall: 'connect' }
    expect(neverLeft([])).toBe(false)
    expect(neverLeft([refused, { code: 'EHOSTUNREACH', syscall: 'connect' }])).toBe(true)
    expect(neverLeft([refused, { code: 'EHOSTUNREACH', syscall: 'read' }])).toBe(false)
    expect(neverLeft([{ code: 'ECONNREFUSED', syscall: null }])).toBe(false)
    expect(neverLeft([{ code: 'SELF_SIGNED_CERT_IN_CHAIN', syscall: null }])).toBe(true)
    expect(neverLeft([{ code: 'EAI_AGAIN', syscall: 'getaddrinfo' }])).toBe(true)
  })
})

describe('a success', () => {
  it.each(['accepted', 'resting', 'filled', 'ok', 'queued', 'cancelled'])('%s is a success', (text) => {
    expect(acceptance(text)).toBe('did_it')
  })
  it.each(['rejected', 'Rejected', 'error', 'failed', 'refused', 'err'])(
    '%s is no success, and no refusal either',
    (text) => {
      expect(acceptance(text)).toBe('not_known')
    },
  )
})
