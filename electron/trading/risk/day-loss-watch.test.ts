import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../../contract/testing/fake-clock.ts'
import { createDayLossWatch } from './day-loss-watch.ts'

describe('a day’s loss near its limit', () => {
  function open() {
    const clock = createFakeClock()
    const state = { result: '-10', dayLoss: '5000' as string | null, account: '0x01' as string | null, day: 1 }
    const reports: string[] = []
    const watch = createDayLossWatch({
      result: async () => {
        if (state.result === '') throw new Error('not known')
        return state.result as never
      },
      limits: () => ({ dayLoss: state.dayLoss as never }),
      account: () => state.account,
      serverTime: () => (state.day * 86_400_000) as never,
      clock,
    })
    watch.onNear((text) => reports.push(text))
    watch.start()
    return { clock, state, notified: reports, watch }
  }

  it.each([
    ['0', null],
    ['4000', null],
    ['-2999.99', null],
    ['-3000', /Today's loss: 3,000\.00 of 5,000 USDC, 60 %\. At the limit/],
    ['-4999.999', /Today's loss: 5,000\.00 of 5,000 USDC, 99 %\. At the limit/],
    ['-5000', /Today's loss: 5,000\.00 of 5,000 USDC, 100 %\. Only reducing orders go out until 00:00 UTC\./],
  ])('%s: %s', async (result, text) => {
    const { clock, state, notified } = open()
    state.result = result
    await clock.advanceAsync(20_000)
    expect(notified).toEqual(text === null ? [] : [expect.stringMatching(text)])
  })

  it('is reported once, and again on another day, for another wallet or another limit', async () => {
    const { clock, state, notified, watch } = open()
    await clock.advanceAsync(20_000)
    expect(notified).toHaveLength(0)
    state.result = '-3500'
    await clock.advanceAsync(60_000)
    expect(notified).toHaveLength(1)
    state.result = '-4900'
    await clock.advanceAsync(60_000)
    expect(notified).toHaveLength(1)
    for (const change of [{ day: 2 }, { account: '0x02' }, { dayLoss: '6000' }]) {
      const before = notified.length
      Object.assign(state, change)
      await clock.advanceAsync(60_000)
      expect(notified).toHaveLength(before + 1)
    }
    watch.stop()
    state.day = 9
    await clock.advanceAsync(60_000)
    expect(notified).toHaveLength(4)
  })

  it('is not reported while signed out, without a limit, or while it is unknown', async () => {
    const { clock, state, notified } = open()
    state.result = ''
    await clock.advanceAsync(20_000)
    Object.assign(state, { result: '-5000', dayLoss: null })
    await clock.advanceAsync(20_000)
    Object.assign(state, { dayLoss: '5000', account: null })
    await clock.advanceAsync(20_000)
    expect(notified).toEqual([])
    state.account = '0x01'
    await clock.advanceAsync(20_000)
    expect(notified).toHaveLength(1)
  })
})
