import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { installMovableClock } from './movable-clock.ts'

/** A realm whose own time is stopped, so that only `move` advances time. */
function stillRealm({ aheadMs = 0, isPage = false } = {}) {
  const START = Date.UTC(2026, 2, 4)
  const answers: (() => void)[] = []
  class StillDate extends Date {
    constructor(...given: [] | [number]) {
      super(...(given.length === 0 ? ([START] as const) : given))
    }
    static override now = (): number => START
  }
  const realm = {
    Date: StillDate,
    performance: { now: () => 0 },
    setTimeout: () => ({ ref() {}, unref() {} }),
    clearTimeout: () => undefined,
    fetch: () => new Promise<void>((resolve) => answers.push(resolve)),
    requestAnimationFrame: (run: (time: number) => void) => run(0),
    ...(isPage && { document: {} }),
  } as unknown as typeof globalThis
  const clock = installMovableClock(realm, aheadMs)
  return { realm, clock, START, answer: () => answers.shift()?.() }
}

describe('a movable clock', () => {
  it('advances Date, performance and frames by the same time', () => {
    const { realm, clock, START } = stillRealm({ aheadMs: 60_000, isPage: true })
    clock.move(2_500)
    expect(realm.Date.now()).toBe(START + 62_500)
    expect(new realm.Date().getTime()).toBe(START + 62_500)
    expect(+new realm.Date(5)).toBe(5)
    expect(realm.performance.now()).toBe(2_500)
    realm.requestAnimationFrame((time) => expect(time).toBe(2_500))
    expect.assertions(5)
  })

  it('runs due timers in order of time, and an interval once per move', () => {
    const { realm, clock } = stillRealm()
    const ran: string[] = []
    realm.setTimeout((name: string) => ran.push(name), 200, 'later')
    realm.setTimeout(() => ran.push('sooner'), 100)
    realm.setInterval(() => ran.push('again'), 50)
    realm.setTimeout(() => ran.push('not yet'), 1_000)
    clock.move(300)
    expect(ran).toEqual(['again', 'sooner', 'later'])
    clock.move(50)
    expect(ran.slice(3)).toEqual(['again'])
  })

  it('never runs a cleared timer, even if cleared by one that ran in the same move', () => {
    const { realm, clock } = stillRealm()
    const ran: string[] = []
    const second = realm.setTimeout(() => ran.push('second'), 20)
    realm.setTimeout(() => {
      ran.push('first')
      realm.clearTimeout(second)
    }, 10)
    realm.clearInterval(realm.setInterval(() => ran.push('interval'), 5))
    clock.move(100)
    expect(ran).toEqual(['first'])
  })

  it('restarts a refreshed timer with its full delay', () => {
    const { realm, clock } = stillRealm()
    let count = 0
    const timer = realm.setTimeout(() => (count += 1), 100)
    clock.move(80)
    timer.refresh()
    clock.move(80)
    expect(count).toBe(0)
    clock.move(20)
    expect(count).toBe(1)
  })

  it('does not advance while a request is pending', async () => {
    const { realm, clock, answer } = stillRealm()
    const request = realm.fetch('http://venue.example')
    expect(clock.move(1_000)).toBe(false)
    expect(realm.performance.now()).toBe(0)
    answer()
    await request
    expect(clock.move(1_000)).toBe(true)
  })

  it('passes no time and runs no timer while stopped, and continues from where it stopped', () => {
    let real = 0
    const set: (() => void)[] = []
    const realm = {
      Date,
      performance: { now: () => real },
      setTimeout: (run: () => void) => set.push(run),
      clearTimeout: (at: number) => void delete set[at - 1],
      fetch: () => undefined,
    } as unknown as typeof globalThis
    const clock = installMovableClock(realm, 0)
    const elapse = (ms: number) => {
      real += ms
      for (const run of set.splice(0)) run?.()
    }
    let ran = 0
    realm.setTimeout(() => (ran += 1), 100)
    elapse(40)
    clock.stand(true)
    elapse(500)
    expect([realm.performance.now(), ran]).toEqual([40, 0])
    clock.stand(false)
    elapse(50)
    expect([realm.performance.now(), ran]).toEqual([90, 0])
    elapse(10)
    expect(ran).toBe(1)
  })

  it('is self-contained as source text, for a page', () => {
    const result = runInNewContext(
      `const clock = (${installMovableClock})(globalThis, 0); clock.move(5000); [performance.now(), Date.UTC(2026, 2, 4)]`,
      {
        performance: { now: () => 7 },
        setTimeout,
        clearTimeout,
        document: {},
        fetch,
        requestAnimationFrame: () => 0,
      },
    )
    expect([...result]).toEqual([5007, Date.UTC(2026, 2, 4)])
  })
})
