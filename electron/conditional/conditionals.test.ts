import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { actionCode } from '../../contract/action-code.ts'
import { CONDITIONAL_STATES, isConditionalFinal } from '../../contract/conditional.ts'
import { compare, type Price, type Size } from '../../contract/decimal.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import { millis } from '../../contract/time.ts'
import { derivedId } from '../trading/index.ts'
import { CONDITIONAL_TRANSITIONS, type ConditionalEvent, step } from './state-machine.ts'
import { ASSET, openConditionalSetup, TRADER } from './testing/setup.ts'
import { directionOf, isReached } from './trigger.ts'

const BOTH = { stop: '570.00' as Price, target: '572.00' as Price }

describe('the table of steps', () => {
  it('leads out of every state that is not final, and out of no final one', () => {
    for (const state of CONDITIONAL_STATES) {
      expect(Object.keys(CONDITIONAL_TRANSITIONS[state]).length > 0).toBe(!isConditionalFinal(state))
    }
  })
  it('uses the service’s time like orders do, regardless of this machine’s clock', async () => {
    const setup = openConditionalSetup()
    setup.bucketIs({ clockOffset: -40_000 })
    const before = setup.clock.now()
    const [id] = await setup.protect()
    expect(setup.rows.get(id ?? '')?.createdAt).toBeLessThan(before)
  })
  it('is listed with the service’s time, even once it was dismissed, and after a restart', async () => {
    const setup = openConditionalSetup()
    setup.bucketIs({ clockOffset: -40_000 })
    const before = setup.clock.now()
    const [id = ''] = await setup.protect()
    const listed = () => setup.conditionals.listed().find((one) => one.id === id)
    expect(listed()).toMatchObject({ state: 'armed' })
    for (const { at } of listed()?.steps ?? []) expect(at).toBeLessThan(before)
    setup.conditionals.cancel(id)
    expect(setup.conditionals.dismiss([id])).toBe(true)
    expect(setup.view().some((one) => one.id === id)).toBe(false)
    const ended = { state: 'cancelled', message: 'Canceled by you.' }
    expect(listed()).toMatchObject(ended)
    await setup.restart()
    expect(listed()).toMatchObject(ended)
  })
  it('ends nothing whose close may be under way', async () => {
    const setup = openConditionalSetup()
    const [id] = await setup.protect()
    const armed = setup.rows.get(id ?? '')
    if (armed === undefined) throw new Error('not set')
    const inFlight = { ...armed, state: 'triggered' as const, intent: {} as never, actionId: 'x' }
    for (const type of ['cancelled', 'expired', 'failed', 'sized'] as const) {
      const event = { type, detail: '', intent: {} as never, actionId: 'y' } as ConditionalEvent
      expect(step(inFlight, event, millis(0)).ok).toBe(false)
    }
  })
})

describe('a trigger', () => {
  it('is below a long for its stop and above it for its target, and the reverse for a short', () => {
    expect(directionOf('stop', 'long')).toBe('at_or_below')
    expect(directionOf('take_profit', 'long')).toBe('at_or_above')
    expect(directionOf('stop', 'short')).toBe('at_or_above')
    expect(directionOf('take_profit', 'short')).toBe('at_or_below')
  })
  it('is compared exactly, at any precision', () => {
    expect(isReached('at_or_below', '570.10' as Price, '570.1' as Price)).toBe(true)
    expect(isReached('at_or_below', '570.1' as Price, '570.10000000000000000001' as Price)).toBe(false)
  })
  it.each<[string, object, RegExp]>([
    ['on the wrong side', { stop: '571.00' }, /The stop must be below 571\.00 \(mark\); 571\.00 is not\./],
    ['off the tick', { stop: '570.005' }, /multiple of 0.01/],
    ['of size zero', { covers: '0' }, /greater than 0/],
    ['of a fraction of a lot', { covers: '1.00005' }, /multiple of 0.0001/],
    [
      'with a distance that its close would be refused for',
      { protection: { distance: '25.01', bound: null } },
      /at most 25 °F/,
    ],
    ['that closes within less than a tick', { protection: { distance: '0.004', bound: null } }, /at least one tick/],
    ['for a market that is not live', { asset: 'NYCTMP2' }, /lists no market NYCTMP2/],
  ])('%s is refused, and nothing is set', async (_what, change, text) => {
    const setup = openConditionalSetup()
    await expect(setup.protect(change)).rejects.toThrow(text)
    expect(setup.rows.size).toBe(0)
  })
  it('is not set on stale data, nor without a position or a trader', async () => {
    const setup = openConditionalSetup()
    setup.mark('571.00', { stale: true })
    await expect(setup.protect()).rejects.toThrow(/stale/)
    setup.mark('571.00')
    setup.position = '0'
    await expect(setup.protect()).rejects.toThrow(/no long position/)
    setup.address = null
    await expect(setup.protect()).rejects.toThrow(/signed in/)
  })
  it('requested twice is one', async () => {
    const setup = openConditionalSetup()
    const requestId = '00000000-0000-4000-8000-00000000ffff'
    expect(await setup.protect({ requestId })).toEqual(await setup.protect({ requestId }))
    expect(setup.rows.size).toBe(1)
  })
})

describe('a conditional order', () => {
  it('closes once the mark is at its trigger, and is done when the close filled', async () => {
    const setup = openConditionalSetup()
    await setup.protect()
    setup.mark('570.01')
    expect(setup.states()).toEqual(['armed'])
    setup.mark('570.00')
    setup.mark('569.00')
    await setup.idle()
    expect([...setup.taken.values()]).toEqual([
      {
        kind: 'close',
        asset: ASSET,
        position: 'long',
        size: '10',
        protection: { kind: 'distance', distance: '0.10', bound: '0.50' },
      },
    ])
    setup.finish('filled', { filled: '10' as never })
    expect(setup.states()).toEqual(['done'])
    expect(setup.submits).toBe(1)
  })
  it('can be dismissed once it has ended and not before, and stays ended', async () => {
    const setup = openConditionalSetup()
    const [id = ''] = await setup.protect()
    expect(setup.conditionals.dismiss([id])).toBe(false)
    expect(setup.states()).toEqual(['armed'])
    setup.conditionals.cancel(id)
    expect(setup.view()).toHaveLength(1)
    expect(setup.conditionals.dismiss([id])).toBe(true)
    expect(setup.view()).toEqual([])
    expect(setup.conditionals.dismiss([id])).toBe(false)
    expect(setup.rows.get(id)?.state).toBe('cancelled')
    expect(() => setup.conditionals.cancel(id)).toThrow(/Exit not found\./)
  })
  it('whose price was jumped over triggers at the first fresh mark beyond', async () => {
    const setup = openConditionalSetup()
    await setup.protect()
    setup.mark('560.00', { stale: true })
    expect(setup.states()).toEqual(['armed'])
    expect(setup.view()[0]?.paused).toMatch(/stale/)
    setup.mark('559.00')
    expect(setup.states()).toEqual(['triggered'])
  })
  it('reports that it continues after a pause that was seen only between two looks', async () => {
    const setup = openConditionalSetup()
    await setup.protect()
    await setup.clock.advanceAsync(1_000)
    let reported = setup.view()[0]?.paused
    setup.conditionals.topics.onChange(() => {
      reported = setup.view()[0]?.paused
    })
    setup.mark('571.00', { stale: true })
    /** A window that opens now gets the current state. */
    reported = setup.view()[0]?.paused
    expect(reported).toMatch(/stale/)
    setup.mark('571.00')
    await setup.clock.advanceAsync(1_000)
    expect(reported).toBeNull()
  })
  it('is shown after a sign-in, whoever read it before the next look', async () => {
    const setup = openConditionalSetup()
    await setup.protect()
    setup.address = `0x${'cd'.repeat(20)}` as typeof TRADER
    await setup.clock.advanceAsync(1_000)
    let reports = setup.view()
    expect(reports).toEqual([])
    setup.conditionals.topics.onChange(() => {
      reports = setup.view()
    })
    setup.address = TRADER
    setup.view()
    await setup.clock.advanceAsync(1_000)
    expect(reports).toHaveLength(1)
  })
  it('never triggers on a stale mark, nor without one', async () => {
    const setup = openConditionalSetup()
    await setup.protect()
    setup.mark('560.00', { receivedAt: millis(setup.clock.now() - 9_000) })
    setup.mark('560.00', { mark: null })
    setup.bucketIs({ stale: true })
    setup.mark('560.00')
    expect(setup.states()).toEqual(['armed'])
  })
  it('on the last price triggers on a print between two looks', async () => {
    const setup = openConditionalSetup()
    await setup.protect({ source: 'last' })
    setup.mark('560.00', { last: '571.00' as never })
    expect(setup.states()).toEqual(['armed'])
    const print = { tid: '1', asset: ASSET, side: 'sell', sz: '1', time: setup.clock.now() } as never as object
    setup.conditionals.onTrade({ ...print, px: '569.90' } as never)
    expect(setup.states()).toEqual(['triggered'])
  })
  it('of a plan blocks the others, and ends them in the write that records the closed position', async () => {
    const setup = openConditionalSetup()
    await setup.protect(BOTH)
    setup.mark('572.50')
    await setup.idle()
    expect(setup.states()).toEqual(['armed', 'submitted'])
    // All of it is under way: the stop that triggers meanwhile has nothing to close yet.
    setup.mark('560.00')
    await setup.idle()
    expect(setup.taken.size).toBe(1)
    expect(setup.states()).toEqual(['triggered', 'submitted'])
    setup.finish('filled', { filled: '10' as never })
    expect(setup.states()).toEqual(['cancelled', 'done'])
    const other = openConditionalSetup()
    await other.protect(BOTH)
    other.mark('560.00')
    other.mark('572.50')
    await other.idle()
    expect(other.states()).toEqual(['submitted', 'armed'])
    expect(other.view()[1]?.paused).toMatch(/Waiting for the stop of the plan, which triggered\./)
  })
  it('expires with a message when the position is gone or turned, or its bucket ends', async () => {
    const setup = openConditionalSetup()
    await setup.protect()
    setup.position = '-3'
    await setup.accountChanged()
    await setup.clock.advanceAsync(4_000)
    expect(setup.view()[0]).toMatchObject({ state: 'expired', message: `Position in ${ASSET} closed.` })

    setup.position = '10.0000'
    await setup.protect()
    await setup.clock.skip(7_200_000)
    expect(setup.states()).toEqual(['expired', 'expired'])
    await setup.clock.advanceAsync(16_000)
    expect(setup.notified).toHaveLength(2)
  })
  it('is not ended by a failing read', async () => {
    const setup = openConditionalSetup()
    await setup.protect()
    setup.accountFails = true
    await setup.accountChanged()
    expect(setup.states()).toEqual(['armed'])
  })
  it('that triggered waits for an unreadable position, and then closes', async () => {
    const setup = openConditionalSetup()
    await setup.protect()
    setup.accountFails = true
    setup.mark('569.00')
    await setup.clock.advanceAsync(700)
    expect(setup.taken.size).toBe(0)
    setup.accountFails = false
    setup.mark('569.00')
    await setup.clock.advanceAsync(3_000)
    expect(setup.taken.size).toBe(1)
  })
  it('whose unsent close was refused starts another under another id; one that the trader declined fails', async () => {
    const setup = openConditionalSetup()
    await setup.protect()
    setup.mark('569.00')
    await setup.idle()
    setup.finish('refused', { code: actionCode('network'), message: 'No connection.' })
    setup.mark('569.00')
    await setup.clock.advanceAsync(3_000)
    expect(setup.taken.size).toBe(2)
    setup.finish('refused', { code: 'declined', message: 'You chose not to sign it.' })
    expect(setup.states()).toEqual(['failed'])
    expect(setup.notified.at(-1)).toMatch(/failed/)
  })
  it('cannot be canceled once it triggered and its close is under way', async () => {
    const setup = openConditionalSetup()
    const [id = ''] = await setup.protect()
    setup.mark('569.00')
    await setup.idle()
    expect(() => setup.conditionals.cancel(id)).toThrow(/It has triggered and is closing\./)
  })
  it('whose end cannot be written reports that, alone or with its plan, and keeps watching', async () => {
    const setup = openConditionalSetup()
    const [id = ''] = await setup.protect({ covers: '4' as Size })
    const terms = { targets: [], breakEven: null, trail: null, outBefore: null }
    const plan = await setup.plan({ terms: { stop: { by: 'distance', distance: '0.50' as Price }, ...terms } })
    setup.storeFails = true
    expect(() => setup.conditionals.cancel(id)).toThrow(
      /The cancellation could not be saved\. The exit is still active\. Try again\./,
    )
    expect(() => setup.conditionals.cancelPlan(plan)).toThrow(
      /The cancellation could not be saved\. The exit is still active\. Try again\./,
    )
    expect(setup.states()).toEqual(['armed', 'armed'])
  })

  it('of another wallet has no row and does not trigger', async () => {
    const setup = openConditionalSetup()
    await setup.protect()
    setup.address = `0x${'cd'.repeat(20)}` as typeof TRADER
    setup.mark('560.00')
    await setup.idle()
    expect(setup.view()).toEqual([])
    expect(setup.states()).toEqual(['armed'])
  })
  it('that cannot be written does nothing, and triggers once it can', async () => {
    const setup = openConditionalSetup()
    await setup.protect()
    setup.storeFails = true
    setup.mark('569.00')
    setup.mark('568.00')
    await setup.idle()
    expect(setup.taken.size).toBe(0)
    expect(setup.notified).toEqual(['Exits cannot be saved'])
    setup.storeFails = false
    setup.mark('569.00')
    await setup.idle()
    expect(setup.taken.size).toBe(1)
  })
  it('killed right after its submit follows that close, under its unchanged id', async () => {
    const setup = openConditionalSetup()
    const [id = ''] = await setup.protect()
    setup.crashAt = (effect) => effect === 'submitted'
    setup.mark('569.00')
    await setup.idle()
    setup.crashAt = () => false
    expect(setup.states()).toEqual(['triggered'])
    setup.finish('filled', { filled: '10' as never })
    setup.position = '0'
    await setup.restart()
    expect(setup.states()).toEqual(['done'])
    expect([...setup.taken.keys()]).toEqual([derivedId(id, 'close/0')])
  })
  it('that triggered long ago is not closed in a later bucket of the same asset', async () => {
    const setup = openConditionalSetup()
    await setup.protect()
    setup.crashAt = (effect) => effect === 'submit'
    setup.mark('569.00')
    await setup.idle()
    setup.crashAt = () => false
    await setup.clock.skip(20_000_000)
    const now = setup.clock.now()
    setup.bucketIs({ current: { asset: ASSET, start: now, end: millis(now + 7_200_000), phaseText: null } })
    setup.mark('569.00')
    await setup.restart()
    await setup.clock.advanceAsync(10_000)
    expect(setup.states()).toEqual(['expired'])
    expect(setup.taken.size).toBe(0)
  })
})

/** One message of a random session; prices in hundredths around the trigger. */
const message = fc.record({
  cents: fc.integer({ min: 56_950, max: 57_250 }),
  stale: fc.boolean(),
  wait: fc.integer({ min: 0, max: 3_000 }),
})
const priceOf = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

describe('on random price paths', () => {
  it('a stop and its target fire exactly when a fresh mark is at or through one of its triggers, and never both', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 25 }), async (path) => {
        const setup = openConditionalSetup()
        await setup.protect(BOTH)
        let expected: 'stop' | 'take_profit' | null = null
        for (const { cents, stale, wait } of path) {
          setup.mark(priceOf(cents), { stale })
          await setup.idle()
          if (!stale && expected === null) {
            if (compare(priceOf(cents) as Price, BOTH.stop) <= 0) expected = 'stop'
            else if (compare(priceOf(cents) as Price, BOTH.target) >= 0) expected = 'take_profit'
          }
          const fired = [...setup.rows.values()].filter(({ state }) => state === 'submitted')
          expect(fired.map(({ kind }) => kind)).toEqual(expected === null ? [] : [expected])
          expect(setup.taken.size).toBe(expected === null ? 0 : 1)
          const live = [...setup.rows.values()].filter(({ state }) => !isConditionalFinal(state))
          expect(live).toHaveLength(2)
          setup.clock.advance(wait)
        }
      }),
      { numRuns: runs(20, 2_000) },
    )
  })

  it('any number of crashes before or after any effect loses no close and doubles none', async () => {
    const crashes = fc.array(fc.tuple(fc.constantFrom('write', 'submit', 'submitted'), fc.nat(3)), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(crashes, async (plan) => {
        const setup = openConditionalSetup()
        await setup.protect(BOTH)
        const left = [...plan]
        let count = 0
        setup.crashAt = (effect) => {
          const [next] = left
          if (next === undefined || next[0] !== effect || count++ < next[1]) return false
          left.shift()
          count = 0
          return true
        }
        for (let life = 0; life <= plan.length; life += 1) {
          setup.mark('569.50')
          await setup.clock.advanceAsync(1_200)
          setup.mark('569.50')
          await setup.clock.advanceAsync(1_200)
          await setup.restart()
        }
        setup.crashAt = () => false
        await setup.restart()
        setup.mark('569.50')
        await setup.clock.advanceAsync(4_000)
        expect(setup.taken.size).toBe(1)
        setup.finish('filled', { filled: '10' as never })
        await setup.restart()
        expect(setup.states().sort()).toEqual(['cancelled', 'done'])
      }),
      { numRuns: runs(20, 2_000) },
    )
  })
})
