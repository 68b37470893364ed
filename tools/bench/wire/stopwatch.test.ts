import { describe, expect, it } from 'vitest'
import { type HttpFetch, Stopwatch } from './stopwatch.ts'

const init: Parameters<HttpFetch>[1] = {
  method: 'POST',
  headers: {},
  signal: new AbortController().signal,
  redirect: 'manual',
}

describe('the click-to-wire stopwatch', () => {
  it('counts everything except the wait for the service as the terminal’s own', async () => {
    let now = 0
    const watch = new Stopwatch(() => now)
    const http = watch.timed(async () => {
      now += 50
      return new Response('{}', { status: 201 })
    })
    const took = (ms: number, ...states: Parameters<Stopwatch['step']>[1][]): void => {
      for (const state of states) {
        now += ms
        watch.step('a', state)
      }
    }
    watch.begin('a')
    took(1, 'drafted', 'checked', 'journalled')
    now += 2
    expect((await http('http://x/v1/orders/prepare', init)).status).toBe(201)
    took(3, 'prepared', 'verified', 'signed', 'sent')
    now += 4
    await http('http://x/v1/orders/submit', init)
    took(5, 'acknowledged')
    const { orders, own, steps } = watch.figures()
    expect(orders).toBe(1)
    expect(own).toEqual({ p50: 3 + 2 + 12 + 4, p95: 21 })
    expect(steps.prepare.p50).toBe(50)
    expect(steps.sent.p50).toBe(6)
    expect(steps.wire.p50).toBe(4)
  })

  it('names a step that an order never reached', () => {
    const watch = new Stopwatch(() => 0)
    watch.begin('a')
    watch.step('a', 'drafted')
    expect(() => watch.figures()).toThrow('never came to “journalled”')
    watch.leaveOut('a')
    expect(watch.figures().orders).toBe(0)
  })
})
