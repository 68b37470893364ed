import { describe, expect, it } from 'vitest'
import { type Pace, Pacer } from './pacer.ts'

/** Windows over a machine that has time for a limited number of paints a second; the front one is served first. */
function machine(windows: number, paintsPerSecond: number) {
  const pacer = new Pacer()
  const paces: Pace[] = Array.from({ length: windows }, () => pacer.join())
  const painted = paces.map(() => 0)
  const sentAt = paces.map(() => Number.NEGATIVE_INFINITY)
  /** When each window's batch will be painted; null while none is under way. */
  const due: (number | null)[] = paces.map(() => null)
  /** When its next one is sent, decided when the previous one was painted; null otherwise. */
  const leaves: (number | null)[] = paces.map(() => null)
  let now = 0
  let free = 0
  /** Every window has a change each ms, and sends when its frame comes and its pace allows it. */
  const run = (ms: number): void => {
    for (const end = now + ms; now < end; now += 1) {
      for (const [index, pace] of paces.entries()) {
        const at = due[index] ?? null
        if (at !== null && at <= now) {
          due[index] = null
          painted[index] = (painted[index] ?? 0) + 1
          pace.painted(now)
          pace.answered(now, true)
        }
        if (due[index] !== null) continue
        leaves[index] ??= Math.max((sentAt[index] ?? 0) + 16, pace.earliest(now))
        if ((leaves[index] ?? 0) > now) continue
        leaves[index] = null
        sentAt[index] = now
        pace.sent(now)
        free = Math.max(free, now) + 1000 / paintsPerSecond
        due[index] = free + 4
      }
    }
  }
  const rates = (ms: number): number[] => {
    painted.fill(0)
    run(ms)
    return painted.map((count) => (count / ms) * 1000)
  }
  const bringToFront = (front: number | null): void => {
    for (const [index, pace] of paces.entries()) {
      pace.setFront(index === front, now)
      leaves[index] = null
    }
  }
  return { pacer, paces, run, rates, bringToFront }
}

describe('the pace of several windows', () => {
  it('is that of the display for all of them while there is time', () => {
    const { run, rates, bringToFront } = machine(3, 1000)
    bringToFront(0)
    run(5000)
    for (const rate of rates(2000)) expect(rate).toBeGreaterThan(55)
  })

  it('leaves the front one at its full rate otherwise, and the others an equal share of the rest', () => {
    const { run, rates, bringToFront } = machine(6, 240)
    bringToFront(2)
    run(10_000)
    const measured = rates(4000)
    expect(measured[2]).toBeGreaterThan(55)
    const others = measured.filter((_, index) => index !== 2)
    const mean = others.reduce((sum, each) => sum + each, 0) / others.length
    expect(mean).toBeGreaterThan(22)
    expect(Math.min(...others)).toBeGreaterThan(mean * 0.8)
  })

  it.each([85, 40, 20])('leaves each other one at least 40 % of its pace on a slow machine of %d paints/s', (speed) => {
    const { run, rates, bringToFront } = machine(6, speed)
    bringToFront(2)
    run(10_000)
    const measured = rates(8000)
    const front = measured[2] ?? 0
    const others = measured.filter((_, index) => index !== 2)
    expect(Math.min(...others) / front).toBeGreaterThan(0.38)
    expect(front).toBeGreaterThan(Math.max(...others) * 1.5)
    expect(measured.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(speed * 0.9)
  })

  it('starts over from a visible rate once none of them is in front', () => {
    const { pacer, run, bringToFront } = machine(6, 60)
    bringToFront(0)
    run(10_000)
    expect(pacer.rate).toBeLessThan(10)
    bringToFront(null)
    expect(pacer.rate).toBe(15)
  })

  it('pauses the others for a moment when another window comes to the front, only where time is short', () => {
    const short = machine(6, 85)
    short.bringToFront(0)
    short.run(10_000)
    short.bringToFront(3)
    const [first, ...others] = short.rates(250).toSorted((a, b) => b - a)
    expect(first).toBeGreaterThan(50)
    expect(Math.max(...others)).toBeLessThanOrEqual(8)
    const ample = machine(3, 1000)
    ample.bringToFront(0)
    ample.run(5000)
    ample.bringToFront(1)
    for (const rate of ample.rates(250)) expect(rate).toBeGreaterThan(50)
  })

  it('gives a window that comes to the front its full rate at once', () => {
    const { run, rates, bringToFront } = machine(6, 210)
    bringToFront(0)
    run(10_000)
    bringToFront(4)
    run(200)
    expect(rates(1000)[4]).toBeGreaterThanOrEqual(55)
  })

  it('rises again when the others have gone, and when the front one has nothing to wait for', () => {
    const { pacer, paces, run, bringToFront } = machine(6, 150)
    bringToFront(0)
    run(10_000)
    expect(pacer.rate).toBeLessThan(40)
    for (const pace of paces.slice(2)) pace.setVisible(false)
    const left = machine(2, 1000)
    left.bringToFront(0)
    left.run(5000)
    expect(left.pacer.rate).toBe(60)
  })

  it('is shared by all while the terminal is not in front, and a slow machine slows all of them alike', () => {
    const { pacer, run, rates, bringToFront } = machine(4, 40)
    bringToFront(null)
    run(10_000)
    expect(pacer.rate).toBeLessThan(30)
    const measured = rates(5000)
    const mean = measured.reduce((sum, each) => sum + each, 0) / measured.length
    expect(Math.min(...measured)).toBeGreaterThan(mean * 0.8)
  })

  it('never slows a single visible window: it shares with nobody', () => {
    const { pacer, paces, run, bringToFront } = machine(2, 8)
    bringToFront(null)
    run(20_000)
    const [left, hidden] = paces as [Pace, Pace]
    expect(pacer.rate).toBe(15)
    left.sent(20_000)
    expect(left.earliest(20_001)).toBeGreaterThan(20_001)
    hidden.setVisible(false)
    expect(left.earliest(20_001)).toBe(Number.NEGATIVE_INFINITY)
  })

  it('never falls so far that a window freezes', () => {
    const { pacer, run, bringToFront } = machine(6, 5)
    bringToFront(0)
    run(20_000)
    expect(pacer.rate).toBe(2)
  })
})
