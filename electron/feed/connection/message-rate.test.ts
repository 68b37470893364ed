import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../../contract/testing/fake-clock.ts'
import { MessageRate } from './connection-topic.ts'

describe('the message rate', () => {
  it('counts the last second', () => {
    const clock = createFakeClock()
    const rate = new MessageRate(clock)
    for (let i = 0; i < 100; i += 1) {
      rate.count()
      clock.advance(20)
    }
    expect(rate.perSecond()).toBe(50)
    clock.advance(500)
    expect(rate.perSecond()).toBe(25)
    clock.advance(60_000)
    expect(rate.perSecond()).toBe(0)
  })
})
