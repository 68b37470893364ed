import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../../contract/testing/fake-clock.ts'
import { createTablePresence } from './presence.ts'

const GRACE_MS = 500

function at() {
  const clock = createFakeClock()
  const reports: boolean[] = []
  return { clock, notified: reports, hand: createTablePresence(clock.after, (isHere) => reports.push(isHere)) }
}

describe('user activity at a table', () => {
  it('lasts while a finger is on the rows, and for a grace period after it lifts', () => {
    const { clock, notified, hand } = at()
    hand.down(1)
    expect(hand.isHere()).toBe(true)
    clock.advance(60_000)
    expect(hand.isHere()).toBe(true)
    hand.up(1)
    clock.advance(GRACE_MS - 1)
    expect(hand.isHere()).toBe(true)
    clock.advance(1)
    expect(hand.isHere()).toBe(false)
    expect(notified).toEqual([true, false])
  })

  it('lasts until the last of several fingers lifts, and through a second tap', () => {
    const { clock, notified, hand } = at()
    hand.down(1)
    hand.down(2)
    hand.up(1)
    clock.advance(GRACE_MS * 3)
    expect(hand.isHere()).toBe(true)
    hand.up(2)
    clock.advance(GRACE_MS - 1)
    hand.down(3)
    clock.advance(GRACE_MS * 3)
    hand.up(3)
    expect(notified).toEqual([true])
    clock.advance(GRACE_MS)
    expect(notified).toEqual([true, false])
  })

  it('has the same grace period after the pointer left, and none after the keyboard focus did', () => {
    const { clock, notified, hand } = at()
    hand.over(true)
    hand.over(false)
    clock.advance(GRACE_MS - 1)
    expect(hand.isHere()).toBe(true)
    clock.advance(1)
    hand.keyboard(true)
    hand.keyboard(false)
    expect(notified).toEqual([true, false, true, false])
  })

  it('continues while the pointer is over the rows after the keyboard focus left, and ignores the lift of an unknown finger', () => {
    const { clock, hand } = at()
    hand.over(true)
    hand.keyboard(true)
    hand.keyboard(false)
    hand.up(7)
    clock.advance(GRACE_MS * 2)
    expect(hand.isHere()).toBe(true)
  })
})
