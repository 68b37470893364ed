import { describe, expect, it } from 'vitest'
import type { ServiceError } from '../errors.ts'
import { parseJson } from '../json.ts'
import { Wire } from '../wire.ts'
import { binaryAckOf } from './binary-actions.ts'
import { refusalIn } from './exchange-answer.ts'
import { directAckOf, submitAckOf } from './prepared-action.ts'

const of = (value: unknown): Wire => new Wire({ route: 'POST /x', status: 200 }, parseJson(JSON.stringify(value)))

const ok = (...statuses: unknown[]) => ({ status: 'ok', response: { type: 'order', data: { statuses } } })
const CLOID = '0x17a5a40306205a0c6d60c7264153781c'
const TOO_SMALL = 'Order must have minimum value of $10.'

/** Places where a deployment may put the answer of the upstream exchange. */
const PLACES: readonly (readonly [name: string, around: (answer: unknown) => unknown])[] = [
  ['bare', (answer) => answer],
  ['under data', (data) => ({ data })],
  ['under result', (result) => ({ status: 'accepted', result })],
  ['under response', (response) => ({ orderId: 'o-1', response })],
  ['under data and result', (result) => ({ data: { status: 'submitted', result } })],
  ['as the one of results', (answer) => ({ results: [answer] })],
  ['as the result of the one of results', (result) => ({ results: [{ actionHash: '0x01', result }] })],
  ['as the one of a list', (answer) => [answer]],
]

describe.each(PLACES)('an answer of the upstream exchange %s', (_, around) => {
  it('returns the id of a resting order', () => {
    const ack = submitAckOf(of(around(ok({ resting: { oid: 77, cloid: CLOID } }))))
    expect(ack).toMatchObject({ status: 'resting', oid: '77', cloid: CLOID, filled: null })
  })

  it('returns id, size and average price of a filled order', () => {
    const answer = around(ok({ filled: { oid: 77, totalSz: '2', avgPx: '571.8' } }))
    expect(submitAckOf(of(answer))).toMatchObject({ status: 'filled', oid: '77', filled: '2', averagePx: '571.8' })
    expect(binaryAckOf(of(answer))).toMatchObject({ oid: '77', filled: '2' })
    expect(directAckOf(of(answer))).toEqual({ status: 'filled', statusText: 'filled', oid: '77', filled: '2' })
  })

  it.each(['success', 'waitingForFill', 'waitingForTrigger'])('is accepted when it says only %s', (text) => {
    const answer = of(around(ok(text)))
    expect(refusalIn(answer)).toBeNull()
    expect(submitAckOf(answer)).toMatchObject({ status: text, oid: null, filled: null })
  })

  it('is a refusal when its one order has an error', () => {
    expect(refusalIn(of(around(ok({ error: TOO_SMALL }))))?.message()).toBe(TOO_SMALL)
  })

  it('is a refusal when the whole action has one', () => {
    const response = 'Must deposit before performing actions.'
    expect(refusalIn(of(around({ status: 'err', response })))?.message()).toBe(response)
  })

  it('is accepted when it says only ok', () => {
    const answer = of(around({ status: 'ok', response: { type: 'default' } }))
    expect(refusalIn(answer)).toBeNull()
  })
})

describe('an answer to a submit', () => {
  it('that refuses only a part of what was sent is unreadable', () => {
    const parts = [ok('success', { error: 'Leverage is too high.' }), { results: [{ status: 'ok' }, { error: 'No.' }] }]
    for (const part of parts) expect(() => refusalIn(of(part))).toThrow(/refuses part of the request/)
    expect(refusalIn(of({ results: [{ error: 'No.' }, { error: 'Nor this.' }] }))?.message()).toBe('No.')
  })

  it('with a status of unknown shape is unreadable', () => {
    let field: string | null = null
    try {
      submitAckOf(of(ok({ parked: { oid: 7 } })))
    } catch (error) {
      field = (error as ServiceError).field
    }
    expect(field).toBe('response.data.statuses[0]')
  })

  it('in the service’s own shape is read as before', () => {
    expect(refusalIn(of({ status: 'accepted', oid: '1088' }))).toBeNull()
    expect(submitAckOf(of({ results: [{ status: 'accepted', oid: '1088' }] }))).toMatchObject({ oid: '1088' })
    expect(submitAckOf(of({ status: 'rejected' }))).toMatchObject({ status: 'rejected', oid: null })
  })
})
