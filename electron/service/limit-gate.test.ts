import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, SEED } from '../../contract/testing/property-runs.ts'
import { RateLimiter } from './rate-limiter.ts'

/** A service's limit: returns null when a request is accepted, else the Retry-After in ms (undefined: refused without one). */
interface Limiter {
  take(now: number): null | { readonly retryAfterMs: number | null }
}

interface LimitRule {
  readonly most: number
  readonly windowMs: number
  readonly tells: boolean
}

const later = (ms: number, tells: boolean) => ({ retryAfterMs: tells ? Math.ceil(ms / 1_000) * 1_000 : null })

function fixedWindow({ most, windowMs, tells }: LimitRule): Limiter {
  let ends = 0
  let count = 0
  return {
    take(now) {
      if (now >= ends) {
        ends = (Math.floor(now / windowMs) + 1) * windowMs
        count = 0
      }
      count += 1
      return count <= most ? null : later(ends - now, tells)
    },
  }
}

function slidingWindow({ most, windowMs, tells }: LimitRule): Limiter {
  const taken: number[] = []
  return {
    take(now) {
      while ((taken[0] ?? now) <= now - windowMs) taken.shift()
      if (taken.length >= most) return later((taken[0] ?? now) + windowMs - now, tells)
      taken.push(now)
      return null
    },
  }
}

/** Another client sends evenly under the same limit, and takes its share of it. */
function shared(limiter: Limiter, { most, windowMs }: LimitRule, part: number): Limiter {
  const every = windowMs / (most * part)
  let at = 0
  return {
    take(now) {
      for (; at <= now; at += every) limiter.take(at)
      return limiter.take(now)
    },
  }
}

interface Outcome {
  readonly asked: number
  readonly taken: number
  readonly refused: number
  readonly closes: number
  readonly closesRefused: number
  /** Longest wait of a close until the service accepted it, ms. */
  readonly closeWait: number
}

/** Reads as fast as allowed, and a close now and then. @returns the results of the last part of the time. */
function play(limiter: Limiter, forMs: number, measuredFrom: number, step: number): Outcome {
  const gate = new RateLimiter(() => 0.5)
  const sum = { asked: 0, taken: 0, refused: 0, closes: 0, closesRefused: 0, closeWait: 0 }
  let closeSince: number | null = null
  let nextClose = 0
  const ask = (now: number, isFirst: boolean): boolean => {
    const departure = gate.leave(isFirst, 1, now)
    const refusal = limiter.take(now)
    if (refusal === null) gate.passed(departure)
    else gate.refused(departure, refusal.retryAfterMs, now)
    const counts = now >= measuredFrom
    if (counts) {
      sum.asked += 1
      sum[refusal === null ? 'taken' : 'refused'] += 1
      if (isFirst && refusal !== null) sum.closesRefused += 1
    }
    return refusal === null
  }
  for (let now = 0; now < forMs; now += step) {
    if (now >= nextClose && closeSince === null) {
      closeSince = now
      nextClose = now + forMs / 40
      if (now >= measuredFrom) sum.closes += 1
    }
    if (closeSince !== null && gate.wait(true, 1, now) <= 0 && ask(now, true)) {
      if (now >= measuredFrom) sum.closeWait = Math.max(sum.closeWait, now - closeSince)
      closeSince = null
    }
    gate.usedUp()
    for (let i = 0; i < 50 && gate.wait(false, 1, now) <= 0; i += 1) ask(now, false)
  }
  return sum
}

const rules = fc.record({
  most: fc.integer({ min: 10, max: 1_000 }),
  windowMs: fc.integer({ min: 1_000, max: 60_000 }),
  tells: fc.boolean(),
})

/** Long enough for several refusals. */
const LENGTH = 20
const MEASURED = 20

describe('requests under an unknown limit', () => {
  const models = {
    'a fixed window': (rule: LimitRule) => fixedWindow(rule),
    'a sliding window': (rule: LimitRule) => slidingWindow(rule),
    'a fixed window that counts another client, too': (rule: LimitRule) => shared(fixedWindow(rule), rule, 0.5),
    'a sliding window that counts another client, too': (rule: LimitRule) => shared(slidingWindow(rule), rule, 0.5),
  }
  for (const [name, limiterOf] of Object.entries(models)) {
    it(`find their rate: few are refused, and the limit is used: ${name}`, () => {
      fc.assert(
        fc.property(rules, (rule) => {
          const windowMs = Math.max(rule.windowMs, 5_000)
          const from = MEASURED * windowMs
          const until = (MEASURED + LENGTH) * windowMs
          const step = Math.max(10, windowMs / 400)
          const { asked, taken, refused, closesRefused, closes, closeWait } = play(limiterOf(rule), until, from, step)
          const share = name.includes('another') ? 0.5 : 1
          const most = (rule.most * share * (until - from)) / rule.windowMs
          expect(refused / asked).toBeLessThanOrEqual(Math.max(0.03, 5 / rule.most))
          expect(taken / most).toBeGreaterThan(0.25)
          expect(closeWait).toBeLessThan(rule.windowMs / 2)
          if (rule.most >= 50) expect(closesRefused).toBeLessThanOrEqual(closes / 5)
        }),
        { seed: SEED, numRuns: runs(8, 60) },
      )
    })
  }

  const taught = (limit: number) => {
    const gate = new RateLimiter(() => 0)
    for (let i = 0; i < limit; i += 1) gate.leave(false, 1, i)
    gate.refused(gate.leave(false, 1, limit), 10_000 - limit, limit)
    return gate
  }

  it('wait for nothing before the first refusal', () => {
    const gate = new RateLimiter(() => 0)
    for (let i = 0; i < 10_000; i += 1) gate.passed(gate.leave(false, 1, 0))
    expect(gate.wait(false, 1, 0)).toBe(0)
    expect(gate.isOpen(0)).toBe(true)
  })

  it('learn the rate of the window from one refusal and its Retry-After, with room to spare', () => {
    const gate = taught(600)
    expect(gate.perSecond).toBeCloseTo(45, 0)
    expect(gate.wait(false, 1, 600)).toBe(9_400)
    expect(gate.wait(false, 1, 10_000)).toBe(0)
  })

  it('are refused together and teach once; the longest pause counts', () => {
    const gate = new RateLimiter(() => 0)
    const sent = Array.from({ length: 50 }, () => gate.leave(false, 1, 0))
    gate.refused(sent[48] as never, 2_000, 20)
    const learned = gate.perSecond
    gate.refused(sent[49] as never, 3_000, 25)
    expect(gate.perSecond).toBe(learned)
    expect(gate.pausedUntil(25)).toBe(3_025)
  })

  it('leave in a pause when they close or cancel, by their reserve, and more and more rarely while they are refused', () => {
    const gate = taught(600)
    expect(gate.wait(true, 1, 700)).toBe(0)
    let now = 700
    const waits: number[] = []
    for (let i = 0; i < 5; i += 1) {
      gate.refused(gate.leave(true, 1, now), 10_000 - now, now)
      waits.push(gate.wait(true, 1, now))
      now += waits.at(-1) ?? 0
    }
    expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000])
    expect(gate.perSecond).toBeCloseTo(45, 0)
  })

  it('return to their earlier rate after a service that refused everything for ten minutes', () => {
    const gate = new RateLimiter(() => 0)
    let now = 0
    for (; now < 10_000; now += 20) gate.passed(gate.leave(false, 1, now))
    for (const until = now + 600_000; now < until; now += 20) {
      if (gate.wait(false, 1, now) <= 0) gate.refused(gate.leave(false, 1, now), null, now)
    }
    const began = now
    let lately = 0
    for (const until = now + 600_000; now < until; now += 20) {
      if (gate.wait(false, 1, now) <= 0) {
        gate.passed(gate.leave(false, 1, now))
        if (now > began + 540_000) lately += 1
      } else gate.usedUp()
    }
    expect(lately / 60).toBeGreaterThan(25)
  })

  it.each<[name: string, before: number, refusedFor: number, retryAfterMs: number | null]>([
    ['one refusal of the very first request', 0, 0, null],
    ['one refusal after a single request, with a pause of a minute', 1, 0, 60_000],
    ['one refusal after ten requests, with a pause of five minutes', 10, 0, 300_000],
    ['an hour in which everything was refused', 10, 3_600_000, null],
    ['an hour in which everything was refused, with pauses of five minutes', 10, 3_600_000, 300_000],
  ])('reach five a second again within two minutes after %s', (_, before, refusedFor, retryAfterMs) => {
    const gate = new RateLimiter(() => 0)
    let now = 0
    for (; now < before * 100; now += 100) gate.passed(gate.leave(false, 1, now))
    for (const until = now + refusedFor; now <= until; now += 20) {
      if (gate.wait(false, 1, now) <= 0) gate.refused(gate.leave(false, 1, now), retryAfterMs, now)
    }
    now = gate.pausedUntil(now) ?? now
    const began = now
    let taken = 0
    for (; now < began + 150_000; now += 20) {
      gate.usedUp()
      if (gate.wait(false, 1, now) > 0) continue
      gate.passed(gate.leave(false, 1, now))
      if (now >= began + 120_000) taken += 1
    }
    expect(taken / 30).toBeGreaterThan(5)
  })

  it('wait 1 s after a refusal without Retry-After, twice as long after each further one', () => {
    const gate = new RateLimiter(() => 0)
    let now = 0
    const pauses = [1, 2, 3, 4, 5, 6, 7].map(() => {
      gate.refused(gate.leave(false, 1, now), null, now)
      const until = gate.pausedUntil(now) ?? now
      const pause = until - now
      now = until + 1
      return pause
    })
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  })

  it('are tried again after five minutes, however long a pause a service asks for', () => {
    const gate = new RateLimiter(() => 0)
    gate.refused(gate.leave(false, 1, 0), 86_400_000, 0)
    expect(gate.pausedUntil(0)).toBe(300_000)
  })
})
