import { describe, expect, it } from 'vitest'
import type { Fill } from '../../contract/account.ts'
import { serviceTime } from '../../contract/action.ts'
import { size } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import { millis } from '../../contract/time.ts'
import type { StoredAction } from '../storage/index.ts'
import { createExecutions } from './reconcile/index.ts'
import { BUY, openTradingSetup, type TradingSetup } from './testing/setup.ts'

const shown = (setup: TradingSetup, number: number) => setup.action(number).execution ?? null

describe('the execution of an action', () => {
  it('is known once its fills are read, which is at once where they are listed', async () => {
    const setup = await openTradingSetup()
    setup.venue.behaviour = 'fill'
    await setup.submit(1)
    await setup.clock.advanceAsync(200)
    expect(setup.action(1)).toMatchObject({
      state: 'filled',
      execution: { size: '2', average: '570.5', token: 'USDC' },
    })
  })

  it('is absent before that: no price is made up while the service lags', async () => {
    const setup = await openTradingSetup()
    setup.venue.behaviour = 'fill'
    const { fills } = setup.venue.service
    let late = true
    const lagging = async (...args: Parameters<typeof fills>) => (late ? [] : await fills(...args))
    Object.assign(setup.venue.service, { fills: lagging })
    await setup.submit(1)
    await setup.clock.advanceAsync(3_000)
    expect([setup.action(1).state, setup.action(1).filled, shown(setup, 1)]).toEqual(['filled', '2', null])
    late = false
    await setup.clock.advanceAsync(5_000)
    expect(shown(setup, 1)).toMatchObject({ average: '570.5' })
  })

  it('has the time of the fills, even when the machine’s clock is corrected before they are read', async () => {
    const setup = await openTradingSetup()
    setup.venue.behaviour = 'fill'
    const { fills } = setup.venue.service
    let time: number | null = null
    Object.assign(setup.venue.service, {
      fills: async (...args: Parameters<typeof fills>) => {
        const all = await fills(...args)
        time = all[0]?.time ?? time
        setup.measuredOffset = 0
        return all
      },
    })
    setup.measuredOffset = -40_000
    const requests = setup.clock.now() - 40_000
    await setup.submit(1)
    await setup.clock.advanceAsync(200)
    const action = setup.action(1)
    expect(serviceTime(action, action.createdAt)).toBe(requests)
    expect(time).not.toBeNull()
    expect(shown(setup, 1)).not.toBeNull()
    expect(serviceTime(action, shown(setup, 1)?.at ?? millis(0))).toBe(time)
  })

  it('grows part by part for a resting order', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1)
    const oid = setup.action(1).oid ?? ''
    setup.venue.fill(oid, size('0.5'))
    await setup.clock.advanceAsync(3_000)
    expect(setup.action(1)).toMatchObject({ state: 'partly_filled', execution: { size: '0.5' } })
    setup.venue.fill(oid, size('1.5'))
    await setup.clock.advanceAsync(3_000)
    expect(setup.action(1)).toMatchObject({ state: 'filled', execution: { size: '2' } })
  })

  it('is found even when its fills lie more than a page back', async () => {
    const setup = await openTradingSetup()
    setup.venue.behaviour = 'fill'
    const { fills } = setup.venue.service
    const requests: (number | null)[] = []
    Object.assign(setup.venue.service, {
      fills: async (...[who, page]: Parameters<typeof fills>) => {
        requests.push(page.before)
        const all = await fills(who, { ...page, before: null })
        const strangers = Array.from({ length: 700 }, (_, index) => ({
          ...(all[0] as Fill),
          tid: `s${index}`,
          oid: 'x',
          time: millis((all[0]?.time ?? 0) + 700 - index),
        }))
        return [...strangers, ...all]
          .filter(({ time }) => page.before === null || time < page.before)
          .slice(0, page.limit)
      },
    })
    await setup.submit(1)
    await setup.clock.advanceAsync(500)
    expect(requests.length).toBeGreaterThan(1)
    expect(shown(setup, 1)).toMatchObject({ size: '2', average: '570.5' })
  })

  it('is kept across a restart, without another read', async () => {
    const setup = await openTradingSetup()
    setup.venue.behaviour = 'fill'
    await setup.submit(1)
    await setup.clock.advanceAsync(200)
    const before = setup.venue.count('fills')
    setup.venue.fills.splice(0)
    await setup.restart()
    await setup.clock.advanceAsync(5_000)
    expect(shown(setup, 1)).toMatchObject({ average: '570.5' })
    /** One read at the start, as at any; none for this action. */
    expect(setup.venue.count('fills')).toBe(before + 1)
  })

  it('is read once for a journal that lacks it, and not forever when nothing is there', async () => {
    const setup = await openTradingSetup()
    setup.venue.behaviour = 'fill'
    await setup.submit(1)
    await setup.submit(2, { ...BUY, size: size('1.0000') } as Intent)
    await setup.clock.advanceAsync(200)
    for (const number of [1, 2]) {
      const { execution: _, ...old } = setup.action(number)
      /** The fills of the second one are in no list. */
      setup.journal.write({ ...old, ...(number === 2 ? { oid: '9999' } : {}) } as StoredAction)
    }
    await setup.restart()
    await setup.clock.advanceAsync(120_000)
    await setup.restart()
    await setup.clock.advanceAsync(10_000)
    expect([shown(setup, 1)?.average, shown(setup, 2)]).toEqual(['570.5', null])
    const requests = setup.venue.count('fills')
    await setup.clock.advanceAsync(600_000)
    /** Only the regular read every 15 s. */
    expect(setup.venue.count('fills') - requests).toBeLessThanOrEqual(40)
  })

  it('is unconfirmed where no fill confirms the acknowledgement for a minute, until one does', async () => {
    const setup = await openTradingSetup()
    setup.venue.behaviour = 'fill'
    let lists = false
    const { fills } = setup.venue.service
    Object.assign(setup.venue.service, {
      fills: async (...args: Parameters<typeof fills>) => (lists ? fills(...args) : []),
    })
    await setup.submit(1)
    await setup.clock.advanceAsync(30_000)
    expect(setup.action(1)).toMatchObject({ state: 'filled' })
    expect(setup.action(1).execution).toBeUndefined()
    await setup.clock.advanceAsync(120_000)
    expect(setup.action(1).execution).toBeNull()
    await setup.restart()
    lists = true
    await setup.clock.advanceAsync(60_000)
    expect(shown(setup, 1)).toMatchObject({ average: '570.5' })
  })

  it('waits for the next pass after a failed read', async () => {
    const setup = await openTradingSetup()
    setup.venue.behaviour = 'fill'
    setup.venue.fail('fills', new Error('down'))
    await setup.submit(1)
    await setup.clock.advanceAsync(3_000)
    expect(shown(setup, 1)).toMatchObject({ size: '2' })
  })

  it('is looked for since the request, however far the machine’s clock has been set since', async () => {
    const setup = await openTradingSetup()
    setup.measuredOffset = -600_000
    setup.venue.behaviour = 'fill'
    await setup.submit(1)
    await setup.clock.advanceAsync(200)
    const action = setup.action(1)
    const { execution: _, ...unread } = action
    const requests: number[] = []
    const executions = createExecutions({
      actionLog: { recordsOf: () => [unread], keepExecution: () => undefined },
      ofOrder: () => [],
      clock: setup.clock,
      offset: () => 0,
      outcomeCollateral: () => 'USDH',
    })
    await executions.pass(action.account ?? '', async (since) => {
      requests.push(since)
      return { rows: [], complete: true }
    })
    expect(requests).toHaveLength(1)
    expect(requests[0]).toBeLessThan(serviceTime(action, action.createdAt))
  })
})
