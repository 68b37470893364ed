import { describe, expect, it } from 'vitest'
import { price, size } from '../../contract/decimal.ts'
import { coinAssetId } from '../../contract/outcome.ts'
import type { ExpectedAction } from './expected-action.ts'
import { fieldsOf, practice, prepare, prepareOrder } from './testing/prepared.ts'
import { verifyPrepared } from './verify-prepared.ts'

const CLOID = '0x17a5a40306205a0c6d60c7264153781c'

describe('a prepared limit order for an outcome', () => {
  const limit = {
    kind: 'outcome_limit',
    assetId: coinAssetId(3601, 0),
    side: 'buy',
    price: price('0.250'),
    size: size('10.00'),
  } as const satisfies ExpectedAction
  const resting = { a: 100_036_010, b: true, p: '0.25', s: '10', r: false, t: { limit: { tif: 'Gtc' } }, c: CLOID }
  const placing = (changed: object = {}) => prepareOrder({ ...resting, ...changed })

  it('is verified when every field matches, with a client order id of the service or none', () => {
    expect(verifyPrepared(limit, placing(), practice)).toEqual({ verified: true })
    const { c: _, ...withoutCloid } = resting
    expect(verifyPrepared(limit, prepareOrder(withoutCloid), practice)).toEqual({ verified: true })
  })

  it.each<[string, object]>([
    ['asset', { a: 100_036_011 }],
    ['asset', { a: 36_010 }],
    ['side', { b: false }],
    ['price', { p: '0.251' }],
    ['price', { p: '0.249' }],
    ['price', { p: '0.250' }],
    ['size', { s: '10.00' }],
    ['size', { s: '9' }],
    ['reduce-only', { r: true }],
    ['time in force', { t: { limit: { tif: 'Ioc' } } }],
    ['cloid', { c: 'mine' }],
    ['cloid', { c: CLOID.toUpperCase() }],
    ['order.x', { x: 1 }],
  ])('is refused when one field differs: %s %j', (field, changed) => {
    expect(fieldsOf(limit, placing(changed))).toEqual([field])
  })
})

describe('a prepared market order for an outcome', () => {
  const market = {
    kind: 'outcome_market',
    assetId: coinAssetId(3601, 1),
    side: 'buy',
    size: size('10'),
    worst: price('0.5225'),
  } as const satisfies ExpectedAction
  const taken = { a: 100_036_011, b: true, p: '0.5225', s: '10', r: false, t: { limit: { tif: 'Ioc' } } }
  const taking = (changed: object = {}) => prepareOrder({ ...taken, ...changed })

  it('is an IOC order, exactly no worse than the worst price', () => {
    expect(verifyPrepared(market, taking(), practice)).toEqual({ verified: true })
    expect(fieldsOf(market, taking({ p: '0.3', c: CLOID }))).toEqual([])
    const selling = { ...market, side: 'sell', worst: price('0.4775') } as const
    expect(fieldsOf(selling, taking({ b: false, p: '0.4775' }))).toEqual([])
    expect(fieldsOf(selling, taking({ b: false, p: '0.4774' }))).toEqual(['price'])
  })

  it.each<[string, object]>([
    ['asset', { a: 100_036_010 }],
    ['side', { b: false, p: '0.5' }],
    ['price', { p: '0.5226' }],
    ['price', { p: '0.52250' }],
    ['price', { p: '0' }],
    ['size', { s: '10.1' }],
    ['reduce-only', { r: true }],
    ['time in force', { t: { limit: { tif: 'Gtc' } } }],
    ['cloid', { c: 1 }],
    ['order.x', { x: 1 }],
  ])('is refused when one field differs: %s %j', (field, changed) => {
    expect(fieldsOf(market, taking(changed))).toEqual([field])
  })

  it('has a price between 0 and 1, at any worst price', () => {
    const dear = { ...market, worst: price('1') }
    expect(fieldsOf(dear, taking({ p: '0.999' }))).toEqual([])
    expect(verifyPrepared(dear, taking({ p: '1' }), practice)).toHaveProperty('mismatches', [
      { field: 'price', request: 'at most 1', prepared: '1' },
    ])
  })
})

type Conversion = Extract<ExpectedAction, { kind: 'conversion' }>

describe('a prepared conversion', () => {
  const asking = (changed: Partial<Conversion>): Conversion => ({
    kind: 'conversion',
    conversion: 'split',
    outcomeId: 3601,
    questionId: null,
    amount: size('12.50'),
    ...changed,
  })
  const converting = (key: string, body: unknown) => prepare({ type: 'userOutcome', [key]: body })
  const inQuestion = { questionId: 36 }

  it.each<[Partial<Conversion>, string, object]>([
    [{}, 'splitOutcome', { outcome: 3601, amount: '12.5' }],
    [{ conversion: 'merge' }, 'mergeOutcome', { outcome: 3601, amount: '12.5' }],
    [{ conversion: 'merge_question', ...inQuestion }, 'mergeQuestion', { question: 36, amount: '12.5' }],
    [{ conversion: 'negate', ...inQuestion }, 'negateOutcome', { question: 36, outcome: 3601, amount: '12.5' }],
  ])('is verified only under the key of its kind: %j', (request, key, body) => {
    expect(verifyPrepared(asking(request), converting(key, body), practice)).toEqual({ verified: true })
    for (const other of ['splitOutcome', 'mergeOutcome', 'mergeQuestion', 'negateOutcome'].filter((k) => k !== key)) {
      expect(fieldsOf(asking(request), converting(other, body)), other).toContain(key)
      const both = prepare({ type: 'userOutcome', [key]: body, [other]: body })
      expect(fieldsOf(asking(request), both)).toEqual([`action.${other}`])
    }
    expect(fieldsOf(asking(request), converting(key, { ...body, amount: '12.50' }))).toEqual(['amount'])
    expect(fieldsOf(asking(request), converting(key, { ...body, amount: '13' }))).toEqual(['amount'])
    expect(fieldsOf(asking(request), converting(key, { ...body, amount: null }))).toEqual(['amount'])
    expect(fieldsOf(asking(request), converting(key, { ...body, x: 1 }))).toEqual([`${key}.x`])
    expect(fieldsOf(asking(request), prepare({ type: 'order', [key]: body }))).toEqual(['type'])
    expect(fieldsOf(asking(request), converting(key, [body]))).toEqual([key])
  })

  it.each<[string, Partial<Conversion>, string, object]>([
    ['outcome', {}, 'splitOutcome', { outcome: 3602, amount: '12.5' }],
    ['outcome', {}, 'splitOutcome', { outcome: '3601', amount: '12.5' }],
    ['outcome', { conversion: 'merge' }, 'mergeOutcome', { outcome: 3602, amount: '12.5' }],
    ['question', { conversion: 'merge_question', ...inQuestion }, 'mergeQuestion', { question: 37, amount: '12.5' }],
    [
      'question',
      { conversion: 'negate', ...inQuestion },
      'negateOutcome',
      { question: 37, outcome: 3601, amount: '12.5' },
    ],
    [
      'outcome',
      { conversion: 'negate', ...inQuestion },
      'negateOutcome',
      { question: 36, outcome: 3602, amount: '12.5' },
    ],
    ['question', { conversion: 'negate' }, 'negateOutcome', { question: 36, outcome: 3601, amount: '12.5' }],
  ])('is refused for another %s than requested: %j', (field, request, key, body) => {
    expect(fieldsOf(asking(request), converting(key, body))).toEqual([field])
  })

  it('of the whole balance may have null where the upstream accepts that, or the service’s count', () => {
    const merge = asking({ conversion: 'merge', amount: null })
    const mergeQuestion = asking({ conversion: 'merge_question', questionId: 36, amount: null })
    const split = asking({ amount: null })
    const merging = (amount: unknown) => converting('mergeOutcome', { outcome: 3601, amount })
    const splitting = (amount: unknown) => converting('splitOutcome', { outcome: 3601, amount })
    for (const amount of [null, '7', '0.5']) {
      expect(fieldsOf(merge, merging(amount)), String(amount)).toEqual([])
      expect(fieldsOf(mergeQuestion, converting('mergeQuestion', { question: 36, amount }))).toEqual([])
    }
    for (const amount of ['0', '-1', '7.0', 7, 'all', '', undefined]) {
      expect(fieldsOf(merge, merging(amount)), String(amount)).toEqual(['amount'])
      expect(fieldsOf(split, splitting(amount)), String(amount)).toEqual(['amount'])
    }
    expect(fieldsOf(split, splitting('7'))).toEqual([])
    expect(fieldsOf(split, splitting(null))).toEqual(['amount'])
    const negate = asking({ conversion: 'negate', questionId: 36, amount: null })
    expect(fieldsOf(negate, converting('negateOutcome', { question: 36, outcome: 3601, amount: null }))).toEqual([
      'amount',
    ])
  })

  it('of an unknown question is refused, with any action', () => {
    for (const question of [null, undefined, 36, 'a known question']) {
      const amount = '12.5'
      const merge = converting('mergeQuestion', { question, amount })
      expect(fieldsOf(asking({ conversion: 'merge_question' }), merge), String(question)).toEqual(['question'])
      const negate = converting('negateOutcome', { question, outcome: 3601, amount })
      expect(fieldsOf(asking({ conversion: 'negate' }), negate), String(question)).toEqual(['question'])
    }
  })
})
