import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { millis } from '../../contract/time.ts'
import { createPushedClock } from './pushed-clock.ts'

const AT = millis(Date.UTC(2026, 10, 27, 12, 10))

function open() {
  const base = createFakeClock()
  return { base, clock: createPushedClock(base, AT) }
}

describe('a clock that can be pushed', () => {
  it('begins where it is told to, and goes on with the one below it', () => {
    const { base, clock } = open()
    expect([clock.now(), clock.monotonic()]).toEqual([AT, 0])
    base.advance(1500)
    expect([clock.now(), clock.monotonic()]).toEqual([AT + 1500, 1500])
    clock.push(60_000)
    expect([clock.now(), clock.monotonic()]).toEqual([AT + 61_500, 61_500])
  })

  it('runs what has come due by a push, in its order, and the rest no later than it should', () => {
    const { base, clock } = open()
    const ran: string[] = []
    clock.after(50_000, () => void ran.push('second'))
    clock.after(10_000, () => void ran.push('first'))
    clock.after(61_000, () => void ran.push('later'))
    clock.push(60_000)
    expect(ran).toEqual(['first', 'second'])
    base.advance(999)
    expect(ran.length).toBe(2)
    base.advance(1)
    expect(ran).toEqual(['first', 'second', 'later'])
  })

  it('makes nothing up for what repeats, as after a sleep, and goes on from there', () => {
    const { base, clock } = open()
    let count = 0
    const stop = clock.every(1000, () => {
      count += 1
    })
    clock.push(60_000)
    expect(count).toBe(1)
    base.advance(2000)
    expect(count).toBe(3)
    stop()
    base.advance(5000)
    expect(count).toBe(3)
  })

  it('runs nothing any more once it was cancelled or stopped, and leaves no timer behind', () => {
    const { base, clock } = open()
    let count = 0
    const ran = (): void => {
      count += 1
    }
    clock.after(1000, ran)()
    clock.after(1000, ran)
    clock.every(1000, ran)
    clock.stop()
    clock.push(5000)
    clock.after(10, ran)
    base.advance(5000)
    expect([count, base.waiting]).toEqual([0, 0])
  })
})
