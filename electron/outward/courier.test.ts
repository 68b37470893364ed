import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { BETWEEN, createCourier, MOST_WAITING, OLDEST } from './courier.ts'
import type { OutwardMessage } from './message.ts'
import type { Outcome } from './outward-http.ts'

const TAKEN: Outcome = { isTaken: true }
const later = (words = 'answered 503', afterMs: number | null = null): Outcome => ({
  ...{ isTaken: false, words, mayPass: true, afterMs },
})
const never: Outcome = { isTaken: false, words: 'answered 404', mayPass: false, afterMs: null }
const message = (title: string): OutwardMessage => ({ level: 'info', title, words: '', deployment: null, at: '' })

function setup() {
  const clock = createFakeClock()
  const world = { isReady: true, answer: (): Outcome | Promise<Outcome> => TAKEN, under: 0, most: 0 }
  const sent: [at: number, title: string, lost: number][] = []
  const troubles: (string | null)[] = []
  const failures: unknown[] = []
  const courier = createCourier({
    clock,
    random: () => 0.5,
    async send({ body = '' }) {
      const { title, lost } = JSON.parse(body)
      sent.push([clock.monotonic(), title, lost])
      world.under += 1
      world.most = Math.max(world.most, world.under)
      const outcome = await world.answer()
      world.under -= 1
      return outcome
    },
    isReady: () => world.isReady,
    request: ({ title }, lost) =>
      world.isReady ? { method: 'POST', url: 'u', headers: {}, body: JSON.stringify({ title, lost }) } : null,
    changed: () => undefined,
    trouble: (words) => void troubles.push(words),
    failed: (error) => void failures.push(error),
  })
  const push = (...titles: string[]): void => {
    for (const title of titles) courier.push(message(title))
  }
  return { clock, world, sent, troubles, failures, courier, push, titles: () => sent.map(([, title]) => title) }
}

describe('messages to a place', () => {
  it('go one at a time, in their order, with a pause between', async () => {
    const { clock, world, sent, courier, push } = setup()
    push('a', 'b', 'c')
    await clock.advanceAsync(10_000)
    expect(sent).toEqual([
      [0, 'a', 0],
      [BETWEEN, 'b', 0],
      [2 * BETWEEN, 'c', 0],
    ])
    expect(world.most).toBe(1)
    expect(courier.state).toMatchObject({ waiting: 0, lost: 0, failure: null, sentAt: clock.now() - 10_000 + 4_000 })
  })

  it('never run beside one another, also a test that is asked for while one is slow', async () => {
    const { clock, world, push, courier, titles } = setup()
    const slow = Promise.withResolvers<Outcome>()
    world.answer = () => slow.promise
    push('a', 'b')
    await clock.advanceAsync(5_000)
    const tested = courier.deliver(message('test'))
    await clock.advanceAsync(5_000)
    expect(titles()).toEqual(['a'])
    world.answer = () => TAKEN
    slow.resolve(TAKEN)
    expect(await tested).toEqual(TAKEN)
    await clock.advanceAsync(5_000)
    expect([titles(), world.most]).toEqual([['a', 'test', 'b'], 1])
  })

  it('are tried again, further and further apart, until they are taken', async () => {
    const { clock, world, sent, troubles, courier, push } = setup()
    world.answer = () => later()
    push('a')
    await clock.advanceAsync(120_000)
    expect(sent.map(([at]) => at)).toEqual([0, 5_000, 20_000, 65_000])
    expect(courier.state).toMatchObject({ waiting: 1, failure: { words: 'answered 503' } })
    world.answer = () => TAKEN
    await clock.advanceAsync(5 * 60_000)
    expect(courier.state).toMatchObject({ waiting: 0, failure: null })
    // Told once when it failed again, and once when it took one.
    expect(troubles).toEqual(['answered 503', null])
  })

  it('wait as long as the place asks', async () => {
    const { clock, world, sent, push } = setup()
    world.answer = () => later('answered 429', 90_000)
    push('a')
    await clock.advanceAsync(89_999)
    expect(sent).toHaveLength(1)
    await clock.advanceAsync(1)
    expect(sent).toHaveLength(2)
  })

  it('that are refused for good are given up at once, told of at once, and the next one counts them', async () => {
    const { clock, world, sent, troubles, courier, push } = setup()
    world.answer = () => never
    push('a', 'b')
    await clock.advanceAsync(1_000)
    expect([courier.state.lost, courier.state.waiting, troubles]).toEqual([1, 1, ['answered 404']])
    world.answer = () => TAKEN
    await clock.advanceAsync(10_000)
    expect(sent.at(-1)?.slice(1)).toEqual(['b', 1])
    push('c')
    await clock.advanceAsync(10_000)
    expect(sent.at(-1)?.slice(1)).toEqual(['c', 0])
    expect(troubles).toEqual(['answered 404', null])
  })

  it('make no flood of a place that fails: a notice once, few requests, a bounded queue that gives up its oldest', async () => {
    const { clock, world, sent, troubles, courier, push } = setup()
    world.answer = () => later()
    for (let count = 0; count < 500; count += 1) {
      push(`m${count}`)
      await clock.advanceAsync(1_000)
    }
    expect(sent.length).toBeLessThan(10)
    expect(troubles).toEqual(['answered 503'])
    expect(courier.state).toMatchObject({ waiting: MOST_WAITING, lost: 500 - MOST_WAITING })
    world.answer = () => TAKEN
    await clock.advanceAsync(10 * 60_000)
    expect(sent.at(-1)?.[1]).toBe('m499')
    expect(sent.filter(([, , lost]) => lost > 0).at(-1)).toEqual([expect.any(Number), 'm450', 450])
  })

  it('that nobody could bring for an hour are given up', async () => {
    const { clock, world, courier, push } = setup()
    world.answer = () => later()
    push('a')
    await clock.advanceAsync(OLDEST + 10 * 60_000)
    expect(courier.state).toMatchObject({ waiting: 0, lost: 1 })
    expect(clock.waiting).toBe(0)
  })

  it('wait for an address that is being read', async () => {
    const { clock, world, courier, push, titles } = setup()
    world.isReady = false
    push('a')
    await clock.advanceAsync(60_000)
    expect([titles(), clock.waiting]).toEqual([[], 0])
    world.isReady = true
    courier.addressChanged()
    await clock.advanceAsync(1)
    expect(titles()).toEqual(['a'])
  })

  it('go on at once after a test was taken', async () => {
    const { clock, world, courier, push, titles } = setup()
    world.answer = () => later()
    push('a')
    await clock.advanceAsync(200_000)
    world.answer = () => TAKEN
    const before = titles().length
    await courier.deliver(message('test'))
    await clock.advanceAsync(BETWEEN)
    expect(titles().slice(before)).toEqual(['test', 'a'])
  })

  it('are forgotten with their place, also the one under way', async () => {
    const { clock, world, courier, troubles, push, titles } = setup()
    const slow = Promise.withResolvers<Outcome>()
    world.answer = () => slow.promise
    push('a', 'b')
    await clock.advanceAsync(1)
    courier.clear()
    slow.resolve(never)
    await clock.advanceAsync(60_000)
    expect([titles(), troubles, courier.state.waiting, courier.state.failure]).toEqual([['a'], [], 0, null])
    world.answer = () => TAKEN
    push('c')
    await clock.advanceAsync(BETWEEN)
    expect(titles()).toEqual(['a', 'c'])
  })

  it('are not lost by an error that must not happen, which goes no further', async () => {
    const { clock, world, failures, push, titles } = setup()
    world.answer = () => {
      throw new Error('no socket')
    }
    push('a')
    await clock.advanceAsync(4_000)
    expect(failures).toEqual([new Error('no socket')])
    world.answer = () => TAKEN
    await clock.advanceAsync(10_000)
    expect(titles()).toEqual(['a', 'a'])
  })

  it('stop with the end, which waits for the one under way', async () => {
    const { clock, world, courier, push, titles } = setup()
    const slow = Promise.withResolvers<Outcome>()
    world.answer = () => slow.promise
    push('a', 'b')
    await clock.advanceAsync(1)
    let ended = false
    const end = courier.end().then(() => {
      ended = true
    })
    await clock.advanceAsync(1)
    expect(ended).toBe(false)
    slow.resolve(TAKEN)
    await end
    push('c')
    await clock.advanceAsync(60_000)
    expect([titles(), clock.waiting]).toEqual([['a'], 0])
  })
})
