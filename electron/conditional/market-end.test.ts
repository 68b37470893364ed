import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isConditionalFinal } from '../../contract/conditional.ts'
import type { Price } from '../../contract/decimal.ts'
import type { ExitTerms } from '../../contract/exit-plan.ts'
import type { Bucket } from '../../contract/market.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import { type Millis, millis } from '../../contract/time.ts'
import { ASSET, BINARY, type ConditionalSetup, openBinarySetup, openConditionalSetup } from './testing/setup.ts'

const MINUTE = 60_000
const LENGTH = 120 * MINUTE
const COIN = '#36010'
const NONE: ExitTerms = { stop: null, targets: [], breakEven: null, trail: null, outBefore: null }

/** Each answer must be given explicitly: an earlier one is only evaluated again. */
function answering(setup: ConditionalSetup): () => void {
  let answers = 1
  setup.readAt = () => answers
  return () => {
    answers += 1
  }
}

interface Market {
  readonly setup: ConditionalSetup
  readonly end: number
  /** The right answer, as at the beginning. */
  right(): void
  /** An answer with these changes to the right one. */
  says(change: Partial<Bucket>): void
}

/** A stop over ten contracts, in a bucket with 119 minutes to go. */
async function scalar(terms?: ExitTerms): Promise<Market> {
  const setup = openConditionalSetup()
  const next = answering(setup)
  const start = millis(setup.clock.now() - MINUTE)
  const end = millis(start + LENGTH)
  const bucket: Bucket = { asset: ASSET, start, end, phaseText: null }
  const says = (change: Partial<Bucket>): void => {
    next()
    setup.bucketIs({ current: { ...bucket, ...change } })
  }
  says({})
  setup.mark('571.00')
  if (terms === undefined) await setup.protect()
  else await setup.plan({ terms })
  return { setup, end, says, right: () => says({}) }
}

async function binary(terms?: ExitTerms): Promise<Market> {
  const setup = openBinarySetup('5')
  const next = answering(setup)
  const end = setup.clock.now() + LENGTH
  const right = { asset: BINARY, start: setup.clock.now(), end: millis(end) }
  const says = (change: Partial<Bucket>): void => {
    next()
    setup.binaryIs({ bucket: { ...right, ...change } })
  }
  says({})
  if (terms === undefined) await setup.protect({ stop: '0.500' })
  else await setup.plan({ terms })
  return { setup, end, says, right: () => says({}) }
}

interface OutcomeMarketSaid {
  readonly expired?: boolean
  readonly expiry?: number
}

async function shares(terms?: ExitTerms): Promise<Omit<Market, 'says'> & { says(change: OutcomeMarketSaid): void }> {
  const setup = openConditionalSetup()
  const next = answering(setup)
  setup.asset = COIN
  setup.position = '60'
  const end = setup.clock.now() + LENGTH
  const side = { index: 0, name: 'Yes', coin: COIN }
  const market = { outcomeId: 3601, name: 'Rain', sides: [side], questions: [], expired: false, settling: false }
  const says = (change: OutcomeMarketSaid): void => {
    next()
    const facts = { ...market, expiry: end, winner: null, sizeDecimals: 0, tickSize: '0.001', ...change }
    setup.outcome = { side, market: facts } as never
    setup.say('outcomes')
  }
  says({})
  setup.mark('0.640')
  if (terms === undefined) await setup.protect({ stop: '0.500' })
  else await setup.plan({ terms })
  return { setup, end, says, right: () => says({}) }
}

/** Of a long wait only the end is simulated: nothing happens in it. */
async function wait({ clock }: ConditionalSetup, ms: number): Promise<void> {
  const last = Math.min(ms, MINUTE)
  await clock.skip(ms - last)
  await clock.advanceAsync(last)
}
const pauseOf = (setup: ConditionalSetup): string | null => setup.view()[0]?.paused ?? null
const turnBefore = (bucket: number): { start: Millis; end: Millis } => ({
  start: millis(bucket - 2 * LENGTH),
  end: millis(bucket - LENGTH),
})

describe('a bucket with a single deviating answer', () => {
  it.each([
    ['the previous bucket', (end: number) => ({ asset: 'NYCTMP2', ...turnBefore(end) })],
    [
      'an earlier one of the same asset',
      (end: number) => ({ start: turnBefore(end - LENGTH).start, end: turnBefore(end).start }),
    ],
    ['the next bucket, before its own end', (end: number) => ({ asset: 'NYCTMP2', start: end, end: end + LENGTH })],
    ['a later one of the same asset', (end: number) => ({ start: end + LENGTH, end: end + 2 * LENGTH })],
  ])('ends nothing: %s; the exit is paused meanwhile, and triggers after the next right answer', async (_, other) => {
    const { setup, end, says, right } = await scalar()
    says(other(end) as Partial<Bucket>)
    setup.mark('569.00')
    await wait(setup, 1_000)
    expect(setup.states()).toEqual(['armed'])
    expect(pauseOf(setup)).toMatch(/reports (another bucket|an ended bucket for NYCTMP1)/)
    right()
    setup.mark('569.00')
    await wait(setup, 600)
    expect(setup.taken.size).toBe(1)
  })

  it('ends nothing by repeated answers either, before its own end by the confirmed clock', async () => {
    const { setup, end, says } = await scalar()
    for (let count = 0; count < 60; count += 1) {
      says({ asset: 'NYCTMP2', start: millis(end), end: millis(end + LENGTH) })
      await wait(setup, 1_000)
    }
    expect(setup.states()).toEqual(['armed'])
    await wait(setup, end - setup.clock.now())
    expect(setup.view()[0]).toMatchObject({ state: 'expired', message: expect.stringMatching(/NYCTMP2 is live/) })
  })

  it('closes no exit in it that triggered before, while the clock is unconfirmed', async () => {
    const { setup, end, says } = await scalar()
    setup.accountFails = true
    setup.mark('569.00')
    await wait(setup, 600)
    expect(setup.states()).toEqual(['triggered'])
    setup.isClockConfirmed = false
    says({ start: millis(end + LENGTH), end: millis(end + 2 * LENGTH) })
    setup.accountFails = false
    await wait(setup, 2_500)
    expect(setup.taken.size).toBe(0)
    says({ start: millis(end + LENGTH), end: millis(end + 2 * LENGTH) })
    await wait(setup, 3_000)
    says({ start: millis(end + LENGTH), end: millis(end + 2 * LENGTH) })
    await wait(setup, 3_000)
    expect(setup.states()).toEqual(['expired'])
    expect(setup.taken.size).toBe(0)
  })

  it('ends no plan that waits for its order', async () => {
    const { setup, end, says, right } = await scalar()
    const entry = '11111111-0000-4000-8000-000000000001'
    setup.entry(entry, {})
    const plan = await setup.plan({ entry, terms: { ...NONE, stop: { by: 'price', price: '570.00' as Price } } })
    says({ asset: 'NYCTMP2', start: millis(end), end: millis(end + LENGTH) })
    await wait(setup, 2_000)
    right()
    await wait(setup, 2_000)
    expect(setup.exit(plan, 'stop').state).toBe('waiting')
  })

  it('ends nothing of a binary market', async () => {
    const { setup, end, says, right } = await binary()
    says({ asset: 'GBETB', start: millis(end), end: millis(end + LENGTH) })
    await wait(setup, 10_000)
    expect(setup.states()).toEqual(['armed'])
    right()
    setup.mark('0.490')
    await setup.idle()
    expect(setup.taken.size).toBe(1)
  })
})

describe('while the clock is unconfirmed', () => {
  it('an end that has come by it ends nothing, and ends the exit once it is confirmed', async () => {
    const { setup, end, says } = await scalar()
    setup.isClockConfirmed = false
    await wait(setup, end + 1_000 - setup.clock.now())
    says({})
    await wait(setup, 600)
    expect(setup.states()).toEqual(['armed'])
    setup.isClockConfirmed = true
    await wait(setup, 600)
    expect(setup.states()).toEqual(['expired'])
  })

  it('two answers 3 s apart that name the next bucket end the exit; one that is evaluated twice does not', async () => {
    const { setup, end, says } = await scalar()
    setup.isClockConfirmed = false
    const after = { asset: 'NYCTMP2', start: millis(end), end: millis(end + LENGTH) }
    says(after)
    await wait(setup, 20_000)
    expect(setup.states()).toEqual(['armed'])
    says(after)
    expect(setup.states()).toEqual(['expired'])
    const soon = await scalar()
    soon.setup.isClockConfirmed = false
    soon.says(after)
    await wait(soon.setup, 1_000)
    soon.says(after)
    await wait(soon.setup, 10_000)
    expect(soon.setup.states()).toEqual(['armed'])
  })
})

describe('an end that the service moves', () => {
  it.each(['scalar', 'binary'] as const)(
    'later, of a %s bucket: the exit continues, and its end follows the second answer',
    async (family) => {
      const { setup, end, says } = await (family === 'scalar' ? scalar() : binary())
      const later = end + 30 * MINUTE
      await wait(setup, end - 2_000 - setup.clock.now())
      says({ end: millis(later) })
      await wait(setup, 4_000)
      expect(setup.states()).toEqual(['armed'])
      expect(setup.view()[0]?.target.end).toBe(end)
      says({ end: millis(later) })
      await wait(setup, 600)
      expect(setup.view()[0]).toMatchObject({
        target: { end: later },
        until: { at: later },
        message: 'The venue moved the end of this market 30 min later.',
      })
      await wait(setup, later - 1_000 - setup.clock.now())
      expect(setup.states()).toEqual(['armed'])
      await wait(setup, 2_000)
      expect(setup.states()).toEqual(['expired'])
    },
  )

  it('while the terminal is off ends nothing at the next start', async () => {
    const { setup, end, says } = await scalar()
    setup.conditionals.stop()
    await wait(setup, end + MINUTE - setup.clock.now())
    says({ end: millis(end + 30 * MINUTE) })
    await setup.restart()
    await wait(setup, 1_000)
    expect(setup.states()).toEqual(['armed'])
  })

  it('earlier is adopted once a second answer some seconds later agrees, and never without one', async () => {
    const { setup, end, says, right } = await scalar()
    const earlier = setup.clock.now() + 10 * MINUTE
    says({ end: millis(earlier) })
    await wait(setup, 4_000)
    right()
    await wait(setup, 11 * MINUTE)
    expect(setup.view()[0]).toMatchObject({ state: 'armed', target: { end } })
    const sooner = setup.clock.now() + 10 * MINUTE
    says({ end: millis(sooner) })
    await wait(setup, 4_000)
    says({ end: millis(sooner) })
    await wait(setup, 600)
    expect(setup.view()[0]?.target.end).toBe(sooner)
    await wait(setup, sooner - setup.clock.now())
    expect(setup.states()).toEqual(['expired'])
  })

  it('later lets exits of shares continue', async () => {
    const { setup, end, says } = await shares()
    for (let count = 0; count < 2; count += 1) {
      says({ expiry: end + LENGTH })
      await wait(setup, 4_000)
    }
    await wait(setup, end + MINUTE - setup.clock.now())
    expect(setup.view()[0]).toMatchObject({ state: 'armed', target: { end: end + LENGTH } })
  })
})

describe('an outcome market that the service reports as expired', () => {
  it('in one answer ends nothing; its exits are paused until the next one', async () => {
    const { setup, says, right } = await shares()
    says({ expired: true })
    await wait(setup, 10_000)
    expect(setup.states()).toEqual(['armed'])
    expect(pauseOf(setup)).toMatch(
      /Paused: the venue reports Yes as expired; waiting for a second answer to confirm it\./,
    )
    right()
    await wait(setup, 600)
    expect(pauseOf(setup)).toBeNull()
  })

  it('in two consecutive answers some seconds apart is over', async () => {
    const { setup, says, right } = await shares()
    for (const say of [() => says({ expired: true }), right, () => says({ expired: true })]) {
      say()
      await wait(setup, 2_000)
    }
    expect(setup.states()).toEqual(['armed'])
    await wait(setup, 2_000)
    says({ expired: true })
    expect(setup.states()).toEqual(['expired'])
  })
})

describe('a time exit', () => {
  const OUT: ExitTerms = { ...NONE, outBefore: 30 }

  it('does not act on an unconfirmed clock, shows that, and acts once it is confirmed', async () => {
    const { setup, end } = await scalar(OUT)
    setup.isClockConfirmed = false
    await wait(setup, end - 140_000 - setup.clock.now())
    expect(setup.taken.size).toBe(0)
    expect(pauseOf(setup)).toBe("Paused: the venue's time is not confirmed.")
    setup.isClockConfirmed = true
    await wait(setup, 600)
    expect(setup.taken.size).toBe(1)
  })

  it('does not act on an end that one answer brings forward', async () => {
    const { setup, says, right } = await scalar(OUT)
    says({ end: millis(setup.clock.now() + 140_000) })
    await wait(setup, 10_000)
    expect(setup.taken.size).toBe(0)
    expect(pauseOf(setup)).toMatch(
      /Paused: the venue reports a different end for NYCTMP1; waiting for a second answer to confirm it\./,
    )
    right()
    await wait(setup, 1_000)
    expect(pauseOf(setup)).toBeNull()
  })

  it('of binary contracts does not act on a cut-off from one answer, and acts on one that two agree on', async () => {
    const { setup, right } = await binary(OUT)
    const cutoff = setup.clock.now() + 20_000
    setup.binaryIs({ status: { entryCutoff: millis(cutoff) } })
    await wait(setup, 10_000)
    expect(setup.taken.size).toBe(0)
    expect(pauseOf(setup)).toMatch(
      /Paused: the venue reports a new entry cutoff for GBETA; waiting for a second answer to confirm it\./,
    )
    right()
    await wait(setup, 600)
    expect(setup.taken.size).toBe(1)
  })
})

describe('on random answers', () => {
  const WRONG: Readonly<Record<string, (end: number, now: number) => Partial<Bucket>>> = {
    before: (end) => ({ asset: 'NYCTMP2', ...turnBefore(end) }) as Partial<Bucket>,
    after: (end) => ({ asset: 'NYCTMP2', start: millis(end), end: millis(end + LENGTH) }),
    later: (end) => ({ start: millis(end + LENGTH), end: millis(end + 2 * LENGTH) }),
    postponed: (end) => ({ end: millis(end + 30 * MINUTE) }),
    forward: (_, now) => ({ end: millis(now + 150_000) }),
    past: (_, now) => ({ end: millis(now - 5_000) }),
  }
  const OPEN = { scalar, binary, shares }
  const step = fc.record({
    wrong: fc.constantFrom(...Object.keys(WRONG)),
    clock: fc.constantFrom('confirmed', 'doubted', 'leapt'),
    isGone: fc.boolean(),
    lasts: fc.integer({ min: 0, max: 20_000 }),
    good: fc.integer({ min: 0, max: 5_000 }),
  })

  it('with single wrong ones among them no exit of a live market ends, and none closes by the clock', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('scalar', 'binary', 'shares').map((family) => family as keyof typeof OPEN),
        fc.array(step, { maxLength: 12 }),
        async (family, path) => {
          const stop = { by: 'price', price: (family === 'scalar' ? '570.00' : '0.500') as Price } as const
          const market = await OPEN[family]({ ...NONE, stop, outBefore: 60 })
          const { setup, end, right } = market
          if (family === 'binary') setup.binaryIs({ status: { entryCutoff: millis(end - 3 * MINUTE) } })
          for (const { wrong, clock, isGone, lasts, good } of path) {
            setup.isClockConfirmed = clock === 'confirmed'
            const change = WRONG[wrong]?.(end, setup.clock.now()) ?? {}
            market.says({ ...change, expired: true, expiry: change.end ?? end } as never)
            if (isGone && family === 'scalar') setup.bucketIs({ current: null })
            if (clock === 'leapt') setup.bucketIs({ clockOffset: 10_800_000 })
            await wait(setup, lasts)
            setup.bucketIs({ clockOffset: 0 })
            setup.isClockConfirmed = true
            right()
            await wait(setup, good)
            const open = [...setup.rows.values()].filter(({ state }) => !isConditionalFinal(state))
            expect(open).toHaveLength(setup.rows.size)
            expect(setup.taken.size).toBe(0)
            expect(new Set(open.map(({ target }) => target.end))).toEqual(new Set([end]))
          }
          right()
          setup.mark(family === 'scalar' ? '569.00' : '0.400')
          await setup.idle()
          expect(setup.taken.size).toBe(1)
        },
      ),
      { numRuns: runs(20, 2_000) },
    )
  })
})
