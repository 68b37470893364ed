/** Answers about referrals and rewards, in their possible shapes. */
import { describe, expect, it } from 'vitest'
import { parseJson } from '../json.ts'
import { Wire } from '../wire.ts'
import {
  referralAcceptedOf,
  referralCodeOf,
  referralPayoutsOf,
  referralTreeOf,
  resolvedCodeOf,
  rewardsOf,
} from './referrals.ts'

const of = (value: unknown): Wire => new Wire({ route: 'GET /x', status: 200 }, parseJson(JSON.stringify(value)))
const ADA = `0x${'aa'.repeat(20)}`
const BOB = `0x${'bb'.repeat(20)}`
const EVE = `0x${'cc'.repeat(20)}`

describe('answers about referrals', () => {
  it('contain the own code, bare or wrapped, or none', () => {
    expect(referralCodeOf(of({ code: 'ABC', time: 5, extra: {} }))).toEqual({ code: 'ABC', time: 5 })
    const wrapped = { data: { referralCode: 'ABC', createdAt: '1970-01-01T00:00:01Z' } }
    expect(referralCodeOf(of(wrapped))).toEqual({ code: 'ABC', time: 1000 })
    expect(referralCodeOf(of({ code: null }))).toEqual({ code: null, time: null })
    expect(() => referralCodeOf(of({ code: {} }))).toThrow(/code should be an id/)
  })

  it('contain the owner of a code, or omit it', () => {
    expect(resolvedCodeOf(of({ code: 'ABC', address: ADA }), 'abc')).toEqual({ code: 'ABC', owner: ADA })
    expect(resolvedCodeOf(of({ data: { referrer: ADA.toUpperCase().replace('0X', '0x') } }), 'abc')).toEqual({
      code: 'abc',
      owner: ADA,
    })
    expect(resolvedCodeOf(of({ valid: true }), 'abc')).toEqual({ code: 'abc', owner: null })
  })

  it('contain the tree, nested, with bare addresses, and with missing fields as unknown', () => {
    const nested = {
      referrer: { address: EVE, code: 'E', time: 1 },
      referred: [{ address: ADA, time: 2, earned: '1.50', referred: [{ address: BOB, time: 3 }] }],
    }
    expect(referralTreeOf(of(nested))).toEqual({
      referrer: { address: EVE, code: 'E', time: 1 },
      referred: [
        {
          address: ADA,
          time: 2,
          earned: '1.50',
          referred: [{ address: BOB, time: 3, earned: null, referred: [] }],
        },
      ],
    })
    expect(referralTreeOf(of({ tree: { parent: EVE, children: [ADA] } }))).toEqual({
      referrer: { address: EVE, code: null, time: null },
      referred: [{ address: ADA, time: null, earned: null, referred: [] }],
    })
    expect(referralTreeOf(of({}))).toEqual({ referrer: null, referred: null })
  })

  it('are read to a limited depth', () => {
    let node: object = { address: ADA }
    for (let i = 0; i < 40; i++) node = { address: ADA, referred: [node] }
    let depth = 0
    for (let at = referralTreeOf(of({ referred: [node] })).referred?.[0]; at !== undefined; at = at.referred[0]) depth++
    expect(depth).toBe(8)
  })

  it('contain payouts bare or wrapped, with the total number where reported', () => {
    const row = { time: 5, from: ADA, fee: '1', amount: 0.1, currency: 'USDC', id: '7' }
    const read = { time: 5, from: ADA, fee: '1', amount: '0.1', currency: 'USDC' }
    expect(referralPayoutsOf(of({ payouts: [row], total: 9 }))).toEqual({ rows: [read], total: 9 })
    expect(referralPayoutsOf(of({ data: { payouts: [row], total: '9' } }))).toEqual({ rows: [read], total: 9 })
    expect(referralPayoutsOf(of([{}]))).toEqual({
      rows: [{ time: null, from: null, fee: null, amount: null, currency: null }],
      total: null,
    })
  })

  it('contain rewards, or omit them', () => {
    expect(rewardsOf(of({ volume: '10.5', rate_bps: 0.2, earned: '0.0002' }))).toEqual({
      volume: '10.5',
      rateBps: '0.2',
      earned: '0.0002',
    })
    expect(rewardsOf(of({ data: { points: 5 } }))).toEqual({ volume: null, rateBps: null, earned: null })
    expect(() => rewardsOf(of({ volume: 'many' }))).toThrow(/volume should be a decimal/)
  })

  it('are no failure once a relation was accepted, with any message', () => {
    for (const [message, status] of [
      [{ status: 'accepted' }, 'accepted'],
      [{ data: { status: 'ok' } }, 'ok'],
      [{}, null],
    ])
      expect(referralAcceptedOf(of(message))).toEqual({ status })
    expect(referralAcceptedOf(of({ status: {} }))).toEqual({ status: null })
  })
})
