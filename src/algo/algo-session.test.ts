import { describe, expect, it } from 'vitest'
import type { AlgoCheck, AlgoOrder, AlgoRequest } from '../../contract/algo.ts'
import { BY_FORM } from '../../contract/safety-locks.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { createAlgoSession, HEEDS_AFTER_MS } from './algo-session.ts'

const ORDER = {
  ...{ asset: 'NYCTMP1', side: 'buy', reduceOnly: false },
  terms: { kind: 'scale', tif: 'GTC', orders: [] },
} as AlgoOrder
const OTHER = { ...ORDER, side: 'sell' } as AlgoOrder
const FINE: AlgoCheck = { issues: [], worst: null, ends: null, until: null, early: null }
const PRESS = { detail: 1 }
const SECOND = { detail: 2 }

function open() {
  const clock = createFakeClock()
  const checks: PromiseWithResolvers<AlgoCheck>[] = []
  const begins: (PromiseWithResolvers<{ id: string }> & { readonly request: AlgoRequest })[] = []
  const used: AlgoOrder[] = []
  let ids = 0
  const session = createAlgoSession({
    clock,
    newId: () => `request-${++ids}`,
    check() {
      const request = Promise.withResolvers<AlgoCheck>()
      checks.push(request)
      return request.promise
    },
    begin(request) {
      const requested = { ...Promise.withResolvers<{ id: string }>(), request }
      begins.push(requested)
      return requested.promise
    },
    onBegun: (order) => used.push(order),
  })
  const settle = () => clock.advanceAsync(0)
  /** Up to a preview that can be confirmed. */
  const shown = async (order = ORDER): Promise<void> => {
    session.preview(order)
    checks.at(-1)?.resolve(FINE)
    await settle()
    clock.advance(HEEDS_AFTER_MS)
  }
  return { clock, session, checks, begins, used, settle, shown }
}

describe('the preview of a scale or slices', () => {
  it('is not confirmed by the second click of the double click that requested it', async () => {
    const { clock, session, checks, begins, settle } = open()
    session.preview(ORDER)
    session.confirm(SECOND)
    // However long the check takes: the time counts from when Confirm is readable.
    clock.advance(5000)
    checks[0]?.resolve(FINE)
    await settle()
    session.confirm(PRESS)
    clock.advance(HEEDS_AFTER_MS - 1)
    session.confirm({ detail: 0 })
    expect([session.read().heeds, begins.length]).toEqual([false, 0])
    clock.advance(1)
    session.confirm(SECOND)
    expect([session.read().heeds, begins.length]).toEqual([true, 0])
    session.confirm(PRESS)
    expect(begins.map(({ request }) => request)).toEqual([
      { ...ORDER, requestId: 'request-1', by: BY_FORM, acceptsUntil: false },
    ])
  })

  it('accepts on confirmation a shorter active time than it needs, if that was shown before', async () => {
    const { clock, session, checks, begins, settle } = open()
    session.preview(ORDER)
    checks[0]?.resolve({ ...FINE, early: 'It works only until the access token expires.' })
    await settle()
    clock.advance(HEEDS_AFTER_MS)
    session.confirm(PRESS)
    expect(begins.map(({ request }) => request.acceptsUntil)).toEqual([true])
  })

  it('waits again after another one was dropped', async () => {
    const { clock, session, checks, begins, settle } = open()
    session.preview(ORDER)
    checks[0]?.resolve(FINE)
    await settle()
    clock.advance(HEEDS_AFTER_MS - 1)
    session.back()
    session.preview(OTHER)
    checks[1]?.resolve(FINE)
    await settle()
    clock.advance(1)
    session.confirm(PRESS)
    expect([session.read().heeds, begins.length]).toEqual([false, 0])
  })

  it('ignores the answer to one that was dropped', async () => {
    const { session, checks, settle } = open()
    session.preview(ORDER)
    session.back()
    session.preview(OTHER)
    checks[0]?.reject(new Error('too late'))
    await settle()
    expect(session.read()).toMatchObject({ previewed: { order: OTHER, check: null }, failure: null })
  })

  it('cannot be confirmed if it would be refused', async () => {
    const { clock, session, checks, begins, settle } = open()
    session.preview(ORDER)
    checks[0]?.resolve({ ...FINE, issues: [{ order: null, message: 'Too large.' }] })
    await settle()
    clock.advance(HEEDS_AFTER_MS)
    session.confirm(PRESS)
    expect(begins).toEqual([])
  })
})

describe('a pending start', () => {
  it('cannot be undone by Back or Esc, nor followed by another preview, and its answer ends it', async () => {
    const { session, begins, used, settle, shown } = open()
    await shown()
    session.confirm(PRESS)
    session.back()
    session.preview(OTHER)
    session.confirm(PRESS)
    expect(session.read()).toMatchObject({ previewed: { order: ORDER }, sending: true })
    expect([begins.length, used]).toEqual([1, []])
    begins[0]?.resolve({ id: 'algo' })
    await settle()
    expect(session.read()).toMatchObject({ previewed: null, sending: false, begun: 'algo', heeds: false })
    expect(used).toEqual([ORDER])
  })

  it('repeats its request id on a retry without an answer, and another preview has another', async () => {
    const { session, begins, settle, shown } = open()
    await shown()
    session.confirm(PRESS)
    begins[0]?.reject(new Error('no answer'))
    await settle()
    expect(session.read()).toMatchObject({ previewed: { order: ORDER }, sending: false, failure: 'no answer' })
    session.confirm(PRESS)
    expect(session.read()).toMatchObject({ sending: true, failure: null })
    begins[1]?.resolve({ id: 'algo' })
    await settle()
    await shown()
    session.confirm(PRESS)
    expect(begins.map(({ request }) => request.requestId)).toEqual(['request-1', 'request-1', 'request-2'])
  })
})
