/**
 * The test of limits, over the venue on loopback: with every control in place it finds each limit held; with one of them taken out it says so of that
 * limit and of no other. What is taken out is the check itself, in the module that has it; how the limits are set stays the same.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Decimal, Money, Size } from '../../contract/decimal.ts'
import type { TradingLimits } from '../../contract/limits.ts'
import {
  LIMITS_TEST_SUBJECTS,
  type LimitsTestSheet,
  type LimitsTestSubject,
  type LimitsTestView,
} from '../../contract/limits-test.ts'
import { DEFAULT_SETTINGS } from '../../contract/settings-table.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import { systemClock } from '../../electron/clock/index.ts'
import { createLimitsTest, type ThrowAwayVenue } from '../../electron/limits-test/index.ts'
import { openVenue } from '../../venue/index.ts'

/** The control that is taken out, by the limit that it holds; null for none. */
const out = vi.hoisted(() => ({ is: null as string | null }))
type Any = (...input: never[]) => unknown
/** A check that lets everything pass while it is out. */
const unless = vi.hoisted(
  () =>
    (which: (...input: never[]) => string, check: Any): Any =>
    (...input) => {
      const found = check(...input)
      return out.is === which(...input) ? null : found
    },
)

vi.mock('../../electron/trading/risk/limits.ts', async (importOriginal) => {
  const real = await importOriginal<Record<string, Any>>()
  const rate = real.createRateLimit as (...input: unknown[]) => { take: Any; full: Any; count: Any }
  return {
    ...real,
    // It asks the band too, which is taken out by itself.
    checkLimits: (...input: never[]) => {
      const found = real.checkLimits?.(...input) as { code: string } | null
      return out.is === 'orderValue' && found?.code === 'limit_order_value' ? null : found
    },
    checkDayLoss: unless(() => 'dayLoss', real.checkDayLoss as Any),
    createRateLimit: (most: unknown, now: unknown, how = '') => {
      const made = rate(most, now, how)
      const name = how === '' ? 'ordersPerMinute' : 'heldOrdersPerMinute'
      return { ...made, take: unless(() => name, made.take), full: unless(() => name, made.full) }
    },
  }
})
vi.mock('../../electron/trading/risk/price-band.ts', async (importOriginal) => {
  const real = await importOriginal<Record<string, Any>>()
  const which = ({ family }: { family: string }) => (family === 'scalar' ? 'priceBandDegrees' : 'priceBandCents')
  return { ...real, bandRefusal: unless(which as never, real.bandRefusal as Any) }
})
vi.mock('../../electron/trading/risk/period-collar.ts', async (importOriginal) => {
  const real = await importOriginal<Record<string, Any>>()
  const which = ({ family }: { family: string }) => (family === 'scalar' ? 'collarDegrees' : 'collarCents')
  return {
    ...real,
    createPeriodCollar: (...input: never[]) => {
      const made = real.createPeriodCollar?.(...input) as { refusal: Any }
      return { ...made, refusal: unless(which as never, made.refusal) }
    },
  }
})
vi.mock('../../electron/trading/risk/depth-share.ts', async (importOriginal) => {
  const real = await importOriginal<Record<string, Any>>()
  return { ...real, depthRefusal: unless(() => 'depthShare', real.depthRefusal as Any) }
})
vi.mock('../../electron/trading/risk/market-impact.ts', async (importOriginal) => {
  const real = await importOriginal<Record<string, Any>>()
  const make = real.createMarketImpact as (options: { limits: () => object }) => object
  return {
    ...real,
    // Its check of the size cannot be had apart: it is asked with a size that holds nothing.
    createMarketImpact: (options: { limits: () => object }) =>
      make({
        ...options,
        limits: () => (out.is === 'orderSize' ? { ...options.limits(), orderSize: '99999999' } : options.limits()),
      }),
  }
})
vi.mock('../../electron/trading/risk/exposure.ts', async (importOriginal) => {
  const real = await importOriginal<Record<string, Any>>()
  return {
    ...real,
    createExposure: (...input: never[]) => {
      const made = real.createExposure?.(...input) as { positionRefusal: Any }
      return { ...made, positionRefusal: unless(() => 'position', made.positionRefusal) }
    },
  }
})
vi.mock('../../electron/trading/risk/held-throttle.ts', async (importOriginal) => {
  const real = await importOriginal<Record<string, Any>>()
  const make = real.createHeldThrottle as (options: { limits: () => object }) => { refusal: Any }
  return {
    ...real,
    createHeldThrottle: (options: { limits: () => object }) => {
      // Fills of an hour count for those of a few seconds.
      const limits = () =>
        out.is === 'throttleSeconds' ? { ...options.limits(), throttleSeconds: 3600 } : options.limits()
      const made = make({ ...options, limits })
      return { ...made, refusal: unless(() => 'throttleFills', made.refusal) }
    },
  }
})
vi.mock('../../electron/trading/risk/worst-case-now.ts', async (importOriginal) => {
  const real = await importOriginal<Record<string, Any>>()
  return { ...real, worstCaseRefusal: unless(() => 'worstCase', real.worstCaseRefusal as Any) }
})
vi.mock('../../electron/trading/risk/own-orders.ts', async (importOriginal) => {
  const real = await importOriginal<Record<string, Any>>()
  return {
    ...real,
    createSelfCross: (...input: never[]) => unless(() => 'selfCross', real.createSelfCross?.(...input) as Any),
  }
})
vi.mock('../../electron/trading/risk/arming.ts', async (importOriginal) => {
  const real = await importOriginal<Record<string, Any>>()
  const make = real.createArming as (options: { limits: () => { armMinutes: number } }) => { refusal: Any }
  const byHot = new Set(['one_click_not_armed', 'keys_not_armed'])
  return {
    ...real,
    createArming: (options: { limits: () => { armMinutes: number } }) => {
      // Twice as long as it is set to.
      const limits = () => {
        const set = options.limits()
        return out.is === 'armMinutes' ? { ...set, armMinutes: set.armMinutes * 2 } : set
      }
      const made = make({ ...options, limits })
      const refusal = (...input: never[]) => {
        const found = made.refusal(...input) as { code: string } | null
        const code = found?.code ?? ''
        if (out.is === 'arm' && code === 'not_armed') return null
        return out.is === 'hotMinutes' && byHot.has(code) ? null : found
      }
      return { ...made, refusal }
    },
  }
})
vi.mock('../../electron/trading/risk/kill-switch.ts', async (importOriginal) => {
  const real = await importOriginal<Record<string, Any>>()
  return {
    ...real,
    createKillSwitch: (...input: never[]) => {
      const made = real.createKillSwitch?.(...input) as { refusal: Any }
      return { ...made, refusal: unless(() => 'kill', made.refusal) }
    },
  }
})

/** Set so that all of it is played, and soon. */
const LIMITS: TradingLimits = {
  ...DEFAULT_SETTINGS.limits,
  ordersPerMinute: 6,
  heldOrdersPerMinute: 5,
  throttleFills: 3,
  throttleSeconds: 30,
  worstCase: '2000' as Money,
  arm: 'always',
}

const quiet = { error: () => undefined }
let directory = ''
let stopped = 0
beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), 'limits-')), 'test')
  stopped = 0
  out.is = null
})
afterEach(() => rmSync(join(directory, '..'), { recursive: true }))

async function startVenue(at: number): Promise<ThrowAwayVenue> {
  const { venue, close } = await openVenue({
    ...{ statePath: null, at, seed: 'limits', port: 0, bucketMinutes: 120, speed: 1, waitlist: false },
    ...{ mode: 'all', outcomes: true, control: true, traders: false, log: () => undefined },
  })
  return {
    url: venue.url,
    wsPath: new URL(venue.wsUrl).pathname,
    directOrder: venue.directOrder as unknown as ThrowAwayVenue['directOrder'],
    async stop() {
      stopped += 1
      await close()
    },
  }
}

function open(limits: TradingLimits, subjects: readonly LimitsTestSubject[] = LIMITS_TEST_SUBJECTS) {
  const test = createLimitsTest({
    ...{ startVenue, directory, subjects, clock: systemClock, log: quiet, version: '1' },
    settings: () => ({ ...DEFAULT_SETTINGS, limits }),
  })
  const view = () => test.topic.view({ kind: 'limits_test' }) as LimitsTestView
  const over = () =>
    new Promise<LimitsTestView>((resolve) => {
      const look = (): void => {
        if (view().state !== 'running') resolve(view())
      }
      test.topic.onChange(look)
      look()
    })
  return { test, view, over }
}

async function sheetOf(limits: TradingLimits, subjects?: readonly LimitsTestSubject[]): Promise<LimitsTestSheet> {
  const { test, over } = open(limits, subjects)
  test.begin({ deployment: 'practice', isPractice: false })
  const end = await over()
  if (end.state !== 'done') throw new Error(`no sheet: ${JSON.stringify(end)}`)
  return end.sheet
}

const failedOf = ({ rows }: LimitsTestSheet): readonly string[] =>
  rows.filter(({ verdict }) => verdict === 'failed').map(({ subject }) => subject)
const told = ({ rows }: LimitsTestSheet) => rows.map(({ subject, verdict, note }) => [subject, verdict, note])

const LONG = 120_000

describe('the test of limits, with every control in place', () => {
  it('finds every limit held, tells one order inside and one outside of each, and leaves nothing behind', {
    timeout: LONG,
  }, async () => {
    const sheet = await sheetOf(LIMITS)
    expect(told(sheet).filter(([, verdict]) => verdict !== 'passed')).toEqual([])
    expect(sheet.rows.map(({ subject }) => subject)).toEqual(LIMITS_TEST_SUBJECTS)
    for (const { subject, tries } of sheet.rows) {
      const meant = new Set(tries.map((one) => one.meant))
      const both = subject === 'control' ? ['goes'] : ['goes', 'refused']
      expect([subject, both.filter((one) => !meant.has(one as 'goes'))]).toEqual([subject, []])
    }
    expect(stopped).toBe(1)
    expect(existsSync(directory)).toBe(false)
  })

  it('tells what is off, what cannot be tried and what was set aside, and calls none of it passed without saying so', {
    timeout: LONG,
  }, async () => {
    const { rows } = await sheetOf(
      {
        ...LIMITS,
        ...{ depthShare: null, dayLoss: null, worstCase: null, arm: 'never', throttleFills: 1 },
        ...{
          orderValue: '1000000000' as Money,
          priceBandCents: '99' as Decimal,
          orderSize: '10' as Size,
          position: '4' as Size,
        },
      },
      [
        'depthShare',
        'dayLoss',
        'worstCase',
        'arm',
        'armMinutes',
        'throttleSeconds',
        'priceBandCents',
        'orderValue',
        'orderSize',
      ],
    )
    const found = Object.fromEntries(rows.map(({ subject, verdict, note }) => [subject, `${verdict}: ${note}`]))
    expect(found).toEqual({
      depthShare: 'off: Off: nothing protects against one order that takes all that the book shows.',
      dayLoss: 'off: Off: nothing protects against a day that loses more and more.',
      worstCase: 'off: Off: nothing protects against holding more than you could bear to lose.',
      arm: 'off: Off: nothing protects against an order from a window that nobody armed.',
      armMinutes: 'off: Off: nothing protects against an order from a window that nobody armed.',
      throttleSeconds: 'not_playable: One fill alone pauses, so that no time counts.',
      priceBandCents: expect.stringMatching(
        /^not_playable: No price below 1 lies further than 99 cents from the lowest mark/,
      ),
      orderValue: expect.stringMatching(
        /^not_playable: The throw-away venue did not take what is inside: Size must be at most/,
      ),
      orderSize: 'passed: Played with Largest position set aside, which would refuse it first.',
    })
  })

  it('runs one at a time, is cancelled, and leaves nothing behind then either', { timeout: LONG }, async () => {
    const { test, view, over } = open(LIMITS)
    test.begin({ deployment: 'practice', isPractice: false })
    expect(() => test.begin({ deployment: 'practice', isPractice: false })).toThrow('being tested already')
    const seen = new Promise<void>((resolve) => {
      test.topic.onChange(() => {
        const now = view()
        if (now.state === 'running' && now.rows.length === 2) resolve()
      })
    })
    await seen
    test.cancel()
    expect(await over()).toEqual({ state: 'cancelled' })
    expect(test.sheet()).toBeNull()
    await test.stop()
    expect(stopped).toBe(1)
    expect(existsSync(directory)).toBe(false)
  })

  it('tells in words that there was no venue to play on, and can be begun anew', { timeout: LONG }, async () => {
    let isBroken = true
    const test = createLimitsTest({
      ...{ directory, subjects: ['control'], clock: systemClock, log: quiet, version: '1' },
      startVenue: (at) => (isBroken ? Promise.reject(new Error('no port')) : startVenue(at)),
      settings: () => DEFAULT_SETTINGS,
    })
    const ended = () =>
      new Promise<LimitsTestView>((resolve) => {
        const stop = test.topic.onChange(() => {
          const now = test.topic.view({ kind: 'limits_test' }) as LimitsTestView
          if (now.state === 'running') return
          stop()
          resolve(now)
        })
      })
    const first = ended()
    test.begin({ deployment: 'practice', isPractice: true })
    expect(await first).toEqual({ state: 'broken', why: 'no port' })
    isBroken = false
    const second = ended()
    test.begin({ deployment: 'practice', isPractice: true })
    expect((await second).state).toBe('done')
  })
})

describe('the test of limits, with one control taken out', () => {
  /** What fails without the control of a limit; what two settings hold together falls together. */
  const WITHOUT: Readonly<Record<Exclude<LimitsTestSubject, 'control'>, readonly LimitsTestSubject[]>> = {
    orderValue: ['orderValue'],
    orderSize: ['orderSize'],
    position: ['position'],
    priceBandDegrees: ['priceBandDegrees'],
    priceBandCents: ['priceBandCents'],
    collarDegrees: ['collarDegrees'],
    collarCents: ['collarCents'],
    depthShare: ['depthShare'],
    ordersPerMinute: ['ordersPerMinute'],
    heldOrdersPerMinute: ['heldOrdersPerMinute'],
    throttleFills: ['throttleFills', 'throttleSeconds'],
    throttleSeconds: ['throttleSeconds'],
    dayLoss: ['dayLoss'],
    worstCase: ['worstCase'],
    selfCross: ['selfCross'],
    arm: ['arm', 'armMinutes'],
    armMinutes: ['armMinutes'],
    hotMinutes: ['hotMinutes'],
    kill: ['kill'],
  }
  /** In `npm test` the row itself with those beside it; in the soak the whole sheet each time. */
  const sheetPlayed = (subject: LimitsTestSubject): readonly LimitsTestSubject[] => {
    const at = LIMITS_TEST_SUBJECTS.indexOf(subject)
    return runs(1, 2) === 1 ? LIMITS_TEST_SUBJECTS.slice(at, at + 2) : LIMITS_TEST_SUBJECTS
  }

  it.each(Object.entries(WITHOUT))(
    'says FAILED without the control of %s, and of nothing else',
    { timeout: LONG },
    async (control, failing) => {
      out.is = control
      const subjects = sheetPlayed(control as LimitsTestSubject)
      const sheet = await sheetOf(LIMITS, subjects)
      expect(failedOf(sheet)).toEqual(failing.filter((one) => subjects.includes(one)))
      expect(sheet.rows.filter(({ verdict }) => verdict !== 'failed').map(({ verdict }) => verdict)).toEqual(
        Array(subjects.length - failing.filter((one) => subjects.includes(one)).length).fill('passed'),
      )
      const row = sheet.rows.find(({ subject }) => subject === control)
      expect(row?.tries.filter(({ isRight }) => !isRight).length).toBeGreaterThan(0)
    },
  )
})
