import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isConditionalFinal } from '../../contract/conditional.ts'
import { compare, type Price } from '../../contract/decimal.ts'
import { millis } from '../../contract/time.ts'
import { BINARY, openBinaryDesk, openWatchedDesk } from './testing/setup.ts'

const STOP = { stop: '0.500' as Price }
const PAIR = { stop: '0.500' as Price, takeProfit: '0.600' as Price }

describe('a conditional order on binary contracts', () => {
  it('is held until the end of the bucket, and closes contracts of UP like a long', async () => {
    const desk = openBinaryDesk('36.81')
    await desk.set(STOP)
    const end = desk.binary?.bucket?.end
    expect(desk.view()[0]).toMatchObject({
      target: { family: 'binary', asset: BINARY, end },
      position: 'long',
      direction: 'at_or_below',
    })
    desk.mark('0.501')
    expect(desk.states()).toEqual(['armed'])
    desk.mark('0.500')
    await desk.settle()
    expect([...desk.taken.values()]).toEqual([{ kind: 'close', asset: BINARY, size: null, slippagePct: '0.5' }])
    expect(
      desk
        .view()[0]
        ?.steps.map(({ detail }) => detail)
        .join(' '),
    ).toMatch(/The mark of UP was 0.500/)
    desk.finish('filled', { filled: '36.81' as never })
    expect(desk.states()).toEqual(['done'])
  })
  it('stops contracts of DOWN when UP rises', async () => {
    const desk = openBinaryDesk('-20')
    await desk.set({ stop: '0.600' as Price, percent: '50' as never })
    expect(desk.view()[0]).toMatchObject({ position: 'short', direction: 'at_or_above' })
    desk.mark('0.400')
    expect(desk.states()).toEqual(['armed'])
    desk.mark('0.612')
    await desk.settle()
    expect([...desk.taken.values()]).toMatchObject([{ asset: BINARY, size: '10.00' }])
  })
  it('on the last price triggers on a print of UP', async () => {
    const desk = openBinaryDesk('5')
    await desk.set({ ...STOP, source: 'last' })
    desk.mark('0.400', { last: '0.550' as never })
    expect(desk.states()).toEqual(['armed'])
    const print = { tid: '1', asset: BINARY, side: 'sell', px: '0.499', sz: '1', time: desk.clock.now() }
    desk.conditionals.onTrade(print as never)
    expect(desk.states()).toEqual(['triggered'])
  })
  it('keeps its prices coming while it is held, without any window', async () => {
    const desk = openBinaryDesk('5')
    expect([...desk.needed]).toEqual([])
    const [id = ''] = await desk.set(STOP)
    expect([...desk.needed]).toEqual([BINARY])
    await desk.restart()
    expect([...desk.needed]).toEqual([BINARY])
    desk.conditionals.cancel(id)
    expect([...desk.needed]).toEqual([])
  })
  it.each<[string, Parameters<ReturnType<typeof openBinaryDesk>['binaryIs']>[0], RegExp]>([
    ['while binary markets are paused', { status: { paused: true } }, /binary markets are paused/],
    ['before the phase in which it trades', { bucket: { phase: 'staging' } }, /not trading/],
    ['once it has settled', { status: { phase: 'settled' } }, /not trading/],
    ['while no asset is live', { bucket: { asset: null } }, /not trading/],
  ])('is paused %s, and says so', async (_when, change, words) => {
    const desk = openBinaryDesk('5')
    await desk.set(STOP)
    desk.binaryIs(change)
    desk.mark('0.400')
    expect(desk.states()).toEqual(['armed'])
    expect(desk.view()[0]?.paused).toMatch(words)
    desk.binaryIs({ status: { paused: false, phase: 'ramp' }, bucket: { phase: 'ramp', asset: BINARY } })
    expect(desk.states()).toEqual(['triggered'])
  })
  it('concludes nothing while the binary markets have not been read', async () => {
    const desk = openBinaryDesk('5')
    await desk.set(STOP)
    desk.binary = null
    desk.mark('0.400')
    await desk.clock.advanceAsync(1_000)
    expect(desk.states()).toEqual(['armed'])
    expect(desk.view()[0]?.paused).toMatch(/not known which binary market is live/)
  })
  it.each(['market_closed', 'binary_wrong_phase'])('whose close met %s closes again once it can', async (code) => {
    const desk = openBinaryDesk('5')
    await desk.set(STOP)
    desk.mark('0.490')
    await desk.settle()
    desk.finish('rejected', { code, message: 'Not now.' })
    desk.binaryIs({ status: { paused: true } })
    desk.mark('0.490')
    await desk.clock.advanceAsync(3_000)
    expect(desk.taken.size).toBe(1)
    desk.binaryIs({ status: { paused: false } })
    desk.mark('0.480')
    await desk.clock.advanceAsync(1_000)
    expect(desk.taken.size).toBe(2)
    desk.finish('filled', { filled: '5' as never })
    expect(desk.states()).toEqual(['done'])
  })
  it('ends with its bucket, by the clock and by what the service says is live', async () => {
    const desk = openBinaryDesk('5')
    await desk.set(STOP)
    desk.binaryIs({ bucket: { asset: 'GBETB' } })
    expect(desk.view()[0]).toMatchObject({ state: 'expired', message: expect.stringMatching(/GBETB is live/) })

    const later = openBinaryDesk('5')
    await later.set(STOP)
    later.binaryIs({ bucket: { end: millis(later.clock.now() + 20_000_000) } })
    expect(later.states()).toEqual(['expired'])

    const alone = openBinaryDesk('5')
    await alone.set(STOP)
    await alone.clock.advanceAsync(7_200_000)
    expect(alone.states()).toEqual(['expired'])
  })
  it('expires when its direction was sold, or turned', async () => {
    const desk = openBinaryDesk('5')
    await desk.set(STOP)
    desk.position = '-3'
    await desk.accountChanged()
    expect(desk.states()).toEqual(['expired'])
  })
  it.each<[string, object, RegExp]>([
    ['on the wrong side', { stop: '0.550' }, /of an UP position must lie below the mark of UP of 0.550/],
    ['that is no probability', { stop: null, takeProfit: '1' }, /between 0 and 1/],
    ['off the tick', { stop: '0.5005' }, /multiple of 0.001/],
    ['for a market that is not live', { asset: 'GBETB' }, /no position in GBETB/],
  ])('%s is refused, and nothing is held', async (_what, change, words) => {
    const desk = openBinaryDesk('5')
    await expect(desk.set(change)).rejects.toThrow(words)
    expect(desk.rows.size).toBe(0)
  })
  it('of contracts whose lot nobody knows is for all of them only', async () => {
    const desk = openBinaryDesk('5')
    const { binary } = desk
    if (binary === null) throw new Error('no markets')
    desk.binary = { ...binary, markets: binary.markets.map((market) => ({ ...market, sizeDecimals: null })) }
    await expect(desk.set({ ...STOP, percent: '50' as never })).rejects.toThrow(/only all of it/)
    await desk.set(STOP)
    desk.mark('0.490')
    await desk.settle()
    expect([...desk.taken.values()]).toMatchObject([{ size: null }])
  })
})

describe('a conditional order on shares of an outcome', () => {
  it('is refused in words', async () => {
    const desk = openWatchedDesk()
    desk.asset = '#36010'
    desk.position = '5'
    await expect(desk.set({ stop: '0.300' as Price })).rejects.toThrow(/not for shares/)
    expect(desk.rows.size).toBe(0)
  })
})

describe('on random paths of the price of UP', () => {
  const message = fc.record({ mills: fc.integer({ min: 480, max: 620 }), stale: fc.boolean() })
  it('a pair fires exactly when a fresh mark is at or through one of its triggers, and never both', async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(message, { maxLength: 20 }), async (isUp, path) => {
        const desk = openBinaryDesk(isUp ? '5' : '-5')
        const pair = isUp ? PAIR : { stop: PAIR.takeProfit, takeProfit: PAIR.stop }
        await desk.set(pair)
        let expected: 'stop' | 'take_profit' | null = null
        for (const { mills, stale } of path) {
          const mark = `0.${mills}` as Price
          desk.mark(mark, { stale })
          await desk.settle()
          if (!stale && expected === null) {
            if (compare(mark, '0.5' as Price) <= 0) expected = isUp ? 'stop' : 'take_profit'
            else if (compare(mark, '0.6' as Price) >= 0) expected = isUp ? 'take_profit' : 'stop'
          }
          const fired = [...desk.rows.values()].filter(({ state }) => state === 'submitted')
          expect(fired.map(({ kind }) => kind)).toEqual(expected === null ? [] : [expected])
          const live = [...desk.rows.values()].filter(({ state }) => !isConditionalFinal(state))
          expect(live).toHaveLength(expected === null ? 2 : 1)
        }
        expect(desk.taken.size).toBe(expected === null ? 0 : 1)
      }),
      { numRuns: 40 },
    )
  })
})
